import numpy as np
from numpy.typing import NDArray

def direction(indptr: NDArray[np.int64], successors: NDArray[np.int32]) -> int: ...
def grundy(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    order: NDArray[np.int32],
    values: NDArray[np.int32],
    stamp: NDArray[np.int32],
) -> None: ...
def loopy_grundy(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    reverse_indptr: NDArray[np.int64],
    predecessors: NDArray[np.int32],
    values: NDArray[np.int32],
    counter: NDArray[np.int32],
) -> int: ...
