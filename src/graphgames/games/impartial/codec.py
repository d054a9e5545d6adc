"""Solutions of nimbers as JSON."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.formats.codec import Codec
from graphgames.formats.json_ import Reading
from graphgames.games.impartial.problem import NimberProblem
from graphgames.games.impartial.solution import NimberSolution


class NimberCodec(Codec):
    """The values of an arena's vertices."""

    certificates = ("grundy-values", "loopy-values")

    def about(self, problem: NimberProblem) -> dict[str, Any]:
        """See `Codec.about`."""
        return {"vertices": problem.arena.n, "edges": problem.arena.m}

    def answers(self, solution: NimberSolution) -> dict[str, Any]:
        """See `Codec.answers`."""
        return {"values": solution.values}

    def read(self, problem: NimberProblem, reading: Reading) -> NimberSolution:
        """See `Codec.read`."""
        values: NDArray[np.int32] = reading.take("values", NDArray[np.int32])
        return NimberSolution(problem, values, reading.solver, reading.certificate())


def codec(problem: NimberProblem) -> Codec:
    """Return how solutions of nimbers are written and read."""
    return NimberCodec()
