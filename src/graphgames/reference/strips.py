"""Strips of cells: how they fall into runs, and the nimbers of these.

*Treblecross* is the heap game .007: a run of n cells with no X within two of them is a heap of n + 2. If three X in a
row can be completed, that wins at once.

*Strips of X and O* (``say-goodbye-to-tic-tac-toe``): a run of n empty cells is worth n mod 2 between two borders, n
between a border and a mark, and 1 or 0 between two marks that are the same or not. Each is the mex of the options',
which is looked up for runs up to 64; the step for longer ones is the same, by the parity of the place that is marked.
"""

from __future__ import annotations

from itertools import pairwise

Run = tuple[int, str]
"""How many empty cells, and the marks at its ends."""


def run(part: Run) -> int:
    """Return the nimber of a run of empty cells between marks."""
    length, ends = part
    return (length % 2, length, int(len(set(ends)) == 1))[len(ends)]


def marked_runs(strip: str) -> list[Run]:
    """Return the runs of empty cells of a strip of X and O."""
    marks = [-1, *(i for i, cell in enumerate(strip) if cell != "."), len(strip)]
    ends = (strip[max(left, 0) : left + 1] + strip[right : right + 1] for left, right in pairwise(marks))
    return [
        (right - left - 1, end) for (left, right), end in zip(pairwise(marks), ends, strict=True) if right - left > 1
    ]


def finishing(board: str) -> list[int]:
    """Return the cells, from 1, where an X makes three in a row."""
    return [i + 1 for i, cell in enumerate(board) if "XXX" in board[max(0, i - 2) : i] + "X" + board[i + 1 : i + 3]]


def free_runs(board: str) -> list[tuple[int, int]]:
    """Return first cell and length of each run of cells with no X within two."""
    free = ["X" not in board[max(0, i - 2) : i + 3] for i in range(len(board))]
    begins = [i for i, here in enumerate(free) if here and not (i and free[i - 1])]
    return [(i, next((k for k in range(i, len(free)) if not free[k]), len(free)) - i) for i in begins]
