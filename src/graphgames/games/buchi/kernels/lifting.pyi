import numpy as np
from numpy.typing import NDArray

from graphgames.games.buchi.kernels.game import BuchiGame

class Lifting(BuchiGame):
    def lift(self, beta: NDArray[np.int32]) -> tuple[int, int, int]: ...

def descend(graph: BuchiGame, winner: NDArray[np.uint8], beta: NDArray[np.int32], moves: NDArray[np.int32]) -> None: ...
