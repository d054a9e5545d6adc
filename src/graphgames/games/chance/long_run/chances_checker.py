"""Checks how likely a parity game is won, if a play is lost by one player p while it stays left to chance who wins.

Why it suffices. Where a player is said to win almost surely he does, by his moves (`regions_are_closed` and
`counts_fall_surely`, see `counts_checker`). Elsewhere it is left to chance.

*Not less than claimed*: the moves of p come to where he wins almost surely with at least that probability
(`low_is_kept`, see `graphgames.games.chance.reaching.checker`).

*Not more*: if the other keeps to his moves, a play that leaves is won by p only if it comes to where he wins almost
surely, and that is at most as likely as claimed (`high_is_enough`). A play that stays is lost by p, whatever both do:
it comes to a set of vertices that it goes on to visit all, for ever, and no throw leads out of it. Let q be the largest
priority there, and suppose that it is good for p. The count of q rises there by no move, and only by a throw by which
it may fall as well (`who_stays_has_lost`). Where it is least it cannot fall, so all of the set is of that kind; but
where q is seen it falls, or may fall: a contradiction.
"""

from __future__ import annotations

from graphgames.core import checking as common
from graphgames.core.checking import Mask, Verdict, verdict
from graphgames.core.oracle import DRAW
from graphgames.games.chance.long_run.counts_checker import (
    CountsClaim,
    counts_fall_surely,
    fall_surely,
    moves_stand_where_needed,
    regions_are_closed,
)
from graphgames.games.chance.reaching.checker import ReachingClaim, high_is_enough, low_is_kept, winners_are_certain


class ChancesClaim(ReachingClaim, CountsClaim):
    """The claim about the probabilities and who wins almost surely, with the moves, the counts and the ranks."""

    objectives: tuple[str, ...] = ("parity-probability",)

    def goal(self) -> tuple[Mask, Mask, int]:
        """Return where the player who chooses wins almost surely, where the other does, and who chooses.

        What is checked is enough whoever it is; with the other player a right claim may not be proved.
        """
        choosing = (self.winner == DRAW) & (self.arena.out_degree > 1) & (self.owner == 1)  # equivalent mutant
        player = int(choosing.any())
        return self.winner == player, self.winner == 1 - player, player


def who_stays_has_lost(claim: ChancesClaim) -> Verdict:
    """Check the counts where it is left to chance, along what stays there."""
    left = claim.winner == DRAW
    stays = left[claim.heads]
    asked = ~(claim.chance & claim.some(~stays))
    right = fall_surely(claim, 1 - claim.player, asked, stays)
    sentence = "a play may stay where it is left to chance, and the counts do not prove who wins it"
    return verdict(left, right, lambda v: sentence)


CONDITIONS = (
    moves_stand_where_needed,
    regions_are_closed,
    counts_fall_surely,
    who_stays_has_lost,
    winners_are_certain,
    high_is_enough,
    low_is_kept,
)
check_chances = common.checker("winning-chances", ChancesClaim, CONDITIONS)
