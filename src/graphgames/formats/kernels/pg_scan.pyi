from mmap import mmap

import numpy as np
from numpy.typing import NDArray

def count(data: bytes | bytearray | mmap, byte: int) -> int: ...
def scan(
    data: bytes | bytearray | mmap,
    state: NDArray[np.int64],
    indptr: NDArray[np.int64],
    degree: NDArray[np.int32],
    successors: NDArray[np.int32],
    owner: NDArray[np.uint8],
    priority: NDArray[np.int32],
    wide: NDArray[np.int64],
) -> int: ...
def gather(
    indptr: NDArray[np.int64], degree: NDArray[np.int32], scattered: NDArray[np.int32], successors: NDArray[np.int32]
) -> None: ...
def copy_names(
    data: bytes | bytearray | mmap,
    start: int,
    where: NDArray[np.int64],
    length: NDArray[np.int32],
    names: NDArray[np.uint8],
) -> None: ...
