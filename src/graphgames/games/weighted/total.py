"""Total payoff games: the exact limits inferior of the sums of the weights, and optimal strategies of both players.

Where player 0 can make every cycle gain, the sum tends to infinity, and where player 1 can make every cycle lose, to
minus infinity: both regions, with potentials that prove them, are those without a credit in an energy game. Elsewhere
the value is finite. Player 1 begins with moves by which the sum is bounded from above. Where a move is worth less than
what player 0 can make of his moves, he takes it. If there is none, he looks for moves by which the play comes to
positive values again and again, and so the sum below what it is worth, and takes these. Each time some values fall and
none rises. In the end both players keep to the values as `TotalRanks` asks it.

Gimbert, Zielonka, *When can you play positionally?* (MFCS 2004), that both have such moves; Hoffman, Karp, *On
nonterminating stochastic games* (1966), for the improvement.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.arrays import offsets_of
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import INFINITY, integers, largest, plain, sized
from graphgames.games.weighted.certificate import TotalRanks
from graphgames.games.weighted.energy import Rounds, in_room, least, rounds
from graphgames.games.weighted.improving import last, payoff_solution
from graphgames.games.weighted.payoff import TotalPayoff
from graphgames.graphs.compressed_rows import restricted, transposed
from graphgames.graphs.kernels.attractor import attract
from graphgames.graphs.kernels.csr import Graph
from graphgames.graphs.order import adjacency, best_edges, first_edges, reverse_of


class Sums:
    """A part of a game in which all values are finite: its arena, its weights, and who moves along each edge."""

    def __init__(self, arena: Arena, weight: NDArray[Any]):
        self.arena = arena
        (self.weight,) = sized(8 * (arena.n + 1) * (largest(weight) + 1), weight)
        self.mine = np.repeat(owners(arena) == 0, arena.out_degree)

    def best(self, after: NDArray[Any]) -> NDArray[Any]:
        """Return the value of each vertex if its edges are worth so much: player 0 wants the most."""
        found = np.maximum.reduceat(np.where(self.mine, after, -after), self.arena.indptr[:-1])
        return np.where(self.mine[self.arena.indptr[:-1]], found, -found)

    def tried(self) -> Iterator[NDArray[Any]]:
        """Improve the moves of player 1 until they are the best; yield the values against each of his strategies."""
        tails, heads = self.arena.tails, self.arena.successors
        high = endless(self.arena, -self.weight, 1).potential
        edges = best_edges(self.arena, 1 - (self.arena.n + 1) * self.weight - high[heads])
        while True:
            yield (value := self.against(edges))
            after = self.weight + value[heads]
            better = best_edges(self.arena, -after)
            better[self.mine[better] | np.asarray(after[better] >= value)] = -1
            if (better < 0).all():
                better = self.recurring(np.asarray(after == value[tails]), np.asarray(value > 0))
                if (better < 0).all():
                    return
            edges = np.where(better < 0, edges, better)

    def against(self, edges: NDArray[np.int64]) -> NDArray[Any]:
        """Return the value of each vertex where player 1 keeps to some edges, by which the sum is bounded from above.

        With the most that a play can gain as a potential, no edge gains. In the end player 0 stays in a cycle where no
        edge loses; again and again the sum is there as low as the potential is high.
        """
        kept = self.mine.copy()
        kept[edges[~self.mine[edges]]] = True
        indptr = offsets_of(self.arena.tails[kept], self.arena.n)
        arena, weight = Arena.trusted(indptr, self.arena.successors[kept], self.arena.owner), self.weight[kept]
        gain = least(arena, weight, 1)[1].astype(weight.dtype)
        change = weight + gain[arena.successors] - gain[arena.tails]
        found: NDArray[Any] = gain - cheapest(arena, -change, lowest(arena, np.asarray(change == 0), gain))
        return found

    def recurring(self, kept: NDArray[np.bool_], target: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return edges by which player 1 comes to a target again and again while all keep to some, else -1."""
        tails, heads = self.arena.tails, self.arena.successors
        arena = Arena.trusted(offsets_of(tails[kept], self.arena.n), heads[kept], self.arena.owner)
        inside, goal = np.ones(arena.n, np.bool_), np.full(arena.n, -1)
        while inside.any():
            part, numbers = restricted(arena, inside)[0], np.flatnonzero(inside)
            near, moves = attracted(part, target[inside], 1)
            if near.all():
                goal[numbers] = np.where(moves < 0, -1, numbers[moves])
                break
            inside[numbers[attracted(part, ~near, 0)[0]]] = False
        good = kept & ~self.mine & inside[tails] & inside[heads]
        return first_edges(self.arena, good & (target[tails] | (goal[tails] == heads)))

    def ranks(self, value: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.int64]]:
        """Return the ranks of `TotalRanks`, and an optimal edge for each vertex."""
        tails, heads = self.arena.tails, self.arena.successors
        tight = np.asarray(self.weight + value[heads] == value[tails], np.bool_)
        bad, late = np.asarray(value > 0, np.int64), np.asarray(value < 0, np.bool_)
        far = self.arena.n + 1
        alpha, beta = np.zeros(self.arena.n, np.int64), np.where(late, far, 0)
        loose = np.where(self.mine, far, 0)  # player 0 must not leave what is tight; player 1 would lose by it
        while True:
            lifted = -self.best(-np.where(tight, alpha[heads] + bad[tails], loose))
            assert lifted.max() < far
            if np.array_equal(lifted, alpha):
                break
            alpha = lifted
        while True:
            nearer = np.where(late, self.best(np.where(tight, beta[heads] + 1, far - loose)), 0)
            if np.array_equal(nearer, beta):
                break
            beta = nearer
        keeps = alpha[tails] >= alpha[heads] + bad[tails]
        comes = ~late[tails] | (beta[tails] > beta[heads])
        return alpha, beta, first_edges(self.arena, tight & np.where(self.mine, keeps, comes))


