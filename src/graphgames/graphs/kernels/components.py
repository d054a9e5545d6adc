"""Strongly connected components of a part of a graph, from the bottom up.

Tarjan, *Depth-first search and linear graph algorithms*, SIAM J. Comput. 1 (1972), with a stack of our own in place of
recursion.
"""

import cython
import numpy as np
from numpy.typing import NDArray

from graphgames.graphs.kernels import csr


class Components(csr.Graph):
    """A search for the components of the vertices whose ``region`` is ``current``.

    From v the play goes to ``choice[v]``, or along any edge where that is -1; edges out of the region do not count.
    ``index`` is 0 for a vertex that is not visited, then the lowlink, and more than n when its component is found:
    n + 1 and the ``height``, which is 0 here, and in a subclass may rise along edges. Of each vertex on the ``path``
    are kept the ``number`` of its visit, the next ``edge`` to look at, and the height of what it leads to so far. A
    subclass says in `found` what becomes of a component; here they are numbered, so that no edge leads to a higher
    number.
    """

    def __init__(self, forward, backward, region, choice):
        n = region.shape[0]
        csr.Graph.__init__(self, forward, backward)
        self.region, self.choice, self.current = region, choice, 1
        self.index, self.component = np.zeros(n, np.uint32), np.full(n, -1, np.int32)
        self.stack, self.path, self.edge = np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n, np.int64)
        self.number, self.height = np.empty(n, np.uint32), np.empty(n, np.uint32)
        self.visited = self.count = self.work = 0

    def run(self) -> tuple[NDArray[np.int32], int]:
        """Find all components; return what `found` wrote, and how many components there are. O(n + m)."""
        with cython.nogil:
            for v in range(self.region.shape[0]):
                if self.region[v] == self.current and self.index[v] == 0:
                    self.search(v)
        return np.asarray(self.component), self.count

    def search(self, start):
        """Find the components that can be reached from a vertex and have not been found yet."""
        done = self.region.shape[0] + 1
        depth = 0
        top = 0
        w = start
        while True:
            if w >= 0:
                self.visited += 1
                self.index[w] = self.visited
                self.number[depth] = self.visited
                self.height[depth] = 0
                self.edge[depth] = self.indptr[w]
                self.path[depth] = w
                self.stack[top] = w
                if cython.compiled and self.choice[w] < 0:
                    for e in range(self.indptr[w], self.indptr[w + 1]):
                        prefetch(cython.address(self.index[self.successors[e]]))  # noqa: F821 (from the .pxd)
                        prefetch(cython.address(self.indptr[self.successors[e]]))  # noqa: F821
                depth += 1
                top += 1
            v = self.path[depth - 1]
            only = self.choice[v]
            low = self.index[v]
            height = self.height[depth - 1]
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
                index = self.index[w]
                if index == 0:
                    if self.region[w] == self.current:
                        break
                elif index < low:
                    low = index
                elif index > done + height:
                    height = index - done
                w = -1
            self.index[v] = low
            self.edge[depth - 1] = e
            if w >= 0:
                self.height[depth - 1] = height
                continue
            depth -= 1
            if low == self.number[depth]:
                i = top
                while i == top or self.stack[i] != v:
                    i -= 1
                    self.index[self.stack[i]] = done + height
                self.found(i, top)
                top = i
                height = self.index[v] - done
            if depth == 0:
                break
            w = self.path[depth - 1]
            if low < self.index[w]:
                self.index[w] = low
            if height > self.height[depth - 1]:
                self.height[depth - 1] = height
            w = -1

    def found(self, low, top):
        """Write the number of the component ``stack[low:top]``."""
        for i in range(low, top):
            self.component[self.stack[i]] = self.count
        self.count += 1
