import numpy as np
from numpy.typing import NDArray

def sparse(
    digits: NDArray[np.uint8],
    unequal: bool,
    start: int,
    stop: int,
    common: NDArray[np.uint8],
    values: NDArray[np.int32],
    rare: NDArray[np.int32],
    rare_count: int,
    stamp: NDArray[np.int32],
) -> tuple[int, int]: ...
def three_heaps(
    digits: NDArray[np.uint8], values: NDArray[np.int32], pairs: NDArray[np.uint8], stamp: NDArray[np.int32]
) -> int: ...
def repeats(sequence: NDArray[np.int32], length: NDArray[np.int32]) -> None: ...
