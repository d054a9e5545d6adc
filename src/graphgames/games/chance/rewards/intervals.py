"""Brackets for expected rewards: bounds that each step keeps by a margin, so that rounding cannot break them.

Value iteration in which each step costs a little, or brings a little, ends near the values, and what it ends at is kept
by the real steps with half of that to spare. Where Min must come to the target this gives the upper bounds, and
elsewhere the lower ones, both players playing their best. For the other bounds one player keeps to the moves that are
best by these. What is left are choices of the other and of chance; a set that he need not leave, and where nothing is
collected, is worth what its best exit is, so it counts as one vertex.

Bertsekas, Tsitsiklis, *An analysis of stochastic shortest path problems* (1991); Baier, Klein, Leuschner, Parker,
Wunderlich, *Ensuring the reliability of your model checker* (2017); Hartmanns, Kaminski, *Optimistic value iteration*
(2020).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import INFINITY
from graphgames.games.chance.numbers.brackets import Bounds, Floats, narrowed, rounded_out, settled, width_of
from graphgames.games.chance.reaching_form import MAX, MIN, Mask, end_components
from graphgames.games.chance.rewards.improvement import Rewarded


class Bracketing:
    """A game with rewards whose values are bracketed.

    The rewards may be in brackets as well: then lower bounds are those of the lower rewards, upper ones of the upper.
    """

    def __init__(self, state: Rewarded, reward: tuple[Floats, Floats] | None = None):
        self.state = state
        exact = state.near_reward / state.scale
        self.first_reward, self.second_reward = (reward or (exact, exact))[:: -1 if state.must_reach else 1]
        self.order = state.outwards
        self.open = state.allowed & state.open[state.tails]
        self.free = MIN if state.must_reach else MAX
        """Who may go round where nothing is collected, in value iteration from the other side."""

    def bounds(self, margin: float, before: Bounds | None) -> Bounds | None:
        """Return bounds that steps keep by a margin; None where Min's moves are too bad for that."""
        n, must_reach = self.state.arena.n, self.state.must_reach
        start = (np.zeros(n), np.zeros(n)) if before is None else (before.low, before.high)[:: -1 if must_reach else 1]
        margin = margin if must_reach else -margin
        rows = self.open, np.arange(n), self.state.owner, self.first_reward
        first, sweeps = self._settled(*rows, start[0], margin)
        choice = self.state.best(self.first_reward, first)
        kept = self._kept(choice)
        if kept is None:
            return None
        second, more = self._collapsed(kept, start[1], -margin)
        low, high = (second, first) if must_reach else (first, second)
        return Bounds(low, high, choice, sweeps + more)

    def _settled(
        self,
        edges: Mask,
        block: NDArray[np.int64],
        owner: NDArray[np.uint8],
        reward: Floats,
        value: Floats,
        margin: float,
    ) -> tuple[Floats, int]:
        """Return bounds that steps between blocks keep by half of a margin, at least, and the sweeps it took.

        Where the margin is positive no step is worth more than the upper bounds; where it is negative none is worth
        less than the lower ones, which are nowhere negative. Raise `SolverError` if that takes too many sweeps.
        """
        edge = np.flatnonzero(edges)
        tails, heads = block[self.state.tails[edge]], block[self.state.heads[edge]]
        rows = tails, heads, self.state.factor[edge], (self.state.factor * reward)[edge], owner, block[self.order]
        value, sweeps = settled(*rows, value, margin, 0.0)
        return (value if margin > 0 else np.maximum(value + margin / 2, 0.0)), sweeps

    def _kept(self, choice: NDArray[np.int64]) -> Mask | None:
        """Return the edges that remain where one player keeps to his choice; None where Max then collects for ever."""
        state = self.state
        kept = np.asarray(self.open & (state.owner != 1 - self.free)[state.tails])
        kept[choice[state.open & (state.owner == 1 - self.free)]] = True
        endless = self.free == MAX and (end_components(state, kept, state.open)[2] & state.collecting).any()
        return None if endless else kept

    def _collapsed(self, kept: Mask, value: Floats, margin: float) -> tuple[Floats, int]:
        """Return the other bounds, along these edges: a set that the free player need not leave is one vertex."""
        state = self.state
        idle = kept & ~state.collecting
        alive = state.open.copy()
        alive[state.tails[kept & ~idle & state.by_chance]] = False
        block, ends, inside = end_components(state, idle, alive)
        owner, start = np.zeros(ends.size, np.uint8), np.zeros(ends.size)
        owner[block], start[block] = state.owner, value
        owner[ends] = self.free
        found, sweeps = self._settled(kept & ~inside, block, owner, self.second_reward, start, margin)
        return found[block], sweeps


def bracketed(game: Game, precision: Any) -> ArenaSolution:
    """Solve a game in which a play that misses the target keeps what it collects, or is worth infinitely much."""
    wanted, state = width_of(precision), Rewarded(game)
    sides, start = Bracketing(state), float(state.near_reward.max(initial=0.0)) / state.scale
    bounds, sweeps, margin = narrowed(sides.bounds, wanted, start, state.arena)
    values, width = rounded_out(bounds.low, bounds.high, margin)
    values[state.infinite] = INFINITY
    state.choice = np.where(state.open, bounds.choice, state.choice)
    state.rank[~state.infinite] = 0
    return state.solution(game, state.calm, values, {"sweeps": sweeps, "width": width})
