from typing import Any

import numpy as np
from numpy.typing import NDArray

class Rounds:
    def __init__(
        self,
        forward: tuple[NDArray[np.int64], NDArray[np.int32]],
        backward: tuple[NDArray[np.int64], NDArray[np.int32]],
        arcs: NDArray[np.int64],
        owner: NDArray[np.uint8],
        weight: NDArray[Any],
        scale: int,
        sign: int,
        payer: int,
        state: NDArray[np.uint8],
        potential: NDArray[Any],
        key: NDArray[Any],
    ) -> None: ...
    def round(self) -> bool: ...
    def looked(self) -> int: ...

def reverse_edges(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    reverse_indptr: NDArray[np.int64],
    arcs: NDArray[np.int64],
) -> None: ...
