"""Boards that look like boards: strips, the grid with its losing diagonals, piles and boxes of stones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log2
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError
from graphgames.draw import style, svg
from graphgames.draw.picture import Picture
from graphgames.games.grid.problem import BlockedGrid
from graphgames.games.grid.solution import GridSolution

CELL = 30.0
EDGE, HEAD = 44.0, 40.0
"""Strips, piles and boxes begin so far from the left; the first row so far from the top."""

MOST_ROWS = 12
"""Of an input with many tests so many are drawn under each other."""

WINDOW = 40
"""The grid is drawn through a window of at most so many columns and rows."""

_WIN, _LOSS = style.REGIONS[0].outline, style.REGIONS[1].outline

Corner = Callable[[int, int], tuple[float, float]]
Row = tuple[list[str], float, float]
"""Elements, width, height."""


def tests(count: int, test: int | None) -> Sequence[int]:
    """Return the tests to draw: the one asked for, or the first few.

    Raises
    ------
    GameError
        If there is no such test.
    """
    if test is None:
        return range(min(count, MOST_ROWS))
    if not 0 <= test < count:
        raise GameError(f"there is no test {test + 1}; the input has {count}")
    return (test,)


def stacked(title: str, rows: Sequence[Callable[[float], Row]], keys: Sequence[style.Key], left: int = 0) -> Picture:
    """Draw rows under each other, with a title and a legend; ``left`` tests are said to be left out."""
    parts = [style.definitions(), svg.text(16, 24, title, 14, text_anchor="start", font_weight="bold")]
    y, width = HEAD, max(360.0, 32 + svg.text_width(title, 14))
    for row in rows:
        drawn, wide, high = row(y)
        parts += drawn
        y, width = y + high, max(width, wide + 32)
    if left > 0:
        parts.append(svg.text(16, y + 14, f"... and {left} more tests", 11, text_anchor="start", fill=svg.FAINT))
        y += 22
    width = max(width, style.legend_width(keys))
    entries, more = style.legend(keys, y, width)
    return Picture(title, svg.document(width, y + more + 6, title, [*parts, *entries]))


def treblecross(solution: Any, test: int | None = None) -> Picture:
    """Draw boards of Treblecross: crosses, winning cells, and the cells where an X loses at once."""
    boards, cells = solution.problem.boards, solution.winning_cells
    chosen = tests(len(boards), test)
    first = solution.certificate.first
    runs = {k: solution.parts(k) if first[k] < first[k + 1] else [] for k in chosen}  # none where three are completed
    rows = [_strip_row(k, boards[k], set(cells[k]), _beside_crosses(boards[k]), runs[k]) for k in chosen]
    keys = (
        style.Key("square", 0, "an X here wins"),
        style.Key("square", 1, "an X here lets the other complete three"),
        style.Key("text", style.BLANK, "nimbers of the runs of safe cells", "n"),
    )
    return stacked("Treblecross", rows, keys, len(boards) - len(chosen) if test is None else 0)


def _beside_crosses(board: str) -> set[int]:
    """Return the empty cells, from 1, with an X at most two away."""
    crosses = [i for i, cell in enumerate(board) if cell == "X"]
    return {j + 1 for i in crosses for j in range(max(0, i - 2), min(len(board), i + 3)) if board[j] == "."}


def marked_strips(solution: Any, test: int | None = None) -> Picture:
    """Draw strips of X and O with the nimbers of their runs."""
    strips = solution.problem.strips
    chosen = tests(len(strips), test)
    rows = [_strip_row(k, strips[k], set(), set(), _placed_runs(solution, k)) for k in chosen]
    keys = (style.Key("text", style.BLANK, "nimbers of the runs of empty cells", "n"),)
    return stacked("Say Goodbye to Tic-Tac-Toe", rows, keys, len(strips) - len(chosen) if test is None else 0)


def _placed_runs(solution: Any, test: int) -> list[tuple[str, int]]:
    strip = solution.problem.strips[test]
    placed = []
    for (place, run), (_, nimber) in zip(solution.problem.rules(test).runs(strip), solution.parts(test), strict=True):
        first = place + 1 + (run[0] != ".")
        placed.append((f"cells {first} to {first + run.count('.') - 1}", nimber))
    return placed


def _strip_row(
    test: int, cells: str, winning: set[int], losing: set[int], runs: list[tuple[str, int]]
) -> Callable[[float], Row]:
    """Return what draws one strip, its runs named ``cells a to b``."""

    def row(top: float) -> Row:
        parts = [svg.text(16, top + 22, f"{test + 1}", 11, text_anchor="start", fill=svg.FAINT)]
        left, size = EDGE, cell_size(len(cells))
        for i, cell in enumerate(cells, 1):
            region = 0 if i in winning else 1 if i in losing else style.BLANK
            parts.append(_cell(left + (i - 1) * size, top + 4, size, cell, region, i))
        for words, nimber in runs:
            _, first, _, last = words.split()
            a, b = left + (int(first) - 1) * size + 3, left + int(last) * size - 3
            line = f"M{svg.number(a)} {svg.number(top + size + 9)}v4H{svg.number(b)}v-4"
            parts.append(svg.element("path", d=line, fill="none", stroke=svg.FAINT))
            parts.append(svg.text((a + b) / 2, top + size + 25, nimber, 11, class_="nimber"))
        return parts, left + len(cells) * size, size + (34 if runs else 14)

    return row


def cell_size(cells: int) -> float:
    """Return the side of a cell in a strip of so many."""
    return CELL if cells <= 40 else CELL / 2


def _cell(x: float, y: float, size: float, mark: str, region: int, number: int) -> str:
    look = style.REGIONS[region]
    box = svg.element(
        "rect",
        svg.element("title", f"cell {number}"),
        x=x,
        y=y,
        width=size,
        height=size,
        fill=style.fill(region),
        stroke=svg.INK if region == style.BLANK else look.outline,
        stroke_width=1 if region == style.BLANK else 1.6,
        class_="cell",
    )
    middle, r = (x + size / 2, y + size / 2), size * 0.28
    if mark == "X":
        d = f"M{svg.number(middle[0] - r)} {svg.number(middle[1] - r)}l{svg.number(2 * r)} {svg.number(2 * r)}"
        d += f"m0 {svg.number(-2 * r)}l{svg.number(-2 * r)} {svg.number(2 * r)}"
        box += svg.element("path", d=d, stroke=svg.INK, stroke_width=size / 10, fill="none", class_="cross")
    elif mark == "O":
        ring = {"fill": "none", "stroke": svg.INK, "stroke_width": size / 10}
        box += svg.element("circle", cx=middle[0], cy=middle[1], r=r, class_="ring", **ring)
    return box


def grid(solution: GridSolution, around: object = None, radius: int | None = None) -> Picture:
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


def gridgame(solution: Any, test: int = 0, around: object = None, radius: int | None = None) -> Picture:
    """Draw one test of GRIDGAME with the pawn on the first start that is asked for; see `grid`."""
    tests(solution.problem.tests, test)
    starts = solution.problem.test(test).starts.tolist()
    solved = solution.grid(test)
    if starts:
        solved = GridSolution(solved.problem.at(tuple(starts[0])), solved.certificate)
    return grid(solved, around, radius)


SIDE = 20.0
ORIGIN = 52.0, 42.0
"""Of the grid: the side of a cell, and where the upper left corner of the window is."""


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
        parts.append(svg.element("path", d=line, stroke=_WIN, stroke_width=3, class_="move"))
    region = 0 if solution.outcome((x, y)) == "win" else 1
    return [*parts, style.shape("circle", a + h, b + h, 7, region, stroke_width=2.5, stroke_dasharray=None)]


def piles(solution: Any, test: int | None = None) -> Picture:
    """Draw halving piles as columns of stones, large ones by their number alone, each with its nimber."""
    problem = solution.problem
    chosen = tests(len(problem), test)
    rows = [_pile_row(k, problem.rules(k).start, solution) for k in chosen]
    keys = (style.Key("text", style.BLANK, "below each pile: stones, and in brackets the nimber", "n"),)
    title = getattr(problem, "title", "Playing With Stones")
    return stacked(title, rows, keys, len(problem) - len(chosen) if test is None else 0)


HIGH, MOST_PILES = 20, 16
"""A pile is drawn no higher, and so many of them."""

STONE = 5.0


def pile_width(pile: int) -> float:
    """Return how wide the column of a pile is."""
    return max(34.0, svg.text_width(str(pile), 10) + 14)


def pile_room(piles: Sequence[int]) -> float:
    """Return how high the stones of piles can stand; their floor is 20 below that."""
    return min(max((*piles[:MOST_PILES], 1)), HIGH) * STONE + 14


def box_width(size: int, stones: int) -> float:
    """Return how wide the column of a box is."""
    return max(40.0, svg.text_width(f"{stones}/{size}", 10) + 12)


BOX_ROOM = 70.0


def _pile_row(test: int, start: Sequence[int], solution: Any) -> Callable[[float], Row]:
    def row(top: float) -> Row:
        shown = start[:MOST_PILES]
        tall = pile_room(shown)
        parts, x = [_heading(test, solution, top)], EDGE
        for pile in shown:
            wide = pile_width(pile)
            floor, middle = top + 20 + tall, x + wide / 2
            count = pile if pile <= HIGH else HIGH
            for k in range(count):
                stone = {"cx": middle, "cy": floor - STONE * k - 3, "rx": 11, "ry": 3.2, "fill": _stone(pile, k)}
                parts.append(svg.element("ellipse", stroke="#ffffff", stroke_width=0.8, class_="stone", **stone))
            parts.append(svg.text(middle, floor + 14, pile, 10))
            parts.append(
                svg.text(middle, floor + 27, f"({solution.nimber(test, (pile,))})", 10, fill=_WIN, class_="nimber")
            )
            x += wide
        return [*parts, *_rest(len(start), x, top + tall)], x, tall + 60

    return row


def _stone(pile: int, k: int) -> str:
    """Return the colour of a stone; in a pile that is higher than can be drawn the middle ones fade."""
    return "#c9cdd2" if pile > HIGH and 8 <= k < 12 else "#5b6470"


def boxes(solution: Any, test: int | None = None) -> Picture:
    """Draw boxes by how full they are, on a logarithmic scale, each with its nimber."""
    problem = solution.problem
    chosen = tests(len(problem), test)
    rows = [_box_row(k, problem.rules(k).start, solution) for k in chosen]
    keys = (style.Key("text", style.BLANK, "below each box: stones / size, and in brackets the nimber", "n"),)
    return stacked("Stone Game", rows, keys, len(problem) - len(chosen) if test is None else 0)


def _box_row(test: int, start: Sequence[tuple[int, int]], solution: Any) -> Callable[[float], Row]:
    def row(top: float) -> Row:
        parts, x, high = [_heading(test, solution, top)], EDGE, BOX_ROOM
        for size, stones in start[:MOST_PILES]:
            words, wide = f"{stones}/{size}", box_width(size, stones)
            tall = 18 + (high - 18) * min(1.0, log2(size + 1) / 20)
            full = tall * (stones / size if size else 1)
            floor, left = top + 22 + high, x + wide / 2 - 13
            parts.append(
                svg.element("rect", x=left, y=floor - full, width=26, height=full, fill="#9aa4b0", class_="stones")
            )
            outline = {"x": left, "y": floor - tall, "width": 26, "height": tall, "fill": "none", "stroke": svg.INK}
            parts.append(svg.element("rect", class_="box", stroke_width=1.6, **outline))
            parts.append(svg.text(x + wide / 2, floor + 14, words, 10))
            nimber = solution.nimber(test, ((size, stones),))
            parts.append(svg.text(x + wide / 2, floor + 27, f"({nimber})", 10, fill=_WIN, class_="nimber"))
            x += wide
        return [*parts, *_rest(len(start), x, top + high)], x, high + 62

    return row


def _heading(test: int, solution: Any, top: float) -> str:
    wins = bool(solution.wins[test])
    words = f"test {test + 1}: nim-sum {solution.nim_sums[test]}, the player to move {'wins' if wins else 'loses'}"
    look = {"fill": _WIN if wins else _LOSS, "font_weight": "bold", "class_": "verdict"}
    return svg.text(16, top + 12, words, 11, text_anchor="start", **look)


def _rest(count: int, x: float, y: float) -> list[str]:
    more = count - MOST_PILES
    return [svg.text(x + 10, y, f"... {more} more", 10, text_anchor="start")] if more > 0 else []
