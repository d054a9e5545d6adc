"""Integers of thousands of digits out of text, in about a third of the time that Python's ``int`` takes.

Compiled, `whole` stands in the ``.pxd`` beside this file, in words of 64 bits; where the compiler has none of 128 bits
for their products, this file serves as it is.
"""

import cython

from graphgames.core.compiled import poll

DIGITS = cython.declare(cython.int, 4000)  # for which `whole` has words

if not cython.compiled:

    def whole(data, place, end):
        """Return the integer that some decimal digits are; None if there are none, or another byte is among them."""
        digits = bytes(data[place:end])
        return int(digits) if digits.isdigit() else None


def integers(
    data: cython.const[cython.uchar][::1],
    begin: cython.const[cython.longlong][:],
    end: cython.const[cython.longlong][:],
) -> list[int | None]:
    """Return the integers that stand between places, None for what is none, or has more than 4,000 digits."""
    found: list = []
    for k in range(begin.shape[0]):
        if k & 0xFFF == 0:
            poll()
        minus: cython.bint = begin[k] < end[k] and data[begin[k]] == 45
        place: cython.Py_ssize_t = begin[k] + minus
        value = whole(data, place, end[k]) if place < end[k] <= place + DIGITS else None
        found.append(-value if minus and value is not None else value)
    return found
