"""Brackets for expected rewards that count only if the target is reached: layers up to a bound that is only guessed.

In the layers below the bound there are upper and lower bounds that each step keeps by a margin, as for other rewards.
From the bound on they are straight lines in what was collected, which need not be close to the values. *Above*, Min
keeps to moves by which what is still collected stays finite, and counts it as if the target were reached for certain.
*Below*, Max goes to the target, and what she collects on the way does not count. By the best play large amounts become
exponentially rare; so a larger bound brings both as close as wanted, and none need be known from which slopes decide.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.chance import CHANCE
from graphgames.core.errors import SolverError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import INFINITY, ends, objects
from graphgames.games.chance.certificate import Layer
from graphgames.games.chance.numbers.brackets import Floats, bracket, least_margin, rounded_out, width_of
from graphgames.games.chance.reaching import intervals
from graphgames.games.chance.reaching_form import MIN
from graphgames.games.chance.rewards.amounts import CollectedRewards, Layered, keeping
from graphgames.games.chance.rewards.improvement import Rewarded
from graphgames.games.chance.rewards.intervals import Bracketing, bracketed
from graphgames.games.weighted.improving import heads_of

_FIRST = 16
_COARSE = "1/4"
_ENOUGH = 2.0**-10


class TailBounds:
    """The straight lines from a bound on: ``low`` times the amount, and the amount and ``more``.

    ``low`` bounds the probability to reach the target by the moves of Max, multiples of 2^-52; they lead to a larger
    one, or to a smaller ``rank``. ``more`` bounds what is still collected by the moves of Min, where the target is in
    reach, in exact numbers. ``moves`` are those of both players.
    """

    def __init__(self, state: CollectedRewards):
        reaching = intervals.Bounds(state)
        reaching.raise_low(_ENOUGH)
        found = bracketed(keeping(state.arena, state.over, state.reward), _COARSE)
        self.low, self.rank = np.where(state.open, reaching.low, 0.0), reaching.stamp
        self.more = objects(0 if one is INFINITY else ends(one)[1] for one in np.asarray(found.values).tolist())
        moves = np.where(state.owner == MIN, found.strategy.moves, heads_of(state.arena, reaching.upward))
        self.moves = np.where(state.open & (state.owner != CHANCE), moves, state.out_of_reach)

    def rewards(self, state: CollectedRewards, layered: Layered) -> tuple[Floats, Floats]:
        """Return what edges of the layers are worth at least and at most, where they end the play or lead beyond."""
        heads, amounts = layered.heads, layered.amounts.astype(np.float64)
        target = state.target[heads]
        low = np.where(target, amounts, self.low[heads] * amounts)
        high = np.where(target, amounts, amounts + self.more.astype(np.float64)[heads])
        return np.where(layered.ends, low, 0.0), np.where(layered.ends, high, 0.0)

    def layer(self, state: CollectedRewards, bound: int) -> tuple[NDArray[np.object_], Layer]:
        """Return the slopes, and the layer of the bound."""
        slope, value = np.zeros(self.low.size, object), np.zeros(self.low.size, object)
        slope[state.target], value[state.target] = 1, bound
        for v in np.flatnonzero(state.open).tolist():
            low = Fraction(self.low[v])
            slope[v] = bracket(low, Fraction(1))
            value[v] = bracket(bound * low, Fraction(bound + self.more[v]))
        return slope, Layer(value, self.moves, self.rank)


class LayerBounds:
    """The layers below a bound, and their bounds."""

    def __init__(self, state: CollectedRewards, beyond: TailBounds, bound: int):
        self.state, self.beyond, self.bound, self.n = state, beyond, bound, state.arena.n
        self.layered = state.layered(bound)
        rewards = beyond.rewards(state, self.layered)
        ending = keeping(self.layered.arena, self.layered.over, (rewards[1] > 0).astype(np.int64))
        self.sides = Bracketing(Rewarded(ending), rewards)
        self.sides.order = self.sides.order[np.argsort(-(self.sides.order // self.n), kind="stable")]  # from the last
        self.least = least_margin(self.layered.arena, 2 * float(rewards[1].max(initial=0.0)))
        self.margin, self.sweeps, self.width = inf, 0, inf

    def narrow(self, wanted: float, margin: float) -> None:
        """Find bounds of the first layer that are as close as wanted, or as a smaller margin makes them."""
        found, width = None, inf
        while True:
            margin = max(margin, self.least)
            found = self.sides.bounds(margin, found)
            assert found is not None  # nothing is collected but by steps that end the play
            self.sweeps, before = self.sweeps + found.sweeps, width
            width = float((found.high - found.low)[: self.n].max(initial=0.0)) + margin / 16  # as they are rounded
            if width < before:
                self.bounds, self.margin, self.width = found, margin, width
            if width <= wanted or width > before / 2 or margin == self.least:
                return
            margin /= 16

    def solution(self) -> ArenaSolution:
        """Return the solution that these bounds make."""
        state, inner, shape, size = self.state, self.sides.state, (self.bound, self.n), self.bound * self.n
        inner.choice = np.where(inner.open, self.bounds.choice, inner.choice)
        edges = inner.edges(inner.calm)[:size]
        moves = np.tile(state.out_of_reach, self.bound)
        moves[edges >= 0] = self.layered.heads[edges[edges >= 0]]
        values = rounded_out(self.bounds.low[:size], self.bounds.high[:size], self.margin)[0].reshape(shape)
        values[:, state.target] = np.arange(self.bound)[:, None].astype(object)
        slope, last = self.beyond.layer(state, self.bound)
        rank = np.zeros(self.n, np.int64)
        layers = *(Layer(*row, rank) for row in zip(values, moves.reshape(shape), strict=True)), last
        width = float(self.width * state.unit)
        return state.answer(slope, layers, {"sweeps": self.sweeps, "width": width, "layers": len(layers)})


def bracketed_layers(game: Game, most: int, precision: Any) -> ArenaSolution:
    """Solve a game in which only plays that reach the target count, by brackets; as `expected_reward`."""
    wanted, state = width_of(precision), CollectedRewards(game, most)
    beyond, close = TailBounds(state), float(wanted / state.unit)
    best, margin, bound = None, close / 8, _FIRST
    while best is None or best.width > close:
        try:
            below = LayerBounds(state, beyond, bound)
            below.narrow(close, margin)
        except SolverError:
            if best is None:
                raise
            break
        best, margin, bound = below, below.margin, 2 * bound
    return best.solution()
