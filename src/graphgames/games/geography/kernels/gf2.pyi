import numpy as np
from numpy.typing import NDArray

def reduce_rows(rows: NDArray[np.int64], bits: NDArray[np.uint8], columns: int, pivot: NDArray[np.int32]) -> int: ...
