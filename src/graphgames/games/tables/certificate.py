"""The certificate of a table: the outcome and the remoteness of every position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate


@dataclass(frozen=True, eq=False)
class TableLabels(Certificate):
    """The labels of all positions of a table.

    Attributes
    ----------
    numbers : ndarray of int64, shape (positions,)
        The positions, ascending, in the numbering through all tiers.
    labels : ndarray of int32, shape (positions,)
        Four times the remoteness, plus 1 for a loss, 2 for a draw and 3 for a win of the player to move.
    """

    kind: ClassVar[str] = "table-labels"
    numbers: NDArray[np.int64]
    labels: NDArray[np.int32]
