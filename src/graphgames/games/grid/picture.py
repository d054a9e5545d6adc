"""Pictures of the grid: a window with the losing cells on their diagonals."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError, require_test
from graphgames.draw import style, svg
from graphgames.draw.board import Board, Moves, Target, Track, document
from graphgames.draw.picture import Picture
from graphgames.games.grid.gridgame import GridGameSolution
from graphgames.games.grid.problem import BlockedGrid, Cell
from graphgames.games.grid.solution import GridSolution

WINDOW = 40
"""The grid is drawn through a window of at most so many columns and rows."""

SIDE = 20.0
ORIGIN = 52.0, 42.0
"""The side of a cell, and where the upper left corner of the window is."""

Corner = Callable[[int, int], tuple[float, float]]


@singledispatch
def picture(thing: Any) -> Picture:
    """Return the picture of a thing of this kind."""
    raise GameError(f"there is no picture of {type(thing).__name__}; solve it first")


@picture.register
def grid_picture(solution: GridSolution, around: object = None, radius: int | None = None) -> Picture:
    """Draw a window on a grid: impassable cells, losing cells on their diagonals, the start and its winning moves.

    Parameters
    ----------
    solution : GridSolution
        The solved grid.
    around : (int, int) or str, optional
        The cell in the middle; by default the window begins at (0, 0), or at the start if that is far away.
    radius : int, optional
        So many cells to either side.
    """
    board = solution.problem
    left, down, columns, rows = window(board, around, radius)
    height = rows * SIDE
    parts = [style.definitions()]
    title = f"{len(board.impassable)} impassable cells; columns {left} to {left + columns - 1}, "
    title += f"rows {down} to {down + rows - 1}"
    parts.append(svg.text(16, 24, title, 14, text_anchor="start", font_weight="bold"))
    origin, top = ORIGIN
    corner = corners(left, down, rows)
    parts += _paper(columns, rows, origin, top, left, down)
    for x, y in _inside(board.impassable, left, down, columns, rows):
        a, b = corner(x, y)
        title_of = svg.element("title", f"impassable ({x}, {y})")
        parts.append(svg.element("rect", title_of, x=a, y=b, width=SIDE, height=SIDE, fill="#3a3f45", class_="wall"))
    parts += _diagonals(solution, left, down, columns, rows, corner)
    parts += _pawn(solution, left, down, columns, rows, corner)
    width = max(origin + columns * SIDE + 24, 32 + svg.text_width(title, 14))
    keys = (
        style.Key("square", 1, "losing for the player to move"),
        style.Key("circle", 0, "the pawn"),
        style.Key("edge", 0, "a winning move"),
        style.Key("text", style.BLANK, "impassable", "■"),
    )
    entries, more = style.legend(keys, top + height + 26, width)
    return Picture(title, svg.document(width, top + height + 26 + more + 6, title, [*parts, *entries]))


@picture.register
def gridgame_picture(
    solution: GridGameSolution, test: int = 0, around: object = None, radius: int | None = None
) -> Picture:
    """Draw one test of GRIDGAME with the pawn on the first start that is asked for; see `grid_picture`."""
    require_test(test, solution.problem.tests)
    starts = solution.problem.test(test).starts.tolist()
    solved = solution.grid(test)
    if starts:
        solved = GridSolution(solved.problem.at(tuple(starts[0])), solved.certificate)
    return grid_picture(solved, around, radius)


def corners(left: int, down: int, rows: int) -> Corner:
    """Return the function from a cell to its upper left corner, in a window."""
    return lambda x, y: (ORIGIN[0] + (x - left) * SIDE, ORIGIN[1] + (rows - 1 - (y - down)) * SIDE)


def window(board: BlockedGrid, around: object, radius: int | None) -> tuple[int, int, int, int]:
    """Return the first column and row of the window, and how many there are."""
    half = WINDOW // 2 if radius is None else max(1, min(radius, WINDOW // 2))
    if around is not None:
        x, y = _cell_of(around)
        left, down = max(0, x - half), max(0, y - half)
        return left, down, x + half + 1 - left, y + half + 1 - down
    x, y = board.start
    if x < WINDOW and y < WINDOW:
        return 0, 0, max(8, x + 3), max(8, y + 3)
    return max(0, x - WINDOW + 3), max(0, y - WINDOW + 3), min(WINDOW, x + 3), min(WINDOW, y + 3)


def _cell_of(around: object) -> tuple[int, int]:
    """Read a cell: a pair, or a text such as ``3,4``."""
    pair = around.strip("() ").split(",") if isinstance(around, str) else around
    try:
        x, y = (int(number) for number in pair)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        raise GameError(f"{around!r} is no cell; expected its column and row, such as 3,4") from None
    if x < 0 or y < 0:
        raise GameError(f"there is no cell ({x}, {y}); coordinates are at least 0")
    return x, y


def _inside(cells: NDArray[Any], left: int, down: int, columns: int, rows: int) -> list[list[int]]:
    corner, far = np.array([left, down]), np.array([left + columns, down + rows])
    seen = np.unique(cells[((cells >= corner) & (cells < far)).all(axis=1)], axis=0)
    found: list[list[int]] = seen.tolist()
    return found


def _paper(columns: int, rows: int, origin: float, top: float, left: int, down: int) -> list[str]:
    """Draw the squared paper with the numbers of columns and rows."""
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


def _diagonals(solution: GridSolution, left: int, down: int, columns: int, rows: int, corner: Corner) -> list[str]:
    """Draw the losing cells of the window and a line along each of their segments."""
    losing, parts = solution.certificate, []
    look = style.REGIONS[1]
    walls = {tuple(cell) for cell in _inside(solution.problem.impassable, left, down, columns, rows)}
    lines: dict[int, list[tuple[int, int]]] = {}
    for y in range(down, down + rows):
        for x in range(left, left + columns):
            if (x, y) not in walls and losing.holds((x, y)):
                lines.setdefault(losing.up_to(x, y), []).append((x, y))
                a, b = corner(x, y)
                box = {"x": a + 1.5, "y": b + 1.5, "width": SIDE - 3, "height": SIDE - 3}
                name = svg.element("title", f"losing ({x}, {y})")
                parts.append(svg.element("rect", name, fill=style.fill(1), stroke=look.outline, class_="losing", **box))
    for cells in lines.values():
        if len(cells) > 1:
            (a, b), (c, d) = corner(*cells[0]), corner(*cells[-1])
            h = SIDE / 2
            d_line = f"M{svg.number(a + h)} {svg.number(b + h)}L{svg.number(c + h)} {svg.number(d + h)}"
            parts.append(svg.element("path", d=d_line, stroke=look.outline, stroke_width=2, class_="segment"))
    return parts


def _pawn(solution: GridSolution, left: int, down: int, columns: int, rows: int, corner: Corner) -> list[str]:
    """Draw the pawn on the start, with lines to the cells that win."""
    x, y = solution.problem.start
    if not (left <= x < left + columns and down <= y < down + rows):
        return []
    a, b = corner(x, y)
    h, parts = SIDE / 2, []
    for to in solution.winning_moves((x, y)):
        c, d = corner(max(to[0], left), max(to[1], down))
        line = f"M{svg.number(a + h)} {svg.number(b + h)}L{svg.number(c + h)} {svg.number(d + h)}"
        parts.append(svg.element("path", d=line, stroke=style.REGIONS[0].outline, stroke_width=3, class_="move"))
    region = 0 if solution.outcome((x, y)) == "win" else 1
    return [*parts, style.shape("circle", a + h, b + h, 7, region, stroke_width=2.5, stroke_dasharray=None)]


@singledispatch
def board(thing: Any) -> Board:
    """Return how a position of a thing of this kind looks on the page."""
    raise GameError(f"there is no board of {type(thing).__name__}")


@board.register
def grid_board(solution: GridSolution) -> Board:
    """Return the board of a pawn on a grid."""
    return _on_grid(lambda at: solution, lambda at: at)


@board.register
def gridgame_board(solution: GridGameSolution) -> Board:
    """Return the board of a pawn on the grid of a test."""
    return _on_grid(lambda at: solution.grid(at[0]), lambda at: at[1])


def _on_grid(solved: Callable[[Any], GridSolution], cell: Callable[[Any], Cell]) -> Board:
    """Return the board of a pawn on a grid: the window in which the play begins, until the pawn leaves it."""

    def seen(track: Track) -> tuple[int, int, int, int]:
        left, down, columns, rows = _window_at(cell(track.positions[0]))
        x, y = cell(track.positions[-1])
        return (left, down, columns, rows) if left <= x and down <= y else _window_at((x, y))

    def paint(track: Track) -> Picture:
        return _board_picture(solved(track.positions[0]), cell(track.positions[-1]), seen(track))

    def aim(track: Track, moves: Moves) -> list[Target]:
        left, down, columns, rows = seen(track)
        corner, targets = corners(left, down, rows), []
        for name, move in moves.items():
            x, y = move.move
            if left <= x < left + columns and down <= y < down + rows:
                targets.append(Target(*corner(x, y), SIDE, SIDE, (name,)))
        return targets

    return Board(paint, aim)


def _window_at(start: Cell) -> tuple[int, int, int, int]:
    """Return the window of a play that begins in a cell: no larger than needed, the cell in a corner."""
    left, down = (max(0, n + 2 - WINDOW) for n in start)
    return left, down, max(8, start[0] + 2 - left), max(8, start[1] + 2 - down)


def _board_picture(solution: GridSolution, at: Cell, seen: tuple[int, int, int, int]) -> Picture:
    """Draw what is seen of a grid with the pawn in a cell."""
    left, down, columns, rows = seen
    corner = corners(left, down, rows)
    origin, top = ORIGIN
    paper = {"x": origin, "y": top, "width": columns * SIDE, "height": rows * SIDE}
    parts = [svg.element("rect", class_="paper", fill="#ffffff", **paper)]
    parts += _paper(columns, rows, origin, top, left, down)
    for x, y in _inside(solution.problem.impassable, left, down, columns, rows):
        a, b = corner(x, y)
        parts.append(svg.element("rect", class_="wall", x=a, y=b, width=SIDE, height=SIDE, fill="#3a3f45"))
    parts += _diagonals(solution, left, down, columns, rows, corner)
    a, b = (side + SIDE / 2 for side in corner(*at))
    pawn = {"class_": "pawn", "data_key": "pawn", "data_at": f"{svg.number(a)} {svg.number(b)}"}
    parts.append(svg.element("circle", cx=a, cy=b, r=0.36 * SIDE, fill="#111418", **pawn))
    return document(origin + columns * SIDE + 12, top + rows * SIDE + 24, "a pawn on a grid", parts)
