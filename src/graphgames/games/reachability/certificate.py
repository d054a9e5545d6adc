"""The certificate of reachability and safety games: the ranks of an attractor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from graphgames.core.solution import ArenaSolution
from graphgames.core.certificate import Certificate, Player, in_moves


@dataclass(frozen=True, eq=False)
class AttractorRanks(Certificate):
    """How many moves ``player`` needs to force the play into a set, the other delaying as long as possible.

    Attributes
    ----------
    player : int
        Who attracts: player 0 for a reachability objective, player 1 (towards the unsafe vertices) for a safety one.
    rank : ndarray of int32, shape (n,)
        0 in the set; outside the attractor -1. Elsewhere one more than the least rank among the successors where
        ``player`` moves, one more than the largest where the other does: these equations have one solution. A dead end
        outside the set has rank -1. A solution's values, where it gives any, are the ranks.
    """

    kind: ClassVar[str] = "attractor-ranks"
    player: Player
    rank: NDArray[np.int32]

    def explain(self, solution: ArenaSolution, v: int) -> str:
        """Return the sentence for vertex v."""
        arena, names = solution.problem.arena, solution.problem.players
        attracts, other, r = names[self.player], names[1 - self.player], int(self.rank[v])
        goal = "the target" if self.player == 0 else "an unsafe vertex"
        if r == 0:
            return f"{arena.label(v)} is {goal}."
        mine = arena.owner is not None and int(arena.owner[v]) == self.player
        if r > 0 and mine:
            to = arena.label(solution.strategy.moves[v])
            return f"{attracts} moves to {to}, whose rank is {r - 1}: {goal} in {in_moves(r)}."
        if r > 0:
            return f"Every move of {other} leads to a rank below {r}: {goal} in at most {in_moves(r)}."
        if arena.indptr[v] == arena.indptr[v + 1]:
            return f"The play stops at {arena.label(v)}, and {goal} was not reached."
        if mine:
            return f"No move of {attracts} leads to where {goal} can be forced."
        return f"{other} moves to {arena.label(solution.strategy.moves[v])} and stays outside the attractor."
