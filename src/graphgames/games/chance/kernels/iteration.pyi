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
def tighten(
    indptr: NDArray[np.int64],
    successors: NDArray[np.int32],
    owner: NDArray[np.uint8],
    likely: NDArray[np.float64],
    order: NDArray[np.int32],
    value: NDArray[np.float64],
    choice: NDArray[np.int64],
    stamp: NDArray[np.int64],
    rising: bool,
    sweeps: int,
    enough: float,
) -> int: ...
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
