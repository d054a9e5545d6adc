"""Expected rewards until a target: exact strategy improvement, where it is infinite by graphs alone.

Min keeps a strategy under which the expectation is finite whatever Max does; against it Max improves until nothing is
better; then Min takes what is better for him. Where a play that misses the target is worth infinitely much, Min's first
strategy reaches it almost surely. Where such a play keeps what it collects, Min may also stay where nothing is
collected any more: an attractor along edges that keep the value finds such sets.

Bertsekas, Tsitsiklis, *An analysis of stochastic shortest path problems* (1991); Chen, Forejt, Kwiatkowska, Parker,
Simaitis, *Automatic verification of competitive stochastic systems* (2013).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import owners
from graphgames.core.chance import CHANCE
from graphgames.core.errors import SolverError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.core.value import INFINITY, integers, largest, objects, plain, sized
from graphgames.games.chance.certificate import RewardRanks
from graphgames.games.chance.numbers.brackets import Floats, settled
from graphgames.games.chance.numbers.equations import MOST, Equations, solve_unbounded
from graphgames.games.chance.reaching_form import MAX, MIN, Mask, Reaching
from graphgames.games.chance.rewards.objective import ExpectedReward
from graphgames.games.weighted import improving
from graphgames.graphs.order import best_edges, first_edges

_SWEEPS = 2000
_CLOSE = 1e-9


class NotFiniteError(SolverError):
    """Max has an answer to Min's strategy by which she collects for ever."""


