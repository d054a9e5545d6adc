"""Stones: the nimbers of halving piles and of boxes.

*Halving piles* (``playing-with-stones``), from which at most half may be taken: f(2m) = m and f(2m + 1) = f(m). The
options of 2m are m, ..., 2m - 1, those of 2m + 1 are m + 1, ..., 2m. By induction on m the values of m + 1, ..., 2m are
0, ..., m without f(m): the step from m - 1 to m takes f(m) away, and adds f(2m - 1) = f(m - 1) and f(2m) = m. So the
mex from 2m + 1 is f(m), and from 2m, with the values of m, ..., 2m - 1, it is m.

*Boxes* (``stone-game``) of size s with c stones, to which up to c * c may be added: let t be the largest number with t
* t + t < s. With more than t stones the box can be filled to any number, so by induction from s downwards the value is
s - c. With t it cannot be filled, and what it can be filled to is worth more than 0: the value is 0. With c < t, all
beyond t is worth more than s - (c + c * c) > 2 t, more than there are values up to t: the mex is that of a box of size
t.
"""

from __future__ import annotations

from math import isqrt


def pile(size: int) -> int:
    """Return the nimber of a halving pile."""
    while size % 2:
        size //= 2
    return size // 2


def box(size: int, stones: int) -> int:
    """Return the nimber of a box of stones."""
    if stones >= size:
        return 0
    t = (isqrt(4 * size - 3) - 1) // 2  # the largest number with t * t + t < size
    if stones > t:
        return size - stones
    return 0 if stones == t else box(t, stones)
