"""Boards of points with lines between them, read from a drawing."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

STROKES = {(1, 0): "-", (0, 1): "|", (1, 1): "\\", (-1, 1): "/"}
"""What a line is drawn with, by the columns to the right and rows down that it goes."""


class Points:
    """The points ``o`` of a drawing, row by row from the top, and the lines between them.

    >>> board = Points('''
    ... o---o
    ... |   |
    ... o-o-o
    ... ''')
    >>> board.rows
    [(2, 3, 4)]
    >>> sorted(board.lines)
    [(0, 1), (0, 2), (1, 0), (1, 4), (2, 0), (2, 3), (3, 2), (3, 4), (4, 1), (4, 3)]
    >>> print(board.text("X.O.."))
    X---.
    |   |
    O-.-.
    """

    def __init__(self, drawing: str):
        self._drawing = drawing.strip("\n")
        cells = {(x, y): sign for y, line in enumerate(self._drawing.split("\n")) for x, sign in enumerate(line)}
        points = [at for at, sign in cells.items() if sign == "o"]
        self.places = [(x // 2, y // 2) for x, y in points]
        """The column and the row of each point; there is room for a line between two."""
        self._ways: list[list[int]] = []
        for (x, y), stroke in STROKES.items():
            follows = {}
            for place, (column, row) in enumerate(points):
                at = column + x, row + y
                while cells.get(at) == stroke:
                    at = at[0] + x, at[1] + y
                if at != (column + x, row + y) and cells.get(at) == "o":
                    follows[place] = points.index(at)
            for first in follows.keys() - follows.values():
                way = [first]
                while way[-1] in follows:
                    way.append(follows[way[-1]])
                self._ways.append(way)

    def text(self, men: str) -> str:
        """Return the drawing with a man, or a sign for none, on each point."""
        signs = iter(men)
        return "".join(next(signs) if sign == "o" else sign for sign in self._drawing)

    @cached_property
    def lines(self) -> set[tuple[int, int]]:
        """The pairs of neighbours, both ways."""
        pairs = [pair for way in self._ways for pair in pairwise(way)]
        return {*pairs, *((b, a) for a, b in pairs)}

    @cached_property
    def rows(self) -> list[tuple[int, ...]]:
        """The lines of three points."""
        return [tuple(way) for way in self._ways if len(way) == 3]


MORRIS = {
    "three": r"""
o-o-o
|\|/|
o-o-o
|/|\|
o-o-o
""",
    "six": """
o---o---o
|   |   |
| o-o-o |
| |   | |
o-o   o-o
| |   | |
| o-o-o |
|   |   |
o---o---o
""",
    "nine": """
o-----o-----o
|     |     |
| o---o---o |
| |   |   | |
| | o-o-o | |
| | |   | | |
o-o-o   o-o-o
| | |   | | |
| | o-o-o | |
| |   |   | |
| o---o---o |
|     |     |
o-----o-----o
""",
}
"""The boards of Three, Six and Nine Men's Morris."""
