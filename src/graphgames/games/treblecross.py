"""Treblecross (UVa 10561): players write an X in turn on a strip of cells; whoever makes three in a row wins.

Input: N boards of ``.`` and ``X``, one a line. Output ``WINNING`` and the winning cells (from 1, ascending), or
``LOSING`` and an empty line. An X within two cells of another loses at once, so what is left is the heap game .007.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from graphgames.core.text import Tokens

KIND = "treblecross"
SHORTEST = 3

_WRONG = re.compile(rb"[^.X]|XXX")


@dataclass(frozen=True)
class Strip:
    """The rules: a position is the strip as a string; it is over when it holds XXX."""

    start: str = "..."

    def moves(self, position: str) -> Iterator[str]:
        """Write an X into any empty cell."""
        if "XXX" not in position:
            for i, cell in enumerate(position):
                if cell == ".":
                    yield f"{position[:i]}X{position[i + 1 :]}"


@dataclass(frozen=True, eq=False)
class StripsProblem:
    """All boards of an input."""

    kind: ClassVar[str] = KIND
    boards: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.boards)

    def __str__(self) -> str:
        return f"{len(self)} boards of Treblecross"

    def rules(self, test: int) -> Strip:
        """Give the rules with one board as the start."""
        return Strip(self.boards[test])


def read(data: bytes, source: str = "<input>") -> StripsProblem:
    r"""Read the input of the document.

    Raises
    ------
    FormatError
        If the input is not as the document says.

    Examples
    --------
    >>> read(b"2\n.....\nX.....X\n").boards
    ('.....', 'X.....X')
    """
    tokens = Tokens(data, source)
    count = tokens.integer("the number of boards")
    boards = []
    for board in range(1, count + 1):
        cells = tokens.word(f"board {board} of {count}")
        wrong = _WRONG.search(cells)
        if wrong is not None:
            what = "three X in a row: this game is over" if wrong.group() == b"XXX" else f"{_shown(wrong.group())}"
            raise tokens.fault(
                tokens.start + wrong.start(),
                f"board {board} has {what}",
                "empty cells . and crosses X, no three in a row",
            )
        if len(cells) < SHORTEST:
            raise tokens.fault(
                tokens.start, f"board {board} has {len(cells)} cells", f"at least {SHORTEST}, or nobody could ever win"
            )
        boards.append(cells.decode())
    tokens.end("the last board")
    return StripsProblem(tuple(boards))


def write(solution: Any) -> str:
    """Give the output of the document: two lines a board."""
    lines = []
    for cells in solution.winning_cells:
        lines.append("WINNING" if cells else "LOSING")
        lines.append(" ".join(map(str, cells)))
    return "\n".join([*lines, ""]) if lines else ""


def _shown(byte: bytes) -> str:
    return repr(byte.decode()) if 32 <= byte[0] < 127 else f"the byte {byte.hex()}"
