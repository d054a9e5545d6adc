"""Exact numbers in arrays, for checkers: numerators over denominators, never rounded, never overflowing.

What is small is int64; `graphgames.core.value` says by `sized` and `largest` when that is so. All else are Python's
integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise
from math import gcd, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.value import SAFE, Infinite, largest, sized

HALF = 31
"""Numbers of 62 bits are split into two halves, so that no product needs more than 63."""


def product(left: Any, right: Any) -> Any:
    """Return the products of integers, or of arrays of them, in 64 bits if they all fit."""
    if isinstance(right, int) and (right == 1 or isinstance(left, int)):
        return left * right if isinstance(left, int) else left
    one, other = np.asarray(left), np.asarray(right)
    if object not in (one.dtype, other.dtype):
        one, other = sized(largest(one) * largest(other), one, other)
    return one * other


class Ratios:
    """Exact numbers of vertices or edges, ``top / bottom``; arrays of 64 bits where all fits, else of objects.

    Where ``bottom`` is one integer all have it in common.

    >>> from fractions import Fraction
    >>> Ratios.of([1, Fraction(1, 3)]).above(Ratios(np.array([1, 0])))
    array([0, 1], dtype=int8)
    """

    def __init__(self, top: NDArray[Any], bottom: Any = 1):
        self.top, self.bottom = top, bottom

    @classmethod
    def of(cls, values: Iterable[Any]) -> Ratios:
        """Return integers and Fractions as numerators and denominators of any size."""
        listed = list(values)
        pair = np.empty((2, len(listed)), object)
        pair[0], pair[1] = [one.numerator for one in listed], [one.denominator for one in listed]
        return cls(*pair)

    def take(self, places: Any) -> Ratios:
        """Return the numbers at some places."""
        return Ratios(self.top[places], self.bottom if isinstance(self.bottom, int) else self.bottom[places])

    def times(self, other: Ratios) -> Ratios:
        """Return the products with other numbers."""
        return Ratios(product(self.top, other.top), product(self.bottom, other.bottom))

    def plus(self, other: Ratios) -> Ratios:
        """Return the sums with other numbers."""
        left, right = self._scaled(other)
        if object not in (left.dtype, right.dtype):
            left, right = sized(largest(left) + largest(right), left, right)
        common = isinstance(self.bottom, int) and isinstance(other.bottom, int)
        return Ratios(left + right, (lcm if common else product)(self.bottom, other.bottom))

    def above(self, other: Ratios) -> NDArray[np.int8]:
        """Return 1, 0 or -1 as a number is more than the other, the same, or less."""
        left, right = self._scaled(other)
        return np.asarray(left > right, np.int8) - np.asarray(left < right, np.int8)

    def _scaled(self, other: Ratios) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the numerators of both as they are over a common denominator."""
        mine, theirs = self.bottom, other.bottom
        if isinstance(mine, int) and isinstance(theirs, int):
            common = gcd(mine, theirs)
            mine, theirs = mine // common, theirs // common
        return product(self.top, theirs), product(other.top, mine)


def both_ends(pairs: Sequence[tuple[Any, Any]]) -> tuple[Ratios, Ratios]:
    """Return the lower and the upper ends of brackets, 0 for an infinite one; the same object if all are exact."""
    several = (0,) if all(low is high for low, high in pairs) else (0, 1)
    rows = [Ratios.of(0 if isinstance(pair[end], Infinite) else pair[end] for pair in pairs) for end in several]
    return rows[0], rows[-1]


