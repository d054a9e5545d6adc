"""Solutions of heap games as JSON: the values of the heaps, and misère quotients."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.formats.codec import Codec
from graphgames.formats.json_ import Reading
from graphgames.formats.plain import WrongError, shown
from graphgames.games.heaps.certificate import QuotientTable
from graphgames.games.heaps.misere import MisereQuotient, QuotientProblem
from graphgames.games.heaps.problem import HeapProblem
from graphgames.games.heaps.solution import HeapSolution


class HeapCodec(Codec):
    """The values of the heaps."""

    certificates = ("heap-values",)

    def about(self, problem: HeapProblem) -> dict[str, Any]:
        """Return the data that identify the problem."""
        return {"code": problem.game.code, "largest": problem.up_to}

    def in_full(self, problem: HeapProblem) -> dict[str, Any]:
        """Return the code and the largest heap, which is all."""
        return self.about(problem)

    def answers(self, solution: HeapSolution) -> dict[str, Any]:
        """Return the answers of the solution as plain data."""
        return {"values": solution.values}

    def read(self, problem: HeapProblem, reading: Reading) -> HeapSolution:
        """Return the solution that the data hold."""
        values: NDArray[np.int32] = reading.take("values", NDArray[np.int32])
        return HeapSolution(problem, values, reading.solver, reading.certificate())


class QuotientCodec(Codec):
    """A misère quotient, which is all in its certificate."""

    certificates = ("misere-quotient",)

    def about(self, problem: QuotientProblem) -> dict[str, Any]:
        """Return the data that identify the problem."""
        return {"code": problem.game.code, "largest": problem.up_to}

    def in_full(self, problem: QuotientProblem) -> dict[str, Any]:
        """Return the code and the largest heap, which is all."""
        return self.about(problem)

    def read(self, problem: Any, reading: Reading) -> Any:
        """Return the solution that the data hold."""
        table: QuotientTable = reading.certificate()
        if table.code != problem.game.code:
            theirs, ours = shown(table.code), shown(problem.game.code)
            raise WrongError(("certificate", "code"), f"{{}} is {theirs}, but the game's is {ours}")
        k = len(table.elements)
        if table.product.shape != (k, k) or table.losing.shape != (k,) or table.heaps.shape != (problem.up_to + 1,):
            raise WrongError(("certificate",), f"the tables are not those of {k} elements and of all heaps")
        if any(((numbers < 0) | (numbers >= k)).any() for numbers in (table.product, table.heaps)):
            raise WrongError(("certificate",), "the tables name an element that there is not")
        product = tuple(map(tuple, table.product.tolist()))
        losing = frozenset(np.flatnonzero(table.losing).tolist())
        return MisereQuotient(problem, table.elements, product, losing, tuple(table.heaps.tolist()), reading.solver)


def codec(problem: HeapProblem | QuotientProblem) -> Codec:
    """Return how solutions of heap games are written and read."""
    return QuotientCodec() if isinstance(problem, QuotientProblem) else HeapCodec()
