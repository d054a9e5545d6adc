"""Checks energy, mean payoff and discounted games: every value, in one pass over the edges, in exact numbers.

Why it suffices. *Energy.* Player 0 keeps at least the credit of the vertex where the play is, by `credits_suffice`, so
the energy never falls below 0. Against a smaller credit x, player 1 watches ``bound - scale * x``, which is positive to
begin with (`credits_are_least`) and rises at every step (`bounds_rise`). While the energy is not negative it stays
below the largest bound; so the energy becomes negative in the end. From an infinite credit the play never comes to a
finite one, and there the same holds for every x. With a cap, every step of a list says that less than a credit is too
little because of the steps before it (`lifts_follow`).

*Mean payoff.* Along a play in which player 0 keeps to her moves the value never falls, by `values_never_fall`, so it is
constant from some point on, p / q; from there a sum of k weights, times q, is at least k p and the difference of two
potentials. In the long run the average is at least p / q, which is at least the value at the start. Player 1 keeps it
from being more by `values_never_rise`.

*Discounted payoff.* A value is claimed to lie between ``low`` and ``high``, which are the same where it is exact. Let
player 1 keep to his moves. No step is worth more than ``high`` then (`no_step_is_worth_more`), so neither are t steps
and the discounted ``high`` where they lead, which tends to what the play is worth, since discounts are below 1, or come
to be on average, where chance moves. So the play is not worth more than ``high``, and with player 0's moves not less
than ``low`` (`no_step_is_worth_less`).

Each condition looks once at each edge: O(n + m).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core import checking as common
from graphgames.core.chance import CHANCE
from graphgames.core.checking import Claim, MalformedClaimError, Mask, Verdict, verdict
from graphgames.core.oracle import DRAW
from graphgames.core.report import Failure, Report
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import Bracket, Infinite, ends, integers, narrowed, written

_SAFE = 2**62


class WeightedClaim(Claim):
    """A claim about a game with weights, over the arena whose dead ends have loops, and weights as integers."""

    brackets: bool = False
    """Whether the certificate can prove brackets."""

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        objective = cast("Any", self.game.objective)
        stuck = self.arena.dead_ends
        self.given, exact = self.value, None
        if self.given is None:
            raise MalformedClaimError("the solution has no values to prove")
        if not self.brackets and any(isinstance(one, Bracket) for one in self.given.tolist()):
            kind = solution.certificate.kind
            raise MalformedClaimError(f"a certificate of kind {kind!r} proves exact values, and some are brackets")
        self.arena, exact = objective.payoffs(self.arena)
        self.weight, self.denominator = integers(exact)
        self.moves = self.moves.copy()
        self.stuck = np.zeros(self.arena.n, np.bool_)
        self.stuck[stuck[self.moves[stuck] < 0]] = True
        self.moves[self.stuck] = np.flatnonzero(self.stuck)

    @cached_property
    def minimal(self) -> Mask:
        """The vertices of player 1."""
        return np.asarray(self.arena.owner == 1) if self.arena.n else self.all

    @cached_property
    def tails(self) -> NDArray[np.int32]:
        """The tail of each edge."""
        return self.arena.tails

    def bounds(self, what: str, given: Any) -> NDArray[Any]:
        """Return an array of one integer of any size for each vertex, or raise `MalformedClaimError`."""
        return narrowed(self.exact(what, given, ()).tolist())

    def follows(self, good: Mask, player: int) -> Mask:
        """Return where a player is safe by good edges: by the move of the strategy of hers, by all of the other's."""
        own = self.some(self.chosen & good)
        every = ~self.some(~good)
        return np.where(self.minimal == (player == 1), own, every)

    def whole(self, values: Sequence[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the numerators and denominators of exact values times the common denominator of the weights."""
        exact = [one * self.denominator for one in values]
        return narrowed(one.numerator for one in exact), narrowed(one.denominator for one in exact)

    def move_of(self, v: int) -> str:
        """Return where the strategy goes, as text."""
        return f"the move to {self.label(int(self.moves[v]))}" if self.moves[v] >= 0 else "no move of the strategy"


def _largest(*arrays: NDArray[Any]) -> int:
    """Return the largest absolute value."""
    return max((max(-int(one.min()), int(one.max())) for one in arrays if one.size), default=0)


def _sized(limit: int, *arrays: NDArray[Any]) -> list[NDArray[Any]]:
    """Return arrays as int64 where no number that is computed of them is larger than the limit allows, else objects."""
    kind = np.int64 if limit < _SAFE else object
    return [one.astype(kind, copy=False) for one in arrays]


def moves_are_edges(claim: WeightedClaim) -> Verdict:
    """Check that every move of the strategy is an edge of the arena."""
    return common.moves_are_edges(claim)


# Energy.


class CreditClaim(WeightedClaim):
    """The claim that certain credits are the least."""

    objectives = ("energy",)

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        assert self.given is not None
        self.lost = np.array([isinstance(one, Infinite) for one in self.given], np.bool_)
        finite = [0 if isinstance(one, Infinite) else one for one in self.given.tolist()]
        credit, parts = self.whole(finite)
        below = np.array([isinstance(one, Infinite) and one.sign < 0 for one in self.given], np.bool_)
        bad = np.flatnonzero(below | (credit < 0) | (parts != 1))
        if bad.size:
            say = f"the credit is {{}}; expected a multiple of 1/{self.denominator} from 0 on, or infinity"
            faults = [Failure(v, self.at(v, say.format(self.given[v]))) for v in bad[: common.LIMIT].tolist()]
            raise MalformedClaimError(faults, self.arena.n, bad.size)
        self.credit = credit

    @cached_property
    def stays_finite(self) -> Mask:
        """The edges that do not lead to an infinite credit."""
        return ~self.lost[self.arena.successors]


class EnergyClaim(CreditClaim):
    """The claim that certain credits are the least, with bounds."""

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        certificate = cast("Any", solution.certificate)
        if cast("Any", self.game.objective).cap is not None:
            raise MalformedClaimError("these bounds prove nothing about a game with a cap")
        self.scale = certificate.scale
        if type(self.scale) is not int or self.scale < 1:
            raise MalformedClaimError(f"the scale is {self.scale!r}; expected a positive integer")
        bound = self.bounds("bound", certificate.bound)
        limit = 4 * self.scale * (_largest(self.weight, self.credit) + 1) + 2 * _largest(bound)
        self.weight, self.credit, self.bound = _sized(limit, self.weight, self.credit, bound)


def winner_has_a_credit(claim: CreditClaim) -> Verdict:
    """Check that player 0 wins where the credit is finite, and player 1 elsewhere."""
    assert claim.given is not None
    given = claim.given
    return verdict(claim.all, claim.winner == claim.lost, lambda v: f"{claim.wins(v)}, but the credit is {given[v]}")


def credits_suffice(claim: CreditClaim) -> Verdict:
    """Check that what is left of a credit is the credit of the next vertex."""
    left = claim.credit[claim.tails] + claim.weight >= claim.credit[claim.arena.successors]
    good = claim.stays_finite & np.asarray(left, np.bool_)
    who = claim.game.players[0]
    return verdict(
        ~claim.lost,
        claim.follows(good, 0),
        lambda v: (
            f"the credit is {claim.given[v]}, "  # type: ignore[index]
            + (
                f"but {claim.mover(v)} has a move that leaves too little"
                if claim.minimal[v]
                else f"but {claim.move_of(v)} of {who} leaves too little"
            )
        ),
    )


def credits_are_least(claim: EnergyClaim) -> Verdict:
    """Check that the bound proves each credit: one less times the scale is below it."""
    right = (claim.credit == 0) | (claim.bound > (claim.credit - 1) * claim.scale)
    return verdict(
        ~claim.lost,
        np.asarray(right, np.bool_),
        lambda v: (
            f"the credit is {claim.given[v]}, but the bound is {claim.bound[v]} with the scale {claim.scale}, "  # type: ignore[index]
            "which does not prove that less is too little"
        ),
    )


def bounds_rise(claim: EnergyClaim) -> Verdict:
    """Check that player 1's move and all of player 0's raise the bound by more than the weight takes."""
    tails, heads = claim.tails, claim.arena.successors
    rises = np.asarray(claim.bound[tails] < claim.bound[heads] - claim.scale * claim.weight, np.bool_)
    good = np.where(claim.lost[tails], claim.lost[heads] & rises, claim.lost[heads] | rises)
    needed = claim.lost | np.asarray(claim.bound > 0, np.bool_)
    return verdict(
        needed,
        claim.follows(good, 1),
        lambda v: (
            f"the bound is {claim.bound[v]}, but {claim.mover(v)} has a move by which it does not rise enough"
            if not claim.minimal[v]
            else f"the bound is {claim.bound[v]}, but by {claim.move_of(v)} it does not rise enough"
        ),
    )


ENERGY = (moves_are_edges, winner_has_a_credit, credits_suffice, credits_are_least, bounds_rise)


@common.certificates_of("energy-bounds")
def check_energy(solution: ArenaSolution) -> Report:
    """Check a solution of an energy game: every least credit, and both players' moves."""
    return common.examine(EnergyClaim, ENERGY, solution)


class LiftedClaim(CreditClaim):
    """The claim that certain credits are the least, with the steps that lead to them."""

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        certificate, cap = cast("Any", solution.certificate), cast("Any", self.game.objective).cap
        indptr, weights = self.arena.indptr.tolist(), self.weight.tolist()
        losses = [max(0, -min(weights[a:b])) for a, b in pairwise(indptr)]
        top = int((sum(losses) if cap is None else cap * self.denominator) // 1) + 1
        steps = list(zip(certificate.vertex, certificate.credit, strict=True))
        owner, heads, level = self.minimal.tolist(), self.arena.successors.tolist(), [0] * self.arena.n
        self.unproved = np.zeros(self.arena.n, np.bool_)
        for v, credit in steps:
            after = ((level[heads[e]], weights[e]) for e in range(indptr[v], indptr[v + 1]))
            needs = [top if one == top else min(max(one - weight, 0), top) for one, weight in after]
            if not level[v] < credit <= (max(needs) if owner[v] else min(needs)):
                self.unproved[v] = True
                break
            level[v] = credit
        said = [top if lost else credit for lost, credit in zip(self.lost.tolist(), self.credit.tolist(), strict=True)]
        self.reached = np.array([a == b for a, b in zip(said, level, strict=True)], np.bool_)
        self.looked = len(steps)


def lifts_follow(claim: LiftedClaim) -> Verdict:
    """Check that each step follows from those before it."""
    found = verdict(
        claim.all, ~claim.unproved, lambda v: "a step lifts the credit further than the steps before it allow"
    )
    return found._replace(where=np.broadcast_to(np.True_, claim.looked))


def lifts_reach_the_credits(claim: LiftedClaim) -> Verdict:
    """Check that the credits that are reached are those of the solution."""
    given = claim.given
    assert given is not None
    return verdict(claim.all, claim.reached, lambda v: f"the credit is {given[v]}, but the steps do not lead to it")


LIFTED = (moves_are_edges, winner_has_a_credit, credits_suffice, lifts_follow, lifts_reach_the_credits)


@common.certificates_of("energy-lifts")
def check_lifts(solution: ArenaSolution) -> Report:
    """Check a solution of an energy game, perhaps with a cap, by the steps that lead to its credits."""
    return common.examine(LiftedClaim, LIFTED, solution)


# Mean payoff.


class MeanClaim(WeightedClaim):
    """The claim that certain numbers are the values of a mean payoff game, with potentials."""

    objectives = ("mean-payoff",)

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        certificate = cast("Any", solution.certificate)
        assert self.given is not None
        self.infinite = np.array([isinstance(one, Infinite) for one in self.given], np.bool_)
        loops = Fraction(_largest(self.weight), self.denominator)  # what it counts to be stuck, if that loses
        numbers = [one.sign * loops if isinstance(one, Infinite) else one for one in self.given.tolist()]
        p, q = self.whole(numbers)
        low, high = self.bounds("low", certificate.low), self.bounds("high", certificate.high)
        limit = 4 * (_largest(q) + 1) * (_largest(self.weight, p) + 1) + 2 * _largest(low, high)
        self.weight, self.p, self.q, self.low, self.high = _sized(limit, self.weight, p, q, low, high)

    @cached_property
    def compared(self) -> NDArray[np.int8]:
        """For each edge 1, 0 or -1: whether the value at its head is larger than at its tail, the same, or smaller."""
        tails, heads = self.tails, self.arena.successors
        after, before = self.p[heads] * self.q[tails], self.p[tails] * self.q[heads]
        return np.asarray(after > before, np.int8) - np.asarray(after < before, np.int8)

    @cached_property
    def change(self) -> NDArray[Any]:
        """What each edge adds to the sum of the weights less the value, times the denominator of the value."""
        added: NDArray[Any] = self.q[self.tails] * self.weight - self.p[self.tails]
        return added


def infinite_values_need_dead_ends(claim: MeanClaim) -> Verdict:
    """Check that a value is infinite only in a game where a player can be stuck, and lose by it."""
    possible = claim.game.arena.dead_ends.size > 0 and cast("Any", claim.game.objective).dead_ends == "lose"
    right = ~claim.infinite | possible
    return verdict(claim.all, right, lambda v: f"the value is {claim.given[v]}, but nobody can lose by being stuck")  # type: ignore[index]


def winner_has_the_threshold(claim: Claim) -> Verdict:
    """Check that player 0 wins where the value is at least the threshold, and player 1 where it is less.

    Where a bracket leaves that open nobody is said to win.
    """
    threshold, values = cast("Any", claim.game.objective).threshold, claim.value
    assert values is not None
    low, high = zip(*map(ends, values.tolist()), strict=True) if claim.arena.n else ((), ())
    enough, short = (np.array(row, np.bool_) for row in ([x >= threshold for x in low], [x < threshold for x in high]))
    return verdict(
        claim.all,
        claim.winner == np.where(enough, 0, np.where(short, 1, DRAW)),
        lambda v: f"{claim.wins(v)}, but the value is {written(values[v])} and the threshold {threshold}",
    )


def values_never_fall(claim: MeanClaim) -> Verdict:
    """Check that player 0's move and all of player 1's do not lower the value, and that the potential allows for it."""
    tails, heads = claim.tails, claim.arena.successors
    kept = np.asarray(claim.low[tails] <= claim.low[heads] + claim.change, np.bool_)
    return _kept(claim, (claim.compared > 0) | ((claim.compared == 0) & kept), 0, "less")


def values_never_rise(claim: MeanClaim) -> Verdict:
    """Check that player 1's move and all of player 0's do not raise the value, and that the potential allows for it."""
    tails, heads = claim.tails, claim.arena.successors
    kept = np.asarray(claim.high[tails] >= claim.high[heads] + claim.change, np.bool_)
    return _kept(claim, (claim.compared < 0) | ((claim.compared == 0) & kept), 1, "more")


def _kept(claim: MeanClaim, good: Mask, player: int, what: str) -> Verdict:
    given = claim.given
    assert given is not None
    own = claim.minimal == (player == 1)
    return verdict(
        claim.all,
        claim.follows(good, player),
        lambda v: (
            f"the value is {given[v]}, but after "
            + (claim.move_of(v) if own[v] else f"a move of {claim.mover(v)}")
            + f" the play can be worth {what}, or the potential does not prove otherwise"
        ),
    )


MEAN = (
    moves_are_edges,
    infinite_values_need_dead_ends,
    winner_has_the_threshold,
    values_never_fall,
    values_never_rise,
)


@common.certificates_of("mean-potentials")
def check_mean(solution: ArenaSolution) -> Report:
    """Check a solution of a mean payoff game: every value, and both players' moves."""
    return common.examine(MeanClaim, MEAN, solution)


# Discounted payoff.


class PayoffClaim(WeightedClaim):
    """A claim that certain finite numbers, or brackets, are the values of a game in which chance may move."""

    with_chance = True
    brackets = True

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        assert self.given is not None
        pairs = [ends(one) for one in self.given.tolist()]
        infinite = [v for v, pair in enumerate(pairs) if any(isinstance(end, Infinite) for end in pair)]
        if infinite:
            faults = [Failure(v, self.at(v, "the value is infinite")) for v in infinite[: common.LIMIT]]
            raise MalformedClaimError(faults, self.arena.n, len(infinite))
        self.low, self.high = np.empty(len(pairs), object), np.empty(len(pairs), object)
        self.low[:], self.high[:] = [low for low, _ in pairs], [high for _, high in pairs]
        self.exact_weight = cast("Any", self.game.objective).payoffs(self.game.arena)[1].astype(object)
        self.chance = np.asarray(self.arena.owner == CHANCE) if self.arena.n else self.all

    def mean(self, numbers: NDArray[Any]) -> NDArray[Any]:
        """Return the sum of probabilities times numbers of the edges of each vertex, times its denominator."""
        if self.arena.probability is None:
            return np.zeros(self.arena.n, object)
        return self.reduce(np.add, self.arena.probability.astype(object) * numbers, 0)

    def kept(self, good: Mask, fair: Mask, player: int) -> Mask:
        """Return where a step is good: by this player's move, all of the other's, and where chance moves on average."""
        return np.where(self.chance, fair, self.follows(good, player))


class DiscountedClaim(PayoffClaim):
    """The claim that the values of a discounted game are certain numbers, or lie in certain brackets."""

    objectives = ("discounted",)

    def signs(self, numbers: NDArray[Any]) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Return 1, 0 or -1 as an edge, and as a mean of edges, is worth more than its vertex, the same, or less."""
        discount = cast("Any", self.game.objective).discounts(self.game.arena)
        after = self.exact_weight + discount * numbers[self.arena.successors]
        whole = 1 if self.arena.denominator is None else self.arena.denominator.astype(object)
        return _signs(after - numbers[self.tails]), _signs(self.mean(after) - whole * numbers)

    @cached_property
    def by_low(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """What `signs` says of the lower bounds."""
        return self.signs(self.low)

    @cached_property
    def by_high(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """What `signs` says of the upper bounds."""
        return self.by_low if np.array_equal(self.low, self.high) else self.signs(self.high)


def _signs(numbers: NDArray[Any]) -> NDArray[np.int8]:
    """Return 1, 0 or -1 for exact numbers as they are positive, 0 or negative."""
    return np.asarray(numbers > 0, np.int8) - np.asarray(numbers < 0, np.int8)


def no_step_is_worth_more(claim: DiscountedClaim) -> Verdict:
    """Check that no step is worth more than the upper bound: player 1's move, all of player 0's, and the mean."""
    edges, mean = claim.by_high
    return _bounded(claim, claim.kept(edges <= 0, mean <= 0, 1), 1, "more")


def no_step_is_worth_less(claim: DiscountedClaim) -> Verdict:
    """Check that no step is worth less than the lower bound: player 0's move, all of player 1's, and the mean."""
    edges, mean = claim.by_low
    return _bounded(claim, claim.kept(edges >= 0, mean >= 0, 0), 0, "less")


def _bounded(claim: DiscountedClaim, right: Mask, player: int, what: str) -> Verdict:
    """Return the verdict on steps that a player keeps from being worth more, or less."""
    given, own = claim.given, claim.minimal == (player == 1)
    assert given is not None

    def say(v: int) -> str:
        step = claim.move_of(v) if own[v] else f"a move of {claim.mover(v)}"
        step = "the mean of the next vertices" if claim.chance[v] else step
        return f"the value is {written(given[v])}, but {step} is worth {what}"

    return verdict(claim.all, right, say)


DISCOUNTED = (moves_are_edges, winner_has_the_threshold, no_step_is_worth_more, no_step_is_worth_less)


@common.certificates_of("bellman-equations")
def check_discounted(solution: ArenaSolution) -> Report:
    """Check a solution of a discounted game: every value, and both players' moves."""
    return common.examine(DiscountedClaim, DISCOUNTED, solution)