class Rewarded(Reaching):
    """A game with rewards on its way: chosen edges, ranks, and where the expectation is infinite."""

    def __init__(self, game: Game):
        arena, objective = game.arena, game.objective
        assert isinstance(objective, ExpectedReward)
        super().__init__(arena, owners(arena), objective.mask, np.zeros(arena.n, np.bool_))
        self.must_reach = objective.unreached == "inf"
        self.reward, self.scale = integers(objective.rewards(arena))
        self.near_reward = self.reward.astype(np.float64)
        self.choice, self.safe = arena.indptr[:-1].copy(), arena.indptr[:-1].copy()
        self.rank, self.step = np.zeros(arena.n, np.int64), np.zeros(arena.n, np.int64)
        self.infinite = np.zeros(arena.n, np.bool_)
        self._infinite_where_missed() if self.must_reach else self._infinite_where_kept()

    @cached_property
    def collecting(self) -> Mask:
        """The edges with a reward."""
        return np.asarray(self.reward > 0, np.bool_)

    @cached_property
    def allowed(self) -> Mask:
        """The edges to where the expectation is finite."""
        return np.asarray(self.live & ~(self.infinite[self.tails] | self.infinite[self.heads]))

    @cached_property
    def open(self) -> Mask:
        """Where the value is to be found out: it is neither infinite nor plainly 0."""
        going = ~(self.infinite | self.target | (self.arena.out_degree == 0))
        if self.must_reach:
            return np.asarray(going)
        return np.asarray(going & (self.to_edges(self.allowed, self.collecting, self.owner != MIN)[0] >= 0))

    @cached_property
    def outwards(self) -> NDArray[np.int64]:
        """The vertices whose values are to be found, those near the end of the play first."""
        end, everyone = ~(self.open | self.infinite), np.ones(self.arena.n, np.bool_)
        unknown = np.flatnonzero(self.open)
        far = self.attracted(self.allowed & self.open[self.tails], end, everyone)[0][unknown]
        return unknown[np.argsort(far, kind="stable")]

    @property
    def calm(self) -> Mask:
        """The edges without a reward to where the value is plainly 0."""
        return np.asarray(self.allowed & ~self.collecting & ~self.open[self.heads])

    def forced(self, edges: Mask, target: Mask, player: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return ranks and moves of the attractor of a player and chance."""
        return self.attracted(edges, target, self.owner != 1 - player)

    def _take(self, edges: Mask) -> bool:
        """Choose the first of some edges wherever there are any; whether there are."""
        found = np.flatnonzero(edges)[::-1]
        self.choice[self.tails[found]] = found
        return bool(found.size)

    def _grow(self, rank: int) -> int:
        """Add to the infinite vertices those from where Max can come there with positive probability."""
        found, moves = self.forced(self.live, self.infinite, MAX)
        fresh = ~self.infinite & (found >= 0)
        self.rank[fresh] = rank + found[fresh]
        self._take(self.along(moves) & (fresh & (self.owner == MAX))[self.tails])
        self.infinite |= fresh
        return rank + int(found.max(initial=0)) + 1

    def _infinite_where_missed(self) -> None:
        """Find where Max can keep the play from the target with positive probability."""
        rank = 0
        while True:
            inside = ~self.infinite
            edges = self.live & inside[self.tails] & inside[self.heads]
            bad = inside & (self.forced(edges, self.target, MIN)[0] < 0)
            if not bad.any():
                return
            self.rank[bad] = rank
            self._take(self.live & (bad & (self.owner == MAX))[self.tails] & bad[self.heads])
            self.infinite |= bad
            rank = self._grow(rank)

    def _infinite_where_kept(self) -> None:
        """Find where Max can collect for ever with positive probability.

        Elsewhere Min may go to where nothing is collected any more, and stay there.
        """
        rank, tails, heads = 0, self.tails, self.heads
        while True:
            inside = ~(self.infinite | self.target)
            good, free = self.collecting | self.infinite[heads], self.live & ~self.infinite[tails]
            while True:
                edges = self.live & inside[tails] & (inside | self.infinite)[heads]
                found, moves = self.to_edges(edges, good, self.owner != MIN)
                outside = ~(inside | self.infinite) | (inside & (found < 0))
                pulled, away = self.attracted(free, outside, self.owner != MAX)
                drawn = inside & (pulled >= 0)
                if not drawn.any():
                    break
                calm, theirs = free & ~good & outside[heads], drawn & (self.owner == MIN)
                first = first_edges(self.arena, np.where((found < 0)[tails], calm, self.along(away)))
                self.safe[theirs] = np.where(first < 0, self.choice, first)[theirs]
                inside &= ~drawn
            if not inside.any():
                return
            self.rank[inside], self.step[inside] = rank, found[inside]
            collects = np.where(good, (moves == self.arena.n)[tails], self.along(moves))
            self._take(edges & collects & (inside & (self.owner == MAX))[tails])
            self.infinite |= inside
            rank = self._grow(rank)

    def begin(self) -> None:
        """Let Min go to the target, if he must come there; else choose by value iteration from below."""
        if self.must_reach:
            moves = self.forced(self.allowed, self.target, MIN)[1]
            self._take(self.along(moves) & (self.open & (self.owner == MIN))[self.tails])
            return
        edge = np.flatnonzero(self.allowed & self.open[self.tails])
        rows = self.tails[edge], self.heads[edge], self.factor[edge], (self.factor * self.near_reward)[edge]
        close = 1e-14 * (1 + self.near_reward.max(initial=0.0))
        near, _ = settled(*rows, self.owner, self.outwards, np.zeros(self.arena.n), close, most=_SWEEPS)
        self.choice = self.best(self.near_reward, near)

    def best(self, reward: Floats, value: Floats) -> NDArray[np.int64]:
        """Return the first edges that are worth most to their owners by rounded values; where nothing is open any."""
        edge_values = np.where(self.owner == MIN, -1, 1)[self.tails] * (reward + value[self.heads])
        best = best_edges(self.arena, np.where(self.allowed, edge_values, -np.inf))
        return np.where(self.open & (best >= 0), best, self.choice)

    def evaluate(self, most: int) -> NDArray[np.object_]:
        """Return the exact expectations under the chosen edges, infinite where they are infinite for Max."""
        used = self.by_chance.copy()
        used[self.choice[(self.owner != CHANCE) & (self.arena.out_degree > 0)]] = True
        taken = self.allowed & self.open[self.tails] & used
        everyone = np.ones(self.arena.n, np.bool_)
        unknown = self.open & (self.must_reach | (self.to_edges(taken, self.collecting, everyone)[0] >= 0))
        if (unknown & (self.attracted(taken, ~unknown, everyone)[0] < 0)).any():
            raise NotFiniteError("no strategy of Min was found that keeps the expectation finite")
        states = np.flatnonzero(unknown)
        found = solve_unbounded(self._equations(np.flatnonzero(taken), states), most)
        values = np.zeros(self.arena.n, object)
        values[self.infinite] = INFINITY
        values[states] = [Fraction(a, b) for a, b in found]
        return values

    def _equations(self, edges: NDArray[np.int64], states: NDArray[np.int64]) -> Equations:
        """Return the equations of some vertices under the edges that are taken, for the rewards as integers."""
        number = np.full(self.arena.n, -1, np.int64)
        number[states] = np.arange(states.size)
        edges = edges[number[self.tails[edges]] >= 0]
        tails, heads = number[self.tails[edges]], number[self.heads[edges]]
        weight, whole = np.maximum(self.numerator[edges], 1), self.denominator[states]
        (reward,) = sized(largest(self.reward) * int(whole.max(initial=1)), self.reward[edges])
        right = np.zeros(states.size, reward.dtype)
        np.add.at(right, tails, weight * reward)
        return Equations.of(tails, heads, weight, whole, right)

    def compared(self, values: NDArray[np.object_]) -> NDArray[np.int8]:
        """Return for each edge that is allowed 1, 0 or -1 as it is worth more than its tail, the same, or less."""
        near = np.array([0.0 if one is INFINITY else float(one) for one in values.tolist()])
        change = self.near_reward + near[self.heads] - near[self.tails]
        size = _CLOSE * (1 + np.abs(near[self.tails]) + self.near_reward)
        sign = (np.sign(change) * (np.abs(change) > size)).astype(np.int8)
        for e in np.flatnonzero(self.allowed & (np.abs(change) <= size)).tolist():
            edge_value, here = int(self.reward[e]) + values[self.heads[e]], values[self.tails[e]]
            sign[e] = (edge_value > here) - (edge_value < here)
        return np.where(self.allowed, sign, 0).astype(np.int8)

    def improve(self, sign: NDArray[np.int8], player: int) -> bool:
        """Give a player edges that are better than the values; whether there are any."""
        better = sign == (1 if player == MAX else -1)
        return self._take(better & self.allowed & ((self.owner == player) & self.open)[self.tails])

    def settle(self, sign: NDArray[np.int8], values: NDArray[np.object_]) -> bool:
        """Rank the finite vertices, and choose by the ranks; or let Min stay where that is better for him."""
        tight = self.allowed & ((sign == 0) | self.by_chance)
        finite = ~self.infinite
        zero = finite & np.asarray(values == 0, np.bool_)
        goal = self.target if self.must_reach else zero
        player = MIN if self.must_reach else MAX
        rank, moves = self.forced(tight, goal, player)
        caught = finite & ~zero & (rank < 0)
        if not self.must_reach and caught.any():
            stays = np.flatnonzero(tight & caught[self.heads] & (caught & (self.owner == MIN))[self.tails])
            self.choice[self.tails[stays]] = stays
            return False
        self.rank[finite] = rank[finite]
        self._take(tight & self.along(moves) & (finite & (self.owner == player) & (rank > 0))[self.tails])
        return True

    def edges(self, still: Mask) -> NDArray[np.int64]:
        """Return the chosen edges, -1 where no player moves; edges of this mask where nothing is collected any more."""
        going = self.arena.out_degree > 0
        outside = ~self.open & ~self.infinite & going
        kept = first_edges(self.arena, still)
        choice = np.where(outside, np.where(kept < 0, self.arena.indptr[:-1], kept), self.choice)
        return np.where((self.owner != CHANCE) & ~self.target & going, choice, -1)

    def solution(self, game: Game, still: Mask, values: NDArray[Any], stats: Mapping[str, Any]) -> ArenaSolution:
        """Return the solution of a game by the chosen edges, with edges as of `edges`."""
        winner, moves = (~self.infinite).astype(np.uint8), improving.heads_of(self.arena, self.edges(still))
        proof = RewardRanks(self.rank, self.step)
        return ArenaSolution(game, winner, Strategy(moves), "reward-improvement", proof, values, stats)


@dataclass(frozen=True)
class Improved:
    """A game solved: the last state, the exact values, how each edge compares with them, and how many pairs it took."""

    state: Rewarded
    values: NDArray[np.object_]
    sign: NDArray[np.int8]
    pairs: int


def improvements(state: Rewarded, most: int = MOST) -> Iterator[tuple[NDArray[np.object_], NDArray[np.int8]]]:
    """Improve both players' strategies until they are the best; yield the values of each pair, and how edges compare.

    Values are in the unit of the rewards as integers. Raise `SolverError` if that is too expensive.
    """
    state.begin()

    def evaluated() -> tuple[NDArray[np.object_], NDArray[np.int8]]:
        try:
            values = state.evaluate(most)
        except NotFiniteError:
            state.choice = np.where(state.owner == MIN, state.safe, state.choice)
            values = state.evaluate(most)
        return values, state.compared(values)

    return improving.tried(
        evaluated,
        lambda found: state.improve(found[1], MAX),
        lambda found: state.improve(found[1], MIN),
        lambda found: not state.settle(found[1], found[0]),
    )


def improved(game: Game, most: int = MOST) -> Improved:
    """Return both players' best strategies and the exact values; raise `SolverError` if that is too expensive."""
    state = Rewarded(game)
    (values, sign), pairs = improving.last(improvements(state, most))
    exact = objects(one if one is INFINITY else plain(Fraction(one) / state.scale) for one in values.tolist())
    return Improved(state, exact, sign, pairs)


def kept_or_infinite(game: Game, most: int = MOST) -> ArenaSolution:
    """Solve a game in which a play that misses the target keeps what it collects, or is worth infinitely much."""
    found = improved(game, most)
    state = found.state
    still = state.allowed & (state.reward == 0) & (found.sign == 0)
    return state.solution(game, np.asarray(still, np.bool_), found.values, {"pairs": found.pairs})
