"""The loop of Connect Four: from the number of a position to whether it has a row, and to the numbers after each move.

A position is the heights of the columns and the mask of the first player's stones, column by column and bottom up.
"""

import cython

from graphgames.games.tables.kernels import masks


@cython.cclass
class Tier:
    """The positions with so many stones.

    Parameters
    ----------
    board : tuple of int
        Columns, rows, and how many in a row win.
    stones : int
        How many there are.
    here, after : Masks
        The places of the first player's stones, in this tier and with one stone more.
    sizes : pair of int
        How many such masks there are, in this tier and the next.
    tops, gaps, up : int64, shape (heights, columns)
        For each number of heights and each column: the places up to its top, as bits; how many cells are free between
        its stones and the next column's; the number of the heights after a stone there, -1 if it is full.
    """

    def __init__(self, board, stones, here, after, sizes, tops, gaps, up):
        self.width, self.height, self.connect = board
        self.stones, self.here, self.after = stones, here, after
        self.ways, self.ways_after = sizes
        self.tops, self.gaps, self.up = tops, gaps, up


def _in_a_row(board, many, height):
    """Return whether a board has so many stones in a row; above each column is a bit that is not set."""
    for way in range(4):
        step: cython.int = height + way - 1 if way > 0 else 1
        row: cython.longlong = board
        for _ in range(1, many):
            row &= row >> step
        if row != 0:
            return True
    return False


def expand(
    tier: Tier,
    offset: cython.longlong,
    index: cython.const[cython.longlong][::1],
    code: cython.uchar[::1],
    numbers: cython.longlong[:, ::1],
) -> None:
    """Write where the game has ended, and the numbers after a stone in each column, -1 where there can be none.

    ``offset`` is what numbers of the next tier are counted from.
    """
    near: cython.longlong[8] = [0, 0, 0, 0, 0, 0, 0, 0]
    odd: cython.int = tier.stones & 1
    number: cython.longlong = -1
    begin: cython.longlong = 0
    with cython.nogil:
        for i in range(index.shape[0]):
            if number < 0 or not begin <= index[i] < begin + tier.ways:
                number = index[i] // tier.ways
                begin = number * tier.ways
            mask: cython.longlong = masks.unrank_of(tier.here, index[i] - begin, near)
            board: cython.longlong = mask if odd else mask ^ tier.tops[number, tier.width - 1]
            for c in range(tier.width - 2, -1, -1):
                low: cython.longlong = board & tier.tops[number, c]
                board = ((board - low) << tier.gaps[number, c]) | low
            if _in_a_row(board, tier.connect, tier.height):
                code[i] = 1
            elif tier.stones == tier.width * tier.height:
                code[i] = 2
            for c in range(tier.width):
                up: cython.longlong = tier.up[number, c]
                if code[i] != 0 or up < 0:
                    numbers[c, i] = -1
                    continue
                top: cython.longlong = tier.tops[number, c]
                stones: cython.longlong = 2 * mask - (mask & top) + (0 if odd else top + 1)
                numbers[c, i] = offset + up * tier.ways_after + masks.rank_of(tier.after, stones)
