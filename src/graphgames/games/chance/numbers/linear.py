"""Expectations in a Markov chain as exact solutions of linear equations, for gains of either sign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import offsets_of
from graphgames.core.errors import SolverError
from graphgames.core.value import narrowed
from graphgames.games.chance.numbers.exact import PRIMES, Equations, solve

_WIDE = 2**62
_LONG = 1000  # bits, of numbers that floating point can hold
_DEAR = "the exact values of this game need more memory than allowed"


def expectations(
    n: int, tails: Sequence[int], heads: Sequence[int], factor: Sequence[Any], gain: Sequence[Any], most: int
) -> NDArray[np.object_]:
    """Return the numbers x with x(v) = the sum of gain + factor * x(head) over the edges out of v, as fractions.

    Factors are from 0 to 1, and the products of those along walks tend to 0. Gains of either sign are computed apart,
    since the equations are solved for numbers from 0 on. Raise `SolverError` if that is too expensive.
    """
    factors = [Fraction(one) for one in factor]
    parts = [[max(sign * Fraction(one), Fraction(0)) for one in gain] for sign in (1, -1)]
    found = [_solved(*_equations(n, tails, heads, factors, part), most) for part in parts]
    return np.asarray(found[0] - found[1])


def _equations(
    n: int, tails: Sequence[int], heads: Sequence[int], factor: Sequence[Fraction], gain: Sequence[Fraction]
) -> tuple[Equations, int]:
    """Return the equations in integers, for gains times a number."""
    common = [1] * n
    for v, one in zip(tails, factor, strict=True):
        common[v] = lcm(common[v], one.denominator)
    scale = lcm(*(one.denominator for one in gain))
    diagonal, right, entries = list(common), [0] * n, dict[tuple[int, int], int]()
    for v, w, one, more in zip(tails, heads, factor, gain, strict=True):
        times = int(one * common[v])
        right[v] += int(more * scale) * common[v]
        if v == w:
            diagonal[v] -= times
        elif times:
            entries[v, w] = entries.get((v, w), 0) + times
    if max([*common, 0]) >= _WIDE or max([*right, 0]).bit_length() > _LONG:
        raise SolverError(_DEAR)
    keys = sorted(entries)
    indptr = offsets_of(np.array([v for v, _ in keys], np.int64), n)
    column, weight = np.array([w for _, w in keys], np.int32), np.array([entries[key] for key in keys], np.int64)
    return Equations(indptr, column, weight, np.array(diagonal, np.int64), narrowed(right)), scale


def _solved(equations: Equations, scale: int, most: int) -> NDArray[np.object_]:
    """Return the solution of equations, divided by the number that they were multiplied by."""
    found: Sequence[tuple[int, int]] | None = [(0, 1)] * equations.right.size
    if equations.right.any():
        factors = equations.factors(PRIMES[0], most)
        near = None if factors is None else factors.solve(equations.right.astype(np.float64) / equations.diagonal)
        found = None if near is None else solve(replace(equations, bound=2 * ceil(near.max(initial=0.0)) + 2), most)
    if found is None:
        raise SolverError(_DEAR)
    values = np.empty(len(found), object)
    values[:] = [Fraction(a, b * scale) for a, b in found]
    return values
