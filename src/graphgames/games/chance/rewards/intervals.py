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

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import frexp, inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import offsets
from graphgames.core.chance import CHANCE
from graphgames.core.errors import SolverError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.core.value import INFINITY, Bracket, Exact, plain
from graphgames.games.chance.certificate import RewardRanks
from graphgames.games.chance.kernels.iteration import settle
from graphgames.games.chance.plain import MAX, MIN, Mask
from graphgames.games.chance.reaching.intervals import end_components, width_of
from graphgames.games.chance.rewards.improvement import Rewarded

Floats = NDArray[np.float64]

_SWEEPS = 50_000
_ROUNDS = 60


@dataclass(frozen=True)
class Bounds:
    """Lower and upper bounds, the edges that both players keep to, and how many sweeps it took."""

    low: Floats
    high: Floats
    choice: NDArray[np.int64]
    sweeps: int

    @property
    def width(self) -> float:
        """The largest difference of two bounds."""
        return float((self.high - self.low).max(initial=0.0))

    @property
    def largest(self) -> float:
        """The largest absolute value of a bound."""
        return float(max(-self.low.min(initial=0.0), self.high.max(initial=0.0)))


class Bracketing:
    """A game with rewards whose values are bracketed.

    The rewards may be in brackets as well: then lower bounds are those of the lower rewards, upper ones of the upper.
    """

    def __init__(self, state: Rewarded, reward: tuple[Floats, Floats] | None = None):
        self.state, self.form = state, state.form
        arena, exact = self.form.arena, state.near_reward / state.scale
        self.first_reward, self.second_reward = (reward or (exact, exact))[:: -1 if state.must_reach else 1]
        likely = self.form.numerator / np.repeat(self.form.denominator, arena.out_degree)
        self.factor = np.where((self.form.owner == CHANCE)[self.form.tails], likely, 1.0)
        self.open = state.allowed & state.open[self.form.tails]
        end, everyone = ~(state.open | state.infinite), np.ones(arena.n, np.bool_)
        unknown = np.flatnonzero(state.open)
        far = self.form.attracted(self.open, end, everyone)[0][unknown]
        self.order = unknown[np.argsort(far, kind="stable")]
        """The vertices whose values are to be found, those near the end of the play first."""
        self.free = MIN if state.must_reach else MAX
        """Who may go round where nothing is collected, in value iteration from the other side."""

    def bounds(self, margin: float, before: Bounds | None) -> Bounds | None:
        """Return bounds that steps keep by a margin; None where Min's moves are too bad for that."""
        n, must_reach = self.form.arena.n, self.state.must_reach
        start = (np.zeros(n), np.zeros(n)) if before is None else (before.low, before.high)[:: -1 if must_reach else 1]
        margin = margin if must_reach else -margin
        rows = self.open, np.arange(n), self.form.owner, self.first_reward
        first, sweeps = self._settled(*rows, start[0], margin)
        choice = self._best(first)
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
        tails, heads = block[self.form.tails[edge]], block[self.form.arena.successors[edge]]
        rows = tails, heads, self.factor[edge], (self.factor * reward)[edge], owner, block[self.order]
        value, sweeps = settled(*rows, value, margin, 0.0)
        return (value if margin > 0 else np.maximum(value + margin / 2, 0.0)), sweeps

    def _best(self, value: Floats) -> NDArray[np.int64]:
        """Return the first edges that are worth most, or least, to their owners."""
        form, choice = self.form, self.form.arena.indptr[:-1].copy()
        edge = np.flatnonzero(self.open)
        worth = self.first_reward[edge] + value[form.arena.successors[edge]]
        worth *= np.where(form.owner[form.tails[edge]] == MAX, -1, 1)
        order = np.lexsort((-edge, -worth, form.tails[edge]))
        choice[form.tails[edge[order]]] = edge[order]
        return choice

    def _kept(self, choice: NDArray[np.int64]) -> Mask | None:
        """Return the edges that remain where one player keeps to his choice; None where Max then collects for ever."""
        form, heads = self.form, self.form.arena.successors
        kept = self.open & np.isin(form.owner, (self.free, CHANCE))[form.tails]
        kept[choice[self.state.open & (form.owner == 1 - self.free)]] = True
        if self.free == MAX:
            block, _, ends = end_components(form, kept, self.state.open)
            endless = kept & self.state.collecting & ends[block][form.tails]
            if (endless & (block[form.tails] == block[heads])).any():
                return None
        return kept

    def _collapsed(self, kept: Mask, value: Floats, margin: float) -> tuple[Floats, int]:
        """Return the other bounds, along these edges: a set that the free player need not leave is one vertex."""
        form, heads = self.form, self.form.arena.successors
        idle = kept & ~self.state.collecting
        alive = self.state.open.copy()
        alive[form.tails[kept & ~idle & (form.owner == CHANCE)[form.tails]]] = False
        block, blocks, ends = end_components(form, idle, alive)
        owner, start = np.zeros(blocks, np.uint8), np.zeros(blocks)
        owner[block], start[block] = form.owner, value
        owner[ends] = self.free
        inside = idle & ends[block][form.tails] & (block[form.tails] == block[heads])
        found, sweeps = self._settled(kept & ~inside, block, owner, self.second_reward, start, margin)
        return found[block], sweeps


