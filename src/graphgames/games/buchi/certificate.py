"""The certificate of Büchi and co-Büchi games: the two labellings of the Green Game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from graphgames.core.solution import ArenaSolution
from graphgames.core.certificate import Certificate, Player, in_moves


@dataclass(frozen=True, eq=False)
class BuchiLabels(Certificate):
    """The two labellings of the Green Game: why one player sees green for ever, and why the other can stop it.

    Let E be the player who wants to see the green (accepting) vertices infinitely often, A the other. On the region of
    E, with E keeping to his strategy, ``alpha`` counts down to the next green vertex; on the region of A, with A
    keeping to his, ``beta`` counts the green vertices still to come.

    Attributes
    ----------
    player : int
        E: 0 for a Büchi objective, 1 for a co-Büchi objective.
    alpha : ndarray of int32, shape (n,)
        On E's region 0 at a green vertex, elsewhere one more than the largest alpha among the successors that may come
        next. -1 on A's region.
    beta : ndarray of int32, shape (n,)
        On A's region, where it is never negative, the largest beta among the successors that may come next (a self-loop
        aside; 0 where there is no other), one more at a green vertex. -1, which stands for infinity, on E's region.

    Notes
    -----
    *The successors that may come next* are the strategy's choice where its player moves and all of them elsewhere.
    Along a play alpha falls until a green vertex comes; beta never rises and falls at each green vertex, so only
    finitely many come. (A self-loop on a green vertex of A's region may never be taken: beta would have to exceed
    itself.) No label is larger than n. A solution's values, where it gives any, are alpha on the one region and beta on
    the other. From the document of the *Green Game*, Polish Olympiad in Informatics VIII.
    """

    kind: ClassVar[str] = "buchi-labels"
    player: Player
    alpha: NDArray[np.int32]
    beta: NDArray[np.int32]

    def explain(self, solution: ArenaSolution, v: int) -> str:
        """Return the sentence for vertex v."""
        game = solution.problem
        arena, move = game.arena, int(solution.strategy.moves[v])
        mover = game.players[int(arena.owner[v])] if arena.owner is not None else ""
        loser = int(solution.winner[v]) != self.player
        label, name = (self.beta, "beta") if loser else (self.alpha, "alpha")
        here = int(label[v])
        if move >= 0:
            there = int(label[move])
            change = (
                f"falls from {here} to {there}"
                if there < here
                else f"stays at {here}"
                if there == here
                else f"starts anew at {there}"
            )
            return f"{mover}: {name} {change} along the edge to {arena.label(move)}."
        if loser:
            bound = (
                f"at most {here} more green vert{'ex' if here == 1 else 'ices'}"
                if here
                else "green is never seen again"
            )
            return f"{mover}: beta is {here}, and no move makes it rise: {bound}."
        if here:
            return f"{mover}: alpha is {here}, and every move makes it fall: a green vertex within {in_moves(here)}."
        return f"{mover}: this vertex is green, and every move stays in the region where the next one is forced."
