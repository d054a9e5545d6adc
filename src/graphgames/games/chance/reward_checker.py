"""Checks expected rewards until a target, in one pass over the edges, in whole numbers and fractions.

Why it suffices. *Finite values.* The value is what the best move, or the mean of chance, makes of the rewards and the
values of the next vertices (`values_are_the_best`). Let one player keep to his moves, and look at the others' choices
that are best against them, a Markov chain. A difference between the values and the expectations in that chain is
largest on a set that the play does not leave, and where each step keeps the value; there the rank falls for ever
(`ranks_fall`), which cannot be, unless the set has the value 0. If a play that misses the target is worth infinitely
much, the ranks are Min's, and he so reaches the target almost surely; from below the values bound every strategy that
does. Otherwise the ranks are Max's, and from above the values bound all expectations.

*Infinite values.* By induction on the rank (`infinite_values_are_right`): Max keeps the play where the rank never
rises; either it falls with positive probability, or it stays for ever where the target is not, and, if plays keep what
they collect, comes to a reward again and again.
"""

from __future__ import annotations

from functools import cached_property
from math import lcm
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core import checking as common
from graphgames.core.chance import CHANCE
from graphgames.core.checking import Claim, MalformedClaimError, Mask, Verdict, verdict
from graphgames.core.report import Report
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import INFINITY, integers, written

_SAFE = 2**62


class Ratios:
    """Exact numbers of vertices or edges, ``top / bottom``; int64 over 1 where nothing can overflow, else objects.

    Where ``bottom`` is 1 the numbers are integers, in a unit that the claim has chosen.
    """

    def __init__(self, top: NDArray[Any], bottom: Any = 1):
        self.top, self.bottom = top, bottom

    def take(self, places: NDArray[np.integer[Any]]) -> Ratios:
        """Return the numbers at some places."""
        return Ratios(self.top[places], self.bottom if isinstance(self.bottom, int) else self.bottom[places])

    def plus(self, whole: NDArray[Any]) -> Ratios:
        """Return the sums with whole numbers."""
        return Ratios(self.top + whole * self.bottom, self.bottom)

    def above(self, other: Ratios) -> NDArray[np.int8]:
        """Return 1, 0 or -1 as a number is more than the other, the same, or less."""
        left, right = self.top * other.bottom, other.top * self.bottom
        return np.asarray(left > right, np.int8) - np.asarray(left < right, np.int8)


