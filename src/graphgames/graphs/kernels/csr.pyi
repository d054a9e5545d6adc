import numpy as np
from numpy.typing import NDArray

class Graph:
    def __init__(
        self,
        forward: tuple[NDArray[np.int64], NDArray[np.int32]],
        backward: tuple[NDArray[np.int64], NDArray[np.int32]],
    ) -> None: ...
