"""The bar that long work shows: where it is wanted, and that it goes away whatever happens."""

from __future__ import annotations

import sys
from typing import Any

import pytest

import graphgames as gg
from graphgames.engines.progress import Progress, wanted
from graphgames.games.heaps.problem import HeapProblem


@pytest.mark.parametrize("stop", [None, KeyboardInterrupt, gg.GameError])
def test_the_bar_is_gone_when_the_work_is_over(stop: type[BaseException] | None) -> None:
    shown = Progress("solving", True)
    try:
        with shown:
            shown._start()
            assert shown.bar is not None and shown.bar.live.is_started
            if stop is not None:
                raise stop
    except (KeyboardInterrupt, gg.GameError):
        pass
    assert not shown.bar.live.is_started and shown.timer.finished.is_set()
    shown._start()  # a timer that was late
    assert not shown.bar.live.is_started


def test_where_progress_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert wanted(True) and not wanted(False) and not wanted(None)
    monkeypatch.setattr(sys, "ps1", ">>> ", raising=False)
    assert wanted(None) and not wanted(False)
    solution = gg.solve({"a": ["b"], "b": []}, gg.NormalPlay(), start="a", progress=True)
    assert gg.verify(solution, progress=True) and solution.problem.start == 0
    wrong: Any = 1
    for call in (lambda: gg.solve({}, gg.NormalPlay(), progress=wrong), lambda: gg.verify(solution, progress=wrong)):
        with pytest.raises(gg.GameError, match="; expected True or False"):
            call()


def test_a_function_is_for_the_solver() -> None:
    problem = gg.Geography("edge-geography", [gg.Arena.from_edges([(0, 1), (1, 0)])])
    assert gg.solve(problem, progress=lambda *numbers: None).outcome(0) == "loss"
    assert gg.solve({"a": []}, gg.NormalPlay(), progress=print).outcome("a") == "loss"


def test_a_start_for_whatever_is_solved() -> None:
    game = gg.Game.from_graph({"a": ["b"], "b": []}, gg.NormalPlay())
    assert gg.solve(game, start="b").problem.start == 1
    assert gg.solve(game.arena, gg.NormalPlay(), start="b").problem.start == 1
    with pytest.raises(gg.GameError, match="the start is 'c': there is no vertex 'c'"):
        gg.solve(game, start="c")
    with pytest.raises(gg.SolverError, match="has no option 'start'"):
        gg.solve(HeapProblem(gg.HeapGame((0, 3)), 5), start=3)
