"""Checks expected rewards that count only if the target is reached, in one pass over the edges of each layer.

The value for a vertex and an amount x that was collected is claimed to lie between ``low(s, x)`` and ``high(s, x)``,
which are the same where it is exact. Each is a table up to the bound B, and ``low(s, B) + slope(s) * (x - B)`` from
there on, with a slope of its own. Two numbers so stand for all amounts from B on: the one at B and the slope, and an
edge is worth no less for all of them if neither is less (`high_is_enough`, `low_is_kept`).

*Not more than high.* Let Min keep to his moves. ``high`` is nowhere negative, at the target what was collected, and
nowhere less than what Max can make of the ``high`` of the next; the value is the least of which that is true.

*Not less than low, below the bound*, if it is right beyond. As for the probability to reach a target: the difference of
``low`` and the value is largest on a set that the play does not leave, where each step keeps ``low``; there the rank
falls for ever (`layer_ranks_fall`), since where something is collected the amount rises.

*Not less than low, from the bound on.* Max reaches the target from all vertices where ``low`` has a positive slope with
a probability of at least some c > 0 (`reach_ranks_are_right`), so the value is at least c x, and at least some part k
of ``low``, the largest such k. Let Max make her moves until the amount exceeds a large K, and then go for the target.
In any n steps all of which keep ``low`` the play ends with some probability, since ranks fall; a step that keeps it at
a larger amount keeps it at B and keeps the slope. So a play that comes to K has made a number of steps that raise the
mean of ``low`` in proportion to K, unless its probability falls exponentially with K; and each raises it by at least
some constant. So the mean of ``low`` where the play comes to K is at most a constant times what such steps brought.
From this follows that the value is at least k' ``low`` with a k' > k, if k < 1; and so k is 1.

*Infinite values.* Max collects for ever with positive probability, as in `reward_checker`, and may go to the target
from wherever she is, with a probability of at least c, once she has collected as much as she likes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core import checking as common
from graphgames.core.checking import MalformedClaimError, Mask, Verdict, verdict
from graphgames.core.exact import Ratios
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import Bracket, Infinite, ends, integers, written
from graphgames.games.chance.rewards.checker import RewardClaim, infinite_values_are_right, winners_are_right


class Side:
    """One end of the brackets: a table of numbers for each layer, and their slopes from the bound on."""

    def __init__(self, claim: LayerClaim, rows: Sequence[Sequence[Any]], slope: Sequence[Any]):
        self.claim, self.slope = claim, Ratios.of(slope)
        table = [Ratios.of(row) for row in rows]
        self.tops, self.bottoms = np.array([row.top for row in table]), np.array([row.bottom for row in table])
        if min(self.tops.min(initial=0), self.slope.top.min(initial=0)) < 0:
            raise MalformedClaimError("a value of a layer, or a slope, is negative")
        self._compared: dict[int, tuple[NDArray[np.int8], NDArray[np.int8]]] = {}

    def edge_values_at(self, x: int) -> Ratios:
        """Return the value of each edge in a layer; for the last one, at the bound."""
        claim, heads = self.claim, self.claim.arena.successors
        within = np.minimum(claim.amount, claim.bound - x)  # the sum of x and an amount may need more than 64 bits
        row, beyond, slope = (x + within).astype(np.int64), claim.amount - within, self.slope.take(heads)
        return Ratios(self.tops[row, heads], self.bottoms[row, heads]).plus(slope.times(Ratios(beyond)))

    def compared(self, x: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Return 1, 0 or -1 as an edge, and as the mean at a vertex, is worth more than the vertex, the same, or less.

        That is in a layer, or by the slopes for the number behind the last one. An edge to where the value is infinite
        is worth more.
        """
        if x not in self._compared:
            beyond, heads = x > self.claim.bound, self.claim.arena.successors
            here = self.slope if beyond else Ratios(self.tops[x], self.bottoms[x])
            edge_values = self.slope.take(heads) if beyond else self.edge_values_at(x)
            self._compared[x] = self.claim.compared(here, edge_values)
        return self._compared[x]


