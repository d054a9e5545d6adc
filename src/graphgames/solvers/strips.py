"""Treblecross and Say Goodbye to Tic-Tac-Toe: strips that fall apart into runs, each with a nimber."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.heaps import HeapValues
from graphgames.core.impartial import StackNimbers
from graphgames.core.oracle import RatedMove
from graphgames.games.heaps import HeapGame
from graphgames.games.say_goodbye_to_tic_tac_toe import MarkedStripsProblem
from graphgames.games.treblecross import StripsProblem
from graphgames.solvers.heaps import best_mask, heap_values
from graphgames.solvers.sums import SumsSolution, nim_sums

_GAP = {re.compile(r"(?=XX\.)"): 2, re.compile(r"(?=X\.X)"): 1, re.compile(r"(?=\.XX)"): 0}
"""Where three in a row can be completed, and how far from the match."""

Runs = list[tuple[int, int]]


@dataclass(frozen=True, eq=False, repr=False)
class StripsSolution(SumsSolution):
    """Boards of Treblecross, solved.

    Parameters
    ----------
    winning_cells : tuple of tuple of int
        The winning cells of each board, counted from 1, ascending; none where the player to move loses.
    """

    why_lost: ClassVar[str] = "every move leaves a nim-sum other than 0, or three in a row to be completed"
    winning_cells: tuple[tuple[int, ...], ...] = ()

    def parts(self, test: int) -> list[tuple[str, int]]:
        """Give the runs of cells more than two away from any X; none where three in a row can be completed at once."""
        if completing(self.problem.boards[test]):
            return []
        low = int(self.certificate.first[test])
        runs = safe_runs(self.problem.boards[test])
        return [
            (f"cells {start + 1} to {start + length}", int(self.certificate.nimbers[low + i]))
            for i, (start, length) in enumerate(runs)
        ]

    def winning_move(self, test: int) -> str | None:
        """Say a winning move of a board, None if there is none."""
        cells = self.winning_cells[test]
        done = "which makes three in a row" if completing(self.problem.boards[test]) else "which leaves nim-sum 0"
        return f"X in cell {cells[0]}, {done}" if cells else None

    def outcome(self, position: tuple[int, str]) -> str:
        """Say ``"win"`` or ``"loss"`` for the player to move at (test, board)."""
        return "win" if "XXX" not in position[1] and self._cells(position[1]) else "loss"

    def best_moves(self, position: tuple[int, str]) -> Sequence[RatedMove]:
        """Give every move from (test, board), winning ones first."""
        test, board = position
        winning = set(self._cells(board)) if "XXX" not in board else set()
        moves = []
        for after in self.problem.rules(test).moves(board):
            cell = next(i for i, (a, b) in enumerate(zip(board, after, strict=True), 1) if a != b)
            moves.append(RatedMove(cell, (test, after), "win" if cell in winning else "loss"))
        return tuple(sorted(moves, key=lambda move: move.result != "win"))

    def explain(self, position: int | tuple[int, Any] | None = None) -> str:
        """See `SumsSolution.explain`."""
        if isinstance(position, tuple):
            cells = self._cells(position[1])
            return f"X in cell {cells[0]} wins." if cells else "The player who moved last wins."
        if position is not None and completing(self.problem.boards[position]):
            return f"test {position + 1}\n  the first player is to move and wins: {self.winning_move(position)}"
        return super().explain(position)

    def _cells(self, board: str) -> tuple[int, ...]:
        return treblecross(StripsProblem((board,))).winning_cells[0]


@dataclass(frozen=True, eq=False, repr=False)
class MarkedStripsSolution(SumsSolution):
    """Strips of X and O, solved; ``wins`` is for the player to move."""

    @property
    def alice_wins(self) -> list[bool]:
        """Whether Alice wins each strip, who moves when the number of marks is even."""
        return [bool(wins) == (self.problem.mover(test) == "Alice") for test, wins in enumerate(self.wins.tolist())]

    def mover(self, test: int) -> str:
        """Name the player to move."""
        name: str = self.problem.mover(test)
        return name

    def nimber(self, test: int, part: Any) -> int:
        """See `SumsSolution.nimber`."""
        return run_nimber(part)

    def parts(self, test: int) -> list[tuple[str, int]]:
        """Give the runs of empty cells with the marks beside them."""
        rules = self.problem.rules(test)
        return [(run, run_nimber(run)) for run in rules.components(rules.start)]

    def winning_move(self, test: int) -> str | None:
        """Say a winning move of a strip, None if there is none."""
        strip, total = self.problem.strips[test], int(self.nim_sums[test])
        for place, run in self.problem.rules(test).runs(strip):
            for i, cell in enumerate(run):
                for mark in "XO" if cell == "." else "":
                    if mark in run[max(0, i - 1) : i + 2]:
                        continue
                    left, right = run[:i] + mark, mark + run[i + 1 :]
                    if run_nimber(left) ^ run_nimber(right) == run_nimber(run) ^ total:
                        return f"{mark} in cell {place + i + 1}"
        return None


def treblecross(problem: StripsProblem) -> StripsSolution:
    """Solve boards of Treblecross: complete three in a row, or else play .007 on the runs of safe cells.

    O(cells), and once the values of .007 up to the longest board.
    """
    longest = max(map(len, problem.boards), default=0)
    game = HeapGame.from_code("treblecross")
    values, mask, period = heap_values(game, longest + 2)
    worth = values.tolist()
    options: dict[int, NDArray[np.int32]] = {}
    winning, nimbers, first = [], [], [0]
    for board in problem.boards:
        cells = completing(board)
        runs = [] if cells else safe_runs(board)
        total = 0
        for _, length in runs:
            nimbers.append(worth[length + 2])
            total ^= nimbers[-1]
        first.append(len(nimbers))
        if total:
            for start, length in runs:
                if length not in options:
                    options[length] = run_options(values, length)
                hits = np.flatnonzero(options[length] == total ^ worth[length + 2])
                cells += (hits + start + 1).tolist()
        winning.append(tuple(cells))
    proof = HeapValues(values, mask or best_mask(values[1:]), period)
    certificate = StackNimbers(np.array(nimbers, np.int64), np.array(first, np.int64), proof)
    wins = np.array([bool(cells) for cells in winning], np.bool_)
    return StripsSolution(problem, "treblecross", certificate, wins, tuple(winning))


def say_goodbye_to_tic_tac_toe(problem: MarkedStripsProblem) -> MarkedStripsSolution:
    """Solve strips of X and O by the closed form of a run's nimber, O(cells)."""
    nimbers, first = [], [0]
    for test, strip in enumerate(problem.strips):
        nimbers += [run_nimber(run) for run in problem.rules(test).components(strip)]
        first.append(len(nimbers))
    certificate = StackNimbers(np.array(nimbers, np.int64), np.array(first, np.int64))
    wins = nim_sums(certificate.nimbers, certificate.first) != 0
    return MarkedStripsSolution(problem, "say-goodbye-to-tic-tac-toe", certificate, wins)


