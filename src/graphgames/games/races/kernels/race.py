"""Moves until a token is home on an acyclic graph, where one player shortens its way and the other lengthens it.

Backward induction, O(n + m) for each place in the token's schedule. `solve_tests` does it straight from the text of
many tests, in buffers small enough to stay in cache: there, writing edges to fresh memory would cost more than solving.
"""

import cython

from graphgames.core.compiled import poll
from graphgames.readers.kernels import text


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def number(
    data: cython.const[cython.uchar][::1], position: cython.Py_ssize_t, size: cython.Py_ssize_t
) -> cython.longlong:
    """Return the value of a number of at most nine digits plus 2^31 times the bytes it takes with the space before it.

    -1 if there is none.
    """
    start: cython.Py_ssize_t = text.past_space(data, position, size)
    end: cython.Py_ssize_t
    value: cython.ulonglong
    end, value = text.digits(data, start, size)
    if end == start or end - start > 9 or (end < size and not text.is_space(data[end])):
        return -1
    return ((end - position) << 31) + cython.cast(cython.longlong, value)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def read_edges(
    data: cython.const[cython.uchar][::1],
    position: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    first: cython.int[::1],
    edges: cython.int[::1],
) -> cython.Py_ssize_t:
    """Read m edges, each to a larger vertex, and sort them by tail; return the place behind them, -1 for a fault.

    The heads of the edges out of v are ``edges[first[v - 1]]`` to ``edges[first[v] - 1]``; what was read, a tail and a
    head for each edge, stays behind the first m numbers.
    """
    size: cython.Py_ssize_t = data.shape[0] if cython.compiled else len(data)
    v: cython.Py_ssize_t
    e: cython.Py_ssize_t
    token: cython.longlong
    tail: cython.longlong
    head: cython.longlong
    for v in range(n + 2):
        first[v] = 0
    for e in range(m):
        token = number(data, position, size)
        position += token >> 31
        tail = token & 0x7FFFFFFF
        token = number(data, position, size)
        position += token >> 31
        head = token & 0x7FFFFFFF
        if tail < 1 or tail >= head or head > n:  # what could not be read counts as 2^31 - 1
            return -1
        edges[m + 2 * e] = cython.cast(cython.int, tail)
        edges[m + 2 * e + 1] = cython.cast(cython.int, head)
        first[tail + 1] += 1
    for v in range(1, n + 2):
        first[v] += first[v - 1]
    for e in range(m):
        tail = edges[m + 2 * e]
        edges[first[tail]] = edges[m + 2 * e + 1]
        first[tail] += 1
    return position


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def induct(
    n: cython.Py_ssize_t, first: cython.int[::1], edges: cython.int[::1], moves: cython.int[::1]
) -> cython.Py_ssize_t:
    """Write d_min and d_max of v to ``moves[2 v]`` and ``moves[2 v + 1]``; return a vertex without edge or 0."""
    v: cython.Py_ssize_t
    e: cython.Py_ssize_t
    head: cython.Py_ssize_t
    soon: cython.int
    late: cython.int
    there: cython.int
    moves[2 * n] = 0
    moves[2 * n + 1] = 0
    for v in range(n - 1, 0, -1):
        if first[v - 1] == first[v]:
            return v
        soon = 0x7FFFFFFF
        late = -1
        for e in range(first[v - 1], first[v]):
            head = edges[e]
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
    size: cython.Py_ssize_t = data.shape[0] if cython.compiled else len(data)
    tests: cython.Py_ssize_t = offsets.shape[0] if cython.compiled else len(offsets)
    room: cython.Py_ssize_t = first.shape[0] if cython.compiled else len(first)
    edge_room: cython.Py_ssize_t = edges.shape[0] if cython.compiled else len(edges)
    position: cython.Py_ssize_t = state[0]
    test: cython.Py_ssize_t = state[1]
    token: cython.longlong
    n: cython.longlong
    m: cython.longlong
    red: cython.longlong
    black: cython.longlong
    too_many: cython.bint
    steps: cython.longlong = 0
    code: cython.int = 0
    with cython.nogil:
        while test < tests:
            state[0] = position
            state[1] = test
            token = number(data, position, size)
            position += token >> 31
            n = token & 0x7FFFFFFF
            token = number(data, position, size)
            position += token >> 31
            m = token & 0x7FFFFFFF
            token = number(data, position, size)
            position += token >> 31
            red = token & 0x7FFFFFFF
            token = number(data, position, size)
            position += token >> 31
            black = token & 0x7FFFFFFF
            too_many = m == 0x7FFFFFFF or 4 * m > size - position + 1  # an edge takes four bytes of text
            if red < 1 or red >= n or black < 1 or black >= n or m < n - 1 or too_many:
                code = 2
                break
            state[2] = n
            state[3] = m
            if n + 2 > room or 3 * m > edge_room:
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
            state[0] = position
            state[1] = test
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
    places: cython.Py_ssize_t = shortens.shape[0]
    n: cython.Py_ssize_t = order.shape[0]
    i: cython.Py_ssize_t
    v: cython.Py_ssize_t
    p: cython.Py_ssize_t
    after: cython.Py_ssize_t
    e: cython.Py_ssize_t
    best: cython.int
    there: cython.int
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
