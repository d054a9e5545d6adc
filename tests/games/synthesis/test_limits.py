"""Limits of time and memory of the symbolic solvers: a signal stops them at once, and a full memory is a sentence."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from dataclasses import replace
from itertools import repeat
from typing import Any

import pytest

import graphgames as gg
from graphgames.core.apart import apart
from graphgames.games.synthesis import spec_checker, symbolic
from graphgames.games.synthesis.oxidd_ import attended, oxidd
from tests.waiting import PATIENCE


def test_a_signal_stops_the_wait_for_an_operation_and_then_the_work() -> None:
    manager = oxidd("symbolic").BDDManager(1 << 21, 1 << 10, 1)
    manager.add_vars(34)
    others = set(threading.enumerate())

    def work() -> None:
        while True:  # each time operations that double what they make
            node: Any = manager.true()
            for at in range(17):
                node &= ~(manager.var(at) ^ manager.var(at + 17))

    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            attended(work)
    finally:
        signal.signal(signal.SIGALRM, before)
    (thread,) = set(threading.enumerate()) - others
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_an_error_of_the_work_is_raised_where_it_is_waited_for() -> None:
    with pytest.raises(MemoryError):
        attended(lambda: (_ for _ in ()).throw(MemoryError))
    assert attended(lambda: 3) == 3


def test_a_signal_ends_work_in_a_copy_of_the_process_that_keeps_python_waiting() -> None:
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            apart(lambda: sum(repeat(0)))  # which never comes back to Python
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_signal_that_comes_while_the_copy_is_made_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python drops what a handler raises in a hook of a fork, as logging has one."""
    fork, before = os.fork, signal.signal(signal.SIGALRM, signal.default_int_handler)

    def interrupted() -> int:
        with suppress(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGALRM)
        return fork()

    monkeypatch.setattr(os, "fork", interrupted)
    try:
        with pytest.raises(KeyboardInterrupt):
            apart(os.getpid)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_work_is_done_here_where_the_copy_has_no_answer() -> None:
    here = os.getpid()
    assert apart(os.getpid) != here
    assert apart(lambda: 3 if os.getpid() == here else os._exit(0)) == 3
    with pytest.raises(ZeroDivisionError):
        apart(lambda: 1 // 0)


def test_large_proofs_are_checked_in_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = gg.Spec({"a": bool}, {"b": bool}, sys_trans=["b' = a"], sys_goals=["b", "!b"], env_goals=["a"])
    solution: Any = gg.solve(spec)
    lie = replace(solution, realizable=not solution.realizable)
    here = [str(gg.verify(one)) for one in (solution, lie)]
    monkeypatch.setattr(spec_checker, "FEW", 0)
    assert [str(gg.verify(one)) for one in (solution, lie)] == here


@pytest.mark.parametrize(
    ("free", "said"),
    [
        (0, "more than 64 nodes of decision diagrams, and the memory that is free has no room for more"),
        (100 * symbolic.NODE_SIZE, "more than 100 nodes of decision diagrams, and the memory"),
        (1 << 40, "more than 128 nodes of decision diagrams$"),
    ],
)
def test_the_room_for_sets_is_no_more_than_the_memory_has(
    monkeypatch: pytest.MonkeyPatch, free: int, said: str
) -> None:
    names = [f"x{i}" for i in range(12)]
    spec = gg.Spec(
        dict.fromkeys(names, (0, 1)),
        {"sum": (0, 12)},
        sys_trans=[f"sum' = {' + '.join(names)}"],
        sys_goals=["sum = 3"],
    )
    monkeypatch.setattr(symbolic, "SIZES", ((64, 64), (128, 64)))
    monkeypatch.setattr("graphgames.core.room.free_memory", lambda: free)
    with pytest.raises(gg.LimitExceededError, match=said):
        gg.solve(spec)
