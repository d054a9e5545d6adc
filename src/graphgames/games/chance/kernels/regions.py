"""Attractors in a part of a game of chance, without a copy of its edges; and what is on a cycle.

The search is that of `graphgames.graphs.kernels.attractor`.
"""

import cython
import numpy as np

from graphgames.core.compiled import poll


def attract_within(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    reverse_indptr: cython.const[cython.longlong][::1],
    predecessors: cython.const[cython.int][::1],
    inside: cython.const[cython.uchar][::1],
    over: cython.const[cython.uchar][::1],
    goal: cython.const[cython.uchar][::1],
    willing: cython.const[cython.uchar][::1],
    rank: cython.int[::1],
    moves: cython.int[::1],
) -> None:
    """Write the rank of each vertex that is attracted to the goal and the move of each willing one there; -1 elsewhere.

    Only vertices ``inside`` count, and no edges of vertices where a play is ``over``. O(n + m).
    """
    n: cython.Py_ssize_t = indptr.shape[0] - 1
    left: cython.int[::1] = np.full(n, -1, np.int32)
    queue: cython.int[::1] = np.empty(n, np.int32)
    head: cython.Py_ssize_t = 0
    tail: cython.Py_ssize_t = 0
    v: cython.Py_ssize_t
    p: cython.Py_ssize_t
    e: cython.longlong
    k: cython.longlong
    with cython.nogil:
        for v in range(n):
            moves[v] = -1
            rank[v] = -1
            if goal[v] and inside[v]:
                rank[v] = 0
                queue[tail] = v
                tail += 1
        while head < tail:
            v = queue[head]
            head += 1
            for k in range(reverse_indptr[v], reverse_indptr[v + 1]):
                p = predecessors[k]
                if rank[p] >= 0 or over[p] or not inside[p]:
                    continue
                if willing[p]:
                    moves[p] = v
                else:
                    if left[p] < 0:
                        left[p] = 0
                        for e in range(indptr[p], indptr[p + 1]):
                            left[p] += inside[successors[e]]
                    left[p] -= 1
                    if left[p] > 0:
                        continue
                rank[p] = rank[v] + 1
                queue[tail] = p
                tail += 1
            if head & 0xFFFFF == 0:
                with cython.gil:
                    poll()


def cycles(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    order: cython.const[cython.int][::1],
    starts: cython.const[cython.longlong][::1],
    cyclic: cython.uchar[::1],
) -> None:
    """Mark the vertices that are on a cycle; component k of the graph is ``order[starts[k]:starts[k + 1]]``."""
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    v: cython.Py_ssize_t
    e: cython.longlong
    with cython.nogil:
        for k in range(starts.shape[0] - 1):
            for i in range(starts[k], starts[k + 1]):
                v = order[i]
                cyclic[v] = starts[k + 1] - starts[k] > 1
                for e in range(indptr[v], indptr[v + 1]):
                    if successors[e] == v:
                        cyclic[v] = 1
