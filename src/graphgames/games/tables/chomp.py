"""Chomp: who bites takes a square of the bar and all that lies above and to the right of it; one square is poisoned.

What is left of the bar is a path between its corners, a word of as many steps across as there are columns. D. Gale,
*A curious Nim-type game*, American Mathematical Monthly 81 (1974): the first player wins, and no one knows how.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from graphgames.draw import pieces, svg
from graphgames.draw.places import Place, PlaceBoard, grid, square
from graphgames.games.tables.index import Ints, Words
from graphgames.games.tables.indexed_rules import Batch, IndexedRules, option

Bar = tuple[int, ...]


def _board(rules: Chomp) -> PlaceBoard:
    """Return a bar of chocolate."""
    return PlaceBoard(
        rules.title,
        grid(rules.width, rules.height),
        men=lambda position: {
            square(c, r): "chocolate" if c + r else "poison" for r, n in enumerate(position) for c in range(n)
        },
        man=_chocolate,
        ground=[
            svg.element("rect", class_="bar taken", x=x + 1.5, y=y + 1.5, width=51.0, height=51.0, rx=5, fill="#eceef0")
            for x, y, *_ in grid(rules.width, rules.height).values()
        ],
        touched=lambda position, after: [square(*rules.bitten(position, after))],
        glides=False,
    )


def _chocolate(look: str, place: Place) -> str:
    """Draw a square of the bar."""
    parts = []
    for inset, fill in ((1.5, "#5a3418"), (7.0, "#74471f")):
        side = place.width - 2 * inset
        parts.append(
            svg.element("rect", x=place.x + inset, y=place.y + inset, width=side, height=side, rx=5, fill=fill)
        )
    return "".join(parts) + (pieces.cross(*place.middle, 0.5 * place.r, "#ffd43b") if look == "poison" else "")


@dataclass(frozen=True)
class Chomp(IndexedRules):
    """A position is the squares left in each row, from the bottom; a tier has so many squares. The last one loses."""

    name = "chomp"
    title = "Chomp"
    rule = (
        "A move takes a square of the bar and all above and to the right of it; whoever must take the last one, the "
        "poisoned square, loses. Rows are counted from the bottom, where that square is."
    )
    written = "the squares in each row, from the bottom"
    ends = ("only the poisoned square is left", "")
    aims = ("to leave the other player the poisoned square",) * 2
    width: int = option(7, 1, 24, "columns")
    height: int = option(6, 1, 24, "rows")
    board = _board

    @property
    def start(self) -> Bar:
        """The whole bar."""
        return (self.width,) * self.height

    def moves(self, position: Bar) -> Sequence[Bar]:
        """Return the positions after each bite, but for the one that takes the poisoned square."""
        return [
            (*position[:row], *(min(length, column) for length in position[row:]))
            for row in range(self.height)
            for column in range(row == 0, position[row])
        ]

    def parse(self, text: str) -> Any:
        """Return the position; rows of which nothing is left need not be typed."""
        position = super().parse(text)
        if isinstance(position, int):
            position = (position,)
        return position + (0,) * (self.height - len(position)) if isinstance(position, tuple) else position

    def render(self, position: Bar) -> str:
        """Return the bar; the poisoned square is below on the left."""
        rows = ["# " * length + ". " * (self.width - length) for length in position]
        return "\n".join(row.rstrip() for row in ["x" + rows[0][1:], *rows[1:]][::-1])

    def move_name(self, position: Bar, after: Bar) -> str:
        """Return the square that is bitten at, counted from the poisoned one."""
        column, row = self.bitten(position, after)
        return f"row {row + 1}, column {column + 1}"

    def bitten(self, position: Bar, after: Bar) -> tuple[int, int]:
        """Return the column and the row of that square, from 0."""
        row = next(row for row in range(self.height) if position[row] != after[row])
        return after[row], row

    def passed(self, position: Bar) -> Bar:
        """Return the position itself: both players have the same moves."""
        return position

    def children(self, tier: int) -> Iterable[int]:
        """Return the tiers with fewer squares."""
        return range(1, tier)

    def size(self, tier: int) -> int:
        """Return the number of bars with so many squares."""
        return self._words.of(self._total(tier)).size

    def rank(self, position: Bar) -> tuple[int, int]:
        """Return the squares, and the number of the bar."""
        tier = sum(position)
        if len(position) != self.height or list(position) != sorted(position, reverse=True):
            raise ValueError("no row is longer than the one below")
        return tier, int(self._words.of(self._total(tier)).rank(self._drops(np.array(position))))

    def unrank(self, tier: int, index: int) -> Bar:
        return tuple(self._rows(self._words.of(self._total(tier)).unrank(index)).tolist())

    def expand(self, batch: Batch) -> None:
        """Bite at every square but the poisoned one."""
        rows = self._rows(self._words.of(self._total(batch.tier)).unrank(batch.index))
        batch.end("loss", np.full(batch.index.size, batch.tier == 1))
        offsets = np.array([batch.space.offset.get(tier, 0) for tier in range(batch.tier)])
        moves = []
        for row, column in product(range(self.height), range(self.width)):
            if row + column and (row + 1) * (column + 1) <= batch.tier:
                left = rows.copy()
                left[:, row:] = np.minimum(left[:, row:], column)
                squares = left.sum(axis=1)
                states = self._words.strides @ np.array(np.broadcast_arrays(*self._total(squares)))
                numbers = self._words.rank(self._drops(left), states)
                taken = squares < batch.tier
                moves.append(np.where(taken, numbers + offsets.take(squares, mode="clip"), -1))
        batch.moves(np.array(moves))

    def _total(self, squares: Any) -> tuple[int, Any]:
        return self.width, self.width * self.height - squares

    @cached_property
    def _words(self) -> Words:
        """By how much each row is shorter than the one below; the last letter is the length of the top row."""
        drops = np.arange(self.width + 1)
        lost = [drops * (self.height - row) for row in range(self.height + 1)]
        return Words([np.stack([drops, squares], axis=1) for squares in lost], self._total(0))

    def _drops(self, rows: Ints) -> Ints:
        """Return the words of bars, given by the squares of their rows along the last axis."""
        return -np.diff(rows, axis=-1, prepend=self.width, append=0)

    def _rows(self, drops: Ints) -> Ints:
        """Return the squares of the rows of bars, given by their words."""
        return self.width - np.cumsum(drops[..., :-1], axis=-1)
