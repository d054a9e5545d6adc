"""Solutions of grids as JSON: one, or all of an input."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphgames.formats.codec import Answers, Codec, InputCodec
from graphgames.formats.fields import WrongError
from graphgames.formats.solution_json import Reading
from graphgames.games.grid.certificate import LosingSegments
from graphgames.games.grid.gridgame import GridGame, GridGameSolution
from graphgames.games.grid.problem import BlockedGrid
from graphgames.games.grid.solution import GridSolution
from graphgames.games.grid.sweep import grid_sweep
from graphgames.readers.json_text import Path


class GridCodec(Codec):
    """One grid: everything follows from the losing cells."""

    certificates = ("losing-segments",)

    def about(self, problem: BlockedGrid) -> dict[str, Any]:
        return {}

    def parts(self, problem: BlockedGrid) -> dict[str, Any]:
        """Return the impassable cells, column and row of each, once and ascending."""
        return {"impassable": np.unique(problem.impassable, axis=0).ravel()}

    def in_full(self, problem: BlockedGrid) -> dict[str, Any]:
        return {"impassable": problem.impassable.tolist()}

    def made(self, problem: BlockedGrid, proof: Any, reading: Reading, answers: Answers) -> GridSolution:
        fit(proof, ("certificate",))
        return GridSolution(problem, proof, reading.solver)


class GridGameCodec(InputCodec):
    """Codec of all grids of an input: who wins from each requested start."""

    certificates = ("grids-segments",)

    def in_full(self, problem: GridGame) -> dict[str, Any]:
        """Return the impassable cells of each grid, and the cells that are asked for."""
        tests = [problem.test(test) for test in range(problem.tests)]
        parts = [(test.grid.impassable.tolist(), np.asarray(test.starts).tolist()) for test in tests]
        return {"grids": [{"impassable": blocked, "starts": starts} for blocked, starts in parts]}

    def made(self, problem: GridGame, proof: Any, reading: Reading, answers: Answers) -> GridGameSolution:
        for number, one in enumerate(proof.grids):
            fit(one, ("certificate", "grids", number))
        solution = GridGameSolution(problem, answers["wins"].tobytes(), grid_sweep)
        solution.__dict__["certificate"] = proof
        return solution


def fit(proof: LosingSegments, path: Path) -> None:
    """Raise an error unless there is a segment, where a play looks for its end."""
    if not proof.x.size:
        raise WrongError((*path, "x"), "{} has no segment", "at least one")


def codec(problem: BlockedGrid | GridGame) -> Codec:
    """Return how solutions of a problem are written and read."""
    return GridCodec() if isinstance(problem, BlockedGrid) else GridGameCodec()
