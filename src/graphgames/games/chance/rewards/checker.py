"""Checks expected rewards until a target, in one pass over the edges, in whole numbers and fractions.

Why it suffices. A finite value is claimed to lie between ``low`` and ``high``, which are the same where it is exact.

*Not more than high.* Let Min keep to his moves. No step is worth more than ``high`` then, rewards included
(`high_is_enough`), so what is collected in however many steps is not more on average. If a play that misses the target
is worth infinitely much, Min must come there almost surely, too: steps that are worth less than ``high`` by some amount
are few on average, since ``high`` would sink below 0; and where the others are worth just that the rank falls, so that
the target comes in n of them with a probability that is bounded from below.

*Not less than low.* Let Max keep to her moves. No step is worth less than ``low`` then (`low_is_kept`), so that many
steps collect ``low`` on average, less what ``low`` is where they lead. If a play that misses the target is worth
infinitely much, the other plays come to the target, where ``low`` is 0. Otherwise let Min make the moves that are best
against hers, and look at the vertices where ``low`` exceeds the expectation by most: no step leaves them, and all keep
``low``; there the rank falls for ever, which cannot be, unless ``low`` is 0.

*Infinite values.* By induction on the rank (`infinite_values_are_right`): Max keeps the play where the rank never
rises; either it falls with positive probability, or it stays for ever where the target is not, and, if plays keep what
they collect, comes to a reward again and again.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core import checking as common
from graphgames.core.checking import Claim, MalformedClaimError, Mask, Verdict, verdict
from graphgames.core.exact import Ratios, both_ends, in_one_unit
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import INFINITY, ends, integers, written


class RewardClaim(Claim):
    """The claim that certain numbers are the expected rewards."""

    objectives = ("expected-reward",)
    with_chance = True
    conventions: tuple[str, ...] = ("inf", "continue")
    """Which conventions for plays that miss the target the certificate can prove."""

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        if solution.vertex_values is None:
            raise MalformedClaimError("the solution has no values to prove")
        objective = cast("Any", self.game.objective)
        if objective.unreached not in self.conventions:
            proof = solution.certificate.kind
            raise MalformedClaimError(
                f"a certificate of kind {proof!r} proves nothing where unreached is {objective.unreached!r}"
            )
        several, which = self.different("the solution's value", solution.vertex_values)
        self.given = np.fromiter(several, object, len(several))[which].tolist()
        pairs = [ends(one) for one in several]
        if any(low < 0 for low, _ in pairs):
            raise MalformedClaimError("a value is negative, and no reward is")
        self.target, self.must_reach = objective.mask, objective.unreached == "inf"
        self.infinite = np.array([high == INFINITY for _, high in pairs], np.bool_)[which]
        rewards, (low, high) = Ratios(*integers(objective.rewards(self.arena))), both_ends(pairs)
        lower = low.take(which)
        upper = lower if high is low else high.take(which)
        self.reward, self.low, self.high = in_one_unit(self.whole, rewards, lower, upper)
        self.rank: NDArray[np.int64] = self.proof.rank
        self.step: NDArray[np.int64] = self.proof.step

    @cached_property
    def terminal(self) -> Mask:
        return np.asarray(self.target | self.dead_end)

    @cached_property
    def to_infinity(self) -> Mask:
        """The edges to where the value is infinite."""
        return np.asarray(self.infinite[self.arena.successors])

    @cached_property
    def falls(self) -> Mask:
        """The edges along which the rank falls."""
        return np.asarray(self.rank[self.arena.successors] < self.spread(self.rank))

    @cached_property
    def by_end(self) -> tuple[Any, Any]:
        """What `compared` says of the lower ends, and of the upper ones."""
        return self.both_ends(lambda numbers: self.compared(numbers, self.edge_values(numbers)))

    def edge_values(self, numbers: Ratios) -> Ratios:
        """Return the value of each edge: its reward, and the number of its head."""
        return numbers.take(self.arena.successors).plus(self.reward)

    def compared(self, here: Ratios, edge_values: Ratios) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Return what the base class does; an edge to where the value is infinite is worth more."""
        edges, mean = super().compared(here, edge_values)
        one = np.int8(1)
        return np.where(self.to_infinity, one, edges), np.where(self.some(self.to_infinity), one, mean)

    def kept(self, player: int) -> Mask:
        """Return where a player keeps the end of the values that he is to keep, and makes progress if he must."""
        edges, mean = self.by_end[player]
        sign, goes_on = 1 - 2 * player, self.falls | (self.must_reach != bool(player))
        good = (sign * edges > 0) | ((edges == 0) & goes_on)
        by_chance = (sign * mean > 0) | ((mean == 0) & self.some(goes_on))
        return np.where(self.chance, by_chance, self.follows(good, player))


def winners_are_right(claim: RewardClaim) -> Verdict:
    """Check that player 0 is said to win where the value is infinite, and player 1 elsewhere."""
    return verdict(
        claim.all,
        claim.winner == ~claim.infinite,
        lambda v: f"the winner is {int(claim.winner[v])}, but the value is {written(claim.given[v])}",
    )


def ends_are_right(claim: RewardClaim) -> Verdict:
    """Check that a play that is over is worth nothing more, or infinitely much if it has missed the target."""
    missed = claim.must_reach & ~claim.target
    right = np.where(missed, claim.infinite, ~claim.infinite & np.asarray(claim.high.top == 0, np.bool_))
    return verdict(
        claim.terminal, right, lambda v: f"the play is over here, but the value is {written(claim.given[v])}"
    )


def high_is_enough(claim: RewardClaim) -> Verdict:
    """Check that no step is worth more than the upper end: Min's move, all of Max's, and the mean of chance.

    Where Min must come to the target, the rank must fall by steps that are worth just that.
    """
    return verdict(
        ~claim.terminal & ~claim.infinite,
        claim.kept(1),
        lambda v: f"the value is {written(claim.given[v])}, but a step is worth more, or makes no progress",
    )


def low_is_kept(claim: RewardClaim) -> Verdict:
    """Check that no step is worth less than the lower end: Max's move, all of Min's, and the mean of chance.

    Where Max must go on collecting, the rank must fall by steps that are worth just that. Where the value is infinite
    nothing is to be asked: a step leads to where it is, too, and so is worth more.
    """
    return verdict(
        ~claim.terminal & np.asarray(claim.low.top > 0, np.bool_),
        claim.kept(0),
        lambda v: f"the value is {written(claim.given[v])}, but a step is worth less, or makes no progress",
    )


def infinite_values_are_right(claim: RewardClaim) -> Verdict:
    """Check that Max goes to smaller ranks, or keeps the play at those that are not larger."""
    heads, rank = claim.arena.successors, claim.spread(claim.rank)
    lower = claim.to_infinity & claim.falls
    kept = claim.to_infinity & (claim.rank[heads] <= rank)
    collects = lower | (claim.step[heads] < claim.spread(claim.step)) | np.asarray(claim.reward.top > 0, np.bool_)
    good = kept & (collects | claim.must_reach)
    by_chance = claim.some(lower) | (~claim.some(~kept) & claim.some(good))
    return verdict(
        claim.infinite & ~claim.terminal,
        np.where(claim.chance, by_chance, claim.follows(good, 0)),
        lambda v: f"the value is infinite, but the rank {claim.rank[v]} does not prove it",
    )


CONDITIONS = (
    common.players_have_moves,
    winners_are_right,
    ends_are_right,
    high_is_enough,
    low_is_kept,
    infinite_values_are_right,
)
check_rewards = common.checker("reward-ranks", RewardClaim, CONDITIONS)
