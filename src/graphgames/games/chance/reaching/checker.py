"""Checks games of chance: every probability, exact or in a bracket, in one pass over the edges, in whole numbers.

Why it suffices. Max wants to reach the target; her probabilities are claimed to lie between ``low`` and ``high``.

*Not more than high.* Let Min keep to his moves. Then ``high`` is 1 at the target, nowhere negative, and at no vertex
less than the best that Max can make of the ``high`` of the next (`high_is_enough`). The probabilities that remain are
the least numbers of which that is true (Knaster, Tarski), so they are not larger.

*Not less than low.* Let Max keep to her moves, and Min play so that the target is reached least often; that leaves a
Markov chain. Look at the vertices where ``low`` exceeds the probability in that chain by most. If it exceeded it at
all, ``low`` would be positive there, and the play would not be over (`ends_are_right`). Since ``low`` is at most the
mean of the next (`low_is_kept`), and the probability is that mean, the next vertices are all of that kind, and the step
gains nothing. Then the rank falls, to one of the next (`low_is_kept`), which is again of that kind: for ever, and that
cannot be.

Each condition looks once at each edge: O(n + m).
"""

from __future__ import annotations

from functools import cached_property
from math import lcm
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core import checking as common
from graphgames.core.checking import Claim, MalformedClaimError, Mask, Verdict, verdict
from graphgames.core.exact import HALF, Ordered
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import Bracket, Brackets, ends, written


