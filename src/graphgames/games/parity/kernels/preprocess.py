"""Steps that make a parity game smaller: propagation of what is decided, paths to a top vertex, subgames."""

import cython

from graphgames.graphs.kernels import csr


def propagate(
    graph: csr.Graph,
    owner: cython.const[cython.uchar][::1],
    winner: cython.uchar[::1],
    moves: cython.int[::1],
    queue: cython.int[::1],
    count: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Decide what the ``count`` decided vertices in the queue decide; 2 is undecided. Return the queue's new length.

    O(edges into the queue, and the moves of the losing vertices touched).
    """
    head = 0
    with cython.nogil:
        while head < count:
            w = queue[head]
            head += 1
            for e in range(graph.reverse_indptr[w], graph.reverse_indptr[w + 1]):
                u = graph.predecessors[e]
                if winner[u] != 2:
                    continue
                if owner[u] == winner[w]:
                    moves[u] = w
                else:
                    f = graph.indptr[u]
                    while f < graph.indptr[u + 1] and winner[graph.successors[f]] == winner[w]:
                        f += 1
                    if f < graph.indptr[u + 1]:
                        continue
                    moves[u] = -1
                winner[u] = winner[w]
                queue[count] = u
                count += 1
    return count


def lead(
    graph: csr.Graph,
    component: cython.const[cython.int][::1],
    moves: cython.int[::1],
    queue: cython.int[::1],
    count: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Write for each vertex of some components a move on a shortest path to the vertex of it that is in the queue.

    That vertex gets any move inside its component, of which there must be one. Returns the queue's new length; a vertex
    must not be in two queues between two fillings of ``moves`` with -1. O(edges of the components).
    """
    head = 0
    with cython.nogil:
        for head in range(count):
            w = queue[head]
            for e in range(graph.indptr[w], graph.indptr[w + 1]):
                if component[graph.successors[e]] == component[w]:
                    moves[w] = graph.successors[e]
        head = 0
        while head < count:
            w = queue[head]
            head += 1
            for e in range(graph.reverse_indptr[w], graph.reverse_indptr[w + 1]):
                u = graph.predecessors[e]
                if component[u] == component[w] and moves[u] < 0:
                    moves[u] = w
                    queue[count] = u
                    count += 1
    return count


def subgame(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    vertices: cython.const[cython.int][::1],
    number: cython.const[cython.int][::1],
    new_indptr: cython.longlong[::1],
    new_successors: cython.int[::1],
) -> cython.longlong:
    """Write the graph of some vertices; ``number`` is the place in ``vertices``, else -1. Return how many edges."""
    k = 0
    with cython.nogil:
        new_indptr[0] = 0
        for i in range(vertices.shape[0]):
            v = vertices[i]
            for e in range(indptr[v], indptr[v + 1]):
                if number[successors[e]] >= 0:
                    new_successors[k] = number[successors[e]]
                    k += 1
            new_indptr[i + 1] = k
    return k
