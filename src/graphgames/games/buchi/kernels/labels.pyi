import numpy as np
from numpy.typing import NDArray

from graphgames.games.buchi.kernels.game import BuchiGame

def count_down(
    graph: BuchiGame, winner: NDArray[np.uint8], moves: NDArray[np.int32], alpha: NDArray[np.int32]
) -> None: ...
def count_accepting(
    graph: BuchiGame, winner: NDArray[np.uint8], moves: NDArray[np.int32], beta: NDArray[np.int32]
) -> None: ...
