"""Boards of chess with few men as arrays: the moves of many at once.

A tier is certain men; their squares are an array of shape (men, boards), and 0 is a1, 7 is h1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from graphgames.games.tables.chess_numbers import ORDER, Tier, in_order
from graphgames.games.tables.index import Ints
from graphgames.games.tables.squares import DIAGONAL, STRAIGHT, Squares

BOARD = Squares(8, 8)
JUMPS = tuple((a * x, b * y) for x, y in ((1, 2), (2, 1)) for a in (1, -1) for b in (1, -1))
STEPS = {
    "K": (DIAGONAL + STRAIGHT, 1),
    "Q": (DIAGONAL + STRAIGHT, 7),
    "R": (STRAIGHT, 7),
    "B": (DIAGONAL, 7),
    "N": (JUMPS, 1),
    "P": (((1, 1), (-1, 1)), 1),
}
"""The steps of each man where he can take, and how many of them he goes."""
LINES = {man: BOARD.lines(*steps) for man, steps in STEPS.items()}


def moved(tier: Tier, squares: Ints, mover: int) -> Iterator[tuple[Tier, Ints, Ints]]:
    """Yield for each move the men after it, their squares, and which of the boards it is possible on."""
    occupied = np.bitwise_or.reduce(np.int64(1) << squares, axis=0)
    own = [i for i, man in enumerate(tier) if man.islower() == bool(mover)]
    others = [j for j in range(len(tier)) if j not in own]
    for i in own:
        for targets, takes in _targets(tier[i]):
            begin = squares[i]
            end = targets.take(begin)
            free = (end >= 0) & (_between().take(64 * begin + end, mode="clip") & occupied == 0)
            free &= (squares[own] != end).all(axis=0)
            for j in (None, *others):
                hit = (squares[others] == end).any(axis=0) if j is None else squares[j] == end
                some = np.flatnonzero(free & (~hit if j is None else hit))
                if takes is (j is None) or not some.size:
                    continue
                after = squares[:, some]
                after[i] = end[some]
                men = tier if j is None else tier[:j] + tier[j + 1 :]
                after = after if j is None else np.delete(after, j, axis=0)
                safe = np.flatnonzero(~attacked(men, after, bool(mover)))
                yield from _promoted(men, i - (j is not None and j < i), after[:, safe], some[safe])


def _promoted(men: Tier, i: int, squares: Ints, some: Ints) -> Iterator[tuple[Tier, Ints, Ints]]:
    """Yield the boards as they are but for a pawn on the last row, which becomes each other man."""
    last = squares[i] >= 56 if men[i] == "P" else np.zeros(some.size, np.bool_)
    yield men, squares[:, ~last], some[~last]
    for new in "QRBN" if last.any() else "":
        named = men[:i] + new + men[i + 1 :]
        order = sorted(range(len(men)), key=lambda k: ORDER.index(named[k]))
        yield in_order(named), squares[:, last][order], some[last]


def attacked(men: Tier, squares: Ints, black: bool) -> Any:
    """Return on which boards the king of a side is attacked."""
    king, found = squares[men.index("k" if black else "K")], np.zeros(squares.shape[1], np.bool_)
    occupied = np.bitwise_or.reduce(np.int64(1) << squares, axis=0)
    for man, square in zip(men, squares, strict=True):
        if man.isupper() == black:
            pair = 64 * square + king
            found |= _attacks(man).take(pair) & (_between().take(pair) & occupied == 0)
    return found


@cache
def _targets(man: str) -> list[tuple[Ints, bool | None]]:
    """Return the square after each step of a man by the square before, or -1; and whether it must or must not take."""
    steps, far = STEPS[man.upper()]
    takes = True if man == "P" else None
    found = [(np.array(BOARD.shifted((x * n, y * n))), takes) for x, y in steps for n in range(1, far + 1)]
    if takes:
        one, two = (np.array(BOARD.shifted((0, n))) for n in (1, 2))
        found += [(one, False), (np.where(np.arange(64) // 8 == 1, two, -1), False)]
    return found


@cache
def _attacks(man: str) -> Any:
    """Return whether a man on a square attacks another on an empty board, by 64 * square + other."""
    found = np.zeros((64, 64), np.bool_)
    for square, lines in enumerate(LINES[man.upper()]):
        found[square, [end for line in lines for end in line]] = True
    return found.ravel()


@cache
def _between() -> Ints:
    """Return the squares between two in a line, as a mask, by 64 * square + other."""
    found = np.zeros((64, 64), np.uint64)
    for square, lines in enumerate(LINES["Q"]):
        for line in lines:
            for n, end in enumerate(line):
                found[square, end] = sum(1 << before for before in line[:n])
    return found.view(np.int64).ravel()
