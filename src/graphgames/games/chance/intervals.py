"""Interval iteration: lower bounds that rise and upper bounds that fall, both certain, until they are close.

Lower bounds rise by value iteration from 0. For the upper bounds Min keeps to the moves that are best by the lower
ones. What is left are choices of Max and of chance; a set that Max need not leave is worth what its best exit is, so it
counts as one vertex (otherwise value iteration from above would stop too early), and value iteration from 1 comes as
close as wanted. Rounding is directed: every bound is a multiple of 2^-52 that the checker accepts.

Haddad, Monmege, *Reachability in MDPs: refining convergence of value iteration* (2014); Kelmendi, Kraemer, Kretinsky,
Weininger, *Value iteration for simple stochastic games: stopping criterion and learning algorithm* (2018).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.chance import CHANCE
from graphgames.core.errors import SolverError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import Brackets, Exact, number
from graphgames.games.chance.answers import answer
from graphgames.games.chance.kernels.iteration import tighten
from graphgames.games.chance.reaching import MAX, MIN, Mask, Reaching
from graphgames.graphs.kernels.components import Components

GRID = 2**52
"""Bounds are multiples of its reciprocal."""

_SWEEPS = 1000
_ROUNDS = 200


@dataclass
class Bounds:
    """The bounds on their way, multiples of 2^-52, and what proves them.

    ``upward`` holds for Max's vertices the edge by which ``low`` rose last, and ``stamp`` when; ``downward`` for Min's
    the edge by which ``high`` is kept.
    """

    game: Reaching
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    upward: NDArray[np.int64]
    downward: NDArray[np.int64]
    stamp: NDArray[np.int64]
    order: NDArray[np.int32]
    likely: NDArray[np.float64]

    @classmethod
    def of(cls, game: Reaching) -> Bounds:
        """Return the bounds that are known at first: 0 and 1 wherever the value is not known."""
        arena = game.arena
        edges = game.live & (~game.sure[game.tails] | game.sure[arena.successors])
        rank, moves = game.attracted(edges, game.target, game.owner != MIN)
        return cls(
            game,
            np.where(game.sure, 1.0, 0.0),
            np.where(game.hopeless, 0.0, 1.0),
            _first(game, np.asarray(arena.successors == np.repeat(moves, arena.out_degree))),
            _first(game, game.hopeless[arena.successors]),
            rank.astype(np.int64),
            game.in_order(rank),
            game.numerator / np.repeat(game.denominator, arena.out_degree),
        )

    @property
    def width(self) -> float:
        """The largest difference of two bounds."""
        return float((self.high - self.low).max(initial=0.0))

    def raise_low(self, enough: float) -> int:
        """Raise the lower bounds; return the sweeps."""
        game, arena = self.game, self.game.arena
        rows = arena.indptr, arena.successors, game.owner, self.likely
        return tighten(*rows, self.order, self.low, self.upward, self.stamp, True, _SWEEPS, enough)

    def lower_high(self, enough: float) -> int:
        """Lower the upper bounds, with Min's moves that are best by the lower ones; return the sweeps."""
        game = self.game
        minimal = game.owner == MIN
        best = self.least_edges(self.low)
        kept = game.unknown[game.tails] & ~minimal[game.tails]
        kept[best[self.order[minimal[self.order]]]] = True
        block, blocks, ends = end_components(game, kept, game.unknown)
        above = np.zeros(blocks)
        np.maximum.at(above, block, self.high)
        sweeps = self._sweep(block, ends, kept & ~(ends[block][game.tails] & _same(game, block)), above, enough)
        better = above[block] < self.high
        self.high[better] = above[block][better]
        own = np.flatnonzero(minimal & better)
        self.downward[own] = best[own]
        return sweeps

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

    def least_edges(self, value: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return for each vertex the first edge to where the value is least."""
        arena = self.game.arena
        least = np.repeat(_least(self.game, value), arena.out_degree)
        return _first(self.game, np.asarray(value[arena.successors] == least))

    def solution(self, game: Game, solver: str, stats: dict[str, int]) -> ArenaSolution:
        """Return the brackets and what proves them as the solution of a game."""
        choice = np.where(self.game.owner == MIN, self.downward, self.upward)
        low, high = ((ends * GRID).astype(np.int64) for ends in (self.low, self.high))
        told = {**stats, "width": self.width}
        return answer(game, self.game, Brackets(low, high, GRID), choice, self.stamp, solver, told)

    def _sweep(
        self, block: NDArray[np.int64], ends: Mask, edges: Mask, above: NDArray[np.float64], enough: float
    ) -> int:
        """Lower the upper bounds of blocks along these edges."""
        game = self.game
        edge = np.flatnonzero(edges)
        tails = block[game.tails[edge]]
        edge = edge[np.argsort(tails, kind="stable")]
        indptr = np.zeros(above.size + 1, np.int64)
        np.cumsum(np.bincount(tails, minlength=above.size), out=indptr[1:])
        owner = np.zeros(above.size, np.uint8)
        owner[block] = game.owner
        owner[ends] = MAX
        stuck = ends & (np.diff(indptr) == 0)
        above[stuck] = 0.0
        order = block[self.order]
        order = order[np.sort(np.unique(order, return_index=True)[1])]
        order = order[~stuck[order]].astype(np.int32)
        heads = block[game.arena.successors[edge]].astype(np.int32)
        unused = np.zeros(above.size, np.int64), np.zeros(above.size, np.int64)
        return tighten(indptr, heads, owner, self.likely[edge], order, above, *unused, False, _SWEEPS, enough)


def _same(game: Reaching, block: NDArray[np.int64]) -> Mask:
    """Return the edges whose ends are in the same block."""
    return np.asarray(block[game.tails] == block[game.arena.successors])


def _least(game: Reaching, value: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the least value of the next vertices, 0 where there are none."""
    arena, found = game.arena, np.zeros(game.arena.n)
    some = arena.out_degree > 0
    found[some] = np.minimum.reduceat(value[arena.successors], arena.indptr[:-1][some])
    return found


def _first(game: Reaching, edges: Mask) -> NDArray[np.int64]:
    """Return for each vertex the first of some of its edges, its first where it has none of them."""
    found = game.arena.indptr[:-1].copy()
    some = np.flatnonzero(edges)[::-1]
    found[game.tails[some]] = some
    return found


def end_components(game: Reaching, kept: Mask, alive: Mask) -> tuple[NDArray[np.int64], int, Mask]:
    """Return the block of each vertex, how many there are, and which of them are end components.

    An end component is a set of vertices that are ``alive``, which the play need not leave, if only these edges may be
    taken; the maximal ones are blocks, and each other vertex is one. de Alfaro, *Formal verification of probabilistic
    systems* (1997).
    """
    arena, chance = game.arena, game.owner == CHANCE
    alive = alive.copy()
    while True:
        edges = kept & alive[game.tails] & alive[arena.successors]
        component = _components(arena.n, game.tails[edges], arena.successors[edges], alive)
        inner = edges & (component[game.tails] == component[arena.successors])
        leaves, stays = np.zeros(arena.n, np.bool_), np.zeros(arena.n, np.bool_)
        leaves[game.tails[kept & ~inner]] = True
        stays[game.tails[inner]] = True
        bad = alive & np.where(chance, leaves, ~stays)
        if not bad.any():
            break
        alive &= ~bad
    single = np.flatnonzero(~alive)
    number = np.empty(arena.n, np.int64)
    number[single] = np.arange(single.size)
    number[alive] = component[alive] + single.size
    blocks = int(number.max(initial=-1)) + 1
    return number, blocks, np.arange(blocks) >= single.size


def _components(n: int, tails: NDArray[np.int32], heads: NDArray[np.int32], alive: Mask) -> NDArray[np.int32]:
    """Return the strongly connected component of each vertex that is alive, in a graph whose edges come by tails."""
    indptr = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(tails, minlength=n), out=indptr[1:])
    rows = indptr, heads
    return Components(rows, rows, alive.astype(np.int32), np.full(n, -1, np.int32)).run()[0]  # it takes no edge back


