"""Masks with so many bits set, and their numbers in ascending order.

A mask is cut into pieces of some bits. For each piece but the lowest a table says, for each number of bits still to be
set, how many masks have a smaller piece there. The number of a mask is one look-up for each piece. The mask of a number
takes one binary search for each piece; where numbers ascend, the piece is mostly that of the number before.
"""

import cython


@cython.cclass
class Masks:
    """The tables, the highest piece first.

    Parameters
    ----------
    k : int
        How many bits are set.
    low : int
        How many bits the lowest piece has.
    shift, width, at : int32, int32 and int64, shape (pieces,)
        Where each other piece begins and how many bits it has; where its table begins in ``smaller``.
    smaller : int64
        How many masks have a smaller piece, by bits still to be set and piece.
    members, first : uint8 and int16, shape (2 ** low,)
        How many bits of a piece are set, and its number among those with as many.
    ordered, starts : int16, int32
        The pieces by how many bits are set, and where those with so many begin.
    """

    def __init__(self, k, low, shift, width, at, smaller, members, first, ordered, starts):
        self.k, self.low, self.pieces = k, low, len(shift)
        self.shift, self.width, self.at, self.smaller = shift, width, at, smaller
        self.members, self.first, self.ordered, self.starts = members, first, ordered, starts


if not cython.compiled:

    def rank_of(tables, mask):
        """Return the number of a mask. What is not one of the masks has any number."""
        left, total = tables.k, int(tables.first[mask & ((1 << tables.low) - 1)])
        for shift, width, at in zip(tables.shift.tolist(), tables.width.tolist(), tables.at.tolist(), strict=True):
            bits = (mask >> shift) & ((1 << width) - 1)
            total += int(tables.smaller[at + (left << width) + bits])
            left = max(0, left - bits.bit_count())
        return total

    def unrank_of(tables, number, near):
        """Return the mask that has a number."""
        left, mask = tables.k, 0
        for shift, width, at in zip(tables.shift.tolist(), tables.width.tolist(), tables.at.tolist(), strict=True):
            row = tables.smaller[at + (left << width) : at + (left + 1 << width)]
            bits = int(row.searchsorted(number, "right")) - 1
            number -= int(row[bits])
            left -= bits.bit_count()
            mask |= bits << shift
        return mask | int(tables.ordered[tables.starts[left] + number])


def rank(tables: Masks, masks: cython.const[cython.longlong][::1], numbers: cython.longlong[::1]) -> None:
    """Write the numbers of masks."""
    with cython.nogil:
        for i in range(masks.shape[0]):
            numbers[i] = rank_of(tables, masks[i])


def unrank(tables: Masks, numbers: cython.const[cython.longlong][::1], masks: cython.longlong[::1]) -> None:
    """Write the masks that have these numbers, each from 0 to how many there are less 1."""
    near: cython.longlong[8] = [0, 0, 0, 0, 0, 0, 0, 0]
    with cython.nogil:
        for i in range(numbers.shape[0]):
            masks[i] = unrank_of(tables, numbers[i], near)
