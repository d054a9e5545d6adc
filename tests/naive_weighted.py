"""Games with weights by the definitions: the value under every pair of memoryless strategies, and the best of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate, product
from typing import Any

import graphgames as gg
from graphgames.core.value import INFINITY

Worth = Callable[[list[int], list[int]], Any]
"""From the edges of the way to a cycle and those of the cycle to what the play is worth."""


def strategies(arena: gg.Arena, player: int) -> Iterator[dict[int, int]]:
    """All choices of an edge for each vertex of a player."""
    assert arena.owner is not None
    mine = [v for v in range(arena.n) if arena.owner[v] == player]
    for edges in product(*(range(int(arena.indptr[v]), int(arena.indptr[v + 1])) for v in mine)):
        yield dict(zip(mine, edges, strict=True))


def lasso(arena: gg.Arena, edge: dict[int, int], v: int) -> tuple[list[int], list[int]]:
    """The edges from v up to a cycle, and those of the cycle."""
    seen: dict[int, int] = {}
    walk: list[int] = []
    while v not in seen:
        seen[v] = len(walk)
        walk.append(edge[v])
        v = int(arena.successors[edge[v]])
    return walk[: seen[v]], walk[seen[v] :]


def best(arena: gg.Arena, worth: Worth) -> list[Any]:
    """For each vertex the most that player 0 can be sure of."""
    rows = []
    for first in strategies(arena, 0):
        answers = [[worth(*lasso(arena, first | second, v)) for v in range(arena.n)] for second in strategies(arena, 1)]
        rows.append([min(column) for column in zip(*answers, strict=True)])
    return [max(column) for column in zip(*rows, strict=True)]


def mean_payoff(weight: Sequence[Any], way: list[int], cycle: list[int]) -> Any:
    return Fraction(sum(weight[e] for e in cycle)) / len(cycle)


def mean_payoffs(arena: gg.Arena, weight: Sequence[Any]) -> list[Any]:
    return best(arena, partial(mean_payoff, weight))


def least_credits(arena: gg.Arena, weight: Sequence[Any]) -> list[Any]:
    def worth(way: list[int], cycle: list[int]) -> Any:
        if sum(weight[e] for e in cycle) < 0:
            return -INFINITY
        level = low = 0
        for e in way + cycle:
            level += weight[e]
            low = min(low, level)
        return low

    return [-value for value in best(arena, worth)]


def total_payoff(weight: Sequence[Any], way: list[int], cycle: list[int]) -> Any:
    sums = list(accumulate(weight[e] for e in cycle))
    return sum(weight[e] for e in way) + min(sums) if sums[-1] == 0 else INFINITY if sums[-1] > 0 else -INFINITY


def total_payoffs(arena: gg.Arena, weight: Sequence[Any]) -> list[Any]:
    return best(arena, partial(total_payoff, weight))


def discounted(arena: gg.Arena, weight: Sequence[Any], discount: Sequence[Any]) -> list[Any]:
    def worth(way: list[int], cycle: list[int]) -> Any:
        total, factor = Fraction(0), Fraction(1)
        for e in cycle:
            total += factor * weight[e]
            factor *= discount[e]
        value = total / (1 - factor)
        for e in reversed(way):
            value = weight[e] + discount[e] * value
        return value

    return best(arena, worth)


def capped_credits(arena: gg.Arena, weight: Sequence[int], cap: int) -> list[Any]:
    """By the game of safety over vertices and energies."""
    assert arena.owner is not None
    safe = {(v, x) for v in range(arena.n) for x in range(cap + 1)}
    lost = True
    while lost:
        lost = False
        for v, x in sorted(safe):
            kept = [
                x + weight[e] >= 0 and (int(arena.successors[e]), min(x + weight[e], cap)) in safe
                for e in range(int(arena.indptr[v]), int(arena.indptr[v + 1]))
            ]
            if not (any(kept) if arena.owner[v] == 0 else all(kept)):
                safe.discard((v, x))
                lost = True
    return [min((x for x in range(cap + 1) if (v, x) in safe), default=INFINITY) for v in range(arena.n)]
