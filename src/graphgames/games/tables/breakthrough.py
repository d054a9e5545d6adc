"""Breakthrough on a board of any size: men go straight or diagonally forward, and capture diagonally.

A board is a word whose letters are the ways to fill a row. A tier has so many men of each side, and so many steps that
they have taken in all; every move takes a step or a man, and so no play stays in a tier. A. Saffidine, N. Jouandeau,
T. Cazenave, *Solving Breakthrough with race patterns and job-level proof number search* (2011), solve small boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from graphgames.draw.places import PlaceBoard
from graphgames.games.tables.boards import chessmen
from graphgames.games.tables.index import Ints
from graphgames.games.tables.indexed_rules import OPEN, Batch, IndexedRules, option
from graphgames.games.tables.squares import Men, Squares
from graphgames.games.tables.two_sides import TwoSides, men_of

Board = tuple[str, ...]
Tier = tuple[int, int, int]
SWAP = str.maketrans("wb", "bw")


def _board(rules: Breakthrough) -> PlaceBoard:
    """Return squares in two colours, on which pawns stand."""

    def standing(position: Sequence[str]) -> Men:
        cells = "".join(position[1:])
        return {at: "P" if man == "w" else "p" for at, man in enumerate(cells) if man != "."}

    return chessmen(rules.title, rules.squares, standing, "#eadbb8", "#a9bd86")


@dataclass(frozen=True)
class Breakthrough(IndexedRules):
    """A position is the player to move, ``w`` or ``b``, and the rows from White's side, of ``w``, ``b`` and ``.``.

    The table counts boards as the player to move sees them: two that differ in the colours alone are one position.
    """

    name = "breakthrough"
    title = "Breakthrough"
    rule = "Men step straight or diagonally forward, and capture diagonally; whoever first reaches the other side wins."
    written = "the player to move, w or b, and the rows from White's side, of w, b and dots"
    players = ("White", "Black")
    aims = ("a man in the last row, or all black men", "a man in the first row, or all white men")
    width: int = option(4, 2, 8, "columns")
    height: int = option(5, 4, 8, "rows")
    board = _board

    @property
    def start(self) -> Board:
        """Two full rows each; White begins."""
        empty = ("." * self.width,) * (self.height - 4)
        return ("w", *("w" * self.width,) * 2, *empty, *("b" * self.width,) * 2)

    def moves(self, position: Board) -> Sequence[Board]:
        cells, after = self._seen(position), []
        if "b" in cells[: self.width] or "w" not in cells:
            return []
        for begin, end, diagonal in self._steps:
            if cells[begin] == "w" and cells[end] in (".b" if diagonal else "."):
                moved = f"{cells[:begin]}.{cells[begin + 1 : end]}w{cells[end + 1 :]}"
                rows = [moved[at : at + self.width] for at in range(0, len(moved), self.width)]
                white = position[0] == "w"
                after.append(("b", *rows) if white else ("w", *(row.translate(SWAP) for row in rows[::-1])))
        return after

    def reason(self, position: Board, drawn: bool) -> str:
        """Return that a man has come to the other side, or that one side has no man left."""
        mover, men = self.mover(position), "".join(position[1:])
        if "wb"[mover] in men:
            return f"a man of {self.players[1 - mover]} has reached the other side"
        return f"all men of {self.players[mover]} are taken"

    def mover(self, position: Board) -> int:
        """Return who is to move, 0 for White."""
        return "wb".index(position[0])

    def render(self, position: Board) -> str:
        """Return the board, White's side below, and who is to move."""
        return "\n".join([*(" ".join(row) for row in position[:0:-1]), self.turn(position)])

    def move_name(self, position: Board, after: Board) -> str:
        """Return the cells from and to which a man goes, as ``a2-a3``, or ``a2xb3`` if it takes a man."""
        men, moved = ("".join(rows) for rows in (position[1:], after[1:]))
        changed = [square for square in range(len(men)) if men[square] != moved[square]]
        begin, end = sorted(changed, key=lambda square: moved[square] != ".")
        return f"{self.squares.name(begin)}{'-' if men[end] == '.' else 'x'}{self.squares.name(end)}"

    def children(self, tier: Tier) -> Iterable[Tier]:
        """Return the tiers after a step, and after a step that takes a man of each row."""
        after = [self._after(tier), *(self._after(tier, row) for row in range(1, self.height))]
        return [child for child in after if self.size(child)]

    def size(self, tier: Tier) -> int:
        """Return the number of boards with so many men and steps."""
        return self._boards.size(tier)

    def rank(self, position: Board) -> tuple[Tier, int]:
        """Return the men and steps, and the number of the board as the player to move sees it."""
        cells, wide = self._seen(position), self.width
        own, other = ([at // wide for at, man in enumerate(cells) if man == side] for side in "wb")
        tier = len(own), len(other), sum(own) + sum(self.height - 1 - row for row in other)
        home = "w" in cells[-wide:] or cells[:wide].count("b") > 1
        if {*map(len, position[1:])} != {wide} or home or not self.size(tier):
            raise ValueError("a row has too many cells or too few, or somebody is home who cannot be")
        turned = "".join(cells[at : at + wide][::-1] for at in range(0, len(cells), wide))
        men = np.array(self._boards.read(turned, "wb"), np.uint64).view(np.int64)[:, None]
        return tier, int(self._boards.rank(tier, *men)[0])

    def unrank(self, tier: Tier, index: int) -> Board:
        """Return the position with White to move."""
        own, other = self._boards.unrank(tier, np.array([index]))
        cells = self._boards.text(own.item(), other.item(), "wb")
        return ("w", *(cells[at : at + self.width][::-1] for at in range(0, len(cells), self.width)))

    def expand(self, batch: Batch) -> None:
        """Move each man to each cell it can go to, on the board as the next player sees it."""
        own, other = self._boards.unrank(batch.tier, batch.index)
        batch.end("loss", (other & (1 << self.width) - 1 != 0) | (batch.tier[0] == 0))
        own, other = self._turned(own), self._turned(other)
        going, taken = batch.code == OPEN, own | other
        bits = np.int64(1) << np.arange(self.width * self.height)[::-1]
        for begin, end, diagonal in self._steps:
            ready = going & (own & bits[begin] != 0)
            for takes in (False, True)[: 1 + diagonal]:
                rows = np.flatnonzero(ready & ((other & bits[end] != 0) if takes else (taken & bits[end] == 0)))
                if rows.size:
                    tier = self._after(batch.tier, end // self.width if takes else 0)
                    moved = own[rows] ^ bits[begin] ^ bits[end]
                    batch.move(tier, self._boards.rank(tier, other[rows] & ~bits[end], moved), rows)

    def _after(self, tier: Tier, row: int = 0) -> Tier:
        """Return the tier after a step, which takes a man in a row, if one is given."""
        mine, theirs, steps = tier
        return (theirs - 1, mine, steps + 1 - (self.height - 1 - row)) if row else (theirs, mine, steps + 1)

    def _seen(self, position: Board) -> str:
        """Return the cells, row by row from the side of the player to move, whose men are ``w``."""
        rows = position[1:]
        return "".join(rows[::-1]).translate(SWAP) if self.mover(position) else "".join(rows)

    def _turned(self, men: Ints) -> Ints:
        """Return men as seen from the other side: the rows in the other order."""
        row, ends = (1 << self.width) - 1, range(0, self.width * self.height, self.width)
        turned: Ints = np.bitwise_or.reduce([(men >> a & row) << b for a, b in zip(ends, ends[::-1], strict=True)])
        return turned

    @cached_property
    def squares(self) -> Squares:
        """The board."""
        return Squares(self.width, self.height)

    @cached_property
    def _steps(self) -> list[tuple[int, int, bool]]:
        """From and to which cell a man can go, as the player sees them, and whether that is diagonally."""
        ways = zip(*(self.squares.shifted((aside, 1)) for aside in (-1, 0, 1)), strict=True)
        return [(begin, end, k != 1) for begin, ends in enumerate(ways) for k, end in enumerate(ends) if end >= 0]

    @cached_property
    def _boards(self) -> TwoSides:
        """Boards by men of both and steps; the bits of a row go from the right. Nobody but who has won is home."""
        last, men = self.height - 1, 2 * self.width
        own, other = men_of(self.width).T
        rows = [np.stack([own, other, own * r + other * (last - r)], axis=1) for r in range(self.height)]
        rows[0][other > 1] = rows[last][own > 0] = 2 * men + 1
        return TwoSides(rows, (men, men, 2 * men * last))
