"""Checks expected rewards that count only if the target is reached, in one pass over the edges of each layer.

The value for a vertex and an amount x that was collected is claimed to be ``V(s, x)``, a table up to the bound B, and
``V(s, B) + slope(s) * (x - B)`` from there on. Two numbers so stand for all amounts from B on: the value at B and the
slope, and an edge is worth no less for all of them if neither is less (`layers_are_the_best`).

*Not more.* Let Min keep to his moves. V is nowhere negative, at the target what was collected, and nowhere less than
what Max can make of the V of the next; the value is the least of which that is true.

*Not less, below the bound*, if it is right beyond. As for the probability to reach a target: the difference of V and
the value is largest on a set that the play does not leave, where each step keeps V; there the rank falls for ever
(`layer_ranks_fall`), since where something is collected the amount rises.

*Not less, from the bound on.* Max reaches the target from all vertices of a positive slope with a probability of at
least some c > 0 (`hopes_are_right`), so the value is at least c x, and at least some part k of V, the largest such k.
Let Max make her moves until the amount exceeds a large K, and then go for the target. In any n steps in which Min makes
no move that is worse for him than V the play ends with some probability, since ranks fall. So a play that comes to K
has made a number of such moves in proportion to K, unless its probability falls exponentially with K; and each raises
the mean of V by at least some constant. So the mean of V where the play comes to K is at most a constant times what
Min gave away. From this follows that the value is at least k' V with a k' > k, if k < 1; and so k is 1.

*Infinite values.* Max collects for ever with positive probability, as in `reward_checker`, and may go to the target
from wherever she is, with a probability of at least c, once she has collected as much as she likes.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core import checking as common
from graphgames.core.checking import MalformedClaimError, Mask, Verdict, verdict
from graphgames.core.report import Report
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import integers, written
from graphgames.games.chance.reward_checker import (
    Ratios,
    RewardClaim,
    infinite_values_are_right,
    players_have_moves,
    winners_are_right,
)


class LayerClaim(RewardClaim):
    """The claim that certain numbers are the expected rewards, for each amount that was collected before."""

    conventions = ("zero",)

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        certificate = cast("Any", solution.certificate)
        amount, scale = integers(cast("Any", self.game.objective).rewards(self.arena))
        self._compared: dict[int, tuple[NDArray[np.int8], NDArray[np.int8]]] = {}
        common = int(np.gcd.reduce(amount)) or 1
        self.amount, self.common, self.scale = amount // common, common, scale
        self.hope = self._row(certificate.hope)
        self.bound = len(certificate.layers) - 1
        if self.bound < 1:
            raise MalformedClaimError("the certificate has less than two layers")
        self.moves_at = [self.integers("a move", one.moves, -1, self.arena.n - 1) for one in certificate.layers]
        self.rank_at = [self._row(one.rank) for one in certificate.layers]
        self.slope = self._ratios("a slope", certificate.slope)
        rows = [self._ratios("a value of a layer", one.value) for one in certificate.layers]
        self.tops, self.bottoms = np.array([one.top for one in rows]), np.array([one.bottom for one in rows])
        if min(self.tops.min(initial=0), self.slope.top.min(initial=0)) < 0:
            raise MalformedClaimError("a value of a layer, or a slope, is negative")

    def _ratios(self, what: str, given: Any) -> Ratios:
        """Return exact numbers of the vertices, 0 where the value is infinite, which no layer speaks of."""
        row = self.exact(what, given, self.game.objective.value_types)
        row[self.infinite] = 0
        pair = np.empty((2, self.arena.n), object)
        pair[0], pair[1] = [one.numerator for one in row], [one.denominator for one in row]
        return Ratios(*pair)

    def layer(self, x: int) -> Ratios:
        """Return the values of a layer."""
        return Ratios(self.tops[x], self.bottoms[x])

    def worth_at(self, x: int) -> Ratios:
        """Return what each edge is worth in a layer; for the last one, at the bound."""
        heads = self.arena.successors
        within = np.minimum(self.amount, self.bound - x)  # the sum of x and an amount may need more than 64 bits
        row, beyond, slope = (x + within).astype(np.int64), self.amount - within, self.slope.take(heads)
        top, bottom = self.tops[row, heads], self.bottoms[row, heads]
        return Ratios(top * slope.bottom + beyond * slope.top * bottom, bottom * slope.bottom)

    def compared(self, x: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Return 1, 0 or -1 as an edge, and as the mean at a vertex, is worth more than the vertex, the same, or less.

        That is in a layer, or by the slopes for the number behind the last one. An edge to where the value is infinite
        is worth more.
        """
        if x not in self._compared:
            slopes = x > self.bound
            here, worth = (
                (self.slope, self.slope.take(self.arena.successors)) if slopes else (self.layer(x), self.worth_at(x))
            )
            self._compared[x] = self.compared_with(here, worth)
        return self._compared[x]

    def tight(self, x: int) -> Mask:
        """Return the edges that keep the value of a layer, or the slope."""
        return np.asarray(self.compared(x)[0] == 0)

    def chosen_at(self, x: int) -> Mask:
        """Return the edges that the moves of a layer take."""
        return np.asarray(self.arena.successors == self.spread(self.moves_at[x]))

    def going(self) -> Mask:
        """Return where the play goes on, and the value is finite."""
        return ~self.over & ~self.infinite


