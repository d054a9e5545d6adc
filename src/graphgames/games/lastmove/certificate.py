"""The certificate of normal and misère play: the remoteness of every vertex."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from graphgames.core.solution import ArenaSolution
from graphgames.core.certificate import Certificate, in_moves
from graphgames.core.oracle import Outcome


@dataclass(frozen=True, eq=False)
class Remoteness(Certificate):
    """Moves until the end when the winner hurries and the loser delays.

    Attributes
    ----------
    remoteness : ndarray of int32, shape (n,)
        0 at dead ends, -1 where neither player can force the end (draws). Elsewhere one more than the least remoteness
        among the moves that keep the win where the mover wins, one more than the largest where he loses. A solution's
        values, where it gives any, are these numbers.
    """

    kind: ClassVar[str] = "remoteness"
    remoteness: NDArray[np.int32]

    def explain(self, solution: ArenaSolution, v: int) -> str:
        """Return the sentence for vertex v."""
        arena, r = solution.problem.arena, int(self.remoteness[v])
        mover = "The player to move" if arena.owner is None else solution.problem.players[int(arena.owner[v])]
        if r < 0:
            return f"{mover} has a move to another draw and no winning one: the play need not end."
        result = solution.numbered.outcome(v)
        if r == 0:
            return f"{mover} cannot move and {'wins' if result == 'win' else 'loses'}."
        if result == Outcome.WIN:
            return f"{mover} moves to {arena.label(solution.strategy.moves[v])} and wins in {in_moves(r)}."
        return f"{mover} loses with every move, the slowest in {in_moves(r)}."
