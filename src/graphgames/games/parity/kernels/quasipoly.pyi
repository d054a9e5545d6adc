import numpy as np
from numpy.typing import NDArray

class Regions:
    def __init__(
        self,
        forward: tuple[NDArray[np.int64], NDArray[np.int32]],
        backward: tuple[NDArray[np.int64], NDArray[np.int32]],
        owner: NDArray[np.uint8],
        priority: NDArray[np.int32],
        winner: NDArray[np.uint8],
    ) -> None: ...
    def run(self, budget: int) -> bool: ...
    def counts(self) -> tuple[int, int]: ...
