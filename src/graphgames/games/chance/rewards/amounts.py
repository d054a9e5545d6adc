"""A game whose rewards count only if the target is reached, and its layers: a vertex for each amount collected so far.

The value is infinite where Max can collect for ever, and come to the target with positive probability from wherever she
does. Elsewhere the play goes on in layers: below a bound each pair of a vertex and a collected amount is a vertex of a
game in which only the step that ends it, or leads to the bound or beyond, is worth something.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.chance import CHANCE
from graphgames.core.errors import SolverError
from graphgames.core.game import Game
from graphgames.core.memory import Automaton, product
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.core.value import INFINITY, Bracket, ends, integers, mapped, plain
from graphgames.games.chance.certificate import Layer, RewardLayers
from graphgames.games.chance.reaching_form import MAX, MIN, Mask, Reaching
from graphgames.games.chance.rewards.improvement import Rewarded
from graphgames.games.chance.rewards.objective import ExpectedReward
from graphgames.games.weighted.improving import heads_of
from graphgames.graphs.order import first_edges


@dataclass(frozen=True)
class Layered:
    """The layers below a bound as one game; vertex v of layer x has the number ``x n + v``."""

    arena: Arena
    """With one layer more, where the play is over."""
    over: Mask
    """Where the play is over."""
    heads: NDArray[np.int32]
    amounts: NDArray[Any]
    """The vertex of the first game that each edge leads to, and what has been collected then, shape (m,)."""
    ends: Mask
    """The edges that end the play in this game, though not where the target is out of reach, shape (m,)."""


class CollectedRewards(Reaching):
    """A game in which only plays that reach the target count: where it is over or infinite, and the rest in layers.

    ``reward`` holds the rewards as multiples of ``unit``.
    """

    def __init__(self, game: Game, most: int):
        self.game, self.most = game, most
        arena, objective = game.arena, game.objective
        assert isinstance(objective, ExpectedReward)
        super().__init__(arena, owners(arena), objective.mask, np.zeros(arena.n, np.bool_))
        reward, scale = integers(objective.rewards(arena))
        common = int(np.gcd.reduce(reward)) or 1 if reward.size else 1
        self.reward, self.unit = reward // common, Fraction(common, scale)
        if self.reward.max(initial=0) >> 40:  # sums and products are beyond 64 bits
            self.reward = self.reward.astype(object)
        self.reach_rank = self.attracted(self.live, self.target, self.owner != MIN)[0]
        self.over = np.asarray(self.target | (self.reach_rank < 0))
        self.endless = Rewarded(keeping(arena, self.over, self.reward))
        self.infinite = self.endless.infinite
        self.open = ~(self.over | self.infinite)
        self.kept = self.open[self.tails] & ~self.infinite[self.heads]

    @cached_property
    def out_of_reach(self) -> NDArray[np.int32]:
        """The moves where Max cannot reach the target; -1 elsewhere."""
        lost = self.reach_rank < 0
        return heads_of(
            self.arena, first_edges(self.arena, (lost & (self.owner != CHANCE))[self.tails] & lost[self.heads])
        )

    def part(self, kept: Mask) -> Arena:
        """Return the arena with some of the edges, which leave open vertices alone."""
        owner, edges = np.where(self.open, self.owner, MAX).astype(np.uint8), np.flatnonzero(kept)
        numerator = self.numerator[edges] if (owner == CHANCE).any() else None
        return Arena.from_arrays(self.tails[edges], self.heads[edges], self.arena.n, owner, probability=numerator)

    def layered(self, bound: int) -> Layered:
        """Return the layers below a bound; raise `SolverError` if they have too many edges."""
        edges, n = np.flatnonzero(self.kept), self.arena.n
        if bound * max(edges.size, n) > self.most:
            raise SolverError(f"the game needs {bound} layers of {edges.size} edges, more than allowed")
        part, heads = self.part(self.kept), self.heads[edges]
        reward, stays = self.reward[edges], self.open[heads]

        def collect(amount: NDArray[np.int64], edge: NDArray[np.int64]) -> NDArray[Any]:
            return np.where(stays[edge], np.minimum(amount + reward[edge], bound), bound)

        layers = product(part, Automaton(bound + 1, 0, collect), taken=lambda amount, edge: amount < bound)
        over = (layers.memory == bound) | ~self.open[layers.vertex]
        amounts = np.repeat(layers.memory, layers.arena.out_degree) + reward[layers.edge]
        ends = (layers.memory[layers.arena.successors] == bound) & (self.reach_rank[heads] >= 0)[layers.edge]
        return Layered(layers.arena, over, heads[layers.edge], amounts, ends)

    def answer(self, slope: NDArray[np.object_], layers: tuple[Layer, ...], stats: dict[str, Any]) -> ArenaSolution:
        """Return the solution that slopes and layers make, the last of which is that of the bound."""
        found, moves = self.endless, layers[0].moves.copy()
        mine = self.infinite & (self.owner != CHANCE)
        moves[mine] = self.heads[found.choice[mine]]
        values = mapped(lambda one: _times(one, self.unit), layers[0].value.tolist(), id)
        values[self.infinite] = INFINITY
        proof = RewardLayers(found.rank, found.step, self.reach_rank.astype(np.int64), slope, layers)
        winner = (~self.infinite).astype(np.uint8)
        return ArenaSolution(self.game, winner, Strategy(moves), "reward-improvement", proof, values, stats)


def keeping(arena: Arena, target: Mask, reward: NDArray[Any]) -> Game:
    """Return a game whose plays keep what they collect."""
    return Game(arena, ExpectedReward(target, reward, unreached="continue"))


def _times(value: Any, unit: Fraction) -> Any:
    """Return a number, or a bracket, times a unit."""
    several: Any = ends(value)
    low, high = (plain(end * unit) for end in several)
    return Bracket(low, high) if isinstance(value, Bracket) else low
