"""The strongly connected components of a graph, each with its height above the lowest ones."""

import numpy as np
from numpy.typing import NDArray

from graphgames.graphs.kernels import components


class Heights(components.Components):
    """Numbers the components, and gives each a height: larger than those of all components that it leads to."""

    def heights(self) -> tuple[NDArray[np.int32], NDArray[np.int64], int]:
        """Return the component and the height of each vertex, and how many components there are; O(n + m)."""
        component, count = self.run()
        return component, np.subtract(self.index, self.region.shape[0] + 2, dtype=np.int64, casting="unsafe"), count

    def found(self, low, top):
        """Give a component the next number, and raise it by one above what it leads to."""
        for i in range(low, top):
            self.component[self.stack[i]] = self.count
            self.index[self.stack[i]] += 1
        self.count += 1
