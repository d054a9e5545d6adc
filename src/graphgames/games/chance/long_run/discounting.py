"""Discounted payoffs where chance moves: strategies that are best in rounded numbers, improved over the rationals.

A pair of strategies leaves linear equations, which are solved exactly; as long as a player has a better edge he takes
it: player 1 first, until his answer is the best, then player 0. The equations "the value is the best, or the mean, of
weight + discount * value of the next" have one solution, so that the values prove themselves.

For brackets each step of value iteration costs a little, or brings a little, so that what it ends at is kept by the
real steps with something to spare. What no step exceeds is an upper bound, and a lower bound what each step keeps.

Shapley, *Stochastic games* (1953); Hoffman, Karp, *On nonterminating stochastic games* (1966).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import owners
from graphgames.core.chance import CHANCE
from graphgames.core.errors import SolverError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import objects, plain
from graphgames.games.chance.numbers.brackets import (
    Bounds,
    exact_else_bracketed,
    narrowed,
    rounded_out,
    settled,
    width_of,
)
from graphgames.games.chance.numbers.equations import MOST, expectations
from graphgames.games.chance.reaching_form import MAX
from graphgames.games.weighted.discounted import Payoffs
from graphgames.games.weighted.improving import last

_ROUNDS = 20_000


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
        return objects(self.arena.probability_of(e) or 1 for e in range(self.arena.m))

    @cached_property
    def rounded(self) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Weights, discounts and probabilities in floating point."""
        try:
            return self.weight.astype(float), self.discount.astype(float), self.likely.astype(float)
        except OverflowError:
            raise SolverError("the weights of this game are too large") from None

    def best(self, after: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return what the owner of each vertex makes of what its edges are worth."""
        starts, side = self.arena.indptr[:-1], self.sign
        mean = np.add.reduceat(self.rounded[2] * after, starts)
        return np.where(self.chance, mean, side[starts] * np.maximum.reduceat(side * after, starts))

    def settled(
        self, value: NDArray[np.float64], margin: float, most: int | None = None
    ) -> tuple[NDArray[np.float64], int]:
        """Return what the function `settled` does of the values of all vertices."""
        (weight, discount, likely), arena = self.rounded, self.arena
        rows = arena.tails, arena.successors, likely * discount, likely * weight, owners(arena), np.arange(arena.n)
        return settled(*rows, value, margin, most=most)

    def best_choice(self, value: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return for each vertex the first edge that is best by rounded values."""
        weight, discount, _ = self.rounded
        return self.greedy(weight + discount * value[self.arena.successors])

    def start(self) -> NDArray[np.int64]:
        """Return for each vertex the first edge that is best in rounded numbers."""
        close = 1e-14 * (1 + float(np.abs(self.rounded[0]).max(initial=0.0)))
        return self.best_choice(self.settled(np.zeros(self.arena.n), close, _ROUNDS)[0])

    def evaluate(self, choice: NDArray[np.int64], most: int) -> NDArray[np.object_]:
        """Return the exact values under the chosen edges."""
        taken = self.chance[self.arena.tails]
        taken[choice] = True
        edges = np.flatnonzero(taken)
        likely = self.likely[edges]
        ends = self.arena.tails[edges], self.arena.successors[edges]
        return expectations(self.arena.n, *ends, likely * self.discount[edges], likely * self.weight[edges], most)


def discounted_chance(game: Game, most: int = MOST, precision: Any = None) -> ArenaSolution:
    """Solve a discounted game with chance exactly, or by brackets.

    ``most``: as for `strategy_improvement`. ``precision``: how wide brackets may be; by default the values are exact,
    or where that is too expensive brackets of width 1e-6.

    ``values`` holds integers and Fractions, and brackets where they are not exact. Its stats count the ``pairs`` of
    strategies; for brackets the ``sweeps``, and the ``width`` says how wide the widest is: more than the precision
    where rounding allows no better. Where a bracket leaves open who wins the winner is 2.

    Raise `SolverError` if the equations are too expensive, and brackets as well.
    """
    exact, bracketed = partial(exactly, game, most), partial(_bracketed, game)
    return exact_else_bracketed(exact, bracketed, precision if game.arena.n else None)


def exactly(game: Game, most: int = MOST) -> ArenaSolution:
    """Return the solution with exact values; raise `SolverError` where they are too expensive."""
    rows = Rows.of(game)
    choice = rows.start()
    value, pairs = last(rows.tried(choice, partial(rows.evaluate, most=most)))
    return rows.solution(game, choice, objects(map(plain, value.tolist())), "discounted-chance", {"pairs": pairs})


def _bracketed(game: Game, precision: Any) -> ArenaSolution:
    """Return the solution with brackets: both bounds are kept by a margin, so that rounding cannot break them."""
    rows = Rows.of(game)
    arena = rows.arena

    def bounds(margin: float, before: Bounds | None) -> Bounds:
        zero = np.zeros(arena.n)
        low, less = rows.settled(zero if before is None else before.low, -margin)
        high, more = rows.settled(zero if before is None else before.high, margin)
        mine, other = rows.best_choice(low), rows.best_choice(high)
        return Bounds(low, high, np.where(owners(arena) == MAX, mine, other), less + more)

    start = float(np.abs(rows.rounded[0]).max(initial=0.0))
    found, sweeps, margin = narrowed(bounds, width_of(precision), start, arena)
    values, width = rounded_out(found.low, found.high, margin)
    return rows.solution(game, found.choice, values, "discounted-chance", {"sweeps": sweeps, "width": width})