def values_are_of_the_first_layer(claim: LayerClaim) -> Verdict:
    """Check that the values and the moves of a play that begins are those of the first layer."""
    first = Ratios(claim.tops[0] * claim.common, claim.bottoms[0] * claim.scale)
    given = [0 if lost else one for one, lost in zip(claim.given, claim.infinite.tolist(), strict=True)]
    pair = np.empty((2, claim.arena.n), object)
    pair[0], pair[1] = [one.numerator for one in given], [one.denominator for one in given]
    moves = claim.moves == claim.moves_at[0]
    return verdict(
        ~claim.infinite,
        np.asarray(Ratios(*pair).above(first) == 0) & moves,
        lambda v: f"the value {written(claim.given[v])}, or the move, is not that of the first layer",
    )


def ends_are_right(claim: LayerClaim) -> Verdict:
    """Check that the target is worth what was collected, and another end nothing.

    No end is worth infinitely much then: the target, since its layers would say 0; another, since it has no hope.
    """
    amounts = np.arange(claim.bound + 1)[:, None].astype(object)
    wanted = np.where(claim.target, amounts, 0)
    right = np.asarray(claim.tops == wanted * claim.bottoms, np.bool_).all(axis=0)
    right &= np.asarray(claim.slope.top == claim.target * claim.slope.bottom, np.bool_)
    return verdict(claim.over, right, lambda v: "the play is over here, but a layer has another value")


def hopes_are_right(claim: LayerClaim) -> Verdict:
    """Check that Max reaches the target with positive probability wherever something is to be had."""
    heads = claim.arena.successors
    good = (claim.hope[heads] >= 0) & (claim.hope[heads] < claim.spread(claim.hope))
    right = np.where(claim.owner == 1, ~claim.some(~good) & ~claim.dead_end, claim.some(good))
    needed = claim.infinite | np.asarray(claim.slope.top > 0, np.bool_)
    return verdict(
        ~claim.target & ((claim.hope >= 0) | needed),
        right,
        lambda v: "the steps to the target with positive probability do not become fewer",
    )


def layers_are_the_best(claim: LayerClaim) -> Verdict:
    """Check that a value is what the move, and the best move, or the mean makes of the next ones, in each layer."""
    right, maximal = claim.all.copy(), claim.spread(claim.owner == 0)
    for x in range(claim.bound + 2):
        better, mean = claim.compared(x)
        best = ~claim.some(np.where(maximal, better > 0, better < 0))
        right &= np.where(claim.chance, mean == 0, best)
        if x <= claim.bound:  # beyond the bound the same edge keeps the value and the slope
            kept = claim.tight(x) & (claim.tight(x + 1) | (x < claim.bound))
            right &= claim.chance | claim.some(claim.chosen_at(x) & kept)
    return verdict(claim.going(), right, lambda v: "the values of a layer are not what the next ones make")


def layer_ranks_fall(claim: LayerClaim) -> Verdict:
    """Check that a step that keeps a positive value collects something, or makes progress."""
    right, heads = claim.all.copy(), claim.arena.successors
    positive = np.asarray(claim.slope.top > 0, np.bool_)
    for x, rank in enumerate(claim.rank_at):
        # beyond the bound no play collects for ever, since V would fall
        later = np.asarray(claim.amount > 0, np.bool_) & (x < claim.bound)  # equivalent mutant
        falls = later | (rank[heads] < claim.spread(rank))
        tight = claim.tight(x)
        max_moves = claim.some(claim.chosen_at(x) & tight & falls)
        by_player = np.where(claim.owner == 0, max_moves, ~claim.some(tight & ~falls))
        some = positive if x == claim.bound else np.asarray(claim.tops[x] > 0, np.bool_)
        right &= np.where(claim.chance, claim.some(falls), by_player) | ~some
        if x == claim.bound:
            right &= positive | np.asarray(claim.tops[x] == 0, np.bool_)
    return verdict(claim.going(), right, lambda v: "a step keeps the value of a layer, and makes no progress")


CONDITIONS = (
    players_have_moves,
    winners_are_right,
    values_are_of_the_first_layer,
    ends_are_right,
    hopes_are_right,
    layers_are_the_best,
    layer_ranks_fall,
    infinite_values_are_right,
)


@common.certificates_of("reward-layers")
def check_layers(solution: ArenaSolution) -> Report:
    """Check a solution of a game whose rewards count only if the target is reached: every value, and the moves."""
    return common.examine(LayerClaim, CONDITIONS, solution)
