"""The certificate of a table: the outcome and the remoteness of every position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate
from graphgames.core.claim import Each, Integer, Word
from graphgames.games.tables.space import BLOCK
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
    values : str
        ``"remoteness"``, or ``"nimbers"`` if the labels hold these in its place.
    """

    kind: ClassVar[str] = "table-labels"
    proves: ClassVar[Mapping[str, str]] = {
        "outcome": "_check_block",
        "remoteness": "_check_block",
        "nimber": "_check_nimbers",
        "counts": "_count_faults",
    }
    numbers: Annotated[NDArray[np.int64], Each(Integer(0))]
    labels: Annotated[NDArray[np.int32], Each(Integer(0), "numbers")]
    values: Annotated[str, Word(("remoteness", "nimbers"))] = "remoteness"


class StoredLabels(TableLabels):
    """The same on disk: the labels are in memory, 12 bytes a position, only once they are asked for.

    Parameters
    ----------
    table : Table
        The table, whose files hold the labels.
    """

    def __init__(self, table: Any):
        object.__setattr__(self, "table", table)
        object.__setattr__(self, "values", table.manifest.values)

    @cached_property
    def _loaded(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        table = vars(self)["table"]
        numbers, labels = [np.empty(0, np.int64)], [np.empty(0, np.int32)]
        for tier, file in table.files.items():
            for b, block in enumerate(file.blocks()):
                numbers.append(table.space.offset[tier] + b * BLOCK + used_in(block.bits))
                labels.append(block.labels.astype(np.int32))
        return np.concatenate(numbers), np.concatenate(labels)

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The positions."""
        return self._loaded[0]

    @property
    def labels(self) -> NDArray[np.int32]:
        """Their labels."""
        return self._loaded[1]
