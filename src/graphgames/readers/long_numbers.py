"""The numbers that a scanner leaves, because they are no integers of few digits."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError
from graphgames.core.value import number
from graphgames.readers.faults import Faults
from graphgames.readers.kernels import large
from graphgames.readers.source import Data


def exact(faults: Faults, data: Data, numbers: NDArray[Any], wide: NDArray[np.int64]) -> NDArray[Any]:
    """Return numbers with those of ``wide`` read exactly: rows of a place among them, where one begins and ends."""
    if not wide.size:
        return numbers
    values, (places, begin, end) = numbers.astype(object), wide.T
    found: list[Any] = large.integers(data, begin, end)
    for k in [k for k, one in enumerate(found) if one is None]:
        try:
            found[k] = number(bytes(data[begin[k] : end[k]]).decode("ascii", "replace"))
        except GameError as error:
            if not faults.full:
                faults.add(int(begin[k]), str(error))
    values[places] = found
    return values
