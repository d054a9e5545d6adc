"""Energy games by fast value iteration: the least credits, and strategies of both players, exactly.

Casares, Ohlmann, *Fast value iteration for energy games* (2021); Cadilhac, Casares, Ohlmann, *Fast value iteration: a
uniform approach to efficient algorithms for energy games* (TACAS 2025). Weights are multiplied by n + 1 and raised by
1, so that no cycle sums to 0 and the signs of all cycles stay; the least credits for these weights are lower bounds
that prove themselves, and the credits are their quotients by n + 1, rounded up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.arrays import ranges
from graphgames.core.certificate import Certificate
from graphgames.core.compiled import uncompiled
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.core.value import INFINITY, integers, largest, narrowed, objects, plain, sized
from graphgames.games.weighted.certificate import EnergyBounds, EnergyLayers
from graphgames.games.weighted.improving import heads_of
from graphgames.games.weighted.kernels import iteration as kernel
from graphgames.games.weighted.objective import Energy
from graphgames.graphs.compressed_rows import restricted
from graphgames.graphs.order import best_edges, bottom_up, first_edges, reverse_of

_SAFE = 2**61
"""Below it all numbers of the compiled kernels stay in 64 bits."""

LOST = 2
"""The state of a vertex from which the cost of the play cannot be bounded."""

_TRIES = 50
"""So many pairs of strategies are tried before Python's integers are used from the beginning."""

_CLEAR = 40
"""Player 1 begins where the mean weight is below 0 by more than the largest, divided by this."""


@dataclass(frozen=True)
class Potentials:
    """The result for both players."""

    lost: NDArray[np.bool_]
    """Where no credit is enough, shape (n,)."""
    scale: int
    """What the weights were multiplied by."""
    bound: NDArray[Any]
    """As in `EnergyBounds`, shape (n,)."""
    stats: dict[str, int]
    """How many ``edges`` were looked at, in how many ``rounds``, or how many ``pairs`` of strategies."""


@dataclass(frozen=True)
class Rounds:
    """What the kernel found for one player; the potentials where he has lost are bounds that rise for ever."""

    potential: NDArray[Any]
    lost: NDArray[np.bool_]
    edges: int
    rounds: int
    overflow: bool


def leading(weight: NDArray[Any], most: int) -> tuple[NDArray[np.int64], int]:
    """Return the leading bits of integers, as many as keep all of them within a bound, and how many were left out."""
    shift = max(0, largest(weight).bit_length() - most.bit_length() + 1)
    return (weight >> shift).astype(np.int64), shift


def rounds(arena: Arena, weight: NDArray[Any], scale: int, payer: int, sign: int) -> Rounds:
    """Find the least potentials of a player who pays ``sign * (scale * weight + 1)`` for an edge."""
    reverse, own = reverse_of(arena), kernel_for(kernel, weight)
    sorted_weight, state = np.empty_like(weight), np.zeros(arena.n, np.uint8)
    own.by_head(weight, arena.successors, reverse.indptr, sorted_weight)
    potential, key = (np.zeros(arena.n, weight.dtype) for _ in range(2))
    machine = own.Rounds(
        (arena.indptr, arena.successors), reverse, (weight, sorted_weight), (sign * scale, sign),
        owners(arena) == payer, state, potential, key,
    )  # fmt: skip
    edges, count, overflow = machine.run(*bottom_up(arena))
    return Rounds(potential, state == LOST, int(edges), count, overflow)


