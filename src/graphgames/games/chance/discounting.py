"""Discounted payoffs where chance moves: strategies that are best in rounded numbers, improved over the rationals.

A pair of strategies leaves linear equations, which are solved exactly; as long as a player has a better edge he takes
it: player 1 first, until his answer is the best, then player 0. The equations "the value is the best, or the mean, of
weight + discount * value of the next" have one solution, so that the values prove themselves.

Shapley, *Stochastic games* (1953); Hoffman, Karp, *On nonterminating stochastic games* (1966).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from graphgames.core.chance import CHANCE
from graphgames.core.errors import SolverError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.core.value import plain
from graphgames.games.chance.linear import expectations
from graphgames.games.weighted.certificate import BellmanEquations
from graphgames.games.weighted.discounted import Payoffs
from graphgames.games.weighted.payoff import Discounted

MOST = 10_000_000
_ROUNDS = 20_000
_CLOSE = 1e-9


@dataclass(frozen=True)
class Rows(Payoffs):
    """A game as rows of edges: exact weights and discounts, and how likely chance takes each."""

    @cached_property
    def chance(self) -> NDArray[np.bool_]:
        """Where chance moves."""
        return np.asarray(self.arena.owner == CHANCE)

    @cached_property
    def likely(self) -> NDArray[np.object_]:
        """The probability of each edge, 1 where a player moves."""
        found = [self.arena.probability_of(e) or 1 for e in range(self.arena.m)]
        likely = np.empty(len(found), object)
        likely[:] = found
        return likely

    @cached_property
    def rounded(self) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Weights, discounts and probabilities in floating point."""
        try:
            return self.weight.astype(float), self.discount.astype(float), self.likely.astype(float)
        except OverflowError:
            raise SolverError("the weights of this game are too large") from None

    def best(self, after: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return what the owner of each vertex makes of what its edges are worth."""
        starts, owner = self.arena.indptr[:-1], self.arena.owner
        assert owner is not None
        mean = np.add.reduceat(self.rounded[2] * after, starts)
        largest, least = np.maximum.reduceat(after, starts), np.minimum.reduceat(after, starts)
        return np.where(self.chance, mean, np.where(owner == 0, largest, least))

    def start(self) -> NDArray[np.int64]:
        """Return for each vertex the first edge that is best in rounded numbers."""
        arena, (weight, discount, _) = self.arena, self.rounded
        value = np.zeros(arena.n)
        for _ in range(_ROUNDS):
            new = self.best(weight + discount * value[arena.successors])
            if not np.any(np.abs(new - value) > 1e-14 * (1 + np.abs(new))):
                break
            value = new
        after = weight + discount * value[arena.successors]
        good = after == np.repeat(self.best(after), arena.out_degree)
        return self.first(good | self.chance[arena.tails])

    def first(self, edges: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return for each vertex the first of some of its edges, of which it has one."""
        found = np.zeros(self.arena.n, np.int64)
        some = np.flatnonzero(edges)[::-1]
        found[self.arena.tails[some]] = some
        return found

    def evaluate(self, choice: NDArray[np.int64], most: int) -> NDArray[np.object_]:
        """Return the exact values under the chosen edges."""
        taken = self.chance[self.arena.tails]
        taken[choice] = True
        edges = np.flatnonzero(taken)
        likely = self.likely[edges]
        ends = self.arena.tails[edges].tolist(), self.arena.successors[edges].tolist()
        return expectations(self.arena.n, *ends, likely * self.discount[edges], likely * self.weight[edges], most)

    def improve(self, choice: NDArray[np.int64], value: NDArray[np.object_], player: int) -> bool:
        """Change the moves of a player to better ones; whether there is one."""
        arena, (weight, discount, _) = self.arena, self.rounded
        near, sign = value.astype(float), 1 - 2 * player
        after, before = weight + discount * near[arena.successors], near[arena.tails]
        size = _CLOSE * (1 + np.abs(weight) + np.abs(before) + np.abs(near[arena.successors]))
        assert arena.owner is not None
        mine = (arena.owner == player)[arena.tails] & (sign * (after - before) > -size)
        mine[choice] = False
        better = dict[int, Fraction]()
        for e in np.flatnonzero(mine).tolist():
            v, worth = int(arena.tails[e]), sign * (self.weight[e] + self.discount[e] * value[arena.successors[e]])
            if worth > better.get(v, sign * value[v]):
                choice[v], better[v] = e, worth
        return bool(better)


def discounted_chance(game: Game, most: int = MOST) -> ArenaSolution:
    """Solve a discounted game with chance exactly.

    Parameters
    ----------
    game : Game
        With a `Discounted` objective.
    most : int
        As for `strategy_improvement`.

    Returns
    -------
    ArenaSolution
        ``values`` holds the exact values, integers and Fractions. Its stats count the ``pairs`` of strategies.

    Raises
    ------
    SolverError
        If the equations are too dear.

    Examples
    --------
    >>> from graphgames import Arena
    >>> arena = Arena.from_edges([("a", "b"), ("b", "a"), ("b", "b")], owner={"a": 0, "b": 2},
    ...     probability=[None, "1/3", "2/3"])
    >>> discounted_chance(Game(arena, Discounted([3, 0, 0], discount="1/2"))).values
    array([Fraction(24, 7), Fraction(6, 7)], dtype=object)
    """
    objective = game.objective
    assert isinstance(objective, Discounted)
    rows, pairs, value = Rows.of(game), 0, np.zeros(0, object)
    choice = rows.start() if rows.arena.n else np.zeros(0, np.int64)
    while rows.arena.n:
        value = rows.evaluate(choice, most)
        pairs += 1
        if not (rows.improve(choice, value, 1) or rows.improve(choice, value, 0)):
            break
    moves = np.where(rows.chance, -1, rows.arena.successors[choice]).astype(np.int32)
    moves[game.arena.dead_ends] = -1
    values = np.empty(value.size, object)
    values[:] = [plain(one) for one in value.tolist()]
    short = np.array([one < objective.threshold for one in values.tolist()], np.uint8)
    stats = {"pairs": pairs}
    return ArenaSolution(game, short, Strategy(moves), "discounted-chance", BellmanEquations(), values, stats)
