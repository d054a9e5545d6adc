"""``winning-chances``: how likely a parity game is won, if p loses a play that stays left to chance.

*Where a player is said to win almost surely* he does, as `priority_counts` proves. Elsewhere it is left to chance.

*Not less than claimed.* There the moves of p come to where he wins almost surely as often as the values say, as
`reaching_ranks` proves with that for a target.

*Not more.* A play that leaves is won by p only if it comes to where he wins almost surely, and high is no less than the
probability of that, if the other keeps to his moves. A play that stays, whatever both do, comes to a set of vertices
that it goes on to visit all, for ever, and no throw leads out of the set. Let q be the largest priority there, and
suppose that it is good for p. The count of q rises there by no move, and by a throw of chance only if the throw may
lower it as well. Where it is least it cannot fall, so all of the set is of that kind. But where q is seen the count
falls, or may fall: a contradiction, so p loses such a play.
"""

from __future__ import annotations

from graphgames.reference.arena_game import CHANCE, DRAW, Claim, Game
from graphgames.reference.kind import Kind
from graphgames.reference.priority_counts import (
    Counts,
    counts_fall_surely,
    falls_surely,
    moves_stand_where_needed,
    regions_are_closed,
)
from graphgames.reference.reaching_ranks import (
    Reaching,
    high_is_enough,
    low_is_kept,
    winners_are_certain,
)
from graphgames.reference.reading import Fields, bracket
from graphgames.reference.strategy_pair import priorities


class Chances(Counts, Reaching):
    """The values, who wins almost surely, the moves, the counts and the ranks."""

    objectives: tuple[str, ...] = ("parity-probability",)
    needs_moves = True

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        Claim.__init__(self, game, answers, bracket)
        self.priority = priorities(self)
        self.read_counts(proof)
        several = [v for v in self.vertices if self.winner[v] == DRAW and len(self.after[v]) > 1]
        self.max = int(any(self.owner[v] == 1 for v in several))
        self.target = {v for v in self.vertices if self.winner[v] == self.max}
        self.lost = {v for v in self.vertices if self.winner[v] == 1 - self.max}
        self.read_values()
        self.read_proof(proof)


def who_stays_has_lost(c: Chances, v: int) -> bool:
    """Where it is left to chance, and no throw leads out, the counts of the priorities that are good for p are as they
    are where the other wins almost surely, along what stays there.
    """
    if c.winner[v] != DRAW:
        return True
    ahead = [w for w in c.after[v] if c.winner[w] == DRAW]
    if c.owner[v] == CHANCE and len(ahead) < len(c.after[v]):
        return True
    return falls_surely(c, v, 1 - c.max, ahead)


KIND = Kind(
    Chances,
    "the probability to win from each vertex or the bracket around it, who wins almost surely, and both players' moves",
    {
        "vertices": (
            moves_stand_where_needed,
            regions_are_closed,
            counts_fall_surely,
            who_stays_has_lost,
            winners_are_certain,
            high_is_enough,
            low_is_kept,
        )
    },
)
