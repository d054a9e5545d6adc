"""Expected rewards until a target: exact strategy improvement, where it is infinite by graphs alone.

Min keeps a strategy under which the expectation is finite whatever Max does; against it Max improves until nothing is
better; then Min takes what is better for him. Where a play that misses the target is worth infinitely much, Min's first
strategy reaches it almost surely. Where such a play keeps what it collects, Min may also stay where nothing is
collected any more: an attractor along edges that keep the value finds such sets.

Bertsekas, Tsitsiklis, *An analysis of stochastic shortest path problems* (1991); Chen, Forejt, Kwiatkowska, Parker,
Simaitis, *Automatic verification of competitive stochastic systems* (2013).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

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


@dataclass
class Rewarded:
    """A game with rewards on its way: chosen edges, ranks, and where the expectation is infinite."""

    game: Game
    choice: NDArray[np.int64] = field(init=False)
    rank: NDArray[np.int64] = field(init=False)
    step: NDArray[np.int64] = field(init=False)
    infinite: Mask = field(init=False)

    def __post_init__(self) -> None:
        arena, objective = self.game.arena, self.game.objective
        assert isinstance(objective, ExpectedReward)
        owner = owners(arena)
        self.form = Reaching(arena, owner, objective.mask, np.zeros(arena.n, np.bool_))
        self.must_reach = objective.unreached == "inf"
        self.reward, self.scale = integers(objective.rewards(arena))
        self.near_reward = self.reward.astype(np.float64)
        self.choice = arena.indptr[:-1].copy()
        self.rank, self.step = np.zeros(arena.n, np.int64), np.zeros(arena.n, np.int64)
        self.infinite = np.zeros(arena.n, np.bool_)
        self.safe = self.choice.copy()
        self._infinite_where_missed() if self.must_reach else self._infinite_where_kept()

    @cached_property
    def collecting(self) -> Mask:
        """The edges with a reward."""
        return np.asarray(self.reward > 0, np.bool_)

    @cached_property
    def allowed(self) -> Mask:
        """The edges to where the expectation is finite."""
        lost = self.infinite[self.form.tails] | self.infinite[self.form.arena.successors]
        return np.asarray(self.form.live & ~lost)

    @cached_property
    def open(self) -> Mask:
        """Where the value is to be found out: it is neither infinite nor plainly 0."""
        form = self.form
        over = form.target | (form.arena.out_degree == 0)
        if self.must_reach:
            return np.asarray(~(self.infinite | over))
        rank, _ = form.to_edges(self.allowed, self.collecting, form.owner != MIN)
        return np.asarray(~(self.infinite | over) & (rank >= 0))

    @cached_property
    def factor(self) -> Floats:
        """By what the value behind each edge counts: how likely it is where chance moves, else 1."""
        return np.where((self.form.owner == CHANCE)[self.form.tails], self.form.likely, 1.0)

    @cached_property
    def outwards(self) -> NDArray[np.int64]:
        """The vertices whose values are to be found, those near the end of the play first."""
        end, everyone = ~(self.open | self.infinite), np.ones(self.form.arena.n, np.bool_)
        unknown = np.flatnonzero(self.open)
        far = self.form.attracted(self.allowed & self.open[self.form.tails], end, everyone)[0][unknown]
        return unknown[np.argsort(far, kind="stable")]

    @property
    def calm(self) -> Mask:
        """The edges without a reward to where the value is plainly 0."""
        return np.asarray(self.allowed & ~self.collecting & ~self.open[self.form.arena.successors])

    def attracted(self, edges: Mask, target: Mask, player: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return ranks and moves of the attractor of a player and chance."""
        return self.form.attracted(edges, target, (self.form.owner == player) | (self.form.owner == CHANCE))

    def _choose(self, moves: NDArray[np.int32], where: Mask, edges: Mask | None = None) -> None:
        """Choose the first edges (of some) that lead to where these moves do."""
        arena = self.form.arena
        fit = np.asarray(arena.successors == np.repeat(moves, arena.out_degree))
        first = first_edges(arena, fit if edges is None else fit & edges)
        self.choice[where & (first >= 0)] = first[where & (first >= 0)]

    def _grow(self, edges: Mask, rank: int) -> int:
        """Add to the infinite vertices those from where Max can come there with positive probability."""
        found, moves = self.attracted(edges, self.infinite, MAX)
        fresh = ~self.infinite & (found >= 0)
        self.rank[fresh] = rank + found[fresh]
        self._choose(moves, fresh & (self.form.owner == MAX))
        self.infinite |= fresh
        return rank + int(found.max(initial=0)) + 1

    def _infinite_where_missed(self) -> None:
        """Find where Max can keep the play from the target with positive probability."""
        form, rank = self.form, 0
        heads = form.arena.successors
        while True:
            inside = ~self.infinite
            edges = form.live & inside[form.tails] & inside[heads]
            bad = inside & (self.attracted(edges, form.target, MIN)[0] < 0)
            if not bad.any():
                return
            self.rank[bad] = rank
            stays = np.flatnonzero(form.live & bad[form.tails] & bad[heads] & (form.owner == MAX)[form.tails])[::-1]
            self.choice[form.tails[stays]] = stays
            self.infinite |= bad
            rank = self._grow(form.live, rank)

    def _infinite_where_kept(self) -> None:
        """Find where Max can collect for ever with positive probability."""
        form, rank = self.form, 0
        n, heads = form.arena.n, form.arena.successors
        while True:
            inside = ~(self.infinite | form.target)
            while True:
                edges = form.live & inside[form.tails] & (inside | self.infinite)[heads]
                good = self.collecting | self.infinite[heads]
                found, moves = form.to_edges(edges, good, form.owner != MIN)
                outside = ~(inside | self.infinite) | (inside & (found < 0))
                free = form.live & ~self.infinite[form.tails]
                pulled, away = form.attracted(free, outside, form.owner != MAX)
                drawn = inside & (pulled >= 0)
                if not drawn.any():
                    break
                self._keep_safe(drawn & (found < 0), drawn, free & ~good & outside[heads], away)
                inside &= ~drawn
            if not inside.any():
                return
            self.rank[inside], self.step[inside] = rank, found[inside]
            mine = inside & (form.owner == MAX)
            self._choose(moves, mine & (moves < n), edges & ~good)
            direct = np.flatnonzero(edges & good & (mine & (moves == n))[form.tails])[::-1]
            self.choice[form.tails[direct]] = direct
            self.infinite |= inside
            rank = self._grow(form.live, rank)

    def _keep_safe(self, bad: Mask, drawn: Mask, calm: Mask, away: NDArray[np.int32]) -> None:
        """Let Min go to where nothing is collected any more, and stay there."""
        minimal = self.form.owner == MIN
        before = self.choice.copy()
        self._choose(away, drawn & ~bad & minimal)
        stays = np.flatnonzero(calm & (bad & minimal)[self.form.tails])[::-1]
        self.choice[self.form.tails[stays]] = stays
        self.safe[drawn & minimal] = self.choice[drawn & minimal]
        self.choice = before

    def begin(self) -> None:
        """Let Min go to the target, if he must come there; else choose by value iteration from below."""
        form, arena, minimal = self.form, self.form.arena, self.form.owner == MIN
        if self.must_reach:
            self._choose(self.attracted(self.allowed, form.target, MIN)[1], self.open & minimal)
            return
        edge = np.flatnonzero(self.allowed & self.open[form.tails])
        rows = form.tails[edge], arena.successors[edge], self.factor[edge], (self.factor * self.near_reward)[edge]
        close = 1e-14 * (1 + self.near_reward.max(initial=0.0))
        near, _ = settled(*rows, form.owner, self.outwards, np.zeros(arena.n), close, most=_SWEEPS)
        edge_values = np.where(minimal, -1, 1)[form.tails] * (self.near_reward + near[arena.successors])
        best = best_edges(arena, np.where(self.allowed, edge_values, -np.inf))
        self.choice = np.where(self.open & (best >= 0), best, self.choice)

    def evaluate(self, most: int) -> NDArray[np.object_]:
        """Return the exact expectations under the chosen edges, infinite where they are infinite for Max."""
        form, arena = self.form, self.form.arena
        used = (form.owner == CHANCE)[form.tails]
        used[self.choice[(form.owner != CHANCE) & (arena.out_degree > 0)]] = True
        taken = self.allowed & self.open[form.tails] & used
        everyone = np.ones(arena.n, np.bool_)
        unknown = self.open & (self.must_reach | (form.to_edges(taken, self.collecting, everyone)[0] >= 0))
        if (unknown & (form.attracted(taken, ~unknown, everyone)[0] < 0)).any():
            raise NotFiniteError("no strategy of Min was found that keeps the expectation finite")
        states = np.flatnonzero(unknown)
        found = solve_unbounded(self._equations(np.flatnonzero(taken), states), most)
        values = np.zeros(arena.n, object)
        values[self.infinite] = INFINITY
        values[states] = [Fraction(a, b) for a, b in found]
        return values

    def _equations(self, edges: NDArray[np.int64], states: NDArray[np.int64]) -> Equations:
        """Return the equations of some vertices under the edges that are taken, for the rewards as integers."""
        form, k = self.form, states.size
        number = np.full(form.arena.n, -1, np.int64)
        number[states] = np.arange(k)
        edges = edges[number[form.tails[edges]] >= 0]
        tails, heads = number[form.tails[edges]], number[form.arena.successors[edges]]
        weight, whole = np.maximum(form.numerator[edges], 1), form.denominator[states]
        (reward,) = sized(largest(self.reward) * int(whole.max(initial=1)), self.reward[edges])
        right = np.zeros(k, reward.dtype)
        np.add.at(right, tails, weight * reward)
        return Equations.of(tails, heads, weight, whole, right)

    def compared(self, values: NDArray[np.object_]) -> NDArray[np.int8]:
        """Return for each edge that is allowed 1, 0 or -1 as it is worth more than its tail, the same, or less."""
        form = self.form
        near = np.array([0.0 if one is INFINITY else float(one) for one in values.tolist()])
        change = self.near_reward + near[form.arena.successors] - near[form.tails]
        size = _CLOSE * (1 + np.abs(near[form.tails]) + self.near_reward)
        sign = (np.sign(change) * (np.abs(change) > size)).astype(np.int8)
        for e in np.flatnonzero(self.allowed & (np.abs(change) <= size)).tolist():
            edge_value = int(self.reward[e]) + values[form.arena.successors[e]]
            here = values[form.tails[e]]
            sign[e] = (edge_value > here) - (edge_value < here)
        return np.where(self.allowed, sign, 0).astype(np.int8)

    def improve(self, sign: NDArray[np.int8], player: int) -> bool:
        """Give a player edges that are better than the values; whether there are any."""
        form = self.form
        wanted = 1 if player == MAX else -1
        found = np.flatnonzero((sign == wanted) & self.allowed & ((form.owner == player) & self.open)[form.tails])[::-1]
        self.choice[form.tails[found]] = found
        return bool(found.size)

    def settle(self, sign: NDArray[np.int8], values: NDArray[np.object_]) -> bool:
        """Rank the finite vertices, and choose by the ranks; or let Min stay where that is better for him."""
        form = self.form
        tight = self.allowed & ((sign == 0) | (form.owner == CHANCE)[form.tails])
        finite = ~self.infinite
        zero = finite & np.asarray(values == 0, np.bool_)
        goal = form.target if self.must_reach else zero
        player = MIN if self.must_reach else MAX
        rank, moves = self.attracted(tight, goal, player)
        caught = finite & ~zero & (rank < 0)
        if not self.must_reach and caught.any():
            stays = np.flatnonzero(tight & caught[form.arena.successors] & (caught & (form.owner == MIN))[form.tails])
            self.choice[form.tails[stays]] = stays
            return False
        self.rank[finite] = rank[finite]
        self._choose(moves, finite & (form.owner == player) & (rank > 0), tight)
        return True

    def edges(self, still: Mask) -> NDArray[np.int64]:
        """Return the chosen edges, -1 where no player moves; edges of this mask where nothing is collected any more."""
        form, choice = self.form, self.choice.copy()
        outside = ~self.open & ~self.infinite & (form.arena.out_degree > 0)
        choice[outside] = form.arena.indptr[:-1][outside]
        kept = np.flatnonzero(still & outside[form.tails])[::-1]
        choice[form.tails[kept]] = kept
        moving = (form.owner != CHANCE) & ~form.target & (form.arena.out_degree > 0)
        return np.where(moving, choice, -1)

    def moves(self, still: Mask) -> NDArray[np.int32]:
        """Return where those edges lead, -1 where no player moves."""
        edges = self.edges(still)
        moves = np.full(edges.size, -1, np.int32)
        moves[edges >= 0] = self.form.arena.successors[edges[edges >= 0]]
        return moves


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
            state.choice = np.where(state.form.owner == MIN, state.safe, state.choice)
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
    moves = state.moves(np.asarray(still, np.bool_))
    winner = (~state.infinite).astype(np.uint8)
    proof = RewardRanks(state.rank, state.step)
    return ArenaSolution(
        game, winner, Strategy(moves), "reward-improvement", proof, found.values, {"pairs": found.pairs}
    )
