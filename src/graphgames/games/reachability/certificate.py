"""The certificate of reachability and safety games: the ranks of an attractor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate, in_moves
from graphgames.core.claim import LABEL, PLAYER, PerVertex
from graphgames.core.naming import quoted_label, with_article
from graphgames.core.solution import ArenaSolution


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
    proves: ClassVar[Mapping[str, str]] = {
        "winner": "goal_has_rank_zero ranks_where_the_player_moves ranks_where_the_other_moves winner_follows_rank",
        "strategy": "moves_stand_where_needed moves_are_edges strategy_keeps",
        "value": "goal_has_rank_zero ranks_where_the_player_moves ranks_where_the_other_moves values_are_ranks",
    }
    player: Annotated[int, PLAYER]
    rank: Annotated[NDArray[np.int32], PerVertex(LABEL)]

    def explain(self, solution: ArenaSolution, v: int) -> str:
        game, r = solution.problem, int(self.rank[v])
        attracts, other = game.players[self.player], game.players[1 - self.player]
        goal = f"{with_article(game.objective.mark)} vertex"
        mine = game.arena.owner is not None and int(game.arena.owner[v]) == self.player
        after = solution.strategy.next(v, 0)
        move = "" if after is None else f"move to {quoted_label(game.arena.display_name(after))}, and"
        if r == 0:
            return f"it is {goal}"
        if r > 0:
            return f"{move if mine else f'whatever {other} does,'} {goal} comes within {in_moves(r)}"
        if game.arena.indptr[v] == game.arena.indptr[v + 1]:
            return f"the play stops here, and {goal} was not reached"
        return f"{f'whatever {attracts} does,' if mine else move} {goal} can no longer be forced"
