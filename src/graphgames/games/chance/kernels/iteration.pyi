import numpy as np
from numpy.typing import NDArray

def sweep(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    owner: NDArray[np.uint8],
    likely: NDArray[np.float64],
    order: NDArray[np.int32],
    value: NDArray[np.float64],
    choice: NDArray[np.int64],
    sweeps: int,
    enough: float,
) -> int: ...
def raise_bounds(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    owner: NDArray[np.uint8],
    likely: NDArray[np.float64],
    order: NDArray[np.int32],
    starts: NDArray[np.int64],
    cyclic: NDArray[np.uint8],
    value: NDArray[np.float64],
    choice: NDArray[np.int64],
    stamp: NDArray[np.int64],
    sweeps: int,
    enough: float,
) -> int: ...
def lower_bounds(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    owner: NDArray[np.uint8],
    likely: NDArray[np.float64],
    order: NDArray[np.int32],
    starts: NDArray[np.int64],
    cyclic: NDArray[np.uint8],
    block: NDArray[np.int64],
    taken: NDArray[np.int64],
    value: NDArray[np.float64],
    sweeps: int,
    enough: float,
) -> int: ...
def shares(
    indptr: NDArray[np.int64],
    numerator: NDArray[np.int64],
    denominator: NDArray[np.int64],
    likely: NDArray[np.float64],
) -> None: ...
def least_edges(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    vertices: NDArray[np.uint8],
    value: NDArray[np.float64],
    edges: NDArray[np.int64],
) -> None: ...
def settle(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    owner: NDArray[np.uint8],
    factor: NDArray[np.float64],
    gain: NDArray[np.float64],
    order: NDArray[np.int32],
    value: NDArray[np.float64],
    margin: float,
    least: float,
    sweeps: int,
) -> int: ...
