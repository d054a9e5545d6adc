"""Total payoff games: the exact limits inferior of the sums of the weights, and optimal strategies of both players.

Where player 0 can make every cycle gain, the sum tends to infinity, and where player 1 can make every cycle lose, to
minus infinity: both regions, with potentials that prove them, are those without a credit in an energy game. Elsewhere
the value is finite, and a nested iteration finds it: player 1 may stop wherever the play comes to and is charged what
the round before found there, or nothing if that is less.

Gimbert, Zielonka, *When can you play positionally?* (MFCS 2004); Brihaye, Geeraerts, Haddad, Monmege, *To reach or not
to reach? Efficient algorithms for total-payoff games* (CONCUR 2015).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import INFINITY, integers, largest, plain, sized
from graphgames.games.weighted.certificate import TotalRanks
from graphgames.games.weighted.energy import _SAFE, Rounds, _room, rounds
from graphgames.games.weighted.improving import payoff_solution
from graphgames.games.weighted.payoff import TotalPayoff
from graphgames.graphs.order import first_edges
from graphgames.graphs.rows import restricted


class Sums:
    """A part of a game in which all values are finite: its arena, its weights, and who moves along each edge."""

    def __init__(self, arena: Arena, weight: NDArray[Any]):
        assert arena.owner is not None
        self.arena = arena
        self.weight = weight.astype(np.int64 if 4 * (arena.n + 1) * (largest(weight) + 1) < _SAFE else object)
        self.mine = np.repeat(arena.owner == 0, arena.out_degree)

    def best(self, after: NDArray[Any]) -> NDArray[Any]:
        """Return what each vertex is worth if its edges are worth so much: player 0 wants the most."""
        found = np.maximum.reduceat(np.where(self.mine, after, -after), self.arena.indptr[:-1])
        return np.where(self.mine[self.arena.indptr[:-1]], found, -found)

    def values(self) -> tuple[NDArray[Any], int, int]:
        """Return the values, and how many rounds and steps of iteration it took."""
        heads, count, steps = self.arena.successors, 0, 0
        exit_, value = np.zeros(self.arena.n, self.weight.dtype), None
        while True:
            charged, count = exit_, count + 1
            while True:
                after = self.best(self.weight + charged[heads])
                less, steps = np.minimum(after, exit_), steps + 1
                if np.array_equal(less, charged):
                    break
                charged = less
            if value is not None and np.array_equal(value, after):
                return value, count, steps
            value, exit_ = after, np.maximum(after, 0)

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


def endless(arena: Arena, weight: NDArray[Any], player: int) -> Rounds:
    """Return where the sum goes without a limit against a player, with potentials that rise along it."""
    wide = largest(weight) > _room(arena.n)
    found = rounds(arena, weight.astype(object if wide else np.int64), arena.n + 1, player, -1, wide)
    return rounds(arena, weight.astype(object), arena.n + 1, player, -1, True) if found.overflow else found


def endless_edges(
    arena: Arena, weight: NDArray[Any], bound: NDArray[Any], below: NDArray[np.bool_], above: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Return an edge for each vertex, by which the potential rises for whoever makes the sum go without a limit."""
    assert arena.owner is not None
    tails, heads, change = arena.tails, arena.successors, (arena.n + 1) * weight
    falls = below[tails] & below[heads] & (bound[tails] < bound[heads] - change)
    rises = above[tails] & above[heads] & (bound[tails] < bound[heads] + change)
    mine = np.repeat(arena.owner == 0, arena.out_degree)
    edges = first_edges(arena, np.asarray(np.where(mine, rises, falls), np.bool_))
    return np.where(edges < 0, arena.indptr[:-1], edges)


def nested_iteration(game: Game) -> ArenaSolution:
    """Solve a total payoff game by nested iteration.

    Parameters
    ----------
    game : Game
        With a `TotalPayoff` objective.

    Returns
    -------
    ArenaSolution
        ``values`` holds the exact values: integers, Fractions, ``INFINITY`` or ``-INFINITY``. Its stats count the
        ``rounds`` and the ``steps`` of all rounds.

    Notes
    -----
    O(m) a step; as many steps as n^3 W^2 for weights up to W at worst.

    Examples
    --------
    >>> from graphgames import Arena
    >>> arena = Arena.from_edges([("a", "b"), ("b", "a"), ("b", "c"), ("c", "c")], owner={"a": 0, "b": 1, "c": 0})
    >>> nested_iteration(Game(arena, TotalPayoff([5, -5, 1, 0]))).values
    array([0, -5, 0], dtype=object)
    """
    objective = game.objective
    assert isinstance(objective, TotalPayoff)
    arena, exact = objective.payoffs(game.arena)
    assert arena.owner is not None
    weight, denominator = integers(exact)
    (weight,) = sized(largest(weight), weight)
    below, above = endless(arena, weight, 0), endless(arena, -weight, 1)
    bound = np.where(below.lost, below.potential, np.where(above.lost, above.potential, 0))
    edges = endless_edges(arena, weight.astype(bound.dtype), bound, below.lost, above.lost)
    values, stats = np.full(arena.n, -INFINITY, object), {"rounds": 0, "steps": 0}
    values[above.lost] = INFINITY
    alpha, beta = np.zeros(arena.n, np.int64), np.zeros(arena.n, np.int64)
    finite = ~(below.lost | above.lost)
    if finite.any():
        part, inside = restricted(arena, finite)
        sums = Sums(part, weight[inside])
        found, stats["rounds"], stats["steps"] = sums.values()
        alpha[finite], beta[finite], chosen = sums.ranks(found)
        edges[finite] = inside[chosen]
        values[finite] = [plain(Fraction(one, denominator)) for one in found.tolist()]
    proof = TotalRanks(arena.n + 1, bound, alpha, beta)
    return payoff_solution(game, arena, edges, values, "nested-iteration", proof, stats)
