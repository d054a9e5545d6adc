"""What a certificate file says of a table: the rules, position by position, and the label of each."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import offsets
from graphgames.core.errors import GameError
from graphgames.formats.cert import Lines, MisfitError, Rows, beside

_ENDS = np.array([0, 2, 3, 1], np.int64)
"""How the file says that a game goes on, or is lost, drawn or won, by the code of the rules."""

_RESULTS = np.array([-1, 1, 2, 0], np.int64)
"""How it says that a position is lost, drawn or won, by the label."""

_WIN_IN_ONE = 7


def lines(table: Any) -> Lines:
    """Return the lines; the positions are numbered from 0, in the order of the tiers.

    Where the rules only say that the game ends with the next move, a win, there is such a move, to a last position that
    the player to move has lost.

    Raise `GameError` if the table holds nimbers, and `MisfitError` if a move leads to no position of the table.
    """
    certificate = table.certificate
    if certificate.values != "remoteness":
        raise GameError("there is no proved checker for tables of nimbers")
    numbers, labels = certificate.numbers, certificate.labels
    ends, tails, heads, again = _by_the_rules(table, numbers)
    place = np.searchsorted(numbers, heads)
    if (place == numbers.size).any() or (numbers[np.minimum(place, numbers.size - 1)] != heads).any():
        raise MisfitError("a move leads to a number that is not a position of the table")
    soon = np.flatnonzero(ends == _WIN_IN_ONE)
    n, ends = numbers.size, np.where(ends == _WIN_IN_ONE, 0, ends)
    if soon.size:
        tails, place = np.append(tails, soon), np.append(place, np.full(soon.size, n))
        again, ends, labels = np.append(again, np.zeros(soon.size, np.int64)), np.append(ends, 1), np.append(labels, 1)
    order = np.argsort(tails, kind="stable")
    moves = Rows(
        offsets(2 * np.bincount(tails, minlength=ends.size)), np.stack([place[order], again[order]], 1).ravel()
    )
    nothing = Rows(np.zeros(ends.size + 1, np.int64), np.empty(0, np.int64))
    game = beside([_ENDS[ends]], moves)
    solution_rows = beside([_RESULTS[labels & 3], labels.astype(np.int64) >> 2], nothing)
    return Lines("table", "table-labels", tails.size, game, solution_rows, nothing)


def _by_the_rules(table: Any, numbers: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Return how the game has ended at each position, and of each move where it begins and leads to and who moves then.

    A move begins at the place of a position among the numbers, and leads to a number.
    """
    codes, tails, heads, again = ([np.empty(0, np.int64)] for _ in range(4))
    for tier in table.space.tiers:
        first, size = table.space.offset[tier], table.space.size[tier]
        low, high = np.searchsorted(numbers, [first, first + size]).tolist()
        if low == high:
            continue
        batch = table.problem.batch(tier, numbers[low:high] - first)
        codes.append(batch.code.astype(np.int64))
        for column, same in zip(batch.columns, batch.again, strict=True):
            rows = np.flatnonzero((column >= 0) & (batch.code == 0))
            tails.append(low + rows)
            heads.append(column[rows])
            again.append(np.full(rows.size, int(same), np.int64))
    return [np.concatenate(parts) for parts in (codes, tails, heads, again)]
