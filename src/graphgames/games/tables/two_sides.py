"""An index of the boards on which two sides have certain numbers of men, each side as bits."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from graphgames.games.tables.index import Digits, Ints, Words


class TwoSides:
    """The boards of some points with men of two sides, at most ``most`` of each, by how many there are of each.

    Eight points are a letter, and a board is a word whose letters have that many men of each side in all.

    Examples
    --------
    >>> boards = TwoSides(9, 3)
    >>> boards.size((2, 1))  # 9 over 2, times 7
    252
    >>> own, other = boards.unrank((2, 1), np.arange(252))
    >>> f"{own[0]:09b} {other[0]:09b}", bool((boards.rank((2, 1), own, other) == np.arange(252)).all())
    ('000000011 100000000', True)
    """

    def __init__(self, points: int, most: int):
        self._firsts = range(0, points, 8)
        counts = np.stack([(men[:, None] >> np.arange(8) & 1).sum(axis=1) for men in self._men], axis=1)
        self._words = Words([counts[: 3 ** min(8, points - first)] for first in self._firsts], (most, most))

    def size(self, counts: tuple[int, int]) -> int:
        """Return how many boards have so many men."""
        return self._words.of(counts).size

    def rank(self, counts: tuple[int, int], own: Ints, other: Ints) -> Ints:
        """Return the numbers of boards, all with so many men."""
        base3 = self._base3
        letters = [base3.take(own >> first & 255) + 2 * base3.take(other >> first & 255) for first in self._firsts]
        return self._words.of(counts).rank(np.stack(letters, axis=1))

    def unrank(self, counts: tuple[int, int], numbers: Ints) -> tuple[Ints, Ints]:
        """Return the men of the sides on the boards that have these numbers."""
        letters = self._words.of(counts).unrank(numbers)
        parts = [[men.take(letters[:, i]) << first for i, first in enumerate(self._firsts)] for men in self._men]
        return np.bitwise_or.reduce(parts[0]), np.bitwise_or.reduce(parts[1])

    def size_either(self, counts: tuple[int, int]) -> int:
        """Return how many boards have so many men of one side and so many of the other, whichever has which."""
        return self.size(counts) * (1 if counts[0] == counts[1] else 2)

    def rank_either(self, counts: tuple[int, int], own: Ints, other: Ints) -> Ints:
        """Return the numbers of boards among these; where the first side has more men they come first."""
        return self.rank(counts, own, other) + (self.size(counts) if counts[0] < counts[1] else 0)

    def unrank_either(self, counts: tuple[int, int], numbers: Ints) -> tuple[Ints, Ints, Ints]:
        """Return whether the first side has the second number of men, and the men of the sides."""
        second, numbers = np.divmod(numbers, self.size(counts))
        own, other = self.unrank(counts, numbers)
        turned = np.flatnonzero(second)
        own[turned], other[turned] = self.unrank(counts[::-1], numbers[turned])
        return second, own, other

    @cached_property
    def _base3(self) -> Ints:
        """The number in base 3 whose digits are the bits of a number."""
        return np.array([int(f"{mask:b}", 3) for mask in range(256)])

    @cached_property
    def _men(self) -> list[Ints]:
        """The men of the sides, as bits, by letter."""
        cells = Digits(*[3] * 8).unrank(np.arange(3**8))[:, ::-1]
        return [((cells == man) << np.arange(8)).sum(axis=1) for man in (1, 2)]
