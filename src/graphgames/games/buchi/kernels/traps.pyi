import numpy as np
from numpy.typing import NDArray

from graphgames.games.buchi.kernels.game import BuchiGame

class Traps(BuchiGame):
    def solve(self, budget: int, winner: NDArray[np.uint8], moves: NDArray[np.int32]) -> tuple[int, int, bool]: ...
