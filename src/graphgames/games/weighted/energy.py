"""Energy games by fast value iteration: the least credits, and strategies of both players, exactly.

Ohlmann, *Fast value iteration: a uniform approach to efficient algorithms for energy games* (2022). Weights are
multiplied by n + 1 and raised by 1, so that no cycle sums to 0 and the signs of all cycles stay; the least credits for
these weights are lower bounds that prove themselves, and the credits are their quotients by n + 1, rounded up.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.compiled import uncompiled
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.core.value import INFINITY, integers, plain
from graphgames.games.weighted.certificate import EnergyBounds
from graphgames.games.weighted.kernels import iteration as kernel
from graphgames.games.weighted.objective import Energy
from graphgames.graphs.order import reverse_of

_SAFE = 2**61
"""Below it all numbers of the compiled kernels stay in 64 bits."""


@dataclass(frozen=True)
class Potentials:
    """The result for both players.

    Attributes
    ----------
    lost : ndarray of bool, shape (n,)
        Where no credit is enough.
    scale : int
        What the weights were multiplied by.
    bound : ndarray of int, shape (n,)
        As in `EnergyBounds`.
    edges, rounds : int
        How many edges were looked at, in how many rounds.
    """

    lost: NDArray[np.bool_]
    scale: int
    bound: NDArray[Any]
    edges: int
    rounds: int


def arcs_of(arena: Arena) -> NDArray[np.int64]:
    """Return the numbers of the edges by their heads, in the order of `reverse_of`."""

    def make() -> NDArray[np.int64]:
        arcs = np.empty(arena.m, np.int64)
        kernel.reverse_edges(arena.indptr, arena.successors, reverse_of(arena).indptr, arcs)
        return arcs

    return arena.remember("reverse edges", make)


def rounds(
    arena: Arena,
    weight: NDArray[Any],
    scale: int,
    payer: int,
    sign: int,
    state: NDArray[np.uint8],
    wide: bool,
) -> tuple[NDArray[Any], int, int]:
    """Find the least potentials of a player who pays ``sign * (scale * weight + 1)`` for an edge.

    Write 2 into ``state`` where there is none, and return how many edges were looked at, in how many rounds, too.
    """
    assert arena.owner is not None
    reverse, count = reverse_of(arena), 1
    potential = np.zeros(arena.n, object if wide else np.int64)
    machine = (uncompiled(kernel) if wide else kernel).Rounds(
        (arena.indptr, arena.successors), reverse, arcs_of(arena), arena.owner, weight, scale, sign, payer, state,
        potential, np.zeros_like(potential),
    )  # fmt: skip
    while machine.round():
        count += 1
    return potential, machine.looked(), count


def least(arena: Arena, weight: NDArray[Any], player: int) -> tuple[NDArray[np.bool_], NDArray[Any]]:
    """Return where no credit is enough for a player, and the least credits that are; player 1 wants a falling sum."""
    scale = arena.n + 1
    largest = int(max(-weight.min(), weight.max())) if weight.size else 0
    wide = 2 * (arena.n + 1) * (scale * largest + 1) >= _SAFE
    state = np.zeros(arena.n, np.uint8)
    weight = weight.astype(object if wide else np.int64, copy=False)
    bound, _, _ = rounds(arena, weight if player == 0 else -weight, scale, player, -1, state, wide)
    return state == 2, np.maximum(-(-bound // scale), 0)


def potentials(arena: Arena, weight: NDArray[Any]) -> Potentials:
    """Return who wins where an energy game with integer weights, with proof for both players."""
    n = arena.n
    largest = int(max(-weight.min(), weight.max())) if weight.size else 0
    scale = n + 1
    wide = 2 * (n + 1) * (scale * largest + 1) >= _SAFE
    weight = weight.astype(object if wide else np.int64, copy=False)
    state = np.zeros(n, np.uint8)
    bound, edges, count = rounds(arena, weight, scale, 0, -1, state, wide)
    lost = state == 2
    if lost.any():
        state = np.where(lost, 0, 1).astype(np.uint8)
        other, more, rounds_more = rounds(arena, weight, scale, 1, 1, state, wide)
        assert not (state == 2).any()
        bound = np.where(lost, -other, bound)
        edges, count = edges + more, count + rounds_more
    return Potentials(lost, scale, bound, edges, count)


def first_edges(arena: Arena, good: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the first of some edges out of each vertex, shape (n,), -1 where there is none of them."""
    found = np.full(arena.n, -1, np.int64)
    chosen = np.flatnonzero(good)[::-1]
    found[arena.tails[chosen]] = chosen
    return found


