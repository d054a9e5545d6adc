# cython: infer_types=True
"""Strongly connected components of a part of a graph, from the bottom up.

Tarjan, *Depth-first search and linear graph algorithms*, SIAM J. Comput. 1 (1972), with a stack of our own in place of
recursion.
"""

import cython
import numpy as np

from graphgames.graphs.kernels import csr


class Components(csr.Graph):
    """A search for the components of the vertices whose ``region`` is ``current``.

    From v the play goes to ``choice[v]``, or along any edge where that is -1; edges out of the region do not count.
    ``index`` is 0 for a vertex that is not visited, then the lowlink, and n + 1 when its component is found. Of each
    vertex on the ``path`` are kept the ``number`` of its visit and the next ``edge`` to look at. A subclass says in
    `found` what becomes of a component; here they are numbered, so that no edge leads to a higher number.
    """

    def __init__(self, forward, backward, region, choice):
        n = region.shape[0]
        csr.Graph.__init__(self, forward, backward)
        self.region, self.choice, self.current = region, choice, 1
        self.index, self.component = np.zeros(n, np.int32), np.full(n, -1, np.int32)
        self.stack, self.path, self.number = np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n, np.int32)
        self.edge = np.empty(n, np.int64)
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
        depth = 0
        top = 0
        w = start
        while True:
            if w >= 0:
                self.visited += 1
                self.index[w] = self.visited
                self.number[depth] = self.visited
                self.edge[depth] = self.indptr[w]
                self.path[depth] = w
                self.stack[top] = w
                depth += 1
                top += 1
            v = self.path[depth - 1]
            only = self.choice[v]
            low = self.index[v]
            e = self.edge[depth - 1]
            w = -1
            while e < self.indptr[v + 1]:
                if only >= 0:
                    w = only
                    e = self.indptr[v + 1]
                else:
                    w = self.successors[e]
                    e += 1
                    self.work += 1
                if self.index[w] == 0:
                    if self.region[w] == self.current:
                        break
                elif self.index[w] < low:
                    low = self.index[w]
                w = -1
            self.index[v] = low
            self.edge[depth - 1] = e
            if w >= 0:
                continue
            depth -= 1
            if low == self.number[depth]:
                i = top - 1
                while self.stack[i] != v:
                    i -= 1
                self.found(i, top)
                while top > i:
                    top -= 1
                    self.index[self.stack[top]] = self.region.shape[0] + 1
            if depth == 0:
                break
            w = self.path[depth - 1]
            if low < self.index[w]:
                self.index[w] = low
            w = -1

    def found(self, low, top):
        """Write the number of the component ``stack[low:top]``."""
        for i in range(low, top):
            self.component[self.stack[i]] = self.count
        self.count += 1
