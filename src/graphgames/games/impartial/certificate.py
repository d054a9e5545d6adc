"""The certificates of Grundy values, without cycles and with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate
from graphgames.core.claim import LABEL, Each, Integer, Maybe, PerVertex, Position, Truth, Word
from graphgames.games.impartial.nimbers import mex


@dataclass(frozen=True, eq=False)
class GrundyValues(Certificate):
    """Grundy values of an acyclic arena, each the least that no successor has.

    Attributes
    ----------
    grundy : ndarray of int32, shape (n,)
        The values.
    depth : ndarray of int32, shape (n,)
        A number from 0 on that falls along every edge: the arena has no cycle, so the values are determined by the mex
        property.
    """

    kind: ClassVar[str] = "grundy-values"
    proves: ClassVar[Mapping[str, str]] = {"values": "grundy_faults"}
    grundy: Annotated[NDArray[np.int32], PerVertex(Integer(0, "most"))]
    depth: Annotated[NDArray[np.int32], PerVertex(Integer(0))]

    def explain(self, solution: Any, v: int) -> str:
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
    proves: ClassVar[Mapping[str, str]] = {"values": "loopy_faults"}
    grundy: Annotated[NDArray[np.int32], PerVertex(LABEL)]
    counter: Annotated[NDArray[np.int32], PerVertex(Integer(0))]

    def explain(self, solution: Any, v: int) -> str:
        if self.grundy[v] >= 0:
            return _mex_sentence(solution, v)
        least = mex(solution.finite_after(v))
        arena = solution.problem.arena
        onward = next(
            w for w in arena.successors_of(v).tolist() if self.grundy[w] < 0 and least not in solution.finite_after(w)
        )
        infinite = f"{arena.display_name(onward)}, which is infinite, too"
        after = f"after the move to {infinite}, no answer leads to the value {least}"
        reached = (
            "in brackets the values that a move leads to" if solution.finite_after(v) else "no move leads to a value"
        )
        return f"infinite, {reached}; {after}"


@dataclass(frozen=True, eq=False)
class PositionValues(Certificate):
    """What is known of the positions of a game by rules, each entry proved by its moves and the entries before it.

    Attributes
    ----------
    positions : tuple
        The position of each entry.
    heaps : tuple of int or None
        The nim heap beside the position where the entry says who wins their sum; None where it says a nimber.
    values : tuple of int
        The nimber; beside a heap 1 if the player to move wins and 0 if not.

    Notes
    -----
    A couple of a position and a heap that is lost also says that the position has the heap's nimber. The order of the
    entries stands for a depth: what rests only on what came before cannot rest on itself.
    """

    kind: ClassVar[str] = "position-values"
    proves: ClassVar[Mapping[str, str]] = {
        "nimber": "_Proved",
        "outcome": "_Proved",
    }
    positions: Annotated[tuple[Any, ...], Each(Position())]
    heaps: Annotated[tuple[int | None, ...], Each(Maybe(Integer(0)), "positions")]
    values: Annotated[tuple[int, ...], Each(Integer(0), "positions")]


@dataclass(frozen=True, eq=False)
class MisereValues(Certificate):
    """What is known of the positions of a game in misère play, each entry proved by its moves and the entries before.

    Attributes
    ----------
    positions : tuple
        Positions whose outcome is known.
    wins : tuple of bool
        Whether the player to move wins there.
    valued : tuple
        Positions whose genus is known.
    normal : tuple of int
        Their nimbers in normal play.
    misere : tuple of tuple of int
        Their misère nimbers with 0, 1, 2, ... heaps of 2 beside them; behind the last two, those alternate for ever.
    """

    kind: ClassVar[str] = "misere-values"
    proves: ClassVar[Mapping[str, str]] = {
        "outcome": "_outcome_fault",
        "genus": "_genus_fault",
    }
    positions: Annotated[tuple[Any, ...], Each(Position())]
    wins: Annotated[tuple[bool, ...], Each(Truth(), "positions")]
    valued: Annotated[tuple[Any, ...], Each(Position())]
    normal: Annotated[tuple[int, ...], Each(Integer(0), "valued")]
    misere: Annotated[tuple[tuple[int, ...], ...], Each(Each(Integer(0)), "valued")]


@dataclass(frozen=True, eq=False)
class SumValues(Certificate):
    """The values that the parts of a sum contribute; each part is proved by the certificate of its own game.

    Attributes
    ----------
    values : tuple of Nimber or None
        The value of each part once; None for parts that are not asked: an even number of equal ones, and the part that
        stands for itself.
    unevaluated : int or None
        The part that stands for itself beside a nim heap of all other values.
    outcome : str
        The outcome for the player to move.
    """

    kind: ClassVar[str] = "sum-values"
    proves: ClassVar[Mapping[str, str]] = {
        "values": "_contribution",
        "outcome": "_outcome _couple",
    }
    values: Annotated[tuple[Any, ...], Each(Position(), "parts")]
    unevaluated: Annotated[int | None, Maybe(Integer(0, "parts-1"))]
    outcome: Annotated[str, Word(("win", "loss", "draw"))]


def _mex_sentence(solution: Any, v: int) -> str:
    after = solution.finite_after(v)
    if not after:
        return "no move leads to a finite value" if solution.arena.successors_of(v).size else "it has no move"
    shown = ", ".join(map(str, after[:12])) + (", ..." if len(after) > 12 else "")
    return f"the mex of its successors' values {{{shown}}}"
