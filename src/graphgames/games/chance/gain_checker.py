"""Checks long-run averages where chance moves, by gain and bias, in one pass over the edges, in exact numbers.

Why it suffices. Write g for the values and h for the bias. Let player 0 keep to her moves. By them, and on average
where chance moves, g stays the same, and h changes as g and the weights say: h = weight - g + h of the next
(`moves_keep`). By the other's moves g does not fall, and where it stays the same h is at most that
(`no_move_is_better`). Take h - K g for h, with K so large that this is at most that by moves where g rises, too. So the
weights of t steps sum on average to at least t g at the start, less what bounds this h; the average is at least g in
the long run. Player 1 keeps it from being more in the same way.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core import checking as common
from graphgames.core.chance import CHANCE
from graphgames.core.checking import MalformedClaimError, Verdict, verdict
from graphgames.core.report import Report
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import Infinite, written
from graphgames.games.weighted.checker import WeightedClaim, winner_has_the_threshold


class GainClaim(WeightedClaim):
    """The claim that certain numbers are the long-run averages."""

    objectives = ("mean-payoff",)
    with_chance = True

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        assert self.given is not None
        if any(isinstance(one, Infinite) for one in self.given.tolist()):
            raise MalformedClaimError("a value is infinite, and no average is")
        self.gain: NDArray[Any] = self.given
        objective, given = cast("Any", self.game.objective), cast("Any", solution.certificate).bias
        self.bias = self.exact("the bias", given, (Fraction,))
        self.by_chance = np.asarray(self.arena.owner == CHANCE)
        _, weight = objective.payoffs(self.game.arena)
        heads = self.arena.successors
        self.rise = self.gain[heads] - self.gain[self.tails]
        self.more = weight.astype(object) - self.gain[self.tails] + self.bias[heads] - self.bias[self.tails]


def moves_stand_where_needed(claim: GainClaim) -> Verdict:
    """Check that moves, along edges, stand where a player is to move, and nowhere else."""
    right = np.where(claim.by_chance, claim.moves < 0, claim.has_move)
    expected = ("an edge", "no move")
    return verdict(
        claim.all,
        right,
        lambda v: f"the strategy has the move {int(claim.moves[v])}; expected {expected[int(claim.by_chance[v])]}",
    )


def moves_keep(claim: GainClaim) -> Verdict:
    """Check that gain and bias are what the strategy's move, or chance on average, makes of those of the next."""
    likely = claim.arena.probability
    level, even = np.asarray(claim.rise == 0, np.bool_), np.asarray(claim.more == 0, np.bool_)
    right = claim.some(claim.chosen & level & even)
    if likely is not None:
        weight = likely.astype(object)
        means = [claim.reduce(np.add, weight * one, 0) == 0 for one in (claim.rise, claim.more)]
        right = np.where(claim.by_chance, np.asarray(means[0] & means[1], np.bool_), right)
    return verdict(
        claim.all,
        right,
        lambda v: f"the value is {written(claim.gain[v])}, but the next ones make another, or the bias does not fit",
    )


def no_move_is_better(claim: GainClaim) -> Verdict:
    """Check that no move raises the gain, or keeps it and raises the bias, for whoever moves."""
    sign = np.where(claim.minimal, -1, 1)[claim.tails]
    better = (sign * claim.rise > 0) | ((claim.rise == 0) & (sign * claim.more > 0))
    bad = claim.some(np.asarray(better, np.bool_))
    return verdict(
        ~claim.by_chance,
        ~bad,
        lambda v: f"the value is {written(claim.gain[v])}, but {claim.mover(v)} has a better move by gain or bias",
    )


CONDITIONS = (moves_stand_where_needed, winner_has_the_threshold, moves_keep, no_move_is_better)


@common.certificates_of("gain-bias")
def check_gains(solution: ArenaSolution) -> Report:
    """Check a solution of a mean payoff game with chance: every value, and both players' moves."""
    return common.examine(GainClaim, CONDITIONS, solution)
