from typing import Any

import numpy as np
from numpy.typing import NDArray

def count(items: NDArray[np.int64], shift: int, heads: NDArray[np.int64]) -> None: ...
def by_owner(
    items: NDArray[np.int64],
    shift: int,
    least: int,
    ends: NDArray[np.int64],
    found: NDArray[Any],
    order: NDArray[np.int32],
) -> None: ...
