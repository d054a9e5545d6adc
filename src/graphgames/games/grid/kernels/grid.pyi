from typing import Any

import numpy as np
from numpy.typing import NDArray

def sweep(
    x: NDArray[np.int64],
    y: NDArray[np.int64],
    numbers: NDArray[np.int32],
    wide: NDArray[np.int64],
    flags: NDArray[np.uint8],
    cells: NDArray[np.int64],
    segments: NDArray[np.int64],
    state: NDArray[np.int64],
) -> int: ...
def losing(
    segments: NDArray[np.int64], x: NDArray[np.int64], y: NDArray[np.int64], answers: NDArray[np.uint8]
) -> None: ...
def solve_tests(
    data: Any,
    state: Any,
    tests: int,
    xy: Any,
    numbers: Any,
    wide: Any,
    flags: Any,
    cells: Any,
    segments: Any,
    answers: Any,
) -> int: ...
