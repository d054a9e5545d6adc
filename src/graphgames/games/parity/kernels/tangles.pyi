import numpy as np
from numpy.typing import NDArray

class Tangles:
    def __init__(
        self,
        forward: tuple[NDArray[np.int64], NDArray[np.int32]],
        backward: tuple[NDArray[np.int64], NDArray[np.int32]],
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
