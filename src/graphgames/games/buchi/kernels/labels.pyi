import numpy as np
from numpy.typing import NDArray

def count_down(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    owner: NDArray[np.uint8],
    green: NDArray[np.uint8],
    winner: NDArray[np.uint8],
    moves: NDArray[np.int32],
    player: int,
    alpha: NDArray[np.int32],
) -> None: ...
def count_green(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    owner: NDArray[np.uint8],
    green: NDArray[np.uint8],
    winner: NDArray[np.uint8],
    moves: NDArray[np.int32],
    player: int,
    beta: NDArray[np.int32],
) -> None: ...
