from typing import Any

import numpy as np
from numpy.typing import NDArray

Edges = tuple[NDArray[np.int64], NDArray[np.int32]]

class Rounds:
    def __init__(
        self,
        forward: Edges,
        backward: Edges,
        weights: tuple[NDArray[Any], NDArray[Any]],
        law: tuple[int, int],
        pays: NDArray[np.bool_],
        state: NDArray[np.uint8],
        potential: NDArray[Any],
        key: NDArray[Any],
    ) -> None: ...
    def run(self, order: NDArray[np.int32], starts: NDArray[np.int64]) -> tuple[int, int, bool]: ...

def by_head(
    weight: NDArray[Any],
    successors: NDArray[np.int32],
    reverse_indptr: NDArray[np.int64],
    sorted_weight: NDArray[Any],
) -> None: ...
def choose(
    forward: Edges,
    owner: NDArray[np.uint8],
    weight: NDArray[Any],
    scale: int,
    lost: NDArray[np.bool_],
    credit: NDArray[Any],
    bound: NDArray[Any],
    moves: NDArray[np.int32],
) -> None: ...
