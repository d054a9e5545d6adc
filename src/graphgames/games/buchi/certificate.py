"""The certificate of Büchi and co-Büchi games: two labellings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate, in_moves, winning_move
from graphgames.core.claim import LABEL, PLAYER, PerVertex
from graphgames.core.naming import with_article
from graphgames.core.objective import Marking
from graphgames.core.solution import ArenaSolution


@dataclass(frozen=True, eq=False)
class BuchiLabels(Certificate):
    """Two labellings: why one player sees marked vertices for ever, and why the other can stop it.

    Let E be the player who wants to see the marked (accepting or rejecting) vertices infinitely often, A the other. On
    the region of E, with E keeping to his strategy, ``alpha`` counts down to the next marked vertex; on the region of
    A, with A keeping to his, ``beta`` counts the marked vertices still to come.

    Attributes
    ----------
    player : int
        E: 0 for a Büchi objective, 1 for a co-Büchi objective.
    alpha : ndarray of int32, shape (n,)
        On E's region 0 at a marked vertex, elsewhere one more than the largest alpha among the successors that may come
        next. -1 on A's region.
    beta : ndarray of int32, shape (n,)
        On A's region, where it is never negative, the largest beta among the successors that may come next (a self-loop
        aside; 0 where there is no other), one more at a marked vertex. -1, for infinity, on E's region.

    Notes
    -----
    *The successors that may come next* are the strategy's choice where its player moves and all of them elsewhere.
    Along a play alpha falls until a marked vertex comes; beta never rises and falls at each marked vertex, so only
    finitely many come. (A self-loop on a marked vertex of A's region may never be taken: beta would have to exceed
    itself.) No label is larger than n. A solution's values, where it gives any, are alpha on the one region and beta on
    the other. From the document of the *Green Game*, Polish Olympiad in Informatics VIII.
    """

    kind: ClassVar[str] = "buchi-labels"
    proves: ClassVar[Mapping[str, str]] = {
        "winner": "winner_stays_inside loser_stays_inside alpha_is_zero_at_marked alpha_falls_elsewhere "
        "beta_falls_at_marked no_marked_loop",
        "strategy": "moves_stand_where_needed moves_are_edges winner_stays_inside loser_stays_inside "
        "alpha_falls_elsewhere beta_falls_at_marked no_marked_loop",
        "value": "alpha_stops_at_the_border alpha_is_zero_at_marked alpha_falls_elsewhere "
        "beta_is_infinite_where_marks_are_forced beta_falls_at_marked values_are_labels",
    }
    player: Annotated[int, PLAYER]
    alpha: Annotated[NDArray[np.int32], PerVertex(LABEL)]
    beta: Annotated[NDArray[np.int32], PerVertex(LABEL)]

    def explain(self, solution: ArenaSolution, v: int) -> str:
        objective, how = cast("Marking", solution.problem.objective), winning_move(solution, v)
        one, several = objective.marked_things
        if solution.winner[v] == self.player:
            after = int(self.alpha[v]) or 1 + max(int(self.alpha[w]) for w in self._ahead(solution, v))
            here, again = ("", "") if self.alpha[v] else (f"this {objective.places[0]} is {objective.mark}; ", "again ")
            then = f"{with_article(one)} comes {again}within {in_moves(after)}, and so on for ever"
            return f"{here}{how} {then}"
        more = max(int(self.beta[w]) for w in self._ahead(solution, v))  # after v, which beta counts
        here = (
            f"this {objective.places[0]} is {objective.mark}; "
            if objective.marked is not None and objective.marked[v]
            else ""
        )
        if not more:
            return f"{here}{how} no {one} comes {'again' if here else 'any more'}"
        return f"{here}{how} at most {more} more {f'{one} comes' if more == 1 else f'{several} come'}"

    def _ahead(self, solution: ArenaSolution, v: int) -> list[int]:
        """Return the vertices that may come after v when the winner keeps to the strategy."""
        move = int(solution.strategy.moves[v])
        ahead: list[int] = [move] if move >= 0 else solution.arena.successors_of(v).tolist()
        return ahead
