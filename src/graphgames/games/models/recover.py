"""Exact numbers from rounded ones, where a format holds no better.

A float is taken for the fraction with a denominator up to 100,000 that differs from it by no more than a program's last
digit, if there is one, else for the shortest decimal number that rounds to it. Whether that is the number meant nobody
can know, but the probabilities of each choice must sum to exactly 1, or the model is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

_SIMPLE, _LAST_DIGIT = 10**5, 2.0**-51
_FEWEST = 5
"""A number with fewer decimals is taken as it is written."""

MISS = 0.0101
"""Probabilities of an action whose sum misses 1 by more were not rounded."""


def recovered(given: NDArray[Any], check: bool = True) -> tuple[NDArray[np.int32], tuple[Fraction, ...]]:
    """Return for each number the place of its exact value among the distinct ones, and these.

    Raise `ValueError` if one is no probability above 0, where that is to be checked.
    """
    if given.dtype == object:
        which, exact = distinct(given.tolist())
    else:
        several, back = np.unique(given, return_inverse=True)
        which, exact = back.astype(np.int32).reshape(-1), tuple(map(simplest, several.tolist()))
    bad = [one for one in exact if not 0 < one <= 1]
    if check and bad:
        raise ValueError(f"{bad[0]} is not a probability above 0")
    return which, exact


class _Places(dict[Any, int]):
    """The place of each distinct thing, in the order in which they come."""

    def __missing__(self, thing: Any) -> int:
        self[thing] = place = len(self)
        return place


def distinct(given: Iterable[Any], size: int = -1) -> tuple[NDArray[np.int32], tuple[Any, ...]]:
    """Return the place of each thing among the distinct ones, and these in the order in which they come.

    >>> distinct("abba")
    (array([0, 1, 1, 0], dtype=int32), ('a', 'b'))
    """
    place = _Places()
    which = np.fromiter(map(place.__getitem__, given), np.int32, size)
    return which, tuple(place)


def simplest(number: float) -> Fraction:
    """Return the exact number that a float stands for.

    >>> simplest(0.1), simplest(1 / 3), simplest(0.123456789)
    (Fraction(1, 10), Fraction(1, 3), Fraction(123456789, 1000000000))
    """
    if not np.isfinite(number):
        raise ValueError(f"{number} is not a number")
    simple = Fraction(number).limit_denominator(_SIMPLE)
    return simple if abs(float(simple) - number) <= _LAST_DIGIT * abs(number) else Fraction(repr(number))


def unrounded(number: float) -> Fraction:
    """Return the fraction of which a float is a rounding, even to few decimals, or else its `simplest`.

    With d decimals it must have a denominator up to the root of 10^(d - 4), lest many fractions come as near by chance.

    >>> unrounded(0.33333), unrounded(0.6666666667), unrounded(0.3333), unrounded(0.1)
    (Fraction(1, 3), Fraction(2, 3), Fraction(3333, 10000), Fraction(1, 10))
    """
    written = Decimal(repr(number))
    places = -int(written.as_tuple().exponent) if written.is_finite() else 0
    if places < _FEWEST:
        return simplest(number)
    simple = Fraction(written).limit_denominator(min(isqrt(10 ** (places - _FEWEST + 1)), _SIMPLE))
    return simple if abs(simple - Fraction(written)) * 10**places < 1 else simplest(number)


def mending(simple: Iterable[Fraction | int]) -> str:
    """Return how probabilities of an action that miss 1 by rounding are mended, the end of a sentence.

    They are given as the simplest fractions that they may stand for.
    """
    hint = "; if they were rounded, normalize=True (--normalize) divides them by their sum"
    return hint + ", and exact='simplest' (--exact simplest) takes 0.333... for 1/3" * (sum(simple) == 1)
