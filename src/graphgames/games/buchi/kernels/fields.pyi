from typing import Any

import numpy as np
from numpy.typing import NDArray

def scan(
    data: Any,
    position: int,
    left: int,
    marks: NDArray[np.uint8],
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
) -> int: ...
