import numpy as np
from numpy.typing import NDArray

from graphgames.graphs.kernels.csr import Graph

def propagate(
    graph: Graph,
    owner: NDArray[np.uint8],
    winner: NDArray[np.uint8],
    moves: NDArray[np.int32],
    queue: NDArray[np.int32],
    count: int,
) -> int: ...
def lead(
    graph: Graph,
    component: NDArray[np.int32],
    moves: NDArray[np.int32],
    queue: NDArray[np.int32],
    count: int,
) -> int: ...
def subgame(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    vertices: NDArray[np.int32],
    number: NDArray[np.int32],
    new_indptr: NDArray[np.int64],
    new_successors: NDArray[np.int32],
) -> int: ...
