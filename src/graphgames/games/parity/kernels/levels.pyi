import numpy as np
from numpy.typing import NDArray

from graphgames.graphs.kernels.components import Components

class Heights(Components):
    def heights(self) -> tuple[NDArray[np.int32], NDArray[np.int64], int]: ...
