"""Expected rewards that count only if the target is reached: exact, by layers of what has been collected.

How a player moves may depend on what was collected before, since that is at stake. With much collected, it matters
first how likely the target is reached, then what is still collected: from some ``bound`` on, the value in a vertex is
``slope * collected + rest``. What is above the bound is found first, by games whose plays keep what they collect: one
in which reaching the target is worth very much gives the slopes, and one along the edges that keep them gives the rest.
Below, each pair of a vertex and a collected amount is a vertex of a game in which only reaching the target is worth
something: what was collected.

The value is infinite where Max can collect for ever, and come to the target with positive probability from wherever she
does. The slope may exceed the probability of reaching the target: Max may threaten to collect more and more.

Chen, Forejt, Kwiatkowska, Parker, Simaitis, *Automatic verification of competitive stochastic systems* (2012).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from math import floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.chance import CHANCE
from graphgames.core.errors import SolverError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.core.value import INFINITY, integers, numbers, plain
from graphgames.games.chance.certificate import Layer, RewardLayers
from graphgames.games.chance.expected_reward import ExpectedReward
from graphgames.games.chance.intervals import exact_unless_dear
from graphgames.games.chance.reaching import MAX, MIN, Mask, Reaching, attracted
from graphgames.games.chance.reward_intervals import bracketed
from graphgames.games.chance.rewards import MOST, Improved, improved, kept_or_infinite

Exacts = NDArray[np.object_]
_TRIES = 4


def expected_reward(game: Game, most: int = MOST, precision: Any = None) -> ArenaSolution:
    """Solve a game with an `ExpectedReward` objective exactly, or by brackets.

    Parameters
    ----------
    game : Game
        With an `ExpectedReward` objective.
    most : int
        As for `strategy_improvement`; where a play that misses the target counts for nothing, also the most edges of
        all layers together.
    precision : number, optional
        How wide brackets may be; by default the values are exact, or where that is too expensive brackets of width
        1e-6.
        Where a play that misses the target counts for nothing there are no brackets.

    Returns
    -------
    ArenaSolution
        ``values`` holds integers, Fractions, infinity, and brackets where they are not exact. Its stats count the
        ``pairs`` of strategies, and the ``layers``, if there are any; for brackets the ``sweeps``, and the ``width``.
        The strategy is that for plays that begin; `RewardLayers.strategy` has the rest.

    Raises
    ------
    SolverError
        If the layers are too expensive, or the equations and the brackets, or there are no brackets.
    """
    assert isinstance(game.objective, ExpectedReward)
    if game.objective.unreached != "zero":
        return exact_unless_dear(partial(kept_or_infinite, game, most), partial(bracketed, game), precision)
    if precision is not None:
        raise SolverError('where unreached is "zero" the values are exact; leave out the precision')
    return Layers(game, most).solution()


@dataclass
class Layers:
    """A game in which only plays that reach the target count: what is known of it above the bound, and below."""

    game: Game
    most: int
    slope: Exacts = field(init=False)
    rest: Exacts = field(init=False)

    def __post_init__(self) -> None:
        arena, objective = self.game.arena, self.game.objective
        assert isinstance(objective, ExpectedReward)
        owner = np.zeros(arena.n, np.uint8) if arena.owner is None else arena.owner
        self.form = Reaching(arena, owner, objective.mask, np.zeros(arena.n, np.bool_))
        reward, scale = integers(objective.rewards(arena))
        common = int(np.gcd.reduce(reward)) or 1 if reward.size else 1
        self.reward, self.unit, self.pairs = reward // common, Fraction(common, scale), 0
        if self.reward.max(initial=0) >> 40:  # sums and products are beyond 64 bits
            self.reward = self.reward.astype(object)
        self.hope, _ = self.form.attracted(self.form.live, self.form.target, owner != MIN)
        self.over = np.asarray(self.form.target | (self.hope < 0))
        self.open = ~self.over
        self.endless = self._solved(arena, self.over, self.reward)
        self.infinite = self.endless.state.infinite
        self.open &= ~self.infinite
        tails, heads = self.form.tails, arena.successors
        self.kept = self.open[tails] & ~self.infinite[heads]

    def _solved(self, arena: Arena, target: Mask, reward: NDArray[Any]) -> Improved:
        """Return the solution of a game whose plays keep what they collect."""
        found = improved(Game(arena, ExpectedReward(target, reward, unreached="continue")), self.most)
        self.pairs += found.pairs
        return found

    def _along(self, edges: Mask, reward: NDArray[Any]) -> Improved:
        """Return the solution of that game along these edges, which leave open vertices alone."""
        arena, chosen = self.form.arena, np.flatnonzero(edges)
        owner = np.where(self.open, self.form.owner, MAX).astype(np.uint8)
        numerator = self.form.numerator[chosen] if (owner == CHANCE).any() else None
        part = Arena.from_arrays(
            self.form.tails[chosen], arena.successors[chosen], arena.n, owner, probability=numerator
        )
        return self._solved(part, ~self.open, reward[chosen])

    @cached_property
    def out_of_reach(self) -> NDArray[np.int32]:
        """The moves where Max cannot reach the target; -1 elsewhere."""
        form, moves = self.form, np.full(self.form.arena.n, -1, np.int32)
        lost = self.hope < 0
        edges = np.flatnonzero((lost & (form.owner != CHANCE))[form.tails] & lost[form.arena.successors])[::-1]
        moves[form.tails[edges]] = form.arena.successors[edges]
        return moves

    def above(self) -> None:
        """Find the slopes and the rest for large amounts."""
        arena, form = self.form.arena, self.form
        prize = (int(self.reward.max(initial=0)) + 1) << 24
        for _ in range(_TRIES):
            ends = form.target[arena.successors].astype(object) * prize
            once, twice = (self._along(self.kept, self._sum(k * ends)).values for k in (1, 2))
            slope = (twice - once) * Fraction(1, prize)
            slope[~self.open], slope[form.target] = 0, 1
            gain = slope[arena.successors] - slope[form.tails]
            flat = self.kept & np.where((form.owner == CHANCE)[form.tails], True, np.asarray(gain == 0, np.bool_))
            rest = self._along(flat, numbers((self.reward * slope[arena.successors]).tolist(), "rewards"))
            if not rest.state.infinite.any() and self._is_best(gain):
                self.slope, self.rest = slope, rest.values
                return
            prize <<= 24
        raise SolverError("what very large amounts are worth was not found")

    def _sum(self, more: Exacts) -> NDArray[Any]:
        """Return the rewards with more, as 64-bit integers where they fit."""
        return numbers((self.reward + more).tolist(), "rewards")

    def _is_best(self, gain: Exacts) -> bool:
        """Return whether no player has an edge along which the slope changes for the better."""
        better = np.where((self.form.owner == MAX)[self.form.tails], gain > 0, gain < 0)
        return not (better & self.kept & (self.form.owner != CHANCE)[self.form.tails]).any()

    def bound(self) -> int:
        """Return from which amount on the slopes decide."""
        heads, tails = self.form.arena.successors, self.form.tails
        edges = np.flatnonzero(self.kept & (self.form.owner != CHANCE)[tails])
        falls = self.slope[tails[edges]] - self.slope[heads[edges]]
        more = self.reward[edges] * self.slope[heads[edges]] + self.rest[heads[edges]] - self.rest[tails[edges]]
        found: int = max([1, *(floor(a / b) + 1 for a, b in zip(more.tolist(), falls.tolist(), strict=True) if b)])
        return found

    def below(self, bound: int) -> list[Exacts]:
        """Return the values for the amounts from 0 to the bound."""
        form, n, edges = self.form, self.form.arena.n, np.flatnonzero(self.kept)
        if bound * max(edges.size, n) > self.most:
            raise SolverError(f"the game needs {bound} layers of {edges.size} edges, more than allowed")
        top = self.slope * bound + self.rest
        amounts = np.arange(bound)[:, None] + self.reward[edges]
        tails = np.arange(bound)[:, None] * n + form.tails[edges]
        heads, end = form.arena.successors[edges], bound * n
        ends = (amounts >= bound) | ~self.open[heads]
        worth = np.where(form.target[heads], amounts, top[heads] + (amounts - bound) * self.slope[heads])
        worth = np.where(ends & (self.hope >= 0)[heads], worth, 0)
        owner = np.append(np.tile(np.where(self.open, form.owner, MAX), bound), MAX).astype(np.uint8)
        numerator = np.tile(form.numerator[edges], bound) if (owner == CHANCE).any() else None
        arena = Arena.from_arrays(
            tails.ravel(),
            np.where(ends, end, amounts * n + heads).ravel().astype(np.int64),
            end + 1,
            owner,
            probability=numerator,
        )
        over = np.append(np.tile(~self.open, bound), True)
        found = self._solved(arena, over, numbers(worth.ravel().tolist(), "rewards")).values[:-1].reshape(bound, n)
        for x, row in enumerate(found):
            row[form.target] = x
        return [*found, top]

    def layer(self, x: int, table: list[Exacts]) -> Layer:
        """Return the values of a layer, with ranks and moves that keep them."""
        form, here, bound = self.form, table[x], len(table) - 1
        edges = np.flatnonzero(self.kept)
        heads, tails, n = form.arena.successors[edges], form.tails[edges], form.arena.n
        amounts = x + self.reward[edges]
        worth = np.array(table, object)[np.minimum(amounts, bound).astype(np.int64), heads]
        worth = worth + np.maximum(amounts - bound, 0) * self.slope[heads]
        tight = np.asarray(worth == here[tails], np.bool_) | (form.owner == CHANCE)[tails]
        later = np.asarray(amounts > x, np.bool_) & (x < bound)
        ends = np.where(later & (self.hope[heads] >= 0), n, heads)[tight].astype(np.int32)
        goal, willing = np.append(form.target, True), np.append(form.owner != MIN, False)
        rank = attracted(n + 1, tails[tight], ends, goal, willing)[0][:-1]
        falls = later | ((rank[heads] >= 0) & (rank[heads] < rank[tails]))
        moves = self.out_of_reach.copy()
        for fit in (tight, tight & falls & (form.owner == MAX)[tails]):
            found = np.flatnonzero(fit & (form.owner != CHANCE)[tails])[::-1]
            moves[tails[found]] = heads[found]
        return Layer(here, moves, rank.astype(np.int64))

    def solution(self) -> ArenaSolution:
        """Return the solution."""
        form, found, endless = self.form, self.endless.state, self.infinite
        self.above()
        table = self.below(self.bound())
        layers = tuple(self.layer(x, table) for x in range(len(table)))
        moves = layers[0].moves.copy()
        mine = self.infinite & (form.owner != CHANCE)
        moves[mine] = form.arena.successors[found.choice[mine]]
        values = np.empty(form.arena.n, object)
        values[:] = [
            INFINITY if lost else plain(one * self.unit)
            for one, lost in zip(table[0].tolist(), endless.tolist(), strict=True)
        ]
        proof = RewardLayers(found.rank, found.step, self.hope.astype(np.int64), self.slope, layers)
        stats = {"pairs": self.pairs, "layers": len(layers)}
        winner = (~endless).astype(np.uint8)
        return ArenaSolution(self.game, winner, Strategy(moves), "reward-improvement", proof, values, stats)
