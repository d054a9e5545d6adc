"""Exact solutions of sparse linear equations over the rationals, by lifting modulo powers of a prime.

The equations are factored once modulo a prime of 31 bits; each further digit of the solution costs one substitution
(Dixon, *Exact solution of linear equations using p-adic expansions*, 1982). A rational number is recovered from its
digits by Euclid's algorithm (Wang 1981). Its denominator mostly serves for the other unknowns of its component, too, so
that few need more than a multiplication.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import isqrt, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.games.chance.kernels import elimination
from graphgames.graphs.kernels import graph
from graphgames.graphs.kernels.components import Components

PRIMES = (2147483629, 2147483587, 2147483579, 2147483563, 2147483549)
"""The largest primes of 31 bits but 2^31 - 1; the next one serves where one divides a pivot.

That one divides the pivots of a random walk of 31 states with the odds 2 to 1, which are 2^k - 1.
"""

_CERTAIN = 64
"""So many bits more than a recovered number has must agree; that they do so by chance has the odds 2^-64."""

Ratio = tuple[int, int]


@dataclass(frozen=True)
class Equations:
    """The equations ``diagonal[v] * x[v] = sum of weight[e] * x[column[e]] + right[v]``, all numbers from 0 on.

    Each row names a column once and not its own; every ``right`` is at most its ``diagonal``.
    """

    indptr: NDArray[np.int64]
    column: NDArray[np.int32]
    weight: NDArray[np.int64]
    diagonal: NDArray[np.int64]
    right: NDArray[np.int64]

    def factors(self, prime: int, most: int) -> elimination.Elimination | None:
        """Return the factors modulo a prime, None where that divides a pivot or they have too many entries."""
        scale = self.diagonal.astype(np.float64)
        made = elimination.Elimination(
            prime,
            self.indptr,
            self.column,
            self.weight % prime,
            self.weight / np.repeat(scale, np.diff(self.indptr)),
            self.diagonal % prime,
            np.ones(scale.size),
        )
        return made if made.run(most) else None

    @cached_property
    def components(self) -> NDArray[np.int32]:
        """The number of the component of each unknown; no row names a column of a higher one."""
        n = self.diagonal.size
        reverse = np.zeros(n + 1, np.int64), np.empty(self.column.size, np.int32)
        graph.transpose(self.indptr, self.column, *reverse)
        rows = (self.indptr, self.column), reverse
        return Components(*rows, np.ones(n, np.int32), np.full(n, -1, np.int32)).run()[0]


def solve(equations: Equations, most: int) -> list[Ratio] | None:
    """Return the exact solution, numbers from 0 to 1, as numerators and denominators; None where that is too dear.

    It is if the factors have more than ``most`` entries, or the values together more than four times as many digits.
    """
    for prime in PRIMES:
        factors = equations.factors(prime, most)
        if factors is not None:
            break
    else:
        return None
    factors.invert()
    wide = equations.diagonal.size > 0 and int(equations.diagonal.max()) >= 2**31
    rest: NDArray[Any] = equations.right.astype(object if wide else np.int64)
    found, power, more = np.zeros(rest.size, object), 1, 4
    while more * rest.size <= 4 * most:
        digits = np.empty((more, rest.size), np.int64)
        if wide:
            rest = _lift_wide(equations, factors, prime, rest, digits)
        else:
            elimination.lift(
                factors, prime, equations.indptr, equations.column, equations.weight, equations.diagonal, rest, digits
            )
        found = found + power * _joined(digits, prime)
        power *= prime**more
        recovered = _recovered(equations, found.tolist(), power)
        if recovered is not None:
            return recovered
        more *= 2
    return None


def _lift_wide(equations: Equations, factors: elimination.Elimination, prime: int, rest: NDArray[np.object_],
               digits: NDArray[np.int64]) -> NDArray[np.object_]:  # fmt: skip
    """Do as the kernel does where products need more than 64 bits."""
    weight, diagonal = equations.weight.astype(object), equations.diagonal.astype(object)
    rows = np.repeat(np.arange(rest.size), np.diff(equations.indptr))
    for digit in digits:
        digit[:] = (rest % prime).astype(np.int64)
        factors.residues(digit)
        exact = digit.astype(object)
        rest = rest - diagonal * exact
        np.add.at(rest, rows, weight * exact[equations.column])
        rest = rest // prime
    return rest


def _joined(digits: NDArray[np.int64], base: int) -> NDArray[np.object_]:
    """Return the numbers whose digits, the least first, stand in the columns."""
    numbers: NDArray[Any] = digits.astype(object)
    while len(numbers) > 1:
        if len(numbers) % 2:
            numbers = np.concatenate([numbers, np.zeros((1, numbers.shape[1]), object)])
        numbers = numbers[::2] + numbers[1::2] * base
        base *= base
    found: NDArray[np.object_] = numbers[0]
    return found


def _recovered(equations: Equations, residue: list[int], modulus: int) -> list[Ratio] | None:
    """Return the rational numbers from 0 to 1 with these residues, None where the digits are too few to be certain."""
    component, found = equations.components.tolist(), [(0, 1)] * len(residue)
    indptr, column = equations.indptr.tolist(), equations.column.tolist()
    current, common, limit = -1, 1, modulus >> _CERTAIN
    for v in np.argsort(equations.components, kind="stable").tolist():
        if component[v] != current:
            current, common = component[v], int(equations.diagonal[v])
        others = {found[w][1] for w in column[indptr[v] : indptr[v + 1]] if component[w] != current}
        common = lcm(common, *others)
        top = residue[v] * common % modulus
        if top > common:
            ratio = _ratio(top, modulus)
            if ratio is None:
                return None
            top, more = ratio
            common *= more
        if common > limit:
            return None
        found[v] = (top, common)
    return found


def _ratio(residue: int, modulus: int) -> Ratio | None:
    """Return the numerator and denominator of least size with this residue, None where others are as likely."""
    bound = isqrt(modulus >> _CERTAIN)
    r, s, x, y = modulus, residue, 0, 1
    while s > bound:
        q, t = divmod(r, s)
        r, s, x, y = s, t, y, x - q * y
    if abs(y) > bound or y == 0:
        return None
    return (s, y) if y > 0 else (-s, -y)
