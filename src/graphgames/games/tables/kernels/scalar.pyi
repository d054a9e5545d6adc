from typing import Any

import numpy as np
from numpy.typing import NDArray

def call_each(
    address: int,
    tier: int,
    index: NDArray[np.int64],
    offsets: NDArray[np.int64],
    code: NDArray[np.uint8],
    numbers: NDArray[np.int64],
    again: NDArray[Any],
) -> int: ...
