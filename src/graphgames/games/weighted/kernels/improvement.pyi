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
    def iterate(self, count: int) -> None: ...
    def evaluate(self) -> None: ...
    def improve(self, player: int) -> int: ...
