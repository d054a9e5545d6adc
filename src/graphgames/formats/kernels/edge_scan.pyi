from mmap import mmap

import numpy as np
from numpy.typing import NDArray

def scan_edges(
    data: bytes | bytearray | mmap, state: NDArray[np.int64], tails: NDArray[np.int32], heads: NDArray[np.int32]
) -> int: ...
