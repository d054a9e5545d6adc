"""Energy games by strategy improvement: player 1 may stop the play at each vertex, and wants it to cost much before.

With the weights raised so that no cycle sums to 0, that is a mean payoff game in which the play stops with the average
0 where a credit is enough, and with the bias that is the least credit; elsewhere the average is negative. Björklund,
Vorobyov, *A combinatorial strongly subexponential strategy improvement algorithm for mean payoff games*, Discrete
Applied Mathematics 155 (2007), have player 0 leave for such a retreat.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import largest, sized
from graphgames.games.weighted.energy import Potentials, energy_solution, potentials
from graphgames.games.weighted.mean import improved, kept, kept_edges


def with_stops(arena: Arena, weight: NDArray[Any]) -> tuple[Arena, NDArray[Any]]:
    """Return the game in which player 1 may stop at each vertex; player 0 moves from a second vertex of her own."""
    n, mine = arena.n, np.flatnonzero(owners(arena) == 0)
    second = np.arange(n)
    second[mine] = n + np.arange(mine.size)
    last = n + mine.size
    ends = np.full(n, last)
    tails = np.concatenate([second[arena.tails], mine, np.arange(n), [last]])
    heads = np.concatenate([arena.successors, second[mine], ends, [last]])
    order = np.argsort(tails, kind="stable")
    indptr = np.searchsorted(tails[order], np.arange(last + 2))
    owner = np.ones(last + 1, np.uint8)
    owner[n:last] = 0
    free = np.zeros(tails.size - arena.m, weight.dtype)
    return Arena.trusted(indptr, heads[order].astype(np.int32), owner), np.concatenate([weight, free])[order]


def by_improvement(arena: Arena, weight: NDArray[Any]) -> Potentials:
    """Return who wins where an energy game, with proof for both players, by improving strategies."""
    scale, n = arena.n + 1, arena.n
    cost = scale * sized(2 * scale * (largest(weight) + 1), weight)[0] + 1
    stopping, costs = with_stops(arena, cost)
    p, q, bias, pairs = improved(stopping, costs)
    if kept_edges(stopping, *kept(stopping, costs, p, q, bias, bias)) is None:
        return potentials(arena, weight)
    p, q, bias = (one[:n].astype(object) for one in (p, q, bias))
    lost, bound = np.asarray(p < 0, np.bool_), -(bias // q) if n else bias
    bound[lost] += layers(p[lost], q[lost]) * (2 * largest(bound) + largest(cost) + 1)
    return Potentials(lost, scale, sized(2 * max(largest(bound), largest(cost)), bound)[0], {"pairs": pairs})


def layers(p: NDArray[Any], q: NDArray[Any]) -> NDArray[Any]:
    """Return how many larger values p / q there are than each: player 0's edges lead to bounds that are as high."""
    values = list(map(Fraction, p.tolist(), q.tolist()))
    number = {one: k for k, one in enumerate(sorted(set(values), reverse=True))}
    return np.array([number[one] for one in values], object)


def credit_improvement(game: Game) -> ArenaSolution:
    """Solve an energy game by strategy improvement.

    Values and certificate as of `fast_iteration`; its stats count the ``pairs`` of strategies that were looked at.

    Björklund, Vorobyov (2007). O(n + m) for a pair of strategies; exponentially many at worst. Fast iteration solves
    the game where the improvement does not come to an end.
    """
    return energy_solution(game, "credit-improvement", by_improvement)
