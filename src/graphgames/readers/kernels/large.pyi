import numpy as np
from numpy.typing import NDArray

from graphgames.readers.source import Data

def integers(data: Data, begin: NDArray[np.int64], end: NDArray[np.int64]) -> list[int | None]: ...
