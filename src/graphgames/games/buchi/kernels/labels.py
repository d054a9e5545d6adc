"""The two labellings that prove a Büchi game solved, from the two strategies alone.

Both are longest paths in the graph that a strategy leaves: alpha over the vertices that are not accepting, which have
no cycle there; beta over the strongly connected components, which hold no accepting vertex unless they are single. From
the document of the *Green Game*, Polish Olympiad in Informatics VIII. O(n + m).
"""

import numpy as np
from numpy.typing import NDArray

from graphgames.graphs.kernels import components


class LongestPaths(components.Components):
    """Labels each vertex of a region with the largest sum of ``step`` along a path from there, in its ``height``.

    A component of several vertices has no steps.
    """

    def __init__(self, forward, backward, region, choice, step):
        components.Components.__init__(self, forward, backward, region, choice)
        self.step = step
        self.index = np.where(region, 0, region.shape[0] + 1).astype(np.uint32)

    def labels(self) -> NDArray[np.int32]:
        """Return the labels, 0 outside the region. O(n + m)."""
        self.run()
        return np.subtract(self.index, self.region.shape[0] + 1, dtype=np.int32, casting="unsafe")

    def found(self, low, top):
        """Raise a component by its step."""
        for i in range(low, top):
            self.index[self.stack[i]] += self.step[self.stack[i]]
