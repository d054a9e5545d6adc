"""Graphs as compressed rows: the heads of the edges by their tails, without owners or labels; and parts of an arena."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arrays import offsets_of
from graphgames.graphs.kernels import graph
from graphgames.graphs.kernels.components import Components

Rows = tuple[NDArray[np.int64], NDArray[np.int32]]
"""Where the edges out of each vertex begin, and at last how many there are; and their heads."""


def transposed(rows: Rows) -> Rows:
    """Return the tails of the edges by their heads, ascending. O(n + m).

    >>> transposed((np.array([0, 1, 1, 2]), np.array([1, 1], np.int32)))
    (array([0, 0, 2, 2]), array([0, 2], dtype=int32))
    """
    indptr, heads = rows
    found = np.empty(indptr.size, np.int64), np.empty(heads.size, np.int32)
    graph.transpose(indptr, heads, *found)
    return found


def components(
    rows: Rows, inside: NDArray[np.bool_] | None = None, choice: NDArray[np.int32] | None = None
) -> tuple[NDArray[np.int32], int]:
    """Return the number of the strongly connected component of each vertex, and how many there are. O(n + m).

    No edge leads to a component of a higher number. Only some vertices and the edges between them count, where a mask
    is given; of a vertex with a choice only the edges to that vertex.

    >>> components((np.array([0, 1, 3, 4]), np.array([1, 0, 2, 2], np.int32)))
    (array([1, 1, 0], dtype=int32), 2)
    """
    n = rows[0].size - 1
    region = np.ones(n, np.int32) if inside is None else inside.astype(np.int32)
    free = np.full(n, -1, np.int32) if choice is None else choice.copy()
    return Components(rows, rows, region, free).run()  # it takes no edge back


def restricted(arena: Arena, inside: NDArray[np.bool_]) -> tuple[Arena, NDArray[np.int64]]:
    """Return the arena on some vertices, renumbered in their order, and the numbers of its edges. O(n + m).

    >>> part, edges = restricted(Arena.from_edges([(0, 1), (1, 2), (2, 0), (2, 2)]), np.array([True, False, True]))
    >>> part.tails, part.successors, edges
    (array([1, 1], dtype=int32), array([0, 1], dtype=int32), array([2, 3]))
    """
    edges = np.flatnonzero(np.repeat(inside, arena.out_degree) & inside[arena.successors])
    number = np.cumsum(inside, dtype=np.int32) - np.int32(1)
    indptr = offsets_of(number[arena.tails[edges]], int(inside.sum()))
    owner = None if arena.owner is None else arena.owner[inside]
    return Arena.trusted(indptr, number[arena.successors[edges]], owner), edges
