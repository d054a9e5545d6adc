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

from dataclasses import dataclass
from fractions import Fraction
from math import frexp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.chance import CHANCE
from graphgames.core.errors import SolverError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.core.value import INFINITY, Bracket, plain
from graphgames.games.chance.certificate import RewardRanks
from graphgames.games.chance.intervals import end_components, width_of
from graphgames.games.chance.kernels.iteration import settle
from graphgames.games.chance.reaching import MAX, MIN, Mask
from graphgames.games.chance.rewards import Rewarded

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


class Bracketing:
    """A game with rewards whose values are bracketed."""

    def __init__(self, state: Rewarded):
        self.state, self.form = state, state.form
        arena = self.form.arena
        self.reward = state.near_reward / state.scale
        self.likely = self.form.numerator / np.repeat(self.form.denominator, arena.out_degree)
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
        first, sweeps = self._settled(self.open, np.arange(n), self.form.owner, start[0], margin)
        choice = self._best(first)
        kept = self._kept(choice)
        if kept is None:
            return None
        second, more = self._collapsed(kept, start[1], -margin)
        low, high = (second, first) if must_reach else (first, second)
        return Bounds(low, high, choice, sweeps + more)

    def _settled(
        self, edges: Mask, block: NDArray[np.int64], owner: NDArray[np.uint8], value: Floats, margin: float
    ) -> tuple[Floats, int]:
        """Return bounds that steps between blocks keep by half of a margin, at least, and the sweeps it took.

        Where the margin is positive no step is worth more than the upper bounds; where it is negative none is worth
        less than the lower ones, which are nowhere negative. Raise `SolverError` if that takes too many sweeps.
        """
        edge = np.flatnonzero(edges)
        tails = block[self.form.tails[edge]]
        by_tail = np.argsort(tails, kind="stable")
        edge, degree = edge[by_tail], np.bincount(tails, minlength=owner.size)
        indptr = np.append(0, np.cumsum(degree))
        heads = block[self.form.arena.successors[edge]].astype(np.int32)
        places = block[self.order]
        places = places[np.sort(np.unique(places, return_index=True)[1])]
        order = places[degree[places] > 0].astype(np.int32)
        value = np.where(degree > 0, value, 0.0)
        rows = indptr, heads, owner, self.likely[edge], self.reward[edge]
        sweeps = settle(*rows, order, value, margin, _SWEEPS)
        if sweeps > _SWEEPS:
            raise SolverError(
                f"brackets of the expected rewards need more than {_SWEEPS:,} sweeps; ask for exact values"
            )
        return (value if margin > 0 else np.maximum(value + margin / 2, 0.0)), sweeps

    def _best(self, value: Floats) -> NDArray[np.int64]:
        """Return the first edges that are worth most, or least, to their owners."""
        form, choice = self.form, self.form.arena.indptr[:-1].copy()
        edge = np.flatnonzero(self.open)
        worth = self.reward[edge] + value[form.arena.successors[edge]]
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
        found, sweeps = self._settled(kept & ~inside, block, owner, start, margin)
        return found[block], sweeps


def bracketed(game: Game, precision: Any) -> ArenaSolution:
    """Solve a game in which a play that misses the target keeps what it collects, or is worth infinitely much."""
    wanted = width_of(precision)
    state, bounds, sweeps = Rewarded(game), None, 0
    sides, goal = Bracketing(state), float(wanted) / 8
    margin = max(goal, float(state.near_reward.max(initial=0.0)) / state.scale)
    degree = int(state.form.arena.out_degree.max(initial=0)) + 8
    for _ in range(_ROUNDS):
        try:
            found = sides.bounds(margin, bounds)
        except SolverError:
            if bounds is None:
                raise
            break
        least = 0.0
        if found is not None:
            bounds, sweeps, used = found, sweeps + found.sweeps, margin
            least = degree * float(found.high.max(initial=0.0)) * 2.0**-48
            if float((found.high - found.low).max(initial=0.0)) <= wanted / 2 or margin <= least:
                break
        margin = max(margin / 16, least)
    if bounds is None:
        raise SolverError("no brackets of the expected rewards were found; without a precision they are exact")
    return _answer(game, state, bounds, sweeps, used)


def _answer(game: Game, state: Rewarded, bounds: Bounds, sweeps: int, margin: float) -> ArenaSolution:
    """Return the solution, its bounds rounded away from the values by less than their margins."""
    whole = 2 ** max(0, 6 - frexp(margin)[1])
    ends = [[int(one) for one in (np.floor(row * whole)).tolist()] for row in (bounds.low, -bounds.high)]
    pairs = dict.fromkeys(zip(*ends, strict=True))
    known = {pair: _between(Fraction(pair[0], whole), Fraction(-pair[1], whole)) for pair in pairs}
    values = np.empty(game.arena.n, object)
    values[:] = [known[pair] for pair in zip(*ends, strict=True)]
    values[state.infinite] = INFINITY
    state.choice = np.where(state.open, bounds.choice, state.choice)
    heads = state.form.arena.successors
    still = state.allowed & ~state.collecting & ~state.open[heads]
    state.rank[~state.infinite] = 0
    stats = {"sweeps": sweeps, "width": max(((-high - low) / whole for low, high in pairs), default=0.0)}
    winner = (~state.infinite).astype(np.uint8)
    proof = RewardRanks(state.rank, state.step)
    return ArenaSolution(game, winner, Strategy(state.moves(still)), "reward-improvement", proof, values, stats)


def _between(low: Fraction, high: Fraction) -> Bracket | int | Fraction:
    """Return a bracket, or the number that is both of its ends."""
    ends = plain(low), plain(high)
    return ends[0] if low == high else Bracket(*ends)
