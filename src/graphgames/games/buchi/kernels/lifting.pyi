import numpy as np
from numpy.typing import NDArray

def lift(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    reverse_indptr: NDArray[np.int64],
    predecessors: NDArray[np.int32],
    owner: NDArray[np.uint8],
    green: NDArray[np.uint8],
    player: int,
    budget: int,
    beta: NDArray[np.int32],
) -> tuple[int, int, int, bool]: ...
def descend(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    owner: NDArray[np.uint8],
    winner: NDArray[np.uint8],
    beta: NDArray[np.int32],
    player: int,
    moves: NDArray[np.int32],
) -> None: ...
