import numpy as np
from numpy.typing import NDArray

class SparseSpace:
    def __init__(
        self, digits: NDArray[np.uint8], unequal: bool, values: NDArray[np.int32], rare: NDArray[np.int32]
    ) -> None: ...
    def extend(
        self, start: int, stop: int, rare_count: int, common: NDArray[np.uint8], stamp: NDArray[np.int32]
    ) -> tuple[int, int]: ...

def three_heaps(
    digits: NDArray[np.uint8],
    values: NDArray[np.int32],
    pairs: NDArray[np.uint8],
    stamp: NDArray[np.int32],
    start: int,
    stop: int,
) -> int: ...
def repeats(sequence: NDArray[np.int32], length: NDArray[np.int32]) -> None: ...