def in_one_unit(factor: int, *given: Ratios) -> list[Ratios]:
    """Return numbers as integers of 64 bits, in one unit, where sums of them times a factor fit; else as they are.

    >>> from fractions import Fraction
    >>> [one.top for one in in_one_unit(9, Ratios.of([1, Fraction(1, 3)]), Ratios(np.array([5, 7]), 2))]
    [array([6, 2]), array([15, 21])]
    """
    common, several = 1, {id(one): one for one in given}
    for bottom in {end for one in several.values() for end in np.ravel(one.bottom).tolist()}:
        common = lcm(common, bottom)
        if common >= SAFE:
            return list(given)
    tops = [sized(largest(one.top) * common, one.top)[0] * (common // one.bottom) for one in several.values()]
    limit = factor * sum(map(largest, tops))
    made = dict(zip(several, map(Ratios, sized(limit, *tops)), strict=True))
    return [made[id(one)] for one in given] if limit < SAFE else list(given)


@dataclass(frozen=True)
class Ordered:
    """Exact numbers from 0 to 1, one for each vertex, compared by ``level``: larger numbers have a larger one.

    Where they have a common ``denominator`` of at most 62 bits, ``level`` holds the numerators over it. Otherwise that
    is 0, and ``distinct`` are the different numbers, numerators and denominators, of which each vertex has the one that
    ``which`` says.
    """

    level: NDArray[np.int64]
    denominator: int
    is_zero: NDArray[np.bool_]
    is_one: NDArray[np.bool_]
    distinct: Sequence[tuple[int, int]]
    which: NDArray[np.int64]

    @classmethod
    def over(cls, denominator: int, numerator: NDArray[np.int64]) -> Ordered:
        """Return numbers with a common denominator."""
        return cls(
            numerator, denominator, np.asarray(numerator == 0), np.asarray(numerator == denominator), (), numerator
        )

    @classmethod
    def of(cls, given: Sequence[int | Fraction], which: NDArray[np.int64]) -> Ordered:
        """Return the numbers of which each vertex has the one that ``which`` says."""
        place: dict[tuple[int, int], int] = {}
        pairs = [(one.numerator, one.denominator) for one in given]  # whose hashes are quicker than those of fractions
        which = np.array([place.setdefault(pair, len(place)) for pair in pairs], np.int64)[which]
        common = 1
        for bottom in {bottom for _, bottom in place}:
            common = lcm(common, bottom)
            if common.bit_length() > 2 * HALF:
                is_zero, is_one = (np.asarray(which == place.get((end, 1), -1)) for end in (0, 1))
                return cls(levels(list(place))[which], 0, is_zero, is_one, list(place), which)
        whole = np.array([top * (common // bottom) for top, bottom in place], np.int64)
        return cls.over(common, whole.take(which))

    def ratios(self) -> tuple[list[int], list[int], NDArray[np.int64]]:
        """Return numerators, denominators, and which of them each vertex has."""
        if self.denominator:
            return self.level.tolist(), [self.denominator] * self.level.size, np.arange(self.level.size)
        return [top for top, _ in self.distinct], [bottom for _, bottom in self.distinct], self.which


def levels(pairs: Sequence[tuple[int, int]]) -> NDArray[np.int64]:
    """Return the places of different exact numbers from 0 to 1, numerators and denominators, in their order, from 0.

    Quotients of integers are rounded correctly. So where they differ, or what is left of 1 does, that decides.

    >>> levels([(1, 1), (1, 3), (0, 1)])
    array([2, 1, 0])
    """
    nearest, rest = np.array([a / b for a, b in pairs]), np.array([(b - a) / b for a, b in pairs])
    order = np.lexsort((-rest, nearest))
    rises = (np.diff(nearest[order], prepend=-1.0) > 0) | (np.diff(rest[order], prepend=2.0) < 0)
    places: list[int] = order.tolist()

    def compared(u: int, w: int) -> int:
        (a, b), (c, d) = pairs[u], pairs[w]
        return int(a * d - c * b)

    for low, high in pairwise([*np.flatnonzero(rises).tolist(), order.size]):
        if high - low > 1:
            places[low:high] = sorted(places[low:high], key=cmp_to_key(compared))
            rises[low + 1 : high] = True
    level = np.empty(order.size, np.int64)
    level[places] = np.cumsum(rises) - 1
    return level
