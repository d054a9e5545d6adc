import numpy as np
from numpy.typing import NDArray

def game_lines(
    edges: tuple[NDArray[np.int64], NDArray[np.int32]],
    owner: NDArray[np.uint8],
    priority: NDArray[np.int32],
    names: tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.uint8]],
    first: int,
    last: int,
    out: NDArray[np.uint8],
) -> int: ...
def solution_lines(
    winner: NDArray[np.uint8], moves: NDArray[np.int32], first: int, last: int, out: NDArray[np.uint8]
) -> int: ...
def edge_lines(
    indptr: NDArray[np.int64], successors: NDArray[np.int32], first: int, last: int, out: NDArray[np.uint8]
) -> int: ...
def row_lines(
    indptr: NDArray[np.int64], items: NDArray[np.int64], first: int, last: int, out: NDArray[np.uint8]
) -> int: ...
def number_list(values: NDArray[np.int64], out: NDArray[np.uint8]) -> int: ...
