from typing import Any

import numpy as np
from numpy.typing import NDArray

class Strategies:
    def __init__(
        self,
        forward: tuple[NDArray[np.int64], NDArray[np.int32]],
        owner: NDArray[np.uint8],
        weight: NDArray[Any],
        choice: NDArray[np.int64],
        p: NDArray[Any],
        q: NDArray[Any],
        bias: NDArray[Any],
    ) -> None: ...
    def run(self, order: NDArray[np.int32], starts: NDArray[np.int64], steps: int, patience: int) -> int: ...
