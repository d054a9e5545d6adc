"""Energy games by progress measures: credits are lifted, vertex by vertex, to their least fixpoint; with a cap, too.

Brim, Chaloupka, Doyen, Gentilini, Raskin, *Faster algorithms for mean-payoff games*, Formal Methods in System Design 38
(2011). With a cap (the weak upper bound of Bouyer, Fahrenberg, Larsen, Markey, Srba, FORMATS 2008) credits above it are
infinite; without one, credits above the sum of the largest losses at all vertices.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.errors import SolverError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.core.value import INFINITY, integers, objects, plain
from graphgames.games.weighted.certificate import EnergyLifts
from graphgames.games.weighted.objective import Energy
from graphgames.graphs.order import reverse_of

MOST = 300_000
"""After so many steps it gives up."""


def credit_measures(game: Game) -> ArenaSolution:
    """Solve an energy game, perhaps with a cap, by progress measures.

    ``values``, shape (n,), holds the least credits in the unit of the weights: integers, Fractions or ``INFINITY``. Its
    certificate is `EnergyLifts`, and its stats count the ``lifts``.

    Raise `SolverError` after 300,000 lifts.

    Brim et al. (2011). O(m c) time and O(m + n c) memory for credits up to c, counted in the common denominator of the
    weights, in Python's own arithmetic; meant as a check on other solvers.
    """
    objective = game.objective
    assert isinstance(objective, Energy)
    arena, exact = objective.payoffs(game.arena)
    weight, denominator = integers(exact)
    cap = objective.cap * denominator if objective.cap is not None else largest_credit(arena.indptr, weight)
    measures = Measures(arena, weight.tolist(), int(cap // 1))
    moves, steps = measures.strategies(switches=1 if objective.cap is not None else inf)
    strategy = np.array(moves, np.int32)
    strategy[game.arena.dead_ends] = -1
    infinite = measures.infinite
    values = objects(INFINITY if one == infinite else plain(Fraction(one, denominator)) for one in measures.credit)
    winner = np.array([one == infinite for one in measures.credit], np.uint8)
    proof = EnergyLifts(tuple(v for v, _ in steps), tuple(INFINITY if one == infinite else one for _, one in steps))
    return ArenaSolution(game, winner, Strategy(strategy), "credit-measures", proof, values, {"lifts": measures.lifts})


class Measures:
    """The least credits of an energy game, up to a cap, by lifting; ``infinite`` where none is enough."""

    def __init__(self, arena: Arena, weight: list[int], cap: int):
        self.n, self.heads, self.weight, self.cap = arena.n, arena.successors.tolist(), weight, cap
        self.infinite = cap + 1 + max([0, *weight])  # still above the cap when a weight is subtracted
        self.owner, reverse = owners(arena).tolist(), reverse_of(arena)
        self.lifts = 0
        self.every = [range(a, b) for a, b in pairwise(arena.indptr.tolist())]
        before = reverse.predecessors.tolist()
        self.before = [before[a:b] for a, b in pairwise(reverse.indptr.tolist())]
        self.credit, steps = self.least(self.every)
        self.last = {v: e for v, _, e in steps}

    def least(self, ways: Sequence[Sequence[int]]) -> tuple[list[int], list[tuple[int, int, int]]]:
        """Return the least credits if each vertex has these edges, and the steps: vertex, credit, edge."""
        credit, infinite = [0] * self.n, self.infinite
        steps: list[tuple[int, int, int]] = []
        queue, waits = deque(range(self.n)), [True] * self.n
        while queue:
            if len(steps) > MOST:
                raise SolverError(
                    f"credit-measures lifts credits one by one, up to {self.cap} at each vertex, and has made {MOST:,} "
                    "steps; expected a smaller cap or smaller weights; fast-iteration solves this game"
                )
            v = queue.popleft()
            waits[v] = False
            needed, e = self.best(credit, v, ways[v])
            if needed > credit[v]:
                credit[v] = needed
                steps.append((v, needed, e))
                for u in self.before[v]:
                    if not waits[u] and credit[u] < infinite:
                        waits[u] = True
                        queue.append(u)
        self.lifts += len(steps)
        return credit, steps

    def best(self, credit: list[int], v: int, edges: Sequence[int]) -> tuple[int, int]:
        """Return what is needed at a vertex, given the credits behind its edges, and the first edge by which it is."""
        heads, weight, cap, largest = self.heads, self.weight, self.cap, self.owner[v] == 1
        best, by = -1, -1
        for e in edges:
            needed = credit[heads[e]] - weight[e]
            if needed < 0:
                needed = 0
            elif needed > cap:
                needed = self.infinite
            if by < 0 or (needed > best if largest else needed < best):
                best, by = needed, e
        return best, by

    def strategies(self, switches: float) -> tuple[list[int], list[tuple[int, int]]]:
        """Return moves for both players, and steps to the credits in which player 1 keeps to his.

        He begins with the edges of the last lifts. These may lead round in a circle in which nothing is lost; then some
        vertex needs less than it should, and at one at least another edge does better: he switches to it. With a cap
        there may be no single move that wins with much energy as well as with little; so after some switches the vertex
        keeps all its edges, and has no move.
        """
        choice = [self.best(self.credit, v, ways)[1] for v, ways in enumerate(self.every)]
        for v, e in self.last.items():
            choice[v] = e if self.owner[v] else choice[v]
        switched = [0] * self.n
        while True:
            ways = [self.every[v] if not self.owner[v] or choice[v] < 0 else [choice[v]] for v in range(self.n)]
            credit, steps = self.least(ways)
            if credit == self.credit:
                break
            for v in range(self.n):
                needed, e = self.best(credit, v, self.every[v])
                if needed > credit[v]:
                    switched[v] += 1
                    choice[v] = e if switched[v] <= switches else -1
        lost = [not self.owner[v] and credit[v] == self.infinite for v in range(self.n)]
        moves = [-1 if choice[v] < 0 or lost[v] else self.heads[choice[v]] for v in range(self.n)]
        return moves, [(v, one) for v, one, _ in steps]


def largest_credit(indptr: NDArray[np.int64], weight: NDArray[Any]) -> int:
    """Return what no finite least credit exceeds: the sum of the largest losses at all vertices."""
    weights = weight.tolist()
    return sum(max(0, -min(weights[first:last])) for first, last in pairwise(indptr.tolist()))
