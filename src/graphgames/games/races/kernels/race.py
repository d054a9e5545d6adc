# compiled with inlining
"""Moves until a token is home on an acyclic graph, where one player shortens its way and the other lengthens it.

Backward induction, O(n + m) for each place in the token's schedule. `solve_tests` does it straight from the text of
many tests, in buffers small enough to stay in cache: there, writing edges to fresh memory would cost more than solving.
"""

import cython

from graphgames.core.compiled import poll
from graphgames.readers.kernels import text

DIGITS = cython.declare(cython.int, 9)  # numbers have at most so many


def read_edges(data, position, n, m, first, edges):
    """Read m edges, each to a larger vertex, and sort them by tail; return the place behind them, -1 for a fault.

    The heads of the edges out of v are ``edges[first[v - 1]]`` to ``edges[first[v] - 1]``; what was read, a tail and a
    head for each edge, stays behind the first m numbers.
    """
    size = len(data)
    for v in range(n + 2):
        first[v] = 0
    for e in range(m):
        position, tail = text.number(data, position, size, DIGITS)
        position, head = text.number(data, position, size, DIGITS)
        if tail < 1 or tail >= head or head > n:
            return -1
        edges[m + 2 * e], edges[m + 2 * e + 1] = tail, head
        first[tail + 1] += 1
    for v in range(1, n + 2):
        first[v] += first[v - 1]
    for e in range(m):
        tail = edges[m + 2 * e]
        edges[first[tail]] = edges[m + 2 * e + 1]
        first[tail] += 1
    return position


def induct(n, first, edges, moves):
    """Write d_min and d_max of v to ``moves[2 v]`` and ``moves[2 v + 1]``; return a vertex without edge or 0."""
    moves[2 * n] = 0
    moves[2 * n + 1] = 0
    for v in range(n - 1, 0, -1):
        if first[v - 1] == first[v]:
            return v
        soon = 0x7FFFFFFF
        late = -1
        for e in range(first[v - 1], first[v]):
            head: cython.Py_ssize_t = edges[e]  # twice as much may not fit 32 bits
            there = moves[2 * head + 1]
            soon = there if there < soon else soon
            there = moves[2 * head]
            late = there if there > late else late
        moves[2 * v] = soon + 1
        moves[2 * v + 1] = late + 1
    return 0


def solve_tests(
    data: cython.const[cython.uchar][::1],
    state: cython.longlong[::1],
    first: cython.int[::1],
    edges: cython.int[::1],
    moves: cython.int[::1],
    offsets: cython.longlong[::1],
    arrival: cython.int[::1],
) -> cython.int:
    """Read and solve tests ``n m``, ``r b`` and m edges ``u v`` with 1 <= u < v <= n, one after the other.

    ``state`` holds the place in the text, the number of the next test, and what buffers it needs: n and m. For test k
    ``offsets`` gets its place, ``arrival[2 k]`` and ``arrival[2 k + 1]`` the moves until the token on r, and the one on
    b, is on n when the player who wants it there moves first. Returns 0 when all are solved; 1 where the buffers
    (``first`` n + 2, ``edges`` 3 m, ``moves`` 2 n + 2) are too small, to be called again; 2 for a fault in the test.
    """
    size, tests = len(data), len(offsets)
    position, test, steps, code = state[0], state[1], 0, 0
    with cython.nogil:
        while test < tests:
            state[0], state[1] = position, test
            position, n = text.number(data, position, size, DIGITS)
            position, m = text.number(data, position, size, DIGITS)
            position, red = text.number(data, position, size, DIGITS)
            position, black = text.number(data, position, size, DIGITS)
            wrong: cython.bint = m < n - 1 or 4 * m > size - position + 1  # an edge takes four bytes of text
            if red < 1 or red >= n or black < 1 or black >= n or wrong:
                code = 2
                break
            state[2], state[3] = n, m
            if n + 2 > len(first) or 3 * m > len(edges):
                code = 1
                break
            position = read_edges(data, position, n, m, first, edges)
            if position < 0 or induct(n, first, edges, moves) > 0:
                code = 2
                break
            offsets[test] = state[0]
            arrival[2 * test] = moves[2 * red]
            arrival[2 * test + 1] = moves[2 * black]
            test += 1
            steps += n + m
            if steps > 0x400000:
                steps = 0
                with cython.gil:
                    poll()
        if code == 0:
            state[0], state[1] = position, test
    return code


def distances(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    order: cython.const[cython.int][::1],
    goal: cython.Py_ssize_t,
    shortens: cython.const[cython.uchar][::1],
    moves: cython.int[:, ::1],
) -> None:
    """Write the moves until the goal: ``moves[p, v]`` from v, at the place p of the token's own schedule.

    At place p the mover shortens the way or, where ``shortens[p]`` is 0, lengthens it; the next move is at place p + 1,
    and after the last at 0. ``order`` is a topological order. -1 where the token need not come to the goal.
    """
    places = shortens.shape[0]
    n = order.shape[0]
    with cython.nogil:
        for i in range(n - 1, -1, -1):
            v = order[i]
            for p in range(places):
                after = p + 1 if p + 1 < places else 0
                best = -1
                for e in range(indptr[v], indptr[v + 1]):
                    there = moves[after, successors[e]]
                    if shortens[p]:
                        if there >= 0 and (best < 0 or there < best):
                            best = there
                    elif there < 0:
                        best = -1
                        break
                    elif there > best:
                        best = there
                moves[p, v] = best + 1 if best >= 0 else -1
            if v == goal:
                for p in range(places):
                    moves[p, v] = 0
            if i & 0xFFFFF == 0:
                with cython.gil:
                    poll()