class ReachingClaim(Claim):
    """The claim that the probabilities of reaching a target lie in certain brackets, as Max sees it."""

    objectives: tuple[str, ...] = ("reach-probability", "avoid-probability")
    with_chance = True

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        if solution.vertex_values is None:
            raise MalformedClaimError("the solution has no values to prove")
        self.target, self.lost, self.player = self.goal()
        self.low, self.high = self.ends(solution.vertex_values)
        self.rank: NDArray[np.int64] = self.proof.rank

    def goal(self) -> tuple[Mask, Mask, int]:
        """Return the target, where a play has missed it, and the player who wants to come there."""
        found: tuple[Mask, Mask, int] = cast("Any", self.game.objective).reaching(self.arena)
        return found

    def ends(self, given: Any) -> tuple[Ordered, Ordered]:
        """Return the two ends of the brackets, as Max sees them."""
        whole = given.denominator if isinstance(given, Brackets) and given.shape == (self.arena.n,) else 0
        if type(whole) is int and 0 < whole < 2 ** (2 * HALF):
            self.given: Any = given
            low, high = given.low, given.high
            self.refuse((low < 0) | (low > high) | (high > whole), self._no_probability)
            low, high = (whole - high, whole - low) if self.player == 1 else (low, high)
            return Ordered.over(whole, low), Ordered.over(whole, high)
        self.given = given
        several, which = self.different("the solution's value", given)
        pairs: list[tuple[Any, Any]] = [ends(one) for one in several]
        right = [low >= 0 and high <= 1 and (low is high or low <= high) for low, high in pairs]
        self.refuse(~np.array(right, np.bool_)[which], self._no_probability)
        lows, highs = ([pair[end] for pair in pairs] for end in (0, 1))
        if self.player == 1:
            lows, highs = [1 - one for one in highs], [1 - one for one in lows]
        lower = Ordered.of(lows, which)
        exact = not any(isinstance(one, Bracket) for one in several)
        return lower, lower if exact else Ordered.of(highs, which)

    def _no_probability(self, v: int) -> str:
        return f"the value is {written(self.given[v])}, which is not a probability"

    @cached_property
    def terminal(self) -> Mask:
        return np.asarray(self.target | self.lost | self.dead_end)

    def gains(self, numbers: Ordered) -> NDArray[np.int64]:
        """Return for each edge by how many levels the numbers rise along it."""
        return numbers.level.take(self.arena.successors) - self.spread(numbers.level)

    @cached_property
    def by_chance(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """What `mean` says of the lower bounds, and of the upper ones."""
        return self.both_ends(self.mean)

    def mean(self, numbers: Ordered) -> NDArray[np.int8]:
        """Return at each vertex of chance 1, 0 or -1 as the mean of the next is larger than the number there."""
        arena, found = self.arena, np.zeros(self.arena.n, np.int8)
        vertices = np.flatnonzero(self.chance & ~self.terminal)
        if not vertices.size:
            return found
        assert arena.probability is not None
        assert arena.denominator is not None
        most = int(arena.denominator.max())
        if numbers.denominator and numbers.denominator * most < 2**63:  # equivalent mutant: it takes longer
            found[vertices] = np.sign(self._excess(numbers.level))[vertices]
            return found
        if numbers.denominator and most < 2**HALF:
            high, low = numbers.level >> HALF, numbers.level & (2**HALF - 1)
            more = self._excess(high)
            rest = self._excess(low)
            more += rest >> HALF
            found[vertices] = np.where(more, np.sign(more), np.sign(rest & (2**HALF - 1)))[vertices]
            return found
        top, bottom, which = numbers.ratios()
        like = self.alike(vertices, which)
        indptr, heads, weight = arena.indptr.tolist(), which[arena.successors].tolist(), arena.probability.tolist()
        for v in sorted({*like.tolist()}):  # np.unique would import numpy.ma
            edges, own = slice(indptr[v], indptr[v + 1]), int(which[v])
            scale = lcm(bottom[own], *{bottom[w] for w in heads[edges]})
            steps = zip(weight[edges], heads[edges], strict=True)
            total = sum(one * top[w] * (scale // bottom[w]) for one, w in steps)
            here = int(arena.denominator[v]) * top[own] * (scale // bottom[own])
            found[v] = (total > here) - (total < here)
        found[vertices] = found[like]
        return found

    def alike(self, vertices: NDArray[np.int64], which: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return for each of some vertices of chance one with the same numbers: its own, the probabilities, the next.

        Hashes propose it, and all numbers are compared.
        """
        arena = self.arena
        assert arena.probability is not None
        heads, place = which[arena.successors], np.arange(arena.m) - self.spread(arena.indptr[:-1])
        mixed = (heads * 2654435761 + arena.probability * 40503 + 1) * (2 * place + 1)
        mixed = self.reduce(np.add, mixed, 0)[vertices] * 1000003 + which[vertices]
        _, first, group = np.unique(mixed, return_index=True, return_inverse=True)
        like, degree = vertices[first][group], arena.out_degree
        fits = (which[vertices] == which[like]) & (degree[vertices] == degree[like])
        u, w = vertices[fits], like[fits]
        begins = np.cumsum(degree[u]) - degree[u]
        at = np.arange(degree[u].sum())
        here, there = (at + np.repeat(arena.indptr[one] - begins, degree[u]) for one in (u, w))
        differ = (heads[here] != heads[there]) | (arena.probability[here] != arena.probability[there])
        fits[fits] = ~np.logical_or.reduceat(differ, begins) if begins.size else True
        return np.where(fits, like, vertices)

    def _excess(self, part: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the sum of the probabilities times the numbers of the next, less the denominator times the own."""
        arena = self.arena
        assert arena.probability is not None
        assert arena.denominator is not None
        sums = self.reduce(np.add, arena.probability * part.take(arena.successors), 0)
        return np.asarray(sums - arena.denominator * part, np.int64)

    def bound(self, v: int) -> str:
        """Return the value of a vertex as text."""
        return written(self.given[v])


def winners_are_certain(claim: ReachingClaim) -> Verdict:
    """Check that a player is said to win just where he does with probability 1."""
    expected = np.full(claim.arena.n, 2, np.uint8)
    expected[claim.low.is_one] = claim.player
    expected[claim.high.is_zero] = 1 - claim.player
    return verdict(
        claim.all,
        claim.winner == expected,
        lambda v: f"the winner is {int(claim.winner[v])}, but the value is {claim.bound(v)}",
    )


def ends_are_right(claim: ReachingClaim) -> Verdict:
    """Check that the value is 1 at the target and 0 where a play is over otherwise, as Max sees it."""
    right = np.where(claim.target, claim.high.is_one, claim.low.is_zero)
    return verdict(
        claim.terminal,
        right,
        lambda v: f"the play is {'won' if claim.target[v] else 'lost'} here, but the value is {claim.bound(v)}",
    )


def high_is_enough(claim: ReachingClaim) -> Verdict:
    """Check that no step is worth more than the upper bound: Min's move, all of Max's, and the mean of chance."""
    good = claim.gains(claim.high) <= 0
    right = np.where(claim.chance, claim.by_chance[1] <= 0, claim.follows(good, 1 - claim.player))
    return verdict(
        ~claim.terminal,
        right,
        lambda v: f"the value is {claim.bound(v)}, but {claim.step_of(v, 1 - claim.player)} is worth more to Max",
    )


def low_is_kept(claim: ReachingClaim) -> Verdict:
    """Check that no step loses of the lower bound, and that the rank falls where nothing is gained."""
    gain = claim.gains(claim.low)
    falls = claim.rank.take(claim.arena.successors) < claim.spread(claim.rank)
    mean = claim.by_chance[0]
    by_chance = (mean > 0) | ((mean == 0) & claim.some(falls))
    right = np.where(claim.chance, by_chance, claim.follows((gain > 0) | ((gain == 0) & falls), claim.player))
    return verdict(
        ~claim.terminal & ~claim.low.is_zero,
        right,
        lambda v: (
            f"the value is {claim.bound(v)}, but {claim.step_of(v, claim.player)} is worth less or makes no progress"
        ),
    )


CONDITIONS = (common.players_have_moves, winners_are_certain, ends_are_right, high_is_enough, low_is_kept)
check_reaching = common.checker("reaching-ranks", ReachingClaim, CONDITIONS)
