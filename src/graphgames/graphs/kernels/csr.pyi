import numpy as np
from numpy.typing import NDArray

Rows = tuple[NDArray[np.int64], NDArray[np.int32]]

class Graph:
    def __init__(self, forward: Rows, backward: Rows) -> None: ...
