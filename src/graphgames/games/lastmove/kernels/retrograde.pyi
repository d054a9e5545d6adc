import numpy as np
from numpy.typing import NDArray

def decide(
    indptr: NDArray[np.int64],
    reverse_indptr: NDArray[np.int64],
    predecessors: NDArray[np.int32],
    owner: NDArray[np.uint8],
    impartial: bool,
    misere: bool,
    winner: NDArray[np.uint8],
    remoteness: NDArray[np.int32],
    moves: NDArray[np.int32],
) -> int: ...
