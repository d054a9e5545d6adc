import numpy as np
from numpy.typing import NDArray

from graphgames.graphs.kernels.csr import Graph, Rows

Table = NDArray[np.int32]

class Goals(Graph):
    def __init__(
        self,
        forward: Rows,
        backward: Rows,
        owner: NDArray[np.uint8],
        assumptions: NDArray[np.uint8],
        guarantees: NDArray[np.uint8],
        found: tuple[Table, Table, Table, Table, Table],
    ) -> None: ...
    def solve(self) -> tuple[int, int]: ...
