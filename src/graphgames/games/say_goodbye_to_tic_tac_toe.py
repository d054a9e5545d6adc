"""Say Goodbye to Tic-Tac-Toe (UVa 11534): players write X or O into the empty cells of a strip; who cannot move loses.

No cell may be equal to its neighbour. Input: T strips of ``.``, ``X`` and ``O``. Alice began, so the number of marks
says whose turn it is. Output ``Possible.`` if Alice wins, else ``Impossible.``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from graphgames.core.text import Tokens

KIND = "say-goodbye-to-tic-tac-toe"

_RUN = re.compile(r"[XO]?\.+(?=([XO]?))")
_WRONG = re.compile(rb"[^.XO]|XX|OO")


@dataclass(frozen=True)
class MarkedStrip:
    """The rules: a position is the strip as a string."""

    start: str = ""

    def moves(self, position: str) -> Iterator[str]:
        """Write X or O into an empty cell, unlike its neighbours."""
        for i, cell in enumerate(position):
            if cell == ".":
                for mark in "XO":
                    if mark not in position[max(0, i - 1) : i + 2]:
                        yield f"{position[:i]}{mark}{position[i + 1 :]}"

    def components(self, position: str) -> list[str]:
        """Give the runs of empty cells, each with the marks beside it."""
        return [run for _, run in self.runs(position)]

    def runs(self, position: str) -> list[tuple[int, str]]:
        """Give the components with the places where they begin."""
        return [(run.start(), run.group() + run.group(1)) for run in _RUN.finditer(position)]


@dataclass(frozen=True, eq=False)
class MarkedStripsProblem:
    """All strips of an input."""

    kind: ClassVar[str] = KIND
    strips: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.strips)

    def __str__(self) -> str:
        return f"{len(self)} strips of X and O"

    def rules(self, test: int) -> MarkedStrip:
        """Give the rules with one strip as the start."""
        return MarkedStrip(self.strips[test])

    def mover(self, test: int) -> str:
        """Say whose turn it is."""
        strip = self.strips[test]
        return "Bob" if (len(strip) - strip.count(".")) % 2 else "Alice"


def read(data: bytes, source: str = "<input>") -> MarkedStripsProblem:
    r"""Read the input of the document.

    Raises
    ------
    FormatError
        If the input is not as the document says.

    Examples
    --------
    >>> problem = read(b"2\nXOXO\n...XO\n")
    >>> problem.strips, problem.mover(1)
    (('XOXO', '...XO'), 'Alice')
    """
    tokens = Tokens(data, source)
    count = tokens.integer("the number of strips")
    strips = []
    for strip in range(1, count + 1):
        cells = tokens.word(f"strip {strip} of {count}")
        wrong = _WRONG.search(cells)
        if wrong is not None:
            found = wrong.group()
            what = f"{found.decode()}, two equal neighbours" if len(found) == 2 else _shown(found)
            raise tokens.fault(
                tokens.start + wrong.start(), f"strip {strip} has {what}", "., X and O, no X beside X and no O beside O"
            )
        strips.append(cells.decode())
    tokens.end("the last strip")
    return MarkedStripsProblem(tuple(strips))


def write(solution: Any) -> str:
    """Give the output of the document: a line a strip."""
    return "".join(("Possible.\n" if wins else "Impossible.\n") for wins in solution.alice_wins)


def _shown(byte: bytes) -> str:
    return repr(byte.decode()) if 32 <= byte[0] < 127 else f"the byte {byte.hex()}"
