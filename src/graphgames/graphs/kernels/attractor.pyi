import numpy as np
from numpy.typing import NDArray

from graphgames.graphs.kernels.csr import Graph

def attract(
    graph: Graph,
    owner: NDArray[np.uint8],
    target: NDArray[np.uint8],
    player: int,
    rank: NDArray[np.int32],
    moves: NDArray[np.int32],
) -> int: ...
def stay(
    graph: Graph,
    owner: NDArray[np.uint8],
    winner: NDArray[np.uint8],
    player: int,
    moves: NDArray[np.int32],
) -> None: ...
