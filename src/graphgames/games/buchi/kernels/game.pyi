import numpy as np
from numpy.typing import NDArray

from graphgames.graphs.kernels.csr import Graph

class BuchiGame(Graph):
    def __init__(
        self,
        forward: tuple[NDArray[np.int64], NDArray[np.int32]],
        backward: tuple[NDArray[np.int64], NDArray[np.int32]],
        owner: NDArray[np.uint8],
        accepting: NDArray[np.uint8],
        player: int,
    ) -> None: ...
