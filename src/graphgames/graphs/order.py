"""The reverse of an arena and its topological order, each computed once per arena and kept with it.

Also the edges of an arena both ways, as most kernels take them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arrays import frozen, offsets_of
from graphgames.core.errors import CycleError
from graphgames.graphs.compressed_rows import Rows, components, transposed
from graphgames.graphs.kernels import graph


class Reverse(NamedTuple):
    """The edges by their heads: the predecessors of v are ``predecessors[indptr[v]:indptr[v + 1]]``, ascending."""

    indptr: NDArray[np.int64]
    predecessors: NDArray[np.int32]


def reverse_of(arena: Arena) -> Reverse:
    """Return the edges of an arena by their heads; O(n + m) at the first call, then at once.

    >>> reverse_of(Arena.from_edges([(0, 1), (2, 1)])).predecessors
    array([0, 2], dtype=int32)
    """

    def make() -> Reverse:
        indptr, predecessors = transposed((arena.indptr, arena.successors))
        return Reverse(frozen(indptr, np.int64), frozen(predecessors, np.int32))

    return arena.remember("reverse", make)


def neighbours(arena: Arena, v: int, most: int | None = None) -> list[int]:
    """Return the vertices that an edge joins to v: the successors, then the predecessors, of each at most so many."""
    indptr, predecessors = reverse_of(arena)
    return [*arena.successors_of(v)[:most].tolist(), *predecessors[indptr[v] : indptr[v + 1]][:most].tolist()]


def adjacency(arena: Arena) -> tuple[Rows, Rows]:
    """Return the edges as kernels take them: by their tails, and by their heads."""
    return (arena.indptr, arena.successors), reverse_of(arena)


def first_edges(arena: Arena, good: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the first of some edges out of each vertex, shape (n,), -1 where there is none of them.

    >>> first_edges(Arena.from_edges([(0, 0), (0, 1), (0, 2), (1, 0)], 3), np.array([False, True, True, False]))
    array([ 1, -1, -1])
    """
    found = np.full(arena.n, -1, np.int64)
    edges = np.flatnonzero(good)[::-1]
    found[arena.tails[edges]] = edges
    return found


def best_edges(arena: Arena, edge_values: NDArray[Any]) -> NDArray[np.int64]:
    """Return the first of the edges out of each vertex that are worth most, shape (n,), -1 at dead ends.

    >>> best_edges(Arena.from_edges([(0, 0), (0, 1), (0, 2), (1, 0)], 3), np.array([1, 4, 4, 0]))
    array([ 1,  3, -1])
    """
    starts, best = arena.indptr[:-1][arena.out_degree > 0], edge_values[:0]
    if starts.size:
        best = np.repeat(np.maximum.reduceat(edge_values, starts), arena.out_degree[arena.out_degree > 0])
    return first_edges(arena, np.asarray(edge_values == best, np.bool_))


def bottom_up(arena: Arena) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the vertices by strongly connected components, so that no edge leads to a later one, and their bounds.

    Component number k is ``order[starts[k]:starts[k + 1]]``. O(n + m) at the first call, then at once.

    >>> bottom_up(Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 2)]))
    (array([2, 0, 1], dtype=int32), array([0, 1, 3]))
    """

    def make() -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        number, count = components((arena.indptr, arena.successors))
        starts = offsets_of(number, count)
        return frozen(np.argsort(number, kind="stable"), np.int32), frozen(starts, np.int64)

    return arena.remember("bottom up", make)


def topological_order(arena: Arena) -> NDArray[np.int32]:
    """Return the vertices so that every edge goes forwards, shape (n,); O(n + m) at the first call, then at once.

    Raise `CycleError` if there is none; it names a cycle.

    >>> topological_order(Arena.from_edges([(0, 1), (2, 0)]))
    array([2, 0, 1], dtype=int32)
    """

    def make() -> NDArray[np.int32]:
        order = np.empty(arena.n, np.int32)
        done = graph.topological_order(arena.indptr, arena.successors, order)
        if done < arena.n:
            raise CycleError(_cycle_beyond(arena, order[:done]), labels=arena.labels)
        return frozen(order, np.int32)

    return arena.remember("topological order", make)


def is_acyclic(arena: Arena) -> bool:
    """Return whether an arena has no cycle; O(n + m) at the first call that succeeds."""
    try:
        return topological_order(arena).size == arena.n
    except CycleError:
        return False


def _cycle_beyond(arena: Arena, ordered: NDArray[np.int32]) -> list[int]:
    """Walk backwards through what could not be ordered: each vertex left has a predecessor that is left."""
    left = np.ones(arena.n, np.bool_)
    left[ordered] = False
    indptr, predecessors = reverse_of(arena)
    v = int(np.argmax(left))
    seen: dict[int, int] = {}
    walk: list[int] = []
    while v not in seen:
        seen[v] = len(walk)
        walk.append(v)
        before = predecessors[indptr[v] : indptr[v + 1]]
        v = int(before[int(np.argmax(left[before]))])
    return walk[seen[v] :][::-1]
