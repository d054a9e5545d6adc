import numpy as np
from numpy.typing import NDArray

def transpose(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    reverse_indptr: NDArray[np.int64],
    predecessors: NDArray[np.int32],
) -> None: ...
def topological_order(indptr: NDArray[np.int64], successors: NDArray[np.int32], order: NDArray[np.int32]) -> int: ...
