import numpy as np
from numpy.typing import NDArray

from graphgames.readers.source import Data

def scan_lines(
    data: Data,
    n: int,
    state: NDArray[np.int64],
    owner: NDArray[np.uint8],
    order: NDArray[np.int32],
    degree: NDArray[np.int64],
    heads: NDArray[np.int32],
    weights: NDArray[np.int64],
    wide: NDArray[np.int64],
) -> int: ...
