"""The attractor without the edges by their heads: sweeps over what is outside, then a search of what is left.

A sweep reads the edges in the order of memory and a byte of each head, so it costs a fraction of the reverse of the
graph, which is a cache miss for each edge. In most games a few sweeps reach nearly all, or end soon. When they reach
too little, and have cost half as much as a search, the edges among what is left are turned round, and a backward search
finishes: O(n + m) in all.
"""

import cython
import numpy as np

from graphgames.core.compiled import poll
from graphgames.graphs.kernels import graph

OUTSIDE = cython.declare(cython.uchar, 1)  # in play; 0 is a vertex that is not there, to which edges do not count
REACHED = cython.declare(cython.uchar, 2)
AHEAD = cython.declare(cython.Py_ssize_t, 24)  # how many vertices ahead memory is asked for
SEARCH = cython.declare(cython.Py_ssize_t, 10)  # a search costs so many times as much for an edge as a sweep


def attract(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    owner: cython.const[cython.uchar][::1],
    player: cython.int,
    state: cython.uchar[::1],
    moves: cython.int[::1],
) -> cython.Py_ssize_t:
    """Reach by force for ``player`` what he can from the vertices that are reached, among those that are there.

    Writes ``state``, and the moves of the player where he comes. Returns how many edges were looked at.
    """
    n: cython.Py_ssize_t = state.shape[0]
    m: cython.Py_ssize_t = successors.shape[0]
    left: cython.int[::1] = np.empty(n, np.int32)
    passed: cython.int[::1] = np.zeros(n, np.int32)  # how many edges of the other player need not be looked at again
    count: cython.Py_ssize_t = 0
    before: cython.Py_ssize_t = 0
    reached: cython.Py_ssize_t = 0
    gained: cython.Py_ssize_t = 0
    looked: cython.Py_ssize_t = 0
    first: cython.Py_ssize_t = 0
    with cython.nogil:
        for v in range(n):
            if state[v] == OUTSIDE:
                left[count] = v
                count += 1
            gained += state[v] == REACHED
        while (
            count > 0
            and gained > 0
            and (
                2 * n * looked <= SEARCH * m * count
                or n * (looked - first) <= SEARCH * m * gained
                or gained > 2 * reached
            )
        ):
            reached += gained
            before = count
            first = looked
            count = 0
            for i in range(before):
                v = left[i]
                if owner[v] == player:
                    e = indptr[v]
                    while e < indptr[v + 1] and state[successors[e]] != REACHED:
                        e += 1
                    looked += e - indptr[v] + 1
                    if e < indptr[v + 1]:
                        moves[v] = successors[e]
                        state[v] = REACHED
                        continue
                else:
                    e = indptr[v] + passed[v]
                    while e < indptr[v + 1] and state[successors[e]] != OUTSIDE:
                        e += 1
                    looked += e - indptr[v] - passed[v] + 1
                    if e == indptr[v + 1]:
                        state[v] = REACHED
                        continue
                    passed[v] = e - indptr[v]
                left[count] = v
                count += 1
            gained = before - count
            with cython.gil:
                poll()
    if count > 0 and gained > 0:
        looked += search(indptr, successors, owner, player, state, moves, left[:count])
    return looked


def search(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    owner: cython.const[cython.uchar][::1],
    player: cython.int,
    state: cython.uchar[::1],
    moves: cython.int[::1],
    left: cython.const[cython.int][::1],
) -> cython.Py_ssize_t:
    """Do what `attract` does backwards from edge to edge, where ``left`` lists what is outside.

    ``waits`` counts how many more edges out of a vertex must lead to what is reached: one where the player moves, all
    that lead outside where the other does. So a step looks at one number, whoever moves there.
    """
    count: cython.Py_ssize_t = left.shape[0]
    number: cython.int[::1] = np.empty(state.shape[0], np.int32)
    rows: cython.longlong[::1] = np.zeros(count + 1, np.int64)
    first: cython.longlong[::1] = np.empty(count + 1, np.int64)
    waits: cython.int[::1] = np.empty(count, np.int32)
    queue: cython.int[::1] = np.empty(count, np.int32)
    head: cython.Py_ssize_t = 0
    tail: cython.Py_ssize_t = 0
    edges: cython.longlong = 0
    with cython.nogil:
        for i in range(count):
            number[left[i]] = i
            edges += indptr[left[i] + 1] - indptr[left[i]]
    looked: cython.Py_ssize_t = edges
    heads: cython.int[::1] = np.empty(edges, np.int32)
    edges = 0
    with cython.nogil:
        for i in range(count):
            v = left[i]
            waits[i] = 1
            for e in range(indptr[v], indptr[v + 1]):
                w = successors[e]
                if state[w] == OUTSIDE:
                    heads[edges] = number[w]
                    edges += 1
                elif owner[v] == player and state[w] == REACHED:
                    moves[v] = w
                    waits[i] = 0
            rows[i + 1] = edges
            if owner[v] != player:
                waits[i] = rows[i + 1] - rows[i]
            if waits[i] == 0:
                queue[tail] = i
                tail += 1
    tails: cython.int[::1] = np.empty(edges, np.int32)
    graph.transpose(rows, heads[:edges], first, tails)
    with cython.nogil:
        while head < tail:
            i = queue[head]
            head += 1
            state[left[i]] = REACHED
            looked += first[i + 1] - first[i]
            if cython.compiled and head + AHEAD < tail:
                prefetch(cython.address(first[queue[head + AHEAD]]))  # noqa: F821 (from the .pxd beside this file)
                j = queue[head + 2 * AHEAD // 3]
                prefetch(cython.address(tails[first[j]]))  # noqa: F821
                j = queue[head + AHEAD // 3]
                for e in range(first[j], first[j + 1]):
                    prefetch(cython.address(waits[tails[e]]))  # noqa: F821
            for e in range(first[i], first[i + 1]):
                j = tails[e]
                waits[j] -= 1
                if waits[j] == 0:
                    if owner[left[j]] == player:
                        moves[left[j]] = left[i]
                    queue[tail] = j
                    tail += 1
            if head & 0xFFFFF == 0:
                with cython.gil:
                    poll()
    return looked


def mark_top(
    priority: cython.const[cython.int][::1],
    there: cython.const[cython.uchar][::1],
    state: cython.uchar[::1],
) -> tuple[cython.int, cython.Py_ssize_t]:
    """Write what is there as outside, and as reached the vertices above the highest priority of the other parity.

    Returns the parity of the highest priority and how many vertices are reached.
    """
    highest: cython.int[2]
    count: cython.Py_ssize_t = 0
    if not cython.compiled:
        highest = [-1, -1]
    highest[0] = -1
    highest[1] = -1
    with cython.nogil:
        for v in range(there.shape[0]):
            if there[v] and priority[v] > highest[priority[v] & 1]:
                highest[priority[v] & 1] = priority[v]
        player = 1 if highest[1] > highest[0] else 0
        bound = highest[1 - player]
        for v in range(there.shape[0]):
            state[v] = (2 if priority[v] > bound else 1) if there[v] else 0
            count += state[v] == REACHED
    return player, count
