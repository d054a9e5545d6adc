import numpy as np
from numpy.typing import NDArray

class Zielonka:
    def __init__(
        self,
        forward: tuple[NDArray[np.int64], NDArray[np.int32]],
        backward: tuple[NDArray[np.int64], NDArray[np.int32]],
        order: NDArray[np.int32],
        number: NDArray[np.int32],
        parity: NDArray[np.uint8],
        node: NDArray[np.uint32],
        choice: NDArray[np.int32],
        regions: int = ...,
    ) -> None: ...
    def run(self, budget: int) -> bool: ...
    def counts(self) -> tuple[int, int, int]: ...

def number_by_priority(
    priority: NDArray[np.int32],
    start: NDArray[np.int64],
    order: NDArray[np.int32],
    number: NDArray[np.int32],
    parity: NDArray[np.uint8],
) -> None: ...
def begin(
    forward: tuple[NDArray[np.int64], NDArray[np.int32]],
    owner: NDArray[np.uint8],
    order: NDArray[np.int32],
    number: NDArray[np.int32],
    backward: tuple[NDArray[np.int64], NDArray[np.int32]],
    fill: NDArray[np.int64],
    node: NDArray[np.uint32],
) -> None: ...
def write_result(
    node: NDArray[np.uint32],
    choice: NDArray[np.int32],
    order: NDArray[np.int32],
    winner: NDArray[np.uint8],
    moves: NDArray[np.int32],
) -> None: ...
