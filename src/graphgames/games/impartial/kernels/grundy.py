"""Grundy values of an arena: the mex over the successors, by a stamp array; and the loopy values of one with cycles.

The second is the labelling of Fraenkel and Perl, *Constructions in combinatorial games with cycles* (1975), one value
after the other, each by a search that goes backwards along the edges.
"""

import cython
import numpy as np

from graphgames.core.compiled import poll


def direction(
    indptr: cython.const[cython.longlong][::1], successors: cython.const[cython.int][::1]
) -> cython.Py_ssize_t:
    """Return 1 if every edge goes to a smaller vertex, -1 if every edge goes to a larger one, else 0; O(m)."""
    n = indptr.shape[0] - 1
    down: cython.bint = True
    up: cython.bint = True
    with cython.nogil:
        for v in range(n):
            for e in range(indptr[v], indptr[v + 1]):
                if successors[e] >= v:
                    down = False
                if successors[e] <= v:
                    up = False
            if not down and not up:
                break
    return 1 if down else -1 if up else 0


def grundy(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    order: cython.const[cython.int][::1],
    values: cython.int[::1],
    stamp: cython.int[::1],
) -> None:
    """Write the Grundy values of an acyclic arena, O(n + m).

    ``order`` holds the vertices so that edges go forwards; if it is empty they go to smaller vertices. ``stamp`` comes
    as -1, two longer than the largest out-degree.
    """
    n = indptr.shape[0] - 1
    by_order: cython.bint = order.shape[0] > 0
    until_poll = 1 << 20
    with cython.nogil:
        for i in range(n):
            v = order[n - 1 - i] if by_order else i
            for e in range(indptr[v], indptr[v + 1]):
                stamp[values[successors[e]]] = v
            g = 0
            while stamp[g] == v:
                g += 1
            values[v] = g
            until_poll -= 1 + indptr[v + 1] - indptr[v]
            if until_poll < 0:
                until_poll = 1 << 24
                with cython.gil:
                    poll()


def loopy_grundy(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    reverse_indptr: cython.const[cython.longlong][::1],
    predecessors: cython.const[cython.int][::1],
    values: cython.int[::1],
    counter: cython.int[::1],
) -> cython.Py_ssize_t:
    """Write the loopy values (-1 for infinity) and their counters; return how many values there were to try.

    In round g a vertex gets the value g if each successor that has no smaller value has itself a successor with value
    g; who then has neither a value nor a successor with value g is infinite. O(rounds * (n + m)), and every round but
    the last gives some vertex its value, and leaves only vertices of more successors than it has number.
    """
    n = indptr.shape[0] - 1
    open_vertices: cython.int[::1] = np.arange(n, dtype=np.int32)  # without a value yet
    queue: cython.int[::1] = np.empty(n, np.int32)
    free: cython.longlong[::1] = np.diff(indptr)  # edges to vertices that have no finite value from an earlier round
    waiting: cython.longlong[::1] = np.empty(n, np.int64)  # those whose heads have no successor of this round's value
    mark: cython.int[::1] = np.full(n, -1, np.int32)  # when a vertex last had a successor of that round's value
    many = n
    g = 0
    until_poll = 1 << 20
    with cython.nogil:
        for i in range(n):
            values[i] = -2
            counter[i] = 0
        while many > 0:
            head = 0
            tail = 0
            for i in range(many):
                u = open_vertices[i]
                waiting[u] = free[u]
                if waiting[u] == 0:
                    values[u] = g
                    queue[tail] = u
                    tail += 1
            while head < tail:
                u = queue[head]
                head += 1
                for d in range(reverse_indptr[u], reverse_indptr[u + 1]):
                    p = predecessors[d]
                    if values[p] >= 0 or mark[p] == g:
                        continue
                    mark[p] = g
                    until_poll -= 1 + reverse_indptr[p + 1] - reverse_indptr[p]
                    for e in range(reverse_indptr[p], reverse_indptr[p + 1]):
                        q = predecessors[e]
                        if values[q] != -2:
                            continue
                        waiting[q] -= 1
                        if waiting[q] == 0 and mark[q] != g:
                            values[q] = g
                            counter[q] = counter[u] + 1
                            queue[tail] = q
                            tail += 1
                if until_poll < 0:
                    until_poll = 1 << 20
                    with cython.gil:
                        poll()
            for i in range(tail):
                u = queue[i]
                for d in range(reverse_indptr[u], reverse_indptr[u + 1]):
                    free[predecessors[d]] -= 1
            kept = 0
            for i in range(many):
                u = open_vertices[i]
                if values[u] == -2:
                    if mark[u] == g:
                        open_vertices[kept] = u
                        kept += 1
                    else:
                        values[u] = -1
            many = kept
            g += 1
    return g
