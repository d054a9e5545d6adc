"""Checks long-run averages where chance moves, by gain and bias, in one pass over the edges, in exact numbers.

Why it suffices. The averages are claimed to lie between ``low`` and ``high``, which are the same where they are exact.
Write g for ``high`` and h for the bias, and let player 1 keep to his moves. No step raises g then, on average where
chance moves; and where one keeps it, the weight and the h of the next are at most g + h (`high_is_enough`). Take
h + K g for h, with K so large that this is true of the steps that lower g, too. So the weights of t steps sum on
average to at most t g at the start, and what bounds this h; the average is at most g in the long run, however player 0
plays. With her moves it is at least ``low`` in the same way (`low_is_kept`).
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core import checking as common
from graphgames.core.checking import MalformedClaimError, Mask, Verdict, verdict
from graphgames.core.report import Report
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import written
from graphgames.games.weighted.checker import (
    PayoffClaim,
    moves_stand_where_players_move,
    winner_has_the_threshold,
)


class GainClaim(PayoffClaim):
    """The claim that certain numbers are the long-run averages, or that these lie in certain brackets."""

    objectives = ("mean-payoff",)

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        if self.stuck.any() and cast("Any", self.game.objective).dead_ends == "lose":
            raise MalformedClaimError("gain and bias prove nothing where who cannot move loses")
        self.bias = self.proof.bias

    def within(self, gain: NDArray[Any], player: int) -> Mask:
        """Return where this player, by his moves, keeps the average from being better than the gain for the other."""
        sign, heads = 2 * player - 1, self.arena.successors
        rise = sign * (gain[heads] - gain[self.tails])
        more = sign * (self.exact_weight - gain[self.tails] + self.bias[heads] - self.bias[self.tails])
        edges, means = ((rise, more), (self.mean(rise), self.mean(more)))
        good, fair = (np.asarray((a < 0) | ((a == 0) & (b <= 0)), np.bool_) for a, b in (edges, means))
        return self.kept(good, fair, player)


def high_is_enough(claim: GainClaim) -> Verdict:
    """Check that no step raises the upper bound, or keeps it and raises the bias by more than it may."""
    return _bounded(claim, claim.within(claim.high, 1), "better")


def low_is_kept(claim: GainClaim) -> Verdict:
    """Check that no step lowers the lower bound, or keeps it and lowers the bias by more than it may."""
    return _bounded(claim, claim.within(claim.low, 0), "worse")


def _bounded(claim: GainClaim, right: Mask, what: str) -> Verdict:
    given, who = claim.given, claim.game.players[0]
    assert given is not None
    return verdict(
        claim.all,
        right,
        lambda v: f"the value is {written(given[v])}, but by gain or bias a step is {what} than that for {who}",
    )


CONDITIONS = (moves_stand_where_players_move, winner_has_the_threshold, high_is_enough, low_is_kept)


@common.certificates_of("gain-bias")
def check_gains(solution: ArenaSolution) -> Report:
    """Check a solution of a mean payoff game with chance: every value or bracket, and both players' moves."""
    return common.examine(GainClaim, CONDITIONS, solution)
