import numpy as np
from numpy.typing import NDArray

from graphgames.graphs.kernels.csr import Rows

class Measures:
    def __init__(
        self,
        forward: Rows,
        backward: Rows,
        owner: NDArray[np.uint8],
        width: NDArray[np.int32],
        rises: NDArray[np.uint8],
        bound: NDArray[np.int32],
        winner: NDArray[np.uint8],
        choice: NDArray[np.int32],
    ) -> None: ...
    def run(self, budget: int) -> bool: ...
    def counts(self) -> tuple[int, int]: ...
    def choose(self) -> None: ...
