"""Treblecross (UVa 10561): players write an X in turn on a strip of cells; whoever makes three in a row wins.

Input: N boards of ``.`` and ``X``, one a line. Output ``WINNING`` and the winning cells (from 1, ascending), or
``LOSING`` and an empty line. An X within two cells of another loses at once, so what is left is the heap game .007.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.claim import Declared, Each, Integer
from graphgames.core.ending import Ending
from graphgames.core.errors import GameError, counted
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.games.heaps.certificate import HeapValues
from graphgames.games.heaps.problem import HeapGame
from graphgames.games.heaps.sparse_space import best_mask, heap_values
from graphgames.games.sums.certificate import StackNimbers
from graphgames.games.sums.solution import Position
from graphgames.games.sums.strips import Strips, StripSums, changed_cell, one_strip, random_strip, read_strips

if TYPE_CHECKING:
    from graphgames.draw.cells import Strip as Drawn

INPUT = "the number of boards, then one per line, of . and X, without three X in a row"
OUTPUT = "for each board WINNING and a line of the winning places, from 1, ascending; or LOSING and an empty line"
"""What the document reads and writes, for a person."""
of_words = one_strip

SHORTEST = 3

_WRONG = re.compile(rb"[^.X]|XXX")
_GAP = {re.compile(r"(?=XX\.)"): 2, re.compile(r"(?=X\.X)"): 1, re.compile(r"(?=\.XX)"): 0}
"""Where three in a row can be completed, and how far from the match."""


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


@dataclass(frozen=True, eq=False, repr=False)
class StripsSolution(StripSums):
    """Boards of Treblecross, solved."""

    legend = "below a run of safe cells: its nimber"
    cells = ("an X here wins", "an X here lets the other complete three")
    why_lost: ClassVar[str] = "every move leaves a nim-sum other than 0, or three in a row to be completed"
    answers: ClassVar[dict[str, Declared]] = StripSums.answers | {
        "winning_cells": Annotated[tuple[tuple[int, ...], ...], Each(Each(Integer(1)), "tests")]
    }
    winning_cells: tuple[tuple[int, ...], ...] = ()
    """The winning cells of each board, counted from 1, ascending; none where the player to move loses."""

    def parts(self, test: int) -> list[tuple[str, int]]:
        """Return the runs of cells more than two away from any X; none where an X completes three in a row."""
        low, high = self.certificate.first[test : test + 2].tolist()
        runs = safe_runs(self.problem.strips[test]) if high > low else []
        nimbers = self.certificate.nimbers[low:high].tolist()
        names = [f"cells {at + 1} to {at + size}" if size > 1 else f"cell {at + 1}" for at, size in runs]
        return list(zip(names, nimbers, strict=True))

    def winning_move(self, test: int) -> str | None:
        """Return a winning move of a board, None if there is none."""
        cells = self.winning_cells[test]
        done = "which makes three in a row" if completing(self.problem.strips[test]) else "which leaves nim-sum 0"
        return f"X in cell {cells[0]}, {done}" if cells else None

    def outcome(self, position: Position) -> Outcome:
        """Return the outcome for the player to move at (test, board)."""
        return Outcome.WIN if "XXX" not in position[1] and self._cells(position[1]) else Outcome.LOSS

    def value(self, position: Position) -> None:
        """Return None: a board is more than the sum of its runs, as three in a row end it."""
        return

    def best_moves(self, position: Position) -> Sequence[RatedMove]:
        """Return every move from (test, board), winning ones first."""
        test, board = position
        winning = set(self._cells(board)) if "XXX" not in board else set()
        after = {changed_cell(board, left): left for left in self.problem.rules(test).moves(board)}
        rated = [RatedMove(c, (test, left), Outcome.of(0, int(c not in winning))) for c, left in after.items()]
        return tuple(sorted(rated, key=lambda move: -move.result.rank))

    def explain(self, position: int | Position | None = None) -> str:
        """Return who wins and why, for one position or for all tests."""
        if isinstance(position, tuple):
            return self._reason(position[1])
        if position is not None and completing(self.problem.strips[position]):
            return f"test {position + 1}\n  the first player is to move and wins: {self.winning_move(position)}"
        return super().explain(position)

    def _reason(self, board: str) -> str:
        if "XXX" in board:
            return "Three in a row are made: the player to move loses."
        solved = treblecross(StripsProblem((board,)))
        wins = f"wins: {move}" if (move := solved.winning_move(0)) else "loses"
        if completing(board):
            return f"The player to move {wins}."
        verbs = [(cells, "have" if " to " in cells else "has", nimber) for cells, nimber in solved.parts(0)]
        runs = "; ".join(f"{cells} {verb} nimber {nimber}" for cells, verb, nimber in verbs)
        runs = runs[:1].upper() + runs[1:] or "No cell is safe"
        return f"{runs}; the nim-sum is {solved.nim_sums[0]}: the player to move {wins}."

    def _cells(self, board: str) -> tuple[int, ...]:
        return treblecross(StripsProblem((board,))).winning_cells[0]

    def move_name(self, position: Position, move: RatedMove) -> str:
        """Return the number of the cell."""
        return str(move.move)

    def ending(self, position: Position, mover: int) -> Ending | None:
        """Return that the player who made three in a row has won."""
        return Ending(1 - mover, "three in a row") if "XXX" in position[1] else None

    def strip(self, position: Position) -> Drawn:
        """Return a board with the runs of safe cells."""
        from graphgames.draw.cells import Strip as Drawn

        board: str = position[1]
        nimbers = treblecross(StripsProblem((board,))).certificate.nimbers.tolist()
        runs = safe_runs(board) if nimbers else []
        placed = [(start + 1, start + size, nimber) for (start, size), nimber in zip(runs, nimbers, strict=True)]
        made = board.find("XXX")
        return Drawn(board, placed, decided=(made + 1, made + 3) if made >= 0 else None)

    def answered(self, position: Position) -> Drawn:
        """Return a board with its winning cells as well, and the cells beside an X, which lose unless they win."""
        board: str = position[1]
        crosses = [i for i, cell in enumerate(board, 1) if cell == "X"]
        near = [j for i in crosses for j in range(max(1, i - 2), i + 3) if board[j - 1 : j] == "."]
        winning = self._cells(board)
        return replace(self.strip(position), regions=dict.fromkeys(near, 1) | dict.fromkeys(winning, 0))


class StripsProblem(Strips):
    """All boards of an input."""

    kind = "treblecross"
    solution_type = StripsSolution
    game = Strip
    called = "board of Treblecross", "boards of Treblecross"


def read(data: bytes, source: str = "<input>") -> StripsProblem:
    r"""Read the input of the document.

    Raise `FormatError` if the input is not as the document says.
    """
    several, expected = "three X in a row: this game is over", "empty cells . and crosses X, no three in a row"
    return StripsProblem(read_strips(data, source, "board", _WRONG, several, expected, SHORTEST))


def generate(cells: int, seed: int = 0) -> str:
    """Make a board of Treblecross: a random share of its cells holds an X, and no three in a row.

    Raise `GameError` if there are not three cells.
    """
    if cells < SHORTEST:
        raise GameError(f"nobody can win on {counted(cells, 'cell')}; expected at least {SHORTEST}")
    return f"1\n{random_strip(cells, 'X', seed).replace('XXX', 'XX.')}\n"


def write(solution: Any) -> str:
    """Return the output of the document: two lines a board."""
    return "".join(
        f"{'WINNING' if cells else 'LOSING'}\n{' '.join(map(str, cells))}\n" for cells in solution.winning_cells
    )


def treblecross(problem: StripsProblem) -> StripsSolution:
    """Solve boards of Treblecross: complete three in a row, or else play .007 on the runs of safe cells.

    O(cells), and once the values of .007 up to the longest board.
    """
    longest = max(map(len, problem.strips), default=0)
    game = HeapGame.from_code("treblecross")
    values, mask, period = heap_values(game, longest + 2)
    nimbers_of = values.tolist()
    options: dict[int, NDArray[np.int32]] = {}
    winning, nimbers, first = [], [], [0]
    for board in problem.strips:
        cells = completing(board)
        runs = [] if cells else safe_runs(board)
        total = 0
        for _, length in runs:
            nimbers.append(nimbers_of[length + 2])
            total ^= nimbers[-1]
        first.append(len(nimbers))
        if total:
            for start, length in runs:
                if length not in options:  # the value that an X in each cell of the run leaves
                    cell = np.arange(length)
                    left, right = np.maximum(cell - 2, 0), np.maximum(length - cell - 3, 0)
                    options[length] = values[left + 2] ^ values[right + 2]
                hits = np.flatnonzero(options[length] == total ^ nimbers_of[length + 2])
                cells += (hits + start + 1).tolist()
        winning.append(tuple(cells))
    proof = HeapValues(values, mask or best_mask(values[1:]), period, game.code)
    certificate = StackNimbers(np.array(nimbers, np.int64), np.array(first, np.int64), proof)
    wins = np.array([bool(cells) for cells in winning], np.bool_)
    return StripsSolution(problem, "treblecross", certificate, wins, tuple(winning))


def completing(board: str) -> list[int]:
    """Return the cells, from 1, ascending, where an X makes three in a row."""
    if "XX" not in board and "X.X" not in board:
        return []
    return sorted({match.start() + ahead + 1 for gap, ahead in _GAP.items() for match in gap.finditer(board)})


def safe_runs(board: str) -> list[tuple[int, int]]:
    """Return (start, length) of each run of cells that are more than two away from any X."""
    runs, begin = [], 0
    while begin < len(board):
        cross = board.find("X", begin)
        stop = len(board) if cross < 0 else cross - 2
        if stop > begin:
            runs.append((begin, stop - begin))
        begin = len(board) if cross < 0 else cross + 3
    return runs
