"""Checks Grundy values: each is the least that no successor has; with cycles, the three conditions on the counter.

Without cycles the mex property has one solution, by induction along the depth. With cycles Fraenkel & Yesha (1986)
prove that conditions A, B and C below have one solution. Costs O(m log m) in NumPy, in blocks of vertices.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.checking import checks, report
from graphgames.core.report import Failure, Report

if TYPE_CHECKING:
    from graphgames.games.impartial.certificate import LoopyValues
    from graphgames.games.impartial.solution import NimberSolution

_BLOCK = 1 << 22


@checks("grundy-values", "loopy-values")
def check(solution: NimberSolution, certificate: Any, values: NDArray[np.int32]) -> Report:
    """Check the values of a solution by its certificate."""
    arena = solution.problem.arena
    if certificate.kind == "grundy-values":
        checked, faults = grundy_faults(arena, certificate.grundy, certificate.depth)
    else:
        checked, faults = loopy_faults(arena, certificate)
    if not np.array_equal(values, certificate.grundy):
        faults.append(Failure(None, "the solution and its certificate have different values"))
    return report(checked, faults)


def grundy_faults(arena: Arena, values: NDArray[np.int32], depth: NDArray[np.int32]) -> tuple[int, list[Failure]]:
    """Check the mex property at each vertex and that depths fall along edges; return the count and the faults."""
    faults = []
    for tails, heads in _blocks(arena):
        bad = tails[depth[heads] >= depth[tails]]
        faults += [Failure(int(v), "its depth does not fall along an edge") for v in np.unique(bad)]
        faults += _mex_faults(tails, heads, values)
    return arena.n + arena.m, faults + _end_faults(arena, values)


def _end_faults(arena: Arena, values: NDArray[np.int32]) -> list[Failure]:
    dead = arena.dead_ends
    return [Failure(int(v), f"has no move, but the value {values[v]}") for v in dead[values[dead] != 0]]


def loopy_faults(arena: Arena, certificate: LoopyValues) -> tuple[int, list[Failure]]:
    """Check the three conditions of a generalised Sprague-Grundy function and its counter.

    A. A finite value is the mex of the successors' finite values.
    B. From a successor whose value is larger, or infinite, some move restores the value with a smaller counter.
    C. An infinite vertex has an infinite successor from which no move leads to the mex of the vertex.
    """
    values, counter = certificate.grundy, certificate.counter
    tails, heads = arena.tails, arena.successors
    faults = _end_faults(arena, values) + _mex_faults(tails, heads, values)
    # the pairs (vertex, value of a successor) as keys, and the counters there, both ascending
    base = np.int64(max(1, int(values.max(initial=0)) + 1))
    finite = values[heads] >= 0
    keys = tails[finite].astype(np.int64) * base + values[heads[finite]]
    order = np.lexsort((counter[heads[finite]], keys))
    keys, counters = keys[order], counter[heads[finite]][order]
    rises = (values[tails] >= 0) & ((values[heads] > values[tails]) | (values[heads] < 0))  # condition B
    u, w = tails[rises], heads[rises]
    place, answered = _look_up(keys, w.astype(np.int64) * base + values[u])
    answered[answered] = counters[place[answered]] < counter[u[answered]]
    faults += [
        Failure(int(v), f"a move from value {values[v]} upwards is not answered with a smaller counter")
        for v in np.unique(u[~answered])
    ]
    faults += _infinite_faults(arena, values, keys, base)
    return 2 * arena.m + arena.n, faults


def _blocks(arena: Arena) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int32]]]:
    """Return the edges, whole vertices at a time, in pieces of bounded size."""
    v = 0
    while v < arena.n:
        start = int(arena.indptr[v])
        stop = max(v + 1, int(np.searchsorted(arena.indptr, start + _BLOCK, "right")) - 1)
        degrees = arena.indptr[v + 1 : stop + 1] - arena.indptr[v:stop]
        yield np.repeat(np.arange(v, stop), degrees), arena.successors[start : arena.indptr[stop]]
        v = stop


def _mex_faults(tails: NDArray[Any], heads: NDArray[np.int32], values: NDArray[np.int32]) -> list[Failure]:
    """Find the tails with a finite value that a successor has too, or with a smaller value that no successor has."""
    here, there = values[tails], values[heads]
    faults = [
        Failure(int(v), f"has value {values[v]}, and so has a successor")
        for v in np.unique(tails[(here == there) & (here >= 0)])
    ]
    smaller = (there >= 0) & (there < here)
    base = np.int64(max(1, int(values.max(initial=0)) + 1))
    keys = tails[smaller].astype(np.int64) * base + there[smaller]
    keys.sort()
    seen, owners = _different(keys) // base, _different(tails)
    found = np.searchsorted(seen, owners, "right") - np.searchsorted(seen, owners, "left")
    short = owners[found < values[owners]]
    return faults + [Failure(int(v), f"has value {values[v]}, but its successors miss a smaller one") for v in short]


def _different(ascending: NDArray[Any]) -> NDArray[Any]:
    """Return each of ascending numbers once; `numpy.unique` would look them up one by one."""
    return ascending[np.diff(ascending, prepend=-1) > 0]


def _look_up(keys: NDArray[np.int64], wanted: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Find numbers among ascending keys: the first place of each, and whether it is there."""
    place = np.searchsorted(keys, wanted)
    there = place < keys.size
    there[there] = keys[place[there]] == wanted[there]
    return place, there


def _infinite_faults(arena: Arena, values: NDArray[np.int32], keys: NDArray[np.int64], base: np.int64) -> list[Failure]:
    """Condition C."""
    infinite = np.flatnonzero(values < 0)
    least = np.zeros(arena.n, np.int64)
    undecided = infinite
    while undecided.size:  # climb to the mex: once for each value that is reached
        _, there = _look_up(keys, undecided * base + least[undecided])
        undecided = undecided[there]
        least[undecided] += 1
        undecided = undecided[least[undecided] < base]
    tails, heads = arena.tails, arena.successors
    on = values[heads] < 0
    u, w = tails[on], heads[on]
    _, there = _look_up(keys, w.astype(np.int64) * base + least[u])
    there &= least[u] < base
    fine = np.zeros(arena.n, np.bool_)
    fine[u[~there]] = True
    return [
        Failure(int(v), "is infinite, but each infinite successor can be answered with its mex")
        for v in infinite[~fine[infinite]]
    ]
