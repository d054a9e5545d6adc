"""A pawn on a quarter plane with impassable cells: it goes left or down any distance, and who cannot move loses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphgames.core.arrays import frozen, plain_array
from graphgames.core.errors import GameError, shown
from graphgames.core.unknown_attributes import Suggesting

Cell = tuple[int, int]


LARGEST = 10**18 - 1
"""The largest coordinate of an impassable cell."""


@dataclass(frozen=True, eq=False, repr=False)
class BlockedGrid(Suggesting):
    """A pawn on cells (x, y), x and y from 0, which goes from (x, y) to (x - d, y) or (x, y - d), d > 0.

    It neither lands on an impassable cell nor passes one. The players alternate; who cannot move loses.

    Parameters
    ----------
    impassable : array_like of int64, shape (N, 2)
        Column and row of each impassable cell, in any order, repetitions allowed.
    start : (int, int), optional
        Where the pawn stands at first; by default right of and above all impassable cells.

    Raises
    ------
    GameError
        If a coordinate is negative or above 10^18 - 1, or the start is impassable.

    Notes
    -----
    Also a game given by `Rules`: `expand` makes the arena of what can be reached from the start.

    Examples
    --------
    >>> from graphgames import expand, solve
    >>> grid = BlockedGrid([(1, 1), (4, 2)], start=(2, 2))
    >>> solve(grid).outcome((2, 2)), solve(expand(grid)).outcome((2, 2))
    ('win', 'win')
    """

    impassable: NDArray[np.int64]
    start: Cell
    kind: ClassVar[str] = "grid"

    def __init__(self, impassable: ArrayLike, start: Cell | None = None):
        cells = plain_array(impassable, "impassable")
        if cells.size == 0:
            cells = np.empty((0, 2), np.int64)
        if cells.ndim != 2 or cells.shape[1] != 2 or cells.dtype.kind not in "iu":
            raise GameError(
                f"impassable cells have shape {cells.shape} and dtype {cells.dtype}; expected integer pairs"
            )
        if cells.size and (int(cells.min()) < 0 or int(cells.max()) > LARGEST):
            x, y = cells[int(np.argmax(((cells < 0) | (cells > LARGEST)).any(axis=1)))].tolist()
            raise GameError(f"the impassable cell ({x}, {y}) is outside; coordinates are 0 to {LARGEST}")
        object.__setattr__(self, "impassable", frozen(cells, np.int64))
        if start is None:
            start = tuple((cells.max(axis=0) + 1).tolist()) if len(cells) else (0, 0)
        object.__setattr__(self, "start", _cell(start))
        self.require(self.start)

    @cached_property
    def by_row(self) -> dict[int, NDArray[np.int64]]:
        """For each row with impassable cells their columns, ascending."""
        return _lines(self.impassable[:, 1], self.impassable[:, 0])

    @cached_property
    def by_column(self) -> dict[int, NDArray[np.int64]]:
        """For each column with impassable cells their rows, ascending."""
        return _lines(self.impassable[:, 0], self.impassable[:, 1])

    def at(self, cell: Cell) -> BlockedGrid:
        """Return the same grid with the pawn on another cell, without a copy.

        Raises
        ------
        GameError
            If the pawn cannot stand there.
        """
        self.require(cell)
        other = object.__new__(BlockedGrid)
        other.__dict__.update(self.__dict__, start=(int(cell[0]), int(cell[1])))
        return other

    def require(self, cell: Cell) -> None:
        """Raise an error unless the pawn can stand on a cell.

        Raises
        ------
        GameError
            If it is impassable or outside.
        """
        x, y = _cell(cell)
        if x < 0 or y < 0:
            raise GameError(f"the pawn cannot stand at ({x}, {y}); coordinates are at least 0")
        if x >= 2**63 or y >= 2**63:
            raise GameError(f"the pawn cannot stand at ({x}, {y}); coordinates are below 2^63")
        if _edge(self.by_row, y, x) == x:
            raise GameError(f"the pawn cannot stand at ({x}, {y}); that cell is impassable")

    def reach(self, cell: Cell) -> Cell:
        """Return the least x and the least y that the pawn can go to from a cell, leftwards and downwards."""
        x, y = _cell(cell)
        return _edge(self.by_row, y, x) + 1, _edge(self.by_column, x, y) + 1

    def moves(self, position: Cell) -> Iterator[Cell]:
        """Return the cells that can be reached, the nearest first, leftwards and then downwards."""
        (x, y), (left, down) = _cell(position), self.reach(position)
        yield from ((column, y) for column in range(x - 1, left - 1, -1))
        yield from ((x, row) for row in range(y - 1, down - 1, -1))

    def render(self, position: Cell) -> str:
        """Return the position in a line."""
        return f"the pawn stands at {_cell(position)}"

    def __repr__(self) -> str:
        return f"BlockedGrid({len(self.impassable)} impassable cells, start={self.start})"


def cell_of(given: Any) -> Cell:
    """Return the cell that a person names: a pair, or a text such as ``3,4``."""
    try:
        x, y = (int(number) for number in (given.strip("() ").split(",") if isinstance(given, str) else given))
    except (TypeError, ValueError):
        raise GameError(f"{shown(given)} is not a cell; expected its column and row, such as 3,4") from None
    return x, y


def _cell(cell: Any) -> Cell:
    """Return a cell as a pair of whole numbers."""
    pair = cell if isinstance(cell, tuple | list) else ()
    if len(pair) != 2 or not all(isinstance(one, int | np.integer) and not isinstance(one, bool) for one in pair):
        raise GameError(f"the cell is {shown(cell)}; expected a pair of whole numbers")
    return int(pair[0]), int(pair[1])


def _lines(line: NDArray[np.int64], along: NDArray[np.int64]) -> dict[int, NDArray[np.int64]]:
    order = np.lexsort((along, line))
    lines, starts = np.unique(line[order], return_index=True)
    return dict(zip(lines.tolist(), np.split(along[order], starts[1:]), strict=True)) if lines.size else {}


def _edge(lines: dict[int, NDArray[np.int64]], line: int, place: int) -> int:
    """Return the last impassable place of a line up to a place, or -1."""
    places = lines.get(line)
    at = 0 if places is None else int(np.searchsorted(places, place, "right"))
    return -1 if places is None or at == 0 else int(places[at - 1])
