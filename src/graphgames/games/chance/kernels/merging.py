"""Unknowns of linear equations whose equations are the same, found from the bottom up."""

import cython
import numpy as np


def merge(
    indptr: cython.const[cython.longlong][::1],
    columns: cython.int[::1],
    weight: cython.longlong[::1],
    diagonal: cython.const[cython.longlong][::1],
    right: cython.const[cython.longlong][::1],
    order: cython.const[cython.longlong][::1],
    alone: cython.const[cython.uchar][::1],
    first: cython.int[::1],
    length: cython.int[::1],
) -> None:
    """Write for each unknown the ``first`` in this order with the same equation; itself where it is none of ``alone``.

    Before an unknown in this order come those that its equation names, if it is alone; in it they are replaced by the
    first ones. So ``columns`` and ``weight`` change: of each row the first ``length`` entries count, and they name each
    column once. O(n + m), as long as hashes differ.
    """
    n: cython.Py_ssize_t = diagonal.shape[0]
    size: cython.Py_ssize_t = 1
    e: cython.longlong
    k: cython.longlong
    slot: cython.longlong
    same: cython.bint
    while size < 2 * n:
        size *= 2
    table: cython.int[::1] = np.full(size, -1, np.int32)
    place: cython.longlong[::1] = np.full(n, -1, np.int64)
    with cython.nogil:
        for i in range(n):
            first[i] = i
        for i in range(n):
            v = order[i]
            k = indptr[v]
            for e in range(indptr[v], indptr[v + 1]):
                w = first[columns[e]]
                if place[w] < indptr[v] or place[w] >= k:
                    place[w] = k
                    columns[k] = w
                    weight[k] = weight[e]
                    k += 1
                else:
                    weight[place[w]] += weight[e]
            length[v] = k - indptr[v]
            if not alone[v]:
                continue
            if length[v] == 1 and right[v] == 0 and weight[indptr[v]] == diagonal[v]:
                first[v] = columns[indptr[v]]
                continue
            slot = mix(diagonal[v], right[v])
            for e in range(indptr[v], k):
                slot += mix(columns[e], weight[e])
            slot &= size - 1
            while table[slot] >= 0:
                u = table[slot]
                same = diagonal[u] == diagonal[v] and right[u] == right[v] and length[u] == length[v]
                e = indptr[u]
                while same and e < indptr[u] + length[u]:
                    k = place[columns[e]]
                    same = indptr[v] <= k < indptr[v] + length[v] and weight[k] == weight[e]
                    e += 1
                if same:
                    first[v] = u
                    break
                slot = (slot + 1) & (size - 1)
            if first[v] == v:
                table[slot] = v


def mix(a, b):
    """Return a number below 2^31 that depends on all bits of two numbers from 0 on."""
    c: cython.longlong = cython.cast(cython.longlong, (a ^ (a >> 31)) & 0x7FFFFFFF) * 1640531527
    c = c ^ (c >> 29) ^ b
    c = cython.cast(cython.longlong, (c ^ (c >> 31)) & 0x7FFFFFFF) * 1540483477
    return (c ^ (c >> 27)) & 0x7FFFFFFF
