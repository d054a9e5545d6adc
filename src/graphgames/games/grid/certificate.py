"""The certificate of a grid: its losing cells as a union of diagonal segments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate
from graphgames.core.claim import Each, Integer, Record
from graphgames.games.grid.problem import Cell


@dataclass(frozen=True, eq=False)
class LosingSegments(Certificate):
    """The losing cells: segments (x, y), (x + 1, y + 1), ... of some length each.

    Attributes
    ----------
    x, y : ndarray of int64, shape (k,)
        The first cell of each segment, ascending by y and then x. A segment of more than one cell has the rows that it
        goes through to itself, and no impassable cell is in them.
    length : ndarray of int64, shape (k,)
        How many cells it has; 0 for the last, which has no end.
    """

    kind: ClassVar[str] = "losing-segments"
    proves: ClassVar[Mapping[str, str]] = {"outcome": "_form _rows _columns _others"}
    x: Annotated[NDArray[np.int64], Each(Integer())]
    y: Annotated[NDArray[np.int64], Each(Integer(), "x")]
    length: Annotated[NDArray[np.int64], Each(Integer(0), "x")]

    def up_to(self, x: int, y: int) -> int:
        """Return the last segment that begins no later than (x, y) in their order, or -1."""
        low, high = np.searchsorted(self.y, [y, y + 1])
        return int(low + np.searchsorted(self.x[low:high], x, "right")) - 1

    def holds(self, cell: Cell) -> bool:
        """Return whether a cell is losing."""
        x, y = cell
        at = self.up_to(x, y)
        along = y - int(self.y[at])
        return at >= 0 and x - int(self.x[at]) == along and (along < self.length[at] or self.length[at] == 0)

    def in_row(self, y: int, left: int, right: int) -> int | None:
        """Return the column of a losing cell of row y from one column to another, or None."""
        at = self.up_to(right, y)
        if at >= 0 and self.y[at] < y:
            column = int(self.x[at]) + y - int(self.y[at])
        else:
            column = int(self.x[at]) if at >= 0 else -1
        return column if left <= column <= right and self.holds((column, y)) else None

    def in_column(self, x: int, down: int, up: int) -> int | None:
        """Return the row of a losing cell of column x from one row to another, or None; O(k)."""
        along = x - self.x
        row = self.y + along
        inside = (along >= 0) & ((along < self.length) | (self.length == 0)) & (row >= down) & (row <= up)
        at = int(np.argmax(inside))
        return int(row[at]) if inside[at] else None


@dataclass(frozen=True, eq=False)
class GridsSegments(Certificate):
    """The losing cells of many grids that were solved together, in their order."""

    kind: ClassVar[str] = "grids-segments"
    proves: ClassVar[Mapping[str, str]] = {"wins": "_form _rows _columns _others _answers"}
    grids: Annotated[tuple[LosingSegments, ...], Each(Record(), "tests")]
