"""An index of the boards on which two sides have certain numbers of men, each side as bits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from graphgames.games.tables.index import Digits, Ints, Words


class TwoSides:
    """The boards of rows of points with men of two sides, by totals such as how many men each side has.

    A row is a letter, and a board is a word whose letters have the totals. The men of a side are bits, row by row.

    Parameters
    ----------
    rows : sequence of ndarray of int, each of shape (3^points, d)
        For each row what the ways to fill it add to the totals; `men_of` counts the men. Rows have at most eight
        points, all but the last as many, and a board has at most 64.
    most : sequence of int, length d
        The largest totals. What adds more is never on a board.

    Examples
    --------
    >>> boards = TwoSides([men_of(8), men_of(1)], (3, 3))
    >>> boards.size((2, 1))  # 9 over 2, times 7
    252
    >>> own, other = boards.unrank((2, 1), np.arange(252))
    >>> f"{own[0]:09b} {other[0]:09b}", bool((boards.rank((2, 1), own, other) == np.arange(252)).all())
    ('000000011 100000000', True)
    >>> boards.read("XX......O", "XO"), boards.text(3, 256, "XO")
    ((3, 256), 'XX......O')
    """

    def __init__(self, rows: Sequence[Ints], most: Sequence[int]):
        self._words = Words(rows, most)
        widths = [round(np.log(len(row)) / np.log(3)) for row in rows]
        *firsts, self.points = np.cumsum([0, *widths]).tolist()
        self._firsts, self._row = np.array(firsts)[:, None], (1 << widths[0]) - 1

    def size(self, total: tuple[int, ...]) -> int:
        """Return how many boards have the totals."""
        possible = all(0 <= number <= most for number, most in zip(total, self._words.most, strict=True))
        return self._words.of(total).size if possible else 0

    def rank(self, total: tuple[int, ...], own: Ints, other: Ints, exchanged: bool = False) -> Ints:
        """Return the numbers of boards, all with the same totals; ``exchanged`` ones are counted on, as in `parts`."""
        mine, theirs = (men >> self._firsts & self._row for men in (own, other))
        letters = _base3().take(mine) + 2 * _base3().take(theirs)
        numbers = self._words.of(total).rank(letters.T)
        return numbers + self.size(total) if exchanged else numbers

    def unrank(self, total: tuple[int, ...], numbers: Ints) -> tuple[Ints, Ints]:
        """Return the men of the sides on the boards that have these numbers."""
        letters = self._words.of(total).unrank(numbers)
        own, other = (np.bitwise_or.reduce(men.take(letters.T) << self._firsts) for men in _men())
        return own, other

    def parts(self, total: tuple[int, int], numbers: Ints) -> Iterator[tuple[Ints, tuple[int, int], Ints, Ints]]:
        """Yield the boards that have these numbers, in the one or two parts with the same men each.

        A part is its rows among the numbers, the men of both sides, and where these stand. Numbers from the size on are
        those of boards on which the first side has the second number of men.
        """
        exchanged, numbers = np.divmod(numbers, self.size(total))
        for part, counts in enumerate((total, total[::-1])):
            if (rows := np.flatnonzero(exchanged == part)).size:
                yield rows, counts, *self.unrank(counts, numbers[rows])

    def read(self, text: str, sides: str) -> tuple[int, int]:
        """Return the men of the two sides on a board, which is written point by point with their signs and dots.

        Raise `ValueError` if it is none.
        """
        if len(text) != self.points or set(text) - {*sides, "."}:
            raise ValueError(f"expected {self.points} points, each . or one of {sides}")
        own, other = (sum(1 << p for p, man in enumerate(text) if man == side) for side in sides)
        return own, other

    def text(self, own: int, other: int, sides: str) -> str:
        """Return a board as text, the converse of `read`."""
        return "".join(sides[0] if own >> p & 1 else sides[1] if other >> p & 1 else "." for p in range(self.points))


def men_of(points: int) -> Ints:
    """Return how many men each side has in a row of points, shape (3^points, 2), for each way to fill it.

    The ways are numbers in base 3, of which the first point is the last digit: 1 the first side, 2 the other.

    >>> men_of(2)[[0, 1, 5]].tolist()  # none; one of the first side; one each
    [[0, 0], [1, 0], [1, 1]]
    """
    cells = _cells()[: 3**points]
    return np.stack([(cells == man).sum(axis=1) for man in (1, 2)], axis=1)


@cache
def _cells() -> Ints:
    """Return what stands on each of eight points, shape (3^8, 8), for each way to fill them."""
    return Digits(*[3] * 8).unrank(np.arange(3**8))[:, ::-1]


@cache
def _men() -> list[Ints]:
    """Return the men of each side as bits, for each way to fill eight points."""
    return [((_cells() == man) << np.arange(8)).sum(axis=1) for man in (1, 2)]


@cache
def _base3() -> Ints:
    """Return the number in base 3 whose digits are the bits of a number."""
    return np.array([int(f"{mask:b}", 3) for mask in range(256)])
