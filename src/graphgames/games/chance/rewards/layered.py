"""Expected rewards that count only if the target is reached: exact, by layers of what has been collected.

How a player moves may depend on what was collected before, since that is at stake. With much collected, it matters
first how likely the target is reached, then what is still collected: from some ``bound`` on, the value in a vertex is
``slope * collected + rest``. What is above the bound is found first, by games whose plays keep what they collect: one
in which reaching the target is worth very much gives the slopes, and one along the edges that keep them gives the rest.
Below, each pair of a vertex and a collected amount is a vertex of a game in which only reaching the target is worth
something: what was collected.

The slope may exceed the probability of reaching the target: Max may threaten to collect more and more.

Chen, Forejt, Kwiatkowska, Parker, Simaitis, *Automatic verification of competitive stochastic systems* (2012).
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.errors import SolverError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import numbers
from graphgames.games.chance.certificate import Layer
from graphgames.games.chance.numbers.brackets import exact_else_bracketed
from graphgames.games.chance.numbers.equations import MOST
from graphgames.games.chance.reaching_form import MAX, MIN, Mask
from graphgames.games.chance.rewards.amounts import CollectedRewards, keeping
from graphgames.games.chance.rewards.improvement import Improved, improved, kept_or_infinite
from graphgames.games.chance.rewards.intervals import bracketed
from graphgames.games.chance.rewards.layer_intervals import bracketed_layers
from graphgames.games.chance.rewards.objective import ExpectedReward

Exacts = NDArray[np.object_]
_TRIES = 4


def expected_reward(game: Game, most: int = MOST, precision: Any = None) -> ArenaSolution:
    """Solve a game with an `ExpectedReward` objective exactly, or by brackets.

    ``most``: as for `strategy_improvement`; where a play that misses the target counts for nothing, also the most edges
    of all layers together. ``precision``: how wide brackets may be; by default the values are exact, and where that is
    too expensive brackets of width 1e-6.

    ``values`` holds integers, Fractions, infinity, and brackets where they are not exact. Its stats count the ``pairs``
    of strategies; for brackets the ``sweeps``, and the ``width``; and the ``layers``, if there are any. The strategy is
    that for plays that begin; `RewardLayers.strategy` has the rest.

    Raise `SolverError` if the equations are too expensive, and so are the brackets.
    """
    assert isinstance(game.objective, ExpectedReward)
    if game.objective.unreached != "zero":
        return exact_else_bracketed(partial(kept_or_infinite, game, most), partial(bracketed, game), precision)
    return exact_else_bracketed(lambda: Layers(game, most).solution(), partial(bracketed_layers, game, most), precision)


class Layers(CollectedRewards):
    """A game in which only plays that reach the target count: what is known of it above the bound, and below."""

    slope: Exacts
    rest: Exacts
    pairs = 0

    def _solved(self, arena: Arena, target: Mask, reward: NDArray[Any]) -> Improved:
        """Return the solution of a game whose plays keep what they collect."""
        found = improved(keeping(arena, target, reward), self.most)
        self.pairs += found.pairs
        return found

    def _along(self, edges: Mask, reward: NDArray[Any]) -> Improved:
        """Return the solution of that game along these edges, which leave open vertices alone."""
        return self._solved(self.part(edges), ~self.open, reward[edges])

    def above(self) -> None:
        """Find the slopes and the rest for large amounts."""
        prize = (int(self.reward.max(initial=0)) + 1) << 24
        for _ in range(_TRIES):
            ends = self.target[self.heads].astype(object) * prize
            once, twice = (
                self._along(self.kept, numbers((self.reward + k * ends).tolist(), "rewards")).values for k in (1, 2)
            )
            slope = (twice - once) * Fraction(1, prize)
            slope[~self.open], slope[self.target] = 0, 1
            gain = slope[self.heads] - slope[self.tails]
            flat = self.kept & np.where(self.by_chance, True, np.asarray(gain == 0, np.bool_))
            rest = self._along(flat, numbers((self.reward * slope[self.heads]).tolist(), "rewards"))
            better = np.where((self.owner == MAX)[self.tails], gain > 0, gain < 0) & ~self.by_chance
            if not rest.state.infinite.any() and not (self.kept & better).any():
                self.slope, self.rest = slope, rest.values
                return
            prize <<= 24
        raise SolverError("the value of very large amounts was not found")

    def bound(self) -> int:
        """Return from which amount on the slopes decide."""
        heads, tails = self.heads, self.tails
        edges = np.flatnonzero(self.kept & ~self.by_chance)
        falls = self.slope[tails[edges]] - self.slope[heads[edges]]
        more = self.reward[edges] * self.slope[heads[edges]] + self.rest[heads[edges]] - self.rest[tails[edges]]
        found: int = max([1, *(floor(a / b) + 1 for a, b in zip(more.tolist(), falls.tolist(), strict=True) if b)])
        return found

    def below(self, bound: int) -> list[Exacts]:
        """Return the values for the amounts from 0 to the bound."""
        layered = self.layered(bound)
        heads, amounts, top = layered.heads, layered.amounts, self.slope * bound + self.rest
        edge_values = np.where(self.target[heads], amounts, top[heads] + (amounts - bound) * self.slope[heads])
        rewards = numbers(np.where(layered.ends, edge_values, 0).tolist(), "rewards")
        values = self._solved(layered.arena, layered.over, rewards).values
        found = values.reshape(bound + 1, self.arena.n)[:-1]
        for x, row in enumerate(found):
            row[self.target] = x
        return [*found, top]

    def layer(self, x: int, table: Exacts) -> Layer:
        """Return the values of a layer, with ranks and moves that keep them."""
        here, bound, heads, tails = table[x], len(table) - 1, self.heads, self.tails
        amounts = x + self.reward
        edge_values = table[np.minimum(amounts, bound).astype(np.int64), heads]
        edge_values = edge_values + np.maximum(amounts - bound, 0) * self.slope[heads]
        tight = self.kept & (np.asarray(edge_values == here[tails], np.bool_) | self.by_chance)
        later = np.asarray(amounts > x, np.bool_) & (x < bound)
        rank, _ = self.to_edges(tight, self.target[heads] | (later & (self.reach_rank[heads] >= 0)), self.owner != MIN)
        rank[self.target] = 0
        falls = later | ((rank[heads] >= 0) & (rank[heads] < rank[tails]))
        moves = self.out_of_reach.copy()
        for fit in (tight, tight & falls & (self.owner == MAX)[tails]):
            found = np.flatnonzero(fit & ~self.by_chance)[::-1]
            moves[tails[found]] = heads[found]
        return Layer(here, moves, rank.astype(np.int64))

    def solution(self) -> ArenaSolution:
        """Return the solution."""
        self.above()
        table = np.array(self.below(self.bound()), object)
        layers = tuple(self.layer(x, table) for x in range(len(table)))
        return self.answer(self.slope, layers, {"pairs": self.pairs, "layers": len(layers)})
