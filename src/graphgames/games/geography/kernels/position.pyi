import numpy as np
from numpy.typing import NDArray

class Position:
    def __init__(
        self,
        tail: NDArray[np.int32],
        head: NDArray[np.int32],
        twin: NDArray[np.int32],
        n: int,
        kind: int,
        rules: int,
    ) -> None: ...
