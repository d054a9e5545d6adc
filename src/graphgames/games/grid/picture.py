"""Pictures of the grid: a window with the losing cells on their diagonals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.find import SOLVED_ONLY, by_class
from graphgames.core.errors import GameError, counted, require_test
from graphgames.draw import style, svg
from graphgames.draw.board import Board, Moves, Target, Track, document, last_mark
from graphgames.draw.picture import Picture
from graphgames.draw.shapes import Shape
from graphgames.games.grid.gridgame import GridGameSolution
from graphgames.games.grid.problem import BlockedGrid, Cell, cell_of
from graphgames.games.grid.solution import GridSolution

WINDOW = 40
"""The grid is drawn through a window of at most so many columns and rows."""

SIDE = 20.0
ORIGIN = 52.0, 42.0
SHIFT = 20.0, 32.0
"""The side of a cell, where the upper left corner of the window is, and how much nearer to the edge on a board."""


class Window(NamedTuple):
    """The part of a grid that is drawn: the first column and row, and how many there are."""

    left: int
    down: int
    columns: int
    rows: int

    def shows(self, x: int, y: int) -> bool:
        """Return whether a cell is in the window."""
        return self.left <= x < self.left + self.columns and self.down <= y < self.down + self.rows

    def corner(self, x: int, y: int) -> tuple[float, float]:
        """Return the upper left corner of a cell."""
        return ORIGIN[0] + (x - self.left) * SIDE, ORIGIN[1] + (self.rows - 1 - (y - self.down)) * SIDE

    def inside(self, cells: NDArray[Any]) -> list[list[int]]:
        """Return those of the cells that are in the window, ascending."""
        far = (self.left + self.columns, self.down + self.rows)
        seen = ((cells >= (self.left, self.down)) & (cells < far)).all(axis=1)
        found: list[list[int]] = np.unique(cells[seen], axis=0).tolist()
        return found

    def line(self, begin: Cell, end: Cell, **look: Any) -> str:
        """Draw a line between the middles of two cells."""
        (a, b), (c, d) = self.corner(*begin), self.corner(*end)
        middles = (svg.number(place + SIDE / 2) for place in (a, b, c, d))
        return svg.element("path", d="M{} {}L{} {}".format(*middles), **look)


picture = by_class(SOLVED_ONLY)


@picture.register
def grid_picture(solution: GridSolution, around: object = None, radius: int | None = None) -> Picture:
    """Draw a window on a grid: impassable cells, losing cells on their diagonals, the start and its winning moves.

    The window has the cell ``around`` in the middle and ``radius`` cells to either side; by default it begins at (0,
    0), or at the start if that is far away.
    """
    board = solution.problem
    window = window_on(board, around, radius)
    columns = f"columns {window.left} to {window.left + window.columns - 1}"
    title = f"{counted(len(board.impassable), 'impassable cell')}; {columns}, "
    title += f"rows {window.down} to {window.down + window.rows - 1}"
    parts = _paper(window)
    for x, y in window.inside(board.impassable):
        a, b = window.corner(x, y)
        name = svg.element("title", f"impassable ({x}, {y})")
        parts.append(svg.element("rect", name, x=a, y=b, width=SIDE, height=SIDE, fill="#3a3f45", class_="wall"))
    parts += _diagonals(solution, window)
    parts += _pawn(solution, window)
    keys = (
        style.Key("square", 1, "losing for the player to move"),
        style.Key("circle", 0, "the pawn"),
        style.Key("edge", 0, "a winning move"),
        style.Key("text", style.BLANK, "impassable", "■"),
    )
    width, height = ORIGIN[0] + window.columns * SIDE + 24, ORIGIN[1] + window.rows * SIDE + 26
    return Picture(title, tuple(parts), max(width, 300.0), height, keys)


@picture.register
def gridgame_picture(
    solution: GridGameSolution, test: int = 0, around: object = None, radius: int | None = None
) -> Picture:
    """Draw one test of GRIDGAME with the pawn on the first start that is asked for; see `grid_picture`."""
    require_test(test, solution.problem.tests)
    starts = solution.problem.test(test).starts.tolist()
    solved = solution.grid(test)
    return grid_picture(_standing(solved, tuple(starts[0])) if starts else solved, around, radius)


def window_on(board: BlockedGrid, around: object, radius: int | None) -> Window:
    """Return the window around a cell, or by default on the start."""
    half = WINDOW // 2 if radius is None else max(1, min(radius, WINDOW // 2))
    if around is not None:
        x, y = cell_of(around)
        if x < 0 or y < 0:
            raise GameError(f"there is no cell ({x}, {y}); coordinates are at least 0")
        left, down = max(0, x - half), max(0, y - half)
        return Window(left, down, x + half + 1 - left, y + half + 1 - down)
    x, y = board.start
    if x < WINDOW and y < WINDOW:
        return Window(0, 0, max(8, x + 3), max(8, y + 3))
    return Window(max(0, x - WINDOW + 3), max(0, y - WINDOW + 3), min(WINDOW, x + 3), min(WINDOW, y + 3))


def _paper(window: Window) -> list[str]:
    """Draw the squared paper with the numbers of columns and rows."""
    (origin, top), (left, down, columns, rows) = ORIGIN, window
    wide, high = columns * SIDE, rows * SIDE
    d = "".join(f"M{svg.number(origin + i * SIDE)} {svg.number(top)}v{svg.number(high)}" for i in range(columns + 1))
    d += "".join(f"M{svg.number(origin)} {svg.number(top + i * SIDE)}h{svg.number(wide)}" for i in range(rows + 1))
    parts = [svg.element("path", d=d, stroke="#c6cbd1", fill="none")]
    every = 1 if max(columns, rows) <= 16 and left + columns < 100 else 5
    for i in range(0, columns, every):
        parts.append(svg.text(origin + (i + 0.5) * SIDE, top + high + 14, left + i, 9))
    for i in range(0, rows, every):
        parts.append(svg.text(origin - 6, top + high - (i + 0.3) * SIDE, down + i, 9, text_anchor="end"))
    return parts


def _diagonals(solution: GridSolution, window: Window) -> list[str]:
    """Draw the losing cells of the window and a line along each of their segments."""
    losing, parts, outline = solution.certificate, [], style.REGIONS[1].outline
    walls = {tuple(cell) for cell in window.inside(solution.problem.impassable)}
    lines: dict[int, list[Cell]] = {}
    for y in range(window.down, window.down + window.rows):
        for x in range(window.left, window.left + window.columns):
            if (x, y) not in walls and losing.holds((x, y)):
                lines.setdefault(losing.up_to(x, y), []).append((x, y))
                a, b = window.corner(x, y)
                box = {"x": a + 1.5, "y": b + 1.5, "width": SIDE - 3, "height": SIDE - 3}
                name = svg.element("title", f"losing ({x}, {y})")
                parts.append(svg.element("rect", name, fill=style.fill(1), stroke=outline, class_="losing", **box))
    for cells in lines.values():
        if len(cells) > 1:
            parts.append(window.line(cells[0], cells[-1], stroke=outline, stroke_width=2, class_="segment"))
    return parts


def _pawn(solution: GridSolution, window: Window) -> list[str]:
    """Draw the pawn on the start, with lines to the cells that win."""
    here = solution.problem.start
    if not window.shows(*here):
        return []
    outline, parts = style.REGIONS[0].outline, []
    for x, y in solution.winning_moves(here):
        end = max(x, window.left), max(y, window.down)
        parts.append(window.line(here, end, stroke=outline, stroke_width=3, class_="move"))
    a, b = window.corner(*here)
    region = 0 if solution.outcome(here) == "win" else 1
    middle = a + SIDE / 2, b + SIDE / 2
    return [*parts, style.shape(Shape("circle", 7, 7), *middle, region, stroke_width=2.5, stroke_dasharray=None)]


def _standing(solution: GridSolution, cell: Cell) -> GridSolution:
    """Return the solution with the pawn on another cell."""
    return GridSolution(solution.problem.at(cell), solution.certificate, solution.solver)


board = by_class()


@board.register
def pawn_board(solution: GridSolution | GridGameSolution) -> Board:
    """Return the board of a pawn on a grid, or on the grid of a test.

    It shows the window in which the play begins, until the pawn leaves that.
    """

    def cell(position: Any) -> Cell:
        at: Cell = position if isinstance(solution, GridSolution) else position[1]
        return at

    def seen(track: Track) -> Window:
        window = _window_to(cell(track.positions[0]))
        here = cell(track.positions[-1])
        return window if window.shows(*here) else _window_to(here)

    def paint(track: Track) -> Picture:
        position = track.positions[-1]
        solved = solution if isinstance(solution, GridSolution) else solution.grid(position[0])
        return _board(solved, cell(position), seen(track), [cell(one) for one in track.last])

    def aim(track: Track, moves: Moves) -> list[Target]:
        window = seen(track)
        return [
            Target(*_shifted(window.corner(*move.move)), SIDE, SIDE, (name,))
            for name, move in moves.items()
            if window.shows(*move.move)
        ]

    keys = (
        style.Key("square", 1, "losing for the player to move"),
        style.Key("text", style.BLANK, "impassable", "■"),
    )
    return Board(paint, aim, keys)


def _shifted(place: tuple[float, float]) -> tuple[float, float]:
    """Return where something of a picture is on a board, which needs no room for a title."""
    return place[0] - SHIFT[0], place[1] - SHIFT[1]


def _window_to(start: Cell) -> Window:
    """Return the window of a play that begins in a cell: that cell at the upper right, and all or much below it."""
    left, down = (max(0, n + 2 - WINDOW) for n in start)
    return Window(left, down, max(8, start[0] + 2 - left), max(8, start[1] + 2 - down))


def _board(solution: GridSolution, at: Cell, window: Window, last: Sequence[Cell]) -> Picture:
    """Draw what a window shows of a grid with the pawn in a cell, and the cells of the last move."""
    (left, top), wide, high = ORIGIN, window.columns * SIDE, window.rows * SIDE
    paper = svg.element("rect", class_="paper", x=left, y=top, width=wide, height=high, fill="#ffffff")
    parts = [paper, *_paper(window)]
    for x, y in window.inside(solution.problem.impassable):
        a, b = window.corner(x, y)
        parts.append(svg.element("rect", class_="wall", x=a, y=b, width=SIDE, height=SIDE, fill="#3a3f45"))
    parts += _diagonals(solution, window)
    parts += [last_mark(*window.corner(*cell), SIDE, SIDE, 2) for cell in last if window.shows(*cell)]
    a, b = (side + SIDE / 2 for side in window.corner(*at))
    pawn = {"class_": "pawn", "data_key": "pawn", "data_at": f"{svg.number(a)} {svg.number(b)}"}
    parts.append(svg.element("circle", cx=a, cy=b, r=0.36 * SIDE, fill="#111418", **pawn))
    moved = svg.element("g", *parts, transform=f"translate({-SHIFT[0]:g} {-SHIFT[1]:g})")
    return document(left - SHIFT[0] + wide + 12, top - SHIFT[1] + high + 24, "a pawn on a grid", [moved])
