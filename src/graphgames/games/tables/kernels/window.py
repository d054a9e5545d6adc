"""The labels of some tiers by the numbers of their positions, of which only those in use take room.

A bitmap has a bit for each number. A label's place among the labels is the number of bits before its own: a count for
each block of 2^16 bits, one for each word of 64 within its block, and the bits of one word. G. Jacobson,
*Space-efficient static trees and graphs* (1989).

A label is ``4 * remoteness + code``: 0 unknown, 1 loss, 2 draw, 3 win.
"""

import cython


@cython.cclass
class Window:
    """Tiers by the range of their numbers (``first`` to ``last - 1``), and where each stands in the joined bitmap.

    Of the blocks of 2^16 numbers every ``members``-th is here. ``shift`` is what is to be added to a number, once only
    the blocks that are here are counted, for its place in the bitmap.
    """

    def __init__(self, first, last, shift, members, bits, labels):
        self.first, self.last, self.shift, self.members = first, last, shift, members
        self.words, self.before, self.base = bits
        self.labels = labels


if not cython.compiled:

    def place_of(window, number, tier):
        """Return the place of a number of a tier in the bitmap."""
        return int(((number >> 16) // window.members << 16 | number & 0xFFFF) + window.shift[tier])

    def members(word, below):
        """Return how many of the lowest bits of a word, as many as ``below``, are set."""
        return (int(word) & ((1 << below) - 1)).bit_count()

    def find(window, number):
        """Return the place of a number's label, -1 if it is not in use, -2 if it is in none of the tiers."""
        for t in range(len(window.first)):
            if window.first[t] <= number < window.last[t]:
                place = place_of(window, int(number), t)
                word = place >> 6
                if not int(window.words[word]) >> (place & 63) & 1:
                    return -1
                return int(window.base[word >> 10]) + int(window.before[word]) + members(window.words[word], place & 63)
        return -2
