"""Checks total payoff games: every value, in one pass over the edges, in exact numbers.

Why it suffices. Write y for the value of the vertex where the play is. While player 0 keeps to her moves the sum is at
least the value at the start less y, by `sums_do_not_fall`: if it exceeds that again and again, it grows without end;
else alpha never rises from some point on, and y > 0 would lower it, so that y is at most 0 for ever and the sum at
least the value. While player 1 keeps to his, the sum is at most the value at the start less y; if it is less again and
again it falls without end; else beta falls until y is at least 0, again and again, and there the sum is at most the
value. From an infinite value the play never comes to another, and a potential shows that the sum grows with the steps.
"""

from __future__ import annotations

import numpy as np

from graphgames.core import checking as common
from graphgames.core.checking import Mask, Verdict
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import largest, sized
from graphgames.games.weighted.checker import WeightedClaim, guaranteed, winner_has_the_threshold


class TotalClaim(WeightedClaim):
    """The claim that certain numbers are the values of a total payoff game, with ranks."""

    objectives = ("total-payoff",)

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        proof, (y, parts) = self.proof, self.multiples()
        say = f"the value is {{}}; expected a multiple of 1/{self.denominator}"
        self.refuse(np.asarray(parts != 1, np.bool_), lambda v: say.format(self.shown_value(v)))
        self.scale: int = proof.scale
        ranks = proof.bound, proof.alpha, proof.beta
        limit = 4 * self.scale * (largest(self.weight) + 1) + 2 * largest(*ranks) + 4 * largest(y)
        self.weight, self.y, self.bound, self.alpha, self.beta = sized(limit, self.weight, y, *ranks)

    def kept(self, player: int) -> Mask:
        """Return the edges by which a player's guarantee is kept."""
        tails, heads, sign = self.tails, self.arena.successors, 1 - 2 * player
        before, after = sign * self.sign[tails], sign * self.sign[heads]
        slack = sign * (self.weight + self.y[heads] - self.y[tails])
        if player == 0:
            falls = self.alpha[tails] >= self.alpha[heads] + (self.y[tails] > 0)
        else:
            falls = (self.y[tails] >= 0) | (self.beta[tails] > self.beta[heads])
        finite = (after > 0) | ((after == 0) & ((slack > 0) | ((slack == 0) & falls)))
        rises = self.bound[tails] < self.bound[heads] + sign * self.scale * self.weight
        return np.asarray(np.where(before > 0, (after > 0) & rises, finite), np.bool_)


def sums_do_not_fall(claim: TotalClaim) -> Verdict:
    """Check that player 0's moves keep the sum from ending below the value."""
    return guaranteed(claim, 0, "the sum can become less, or the ranks do not prove otherwise")


def sums_do_not_rise(claim: TotalClaim) -> Verdict:
    """Check that player 1's moves keep the sum from ending above the value."""
    return guaranteed(claim, 1, "the sum can become more, or the ranks do not prove otherwise")


TOTAL = (common.moves_are_edges, winner_has_the_threshold, sums_do_not_fall, sums_do_not_rise)
check_total = common.checker("total-ranks", TotalClaim, TOTAL)