class RewardClaim(Claim):
    """The claim that certain numbers are the expected rewards."""

    objectives = ("expected-reward",)
    with_chance = True
    conventions: tuple[str, ...] = ("inf", "continue")
    """Which conventions for plays that miss the target the certificate can prove."""

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        if self.value is None:
            raise MalformedClaimError("the solution has no values to prove")
        objective, certificate = cast("Any", self.game.objective), cast("Any", solution.certificate)
        if objective.unreached not in self.conventions:
            kind = certificate.kind
            raise MalformedClaimError(
                f"a certificate of kind {kind!r} proves nothing where unreached is {objective.unreached!r}"
            )
        self.given: list[Any] = self.value.tolist()
        self.target, self.must_reach = objective.mask, objective.unreached == "inf"
        self.infinite = np.array([one is INFINITY or one == INFINITY for one in self.given], np.bool_)
        self.owner = np.zeros(self.arena.n, np.uint8) if self.arena.owner is None else self.arena.owner
        self.reward, self.finite = self._in_one_unit(*integers(objective.rewards(self.arena)))
        if self.finite.top.size and self.finite.top.min() < 0:
            raise MalformedClaimError("a value is negative, and no reward is")
        self.rank, self.step = (self._row(getattr(certificate, name)) for name in ("rank", "step"))

    def _row(self, given: Any) -> NDArray[np.int64]:
        row = np.asarray(given)
        if row.shape != (self.arena.n,) or (row.size and row.dtype.kind not in "iu"):
            raise MalformedClaimError(f"the ranks have shape {row.shape}; expected an integer for each vertex")
        return row.astype(np.int64)

    def _in_one_unit(self, reward: NDArray[Any], scale: int) -> tuple[NDArray[Any], Ratios]:
        """Return the rewards as integers, and the values (0 for infinite ones), as multiples of the same unit."""
        values = [0 if lost else one for one, lost in zip(self.given, self.infinite.tolist(), strict=True)]
        tops, bottoms = [one.numerator for one in values], [one.denominator for one in values]
        common = 1
        for bottom in set(bottoms):
            common = lcm(common, bottom)
            if common >= _SAFE:
                break
        else:
            unit = lcm(common, scale)
            whole = [top * (unit // bottom) for top, bottom in zip(tops, bottoms, strict=True)]
            most = max(map(abs, whole), default=0) + int(reward.max(initial=0)) * (unit // scale)
            if most * max(1, int(self.denominator.max(initial=1))) < _SAFE:
                return reward.astype(np.int64) * (unit // scale), Ratios(np.array(whole, np.int64))
        row = np.empty((2, len(values)), object)
        row[0], row[1] = [top * scale for top in tops], bottoms
        return reward.astype(object), Ratios(*row)

    @cached_property
    def denominator(self) -> NDArray[np.int64]:
        """The common denominator of the probabilities at each vertex."""
        return np.ones(self.arena.n, np.int64) if self.arena.denominator is None else self.arena.denominator

    @cached_property
    def over(self) -> Mask:
        """Where a play is over."""
        return np.asarray(self.target | self.dead_end)

    @cached_property
    def chance(self) -> Mask:
        """Where chance moves."""
        return np.asarray(self.owner == CHANCE)

    @cached_property
    def to_infinity(self) -> Mask:
        """The edges to where the value is infinite."""
        return np.asarray(self.infinite[self.arena.successors])

    @cached_property
    def falls(self) -> Mask:
        """The edges along which the rank falls."""
        return np.asarray(self.rank[self.arena.successors] < self.spread(self.rank))

    @cached_property
    def better(self) -> NDArray[np.int8]:
        """For each edge 1, 0 or -1 as it is worth more than the value of its tail, the same, or less."""
        worth = self.finite.take(self.arena.successors).plus(self.reward)
        return np.where(self.to_infinity, np.int8(1), worth.above(self.finite.take(self.arena.tails)))

    @cached_property
    def mean(self) -> NDArray[np.int8]:
        """At each vertex of chance 1, 0 or -1 as the mean of the next is more than the value, the same, or less."""
        found = means(self, self.finite.take(self.arena.successors).plus(self.reward)).above(self.finite)
        return np.where(self.some(self.to_infinity), np.int8(1), found)


def means(claim: Claim, worth: Ratios) -> Ratios:
    """Return the mean of what the edges out of each vertex of chance are worth; any number elsewhere."""
    arena = claim.arena
    if arena.probability is None or arena.denominator is None:
        return Ratios(np.zeros(arena.n, np.int64))
    if isinstance(worth.bottom, int):
        whole = arena.denominator if worth.top.dtype != object else arena.denominator.astype(object)
        return Ratios(claim.reduce(np.add, arena.probability * worth.top, 0), whole * worth.bottom)
    common = claim.reduce(np.lcm, worth.bottom, 1)
    parts = arena.probability * worth.top * (claim.spread(common) // worth.bottom)
    return Ratios(claim.reduce(np.add, parts, 0), arena.denominator.astype(object) * common)


def players_have_moves(claim: RewardClaim) -> Verdict:
    """Check that the strategy has a move, along an edge, wherever a player is to move, and nowhere else."""
    needed = ~claim.over & ~claim.chance
    right = np.where(needed, claim.has_move, claim.moves < 0)
    return verdict(
        claim.all,
        right,
        lambda v: f"the strategy has the move {int(claim.moves[v])}; expected {'an edge' if needed[v] else 'no move'}",
    )


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
    right = np.where(missed, claim.infinite, ~claim.infinite & np.asarray(claim.finite.top == 0, np.bool_))
    return verdict(claim.over, right, lambda v: f"the play is over here, but the value is {written(claim.given[v])}")


def values_are_the_best(claim: RewardClaim) -> Verdict:
    """Check that a finite value is what the move, and the best move, or the mean makes of the next ones."""
    wrong = np.where(claim.spread(claim.owner == 0), claim.better > 0, claim.better < 0)
    right = np.where(claim.chance, claim.mean == 0, claim.some(claim.chosen & (claim.better == 0)) & ~claim.some(wrong))
    return verdict(
        ~claim.over & ~claim.infinite,
        right,
        lambda v: f"the value is {written(claim.given[v])}, but the values of the next vertices make another",
    )


def ranks_fall(claim: RewardClaim) -> Verdict:
    """Check that the rank falls by the moves of who must make progress, all others that keep the value, and chance."""
    kept = claim.better == 0
    moving = claim.some(claim.chosen & kept & claim.falls)
    right = np.where(claim.owner == (1 if claim.must_reach else 0), moving, ~claim.some(kept & ~claim.falls))
    right = np.where(claim.chance, claim.some(claim.falls), right)
    zero = np.asarray(claim.finite.top == 0, np.bool_)
    where = ~claim.over & ~claim.infinite & (claim.must_reach | ~zero)
    return verdict(
        where, right, lambda v: f"the rank is {claim.rank[v]}, but it does not fall along a move where it must"
    )


def infinite_values_are_right(claim: RewardClaim) -> Verdict:
    """Check that Max goes to smaller ranks, or keeps the play at those that are not larger."""
    heads, rank = claim.arena.successors, claim.spread(claim.rank)
    lower = claim.to_infinity & claim.falls
    kept = claim.to_infinity & (claim.rank[heads] <= rank)
    collects = lower | (claim.step[heads] < claim.spread(claim.step)) | np.asarray(claim.reward > 0, np.bool_)
    good = kept & (collects | claim.must_reach)
    by_chance = claim.some(lower) | (~claim.some(~kept) & claim.some(good))
    right = np.where(claim.owner == 0, claim.some(claim.chosen & good), ~claim.some(~good))
    return verdict(
        claim.infinite & ~claim.over,
        np.where(claim.chance, by_chance, right),
        lambda v: f"the value is infinite, but the rank {claim.rank[v]} does not prove it",
    )


CONDITIONS = (
    players_have_moves,
    winners_are_right,
    ends_are_right,
    values_are_the_best,
    ranks_fall,
    infinite_values_are_right,
)


@common.certificates_of("reward-ranks")
def check_rewards(solution: ArenaSolution) -> Report:
    """Check a solution of a game with expected rewards: every value, and both players' moves."""
    return common.examine(RewardClaim, CONDITIONS, solution)
