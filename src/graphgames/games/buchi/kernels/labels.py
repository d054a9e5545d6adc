# cython: infer_types=True
"""The two labellings that prove a Büchi game solved, from the two strategies alone.

Both are longest paths in the graph that a strategy leaves: alpha over the vertices that are not accepting, which have
no cycle there; beta over the strongly connected components, which hold no accepting vertex unless they are single. From
the document of the *Green Game*, Polish Olympiad in Informatics VIII. O(n + m).
"""

import numpy as np

from graphgames.graphs.kernels import components


class LongestPaths(components.Components):
    """Labels each vertex of a region with the largest sum of ``step`` along a path from there.

    ``label`` comes with the labels outside the region, and with -1 inside.
    """

    def __init__(self, forward, backward, region, choice, step, label):
        components.Components.__init__(self, forward, backward, region, choice)
        self.step, self.label = step, label
        self.index = np.where(region, 0, region.shape[0] + 1).astype(np.int32)

    def found(self, low, top):
        """Label a component: one with several vertices has no steps."""
        most = 0
        for i in range(low, top):
            v = self.stack[i]
            if self.choice[v] >= 0:
                most = max(most, self.label[self.choice[v]])
                continue
            for e in range(self.indptr[v], self.indptr[v + 1]):
                most = max(most, self.label[self.successors[e]])
        for i in range(low, top):
            self.label[self.stack[i]] = most + self.step[self.stack[i]]
