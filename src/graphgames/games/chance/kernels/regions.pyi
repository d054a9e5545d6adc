import numpy as np
from numpy.typing import NDArray

def attract_within(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    reverse_indptr: NDArray[np.int64],
    predecessors: NDArray[np.int32],
    inside: NDArray[np.uint8],
    over: NDArray[np.uint8],
    goal: NDArray[np.uint8],
    willing: NDArray[np.uint8],
    rank: NDArray[np.int32],
    moves: NDArray[np.int32],
) -> None: ...
def edges_to(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    moves: NDArray[np.int32],
    edges: NDArray[np.int64],
) -> None: ...
def edges_into(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    vertices: NDArray[np.uint8],
    marked: NDArray[np.uint8],
    edges: NDArray[np.int64],
) -> None: ...
def cycles(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    order: NDArray[np.int32],
    starts: NDArray[np.int64],
    cyclic: NDArray[np.uint8],
) -> None: ...
