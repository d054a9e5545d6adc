"""Büchi games by lifting the labelling beta: how many green vertices E can still force.

beta rises from 0 until at each vertex it is the largest (where E moves) or the least (where A moves) among the
successors, plus one at a green vertex; what rises above k, the number of green vertices, is infinite and won by E.
Each vertex rises at most k + 1 times, and its edges are looked at once each time: O(k m). When a value is left by its
last vertex, all above it is infinite at once: E can stay above the gap, where green must come again and again (a label
that rose had a reason that rose before). From the document of the *Green Game*, Polish Olympiad in Informatics VIII;
Jurdziński, *Small progress measures for solving parity games*, STACS 2000.
"""

import cython
import numpy as np

from graphgames.core.compiled import poll


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _move(
    v: cython.int,
    old: cython.int,
    new: cython.int,
    top: cython.int,
    first: cython.int[::1],
    after: cython.int[::1],
    before: cython.int[::1],
) -> cython.void:
    """Take v out of the list of its old value and put it into that of its new one; there is none for infinity."""
    if before[v] >= 0:
        after[before[v]] = after[v]
    else:
        first[old] = after[v]
    if after[v] >= 0:
        before[after[v]] = before[v]
    if new == top:
        return
    before[v] = -1
    after[v] = first[new]
    if first[new] >= 0:
        before[first[new]] = v
    first[new] = v


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _least(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    settled: cython.int[::1],
    tight: cython.int[::1],
    v: cython.int,
) -> cython.int:
    """Give the least settled value among the successors of v, and count in ``tight`` those that have it."""
    least: cython.int = settled[successors[indptr[v]]]
    count: cython.int = 0
    value: cython.int
    e: cython.Py_ssize_t
    for e in range(indptr[v], indptr[v + 1]):
        value = settled[successors[e]]
        if value < least:
            least = value
            count = 0
        if value == least:
            count += 1
    tight[v] = count
    return least


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _above_gap(
    gap: cython.int,
    highest: cython.int,
    top: cython.int,
    first: cython.int[::1],
    after: cython.const[cython.int][::1],
    beta: cython.int[::1],
    waiting: cython.uchar[::1],
    queue: cython.int[::1],
    tail: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Make every value above the gap infinite and queue the vertices that had it; give the new end of the ring."""
    value: cython.int
    p: cython.int
    for value in range(gap + 1, highest + 1):
        p = first[value]
        while p >= 0:
            beta[p] = top
            if not waiting[p]:
                waiting[p] = 1
                queue[tail] = p
                tail = tail + 1 if tail < queue.shape[0] - 1 else 0
            p = after[p]
        first[value] = -1
    return tail


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _begin(
    indptr: cython.const[cython.longlong][::1],
    green: cython.const[cython.uchar][::1],
    tight: cython.int[::1],
    beta: cython.int[::1],
    waiting: cython.uchar[::1],
    queue: cython.int[::1],
) -> cython.Py_ssize_t:
    """Set beta to 1 at green vertices, which are queued, and to 0 elsewhere; give how many are green."""
    tail: cython.Py_ssize_t = 0
    v: cython.Py_ssize_t
    for v in range(indptr.shape[0] - 1):
        tight[v] = cython.cast(cython.int, indptr[v + 1] - indptr[v])
        beta[v] = 0
        if green[v]:
            beta[v] = 1
            waiting[v] = 1
            queue[tail] = cython.cast(cython.int, v)
            tail += 1
    return tail


def lift(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    reverse_indptr: cython.const[cython.longlong][::1],
    predecessors: cython.const[cython.int][::1],
    owner: cython.const[cython.uchar][::1],
    green: cython.const[cython.uchar][::1],
    player: cython.int,
    budget: cython.longlong,
    beta: cython.int[::1],
) -> tuple[int, int, int, bool]:
    """Write the least beta, k + 1 for infinity; ``player`` is E.

    Gives k, how often a vertex was lifted, how many edges were looked at, and whether the work was done: it stops
    undone when more than ``budget`` edges were looked at (0: no limit).
    """
    n: cython.Py_ssize_t = indptr.shape[0] - 1
    settled: cython.int[::1] = np.zeros(n, np.int32)  # what the predecessors know of beta
    tight: cython.int[::1] = np.empty(n, np.int32)  # how many successors hold A's vertex at its value
    waiting: cython.uchar[::1] = np.zeros(n, np.uint8)
    queue: cython.int[::1] = np.empty(n + 1, np.int32)  # a ring
    first: cython.int[::1] = np.full(n + 2, -1, np.int32)  # the vertices of each value, in doubly linked lists
    following: cython.int[::1] = np.arange(1, n + 1, dtype=np.int32)
    preceding: cython.int[::1] = np.arange(-1, n - 1, dtype=np.int32)
    highest: cython.int = 1
    old: cython.int
    head: cython.Py_ssize_t = 0
    tail: cython.Py_ssize_t = 0
    k: cython.int = 0
    top: cython.int
    lifts: cython.longlong = 0
    looked: cython.longlong = 0
    before: cython.int
    value: cython.int
    e: cython.Py_ssize_t
    i: cython.Py_ssize_t
    v: cython.int
    p: cython.int
    done: cython.bint = True
    with cython.nogil:
        if n:
            first[0] = 0
            following[n - 1] = -1
        tail = _begin(indptr, green, tight, beta, waiting, queue)
        k = cython.cast(cython.int, tail)
        top = k + 1
        for i in range(tail):
            _move(queue[i], 0, 1, top, first, following, preceding)
        if k == n:  # the gap at 0
            for i in range(n):
                beta[i] = top
            tail = 0
        while head != tail:
            v = queue[head]
            head = head + 1 if head < n else 0
            waiting[v] = 0
            before = settled[v]
            settled[v] = beta[v]
            lifts += 1
            looked += reverse_indptr[v + 1] - reverse_indptr[v]
            for e in range(reverse_indptr[v], reverse_indptr[v + 1]):
                p = predecessors[e]
                if beta[p] == top:
                    continue
                if owner[p] == player:
                    value = settled[v]
                else:
                    if before != beta[p] - (1 if green[p] else 0):
                        continue
                    tight[p] -= 1
                    if tight[p] > 0:
                        continue
                    value = _least(indptr, successors, settled, tight, p)
                    looked += indptr[p + 1] - indptr[p]
                if green[p] and value < top:
                    value += 1
                if value <= beta[p]:
                    continue
                old = beta[p]
                beta[p] = value
                _move(p, old, value, top, first, following, preceding)
                if not waiting[p]:
                    waiting[p] = 1
                    queue[tail] = p
                    tail = tail + 1 if tail < n else 0
                if value < top and value > highest:
                    highest = value
                if first[old] >= 0:
                    continue
                tail = _above_gap(old, highest, top, first, following, beta, waiting, queue, tail)
                highest = old
            if lifts & 0xFFFFF == 0:
                with cython.gil:
                    poll()
            if 0 < budget < looked:
                done = False
                break
    return k, lifts, looked, done


def descend(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    owner: cython.const[cython.uchar][::1],
    winner: cython.const[cython.uchar][::1],
    beta: cython.const[cython.int][::1],
    player: cython.int,
    moves: cython.int[::1],
) -> None:
    """Write a move to the least beta wherever ``player`` moves and wins."""
    n: cython.Py_ssize_t = indptr.shape[0] - 1
    e: cython.Py_ssize_t
    v: cython.Py_ssize_t
    with cython.nogil:
        for v in range(n):
            if owner[v] != player or winner[v] != player:
                continue
            moves[v] = successors[indptr[v]]
            for e in range(indptr[v], indptr[v + 1]):
                if beta[successors[e]] < beta[moves[v]]:
                    moves[v] = successors[e]
