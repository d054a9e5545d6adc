"""Breakthrough on a board of any size: men go forward, straight or aslant, and capture aslant; who gets home wins.

A board is a word whose letters are the ways to fill a row. A tier has so many men of each side, and so many steps that
they have taken in all; every move takes a step or a man, and so no play stays in a tier. A. Saffidine, N. Jouandeau,
T. Cazenave, *Solving Breakthrough with race patterns and job-level proof number search* (2011), solve small boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from graphgames.draw.places import PlaceBoard
from graphgames.games.tables import looks
from graphgames.games.tables.index import Digits, Ints, Words
from graphgames.games.tables.rules import Batch, IndexedRules, option
from graphgames.games.tables.squares import Men, Squares, gone

Board = tuple[str, ...]
Tier = tuple[int, int, int]
SWAP = str.maketrans("wb", "bw")


@dataclass(frozen=True)
class Breakthrough(IndexedRules):
    """A position is the player to move, ``w`` or ``b``, and the rows from White's side, of ``w``, ``b`` and ``.``.

    The table counts boards as the player to move sees them: two that differ in the colours alone are one position.
    """

    name = "breakthrough"
    title = "Breakthrough"
    rule = "Men step straight or diagonally forward, and capture diagonally; whoever first reaches the other side wins."
    players = ("White", "Black")
    ends = ("a man is home, or all of a side are taken", "")
    aims = ("a man in the last row, or all black men", "a man in the first row, or all white men")
    width: int = option(4, 2, 8, "columns")
    height: int = option(5, 4, 8, "rows")

    @property
    def start(self) -> Board:
        """Two full rows each; White begins."""
        empty = ("." * self.width,) * (self.height - 4)
        return ("w", *("w" * self.width,) * 2, *empty, *("b" * self.width,) * 2)

    def moves(self, position: Board) -> Sequence[Board]:
        """Return the positions after each move."""
        rows, black = self._seen(position), position[0] == "b"
        if "b" in rows[0] or not any("w" in row for row in rows):
            return []
        after = [self._moved(rows, r, c, d) for r in range(self.height - 1) for c, d in self._steps(rows, r)]
        return [("w", *self._flipped(board)) if black else ("b", *board) for board in after]

    def outcome(self, position: Board) -> str:
        """Return how the game has ended: the other player is home, or has taken the last man."""
        return "loss"

    def mover(self, position: Board) -> int:
        """Return who is to move, 0 for White."""
        return "wb".index(position[0])

    def render(self, position: Board) -> str:
        """Return the board, White's side below, and who is to move."""
        side = "White" if position[0] == "w" else "Black"
        return "\n".join([*(" ".join(row) for row in position[:0:-1]), f"{side} to move"])

    def move_name(self, position: Board, after: Board) -> str:
        """Return the cells from and to which a man goes, as ``a2-a3``, or ``a2xb3`` if it takes a man."""
        (men, moved), squares = map(_men, (position, after)), Squares(self.width, self.height)
        begin, end = gone(men, moved)
        return f"{squares.name(begin)}{'x' if end in men else '-'}{squares.name(end)}"

    def board(self) -> PlaceBoard:
        """Return the board: squares in two colours, on which pawns stand."""
        return looks.chessmen(self.title, Squares(self.width, self.height), _men, "#eadbb8", "#a9bd86")

    def _steps(self, rows: Board, r: int) -> Iterator[tuple[int, int]]:
        """Yield the columns from and to which a man of White in a row can go."""
        for c, man in enumerate(rows[r]):
            for d in range(max(c - 1, 0), min(c + 2, self.width)):
                if man == "w" and (rows[r + 1][d] == "." if c == d else rows[r + 1][d] != "w"):
                    yield c, d

    @staticmethod
    def _moved(rows: Board, r: int, c: int, d: int) -> Board:
        left, entered = rows[r][:c] + "." + rows[r][c + 1 :], rows[r + 1][:d] + "w" + rows[r + 1][d + 1 :]
        return (*rows[:r], left, entered, *rows[r + 2 :])

    @staticmethod
    def _flipped(rows: Sequence[str]) -> Board:
        return tuple(row.translate(SWAP) for row in rows[::-1])

    def _seen(self, position: Board) -> Board:
        """Return the rows from the side of the player to move, whose men are ``w``."""
        return position[1:] if position[0] == "w" else self._flipped(position[1:])

    def children(self, tier: Tier) -> Iterable[Tier]:
        """Return the tiers after a step, and after a step that takes a man of each row."""
        mine, theirs, steps = tier
        taken = [(theirs - 1, mine, steps + 1 - self._steps_of_other(r)) for r in range(1, self.height)]
        return [after for after in ((theirs, mine, steps + 1), *taken) if self._possible(after)]

    def _possible(self, tier: Tier) -> bool:
        return all(0 <= n <= most for n, most in zip(tier, self._words.most, strict=True)) and self.size(tier) > 0

    def _steps_of_other(self, row: int) -> int:
        return self.height - 1 - row

    def size(self, tier: Tier) -> int:
        """Return the number of boards with so many men and steps."""
        return self._words.of(tier).size

    def rank(self, position: Board) -> tuple[Tier, int]:
        """Return the men and steps, and the number of the board as the player to move sees it."""
        rows = self._seen(position)
        patterns = self._cells.rank([[".wb".index(cell) for cell in row] for row in rows])
        letters = [self._letter[r][pattern] for r, pattern in enumerate(patterns)]
        mine, theirs, steps = (sum(self._weights[r][x, i] for r, x in enumerate(letters)) for i in range(3))
        tier = int(mine), int(theirs), int(steps)
        return tier, int(self._words.of(tier).rank(np.array(letters)))

    def unrank(self, tier: Tier, index: int) -> Board:
        """Return the position with White to move."""
        letters = self._words.of(tier).unrank(index)
        cells = self._cells.unrank([int(self._patterns[r][x]) for r, x in enumerate(letters)])
        return ("w", *("".join(".wb"[cell] for cell in row) for row in cells.tolist()))

    def expand(self, batch: Batch) -> None:
        """Move each man of White to each cell it can go to, and look at the board from the other side."""
        letters = self._words.of(batch.tier).unrank(batch.index)
        rows = np.stack([self._patterns[r].take(letters[:, r]) for r in range(self.height)])
        batch.end("loss", self._men[1].take(rows[0]) > 0)
        if batch.tier[0] == 0:
            batch.end("loss", np.ones(batch.index.size, np.bool_))
        going = batch.code == 0
        for r in range(self.height - 1):
            own = [self._cell[c].take(rows[r]) for c in range(self.width)]
            ahead = [self._cell[c].take(rows[r + 1]) for c in range(self.width)]
            for c in range(self.width):
                ready = going & (own[c] == 1)
                for d in range(max(c - 1, 0), min(c + 2, self.width)):
                    self._move(batch, rows, (r, c, d), np.flatnonzero(ready & (ahead[d] == 0)), 0)
                    if c != d:
                        self._move(batch, rows, (r, c, d), np.flatnonzero(ready & (ahead[d] == 2)), 1)

    def _move(self, batch: Batch, rows: Ints, step: tuple[int, int, int], some: Ints, takes: int) -> None:
        """Add the move of some positions that takes a step, and a man or none."""
        if not some.size:
            return
        (r, c, d), (mine, theirs, steps) = step, batch.tier
        weights = self._cells.weights
        moved = rows[:, some]
        moved[r] -= weights[c]
        moved[r + 1] += weights[d] * (1 - 2 * takes)
        letters = np.stack(
            [self._letter[i].take(self._swapped.take(moved[self.height - 1 - i])) for i in range(self.height)], axis=1
        )
        tier = (theirs - takes, mine, steps + 1 - takes * self._steps_of_other(r + 1))
        batch.move(tier, self._words.of(tier).rank(letters), some)

    @cached_property
    def _cells(self) -> Digits:
        """A row of cells as a pattern, a number in base 3: 0 empty, 1 White, 2 Black."""
        return Digits(*[3] * self.width)

    @cached_property
    def _cell(self) -> list[Ints]:
        """The digit of each column, by pattern."""
        return list(np.ascontiguousarray(self._cells.unrank(np.arange(self._cells.size)).T))

    @cached_property
    def _men(self) -> list[Ints]:
        """The men of White and of Black, by pattern."""
        cells = np.array(self._cell)
        return [(cells == man).sum(axis=0) for man in (1, 2)]

    @cached_property
    def _swapped(self) -> Ints:
        """The pattern with the colours exchanged."""
        return self._cells.rank(np.array([0, 2, 1])[np.array(self._cell).T])

    @cached_property
    def _patterns(self) -> list[Ints]:
        """The patterns that each row can have: no man of White is home, at most one of Black."""
        every, (white, black) = np.arange(self._cells.size), self._men
        return [every[black <= 1], *[every] * (self.height - 2), every[white == 0]]

    @cached_property
    def _letter(self) -> list[Ints]:
        """The letter of each row for a pattern."""
        return [np.searchsorted(patterns, np.arange(self._cells.size)) for patterns in self._patterns]

    @cached_property
    def _weights(self) -> list[Any]:
        found = []
        for r, patterns in enumerate(self._patterns):
            white, black = (men.take(patterns) for men in self._men)
            found.append(np.stack([white, black, white * r + black * self._steps_of_other(r)], axis=1))
        return found

    @cached_property
    def _words(self) -> Words:
        men = 2 * self.width
        return Words(self._weights, (men, men, 2 * men * (self.height - 1)))


def _men(position: Board) -> Men:
    """Return the men as pawns of chess."""
    return {at: "P" if man == "w" else "p" for at, man in enumerate("".join(position[1:])) if man != "."}
