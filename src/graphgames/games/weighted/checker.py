"""Checks energy, mean payoff and discounted games: every value, in one pass over the edges, in exact numbers.

Why it suffices. *Energy.* Player 0 keeps at least the credit of the vertex where the play is, by `credits_suffice`, so
the energy never falls below 0. Against a smaller credit x, player 1 watches ``bound - scale * x``, which is positive to
begin with (`credits_are_least`) and rises at every step (`bounds_rise`). While the energy is not negative it stays
below the largest bound; so the energy becomes negative in the end. From an infinite credit the play never comes to a
finite one, and there the same holds for every x. With a cap he does so by the bounds of the layer of the vertex, in
which ``bound - scale * x`` is positive even with all that can be stored where no credit is enough
(`layers_prove_the_credits`); it rises until the play comes to a layer before (`bounds_rise_in_layers`), where that
begins again, and there are finitely many. Or every step of a list says that less than a credit is too little because of
the steps before it (`lifts_follow`).

*Mean payoff.* Along a play in which player 0 keeps to her moves the value never falls, by `values_never_fall`, so it is
constant from some point on, p / q; from there a sum of k weights, times q, is at least k p and the difference of two
potentials. In the long run the average is at least p / q, which is at least the value at the start. Player 1 keeps it
from being more by `values_never_rise`. Where the value is infinite the potential rises, or falls, at every step, so
that the play stops, and where it stops who should move has lost (`who_is_stuck_has_lost`).

*Discounted payoff.* A value is claimed to lie between ``low`` and ``high``, which are the same where it is exact. Let
player 1 keep to his moves. No step is worth more than ``high`` then (`no_step_is_worth_more`), so neither are t steps
and the discounted ``high`` where they lead, which tends to what the play is worth, since discounts are below 1, or come
to be on average, where chance moves. So the play is not worth more than ``high``, and with player 0's moves not less
than ``low`` (`no_step_is_worth_less`).

Each condition looks once at each edge: O(n + m).
"""

from __future__ import annotations

from functools import cached_property
from math import inf
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core import checking as common
from graphgames.core.checking import Claim, MalformedClaimError, Mask, Verdict, verdict
from graphgames.core.exact import Ratios, both_ends
from graphgames.core.oracle import DRAW
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import Bracket, Brackets, Infinite, ends, integers, largest, narrowed, quoted, sized


