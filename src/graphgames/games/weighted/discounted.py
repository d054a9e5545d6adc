"""Discounted games: the exact values, as fractions, and optimal strategies of both players.

`discounted_improvement` takes strategies that are best in rounded numbers and improves them exactly; `value_iteration`
computes with so many binary digits that the strategies are exact. The equations "the value is the best of weight +
discount * value of the next" have one solution, since all discounts are below 1.

Shapley (1953); Hoffman, Karp (1966); Zwick, Paterson, *The complexity of mean payoff games on graphs* (1996).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import ceil, frexp, gcd
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.chance import CHANCE
from graphgames.core.errors import SolverError
from graphgames.core.game import Game
from graphgames.core.oracle import DRAW
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import Brackets, Exact, coprime, decimal, largest, objects, rounded_off
from graphgames.games.weighted.certificate import BellmanEquations
from graphgames.games.weighted.improving import last, payoff_solution, tried
from graphgames.games.weighted.payoff import Discounted
from graphgames.graphs.order import best_edges

MOST = 1_000_000
"""Value iteration does not begin where it would take more rounds."""

_UNITS = 1 << 52
"""Brackets are multiples of a power of two, and values no more than so many."""

_PAIRS = 60
"""So many pairs of rounded strategies are tried before rounded value iteration."""

_ROUNDS = 3000
"""The most rounds of rounded value iteration; what is missing then is improved exactly."""


@dataclass(frozen=True)
class Payoffs:
    """A game without dead ends: its arena, and exact weights and discounts of the edges."""

    arena: Arena
    weight: NDArray[Any]
    discount: NDArray[Any]

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return those of a game."""
        assert isinstance(game.objective, Discounted)
        arena, weight = game.objective.payoffs(game.arena)
        return cls(arena, weight.astype(object), game.objective.discounts(game.arena))

    @cached_property
    def nearest(self) -> Fraction:
        """The discount that is nearest to 1."""
        return Fraction(max({id(one): one for one in self.discount.tolist()}.values(), default=0))

    @cached_property
    def near(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Weights and discounts in floating point; raise `OverflowError` where there is no such number."""
        return rounded_off(self.weight), rounded_off(self.discount)

    def tried(
        self, choice: NDArray[np.int64], evaluate: Callable[[NDArray[np.int64]], NDArray[Any]]
    ) -> Iterator[NDArray[Any]]:
        """Change both players' moves until no better one is left; yield the values of each pair of strategies.

        Player 1 answers each choice of player 0 as well as can be before she changes hers.
        """

        def valued() -> tuple[NDArray[Any], NDArray[np.int64]]:
            value = evaluate(choice)
            return value, self.doubtful(value)

        steps = [partial(self.improve, choice, player=player) for player in (1, 0)]
        return (value for value, _ in tried(valued, *steps))

    def improve(self, choice: NDArray[np.int64], found: tuple[NDArray[Any], NDArray[np.int64]], player: int) -> bool:
        """Change the moves of a player to the best ones, where one is better by the values; whether one is.

        With the values come the edges that are `doubtful` by them.
        """
        (value, edges), better, tails = found, False, self.arena.tails
        doubtful = edges[owners(self.arena)[tails[edges]] == player]
        for e in doubtful[choice[tails[doubtful]] != doubtful].tolist():
            v = tails[e]
            now = choice[v]
            new = self.weight[e] + self.discount[e] * value[self.arena.successors[e]]
            old = value[v]
            if new > old if player == 0 else new < old:
                at = self.weight[now] + self.discount[now] * value[self.arena.successors[now]]
                if new > at if player == 0 else new < at:
                    choice[v] = e
                    better = True
        return better

    @cached_property
    def sign(self) -> NDArray[np.int64]:
        """Return -1 for each edge of player 1 and 1 for the others."""
        return np.repeat(np.where(self.arena.owner == 1, -1, 1), self.arena.out_degree)

    def step(self, value: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return what one move of both players makes of rounded values."""
        (weight, discount), starts = self.near, self.arena.indptr[:-1]
        after = self.sign * (weight + discount * value[self.arena.successors])
        best: NDArray[np.float64] = np.maximum.reduceat(after, starts) if starts.size else value
        return self.sign[starts] * best

    def greedy(self, after: NDArray[Any]) -> NDArray[np.int64]:
        """Return for each vertex the first of the edges that are best, given what each edge is worth."""
        return best_edges(self.arena, self.sign * after)

    def doubtful(self, value: NDArray[Any]) -> NDArray[np.int64]:
        """Return the edges that may be better than exact values for who chooses; by rounded numbers others are not."""
        arena = self.arena
        taken = np.repeat(owners(arena) != CHANCE, arena.out_degree)
        try:
            near, (weight, discount) = rounded_off(value), self.near
        except OverflowError:
            return np.flatnonzero(taken)
        after, before = near[arena.successors], near[arena.tails]
        size = 1e-9 * (np.abs(weight) + np.abs(before) + np.abs(after) + 1e-300)
        return np.flatnonzero(taken & (self.sign * (weight + discount * after - before) >= -size))

    def solution(
        self, game: Game, choice: NDArray[np.int64], value: Any, solver: str, stats: dict[str, Any]
    ) -> ArenaSolution:
        """Return the solution of the game by the values and the chosen edges."""
        return payoff_solution(game, self.arena, choice, value, solver, BellmanEquations(), stats)


class Choices(Payoffs):
    """The payoffs of a game in which players make all the choices, so that a pair of strategies leaves cycles."""

    def evaluate(self, choice: NDArray[np.int64]) -> NDArray[Any]:
        """Return the exact values under a pair of strategies, O(n) operations on fractions."""
        value: list[tuple[int, int]] = [(0, 1)] * self.arena.n
        mark, heads = bytearray(self.arena.n), self.arena.successors[choice].tolist()
        weights = [one.as_integer_ratio() for one in self.weight[choice].tolist()]
        discounts = [one.as_integer_ratio() for one in self.discount[choice].tolist()]

        def before(u: int, p: int, q: int) -> tuple[int, int]:
            """Return the value of a vertex, as p / q without a common factor, if what comes next is worth that."""
            (a, b), (c, d) = weights[u], discounts[u]
            if (shared := gcd(c, q)) > 1:
                c, q = c // shared, q // shared
            if (shared := gcd(d, p)) > 1:
                d, p = d // shared, p // shared
            p, q = c * p, d * q  # the discount times what comes next
            if b == 1:
                return a * q + p, q
            shared = gcd(b, q)
            p, q = a * (q // shared) + p * (b // shared), q // shared * b
            left = gcd(p, shared)
            return p // left, q // left

        for start in range(self.arena.n):
            walk, v = [], start
            while not mark[v]:
                mark[v] = 1
                walk.append(v)
                v = heads[v]
            if mark[v] == 1:
                total, factor = (0, 1), Fraction(1)
                for u in reversed(walk[walk.index(v) :]):
                    total = before(u, *total)
                    factor *= Fraction(*discounts[u])
                found = Fraction(*total) / (1 - factor)
                value[v] = found.as_integer_ratio()
                mark[v] = 2
            for u in reversed(walk):
                if mark[u] == 1:
                    value[u] = before(u, *value[heads[u]])
                    mark[u] = 2
        return objects(p if q == 1 else coprime(p, q) for p, q in value)


def rounded(
    payoffs: Choices, like: ArenaSolution | None = None
) -> tuple[NDArray[np.int64], NDArray[np.float64] | None]:
    """Return strategies that are best in floating-point numbers, or close to it, and what they are worth, None where
    numbers are too large; the values may be near known ones.

    Both players choose the best moves by what the last choice is worth. That ends soon or, since both change at once,
    perhaps never; then values are iterated.
    """
    arena = payoffs.arena
    try:
        weight, discount = payoffs.near
    except OverflowError:
        return payoffs.greedy(payoffs.weight), None
    value: NDArray[Any] = np.zeros(arena.n)
    if like is not None and like.vertex_values is not None and like.vertex_values.size == arena.n:
        with suppress(OverflowError, AttributeError):  # a bracket may be among them
            value = rounded_off(like.vertex_values)
    for _ in range(_PAIRS if discount.max(initial=0) < 1 else 0):
        choice = payoffs.greedy(weight + discount * value[arena.successors])
        followed_value = followed(arena.successors[choice], weight[choice], discount[choice])
        if not np.all(np.isfinite(followed_value)):
            break
        if not np.any(np.abs(followed_value - value) > 1e-14 * (1 + np.abs(followed_value))):
            return choice, followed_value
        value = followed_value
    for _ in range(_ROUNDS if arena.n else 0):
        new = payoffs.step(value)
        if not np.any(np.abs(new - value) > 1e-14 * (1 + np.abs(new))):
            break
        value = new
    return payoffs.greedy(weight + discount * value[arena.successors]), value


def around(payoffs: Choices, value: NDArray[np.float64], wanted: Exact) -> Brackets | None:
    """Return brackets around rounded values that hold the exact ones; None where none so narrow do.

    All reach as far, in units of a power of two to which the values are rounded: so far that an exact step from the
    lower ends does not lead below them, and one from the upper ends not above these.
    """
    size = float(np.abs(payoffs.near[0]).max(initial=0.0) + 2 * np.abs(value).max(initial=0.0))
    if not size < _UNITS:  # which is so where it is no number
        return None
    whole = _UNITS >> max(0, frexp(size)[1])
    slip = float(np.abs(payoffs.step(value) - value).max(initial=0.0)) + size * 2.0**-48  # that of floats is less
    reach = ceil((Fraction(slip) * whole + 1) / (1 - payoffs.nearest))
    if reach > _UNITS or 2 * reach + 1 > wanted * whole:
        return None
    low, high = (find(value * whole).astype(np.int64) for find in (np.floor, np.ceil))
    return Brackets(low - reach, high + reach, whole)


def followed(
    heads: NDArray[np.int32], weight: NDArray[np.float64], discount: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return what following one edge from each vertex is worth, rounded and perhaps infinite: after one step, two,
    four ...
    """
    with np.errstate(over="ignore", invalid="ignore"):
        while np.any(discount > 1e-18) and np.all(np.isfinite(weight)):
            weight = weight + discount * weight[heads]
            discount, heads = discount * discount[heads], heads[heads]
    return weight


def discounted_improvement(game: Game, like: ArenaSolution | None = None, precision: Any = None) -> ArenaSolution:
    """Solve a discounted game by strategy improvement over fractions, or by brackets around rounded values.

    ``like``: the solution of a game that differs little, near whose values the search begins. ``precision``: how wide
    brackets may be; by default the values are exact. They are exact, too, where floats allow no brackets so narrow, or
    one leaves open who wins.

    ``values`` holds the exact values, integers and Fractions, or `Brackets`. Its stats count the ``pairs`` of
    strategies whose values were computed exactly.
    """
    payoffs = Choices.of(game)
    choice, near = rounded(payoffs, like)
    brackets = None if precision is None or near is None else around(payoffs, near, decimal(precision))
    if brackets is not None:
        found = payoffs.solution(game, choice, brackets, "discounted-improvement", {"pairs": 0})
        if not np.any(found.winner == DRAW):
            return found
    value, pairs = last(payoffs.tried(choice, payoffs.evaluate))
    return payoffs.solution(game, choice, value, "discounted-improvement", {"pairs": pairs})


def value_iteration(game: Game) -> ArenaSolution:
    """Solve a discounted game by value iteration with more and more binary digits, until the strategies are exact.

    As of `discounted_improvement`. Its stats count the ``rounds``, and the binary ``digits`` behind the point.

    Raise `SolverError` if a discount is so near to 1 that a million rounds would not do.
    """
    payoffs, digits, rounds = Choices.of(game), 64, 0
    _require_few_rounds(payoffs, digits)
    arena, sign = payoffs.arena, payoffs.sign
    numerator = np.array([one.numerator for one in payoffs.discount.tolist()], object)
    denominator = np.array([one.denominator for one in payoffs.discount.tolist()], object)
    while True:
        weight = np.array([(Fraction(one) * 2**digits).__floor__() for one in payoffs.weight.tolist()], object)
        value = np.zeros(arena.n, object)
        side = sign[arena.indptr[:-1]] if arena.n else np.zeros(0, object)
        while arena.n:
            after = weight + numerator * value[arena.successors] // denominator
            new = side * np.maximum.reduceat(sign * after, arena.indptr[:-1])
            rounds += 1
            if max(abs(one) for one in (new - value).tolist()) <= 1 + 2 ** (digits // 8):
                break
            value = new
        choice = payoffs.greedy(weight + numerator * value[arena.successors] // denominator)
        exact = payoffs.evaluate(choice)
        found = exact, payoffs.doubtful(exact)
        if not any(payoffs.improve(choice.copy(), found, player) for player in (0, 1)):
            stats = {"rounds": rounds, "digits": digits}
            return payoffs.solution(game, choice, exact, "value-iteration", stats)
        digits *= 2


def _require_few_rounds(payoffs: Payoffs, digits: int) -> None:
    """Raise `SolverError` if value iteration would take too many rounds, before it does."""
    nearest = payoffs.nearest
    rounds = int((largest(payoffs.weight).bit_length() + digits) / (1 - nearest))
    if rounds > MOST:
        raise SolverError(
            f"value-iteration would take about {rounds:.0e} rounds, as 1 less a discount is {float(1 - nearest):.0e}; "
            f"it takes at most {MOST:,}; discounted-improvement solves this game"
        )
