"""Boards of squares: their text in the notation of Forsyth and Edwards, and the lines along which men go.

A square is a number, row by row from below: on eight by eight 0 is a1, 7 is h1. Men are letters by their squares.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

Men = dict[int, str]
"""The man on each taken square."""

Step = tuple[int, int]
"""Columns to the right and rows up."""

STRAIGHT: tuple[Step, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1), (-1, 1), (-1, -1))

DOTS = str.maketrans({str(n): "." * n for n in range(1, 10)})


@dataclass(frozen=True)
class Squares:
    """A board of ``width`` by ``height`` squares.

    >>> board = Squares(3, 3)
    >>> board.men("k2/3/2K")
    {6: 'k', 2: 'K'}
    >>> board.text({6: "k", 2: "K"})
    'k2/3/2K'
    >>> board.lines(STRAIGHT, 2)[0]  # from the corner at the bottom on the left
    [(1, 2), (3, 6)]
    >>> board.rows(3)[:3]
    [(0, 1, 2), (0, 3, 6), (0, 4, 8)]
    """

    width: int
    height: int
    falling: bool = False
    """Whether rows are named from above."""

    def name(self, square: int) -> str:
        """Return the name of a square, such as ``a1``."""
        return self._names[square]

    @cached_property
    def _names(self) -> list[str]:
        rows = range(self.height, 0, -1) if self.falling else range(1, self.height + 1)
        return [f"{chr(ord('a') + column)}{row}" for row in rows for column in range(self.width)]

    def men(self, text: str) -> Men:
        """Return the men of a board, the upper rows first; raise `ValueError` if it is none of this size."""
        found, at = {}, self.width * self.height
        rows = text.split("/")
        for row in rows:
            at -= self.width
            square = at
            for man in row:
                if man in _EMPTY:
                    square += _EMPTY[man]
                else:
                    found[square] = man
                    square += 1
            if square != at + self.width:
                at = 1
                break
        if at or len(rows) != self.height:
            raise ValueError(f"expected {self.height} rows of {self.width} squares")
        return found

    def text(self, men: Mapping[int, str]) -> str:
        """Return the text of a board."""
        cells = ["."] * (self.width * self.height)
        for square, man in men.items():
            cells[square] = man
        whole = "".join(cells)
        return "/".join([_packed(whole[at : at + self.width]) for at in self._begins])

    @cached_property
    def _begins(self) -> range:
        """The first square of each row, from above."""
        return range(self.width * (self.height - 1), -1, -self.width)

    def shifted(self, step: Step) -> list[int]:
        """Return the square that a step leads to from each, -1 beside the board."""
        x, y = step
        return [
            self.width * (row + y) + column + x if 0 <= column + x < self.width and 0 <= row + y < self.height else -1
            for row in range(self.height)
            for column in range(self.width)
        ]

    def lines(self, steps: Iterable[Step], far: int = 1) -> list[list[tuple[int, ...]]]:
        """Return for each square the squares in a line from there, one line for each step, up to so many steps long."""
        found: list[list[tuple[int, ...]]] = [[] for _ in range(self.width * self.height)]
        for shifted in map(self.shifted, steps):
            for square, lines in enumerate(found):
                line: list[int] = []
                end = shifted[square]
                while end >= 0 and len(line) < far:
                    line.append(end)
                    end = shifted[end]
                lines += [tuple(line)] * bool(line)
        return found

    def rows(self, many: int) -> list[tuple[int, ...]]:
        """Return the rows of so many squares, straight and diagonal."""
        lines = self.lines(((1, 0), (0, 1), (1, 1), (1, -1)), many - 1)
        return [(square, *line) for square, some in enumerate(lines) for line in some if len(line) == many - 1]


@lru_cache(1 << 12)
def _packed(row: str) -> str:
    """Return a row with a number for the empty squares beside each other."""
    return re.sub(r"\.+", lambda found: str(len(found[0])), row)


_EMPTY = {".": 1} | {str(many): many for many in range(1, 10)}
"""How many empty squares a character of a board stands for."""


def rows_of(text: str) -> list[str]:
    """Return the rows of a board from the top, with a dot for each empty square.

    >>> rows_of("gle/1c1/1C1/ELG")
    ['gle', '.c.', '.C.', 'ELG']
    """
    return text.translate(DOTS).split("/")


def seen(men: Mapping[int, str], lines: Iterable[Sequence[int]]) -> Iterator[int]:
    """Yield the squares on some lines, each up to the first man."""
    for line in lines:
        for square in line:
            yield square
            if square in men:
                break


def gone(men: Mapping[int, str], after: Mapping[int, str]) -> tuple[int, int]:
    """Return from where and to where the man of a move has gone, by the men before and after; from -1 if he is new.

    >>> gone({6: "k", 2: "K"}, {6: "k", 5: "K"})
    (2, 5)
    """
    (end,) = [square for square, man in after.items() if men.get(square) != man]
    return next((square for square in men if square not in after), -1), end
