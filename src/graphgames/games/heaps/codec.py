"""Solutions of heap games as JSON: the values of the heaps, and misère quotients."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphgames.formats.codec import Answers, Codec
from graphgames.formats.fields import WrongError, shown
from graphgames.formats.solution_json import Reading
from graphgames.games.heaps.certificate import QuotientTable
from graphgames.games.heaps.misere import MisereQuotient, QuotientProblem
from graphgames.games.heaps.problem import HeapProblem
from graphgames.games.heaps.solution import HeapSolution


class HeapCodec(Codec):
    """The values of the heaps."""

    certificates = ("heap-values",)

    def about(self, problem: Any) -> dict[str, Any]:
        """Return the code of the game and the largest heap, which is all."""
        return {"code": problem.game.code, "largest": problem.up_to}

    parts = in_full = about

    def made(self, problem: Any, proof: Any, reading: Reading, answers: Answers) -> Any:
        return HeapSolution(problem, answers["values"], reading.solver, proof)


class QuotientCodec(HeapCodec):
    """A misère quotient, which is all in its certificate."""

    certificates = ("misere-quotient",)

    def made(self, problem: Any, table: QuotientTable, reading: Reading, answers: Answers) -> Any:
        if table.code != problem.game.code:
            theirs, ours = shown(table.code), shown(problem.game.code)
            raise WrongError(("certificate", "code"), f"{{}} is {theirs}, but the game's is {ours}")
        product = tuple(map(tuple, table.product.tolist()))
        losing = frozenset(np.flatnonzero(table.losing).tolist())
        return MisereQuotient(problem, table.elements, product, losing, tuple(table.heaps.tolist()), reading.solver)


def codec(problem: HeapProblem | QuotientProblem) -> Codec:
    """Return how solutions of heap games are written and read."""
    return QuotientCodec() if isinstance(problem, QuotientProblem) else HeapCodec()
