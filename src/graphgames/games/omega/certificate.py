"""The certificate of generalised Büchi games: the labels of a Büchi game with a counter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate, in_moves
from graphgames.core.claim import LABEL, Each
from graphgames.core.errors import counted
from graphgames.core.naming import quoted_label


@dataclass(frozen=True, eq=False)
class CounterLabels(Certificate):
    """Two labellings of the vertices with the set that is to be visited next: those of a Büchi game.

    The counter holds a set, and goes on to the next one when a play leaves a vertex of it. It goes round again and
    again just if every set is visited again and again; so where it goes on is what a Büchi game accepts.

    Attributes
    ----------
    alpha : ndarray of int32, shape (k, n)
        Where player 0 wins: in how many moves at most the play comes to a vertex of the set, if she keeps to her
        strategy. -1 where player 1 wins.
    beta : ndarray of int32, shape (k, n)
        Where player 1 wins: how often at most the counter goes on, if he keeps to his strategy. -1 where player 0 wins.
    """

    kind: ClassVar[str] = "counter-labels"
    proves: ClassVar[Mapping[str, str]] = {
        "winner": "winner_stays_inside loser_stays_inside alpha_is_zero_at_marked alpha_falls_elsewhere "
        "beta_falls_at_marked no_marked_loop",
        "strategy": "moves_stand_where_needed moves_are_edges winner_stays_inside loser_stays_inside "
        "alpha_falls_elsewhere beta_falls_at_marked no_marked_loop",
        "value": "alpha_stops_at_the_border alpha_is_zero_at_marked alpha_falls_elsewhere "
        "beta_is_infinite_where_marks_are_forced beta_falls_at_marked values_are_labels",
    }
    alpha: Annotated[NDArray[np.int32], Each(LABEL, "memory", "n")]
    beta: Annotated[NDArray[np.int32], Each(LABEL, "memory", "n")]

    def explain(self, solution: Any, v: int) -> str:
        """Return why vertex v is won, in words to stand after who wins it."""
        game, move, winner = solution.problem, solution.strategy[v], int(solution.winner[v])
        goal = solution.strategy.start(v)
        how = f"whatever {game.players[1 - winner]} does,"
        if move is not None:
            how = f"move to {quoted_label(game.arena.display_name(move))}, and"
        soon, left = int(self.alpha[goal, v]), int(self.beta[goal, v])
        if winner == 0 and soon:
            return f"{how} the play comes to set {goal} within {in_moves(soon)}, and to the others in turn, for ever"
        if winner == 0:
            return f"this vertex is in set {goal}; {how} the play comes to every other set in turn, and so on for ever"
        comes = f"comes at most {counted(left, 'more time', 'more times')}" if left else "never comes"
        return f"{how} the play {comes} to the set that is next, so that it visits one of the sets only finitely often"