def settled(
    tails: NDArray[np.integer[Any]],
    heads: NDArray[np.integer[Any]],
    factor: Floats,
    gain: Floats,
    owner: NDArray[np.uint8],
    order: NDArray[np.integer[Any]],
    value: Floats,
    margin: float,
    least: float = -inf,
) -> tuple[Floats, int]:
    """Return what `settle` makes of values, and the sweeps; the edges come in any order, and vertices several times.

    A vertex without edges is worth 0. Raise `SolverError` if it takes too many sweeps.
    """
    by_tail, degree = np.argsort(tails, kind="stable"), np.bincount(tails, minlength=owner.size)
    indptr = offsets(degree)
    order, value = order[np.sort(np.unique(order, return_index=True)[1])], np.where(degree > 0, value, 0.0)
    places: NDArray[np.int32] = order[degree[order] > 0].astype(np.int32)
    after: NDArray[np.int32] = heads[by_tail].astype(np.int32)
    sweeps = settle(indptr, after, owner, factor[by_tail], gain[by_tail], places, value, margin, least, _SWEEPS)
    if sweeps > _SWEEPS:
        raise SolverError(f"brackets of the values need more than {_SWEEPS:,} sweeps; ask for exact values")
    return value, sweeps


def narrowed(
    bounds: Callable[[float, Bounds | None], Bounds | None], wanted: Exact, start: float, degree: int
) -> tuple[Bounds, int, float]:
    """Return bounds as narrow as wanted, or as rounding allows, the sweeps that they took, and their margin.

    ``bounds`` returns those of a margin, given those of a larger one. The first margin is at least ``start``, which no
    gain of an edge exceeds. No vertex has so many edges as ``degree`` says.
    """
    found: Bounds | None = None
    margin, sweeps, used = max(float(wanted) / 8, start), 0, 0.0
    for _ in range(_ROUNDS):
        try:
            better = bounds(margin, found)
        except SolverError:
            if found is None:
                raise
            break
        least = 0.0
        if better is not None:
            found, sweeps, used = better, sweeps + better.sweeps, margin
            least = degree * (start + found.largest) * 2.0**-48
            if found.width <= wanted / 2 or margin <= least:
                break
        margin = max(margin / 16, least)
    if found is None:
        raise SolverError("no brackets of the values were found; without a precision they are exact")
    return found, sweeps, used


def rounded_out(low: Floats, high: Floats, margin: float) -> tuple[NDArray[np.object_], float]:
    """Return brackets that hold two bounds, rounded away from the values by less than a margin, and the largest width.

    Where both ends are the same it is one number.
    """
    whole = 2 ** max(0, 6 - frexp(margin)[1])
    ends = [[int(one) for one in (np.floor(row * whole)).tolist()] for row in (low, -high)]
    pairs = dict.fromkeys(zip(*ends, strict=True))
    known = {pair: bracket(Fraction(pair[0], whole), Fraction(-pair[1], whole)) for pair in pairs}
    values = np.empty(low.size, object)
    values[:] = [known[pair] for pair in zip(*ends, strict=True)]
    return values, max(((-above - below) / whole for below, above in pairs), default=0.0)


def bracket(low: Fraction, high: Fraction) -> Bracket | int | Fraction:
    """Return a bracket, or the number that is both of its ends."""
    ends = plain(low), plain(high)
    return ends[0] if low == high else Bracket(*ends)


def bracketed(game: Game, precision: Any) -> ArenaSolution:
    """Solve a game in which a play that misses the target keeps what it collects, or is worth infinitely much."""
    wanted, state = width_of(precision), Rewarded(game)
    sides, start = Bracketing(state), float(state.near_reward.max(initial=0.0)) / state.scale
    degree = int(state.form.arena.out_degree.max(initial=0)) + 8
    bounds, sweeps, margin = narrowed(sides.bounds, wanted, start, degree)
    values, width = rounded_out(bounds.low, bounds.high, margin)
    values[state.infinite] = INFINITY
    state.choice = np.where(state.open, bounds.choice, state.choice)
    state.rank[~state.infinite] = 0
    stats = {"sweeps": sweeps, "width": width}
    winner = (~state.infinite).astype(np.uint8)
    proof = RewardRanks(state.rank, state.step)
    return ArenaSolution(game, winner, Strategy(state.moves(state.calm)), "reward-improvement", proof, values, stats)
