import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

def count(items: Ints, bits: int, size: int, starts: Ints) -> None: ...
def fill(items: Ints, bits: int, size: int, ends: Ints, rows: NDArray[np.int32]) -> None: ...
def tell(
    front: Ints, numbers: Ints, winner: NDArray[np.uint8], starts: Ints, tails: NDArray[np.int32], items: Ints
) -> None: ...
def hear(
    items: Ints,
    share: Ints,
    owner: NDArray[np.uint8],
    left: NDArray[np.int32],
    winner: NDArray[np.uint8],
    rank: NDArray[np.int32],
    moves: NDArray[np.int32],
    found: Ints,
) -> int: ...