class LayerClaim(RewardClaim):
    """The claim that the expected rewards lie in certain brackets, for each amount that was collected before."""

    conventions = ("zero",)

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        amount, scale = integers(cast("Any", self.game.objective).rewards(self.arena))
        common = int(np.gcd.reduce(amount)) or 1
        self.amount, self.common, self.scale = amount // common, common, scale
        self.reach_rank: NDArray[np.int64] = self.proof.reach_rank
        self.bound = len(self.proof.layers) - 1
        if self.bound < 1:
            raise MalformedClaimError("the certificate has less than two layers")
        self.moves_at = [one.moves for one in self.proof.layers]
        self.rank_at = [one.rank for one in self.proof.layers]
        slope = self._finite("a slope", self.proof.slope)
        rows = [self._finite("a value of a layer", one.value) for one in self.proof.layers]
        lows, highs = ([[ends(one)[end] for one in row] for row in [*rows, slope]] for end in (0, 1))
        self.below = Side(self, lows[:-1], lows[-1])
        exact = not any(isinstance(one, Bracket) for row in [*rows, slope] for one in row)
        self.above = self.below if exact else Side(self, highs[:-1], highs[-1])

    def _finite(self, what: str, given: NDArray[np.object_]) -> list[Any]:
        """Return what the vertices have, 0 where the value is infinite, which no layer speaks of."""
        row = np.where(self.infinite, 0, given)
        wrong = np.array([any(isinstance(end, Infinite) for end in ends(one)) for one in row], np.bool_)
        self.refuse(wrong, lambda v: f"{what} is infinite, but the value is {written(self.given[v])}")
        return list(row)

    def from_bound(self, x: int, side: Side) -> NDArray[np.int8]:
        """Return how the slope of each edge compares with that of its tail; 0 in the layers below the bound."""
        return side.compared(x + 1)[0] if x == self.bound else np.zeros(self.arena.m, np.int8)

    def chosen_at(self, x: int) -> Mask:
        """Return the edges that the moves of a layer take."""
        return np.asarray(self.arena.successors == self.spread(self.moves_at[x]))

    def bounded(self, side: Side, player: int) -> Mask:
        """Return where in no layer a step of the other player, or the mean, is better for him than an end."""
        right, sign = self.all.copy(), 1 - 2 * player
        for x in range(self.bound + 2):
            edges, mean = side.compared(x)
            good = (self.owner == player) | ~self.some(sign * edges < 0)
            right &= np.where(self.chance, sign * mean >= 0, good)
        return right

    def going(self) -> Mask:
        """Return where the play goes on, and the value is finite."""
        return ~self.terminal & ~self.infinite


def values_are_of_the_first_layer(claim: LayerClaim) -> Verdict:
    """Check that the values and the moves of a play that begins are those of the first layer."""
    right = claim.moves == claim.moves_at[0]
    given = [0 if lost else one for one, lost in zip(claim.given, claim.infinite.tolist(), strict=True)]
    for end, side in enumerate((claim.below, claim.above)):
        first = Ratios(side.tops[0] * claim.common, side.bottoms[0] * claim.scale)
        right &= np.asarray(Ratios.of(ends(one)[end] for one in given).above(first) == 0)
    return verdict(
        ~claim.infinite,
        right,
        lambda v: f"the value {written(claim.given[v])}, or the move, is not that of the first layer",
    )


def ends_are_right(claim: LayerClaim) -> Verdict:
    """Check that the target is worth what was collected, and another end nothing.

    No end is worth infinitely much then: the target, since its layers would say 0; another, since it has no reach rank.
    """
    amounts = np.arange(claim.bound + 1)[:, None].astype(object)
    wanted, right = np.where(claim.target, amounts, 0), claim.all.copy()
    for side in (claim.below, claim.above):
        right &= np.asarray(side.tops == wanted * side.bottoms, np.bool_).all(axis=0)
        right &= np.asarray(side.slope.top == claim.target * side.slope.bottom, np.bool_)
    return verdict(claim.terminal, right, lambda v: "the play is over here, but a layer has another value")