class WeightedClaim(Claim):
    """A claim about a game with weights, over the arena whose dead ends have loops, and weights as integers."""

    brackets: bool = False
    """Whether the certificate can prove brackets."""

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        objective = cast("Any", self.game.objective)
        if self.value is None:
            raise MalformedClaimError("the solution has no values to prove")
        self.given: NDArray[Any] = self.value
        if not self.brackets and any(isinstance(one, Bracket) for one in self.given.tolist()):
            proof = solution.certificate.kind
            raise MalformedClaimError(f"a certificate of kind {proof!r} proves exact values, and some are brackets")
        self.stuck = np.asarray(self.arena.out_degree == 0)
        stray = self.stuck & (self.moves >= 0)
        self.refuse(stray, lambda v: f"{self.mover(v)} has no move here, but the strategy has {self.move_of(v)}")
        self.moves = np.where(self.stuck, np.arange(self.arena.n, dtype=np.int32), self.moves)
        self.arena, exact = objective.payoffs(self.arena)
        self.weight, self.denominator = integers(exact)

    @property
    def minimal(self) -> Mask:
        """The vertices of player 1."""
        return np.asarray(self.owner == 1)

    @cached_property
    def sign(self) -> NDArray[np.int8]:
        """1 and -1 where the value is infinite, for player 0 or 1; 0 elsewhere."""
        return np.array([one.sign if isinstance(one, Infinite) else 0 for one in self.given.tolist()], np.int8)

    def multiples(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the values' numerators and denominators times the common denominator of the weights; 0 if infinite."""
        exact = [0 if isinstance(one, Infinite) else one for one in self.given.tolist()]
        if self.denominator != 1:
            exact = [one * self.denominator for one in exact]
        return narrowed(one.numerator for one in exact), narrowed(one.denominator for one in exact)

    def shown_value(self, v: int) -> str:
        """Return the value of a vertex, for a message."""
        return quoted(self.given[v])


# Energy.


class CreditClaim(WeightedClaim):
    """The claim that certain credits are the least."""

    objectives = ("energy",)

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        self.lost: Mask = self.sign != 0
        credit, parts = self.multiples()
        say = f"the credit is {{}}; expected a multiple of 1/{self.denominator} from 0 on, or infinity"
        self.refuse((self.sign < 0) | (credit < 0) | (parts != 1), lambda v: say.format(self.shown_value(v)))
        cap = cast("Any", self.game.objective).cap
        self.cap = None if cap is None else int(cap * self.denominator // 1)
        if self.cap is not None:
            above = np.asarray(credit > self.cap, np.bool_)
            self.refuse(
                above, lambda v: f"the credit is {self.shown_value(v)}, but at most {quoted(cap)} can be stored"
            )
        self.weight, self.credit = sized(largest(self.weight) + largest(credit), self.weight, credit)

    @cached_property
    def stays_finite(self) -> Mask:
        """The edges that do not lead to an infinite credit."""
        return ~self.lost[self.arena.successors]


class EnergyClaim(CreditClaim):
    """The claim that certain credits are the least, with bounds."""

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        if self.cap is not None:
            raise MalformedClaimError("these bounds prove nothing about a game with a cap")
        self.scale: int = self.proof.scale
        bound = self.proof.bound
        limit = 4 * self.scale * (largest(self.weight, self.credit) + 1) + 2 * largest(bound)
        self.weight, self.credit, self.bound = sized(limit, self.weight, self.credit, bound)


def winner_has_a_credit(claim: CreditClaim) -> Verdict:
    """Check that player 0 wins where the credit is finite, and player 1 elsewhere."""
    return verdict(
        claim.all, claim.winner == claim.lost, lambda v: f"{claim.wins(v)}, but the credit is {claim.shown_value(v)}"
    )


def credits_suffice(claim: CreditClaim) -> Verdict:
    """Check that what is left of a credit is the credit of the next vertex."""
    left = claim.credit[claim.tails] + claim.weight >= claim.credit[claim.arena.successors]
    good = claim.stays_finite & np.asarray(left, np.bool_)

    def say(v: int) -> str:
        own = f"{claim.step_of(v, 0)} of {claim.game.players[0]}"
        how = f"{claim.mover(v)} has a move that" if claim.minimal[v] else own
        return f"the credit is {claim.shown_value(v)}, but {how} leaves too little"

    return verdict(~claim.lost, claim.follows(good, 0), say)


def credits_are_least(claim: EnergyClaim) -> Verdict:
    """Check that the bound proves each credit: one less times the scale is below it."""
    right = (claim.credit == 0) | (claim.bound > (claim.credit - 1) * claim.scale)
    return verdict(
        ~claim.lost,
        np.asarray(right, np.bool_),
        lambda v: (
            f"the credit is {claim.shown_value(v)}, but the bound is {quoted(claim.bound[v])} "
            f"with the scale {quoted(claim.scale)}, which does not prove that less is too little"
        ),
    )


def bounds_rise(claim: EnergyClaim) -> Verdict:
    """Check that player 1's move and all of player 0's raise the bound by more than the weight takes."""
    tails, heads = claim.tails, claim.arena.successors
    rises = np.asarray(claim.bound[tails] < claim.bound[heads] - claim.scale * claim.weight, np.bool_)
    good = np.where(claim.lost[tails], claim.lost[heads] & rises, claim.lost[heads] | rises)
    needed = claim.lost | np.asarray(claim.bound > 0, np.bool_)

    def say(v: int) -> str:
        how = f"by {claim.move_of(v)}" if claim.minimal[v] else f"{claim.mover(v)} has a move by which"
        return f"the bound is {quoted(claim.bound[v])}, but {how} it does not rise enough"

    return verdict(needed, claim.follows(good, 1), say)


ENERGY = (common.moves_are_edges, winner_has_a_credit, credits_suffice, credits_are_least, bounds_rise)
check_energy = common.checker("energy-bounds", EnergyClaim, ENERGY)


class LayersClaim(CreditClaim):
    """The claim that certain credits are the least in a game with a cap, with bounds for each layer."""

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        if self.cap is None:
            raise MalformedClaimError("layers prove nothing about a game without a cap")
        self.full = self.cap
        self.scale, rows = cast("int", self.proof.scale), self.proof.bound
        self.layer, self.last = cast("NDArray[np.int64]", self.proof.layer), len(rows) - 1
        limit = 4 * self.scale * (largest(self.weight, self.credit) + self.cap + 1) + 2 * largest(*rows)
        self.weight, self.credit, *self.bound = sized(limit, self.weight, self.credit, *rows)

    def rises(self, k: int) -> Mask:
        """Return where player 1 wins by the bounds of a layer, as long as the play does not come to one before."""
        bound, tails, heads = self.bound[k], self.tails, self.arena.successors
        good = (self.layer[heads] < k) | np.asarray(bound[tails] < bound[heads] - self.scale * self.weight, np.bool_)
        any_move = self.minimal & (self.moves < 0) & self.some(good)
        needed = (self.layer >= k) & np.asarray(bound > 0, np.bool_)
        return np.asarray(~needed | any_move | self.follows(good, 1))


def layers_prove_the_credits(claim: LayersClaim) -> Verdict:
    """Check that the bound in the layer of a vertex proves its credit: less is too little, or all that can be stored.

    Where the credit is finite that is the last layer, so that player 1 wins where the play comes to one before.
    """
    right, last = np.zeros(claim.arena.n, np.bool_), claim.layer == claim.last
    for k, bound in enumerate(claim.bound):
        right |= (claim.layer == k) & claim.lost & np.asarray(bound > claim.scale * claim.full, np.bool_)
    enough = (claim.credit == 0) | (claim.bound[-1] > (claim.credit - 1) * claim.scale)
    return verdict(
        claim.all,
        right | (last & ~claim.lost & np.asarray(enough, np.bool_)),
        lambda v: f"the credit is {claim.shown_value(v)}, but the bounds of layer {claim.layer[v]} do not prove that",
    )


def bounds_rise_in_layers(claim: LayersClaim) -> Verdict:
    """Check that in each layer player 1's move and all of player 0's raise the bound, or lead to a layer before."""
    right = np.logical_and.reduce([claim.rises(k) for k in range(claim.last + 1)], axis=0)
    return verdict(claim.all, right, lambda v: f"by {claim.move_of(v)}, or by some move, a bound does not rise enough")


LAYERS = (common.moves_are_edges, winner_has_a_credit, credits_suffice, layers_prove_the_credits, bounds_rise_in_layers)
check_layers = common.checker("energy-layers", LayersClaim, LAYERS)


class LiftedClaim(CreditClaim):
    """The claim that certain credits are the least, with the steps that lead to them.

    A level is an integer up to the cap, or infinite, for which ``inf`` stands: no integer equals it.
    """

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        levels = [inf if isinstance(one, Infinite) and one.sign > 0 else one for one in self.proof.credit]
        losses = np.maximum(-self.weight, 0)  # no finite least credit exceeds the sum of the largest at each vertex
        self.most = sum(self.reduce(np.maximum, losses, 0).tolist()) if self.cap is None else self.cap
        steps, wrong = list(zip(self.proof.vertex, levels, strict=True)), np.zeros(self.arena.n, np.bool_)
        wrong[[v for v, one in steps if one != inf and not (type(one) is int and 0 < one <= self.most)]] = True
        self.refuse(wrong, lambda v: f"a step does not lift to a credit from 1 to {quoted(self.most)}, or infinity")
        self.free = (self.moves < 0) & (self.cap is not None)
        self.unproved = np.zeros(self.arena.n, np.bool_)
        self.looked = len(steps)
        claimed = np.where(self.lost, inf, self.credit.astype(object)).tolist()
        self.reached = np.array([a == b for a, b in zip(claimed, self._levels(steps), strict=True)], np.bool_)

    def _levels(self, steps: list[tuple[int, float]]) -> list[float]:
        """Return the levels that the steps lead to; one that does not follow from those before it leads to none.

        Where player 1 has a move in the strategy, that move alone counts. With a cap it may depend on the energy which
        of his moves wins; where he has none, all of them count.
        """
        used = np.repeat(~self.minimal | self.free, self.arena.out_degree) | self.chosen
        indptr, heads, weights = self.arena.indptr.tolist(), self.arena.successors.tolist(), self.weight.tolist()
        owner, counts = self.minimal.tolist(), used.tolist()
        level: list[float] = [0] * self.arena.n
        for v, credit in steps:
            needs = []
            for e in range(indptr[v], indptr[v + 1]):
                if counts[e]:
                    after = level[heads[e]]
                    need = after if after == inf else max(after - weights[e], 0)
                    needs.append(need if need <= self.most else inf)
            if not needs or not level[v] < credit <= (max(needs) if owner[v] else min(needs)):
                self.unproved[v] = True
            else:
                level[v] = credit
        return level


def lifts_follow(claim: LiftedClaim) -> Verdict:
    """Check that each step follows from those before it."""
    found = verdict(
        claim.all, ~claim.unproved, lambda v: "a step lifts the credit further than the steps before it allow"
    )
    return found._replace(where=np.broadcast_to(np.True_, claim.looked))


def lifts_reach_the_credits(claim: LiftedClaim) -> Verdict:
    """Check that the credits that are reached are those of the solution."""
    return verdict(
        claim.all, claim.reached, lambda v: f"the credit is {claim.shown_value(v)}, but the steps do not lead to it"
    )


LIFTED = (common.moves_are_edges, winner_has_a_credit, credits_suffice, lifts_follow, lifts_reach_the_credits)
check_lifts = common.checker("energy-lifts", LiftedClaim, LIFTED)


# Mean payoff.


class MeanClaim(WeightedClaim):
    """The claim that certain numbers are the values of a mean payoff game, with potentials."""

    objectives = ("mean-payoff",)

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        self.over = self.stuck & (cast("Any", self.game.objective).dead_ends == "lose")
        p, q = self.multiples()
        low, high = self.proof.low, self.proof.high
        limit = 4 * (largest(q) + 1) * (largest(self.weight, p) + 1) + 2 * largest(low, high)
        self.weight, self.p, self.q, self.low, self.high = sized(limit, self.weight, p, q, low, high)

    @cached_property
    def rises(self) -> NDArray[np.int8]:
        """For each edge 1, 0 or -1: whether the value at its head is larger than at its tail, the same, or smaller."""
        tails, heads = self.tails, self.arena.successors
        after, before = self.p[heads] * self.q[tails], self.p[tails] * self.q[heads]  # which fit, as they are sized
        compared = np.asarray(after > before, np.int8) - np.asarray(after < before, np.int8)
        if not self.sign.any():
            return compared
        rise = self.sign[heads] - self.sign[tails]
        return np.where((rise == 0) & (self.sign[tails] == 0), compared, rise)

    @cached_property
    def change(self) -> NDArray[Any]:
        """What each edge adds to the sum of the weights less the value, times the denominator of the value.

        Where the value is infinite each step counts, so that the play comes to an end.
        """
        added: NDArray[Any] = self.q[self.tails] * self.weight - self.p[self.tails]
        if not self.sign.any():
            return added
        sign = self.sign[self.tails]
        return np.where(sign == 0, added, -sign)

    def kept(self, player: int) -> Mask:
        """Return the edges by which a player's guarantee is kept."""
        potential, enough, above = ((self.low, np.greater_equal, 1), (self.high, np.less_equal, -1))[player]
        bounded = enough(potential[self.arena.successors] + self.change, potential[self.tails])
        found = (self.rises == above) | ((self.rises == 0) & np.asarray(bounded, np.bool_))
        return np.asarray(found | self.over[self.tails] if self.over.any() else found, np.bool_)


def who_is_stuck_has_lost(claim: MeanClaim) -> Verdict:
    """Check that the value is infinite, for the other player, where who should move loses because there is no move."""
    right = claim.sign == np.where(claim.minimal, 1, -1)
    return verdict(
        claim.over, right, lambda v: f"{claim.mover(v)} has no move, but the value is {claim.shown_value(v)}"
    )


def winner_has_the_threshold(claim: Claim) -> Verdict:
    """Check that player 0 wins where the value is at least the threshold, and player 1 where it is less.

    Where a bracket leaves that open nobody is said to win.
    """
    threshold, values = cast("Any", claim.game.objective).threshold, cast("Any", claim.value)
    if isinstance(values, Brackets):
        least = -(-threshold.numerator * values.denominator // threshold.denominator)  # rounded up
        enough, short = np.asarray(values.low >= least), np.asarray(values.high < least)
    else:
        low, high = zip(*map(ends, values.tolist()), strict=True) if claim.arena.n else ((), ())
        rows = [x >= threshold for x in low], [x < threshold for x in high]
        enough, short = (np.array(row, np.bool_) for row in rows)
    return verdict(
        claim.all,
        claim.winner == np.where(enough, 0, np.where(short, 1, DRAW)),
        lambda v: f"{claim.wins(v)}, but the value is {quoted(values[v])} and the threshold {quoted(threshold)}",
    )


def values_never_fall(claim: MeanClaim) -> Verdict:
    """Check that player 0's move and all of player 1's do not lower the value, and that the potential allows for it."""
    return guaranteed(claim, 0, "the play can be worth less, or the potential does not prove otherwise")


def values_never_rise(claim: MeanClaim) -> Verdict:
    """Check that player 1's move and all of player 0's do not raise the value, and that the potential allows for it."""
    return guaranteed(claim, 1, "the play can be worth more, or the potential does not prove otherwise")


def guaranteed(claim: Any, player: int, otherwise: str) -> Verdict:
    """Return the verdict on the edges by which a player's guarantee is kept, where the value is not against him."""
    return verdict(
        (1 - 2 * player) * claim.sign >= 0,
        claim.follows(claim.kept(player), player),
        lambda v: f"the value is {claim.shown_value(v)}, but after {claim.step_of(v, player)} {otherwise}",
    )


MEAN = common.moves_are_edges, who_is_stuck_has_lost, winner_has_the_threshold, values_never_fall, values_never_rise
check_mean = common.checker("mean-potentials", MeanClaim, MEAN)


# Discounted payoff.


class PayoffClaim(WeightedClaim):
    """A claim that certain finite numbers, or brackets, are the values of a game in which chance may move."""

    with_chance = True
    brackets = True

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        given: Any = self.given
        if isinstance(given, Brackets):
            self.low, self.high = Ratios(given.low, given.denominator), Ratios(given.high, given.denominator)
        else:
            pairs = [ends(one) for one in given.tolist()]
            infinite = np.array([any(isinstance(end, Infinite) for end in pair) for pair in pairs], np.bool_)
            self.refuse(infinite, lambda v: "the value is infinite")
            self.low, self.high = both_ends(pairs)
        self.gain = Ratios(self.weight, self.denominator)

    def bounded(self, good: Mask, fair: Mask, player: int, wrong: str) -> Verdict:
        """Return the verdict on good steps by which a player keeps a bound: on average where chance moves."""
        return verdict(
            self.all,
            np.where(self.chance, fair, self.follows(good, player)),
            lambda v: f"the value is {self.shown_value(v)}, but {wrong.format(self.step_of(v, player))}",
        )


class DiscountedClaim(PayoffClaim):
    """The claim that the values of a discounted game are certain numbers, or lie in certain brackets."""

    objectives = ("discounted",)

    def signs(self, numbers: Ratios) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Return 1, 0 or -1 as an edge, and as a mean of edges, is worth more than its vertex, the same, or less."""
        discounts = cast("Any", self.game.objective).discounts(self.game.arena)
        together = isinstance(numbers.bottom, int)
        discount = Ratios(*integers(discounts)) if together else Ratios.of(discounts)
        return self.compared(numbers, self.gain.plus(discount.times(numbers.take(self.arena.successors))))

    @cached_property
    def by_end(self) -> tuple[Any, Any]:
        """What `signs` says of the lower bounds, and of the upper ones."""
        return self.both_ends(self.signs)


def no_step_is_worth_more(claim: DiscountedClaim) -> Verdict:
    """Check that no step is worth more than the upper bound: player 1's move, all of player 0's, and the mean."""
    edges, mean = claim.by_end[1]
    return claim.bounded(edges <= 0, mean <= 0, 1, "{} is worth more")


def no_step_is_worth_less(claim: DiscountedClaim) -> Verdict:
    """Check that no step is worth less than the lower bound: player 0's move, all of player 1's, and the mean."""
    edges, mean = claim.by_end[0]
    return claim.bounded(edges >= 0, mean >= 0, 0, "{} is worth less")


DISCOUNTED = (common.players_have_moves, winner_has_the_threshold, no_step_is_worth_more, no_step_is_worth_less)
check_discounted = common.checker("bellman-equations", DiscountedClaim, DISCOUNTED)
