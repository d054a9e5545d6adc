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
from itertools import islice

import numpy as np

from graphgames.core.errors import GameError
from graphgames.draw import pieces, svg
from graphgames.draw.places import EDGE, SIDE, Place, PlaceBoard, alone, grid, square
from graphgames.games.tables.index import Combinations, Product, Words
from graphgames.games.tables.indexed_rules import Batch, IndexedRules, option
from graphgames.games.tables.kernels import connect_four as kernel
from graphgames.games.tables.squares import Squares

Columns = tuple[str, ...]


def _board(rules: ConnectFour) -> PlaceBoard:
    """Return a frame with a hole for each cell, behind which stones fall, and the columns to touch."""
    cells = grid(rules.width, rules.height, top=EDGE + 0.4 * SIDE)
    side, top, low = 0.1 * SIDE, EDGE + 0.3 * SIDE, EDGE + (rules.height + 0.5) * SIDE
    left, right = EDGE - side, EDGE + rules.width * SIDE + side
    frame = f"M{left:g} {top:g}L{right:g} {top:g}L{right:g} {low:g}L{left:g} {low:g}Z"
    holes = "".join(pieces.round_hole(*cell.middle, 0.44 * SIDE) for cell in cells.values())
    columns = {
        f"column-{c + 1}": Place(EDGE + c * SIDE, EDGE - 0.2 * SIDE, SIDE, (rules.height + 0.6) * SIDE, 8.0)
        for c in range(rules.width)
    }
    return PlaceBoard(
        rules.title,
        cells | columns,
        men=lambda position: {
            square(c, r): stone for c, column in enumerate(position) for r, stone in enumerate(column)
        },
        man=lambda stone, cell: alone(
            stone, cell, pieces.disc, *(("#d6382d", "#8f1d15", True) if stone == "X" else ("#f5c62f", "#a67c00"))
        ),
        touched=lambda position, after: [rules.move_name(position, after).replace(" ", "-")],
        row=lambda position: [square(*divmod(at, rules.height)) for at in rules.row(position)],
        front=[svg.element("path", class_="frame", d=frame + holes, fill="#2b62c4", fill_rule="evenodd")],
        falls=True,
    )


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
    board = _board

    @property
    def aims(self) -> tuple[str, str]:  # type: ignore[override]
        """What each player wants."""
        return (f"{self.connect} red stones in a row, a column or a diagonal", f"{self.connect} yellow ones")

    @property
    def start(self) -> Columns:
        """The empty board."""
        return ("",) * self.width

    def moves(self, position: Columns) -> Sequence[Columns]:
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
        rows = [[(column + "." * self.height)[row] for column in position] for row in range(self.height)]
        return "\n".join(" ".join(row) for row in rows[::-1])

    def text(self, position: Columns) -> str:
        """Return the columns, each from the bottom, with strokes between them."""
        return "/".join(position)

    def parse(self, text: str) -> Columns:
        """Return the position; raise `GameError` if it is none."""
        text = text.upper()
        columns, crosses, noughts = tuple(text.split("/")), text.count("X"), text.count("O")
        if len(columns) != self.width or max(map(len, columns)) > self.height or set(text) - set("XO/"):
            raise GameError(
                f"{text!r} is not a position; expected {self.width} columns of up to {self.height} stones X or O, each "
                f"from the bottom, with slashes between them: {'/'.join(['XO', 'X', *[''] * self.width][: self.width])}"
            )
        if crosses - noughts not in (0, 1):
            raise GameError(f"{text!r} has {crosses} X and {noughts} O; expected as many, or one X more: X begins")
        return columns

    def move_name(self, position: Columns, after: Columns) -> str:
        return f"column {1 + next(c for c in range(self.width) if position[c] != after[c])}"

    def row(self, position: Columns) -> Sequence[int]:
        """Return the squares of a whole row, counted column by column; empty if there is none."""
        cells = "".join(column.ljust(self.height, ".") for column in position)
        return next((row for row in self._rows if {cells[at] for at in row} in ({"X"}, {"O"})), ())

    def children(self, tier: int) -> Iterable[int]:
        """Return the tier with one stone more."""
        return [tier + 1] if tier < self.width * self.height else []

    def size(self, tier: int) -> int:
        """Return the number of heights times the number of ways to colour the stones."""
        return int(self._indices[tier].size)

    def rank(self, position: Columns) -> tuple[int, int]:
        """Return the stones, and the number of heights and colours."""
        stones = "".join(position)
        mask = sum(1 << place for place, stone in enumerate(stones) if stone == "X")
        return len(stones), int(self._indices[len(stones)].rank([[len(column) for column in position], mask]))

    def unrank(self, tier: int, index: int) -> Columns:
        heights, mask = self._indices[tier].unrank(index)
        stones = iter("".join("OX"[mask >> place & 1] for place in range(tier)))
        return tuple("".join(islice(stones, height)) for height in heights.tolist())

    def expand(self, batch: Batch) -> None:
        """Let the compiled loop look for a row of the player who moved last, and drop a stone into each column."""
        numbers = np.empty((self.width, batch.index.size), np.int64)
        offset = batch.space.offset.get(batch.tier + 1, 0)
        kernel.expand(self._tiers[batch.tier], offset, batch.index, batch.code, numbers)
        batch.moves(numbers)

    @cached_property
    def _rows(self) -> list[tuple[int, ...]]:
        return Squares(self.height, self.width).rows(self.connect)

    @cached_property
    def _indices(self) -> list[Product]:
        """The heights of the columns and the places of the first player, by tier."""
        cells = self.width * self.height
        heights = Words([np.arange(self.height + 1)[:, None]] * self.width, [cells])
        return [Product(heights.of([tier]), Combinations(tier, (tier + 1) // 2)) for tier in range(cells + 1)]

    @cached_property
    def _tiers(self) -> list[kernel.Tier]:
        """What the compiled loop knows of each tier."""
        found, last = [], self.width * self.height
        for tier, index in enumerate(self._indices):
            heights, after = index.parts[0].unrank(range(index.parts[0].size)), self._indices[min(tier + 1, last)]
            more = np.minimum(heights[:, None] + np.eye(self.width, dtype=np.int64), self.height)
            up = np.where(heights < self.height, after.parts[0].rank(more), -1)
            tops, gaps = (1 << np.cumsum(heights, axis=1)) - 1, self.height + 1 - heights
            board, here, then = (self.width, self.height, self.connect), index.parts[1], after.parts[1]
            found.append(kernel.Tier(board, tier, here.masks, then.masks, (here.size, then.size), tops, gaps, up))
        return found