def least(arena: Arena, weight: NDArray[Any], player: int) -> tuple[NDArray[np.bool_], NDArray[Any]]:
    """Return where no credit is enough for a player, and the least credits that are; player 1 wants a falling sum."""
    weight, scale = in_room(arena, weight), arena.n + 1
    found = rounds(arena, weight if player == 0 else -weight, scale, player, -1)
    return found.lost, np.maximum(-(-found.potential // scale), 0)


def _room(n: int) -> int:
    """Return the largest weight for which all sums of the compiled kernel stay in 64 bits."""
    return (_SAFE // (2 * (n + 1)) - 1) // (n + 1)


def in_room(arena: Arena, weight: NDArray[Any]) -> NDArray[Any]:
    """Return weights in 64 bits if all sums of the compiled kernel stay there, else as Python's integers."""
    return sized(largest(weight), weight, room=_room(arena.n) + 1)[0]


def kernel_for(module: Any, weight: NDArray[Any]) -> Any:
    """Return a kernel, uncompiled where weights are Python's integers."""
    return uncompiled(module) if weight.dtype == object else module


def potentials(arena: Arena, weight: NDArray[Any], tight: bool = False) -> Potentials:
    """Return who wins where an energy game with integer weights, with proof for both players.

    Whoever is likelier to win, by the mean weight, begins: rounds of who wins little are many. Where no credit is
    enough, the bounds are the least potentials of player 1 if those are to be tight. O(m + n log n) a round.
    """
    scale, most, weight = arena.n + 1, largest(weight), in_room(arena, weight)
    if weight.dtype == object:
        short = leading(weight, _room(arena.n))[0]
        exact = refined(arena, weight, short, potentials(arena, short, tight=True))
        if exact is not None:
            return exact
    first = int(_CLEAR * int(weight.sum()) < -arena.m * most)
    sign = 1 if first else -1
    found = rounds(arena, weight, scale, first, sign)
    lost, bound = found.lost != bool(first), -sign * found.potential
    stats = {"edges": found.edges, "rounds": found.rounds}
    if (first or tight or found.overflow) and found.lost.any():
        part, inside = restricted(arena, found.lost)
        other = rounds(part, weight[inside], scale, 1 - first, -sign)
        assert not other.lost.any()
        bound[found.lost] = sign * other.potential
        stats = {"edges": found.edges + other.edges, "rounds": found.rounds + other.rounds}
    return Potentials(lost, scale, bound, stats)


def refined(arena: Arena, weight: NDArray[Any], short: NDArray[np.int64], near: Potentials) -> Potentials | None:
    """Return the exact potentials, found from those of the leading bits of the weights; None if these mislead."""
    bound = np.zeros(arena.n, object)
    for payer, sign in ((0, -1), (1, 1)):
        inside = near.lost == (payer == 1)
        part, edges = restricted(arena, inside)
        theirs = inside & (owners(arena) != payer)
        if part.m and int(arena.out_degree[theirs].sum()) != int(part.out_degree[part.owner != payer].sum()):
            return None
        rough, cost = (sign * near.scale * row[edges] + sign for row in (short, weight))
        choice, _ = best_costs(part, rough, payer, -sign * near.bound[inside])
        found = improved_potential(part, cost, payer, choice)
        if found is None:
            return None
        bound[inside] = -sign * found
    return Potentials(near.lost, near.scale, bound, near.stats)


def improved_potential(arena: Arena, cost: NDArray[Any], payer: int, choice: NDArray[np.int64]) -> NDArray[Any] | None:
    """Return the least cost of each vertex, by strategies that improve on some edges; None if they do not.

    No cycle may cost 0, so that the equations have one solution.
    """
    potential = np.empty(arena.n, object)
    for _ in range(_TRIES):
        known = cost_of_plays(arena.successors[choice].tolist(), cost[choice].tolist())
        if known is None:
            return None
        potential[:] = known
        choice, best = best_costs(arena, cost, payer, potential)
        if np.array_equal(best, potential):
            return potential
    return None


def best_costs(
    arena: Arena, cost: NDArray[Any], payer: int, potential: NDArray[Any]
) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """Return the first edge of each vertex that is best for its owner under a potential, and what it costs then."""
    pays = np.asarray(arena.owner == payer)
    need = np.maximum(cost + potential[arena.successors], 0)
    np.negative(need, out=need, where=np.repeat(pays, arena.out_degree))
    choice = best_edges(arena, need)
    best = need[choice]
    return choice, np.negative(best, out=best, where=pays)


def cost_of_plays(heads: list[int], cost: list[int]) -> list[int] | None:
    """Return the largest cost of a prefix of each play, from where each vertex has one edge; None if there is none."""
    value: list[int] = [-1] * len(heads)
    for start in range(len(heads)):
        walk, v = [], start
        while value[v] == -1:
            value[v] = -2
            walk.append(v)
            v = heads[v]
        if value[v] == -2:
            cycle = walk[walk.index(v) :]
            if sum(cost[u] for u in cycle) > 0:
                return None
            value[v] = 0
            for u in [*reversed(cycle[1:]), v]:
                value[u] = max(0, cost[u] + max(value[heads[u]], 0))
        for u in reversed(walk):
            value[u] = max(0, cost[u] + value[heads[u]])
    return value


def capped(
    arena: Arena, weight: NDArray[Any], cap: int, find: Callable[[Arena, NDArray[Any]], Potentials]
) -> tuple[Potentials, EnergyLayers, NDArray[np.int64]]:
    """Return the potentials of an energy game with a cap, the layers that prove them, and player 1's edges.

    Without a cap some vertices need more than can be stored. A play that comes there is lost, so the game is solved
    again with a loss for ever at these vertices, until no other needs more. O(n) games, mostly one or two.
    """
    outside, layer = np.zeros(arena.n, np.bool_), np.zeros(arena.n, np.int64)
    bounds, stats = list[NDArray[Any]](), Counter[str]()
    while True:
        gone = outside[arena.tails]
        heads = np.where(gone, arena.tails, arena.successors)
        found = find(Arena.trusted(arena.indptr, heads, arena.owner), np.where(gone, -1, weight))
        bound = found.bound.astype(object)
        # above all that can be stored, and so far above all others that every edge to where she has lost raises it
        above = found.scale * max(cap, largest(weight)) + max(bound[~found.lost], default=0)
        bound[found.lost] += max(0, above + 1 - min(bound[found.lost], default=0))
        bound[outside] = 0
        bounds.append(bound)
        stats.update(found.stats)
        more = ~outside & np.asarray(bound > found.scale * cap, np.bool_)
        if not more.any():
            proof, edges = in_layers(arena, weight, found.scale, layer, bounds)
            return replace(found, lost=outside, stats=dict(stats)), proof, edges
        outside |= more
        layer[~outside] += 1


def in_layers(
    arena: Arena, weight: NDArray[Any], scale: int, layer: NDArray[np.int64], bounds: list[NDArray[Any]]
) -> tuple[EnergyLayers, NDArray[np.int64]]:
    """Return the layers with the bounds that are needed, and for each vertex an edge that is good in all, -1 if none.

    A bound is needed where player 1's play comes to by bounds that are positive, from the vertices of the layer.
    """
    tails, heads, common = arena.tails, arena.successors, np.ones(arena.m, np.bool_)
    change, needed = scale * weight.astype(object), list[NDArray[Any]]()
    for k, bound in enumerate(bounds):
        before, positive = (layer < k)[heads], np.asarray(bound > 0, np.bool_)
        good = before | np.asarray(bound[tails] < bound[heads] - change, np.bool_)
        asked = reached(arena, good & ~before & positive[heads], (layer == k) & positive)
        common &= good | ~asked[tails]
        needed.append(narrowed(np.where(asked, bound, 0).tolist()))
    return EnergyLayers(scale, layer, tuple(needed)), first_edges(arena, common)


def reached(arena: Arena, edges: NDArray[np.bool_], start: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the vertices that are reached from some by a mask of edges, these included."""
    seen, front = start.copy(), np.flatnonzero(start)
    while front.size:
        degree = arena.out_degree[front]
        here = ranges(arena.indptr[front], degree)
        heads = arena.successors[here[edges[here]]]
        front = np.unique(heads[~seen[heads]])
        seen[front] = True
    return seen


def energy_solution(
    game: Game, solver: str = "fast-iteration", find: Callable[[Arena, NDArray[Any]], Potentials] = potentials
) -> ArenaSolution:
    """Solve an energy game by a function that finds the potentials."""
    objective = game.objective
    assert isinstance(objective, Energy)
    arena, exact = objective.payoffs(game.arena)
    weight, denominator = integers(exact)
    proof: Certificate
    theirs = None
    if objective.cap is None:
        found = find(arena, weight)
        proof = EnergyBounds(found.scale, found.bound)
    else:
        found, proof, theirs = capped(arena, weight, int(objective.cap * denominator // 1), find)
    credit: NDArray[Any] = np.maximum((found.bound + (found.scale - 1)) // found.scale, 0)
    moves, own = np.empty(arena.n, np.int32), kernel
    rows: Sequence[Any] = arena.indptr, arena.successors, weight, found.lost, credit, found.bound
    if object in (found.bound.dtype, weight.dtype):
        own, rows = uncompiled(kernel), [one.tolist() for one in rows]
    indptr, heads, weights, lost, least, bound = rows
    own.choose((indptr, heads), owners(arena), weights, found.scale, lost, least, bound, moves)
    if theirs is not None:
        moves = np.where(owners(arena) == 1, heads_of(arena, theirs), moves)
    moves[game.arena.dead_ends] = -1
    exact_credits = (plain(Fraction(one, denominator)) for one in credit.tolist())
    credit = credit.astype(object) if denominator == 1 else objects(exact_credits)
    credit[found.lost] = INFINITY
    return ArenaSolution(game, found.lost.astype(np.uint8), Strategy(moves), solver, proof, credit, found.stats)


def fast_iteration(game: Game) -> ArenaSolution:
    """Solve an energy game by fast value iteration.

    ``values``, shape (n,), holds the least credits in the unit of the weights: integers, Fractions or ``INFINITY``. Its
    certificate is `EnergyBounds`, with a cap `EnergyLayers`. Its stats count ``edges`` looked at and ``rounds``, of one
    component each.

    Casares, Ohlmann (2021). O(m + n log n) a round and O(n + m) memory; as many rounds as the largest credit at worst,
    a few dozen for a component of most games. Where sums do not fit in 64 bits the leading bits are solved first, and
    what is found is improved with Python's integers. With a cap some games are solved one after the other, each without
    the vertices that need more than can be stored.
    """
    return energy_solution(game)
