import numpy as np
from numpy.typing import NDArray

from graphgames.graphs.kernels.csr import Rows

class Zielonka:
    def __init__(
        self,
        forward: Rows,
        owner: NDArray[np.uint8],
        priority: NDArray[np.int32],
        winner: NDArray[np.uint8],
        moves: NDArray[np.int32],
        regions: int = ...,
    ) -> None: ...
    def run(self, budget: int) -> bool: ...
    def counts(self) -> tuple[int, int, int]: ...
