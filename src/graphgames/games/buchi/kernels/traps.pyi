import numpy as np
from numpy.typing import NDArray

def solve(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    reverse_indptr: NDArray[np.int64],
    predecessors: NDArray[np.int32],
    owner: NDArray[np.uint8],
    green: NDArray[np.uint8],
    player: int,
    budget: int,
    winner: NDArray[np.uint8],
    moves: NDArray[np.int32],
) -> tuple[int, int, bool]: ...
