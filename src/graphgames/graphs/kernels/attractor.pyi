import numpy as np
from numpy.typing import NDArray

def attract(
    indptr: NDArray[np.int64],
    reverse_indptr: NDArray[np.int64],
    predecessors: NDArray[np.int32],
    owner: NDArray[np.uint8],
    target: NDArray[np.uint8],
    player: int,
    rank: NDArray[np.int32],
    moves: NDArray[np.int32],
) -> int: ...
def stay(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    owner: NDArray[np.uint8],
    winner: NDArray[np.uint8],
    player: int,
    moves: NDArray[np.int32],
) -> None: ...
