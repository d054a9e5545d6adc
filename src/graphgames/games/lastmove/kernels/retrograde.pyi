import numpy as np
from numpy.typing import NDArray

from graphgames.graphs.kernels.csr import Graph

def decide(
    graph: Graph,
    owner: NDArray[np.uint8],
    impartial: bool,
    winner: NDArray[np.uint8],
    remoteness: NDArray[np.int32],
    moves: NDArray[np.int32],
) -> int: ...
