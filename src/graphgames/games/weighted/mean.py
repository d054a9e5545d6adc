"""Mean payoff games: the exact values, and optimal strategies of both players.

`improvement` improves the strategies of both players until nothing is better; what it finds is checked. Where it does
not come to an end, or the check fails, the game is split at a value by two energy games, and the parts are solved in
the same way. `dichotomy` splits alone, in the middle of what the values can be.

Hoffman, Karp (1966); Zwick, Paterson, *The complexity of mean payoff games on graphs* (1996); Brim, Chaloupka, Doyen,
Gentilini, Raskin, *Faster algorithms for mean-payoff games* (2011).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import INFINITY, integers, largest, mapped, objects, plain, sized
from graphgames.games.weighted.certificate import MeanPotentials
from graphgames.games.weighted.energy import _SAFE, kernel_for, leading, least
from graphgames.games.weighted.improving import payoff_solution
from graphgames.games.weighted.kernels import improvement as kernel
from graphgames.games.weighted.objective import LOSE
from graphgames.games.weighted.payoff import MeanPayoff
from graphgames.graphs.compressed_rows import restricted
from graphgames.graphs.order import bottom_up, first_edges

_PATIENCE = 1000
"""After so many changes of player 0's strategy without an end the game is split."""

_STEPS = 400_000_000
"""So many edges are looked at to begin with good strategies."""


@dataclass(frozen=True)
class Part:
    """A part of a game in which both players can stay: its vertices, and what the values lie strictly between."""

    vertices: NDArray[np.int64]
    arena: Arena
    weight: NDArray[Any]
    low: Fraction
    high: Fraction

    def among(self, inside: NDArray[np.bool_], low: Fraction, high: Fraction) -> Part:
        """Return the part on some of the vertices, with the edges between them."""
        arena, edges = restricted(self.arena, inside)
        return Part(self.vertices[inside], arena, self.weight[edges], low, high)


def improved(
    arena: Arena, weight: NDArray[Any], choice: NDArray[np.int64] | None = None, steps: int = 0
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], int]:
    """Improve strategies of both players; return the values p / q, the bias, and how many pairs were looked at.

    They begin with a choice of edges, or with the best ones for a play of so many steps. By default it is one of some
    length, and if numbers of 64 bits are too small for the game they begin with the best ones for its leading bits. In
    the end the choice is the best found.
    """
    n = arena.n
    steps = _STEPS // max(arena.m, 1) if choice is None else steps
    room = _SAFE // (4 * (n + 1) ** 2) - 1
    begin = arena.indptr[:-1].copy() if choice is None else choice
    (weight,) = sized(largest(weight), weight, room=room + 1)
    wide = weight.dtype == object
    if wide and choice is None:
        improved(arena, leading(weight, room)[0], begin, steps)
    p, q, bias = (np.zeros(n, weight.dtype) for _ in range(3))
    rows = (arena.indptr, arena.successors), owners(arena), weight, begin, p, q, bias
    pair = kernel_for(kernel, weight).Strategies(*rows)
    return p, q, bias, pair.run(*bottom_up(arena), 0 if wide else steps, _PATIENCE)


