import numpy as np
from numpy.typing import NDArray

class Elimination:
    def __init__(
        self,
        p: int,
        indptr: NDArray[np.int64],
        columns: NDArray[np.int32],
        weight: NDArray[np.int64],
        near: NDArray[np.float64],
        diagonal: NDArray[np.int64],
        near_diagonal: NDArray[np.float64],
    ) -> None: ...
    def run(self, most: int) -> bool: ...
    def solve(self, b: NDArray[np.float64]) -> NDArray[np.float64]: ...
    def invert(self) -> None: ...
    def residues(self, x: NDArray[np.int64]) -> None: ...

def lift(
    factors: Elimination,
    p: int,
    indptr: NDArray[np.int64],
    columns: NDArray[np.int32],
    weight: NDArray[np.int64],
    diagonal: NDArray[np.int64],
    rest: NDArray[np.int64],
    digits: NDArray[np.int64],
) -> None: ...
