"""Exact numbers of checkers: every operation against fractions, at the ends of 64 bits among others."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from graphgames.core.exact import Ratios, in_one_unit, levels
from tests.share import cases

ENDS = [0, 1, -1, 2**31, 2**62, 2**63 - 1, -(2**63), 3 * 2**40 + 1]


def ratios(rng: np.random.Generator, kind: str) -> tuple[Ratios, list[Fraction]]:
    """Return numbers of 64 bits over one denominator or over many, or of any size, with what they are."""
    tops: Any = rng.choice(np.array(ENDS), 6)
    if kind == "one":
        bottom: Any = int(rng.choice([1, 6, 2**40, 2**61 - 1]))
        return Ratios(tops, bottom), [Fraction(top, bottom) for top in tops.tolist()]
    bottoms = rng.choice(np.array([1, 3, 2**32, 2**62]), 6)
    found = [Fraction(top, bottom) for top, bottom in zip(tops.tolist(), bottoms.tolist(), strict=True)]
    return (Ratios(tops, bottoms) if kind == "many" else Ratios.of(found)), found


def fractions(given: Ratios) -> list[Fraction]:
    bottoms = np.broadcast_to(np.asarray(given.bottom, object), given.top.shape)
    return [Fraction(int(top), int(bottom)) for top, bottom in zip(given.top, bottoms, strict=True)]


@pytest.mark.parametrize("left", ["one", "many", "any"])
@pytest.mark.parametrize("right", ["one", "many", "any"])
def test_nothing_overflows(left: str, right: str) -> None:
    rng = np.random.default_rng([len(left), len(right)])
    for _ in range(cases(100, 0.4)):
        (one, mine), (other, theirs) = ratios(rng, left), ratios(rng, right)
        pairs = list(zip(mine, theirs, strict=True))
        assert fractions(one.times(other)) == [a * b for a, b in pairs]
        assert fractions(one.plus(other)) == [a + b for a, b in pairs]
        assert one.above(other).tolist() == [(a > b) - (a < b) for a, b in pairs]
        made, found = in_one_unit(5, one, other)
        units = [b / a for a, b in zip(mine + theirs, fractions(made) + fractions(found), strict=True) if a]
        assert len(set(units)) <= 1


def test_levels_are_the_places_in_order() -> None:
    near = [1 - Fraction(1, 10**k) for k in range(1, 40)] + [Fraction(1, 10**k) for k in range(1, 400, 7)]
    close = [Fraction(1, 3) + Fraction(k, 10**40) for k in range(9)]
    given = [*near, *close, Fraction(0), Fraction(1)]
    order = np.random.default_rng(0).permutation(len(given)).tolist()
    shuffled = [given[k] for k in order]
    found = levels([one.as_integer_ratio() for one in shuffled])
    assert found.tolist() == [sorted(given).index(one) for one in shuffled]