def kept(
    arena: Arena, weight: NDArray[Any], p: NDArray[Any], q: NDArray[Any], low: NDArray[Any], high: NDArray[Any]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return the edges by which the value does not fall, nor the potential too much; and those by which none rises."""
    limit = 4 * (largest(q) + 1) * (largest(weight) + largest(p) + 1) + 2 * max(largest(low), largest(high))
    weight, p, q, low, high = sized(limit, weight, p, q, low, high)
    tails, heads = arena.tails, arena.successors
    after, before = p[heads] * q[tails], p[tails] * q[heads]
    change = q[tails] * weight - p[tails]
    same = after == before
    falls_not = (after > before) | (same & (low[tails] <= low[heads] + change))
    rises_not = (after < before) | (same & (high[tails] >= high[heads] + change))
    return np.asarray(falls_not, np.bool_), np.asarray(rises_not, np.bool_)


def kept_edges(arena: Arena, falls_not: NDArray[np.bool_], rises_not: NDArray[np.bool_]) -> NDArray[np.int64] | None:
    """Return an edge for each vertex by which its owner keeps the value, or None if this proves no values."""
    mine = np.repeat(owners(arena) == 0, arena.out_degree)
    edges = first_edges(arena, np.where(mine, falls_not, rises_not))
    return edges if (edges >= 0).all() and np.where(mine, rises_not, falls_not).all() else None


def solve_parts(
    whole: Part, improving: bool, choice: NDArray[np.int64] | None = None
) -> tuple[NDArray[np.object_], int, int]:
    """Solve a mean payoff game with integer weights; return the values, and counts of pairs and of energy games.

    There are four rows: of the values p / q first p, then q, and two potentials. Improvement may begin with a choice of
    edges.
    """
    found, parts, pairs, splits = np.zeros((4, whole.arena.n), object), [whole], 0, 0
    while parts:
        part = parts.pop()
        at = None
        if improving:
            p, q, bias, count = improved(part.arena, part.weight, choice if part is whole else None)
            pairs += count
            if kept_edges(part.arena, *kept(part.arena, part.weight, p, q, bias, bias)) is not None:
                put(found, part.vertices, p, q, bias, bias)
                continue
            at = Fraction(*sorted(zip(p.tolist(), q.tolist(), strict=True), key=lambda x: Fraction(*x))[p.size // 2])
        if at is None or not part.low < at < part.high:
            at = middle(part.low, part.high, part.arena.n)
        parts.extend(split(part, at, found))
        splits += 1
    return found, pairs, splits


def put(found: NDArray[np.object_], where: NDArray[np.int64], *entries: Any) -> None:
    """Store what was found out about some vertices, an entry or several for each row."""
    for row, entry in zip(found, entries, strict=True):
        row[where] = entry


def middle(low: Fraction, high: Fraction, n: int) -> Fraction:
    """Return the fraction with a denominator of at most n that is nearest to the middle of an interval.

    >>> middle(Fraction(0), Fraction(1), 7), middle(Fraction(1, 3), Fraction(2, 5), 8)
    (Fraction(1, 2), Fraction(3, 8))
    """
    return ((low + high) / 2).limit_denominator(n)


def split(part: Part, at: Fraction, found: NDArray[np.object_]) -> Iterator[Part]:
    """Find out where the value is a number, store it there, and yield the parts where it is less and where it is more.

    Player 0 keeps at least the number where an energy game with the weights less the number is won, and player 1 keeps
    at most that much where he wins the game with the weights and the players exchanged.
    """
    p, q = at.numerator, at.denominator
    large = q * largest(part.weight) + abs(p) >= _SAFE

    def less(one: Part) -> NDArray[Any]:
        return q * (one.weight.astype(object) if large else one.weight) - p

    lost, credit = least(part.arena, less(part), 0)
    if lost.any():
        yield part.among(lost, part.low, at)
    if lost.all():
        return
    here = part.among(~lost, at, part.high) if lost.any() else part
    more, debit = least(here.arena, less(here), 1)
    if more.any():
        yield here.among(more, at, part.high)
    same = ~more
    put(found, here.vertices[same], p, q, -credit[~lost][same], debit[same])


def mean_solution(game: Game, solver: str, improving: bool, like: ArenaSolution | None = None) -> ArenaSolution:
    """Solve a mean payoff game, by strategy improvement or by splitting alone."""
    objective = game.objective
    assert isinstance(objective, MeanPayoff)
    arena, exact = objective.payoffs(game.arena)
    weight, denominator = integers(exact)
    if not arena.n:
        empty = np.zeros(0, np.int64)
        return payoff_solution(game, arena, empty, objects([]), solver, MeanPotentials(empty, empty), {})
    low, high = Fraction(int(weight.min()) - 1), Fraction(int(weight.max()) + 1)
    choice = None
    if like is not None and like.arena.n == game.arena.n == arena.n:
        choice = first_edges(arena, np.asarray(arena.successors == np.repeat(like.strategy.moves, arena.out_degree)))
        choice = np.where(choice < 0, arena.indptr[:-1], choice)
    (p, q, below, above), pairs, splits = solve_parts(
        Part(np.arange(arena.n), arena, weight, low, high), improving, choice
    )
    edges = kept_edges(arena, *kept(arena, weight, p, q, below, above))
    assert edges is not None
    values = mapped(lambda pair: plain(Fraction(pair[0], pair[1] * denominator)), zip(p, q, strict=True))
    if objective.dead_ends == LOSE and game.arena.dead_ends.size:
        most = largest(weight)
        for sign, infinite in ((1, INFINITY), (-1, -INFINITY)):
            values[(p == sign * most) & (q == 1)] = infinite
    proof = MeanPotentials(*(sized(largest(one), one)[0] for one in (below, above)))
    return payoff_solution(game, arena, edges, values, solver, proof, {"pairs": pairs, "splits": splits})


def improvement(game: Game, like: ArenaSolution | None = None) -> ArenaSolution:
    """Solve a mean payoff game by strategy improvement.

    ``like``: the solution of a game that differs little, with whose strategies the search begins.

    ``values`` holds the exact values, integers and Fractions. Its stats count the ``pairs`` of strategies that were
    looked at, and ``splits`` by energy games, which are seldom needed.

    O(n + m) for a pair of strategies; seldom more than a few hundred pairs, exponentially many at worst.
    """
    return mean_solution(game, "improvement", True, like)


def dichotomy(game: Game) -> ArenaSolution:
    """Solve a mean payoff game by energy games alone: split it in the middle of what the values can be.

    As of `improvement`.

    At most about log(n^2 W) energy games one behind the other, for weights up to W.
    """
    return mean_solution(game, "dichotomy", False)
