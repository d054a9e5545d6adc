"""Shared by games on strips of cells: reading them, text and picture of a strip, and the places of its moves."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from re import Pattern
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from graphgames.core.errors import counted
from graphgames.games.sums.solution import Position, RowSums
from graphgames.readers.tokens import Tokens

if TYPE_CHECKING:
    from graphgames.draw.board import Board
    from graphgames.draw.cells import Strip, StripBoard
    from graphgames.draw.picture import Picture


class StripSums(RowSums):
    """Sums whose positions are strips of cells, as strings in which ``.`` is an empty cell."""

    def strip(self, position: Position) -> Strip:
        """Return the drawing data of (test, strip)."""
        from graphgames.draw.cells import Strip

        return Strip(position[1])

    def answered(self, position: Position) -> Strip:
        """Return the same with the cells that win or lose, where the kind of strip has some."""
        return self.strip(position)

    def drawn(self, test: int) -> Picture:
        """Return the picture of a strip, with the cells that win or lose."""
        from graphgames.draw.board import Track

        return self._shown("", test, self.answered).paint(Track([self.problem.strips[test]]))

    def show(self, position: Position) -> str:
        """Return a strip with the numbers of its cells under it."""
        cells: str = position[1]
        numbers = range(1, len(cells) + 1)
        return f"{' '.join(f'{cell:>2}' for cell in cells)}\n{' '.join(f'{number:>2}' for number in numbers)}"

    def board(self, title: str, test: int) -> Board:
        """Return the board on which cells are written into."""
        return self._shown(title, test, self.strip).board()

    def _shown(self, title: str, test: int, strip: Callable[[Position], Strip]) -> StripBoard:
        from graphgames.draw.cells import StripBoard

        return StripBoard(title, lambda cells: strip((test, cells)), self.legend)


@dataclass(frozen=True, eq=False)
class Strips:
    """All strips of an input."""

    kind: ClassVar[str]
    solution_type: ClassVar[type[StripSums]]
    game: ClassVar[type]
    """The rules, of which the start is a strip."""
    called: ClassVar[tuple[str, str]]
    """What people call one strip, and several."""
    strips: tuple[str, ...]

    def in_full(self) -> list[str]:
        """Return the strip of each test."""
        return list(self.strips)

    def __len__(self) -> int:
        return len(self.strips)

    def __str__(self) -> str:
        return counted(len(self), *self.called)

    def rules(self, test: int) -> Any:
        """Return the rules with one strip as the start."""
        return self.game(self.strips[test])


def one_strip(text: str) -> bytes | None:
    """Return the input of one strip, an empty one of so many cells, or as it is written; None for other texts."""
    if text.isdecimal() and len(text) < 7:
        text = "." * int(text)
    return f"1\n{text}\n".encode() if re.fullmatch("[.XO]+", text) else None


def random_strip(cells: int, marks: str, seed: int) -> str:
    """Return a strip of which a random share, less than a third, are marks; the same seed gives the same strip."""
    rng = np.random.default_rng(seed)
    share = rng.uniform(0, 0.3)
    return "".join(rng.choice([".", *marks], cells, p=[1 - share, *[share / len(marks)] * len(marks)]))


def changed_cell(before: str, after: str) -> int:
    """Return the cell, from 1, that a move writes into."""
    return next(i for i, (a, b) in enumerate(zip(before, after, strict=True), 1) if a != b)


def read_strips(
    data: bytes, source: str, name: str, wrong: Pattern[bytes], several: str, expected: str, shortest: int = 1
) -> tuple[str, ...]:
    """Read the number of strips and the strips, of at least so many cells, which messages call by ``name``.

    ``wrong`` matches what no strip has: a byte, or ``several`` bytes together, in words; ``expected`` says what a strip
    has. Raise `FormatError` if the input is not as described.
    """
    tokens = Tokens(data, source)
    count = tokens.integer(f"the number of {name}s")
    strips = []
    for number in range(1, count + 1):
        cells = tokens.word(f"{name} {number} of {count}")
        match = wrong.search(cells)
        if match is not None:
            found = match.group()
            what = several.format(found.decode()) if len(found) > 1 else _shown(found)
            raise tokens.fault(tokens.start + match.start(), f"{name} {number} has {what}", expected)
        if len(cells) < shortest:
            hint = f"at least {shortest}, or nobody could ever win"
            raise tokens.fault(tokens.start, f"{name} {number} has {len(cells)} cells", hint)
        strips.append(cells.decode())
    tokens.end(f"the last {name}")
    return tuple(strips)


def _shown(byte: bytes) -> str:
    return repr(byte.decode()) if 32 <= byte[0] < 127 else f"the byte {byte.hex()}"
