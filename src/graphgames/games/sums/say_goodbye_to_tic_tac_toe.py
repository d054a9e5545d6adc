"""Say Goodbye to Tic-Tac-Toe (UVa 11534): players write X or O into the empty cells of a strip; who cannot move loses.

No cell may be equal to its neighbour. Input: T strips of ``.``, ``X`` and ``O``. Alice began, so the number of marks
says whose turn it is. Output ``Possible.`` if Alice wins, else ``Impossible.``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from graphgames.core.oracle import RatedMove
from graphgames.games.sums.solution import Position
from graphgames.games.sums.strips import Strips, StripSums, changed_cell, one_strip, random_strip, read_strips

if TYPE_CHECKING:
    from graphgames.draw.cells import Strip

INPUT = "the number of strips, then one per line, of . and X and O, no two equal marks side by side; Alice began"
OUTPUT = "for each strip Possible. if Alice wins, else Impossible."
"""What the document reads and writes, for a person."""
of_words = one_strip

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
        """Return the runs of empty cells, each with the marks beside it."""
        return [run for _, run in self.runs(position)]

    def runs(self, position: str) -> list[tuple[int, str]]:
        """Return the components with the places where they begin."""
        return [(run.start(), run.group() + run.group(1)) for run in _RUN.finditer(position)]


class MarkedStripsSolution(StripSums):
    """Strips of X and O, solved; ``wins`` is for the player to move."""

    legend = "below a run of empty cells: its nimber"
    movers: ClassVar[tuple[str, str]] = ("Alice", "Bob")
    players: ClassVar[tuple[str, str]] = movers

    @property
    def alice_wins(self) -> list[bool]:
        """Whether Alice wins each strip, who moves when the number of marks is even."""
        return [bool(wins) == (self.problem.mover(test) == "Alice") for test, wins in enumerate(self.wins.tolist())]

    def mover(self, position: Position) -> int:
        """Return 0 where Alice is to move, 1 where Bob is: there are as many marks as there were moves."""
        cells: str = position[1]
        return (len(cells) - cells.count(".")) % 2

    def nimber(self, test: int, part: Any) -> int:
        return run_nimber(part)

    def winning_move(self, test: int) -> str | None:
        """Return a winning move of a strip, None if there is none."""
        strip, total = self.problem.strips[test], int(self.nim_sums[test])
        for place, run in self.problem.rules(test).runs(strip):
            begin, end = run[0].strip("."), run[-1].strip(".")
            wanted, empty = run_nimber(run) ^ total, run.count(".")
            for i, cell in enumerate(run):
                for mark in "XO" if cell == "." else "":
                    left, right = i - len(begin), empty - 1 - i + len(begin)
                    beside = mark in run[max(0, i - 1) : i + 2]
                    if not beside and _nimber(left, begin + mark) ^ _nimber(right, mark + end) == wanted:
                        return f"{mark} in cell {place + i + 1}"
        return None

    def turn(self, position: Position, made: int) -> int:
        """Return whose turn it is, by the number of marks."""
        return self.mover(position)

    def move_name(self, position: Position, move: RatedMove) -> str:
        """Return the mark and the number of the cell."""
        cell = changed_cell(position[1], move.position[1])
        return f"{move.position[1][cell - 1]}{cell}"

    def strip(self, position: Position) -> Strip:
        """Return a strip with the nimbers of its runs of empty cells."""
        from graphgames.draw.cells import Strip

        test, cells = position
        placed = []
        for place, run in self.problem.rules(test).runs(cells):
            first = place + 1 + (run[0] != ".")
            placed.append((first, first + run.count(".") - 1, run_nimber(run)))
        return Strip(cells, runs=placed)


class MarkedStripsProblem(Strips):
    """All strips of an input."""

    kind = "say-goodbye-to-tic-tac-toe"
    solution_type = MarkedStripsSolution
    game = MarkedStrip
    called = "strip of X and O", "strips of X and O"

    def mover(self, test: int) -> str:
        """Return whose turn it is."""
        strip = self.strips[test]
        return "Bob" if (len(strip) - strip.count(".")) % 2 else "Alice"


def read(data: bytes, source: str = "<input>") -> MarkedStripsProblem:
    r"""Read the input of the document.

    Raise `FormatError` if the input is not as the document says.
    """
    several, expected = "{}, two equal neighbours", "., X and O, no X beside X and no O beside O"
    return MarkedStripsProblem(read_strips(data, source, "strip", _WRONG, several, expected))


def generate(cells: int, seed: int = 0) -> str:
    """Make a strip of X and O: a random share of its cells is marked, no two neighbours alike."""
    return f"1\n{random_strip(cells, 'XO', seed).replace('XX', 'X.').replace('OO', 'O.')}\n"


def write(solution: Any) -> str:
    """Return the output of the document: a line a strip."""
    return "".join(("Possible.\n" if wins else "Impossible.\n") for wins in solution.alice_wins)


def say_goodbye_to_tic_tac_toe(problem: MarkedStripsProblem) -> MarkedStripsSolution:
    """Solve strips of X and O by the closed form of a run's nimber, O(cells)."""
    nimbers, first = [], [0]
    for test, strip in enumerate(problem.strips):
        nimbers += [run_nimber(run) for run in problem.rules(test).components(strip)]
        first.append(len(nimbers))
    return MarkedStripsSolution.of(problem, np.array(nimbers, np.int64), np.array(first, np.int64))


def run_nimber(run: str) -> int:
    """Return the nimber of a run of empty cells with the marks at its ends, ``"X...O"`` say.

    With no mark beside it 0 or 1 as its length is even or odd; with one its length; between equal marks 1, between
    different ones 0. A mark in the run leaves two runs of these kinds, and their mex is what is claimed.
    """
    return _nimber(run.count("."), run.replace(".", ""))


def _nimber(empty: int, marks: str) -> int:
    """Return the nimber of so many empty cells with the marks at their ends."""
    if not empty:
        return 0
    if len(marks) == 2:
        return int(marks[0] == marks[1])
    return empty if marks else empty % 2
