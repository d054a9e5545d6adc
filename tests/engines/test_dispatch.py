"""An engine is a file and a column of a solver's row: everything that solves and proves knows it by that."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue import find
from graphgames.cli import main
from graphgames.engines import dispatch
from tests.arenas import random_arena
from tests.engines import threads


@pytest.fixture
def third(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the engine ``threads`` to the row of one solver, as its file in the folder of the kind."""
    solver = next(entry for entry in find.solvers() if entry.name == "attractor")
    monkeypatch.setitem(sys.modules, f"{solver.package}.threads", threads)
    monkeypatch.setattr(solver, "engines", {**solver.engines, "threads": "threads:attractor"}, raising=False)
    threads.WORKERS.clear()
    yield


def games(count: int) -> Iterator[gg.Game]:
    rng = np.random.default_rng(7)
    for _ in range(count):
        arena = random_arena(rng, 30, 3)
        if arena.owner is not None:
            yield gg.Game(arena, gg.Reach(rng.random(arena.n) < 0.1))


@pytest.mark.usefixtures("third")
def test_a_third_engine_is_a_file_and_a_line() -> None:
    assert find.engines() == ("local", "mpi", "threads")
    for game in games(20):
        ours, usual = gg.solve(game, engine="threads", workers=3), gg.solve(game)
        assert ours.winner.tolist() == usual.winner.tolist() and ours.to_dict()["value"] == usual.to_dict()["value"]
        assert gg.verify(ours) and gg.verify(ours, engine="threads")
    assert threads.WORKERS


@pytest.mark.usefixtures("third")
def test_what_a_third_engine_does_not_solve_is_refused() -> None:
    with pytest.raises(gg.SolverError, match="zielonka does not run on the engine 'threads'; its engines are: local"):
        gg.solve({"a": ["a"]}, gg.Parity([1]), owner={"a": 0}, engine="threads", solver="zielonka")
    with pytest.raises(gg.SolverError, match=r"attractor has no option 'pieces'\. Its options are: workers"):
        gg.solve({"a": ["a"]}, gg.Reach(["a"]), owner={"a": 0}, engine="threads", pieces=3)
    with pytest.raises(gg.SolverError, match="there is no engine 'cluster'; the engines are: local, mpi, threads"):
        dispatch.host("cluster")


@pytest.mark.usefixtures("third")
def test_the_command_line_knows_a_third_engine(tmp_path: Path, capsys: pytest.CaptureFixture[Any]) -> None:
    path = tmp_path / "small.pg"
    gg.write(gg.Game(gg.Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1]), gg.Parity([1, 2])), path)
    command = ["solve", str(path), "--objective", "reach", "--engine", "threads", "--verify"]
    assert main.run(command) == 0
    assert "proved" in capsys.readouterr().out and threads.WORKERS
    assert main.run([*command[:-3], "--engine", "thread"]) == 2
    assert "did you mean 'threads'" in capsys.readouterr().err


def test_a_number_too_large_for_floats_is_refused_in_a_sentence() -> None:
    model = gg.Model.from_table([("s", "x", "s", "1/2", 10**400), ("s", "x", "t", "1/2", 0), ("t", "y", "t", 1, 0)])
    for objective in (gg.ExpectedReward(target=["t"]), gg.Discounted("9/10")):
        with pytest.raises(gg.SolverError, match="a number is too large for this solver"):
            gg.solve(model, objective)