def width_of(precision: Any) -> Exact:
    """Return how wide brackets may be, as an exact number; raise `SolverError` if it is not above 0."""
    wanted = number(precision)
    if wanted <= 0:
        raise SolverError(f"the precision is {wanted}; expected more than 0, such as 1e-6")
    return wanted


def exact_unless_dear(
    exact: Callable[[], ArenaSolution], bracketed: Callable[[Any], ArenaSolution], precision: Any
) -> ArenaSolution:
    """Return the exact solution, or brackets: where a precision is given, or exact values are too dear."""
    if precision is not None:
        return bracketed(precision)
    try:
        return exact()
    except SolverError as dear:
        try:
            return bracketed("1e-6")
        except SolverError:
            raise dear from None


def interval_iteration(game: Game, precision: Any = "1e-6") -> ArenaSolution:
    """Solve a game of chance by brackets.

    Parameters
    ----------
    game : Game
        With an objective whose value is a probability.
    precision : number
        How wide the brackets may be, as an exact number or text.

    Returns
    -------
    ArenaSolution
        ``values`` are `Brackets`, whose two ends are the same where 0 and 1 are certain. Its stats count the
        ``sweeps``, and the ``width`` says how wide the widest bracket is: more than the precision where rounding allows
        no better.

    Raises
    ------
    SolverError
        If the precision is not above 0.

    Examples
    --------
    >>> from graphgames import Arena
    >>> from graphgames.games.chance.objective import ReachProbability
    >>> arena = Arena.from_edges([("roll", "win"), ("roll", "roll"), ("roll", "lose")],
    ...     owner={"roll": 2, "win": 0, "lose": 0}, probability=["1/2", "1/3", "1/6"])
    >>> from fractions import Fraction
    >>> found = interval_iteration(Game(arena, ReachProbability(["win"]))).value("roll")
    >>> Fraction(3, 4) in found, found.high - found.low < Fraction(1, 10**6)
    (True, True)
    """
    wanted, bounds = width_of(precision), Bounds.of(Reaching.of(game))
    return bounds.solution(game, "interval-iteration", {"sweeps": bounds.narrow(wanted)})
