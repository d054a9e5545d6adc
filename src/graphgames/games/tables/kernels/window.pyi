import numpy as np
from numpy.typing import NDArray

Bits = tuple[NDArray[np.uint64], NDArray[np.uint16], NDArray[np.int64]]

class Window:
    def __init__(
        self,
        first: NDArray[np.int64],
        last: NDArray[np.int64],
        shift: NDArray[np.int64],
        members: int,
        bits: Bits,
        labels: NDArray[np.uint16],
    ) -> None: ...
