"""Engines of solvers: which one runs, and in words why another does not."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from graphgames import MissingDependencyError, SolverError
from graphgames.core.catalogue import Solver, engine_for, solvers

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def solver(library: str = "mpi4py") -> Solver:
    return Solver("spread", ("parity",), "m:f", "", "", "", ("local", "mpi"), {"mpi": (library, "mpi")})


def test_the_default_is_the_first_engine() -> None:
    assert engine_for(solver()) == "local"
    assert engine_for(solver(), "local") == "local"
    assert engine_for(solver("numpy"), "mpi") == "mpi"


def test_an_unknown_engine_is_refused_with_those_there_are() -> None:
    with pytest.raises(SolverError, match=r"solver 'spread' has no engine 'gpu'\. It runs on: local, mpi"):
        engine_for(solver(), "gpu")
    with pytest.raises(SolverError, match="did you mean 'local'"):
        engine_for(solver(), "locall")


def test_an_engine_whose_library_is_missing_is_answered_with_the_install_line() -> None:
    with pytest.raises(MissingDependencyError, match=r"no_such_library.*pip install 'graphgames\[mpi\]'"):
        engine_for(solver("no_such_library"), "mpi")


@pytest.mark.parametrize("entry", solvers(), ids=lambda entry: entry.name)
def test_every_solver_of_the_catalogue_says_its_engines(entry: Solver) -> None:
    extras = tomllib.loads(PROJECT.read_text())["project"]["optional-dependencies"]
    assert engine_for(entry) == "local"
    assert set(entry.requires) <= set(entry.engines)
    assert {extra for _, extra in entry.requires.values()} <= set(extras)
