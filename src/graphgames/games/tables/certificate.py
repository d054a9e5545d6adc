"""The certificate of a table: the outcome and the remoteness of every position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate
from graphgames.games.tables.rules import BLOCK
from graphgames.games.tables.window import used_in


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


@dataclass(frozen=True, eq=False)
class StoredLabels(Certificate):
    """The same certificate on disk: it is in memory only when it is asked for as plain Python.

    Attributes
    ----------
    table : Table
        The table, whose files hold the labels.
    """

    kind: ClassVar[str] = TableLabels.kind
    table: Any

    def loaded(self) -> TableLabels:
        """Return all labels in memory, 12 bytes a position."""
        numbers, labels = [np.empty(0, np.int64)], [np.empty(0, np.int32)]
        for tier, file in self.table.files.items():
            for b, block in enumerate(file.blocks()):
                numbers.append(self.table.space.offset[tier] + b * BLOCK + used_in(block.bits))
                labels.append(block.labels.astype(np.int32))
        return TableLabels(np.concatenate(numbers), np.concatenate(labels))

    def to_dict(self) -> dict[str, Any]:
        """Return the certificate as plain Python, arrays as lists."""
        return self.loaded().to_dict()
