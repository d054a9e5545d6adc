"""Boards as text in the notation of Forsyth and Edwards: rows from the top, numbers for empty squares in a line."""

from __future__ import annotations

import re
from collections.abc import Mapping


def rows_of(board: str) -> list[str]:
    """Return the rows from the top, with a dot for each empty square.

    Examples
    --------
    >>> rows_of("gle/1c1/1C1/ELG")
    ['gle', '.c.', '.C.', 'ELG']
    """
    return [re.sub("[1-9]", lambda found: "." * int(found[0]), row) for row in board.split("/")]


def men_of(board: str) -> dict[int, str]:
    """Return the man on each taken square; 0 is the left of the lowest row.

    Examples
    --------
    >>> men_of("k2/3/2K")
    {6: 'k', 2: 'K'}
    """
    rows = rows_of(board)
    return {
        (len(rows) - 1 - r) * len(row) + column: man
        for r, row in enumerate(rows)
        for column, man in enumerate(row)
        if man != "."
    }


def written(men: Mapping[int, str], width: int, height: int) -> str:
    """Return the text of a board by its men.

    Examples
    --------
    >>> written({6: "k", 2: "K"}, 3, 3)
    'k2/3/2K'
    """
    rows = ["".join(men.get(width * r + column, ".") for column in range(width)) for r in reversed(range(height))]
    return re.sub(r"\.+", lambda found: str(len(found[0])), "/".join(rows))
