# cython: infer_types=True
"""Strongly connected components of a part of a graph, from the bottom up.

Tarjan, *Depth-first search and linear graph algorithms*, SIAM J. Comput. 1 (1972), with a stack of our own in place of
recursion.
"""

import cython
import numpy as np

from graphgames.graphs.kernels import csr


@cython.cclass
class Components(csr.Graph):
    """A search for the components of the vertices whose ``region`` is ``current``.

    From v the play goes to ``choice[v]``, or along any edge where that is -1; edges out of the region do not count.
    ``index`` is 0 for a vertex that is not visited, then the lowlink, and n + 1 when its component is found;
    ``component`` is the number of the visit while the vertex is on the ``stack``, then what `found` writes. A subclass
    says in `found` what becomes of a component; here they are numbered, so that no edge leads to a higher number.
    """

    def __init__(self, forward, backward, region, choice):
        n = region.shape[0]
        csr.Graph.__init__(self, forward, backward)
        self.region, self.choice, self.current = region, choice, 1
        self.index, self.component = np.zeros(n, np.int32), np.full(n, -1, np.int32)
        self.stack, self.path, self.edge = np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n, np.int64)
        self.visited = self.count = self.work = 0

    def run(self):
        """Find all components; return what `found` wrote, and how many components there are. O(n + m)."""
        with cython.nogil:
            for v in range(self.region.shape[0]):
                if self.region[v] == self.current and self.index[v] == 0:
                    self.search(v)
        return np.asarray(self.component), self.count

    def search(self, start):
        """Find the components that can be reached from a vertex and have not been found yet."""
        done: cython.int = cython.cast(cython.int, self.region.shape[0]) + 1
        depth: cython.Py_ssize_t = 0
        top: cython.Py_ssize_t = 0
        w: cython.Py_ssize_t = start
        while True:
            if w >= 0:
                self.visited += 1
                self.index[w] = self.visited
                self.component[w] = self.visited
                self.edge[w] = self.indptr[w]
                self.path[depth] = w
                self.stack[top] = w
                depth += 1
                top += 1
            v = self.path[depth - 1]
            only = self.choice[v]
            e = self.edge[v]
            w = -1
            while e < self.indptr[v + 1]:
                if only >= 0:
                    w = only
                    e = self.indptr[v + 1]
                else:
                    w = self.successors[e]
                    e += 1
                    self.work += 1
                if self.region[w] == self.current:
                    if self.index[w] == 0:
                        break
                    if self.index[w] < self.index[v]:
                        self.index[v] = self.index[w]
                w = -1
            self.edge[v] = e
            if w >= 0:
                continue
            depth -= 1
            if self.index[v] == self.component[v]:
                i = top - 1
                while self.stack[i] != v:
                    i -= 1
                self.found(i, top)
                while top > i:
                    top -= 1
                    self.index[self.stack[top]] = done
            if depth == 0:
                break
            w = self.path[depth - 1]
            if self.index[v] < self.index[w]:
                self.index[w] = self.index[v]
            w = -1

    def found(self, low, top):
        """Write the number of the component ``stack[low:top]``."""
        for i in range(low, top):
            self.component[self.stack[i]] = self.count
        self.count += 1
