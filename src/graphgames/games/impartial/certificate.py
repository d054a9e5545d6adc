"""The certificates of Grundy values, without cycles and with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate

if TYPE_CHECKING:
    from graphgames.games.impartial.solution import NimberSolution


@dataclass(frozen=True, eq=False)
class GrundyValues(Certificate):
    """Grundy values of an acyclic arena, each the least that no successor has.

    Attributes
    ----------
    grundy : ndarray of int32, shape (n,)
        The values.
    depth : ndarray of int32, shape (n,)
        A number that falls along every edge: the arena has no cycle, so the values are determined by the mex property.
    """

    kind: ClassVar[str] = "grundy-values"
    grundy: NDArray[np.int32]
    depth: NDArray[np.int32]

    def explain(self, solution: Any, v: int) -> str:
        """Return the sentence for vertex v."""
        return _mex_sentence(solution, v)


@dataclass(frozen=True, eq=False)
class LoopyValues(Certificate):
    """Generalised Grundy values of any finite arena, with the counter function that proves them.

    Attributes
    ----------
    grundy : ndarray of int32, shape (n,)
        The value, -1 for infinity.
    counter : ndarray of int32, shape (n,)
        Along a move to a larger value or to infinity and the answer that restores the value, the counter falls; so
        reverting moves come to an end. It means nothing where the value is infinity.

    Notes
    -----
    Fraenkel & Yesha (1986) prove that the three conditions which the verifier checks determine the values.
    """

    kind: ClassVar[str] = "loopy-values"
    grundy: NDArray[np.int32]
    counter: NDArray[np.int32]

    def explain(self, solution: Any, v: int) -> str:
        """Return the sentence for vertex v."""
        if self.grundy[v] >= 0:
            return _mex_sentence(solution, v)
        least = _least_missing(solution.finite_after(v))
        arena = solution.problem.arena
        onward = next(
            w for w in arena.successors_of(v).tolist() if self.grundy[w] < 0 and least not in solution.finite_after(w)
        )
        return (
            f"Nobody can be held to a number here: after the move to {arena.label(onward)}, infinite too, "
            f"no answer leads to the value {least}."
        )


def _least_missing(ascending: list[int]) -> int:
    return next((least for least, value in enumerate(ascending) if least != value), len(ascending))


def _mex_sentence(solution: NimberSolution, v: int) -> str:
    after = solution.finite_after(v)
    if not after:
        return (
            "it has no move."
            if solution.arena.indptr[v] == solution.arena.indptr[v + 1]
            else "none of its successors has a finite value."
        )
    shown = ", ".join(map(str, after[:12])) + (", ..." if len(after) > 12 else "")
    return f"its successors have the value{'s' if len(after) > 1 else ''} {shown}."
