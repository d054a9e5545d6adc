import numpy as np
from numpy.typing import NDArray

def by_owner(
    items: NDArray[np.int64],
    shift: int,
    counts: NDArray[np.int64],
    found: NDArray[np.int64],
    order: NDArray[np.int32],
) -> int: ...
