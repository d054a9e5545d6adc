"""Energy games by progress measures: credits are lifted, vertex by vertex, to their least fixpoint; with a cap, too.

Brim, Chaloupka, Doyen, Gentilini, Raskin, *Faster algorithms for mean-payoff games*, Formal Methods in System Design 38
(2011). With a cap (the weak upper bound of Bouyer, Fahrenberg, Larsen, Markey, Srba, FORMATS 2008) credits above it are
infinite; without one, credits above the sum of the largest losses at all vertices.
"""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.core.value import INFINITY, integers, plain
from graphgames.games.weighted.certificate import EnergyLifts
from graphgames.games.weighted.objective import Energy
from graphgames.graphs.order import reverse_of


def credit_measures(game: Game) -> ArenaSolution:
    """Solve an energy game, perhaps with a cap, by progress measures.

    Parameters
    ----------
    game : Game
        With an `Energy` objective.

    Returns
    -------
    ArenaSolution
        ``values``, shape (n,), holds the least credits in the unit of the weights: integers, Fractions or ``INFINITY``.
        Its certificate is `EnergyLifts`, and its stats count the ``lifts``.

    Notes
    -----
    Brim et al. (2011). O(m c) time and O(m + n c) memory for credits up to c, counted in the common denominator of the
    weights, in Python's own arithmetic; meant for games with a cap and as a check on other solvers.

    Examples
    --------
    >>> from graphgames import Arena
    >>> arena = Arena.from_edges([("a", "b"), ("b", "a")], owner={"a": "Max", "b": "Min"})
    >>> [credit_measures(Game(arena, Energy([5, -5], cap=cap))).values.tolist() for cap in (4, 5)]
    [[∞, ∞], [0, 5]]
    """
    objective = game.objective
    assert isinstance(objective, Energy)
    arena, exact = objective.payoffs(game.arena)
    weight, denominator = integers(exact)
    cap = objective.cap * denominator if objective.cap is not None else largest_credit(arena.indptr, weight)
    top = int(cap // 1) + 1
    assert arena.owner is not None
    indptr, heads, weights = arena.indptr.tolist(), arena.successors.tolist(), weight.tolist()
    owner, reverse = arena.owner.tolist(), reverse_of(arena)
    credit = [0] * arena.n
    vertices: list[int] = []
    levels: list[int] = []

    def need(e: int) -> int:
        after = credit[heads[e]]
        return top if after == top else min(max(after - weights[e], 0), top)

    queue, waits = deque(range(arena.n)), [True] * arena.n
    while queue:
        v = queue.popleft()
        waits[v] = False
        needs = map(need, range(indptr[v], indptr[v + 1]))
        least = min(needs) if owner[v] == 0 else max(needs)
        if least > credit[v]:
            credit[v] = least
            vertices.append(v)
            levels.append(least)
            for u in reverse.predecessors[reverse.indptr[v] : reverse.indptr[v + 1]].tolist():
                if not waits[u] and credit[u] < top:
                    waits[u] = True
                    queue.append(u)
    choose = (min, max)
    moves = [heads[choose[owner[v]](range(indptr[v], indptr[v + 1]), key=need)] for v in range(arena.n)]
    moves = [-1 if owner[v] == 0 and credit[v] == top else w for v, w in enumerate(moves)]
    strategy = np.array(moves, np.int32)
    strategy[game.arena.dead_ends] = -1
    values = np.empty(arena.n, object)
    values[:] = [INFINITY if one == top else plain(Fraction(one, denominator)) for one in credit]
    winner = np.array([one == top for one in credit], np.uint8)
    proof = EnergyLifts(tuple(vertices), tuple(levels))
    return ArenaSolution(game, winner, Strategy(strategy), "credit-measures", proof, values, {"lifts": len(levels)})


def largest_credit(indptr: NDArray[np.int64], weight: NDArray[Any]) -> int:
    """Return what no finite least credit exceeds: the sum of the largest losses at all vertices."""
    weights = weight.tolist()
    return sum(max(0, -min(weights[first:last])) for first, last in pairwise(indptr.tolist()))
