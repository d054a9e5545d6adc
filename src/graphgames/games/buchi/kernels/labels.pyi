import numpy as np
from numpy.typing import NDArray

from graphgames.graphs.kernels.components import Components
from graphgames.graphs.kernels.csr import Rows

class LongestPaths(Components):
    def __init__(
        self,
        forward: Rows,
        backward: Rows,
        region: NDArray[np.int32],
        choice: NDArray[np.int32],
        step: NDArray[np.uint8],
    ) -> None: ...
    def labels(self) -> NDArray[np.int32]: ...
