# cython: infer_types=True
"""The reverse of a graph in compressed sparse rows, and a topological order."""

import cython
import numpy as np


def transpose(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    reverse_indptr: cython.longlong[::1],
    predecessors: cython.int[::1],
) -> None:
    """Write the edges by their heads, predecessors ascending, O(n + m). ``reverse_indptr`` comes as zeros."""
    n: cython.Py_ssize_t = indptr.shape[0] - 1
    m: cython.Py_ssize_t = successors.shape[0]
    fill: cython.longlong[::1] = np.empty(n, np.int64)
    with cython.nogil:
        for e in range(m):
            reverse_indptr[successors[e] + 1] += 1
        for v in range(n):
            reverse_indptr[v + 1] += reverse_indptr[v]
            fill[v] = reverse_indptr[v]
        for v in range(n):
            for e in range(indptr[v], indptr[v + 1]):
                w = successors[e]
                predecessors[fill[w]] = v
                fill[w] += 1


def topological_order(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    order: cython.int[::1],
) -> cython.Py_ssize_t:
    """Write the vertices so that edges go forwards; return how many could be placed, n exactly if there is no cycle.

    Kahn, *Topological sorting of large networks*, CACM 5 (1962). O(n + m).
    """
    n: cython.Py_ssize_t = indptr.shape[0] - 1
    m: cython.Py_ssize_t = successors.shape[0]
    waiting: cython.longlong[::1] = np.zeros(n, np.int64)
    head = tail = 0
    with cython.nogil:
        for e in range(m):
            waiting[successors[e]] += 1
        for v in range(n):
            if waiting[v] == 0:
                order[tail] = v
                tail += 1
        while head < tail:
            v = order[head]
            head += 1
            for e in range(indptr[v], indptr[v + 1]):
                w = successors[e]
                waiting[w] -= 1
                if waiting[w] == 0:
                    order[tail] = w
                    tail += 1
    return tail
