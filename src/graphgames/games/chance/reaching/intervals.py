"""Interval iteration: lower bounds that rise and upper bounds that fall, both certain, until they are close.

Lower bounds rise by value iteration from 0. For the upper bounds Min keeps to the moves that are best by the lower
ones. What is left are choices of Max and of chance; a set that Max need not leave is worth what its best exit is, so it
counts as one vertex (otherwise value iteration from above would stop too early), and value iteration from 1 comes as
close as wanted. Rounding is directed: every bound is a multiple of 2^-52 that the checker accepts.

Haddad, Monmege, *Reachability in MDPs: refining convergence of value iteration* (2014); Kelmendi, Kraemer, Kretinsky,
Weininger, *Value iteration for simple stochastic games: stopping criterion and learning algorithm* (2018).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import Brackets, Exact
from graphgames.games.chance.kernels.iteration import lower_bounds, raise_bounds
from graphgames.games.chance.numbers.brackets import width_of
from graphgames.games.chance.reaching.solutions import answer
from graphgames.games.chance.reaching_form import MIN, Reaching, end_components
from graphgames.graphs.order import best_edges, first_edges

GRID = 2**52
"""Bounds are multiples of its reciprocal."""

_SWEEPS = 1000
_ROUNDS = 200


class Bounds:
    """The bounds on their way, multiples of 2^-52, and what proves them; at first 0 and 1 where the value is not known.

    ``upward`` holds for Max's vertices the edge by which ``low`` rose last, and ``stamp`` when; ``downward`` for Min's
    the edge by which ``high`` is kept.
    """

    def __init__(self, game: Reaching):
        starts, (rank, moves) = game.arena.indptr[:-1], game.surely
        first, escape = game.edges_to(moves), first_edges(game.arena, game.hopeless[game.heads])
        self.game, self.stamp = game, np.maximum(rank, 0).astype(np.int64)
        self.low, self.high = game.sure.astype(np.float64), (~game.hopeless).astype(np.float64)
        self.upward = np.where(first >= 0, first, starts)
        self.downward = np.where((game.owner == MIN) & (escape >= 0), escape, starts)

    @property
    def width(self) -> float:
        """The largest difference of two bounds."""
        return float((self.high - self.low).max(initial=0.0))

    @property
    def _graph(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.uint8], NDArray[np.float64]]:
        """The graph as kernels take it."""
        return self.game.arena.indptr, self.game.arena.successors, self.game.owner, self.game.likely

    def _sweeps(self, steps: int) -> int:
        """Return to how many sweeps over all vertices of unknown value so many steps amount."""
        return -(-steps // max(self.game.in_order[0].size, 1))

    def raise_low(self, enough: float) -> int:
        """Raise the lower bounds; return the sweeps."""
        order, cyclic = self.game.in_order, self.game.cyclic.view(np.uint8)
        rows = *self._graph, *order, cyclic
        return self._sweeps(raise_bounds(*rows, self.low, self.upward, self.stamp, _SWEEPS, enough))

    def lower_high(self, enough: float) -> int:
        """Lower the upper bounds, with Min's moves that are best by the lower ones; return the sweeps."""
        game, before = self.game, self.high
        best = self.least_edges(self.low)
        block, self.high = self._blocks(best), before.copy()
        (order, starts), cyclic = game.in_order, game.cyclic.view(np.uint8)
        if (block >= 0).any():  # vertices of a block are to stand together
            _, first, which = np.unique(block[order], return_index=True, return_inverse=True)
            place = np.where(block[order] < 0, np.arange(order.size), first[which])
            order = order[np.argsort(place, kind="stable")]
        steps = lower_bounds(*self._graph, order, starts, cyclic, block, best, self.high, _SWEEPS, enough)
        own = (game.owner == MIN) & (self.high < before)
        self.downward[own] = best[own]
        return self._sweeps(steps)

    def _blocks(self, best: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return a number for each set that Max need not leave where Min takes the best edges; -1 elsewhere."""
        game, cyclic = self.game, self.game.cyclic
        if not cyclic.any():
            return np.full(cyclic.size, -1)
        minimal = game.owner == MIN
        kept = (cyclic & ~minimal)[game.tails]
        kept[best[cyclic & minimal]] = True
        block, ends, _ = end_components(game, kept, cyclic)
        return np.where(ends[block], block, -1)

    def least_edges(self, value: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return for each vertex the first edge to where the value is least, -1 at dead ends."""
        return best_edges(self.game.arena, -value[self.game.arena.successors])

    def narrow(self, wanted: Exact) -> int:
        """Bring both bounds as close as wanted, or as rounding allows; return the sweeps."""
        sweeps, enough = 0, float(wanted) / 16
        for _ in range(_ROUNDS):
            before = self.low.sum(), self.high.sum()
            sweeps += self.raise_low(enough) + self.lower_high(enough)
            if self.width <= wanted or (before == (self.low.sum(), self.high.sum()) and not enough):
                break
            enough = enough / 16 if enough > 1e-15 else 0.0
        return sweeps

    def solution(self, game: Game, solver: str, stats: dict[str, int]) -> ArenaSolution:
        """Return the brackets and what proves them as the solution of a game."""
        choice = np.where(self.game.owner == MIN, self.downward, self.upward)
        low, high = ((ends * GRID).astype(np.int64) for ends in (self.low, self.high))
        all_stats = {**stats, "width": self.width}
        return answer(game, self.game, Brackets(low, high, GRID), choice, self.stamp, solver, all_stats)


def interval_iteration(game: Game, precision: Any = "1e-6") -> ArenaSolution:
    """Solve a game of chance by brackets.

    ``precision``: how wide the brackets may be, as an exact number or text.

    ``values`` are `Brackets`, whose two ends are the same where 0 and 1 are certain. Its stats count the ``sweeps``,
    and the ``width`` says how wide the widest bracket is: more than the precision where rounding allows no better.

    Raise `SolverError` if the precision is not above 0.
    """
    wanted, bounds = width_of(precision), Bounds(Reaching.of(game))
    return bounds.solution(game, "interval-iteration", {"sweeps": bounds.narrow(wanted)})