def completing(board: str) -> list[int]:
    """Give the cells, from 1, ascending, where an X makes three in a row."""
    if "XX" not in board and "X.X" not in board:
        return []
    return sorted({match.start() + ahead + 1 for gap, ahead in _GAP.items() for match in gap.finditer(board)})


def safe_runs(board: str) -> Runs:
    """Give (start, length) of the runs of cells that are more than two away from any X."""
    runs, begin = [], 0
    while begin < len(board):
        cross = board.find("X", begin)
        stop = len(board) if cross < 0 else cross - 2
        if stop > begin:
            runs.append((begin, stop - begin))
        begin = len(board) if cross < 0 else cross + 3
    return runs


def run_options(values: NDArray[np.int32], length: int) -> NDArray[np.int32]:
    """Give the value that an X in each cell of a run leaves, shape (length,)."""
    cell = np.arange(length)
    left, right = values[np.maximum(cell - 2, 0) + 2], values[np.maximum(length - cell - 3, 0) + 2]
    after: NDArray[np.int32] = left ^ right
    return after


def run_nimber(run: str) -> int:
    """Give the nimber of a run of empty cells with the marks at its ends, ``"X...O"`` say.

    With no mark beside it 0 or 1 as its length is even or odd; with one its length; between equal marks 1, between
    different ones 0. A mark in the run leaves two runs of these kinds, and their mex is what is claimed.
    """
    empty = run.count(".")
    marks = len(run) - empty
    if not empty:
        return 0
    if marks == 2:
        return int(run[0] == run[-1])
    return empty if marks else empty % 2