def heads_of(arena: Arena, edges: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return where some edges lead, -1 for -1."""
    return np.append(arena.successors, np.int32(-1))[edges]


def credits_of(found: Potentials) -> NDArray[Any]:
    """Return the least credits as integers; those where none is enough mean nothing."""
    credit: NDArray[Any] = np.maximum(-(-found.bound // found.scale), 0)
    return credit


def energy_moves(arena: Arena, weight: NDArray[Any], found: Potentials) -> NDArray[np.int32]:
    """Return the moves of both players: those that keep what is left, and those that take the most."""
    credit, bound, lost, heads = credits_of(found), found.bound, found.lost, arena.successors
    assert arena.owner is not None
    mine = np.repeat(arena.owner == 0, arena.out_degree)
    tails = arena.tails
    enough = mine & ~lost[tails] & ~lost[heads] & (credit[tails] >= credit[heads] - weight)
    tight = ~mine & (lost[heads] | (~lost[tails] & (bound[tails] < bound[heads] - found.scale * weight)))
    tight &= ~lost[tails] | (lost[heads] & (bound[tails] < bound[heads] - found.scale * weight))
    edges = first_edges(arena, enough | tight)
    free = (edges < 0) & (arena.owner == 1)
    edges[free] = arena.indptr[:-1][free]
    return heads_of(arena, edges)


def energy_solution(game: Game) -> ArenaSolution:
    """Solve an energy game without a cap."""
    objective = game.objective
    assert isinstance(objective, Energy)
    arena, exact = objective.payoffs(game.arena)
    weight, denominator = integers(exact)
    found = potentials(arena, weight)
    moves = energy_moves(arena, weight, found)
    moves[game.arena.dead_ends] = -1
    credit = credits_of(found).astype(object)
    if denominator != 1:
        credit[:] = [plain(Fraction(one, denominator)) for one in credit.tolist()]
    credit[found.lost] = INFINITY
    stats = {"edges": found.edges, "rounds": found.rounds}
    proof = EnergyBounds(found.scale, found.bound)
    return ArenaSolution(game, found.lost.astype(np.uint8), Strategy(moves), "fast-iteration", proof, credit, stats)


def fast_iteration(game: Game) -> ArenaSolution:
    """Solve an energy game by fast value iteration.

    Parameters
    ----------
    game : Game
        With an `Energy` objective.

    Returns
    -------
    ArenaSolution
        ``values`` holds the least credits: integers, Fractions or ``INFINITY``. Its stats count ``edges`` looked at and
        ``rounds``.

    Notes
    -----
    O(m + n log n) a round; as many rounds as the largest credit at worst, a few dozen on most games. Where sums do not
    fit in 64 bits Python's integers are used.

    Examples
    --------
    >>> from graphgames import Arena
    >>> arena = Arena.from_edges([("a", "b"), ("b", "a"), ("b", "b")], owner={"a": "Max", "b": "Min"})
    >>> fast_iteration(Game(arena, Energy([-2, 3, 0]))).values
    array([2, 0], dtype=object)
    """
    assert isinstance(game.objective, Energy)
    if game.objective.cap is not None:
        from graphgames.games.weighted.measures import credit_measures

        return credit_measures(game)
    return energy_solution(game)
