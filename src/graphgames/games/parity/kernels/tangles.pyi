import numpy as np
from numpy.typing import NDArray

from graphgames.graphs.kernels.csr import Rows

class Tangles:
    def __init__(
        self,
        forward: Rows,
        backward: Rows,
        owner: NDArray[np.uint8],
        priority: NDArray[np.int32],
        order: NDArray[np.int32],
        winner: NDArray[np.uint8],
        choice: NDArray[np.int32],
    ) -> None: ...
    def run(self, budget: int) -> bool: ...
    def counts(self) -> tuple[int, int, int]: ...
    def memory_bytes(self) -> int: ...

class RecursiveTangles(Tangles): ...
