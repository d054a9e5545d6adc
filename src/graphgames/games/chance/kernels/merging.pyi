import numpy as np
from numpy.typing import NDArray

def merge(
    indptr: NDArray[np.int64],
    columns: NDArray[np.int32],
    weight: NDArray[np.int64],
    diagonal: NDArray[np.int64],
    right: NDArray[np.int64],
    order: NDArray[np.int64],
    alone: NDArray[np.uint8],
    first: NDArray[np.int32],
    length: NDArray[np.int32],
) -> None: ...
