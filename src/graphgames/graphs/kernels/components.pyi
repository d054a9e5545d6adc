import numpy as np
from numpy.typing import NDArray

from graphgames.graphs.kernels.csr import Graph, Rows

class Components(Graph):
    def __init__(self, forward: Rows, backward: Rows, region: NDArray[np.int32], choice: NDArray[np.int32]) -> None: ...
    def run(self) -> tuple[NDArray[np.int32], int]: ...
