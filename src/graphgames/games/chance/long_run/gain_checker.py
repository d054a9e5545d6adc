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

from graphgames.core import checking as common
from graphgames.core.checking import MalformedClaimError, Verdict
from graphgames.core.exact import Ratios, in_one_unit
from graphgames.core.solution import ArenaSolution
from graphgames.games.weighted.checker import PayoffClaim, winner_has_the_threshold


class GainClaim(PayoffClaim):
    """The claim that certain numbers are the long-run averages, or that these lie in certain brackets."""

    objectives = ("mean-payoff",)

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        if self.stuck.any() and cast("Any", self.game.objective).dead_ends == "lose":
            raise MalformedClaimError("gain and bias prove nothing where who cannot move loses")
        bias = Ratios.of(self.proof.bias)
        self.gain, self.bias, self.low, self.high = in_one_unit(2 * self.whole, self.gain, bias, self.low, self.high)

    def within(self, average: Ratios, player: int) -> Verdict:
        """Return where this player, by his moves, keeps the average from being better for the other than that."""
        heads, sign = self.arena.successors, 1 - 2 * player
        rise = self.compared(average, average.take(heads))
        more = self.compared(average.plus(self.bias), self.gain.plus(self.bias.take(heads)))
        good, fair = ((sign * a > 0) | ((a == 0) & (sign * b >= 0)) for a, b in zip(rise, more, strict=True))
        what = f"by gain or bias a step is {('worse', 'better')[player]} than that for {self.game.players[0]}"
        return self.bounded(good, fair, player, what)


def high_is_enough(claim: GainClaim) -> Verdict:
    """Check that no step raises the upper bound, or keeps it and raises the bias by more than it may."""
    return claim.within(claim.high, 1)


def low_is_kept(claim: GainClaim) -> Verdict:
    """Check that no step lowers the lower bound, or keeps it and lowers the bias by more than it may."""
    return claim.within(claim.low, 0)


CONDITIONS = (common.players_have_moves, winner_has_the_threshold, high_is_enough, low_is_kept)
check_gains = common.checker("gain-bias", GainClaim, CONDITIONS)