def lowest(arena: Arena, kept: NDArray[np.bool_], height: NDArray[Any]) -> NDArray[Any]:
    """Return how high a path without an end along some edges must go from each vertex; -1 where there is none."""
    indptr = offsets_of(arena.tails[kept], arena.n)
    begins, before = (row.tolist() for row in transposed((indptr, arena.successors[kept])))
    left, high = np.diff(indptr).tolist(), height.tolist()
    found: list[Any] = [None] * arena.n
    stuck = [(v, -1) for v in range(arena.n) if not left[v]]
    for first, most in (*stuck, *((v, high[v]) for v in sorted(range(arena.n), key=high.__getitem__, reverse=True))):
        waiting = [first] if found[first] is None else []
        while waiting:
            v = waiting.pop()
            found[v] = most
            for u in before[begins[v] : begins[v + 1]]:
                left[u] -= 1
                if not left[u] and found[u] is None:
                    waiting.append(u)
    return np.array(found, height.dtype)


def cheapest(arena: Arena, cost: NDArray[Any], end: NDArray[Any]) -> NDArray[Any]:
    """Return what the cheapest path from each vertex costs: its edges, none less than 0, and its end, if not -1."""
    order = np.argsort(arena.successors, kind="stable")
    begins, before, costs = (row.tolist() for row in (reverse_of(arena).indptr, arena.tails[order], cost[order]))
    found: list[Any] = [None] * arena.n
    heap = [(most, v) for v, most in enumerate(end.tolist()) if most >= 0]
    heapify(heap)
    while heap:
        total, v = heappop(heap)
        if found[v] is None:
            found[v] = total
            for e in range(begins[v], begins[v + 1]):
                if found[before[e]] is None:
                    heappush(heap, (total + costs[e], before[e]))
    return np.array(found, cost.dtype)


def attracted(arena: Arena, target: NDArray[np.bool_], player: int) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
    """Return from where a player can force the play to a target, and where he moves before he is there, else -1."""
    rank, moves = np.empty(arena.n, np.int32), np.empty(arena.n, np.int32)
    attract(Graph(*adjacency(arena)), owners(arena), target.view(np.uint8), player, rank, moves)
    return rank >= 0, moves


def endless(arena: Arena, weight: NDArray[Any], player: int) -> Rounds:
    """Return where the sum goes without a limit against a player, with potentials that rise along it."""
    found = rounds(arena, in_room(arena, weight), arena.n + 1, player, -1)
    return rounds(arena, weight.astype(object), arena.n + 1, player, -1) if found.overflow else found


def endless_edges(
    arena: Arena, weight: NDArray[Any], bound: NDArray[Any], below: NDArray[np.bool_], above: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Return an edge for each vertex, by which the potential rises for whoever makes the sum go without a limit."""
    tails, heads, sign = arena.tails, arena.successors, above.astype(np.int64) - below
    rises = bound[tails] < bound[heads] + sign[tails] * (arena.n + 1) * weight
    theirs = np.repeat(owners(arena) != 0, arena.out_degree) == below[tails]  # whoever makes it so moves there
    good = (sign[tails] != 0) & (sign[tails] == sign[heads]) & theirs & np.asarray(rises, np.bool_)
    edges = first_edges(arena, good)
    return np.where(edges < 0, arena.indptr[:-1], edges)


def total_improvement(game: Game) -> ArenaSolution:
    """Solve a total payoff game by better and better strategies of player 1.

    ``values`` holds the exact values: integers, Fractions, ``INFINITY`` or ``-INFINITY``. Its stats count the
    ``strategies`` of player 1 that were tried.

    An energy game with one player for each strategy, and O(m log n) beside it, whatever the weights; exponentially many
    strategies at worst, seldom more than a few.
    """
    objective = game.objective
    assert isinstance(objective, TotalPayoff)
    arena, exact = objective.payoffs(game.arena)
    weight, denominator = integers(exact)
    (weight,) = sized(largest(weight), weight)
    below, above = endless(arena, weight, 0), endless(arena, -weight, 1)
    bound = np.where(below.lost, below.potential, np.where(above.lost, above.potential, 0))
    edges = endless_edges(arena, weight.astype(bound.dtype), bound, below.lost, above.lost)
    values, stats = np.full(arena.n, -INFINITY, object), {"strategies": 0}
    values[above.lost] = INFINITY
    alpha, beta = np.zeros(arena.n, np.int64), np.zeros(arena.n, np.int64)
    finite = ~(below.lost | above.lost)
    if finite.any():
        part, inside = restricted(arena, finite)
        sums = Sums(part, weight[inside])
        found, stats["strategies"] = last(sums.tried())
        alpha[finite], beta[finite], proving = sums.ranks(found)
        edges[finite] = inside[proving]
        values[finite] = [plain(Fraction(one, denominator)) for one in found.tolist()]
    proof = TotalRanks(arena.n + 1, bound, alpha, beta)
    return payoff_solution(game, arena, edges, values, "total-improvement", proof, stats)
