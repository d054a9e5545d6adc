"""Connect Four on a board of any size: a stone falls to the lowest free cell of a column; four in a row win.

The stones of a position lie column by column, bottom up, in one string of bits; a tier has so many stones. So a
position is the heights of the columns and the set of those places in the string that belong to the first player.
S. Edelkamp & P. Kissmann, *Symbolic classification of general two-player games* (2008), and J. Tromp's table of
reachable positions, https://tromp.github.io/c4/c4.html.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from graphgames.core.errors import GameError
from graphgames.draw.places import PlaceBoard
from graphgames.games.tables import looks
from graphgames.games.tables.index import Combinations, Digits, Ints
from graphgames.games.tables.rules import Batch, IndexedRules, option

Columns = tuple[str, ...]


@dataclass(frozen=True)
class ConnectFour(IndexedRules):
    """A position is a tuple of columns, each a string of ``X`` and ``O`` from the bottom; X begins."""

    name = "connect-four"
    title = "Connect Four"
    rule = "A stone falls to the lowest free cell of a column; whoever first has a row of the given length wins."
    players = ("Red", "Yellow")
    ends = ("a whole row", "the board is full")
    width: int = option(7, 1, 7, "columns")
    height: int = option(6, 1, 7, "rows")
    connect: int = option(4, 2, 7, "how many in a row win")

    @property
    def aims(self) -> tuple[str, str]:  # type: ignore[override]
        """What each player wants."""
        return (f"{self.connect} red stones in a row, a column or a diagonal", f"{self.connect} yellow ones")

    @property
    def start(self) -> Columns:
        """The empty board."""
        return ("",) * self.width

    def moves(self, position: Columns) -> Sequence[Columns]:
        """Return the positions after each move."""
        if self.row(position):
            return []
        stone = "XO"[self.mover(position)]
        return [
            (*position[:c], column + stone, *position[c + 1 :])
            for c, column in enumerate(position)
            if len(column) < self.height
        ]

    def outcome(self, position: Columns) -> str:
        """Return how the game has ended: with a row of the other player, or a full board."""
        return "loss" if self.row(position) else "draw"

    def mover(self, position: Columns) -> int:
        """Return who is to move, 0 for X."""
        return sum(map(len, position)) % 2

    def render(self, position: Columns) -> str:
        """Return the board."""
        rows = [[(column + "." * self.height)[row] for column in position] for row in range(self.height)]
        return "\n".join(" ".join(row) for row in rows[::-1])

    def text(self, position: Columns) -> str:
        """Return the columns, each from the bottom, with strokes between them."""
        return "/".join(position)

    def parse(self, text: str) -> Columns:
        """Return the position; raise `GameError` if it is none."""
        columns = tuple(text.upper().split("/"))
        crosses, noughts = text.upper().count("X"), text.upper().count("O")
        if len(columns) != self.width or max(map(len, columns)) > self.height or set(text.upper()) - set("XO/"):
            raise GameError(
                f"{text!r} is not a position; expected {self.width} columns of up to {self.height} stones X or O, each "
                f"from the bottom, with slashes between them: {'/'.join(['XO', 'X', *[''] * self.width][: self.width])}"
            )
        if crosses - noughts not in (0, 1):
            raise GameError(f"{text!r} has {crosses} X and {noughts} O; expected as many, or one X more: X begins")
        return columns

    def move_name(self, position: Columns, after: Columns) -> str:
        """Return the column."""
        return f"column {1 + next(c for c in range(self.width) if position[c] != after[c])}"

    def board(self) -> PlaceBoard:
        """Return the board: a frame with a hole for each cell, behind which stones fall, and the columns to touch."""
        return looks.connect_four(self)

    def row(self, position: Columns) -> list[tuple[int, int]]:
        """Return the column and row of each stone of a whole row, empty if there is none."""
        stones = {(c, r): stone for c, column in enumerate(position) for r, stone in enumerate(column)}
        for (c, r), stone in stones.items():
            for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                row = [(c + i * dc, r + i * dr) for i in range(self.connect)]
                if all(stones.get(cell) == stone for cell in row):
                    return row
        return []

    def children(self, tier: int) -> Iterable[int]:
        """Return the tier with one stone more."""
        return [tier + 1] if tier < self.width * self.height else []

    def size(self, tier: int) -> int:
        """Return the number of heights times the number of ways to colour the stones."""
        return len(self._heights[tier]) * self._colours[tier].size

    def rank(self, position: Columns) -> tuple[int, int]:
        """Return the stones, and the number of heights and colours."""
        stones = "".join(position)
        mask = sum(1 << place for place, stone in enumerate(stones) if stone == "X")
        number = self._number[self._profiles.rank([len(column) for column in position])]
        tier = len(stones)
        return tier, int(number * self._colours[tier].size + self._colours[tier].rank(mask))

    def unrank(self, tier: int, index: int) -> Columns:
        """Return the position."""
        number, colours = divmod(index, self._colours[tier].size)
        mask, heights = int(self._colours[tier].unrank(colours)), self._heights[tier][number].tolist()
        stones = "".join("OX"[mask >> place & 1] for place in range(tier))
        ends = [sum(heights[:c]) for c in range(self.width + 1)]
        return tuple(stones[a:b] for a, b in pairwise(ends))

    def expand(self, batch: Batch) -> None:
        """Look for a row of the player who moved last, and drop a stone into each column."""
        tier, colours = batch.tier, self._colours[batch.tier]
        number, ways = np.divmod(batch.index, colours.size)
        mask, heights = colours.unrank(ways), self._heights[tier].take(number, axis=0).T
        ends = np.cumsum(heights, axis=0)
        batch.end("loss", self._won(mask if tier % 2 else mask ^ ((1 << tier) - 1), heights, ends))
        if tier == self.width * self.height:
            batch.end("draw", batch.code == 0)
            return
        after, up = self._colours[tier + 1], self._up[tier]
        for c in range(self.width):
            place = ends[c]
            below = mask & ((np.int64(1) << place) - 1)
            stones = ((mask - below) << 1) | below
            if tier % 2 == 0:
                stones |= np.int64(1) << place
            batch.move(tier + 1, up[c].take(number) * after.size + after.rank(stones), where=heights[c] < self.height)

    def _won(self, stones: Ints, heights: Any, ends: Any) -> Any:
        """Return where stones, given by their places, hold a row: on a board with a free row between columns."""
        board = np.zeros_like(stones)
        for c in range(self.width):
            column = (stones >> (ends[c] - heights[c])) & ((np.int64(1) << heights[c]) - 1)
            board |= column << (c * (self.height + 1))
        won = np.zeros(stones.shape, np.bool_)
        for step in (1, self.height, self.height + 1, self.height + 2):
            row = board
            for i in range(1, self.connect):
                row = row & (board >> i * step)
            won |= row != 0
        return won

    @cached_property
    def _profiles(self) -> Digits:
        return Digits(*[self.height + 1] * self.width)

    @cached_property
    def _heights(self) -> list[Ints]:
        """The heights of the columns, by tier; each tier shape (number of heights, width)."""
        heights = self._profiles.unrank(np.arange(self._profiles.size))
        stones = heights.sum(axis=1)
        return [heights[stones == tier] for tier in range(self.width * self.height + 1)]

    @cached_property
    def _number(self) -> Ints:
        """The number of heights in their tier."""
        numbers = np.empty(self._profiles.size, np.int64)
        for heights in self._heights:
            numbers[self._profiles.rank(heights)] = np.arange(len(heights))
        return numbers

    @cached_property
    def _up(self) -> list[Ints]:
        """The number of heights after a stone in each column, by tier; each shape (width, number of heights)."""
        unit = self._profiles.weights[:, None]
        return [self._number.take(self._profiles.rank(heights) + unit, mode="clip") for heights in self._heights]

    @cached_property
    def _colours(self) -> list[Combinations]:
        """The sets of places of the first player, by tier."""
        return [Combinations(stones, (stones + 1) // 2) for stones in range(self.width * self.height + 1)]
