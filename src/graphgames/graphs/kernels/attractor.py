"""The attractor: from where one player can force the play into a set, and in how many moves.

A backward breadth-first search with a counter of the successors that are still outside, O(n + m); the layer in which a
vertex is found is its rank. Zielonka, *Infinite games on finitely coloured graphs*, TCS 200 (1998); Fijalkow et al.,
*Games on Graphs*, chapter 2.
"""

import cython
import numpy as np

from graphgames.core.compiled import poll
from graphgames.graphs.kernels import csr


def attract(
    graph: csr.Graph,
    owner: cython.const[cython.uchar][::1],
    target: cython.const[cython.uchar][::1],
    player: cython.int,
    rank: cython.int[::1],
    moves: cython.int[::1],
) -> cython.Py_ssize_t:
    """Write the rank of each vertex attracted to the target and the move of ``player`` there; -1 elsewhere.

    A vertex of the owner 2 stays where it is, and one of the owner 3 is not there: an edge to it does not count.
    Returns how many edges were looked at.
    """
    n: cython.Py_ssize_t = graph.indptr.shape[0] - 1
    left: cython.longlong[::1] = np.empty(n, np.int64)
    queue: cython.int[::1] = np.empty(n, np.int32)
    head = tail = looked = 0
    with cython.nogil:
        for v in range(n):
            moves[v] = -1
            rank[v] = -1
            left[v] = graph.indptr[v + 1] - graph.indptr[v]
        for v in range(n):
            if owner[v] == 3:
                for e in range(graph.reverse_indptr[v], graph.reverse_indptr[v + 1]):
                    left[graph.predecessors[e]] -= 1
            elif target[v]:
                rank[v] = 0
                queue[tail] = v
                tail += 1
        while head < tail:
            v = queue[head]
            head += 1
            looked += graph.reverse_indptr[v + 1] - graph.reverse_indptr[v]
            for e in range(graph.reverse_indptr[v], graph.reverse_indptr[v + 1]):
                p = graph.predecessors[e]
                if rank[p] >= 0 or owner[p] > 1:
                    continue
                if owner[p] == player:
                    moves[p] = v
                else:
                    left[p] -= 1
                    if left[p] > 0:
                        continue
                rank[p] = rank[v] + 1
                queue[tail] = p
                tail += 1
            if head & 0xFFFFF == 0:
                with cython.gil:
                    poll()
    return looked


def stay(
    graph: csr.Graph,
    owner: cython.const[cython.uchar][::1],
    winner: cython.const[cython.uchar][::1],
    player: cython.int,
    moves: cython.int[::1],
) -> None:
    """Write a move that stays in the region of ``player`` wherever he wins, moves, can, and has none yet."""
    n: cython.Py_ssize_t = graph.indptr.shape[0] - 1
    with cython.nogil:
        for v in range(n):
            if winner[v] != player or owner[v] != player or moves[v] >= 0:
                continue
            for e in range(graph.indptr[v], graph.indptr[v + 1]):
                if winner[graph.successors[e]] == player:
                    moves[v] = graph.successors[e]
                    break
