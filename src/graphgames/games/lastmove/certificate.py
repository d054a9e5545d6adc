"""The certificate of normal and misère play: the remoteness of every vertex."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate, in_moves
from graphgames.core.claim import LABEL, PerVertex
from graphgames.core.naming import quoted_label
from graphgames.core.oracle import DRAW, Outcome
from graphgames.core.solution import ArenaSolution


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
    proves: ClassVar[Mapping[str, str]] = {
        "winner": "dead_ends_are_decided wins_take_the_shortest_way losses_have_only_losing_moves "
        "losses_take_the_longest_way draws_have_no_winning_move draws_have_a_drawing_move",
        "strategy": "moves_stand_where_needed moves_are_edges strategy_hurries",
        "value": "dead_ends_have_remoteness_zero wins_take_the_shortest_way losses_take_the_longest_way "
        "draws_have_no_remoteness values_are_remoteness",
    }
    remoteness: Annotated[NDArray[np.int32], PerVertex(LABEL)]

    def explain(self, solution: ArenaSolution, v: int) -> str:
        arena, r, best = solution.problem.arena, int(self.remoteness[v]), solution.numbered.best_moves(v)
        over = solution.problem.objective.ending(arena, v, 0)
        if over is not None:
            words = {0: "the player to move has won", 1: "the player to move has lost", DRAW: "nobody has won"}
            return f"the game is over, and {words[over.code]}"
        if r < 0:
            kept = "the play going" if solution.problem.objective.over is None else "the draw"
            return f"no move wins, and moving to {quoted_label(arena.display_name(best[0].move))} keeps {kept}"
        if r == 0:
            return "there is no move"
        other = "the other player" if arena.owner is None else solution.problem.players[1 - int(arena.owner[v])]
        if best[0].result == Outcome.WIN:
            return f"move to {quoted_label(arena.display_name(best[0].move))}, and {other} loses within {in_moves(r)}"
        return f"whatever the move, {other} wins within {in_moves(r)}"
