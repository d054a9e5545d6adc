"""Solutions of grids as JSON: one, or all of an input."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.formats.codec import Codec
from graphgames.formats.json_ import Reading
from graphgames.formats.plain import WrongError, digest
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
        """Return the data that identify the problem."""
        return {"problem": digest(np.unique(problem.impassable, axis=0))}

    def in_full(self, problem: BlockedGrid) -> dict[str, Any]:
        """Return the impassable cells."""
        return {"impassable": problem.impassable.tolist()}

    def read(self, problem: BlockedGrid, reading: Reading) -> GridSolution:
        """Return the solution that the data hold."""
        proof: Any = reading.certificate()
        fit(proof, ("certificate",))
        return GridSolution(problem, proof, reading.solver)


class GridGameCodec(Codec):
    """Codec of all grids of an input: who wins from each requested start."""

    certificates = ("grids-segments",)

    def about(self, problem: GridGame) -> dict[str, Any]:
        """Return the data that identify the problem."""
        return {"tests": problem.tests, "problem": digest(b" ".join(bytes(problem.data[:]).split()))}

    def answers(self, solution: GridGameSolution) -> dict[str, Any]:
        """Return the answers of the solution as plain data."""
        return {"wins": np.frombuffer(solution.answers, np.uint8)}

    def read(self, problem: GridGame, reading: Reading) -> GridGameSolution:
        """Return the solution that the data hold."""
        answers: NDArray[np.bool_] = reading.take("wins", NDArray[np.bool_])
        proof: Any = reading.certificate()
        for number, one in enumerate(proof.grids):
            fit(one, ("certificate", "grids", number))
        solution = GridGameSolution(problem, answers.astype(np.uint8).tobytes(), grid_sweep)
        solution.__dict__["certificate"] = proof
        return solution


def fit(proof: LosingSegments, path: Path) -> None:
    """Raise an error unless columns, rows and lengths are equally many, and at least one."""
    if not (proof.x.ndim == 1 and proof.x.shape == proof.y.shape == proof.length.shape and proof.x.size):
        raise WrongError((*path, "x"), "the segments have not one column, row and length each")


def codec(problem: BlockedGrid | GridGame) -> Codec:
    """Return how solutions of a problem are written and read."""
    return GridCodec() if isinstance(problem, BlockedGrid) else GridGameCodec()