def reach_ranks_are_right(claim: LayerClaim) -> Verdict:
    """Check that Max reaches the target with positive probability wherever something is to be had."""
    heads = claim.arena.successors
    good = (claim.reach_rank[heads] >= 0) & (claim.reach_rank[heads] < claim.spread(claim.reach_rank))
    right = np.where(claim.owner == 1, ~claim.some(~good) & ~claim.dead_end, claim.some(good))
    needed = claim.infinite | np.asarray(claim.below.slope.top > 0, np.bool_)
    return verdict(
        ~claim.target & ((claim.reach_rank >= 0) | needed),
        right,
        lambda v: "the steps to the target with positive probability do not become fewer",
    )


def moves_are_edges(claim: LayerClaim) -> Verdict:
    """Check that in each layer a player who goes on has a move, along an edge, and that there is no other move."""
    needed, right = claim.going() & ~claim.chance, claim.all.copy()
    for x, moves in enumerate(claim.moves_at):
        right &= np.where(needed, claim.some(claim.chosen_at(x)), moves < 0)
    return verdict(claim.all, right, lambda v: "the move of a layer is no edge, or stands where nobody is to move")


def high_is_enough(claim: LayerClaim) -> Verdict:
    """Check that in no layer a step is worth more than the upper end: Min's move, all of Max's, the mean of chance."""
    right = claim.bounded(claim.above, 1)
    for x in range(claim.bound + 1):
        good = (claim.above.compared(x)[0] <= 0) & (claim.from_bound(x, claim.above) <= 0)
        right &= (claim.owner != 1) | claim.some(claim.chosen_at(x) & good)
    return verdict(claim.going(), right, lambda v: "a step is worth more than the value of a layer")


def low_is_kept(claim: LayerClaim) -> Verdict:
    """Check that in no layer a step of Min, or the mean of chance, is worth less than the lower end."""
    right = claim.bounded(claim.below, 0)
    return verdict(claim.going(), right, lambda v: "a step is worth less than the value of a layer")


def layer_ranks_fall(claim: LayerClaim) -> Verdict:
    """Check that a step that keeps a positive lower end collects something, or makes progress; Max's move keeps it."""
    right, heads, side = claim.all.copy(), claim.arena.successors, claim.below
    positive = np.asarray(side.slope.top > 0, np.bool_)
    for x, rank in enumerate(claim.rank_at):
        # beyond the bound no play collects for ever, since the lower end would fall
        later = np.asarray(claim.amount > 0, np.bool_) & (x < claim.bound)  # equivalent mutant
        falls = later | (rank[heads] < claim.spread(rank))
        edges, mean = side.compared(x)
        good = (edges > 0) | ((edges == 0) & falls)
        by_move = claim.some(claim.chosen_at(x) & good & (claim.from_bound(x, side) >= 0))
        by_player = np.where(claim.owner == 0, by_move, ~claim.some((edges == 0) & ~falls))
        some = positive if x == claim.bound else np.asarray(side.tops[x] > 0, np.bool_)
        right &= np.where(claim.chance, (mean > 0) | claim.some(falls), by_player) | ~some
        if x == claim.bound:
            right &= positive | np.asarray(side.tops[x] == 0, np.bool_)
    return verdict(claim.going(), right, lambda v: "a step keeps the value of a layer, and makes no progress")


CONDITIONS = (
    common.players_have_moves,
    winners_are_right,
    values_are_of_the_first_layer,
    ends_are_right,
    reach_ranks_are_right,
    moves_are_edges,
    high_is_enough,
    low_is_kept,
    layer_ranks_fall,
    infinite_values_are_right,
)
check_layers = common.checker("reward-layers", LayerClaim, CONDITIONS)
