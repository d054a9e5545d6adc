"""A pawn among impassable cells: it goes left or down any distance, and whoever cannot move loses (CodeChef, GRIDGAME).

For grids of any size `graphgames.games.grid` tells who wins. A table has the remoteness or the nimbers as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError
from graphgames.draw import pieces, svg
from graphgames.draw.board import label
from graphgames.draw.places import EDGE, SIDE, Place, PlaceBoard, alone
from graphgames.games.grid.problem import BlockedGrid, Cell, cell_of
from graphgames.games.tables.indexed_rules import Batch, IndexedRules, option, word


def _board(rules: GridGame, walls: Iterable[Sequence[int]]) -> PlaceBoard:
    """Return the cells, the impassable ones dark, and the pawn."""
    side = min(SIDE, max(16.0, 640 / max(rules.width, rules.height)))
    cells = {
        f"{x},{y}": Place(EDGE + x * side, EDGE + (rules.height - 1 - y) * side, side, side)
        for x in range(rules.width)
        for y in range(rules.height)
    }
    closed = {f"{x},{y}" for x, y in walls}
    low = EDGE + rules.height * side
    pen = {"stroke": "#c6cbd1", "stroke_width": 1}
    return PlaceBoard(
        rules.title,
        cells,
        men=lambda position: {f"{position[0]},{position[1]}": "pawn"},
        man=lambda look, place: alone(look, place, pieces.disc, "#c8102e", "#7d0a1d"),
        touched=lambda position, after: [f"{after[0]},{after[1]}"],
        ground=[
            svg.element(
                "rect",
                class_="wall" if name in closed else "cell",
                fill="#3a3f45" if name in closed else "#ffffff",
                **place._replace(rx=0)._asdict(),
                **pen,
            )
            for name, place in cells.items()
        ]
        + [label(EDGE + (x + 0.5) * side, low + 15, str(x)) for x in range(rules.width)]
        + [label(EDGE - 12, low - (y + 0.5) * side + 4, str(y)) for y in range(rules.height)],
    )


@dataclass(frozen=True)
class GridGame(IndexedRules):
    """A position is the cell (x, y) of the pawn. A tier is a diagonal, x + y."""

    name = "gridgame"
    title = "a pawn on a grid"
    rule = (
        "A move takes the pawn any number of cells to the left or down; it neither lands on an impassable cell nor "
        "passes one. Whoever cannot move loses. Columns and rows are counted from 0."
    )
    written = "column and row of the pawn"
    ends = ("the pawn cannot move", "")
    aims = ("to move last",) * 2
    whole = True
    width: int = option(8, 1, 40, "columns")
    height: int = option(8, 1, 40, "rows")
    impassable: str = word("3,5/5,2", r"(\d{1,2},\d{1,2}(/\d{1,2},\d{1,2})*)?", "impassable cells such as 3,5/5,2")

    @cached_property
    def start(self) -> Cell:
        """The cell farthest up and to the right on which the pawn can stand."""
        x, y = np.nonzero(~self._walls)
        if not x.size:
            raise GameError("there is no cell on which the pawn can stand")
        last = np.lexsort((x, x + y))[-1]
        return int(x[last]), int(y[last])

    def moves(self, position: Cell) -> Sequence[Cell]:
        """Return the cells to the left and below, the nearest first."""
        return list(self._grid.moves(position))

    def render(self, position: Cell) -> str:
        """Return the pawn ``o`` among impassable cells ``#``."""
        signs = np.where(self._walls, "#", ".")
        signs[position] = "o"
        return "\n".join(" ".join(row) for row in signs.T[::-1])

    def parse(self, text: str) -> Cell:
        """Return the cell."""
        return cell_of(text)

    def move_name(self, position: Cell, after: Cell) -> str:
        """Return the cell to which the pawn goes."""
        return f"{after[0]},{after[1]}"

    def passed(self, position: Cell) -> Cell:
        """Return the position itself: both players have the same moves."""
        return position

    def board(self) -> PlaceBoard:
        """Return the board: cells, the impassable ones dark, and the pawn."""
        return _board(self, self._grid.impassable.tolist())

    def children(self, tier: int) -> Iterable[int]:
        """Return the diagonals that are nearer to the corner."""
        return range(tier)

    def size(self, tier: int) -> int:
        """Return the number of cells of a diagonal."""
        return min(tier, self.width - 1) - self._left(tier) + 1

    def rank(self, position: Cell) -> tuple[int, int]:
        """Return the diagonal, and the number of the cell on it from the left."""
        x, y = position
        if not (0 <= x < self.width and 0 <= y < self.height) or self._walls[x, y]:
            raise ValueError
        return x + y, x - self._left(x + y)

    def unrank(self, tier: int, index: int) -> Cell:
        """Return the cell."""
        x = self._left(tier) + int(index)
        return x, tier - x

    def expand(self, batch: Batch) -> None:
        """Go any number of steps to the left and down."""
        x = self._left(batch.tier) + batch.index
        y = batch.tier - x
        left, down = x - self._reach[0][x, y], y - self._reach[1][x, y]
        batch.unused(self._walls[x, y])
        batch.end("loss", (left == 0) & (down == 0))
        for free, across in ((left, 1), (down, 0)):
            for step in range(1, int(free.max()) + 1):
                rows = np.flatnonzero(free >= step)
                tier = batch.tier - step
                batch.move(tier, x[rows] - across * step - self._left(tier), rows)

    def _left(self, tier: int) -> int:
        """Return the column of the first cell of a diagonal."""
        return max(0, tier - self.height + 1)

    @cached_property
    def _grid(self) -> BlockedGrid:
        cells = [cell_of(cell) for cell in self.impassable.split("/") if cell]
        for x, y in cells:
            if x >= self.width or y >= self.height:
                raise GameError(f"the impassable cell {x},{y} is outside of a grid of {self.width} by {self.height}")
        return BlockedGrid(cells, (self.width, self.height))

    @cached_property
    def _walls(self) -> NDArray[np.bool_]:
        walls = np.zeros((self.width, self.height), np.bool_)
        walls[tuple(self._grid.impassable.T)] = True
        return walls

    @cached_property
    def _reach(self) -> tuple[Any, Any]:
        """The least column and the least row that the pawn can go to from each cell."""
        x, y = (np.where(self._walls, along, -1) for along in np.indices(self._walls.shape, dtype=np.int64))
        return np.maximum.accumulate(x, 0) + 1, np.maximum.accumulate(y, 1) + 1
