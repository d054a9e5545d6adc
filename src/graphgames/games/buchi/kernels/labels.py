"""The two labellings that prove a Büchi game solved, from the two strategies alone.

Both are longest paths in the graph that a strategy leaves: alpha by depth-first search over the vertices that are
not accepting, which have no cycle there; beta over the strongly connected components, which hold no accepting vertex
unless they are single.
Tarjan, *Depth-first search and linear graph algorithms*, SIAM J. Comput. 1 (1972), without recursion. From the document
of the *Green Game*, Polish Olympiad in Informatics VIII. O(n + m).
"""

import cython
import numpy as np

from graphgames.games.buchi.kernels import game


def count_down(
    graph: game.BuchiGame,
    winner: cython.const[cython.uchar][::1],
    moves: cython.const[cython.int][::1],
    alpha: cython.int[::1],
) -> None:
    """Write alpha on the region of the player: moves until the next accepting vertex; -1 elsewhere."""
    n: cython.Py_ssize_t = graph.owner.shape[0]
    cursor: cython.longlong[::1] = np.full(n, -1, np.int64)  # the next edge to look at; -1: not yet visited
    stack: cython.int[::1] = np.empty(n, np.int32)
    depth: cython.Py_ssize_t
    root: cython.Py_ssize_t
    v: cython.int
    w: cython.int
    with cython.nogil:
        for root in range(n):
            alpha[root] = 0 if winner[root] == graph.player else -1
        for root in range(n):
            if winner[root] != graph.player or graph.accepting[root] or cursor[root] >= 0:
                continue
            stack[0] = cython.cast(cython.int, root)
            cursor[root] = graph.indptr[root]
            depth = 1
            while depth:
                v = stack[depth - 1]
                if cursor[v] == graph.indptr[v + 1] or (graph.owner[v] == graph.player and cursor[v] > graph.indptr[v]):
                    alpha[v] += 1
                    depth -= 1
                    if depth:
                        alpha[stack[depth - 1]] = max(alpha[stack[depth - 1]], alpha[v])
                    continue
                w = moves[v] if graph.owner[v] == graph.player else graph.successors[cursor[v]]
                cursor[v] += 1
                if graph.accepting[w]:
                    continue
                if cursor[w] < 0:
                    cursor[w] = graph.indptr[w]
                    stack[depth] = w
                    depth += 1
                else:
                    alpha[v] = max(alpha[v], alpha[w])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _largest(
    graph: game.BuchiGame,
    moves: cython.const[cython.int][::1],
    beta: cython.const[cython.int][::1],
    v: cython.int,
) -> cython.int:
    """Return the largest beta among the successors of v that may come next and have one already, at least 0."""
    most: cython.int = 0
    e: cython.Py_ssize_t
    if graph.owner[v] != graph.player:
        return max(beta[moves[v]], most)
    for e in range(graph.indptr[v], graph.indptr[v + 1]):
        most = max(beta[graph.successors[e]], most)
    return most


def count_accepting(
    graph: game.BuchiGame,
    winner: cython.const[cython.uchar][::1],
    moves: cython.const[cython.int][::1],
    beta: cython.int[::1],
) -> None:
    """Write beta on the region of the opponent: how many accepting vertices may still come; -1 elsewhere."""
    n: cython.Py_ssize_t = graph.owner.shape[0]
    cursor: cython.longlong[::1] = np.empty(n, np.int64)
    low: cython.int[::1] = np.zeros(n, np.int32)  # 0: not yet visited
    number: cython.int[::1] = np.empty(n, np.int32)
    stack: cython.int[::1] = np.empty(n, np.int32)
    open_: cython.int[::1] = np.empty(n, np.int32)  # visited, but not yet in a finished component
    depth: cython.Py_ssize_t
    opened: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    root: cython.Py_ssize_t
    visited: cython.int = 0
    most: cython.int
    v: cython.int
    w: cython.int
    with cython.nogil:
        for root in range(n):
            beta[root] = -1
        for root in range(n):
            if winner[root] == graph.player or low[root]:
                continue
            w = cython.cast(cython.int, root)
            depth = 0
            while True:
                if low[w] == 0:
                    visited += 1
                    low[w] = visited
                    number[w] = visited
                    cursor[w] = graph.indptr[w]
                    stack[depth] = w
                    depth += 1
                    open_[opened] = w
                    opened += 1
                v = stack[depth - 1]
                if cursor[v] < graph.indptr[v + 1] and (graph.owner[v] == graph.player or cursor[v] == graph.indptr[v]):
                    w = graph.successors[cursor[v]] if graph.owner[v] == graph.player else moves[v]
                    cursor[v] += 1
                    if low[w] and beta[w] < 0:
                        low[v] = min(low[v], number[w])
                    continue
                depth -= 1
                if low[v] == number[v]:  # the component is what was opened since v
                    most = 0
                    i = opened
                    while True:
                        i -= 1
                        w = open_[i]
                        most = max(most, _largest(graph, moves, beta, w))
                        if w == v:
                            break
                    while opened > i:
                        opened -= 1
                        w = open_[opened]
                        beta[w] = most + 1 if graph.accepting[w] else most
                if depth == 0:
                    break
                w = v
                low[stack[depth - 1]] = min(low[stack[depth - 1]], low[v])
