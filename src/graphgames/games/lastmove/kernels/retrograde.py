"""Backward induction from the ends of play: win, loss or draw, and the moves until the end.

Each vertex is decided once, in the order of its remoteness, and each edge is looked at once, O(n + m). Smith, *Graphs
and composite games*, J. Combin. Theory 1 (1966); Fraenkel & Perl, *Constructions in combinatorial games with cycles*
(1975).
"""

import cython
import numpy as np

from graphgames.core.compiled import poll
from graphgames.graphs.kernels import csr


def decide(
    graph: csr.Graph,
    owner: cython.const[cython.uchar][::1],
    impartial: cython.bint,
    winner: cython.uchar[::1],
    remoteness: cython.int[::1],
    moves: cython.int[::1],
) -> cython.Py_ssize_t:
    """Write winner (2 for a draw), remoteness and the winning moves; return how many edges were looked at.

    At the ends ``winner`` says who wins there; what it says elsewhere is overwritten.
    With owners a vertex is won by whoever is named; on an impartial arena (``owner`` is then all zeros) 0 says that
    the player to move wins.
    """
    n = graph.indptr.shape[0] - 1
    left_array = np.empty(n, np.int64)
    left: cython.longlong[::1] = left_array
    queue_array = np.empty(n, np.int32)
    queue: cython.int[::1] = queue_array
    head = 0
    tail = 0
    looked = 0
    with cython.nogil:
        for v in range(n):
            left[v] = graph.indptr[v + 1] - graph.indptr[v]
            remoteness[v] = -1
            moves[v] = -1
            if left[v] > 0:
                winner[v] = 2
            else:
                remoteness[v] = 0
                queue[tail] = v
                tail += 1
        while head < tail:
            v = queue[head]
            head += 1
            looked += graph.reverse_indptr[v + 1] - graph.reverse_indptr[v]
            for e in range(graph.reverse_indptr[v], graph.reverse_indptr[v + 1]):
                p = graph.predecessors[e]
                if remoteness[p] >= 0:
                    continue
                mover = owner[p]
                good = 1 if impartial else mover  # the winner of v that p's mover likes to see
                if winner[v] == good:
                    winner[p] = mover
                    moves[p] = v
                else:
                    left[p] -= 1
                    if left[p] > 0:
                        continue
                    winner[p] = 1 - mover
                remoteness[p] = remoteness[v] + 1
                queue[tail] = p
                tail += 1
            if head & 0xFFFFF == 0:
                with cython.gil:
                    poll()
    return looked
