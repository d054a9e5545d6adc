import numpy as np
from numpy.typing import NDArray

from graphgames.graphs.kernels.csr import Rows

class Regions:
    def __init__(
        self,
        forward: Rows,
        backward: Rows,
        owner: NDArray[np.uint8],
        priority: NDArray[np.int32],
        winner: NDArray[np.uint8],
    ) -> None: ...
    def run(self, budget: int) -> bool: ...
    def counts(self) -> tuple[int, int]: ...
