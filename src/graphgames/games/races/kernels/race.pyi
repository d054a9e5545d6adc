from typing import Any

import numpy as np
from numpy.typing import NDArray

def solve_tests(data: Any, state: Any, first: Any, edges: Any, moves: Any, offsets: Any, arrival: Any) -> int: ...
def distances(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    order: NDArray[np.int32],
    goal: int,
    shortens: NDArray[np.uint8],
    moves: NDArray[np.int32],
) -> None: ...
