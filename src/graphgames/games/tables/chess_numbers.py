"""The numbers of boards of chess with few men, of mirror images one.

A tier is certain men; their squares are an array of shape (men, boards), and 0 is a1, 7 is h1. The number of a board is
that of the one of its mirror images that has the least: White's king is in a triangle, or in a half if there are pawns.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from graphgames.games.tables.index import Digits, Ints
from graphgames.games.tables.squares import Men

Tier = str
"""The men, White's first: ``"KQk"``."""

ORDER = "KQRBNPkqrbn"
TRIANGLE = np.array([s for s in range(64) if s % 8 < 4 and s // 8 <= s % 8])
HALF = np.array([s for s in range(64) if s % 8 < 4])


def numbers_of(tier: Tier, side: Any, squares: Ints) -> Ints:
    """Return the numbers of boards: of that among their mirror images which has the least."""
    squares = np.where(squares[0] % 8 > 3, squares ^ 7, squares)
    if "P" in tier:
        return _number(tier, side, squares)
    squares = np.where(squares[0] >= 32, squares ^ 56, squares)
    file, row = squares[0] & 7, squares[0] >> 3
    turned = squares >> 3 | (squares & 7) << 3
    squares = np.where(row > file, turned, squares)
    numbers = _number(tier, side, squares)
    both = np.flatnonzero(row == file)
    some = side if np.ndim(side) == 0 else side[both]
    numbers[both] = np.minimum(numbers[both], _number(tier, some, turned[:, both]))
    return numbers


def number_of(men: Men, side: int) -> int:
    """Return the number of one board: the least of those of its mirror images with White's king in its place."""
    kings, images = (_HALVES, _IMAGES[:2]) if "P" in men.values() else (_CORNERS, _IMAGES)
    ordered = sorted(men.items(), key=lambda man: _RANK[man[1]])
    at, found = ordered[0][0], list[int]()
    for image in images:
        king = kings.get(image[at])
        if king is not None:
            number = side * len(kings) + king
            squares = [image[square] for square, _ in ordered[1:]]
            for k in range(1, len(squares)):
                if ordered[k][1] == ordered[k + 1][1] and squares[k - 1] > squares[k]:  # two like men
                    squares[k - 1], squares[k] = squares[k], squares[k - 1]
            for square in squares:
                number = 64 * number + square
            found.append(number)
    return min(found)


_RANK = {man: rank for rank, man in enumerate(ORDER)}
_CORNERS, _HALVES = ({square: k for k, square in enumerate(kings.tolist())} for kings in (TRIANGLE, HALF))
_IMAGES = [
    [turned ^ mirror for turned in order]
    for order in (range(64), [square >> 3 | (square & 7) << 3 for square in range(64)])
    for mirror in (0, 7, 56, 63)
]
"""Where each square goes in the mirror images of a board, first in those that leave its rows where they are."""


def _number(tier: Tier, side: Any, squares: Ints) -> Ints:
    king = np.searchsorted(HALF if "P" in tier else TRIANGLE, squares[0])
    rest = squares[1:]
    for man in set(tier):
        if tier.count(man) > 1:  # two like men may be exchanged
            rest = rest.copy()
            first = tier.index(man) - 1
            rest[first : first + 2] = np.sort(rest[first : first + 2], axis=0)
    return digits(tier).rank(np.stack([np.broadcast_to(side, king.shape), king, *rest], axis=-1))


def squares_of(tier: Tier, numbers: Ints) -> tuple[Ints, Ints]:
    """Return who is to move on boards, and the squares of the men, shape (men, boards)."""
    side, king, *rest = digits(tier).unrank(numbers).T
    return side, np.stack([(HALF if "P" in tier else TRIANGLE).take(king), *rest])


@cache
def digits(tier: Tier) -> Digits:
    """Return the index of who is to move, where White's king is, and where the others are."""
    return Digits(2, HALF.size if "P" in tier else TRIANGLE.size, *[64] * (len(tier) - 1))


def in_order(men: Iterable[str]) -> Tier:
    """Return the tier of some men."""
    return "".join(sorted(men, key=ORDER.index))
