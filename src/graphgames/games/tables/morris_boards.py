"""Boards of Nine Men's Morris as arrays: their numbers, and the moves of many at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import numpy as np

from graphgames.games.tables.index import Ints
from graphgames.games.tables.indexed_rules import LOSS, Batch
from graphgames.games.tables.points import Points
from graphgames.games.tables.two_sides import TwoSides, men_of

Tier = tuple[int, int, int]
"""Men to be placed; of the player to move on the board; of the other. After the placing the larger number first."""


class Boards:
    """The boards of a drawing with up to so many men of each player; points are bits, row by row from the top.

    ``men`` are those to be placed, then those of the player to move and of the other, on the board.
    """

    def __init__(self, points: Points, most: int, flying: bool):
        many = len(points.places)
        self.points, self.flying = points, flying
        self.bits = [1 << point for point in range(many)]
        self.mills = [sum(self.bits[point] for point in mill) for mill in points.rows]
        self.sides = TwoSides([men_of(min(8, many - first)) for first in range(0, many, 8)], (most, most))

    def ways(self, left: int, men: int) -> Iterator[tuple[int, int]]:
        """Yield the points from and to which a player with so many men can go, as bits; from 0 if one is placed."""
        bits = self.bits
        if men + (left + 1) // 2 < 3:
            return
        if left:
            yield from ((0, end) for end in bits)
        elif self.flying and men == 3:
            yield from permutations(bits, 2)
        else:
            yield from ((bits[begin], bits[end]) for begin, end in sorted(self.points.lines))

    def size(self, tier: Tier) -> int:
        """Return the number of boards; after the placing either player may be the one to move."""
        left, a, b = tier
        return self.sides.size((a, b)) * (1 if left or a == b else 2)

    def rank(self, men: Tier, own: Ints, other: Ints) -> tuple[Tier, Ints]:
        """Return the tier and the numbers of boards, all with so many men."""
        tier = tier_of(*men)
        return tier, self.sides.rank(men[1:], own, other, exchanged=tier != men)

    def expand(self, batch: Batch) -> None:
        """Place or move a man, and take men of the other player where that closes a mill."""
        left, *men = batch.tier
        for rows, (a, b), own, other in self.sides.parts(tuple(men), batch.index):
            if not any(self.ways(left, a)):
                batch.code[rows] = LOSS
            safe = np.bitwise_or.reduce([np.where(other & mill == mill, mill, 0) for mill in self.mills])
            takable = np.where(other & ~safe, other & ~safe, other)
            for begin, end in self.ways(left, a):
                here = np.flatnonzero((own & begin == begin) & ((own | other) & end == 0))
                moved = own[here] ^ begin ^ end
                closed = self._closes(moved, end)
                self._move(batch, (left, b, a), rows[here[~closed]], other[here[~closed]], moved[~closed])
                here, moved = here[closed], moved[closed]
                for man in self.bits if here.size else ():
                    some = np.flatnonzero(takable[here] & man)
                    self._move(batch, (left, b - 1, a), rows[here[some]], other[here[some]] ^ man, moved[some])

    def retract(self, batch: Batch) -> None:
        """Move men of the other player back, if they have closed no mill."""
        left, *men = batch.tier
        for rows, (a, b), own, other in self.sides.parts(tuple(men), batch.index) if left == 0 else ():
            for begin, end in self.ways(0, b):
                here = np.flatnonzero((other & end == end) & ((own | other) & begin == 0))
                here = here[~self._closes(other[here], end)]
                self._move(batch, (0, b, a), rows[here], other[here] ^ begin ^ end, own[here])

    def _move(self, batch: Batch, men: Tier, rows: Ints, own: Ints, other: Ints) -> None:
        """Add the move of some rows to boards as the next player sees them; ``men`` are those before one is placed."""
        left, a, b = men
        if rows.size:
            tier, numbers = self.rank((max(0, left - 1), a, b + (left > 0)), own, other)
            batch.move(tier, numbers, rows)

    def _closes(self, boards: Ints, end: int) -> Any:
        """Return on which boards of a player a point is in a mill."""
        return np.any([boards & mill == mill for mill in self.mills if mill & end], axis=0)


def tier_of(left: int, a: int, b: int) -> Tier:
    """Return the tier of so many men."""
    return (left, a, b) if left else (0, max(a, b), min(a, b))
