"""Solutions of heap games as JSON."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.formats.codec import Codec
from graphgames.formats.json_ import Reading
from graphgames.games.heaps.problem import HeapProblem
from graphgames.games.heaps.solution import HeapSolution


class HeapCodec(Codec):
    """The values of the heaps."""

    certificates = ("heap-values",)

    def about(self, problem: HeapProblem) -> dict[str, Any]:
        """Return the data that identify the problem."""
        return {"code": problem.game.code, "largest": problem.up_to}

    def answers(self, solution: HeapSolution) -> dict[str, Any]:
        """Return the answers of the solution as plain data."""
        return {"values": solution.values}

    def read(self, problem: HeapProblem, reading: Reading) -> HeapSolution:
        """Return the solution that the data hold."""
        values: NDArray[np.int32] = reading.take("values", NDArray[np.int32])
        return HeapSolution(problem, values, reading.solver, reading.certificate())


def codec(problem: HeapProblem) -> Codec:
    """Return how solutions of heap games are written and read."""
    return HeapCodec()
