"""A pawn on a quarter plane with impassable cells: it goes left or down any distance, and who cannot move loses.

The losing cells are a union of diagonal segments, O(N) of them for N impassable cells; they are the solution and its
certificate at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphgames.core.certificates import Certificate
from graphgames.core.drawing import Drawable
from graphgames.core.errors import GameError
from graphgames.core.objectives import frozen
from graphgames.core.oracle import RatedMove
from graphgames.kernels.grid import losing

Cell = tuple[int, int]

LARGEST = 10**18 - 1
"""The largest coordinate of an impassable cell."""

SHOWN = 200
"""`GridSolution.best_moves` gives at most so many moves that lose."""


@dataclass(frozen=True, eq=False, repr=False)
class BlockedGrid:
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
    >>> solve(grid).outcome((2, 2)), solve(expand(grid)).outcome(0)
    ('win', 'win')
    """

    impassable: NDArray[np.int64]
    start: Cell
    kind: ClassVar[str] = "grid"

    def __init__(self, impassable: ArrayLike, start: Cell | None = None):
        cells = np.asarray(impassable)
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
        self.require(start)
        object.__setattr__(self, "start", (int(start[0]), int(start[1])))

    @cached_property
    def by_row(self) -> dict[int, NDArray[np.int64]]:
        """For each row with impassable cells their columns, ascending."""
        return _lines(self.impassable[:, 1], self.impassable[:, 0])

    @cached_property
    def by_column(self) -> dict[int, NDArray[np.int64]]:
        """For each column with impassable cells their rows, ascending."""
        return _lines(self.impassable[:, 0], self.impassable[:, 1])

    def at(self, cell: Cell) -> BlockedGrid:
        """Give the same grid with the pawn on another cell, without a copy.

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
        """Make sure that the pawn can stand on a cell.

        Raises
        ------
        GameError
            If it is impassable or outside.
        """
        x, y = cell
        if x < 0 or y < 0:
            raise GameError(f"the pawn cannot stand at ({x}, {y}); coordinates are at least 0")
        if _edge(self.by_row, y, x) == x:
            raise GameError(f"the pawn cannot stand at ({x}, {y}); that cell is impassable")

    def reach(self, cell: Cell) -> Cell:
        """Give the least x and the least y that the pawn can go to from a cell, leftwards and downwards."""
        x, y = cell
        return _edge(self.by_row, y, x) + 1, _edge(self.by_column, x, y) + 1

    def moves(self, position: Cell) -> Iterator[Cell]:
        """Give the cells that can be reached, the nearest first, leftwards and then downwards."""
        (x, y), (left, down) = position, self.reach(position)
        yield from ((column, y) for column in range(x - 1, left - 1, -1))
        yield from ((x, row) for row in range(y - 1, down - 1, -1))

    def render(self, position: Cell) -> str:
        """Give the position in a line."""
        return f"the pawn stands at {position}"

    def __repr__(self) -> str:
        return f"BlockedGrid({len(self.impassable)} impassable cells, start={self.start})"


def _lines(line: NDArray[np.int64], along: NDArray[np.int64]) -> dict[int, NDArray[np.int64]]:
    order = np.lexsort((along, line))
    lines, starts = np.unique(line[order], return_index=True)
    return dict(zip(lines.tolist(), np.split(along[order], starts[1:]), strict=True)) if lines.size else {}


def _edge(lines: dict[int, NDArray[np.int64]], line: int, place: int) -> int:
    """Give the last impassable place of a line up to a place, or -1."""
    places = lines.get(line)
    at = 0 if places is None else int(np.searchsorted(places, place, "right"))
    return -1 if places is None or at == 0 else int(places[at - 1])


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
    x: NDArray[np.int64]
    y: NDArray[np.int64]
    length: NDArray[np.int64]

    def up_to(self, x: int, y: int) -> int:
        """Give the last segment that begins no later than (x, y) in their order, or -1."""
        low, high = np.searchsorted(self.y, [y, y + 1])
        return int(low + np.searchsorted(self.x[low:high], x, "right")) - 1

    def holds(self, cell: Cell) -> bool:
        """Say whether a cell is losing."""
        x, y = cell
        at = self.up_to(x, y)
        along = y - int(self.y[at])
        return at >= 0 and x - int(self.x[at]) == along and (along < self.length[at] or self.length[at] == 0)

    def in_row(self, y: int, left: int, right: int) -> int | None:
        """Give the column of a losing cell of row y from one column to another, or None."""
        at = self.up_to(right, y)
        if at >= 0 and self.y[at] < y:
            column = int(self.x[at]) + y - int(self.y[at])
        else:
            column = int(self.x[at]) if at >= 0 else -1
        return column if left <= column <= right and self.holds((column, y)) else None

    def in_column(self, x: int, down: int, up: int) -> int | None:
        """Give the row of a losing cell of column x from one row to another, or None; O(k)."""
        along = x - self.x
        row = self.y + along
        inside = (along >= 0) & ((along < self.length) | (self.length == 0)) & (row >= down) & (row <= up)
        at = int(np.argmax(inside))
        return int(row[at]) if inside[at] else None


@dataclass(frozen=True, eq=False)
class GridsSegments(Certificate):
    """The losing cells of many grids that were solved together, in their order."""

    kind: ClassVar[str] = "grids-segments"
    grids: tuple[LosingSegments, ...]

    def to_dict(self) -> dict[str, Any]:
        """Give the certificate as plain Python, arrays as lists."""
        return {"kind": self.kind, "grids": [grid.to_dict() for grid in self.grids]}


@dataclass(frozen=True, eq=False, repr=False)
class GridSolution(Drawable):
    """The solved grid: an `Oracle` over all its cells.

    Parameters
    ----------
    grid : BlockedGrid
        What was solved.
    certificate : LosingSegments
        The losing cells.
    solver : str
        The name of the solver.
    """

    grid: BlockedGrid
    certificate: LosingSegments
    solver: str = "grid-sweep"

    def outcome(self, position: Cell) -> str:
        """Say ``"win"`` or ``"loss"`` for the player to move.

        Raises
        ------
        GameError
            If the cell is impassable or outside.
        """
        self.grid.require(position)
        return "loss" if self.certificate.holds(position) else "win"

    def losing(self, cells: ArrayLike) -> NDArray[np.bool_]:
        """Say for each of many cells whether the player to move loses there; O(log N) each.

        Parameters
        ----------
        cells : array_like of int64, shape (k, 2)
            Column and row of each; none of them impassable.

        Returns
        -------
        ndarray of bool, shape (k,)

        Examples
        --------
        >>> from graphgames import solve
        >>> solve(BlockedGrid([(1, 1), (4, 2)])).losing([(2, 2), (1, 2), (3, 4), (6, 5)])
        array([False,  True, False,  True])
        """
        asked = np.asarray(cells, np.int64).reshape(-1, 2)
        segments = np.stack([self.certificate.x, self.certificate.y, self.certificate.length])
        answers = np.zeros(len(asked), np.uint8)
        losing(segments, asked[:, 0].copy(), asked[:, 1].copy(), answers)
        return answers.view(np.bool_)

    def winning_moves(self, position: Cell) -> list[Cell]:
        """Give the losing cells that the pawn can go to: at most one leftwards and one downwards; O(N)."""
        if self.outcome(position) == "loss":
            return []
        (x, y), (left, down) = position, self.grid.reach(position)
        column, row = self.certificate.in_row(y, left, x - 1), self.certificate.in_column(x, down, y - 1)
        return ([] if column is None else [(column, y)]) + ([] if row is None else [(x, row)])

    def best_moves(self, position: Cell) -> tuple[RatedMove, ...]:
        """Give the moves, the winning first; of those that lose the 200 nearest, since there may be 10^9."""
        winning = self.winning_moves(position)
        rated = [RatedMove(cell, cell, "win") for cell in winning]
        for cell in self.grid.moves(position):
            if len(rated) >= SHOWN + len(winning):
                break
            if cell not in winning:
                rated.append(RatedMove(cell, cell, "loss"))
        return tuple(rated)

    def explain(self, position: Cell | None = None) -> str:
        """Say who wins from a cell, and by which move or for what reason."""
        position = self.grid.start if position is None else position
        if self.outcome(position) == "win":
            ways = " or ".join(map(str, self.winning_moves(position)))
            return f"{position} wins for the player to move: go to {ways}, a losing cell."
        segment = self.certificate.up_to(*position)
        x, y, length = (int(a[segment]) for a in (self.certificate.x, self.certificate.y, self.certificate.length))
        last = f"to ({x + length - 1}, {y + length - 1})" if length else "without end"
        if self.grid.reach(position) == position:
            return f"{position} loses for the player to move, who cannot."
        return (
            f"{position} loses for the player to move: it is on the diagonal of losing cells from ({x}, {y}) {last}, "
            "and no losing cell is in reach."
        )

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """Give the solution as plain Python; with ``full`` the segments, too."""
        data: dict[str, Any] = {
            "solver": self.solver,
            "kind": self.grid.kind,
            "impassable": len(self.grid.impassable),
            "segments": self.certificate.x.size,
        }
        return data | {"certificate": self.certificate.to_dict()} if full else data

    def __repr__(self) -> str:
        return f"GridSolution({self.grid!r}, {self.certificate.x.size} segments, solver={self.solver!r})"
