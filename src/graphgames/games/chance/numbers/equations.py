"""Exact solutions of sparse linear equations over the rationals, by lifting modulo powers of a prime.

The equations are factored once modulo a prime of 31 bits; each further digit of the solution costs one substitution
(Dixon, *Exact solution of linear equations using p-adic expansions*, 1982). A rational number is recovered from its
digits by Euclid's algorithm (Wang 1981). Its denominator mostly serves for the other unknowns of its component, too, so
that few need more than a multiplication. An unknown that does not depend on itself is computed from those before it,
and of those with the same equation only the first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import ceil, gcd, isqrt, lcm
from numbers import Rational
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import offsets, offsets_of
from graphgames.core.errors import SolverError
from graphgames.core.exact import Ratios
from graphgames.core.value import SAFE, integers, largest, narrowed, objects
from graphgames.games.chance.kernels import elimination, merging
from graphgames.games.chance.reaching_form import Mask, attracted
from graphgames.graphs.compressed_rows import components

MOST = 10_000_000
"""Unless the user says more, linear equations and steps may take so much room in all: entries, or products."""

PRIMES = (2147483629, 2147483587, 2147483579, 2147483563, 2147483549)
"""The largest primes of 31 bits but 2^31 - 1; the next one serves where one divides a pivot.

That one divides the pivots of a random walk of 31 states with the odds 2 to 1, which are 2^k - 1.
"""

_CERTAIN = 64
"""So many bits more than a recovered number has must agree; that they do so by chance has the odds 2^-64."""

_BITS = 31
_CHUNK = 64
"""So many unknowns are recovered at a time, until one shows that the denominator is larger."""

_LARGEST = 1000
"""Longer numbers, in bits, may be more than floating point can hold."""

TOO_EXPENSIVE = "the exact values of this game need more memory than allowed"

_LONG = 64
"""From so many digits on it is worth while to ask how many the last unknowns will need."""


@Rational.register
class Ratio(NamedTuple):
    """A number in lowest terms, of which `Fraction` makes one without a search for common divisors."""

    numerator: int
    denominator: int

    @classmethod
    def of(cls, numerator: int, denominator: int) -> Ratio:
        """Return a quotient in lowest terms."""
        common = gcd(numerator, denominator)
        return cls(numerator // common, denominator // common)

    def exact(self) -> Fraction | int:
        """Return the number as an integer or a fraction."""
        return self.numerator if self.denominator == 1 else Fraction(cast("Rational", self))


@dataclass(frozen=True)
class Equations:
    """The equations ``diagonal[v] * x[v] = sum of weight[e] * x[column[e]] + right[v]``, all numbers from 0 on.

    Each row names a column once and not its own. No number of the solution is above the ``bound``.
    """

    indptr: NDArray[np.int64]
    column: NDArray[np.int32]
    weight: NDArray[np.int64]
    diagonal: NDArray[np.int64]
    right: NDArray[Any]
    bound: int = 1

    @classmethod
    def of(
        cls,
        tails: NDArray[np.integer[Any]],
        heads: NDArray[np.integer[Any]],
        weight: NDArray[np.int64],
        whole: NDArray[np.int64],
        right: NDArray[Any],
    ) -> Equations:
        """Return those of a chain, whose edges come by their tails; a head below 0 is no unknown.

        An edge is taken with the probability of its weight divided by the ``whole`` of its tail.
        """
        loops, inner = heads == tails, (heads >= 0) & (heads != tails)
        diagonal = whole.copy()
        np.subtract.at(diagonal, tails[loops], weight[loops])
        indptr = offsets_of(tails[inner], whole.size)
        return cls(indptr, heads[inner].astype(np.int32), weight[inner], diagonal, right)

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
        return components((self.indptr, self.column))[0]

    @cached_property
    def alone(self) -> Mask:
        """The unknowns that do not depend on themselves."""
        return np.asarray(np.bincount(self.components)[self.components] == 1)

    @property
    def rows(self) -> NDArray[np.int64]:
        """The row of each entry."""
        return np.repeat(np.arange(self.diagonal.size), np.diff(self.indptr))

    def only(self, kept: Mask) -> Equations:
        """Return some of the equations, which name no unknown but theirs."""
        entries, number = kept[self.rows], np.cumsum(kept) - 1
        indptr = offsets(np.diff(self.indptr)[kept])
        column = number[self.column[entries]].astype(np.int32)
        return Equations(indptr, column, self.weight[entries], self.diagonal[kept], self.right[kept], self.bound)

    def merged(self) -> tuple[Equations, NDArray[np.int64]]:
        """Return one equation for all unknowns that have the same, and where each unknown is in these.

        A row may name a column several times before. O(n + m).
        """
        n, order = self.diagonal.size, np.argsort(self.components, kind="stable")
        column, weight = self.column.copy(), self.weight.copy()
        first, length = np.empty(n, np.int32), np.empty(n, np.int32)
        right = self.right
        if right.dtype == object:  # numbers in their place, in their order from 0
            right = np.unique(np.append(right, 0), return_inverse=True)[1][:-1]
        alone = self.alone.view(np.uint8)
        merging.merge(self.indptr, column, weight, self.diagonal, right, order, alone, first, length)
        entries = np.arange(column.size) - self.indptr[self.rows] < length[self.rows]
        indptr = offsets(length)
        kept = np.asarray(first == np.arange(n))
        whole = replace(self, indptr=indptr, column=column[entries], weight=weight[entries])
        return whole.only(kept), (np.cumsum(kept) - 1)[first]

    def named(self, unknowns: NDArray[np.int64]) -> Mask:
        """Return the unknowns on which some depend, with themselves. O(n + m)."""
        mask = np.zeros(self.diagonal.size, np.bool_)
        mask[unknowns] = True
        order = np.argsort(self.column, kind="stable")
        tails, heads = self.column[order], self.rows[order].astype(np.int32)
        return np.asarray(attracted(mask.size, tails, heads, mask, np.ones_like(mask))[0] >= 0)


def solve(equations: Equations, most: int) -> list[Ratio] | None:
    """Return the exact solution, numbers from 0 on, as numerators and denominators; None where that is too expensive.

    The equations are `merged`. It is too expensive if the factors have more than ``most`` entries, or the different
    values together more than four times as many digits.
    """
    digits, found = Digits(equations, most), [Ratio(0, 1)] * equations.diagonal.size
    data = equations.indptr, equations.column, equations.weight, equations.diagonal, equations.right
    indptr, column, weight, diagonal, right = (array.tolist() for array in data)
    left = _BITS * 4 * most
    for members in digits.members:
        rows = [slice(indptr[v], indptr[v + 1]) for v in members]
        if len(members) == 1:
            (v,), (row,) = members, rows
            others = [found[w] for w in column[row]]
            solved: list[Ratio] | None = [_direct(others, weight[row], right[v], diagonal[v])]
        else:
            outside = {w for row in rows for w in column[row]}.difference(members)
            known = lcm(*{found[w].denominator for w in outside}, diagonal[members[0]])
            solved = _together(digits, members, known)
        if solved is None:
            return None
        for v, ratio in zip(members, solved, strict=True):
            found[v] = ratio
            left -= ratio.denominator.bit_length()
        if left < 0:
            return None
    return found


def solve_unbounded(equations: Equations, most: int) -> list[Ratio]:
    """Return the exact solution, numbers from 0 on, which floating point bounds; raise `SolverError` as `solve`."""
    if not equations.right.any():
        return [Ratio(0, 1)] * equations.right.size
    equations, place = equations.merged()
    factors, found = equations.factors(PRIMES[0], most), None
    if factors is not None:
        near = factors.solve((equations.right / equations.diagonal).astype(np.float64))
        found = solve(replace(equations, bound=2 * ceil(near.max(initial=0.0)) + 2), most)
    if found is None:
        raise SolverError(TOO_EXPENSIVE)
    return [found[v] for v in place.tolist()]


def expectations(
    n: int,
    tails: NDArray[np.integer[Any]],
    heads: NDArray[np.integer[Any]],
    factor: Iterable[Any],
    gain: Iterable[Any],
    most: int,
) -> NDArray[np.object_]:
    """Return the numbers x with x(v) = the sum of gain + factor * x(head) over the edges out of v, as fractions.

    Factors are from 0 to 1, and the products of those along walks tend to 0. Gains of
    either sign are computed apart, since the equations are solved for numbers from 0 on. Raise `SolverError` if that is
    too expensive.
    """
    rates, (gains, scale) = Ratios.of(factor), integers(objects(gain))
    common = np.ones(n, object)
    np.lcm.at(common, tails, rates.bottom)
    right = np.zeros((2, n), object)
    for row, sign in zip(right, (1, -1), strict=True):
        np.add.at(row, tails, np.maximum(sign * gains.astype(object), 0) * common[tails])
    if largest(common) >= SAFE or largest(right).bit_length() > _LARGEST:
        raise SolverError(TOO_EXPENSIVE)
    kept = np.argsort(tails, kind="stable")
    kept = kept[rates.top[kept] != 0]
    weight = (rates.top * (common[tails] // rates.bottom))[kept].astype(np.int64)
    rows = tails[kept], heads[kept], weight, common.astype(np.int64)
    more, less = (solve_unbounded(Equations.of(*rows, narrowed(row)), most) for row in right.tolist())
    pairs = zip(more, less, strict=True)
    return objects((Fraction(*one) - Fraction(*other)) / scale for one, other in pairs)


def _direct(others: list[Ratio], weights: list[int], right: int, diagonal: int) -> Ratio:
    """Return the value of an unknown that does not depend on itself, from those that its equation names."""
    common = max((bottom for _, bottom in others), default=1)
    for _, bottom in others:
        if common % bottom:  # mostly the largest is a multiple of the others
            common = lcm(common, bottom)
    top = right * common
    for weight, (a, b) in zip(weights, others, strict=True):
        top += weight * a * (common // b)
    return Ratio.of(top, common * diagonal)


def _together(digits: Digits, members: list[int], known: int) -> list[Ratio] | None:
    """Return the values of the unknowns of a component, None where that is too expensive.

    A factor of their denominators is likely to be ``known``.
    """
    count = 4
    while digits.enough(count, int(digits.place[members[0]])):
        solved = _recovered(digits, members, count, known, digits.equations.bound)
        if solved is not None:
            return [Ratio.of(*one) for one in solved]
        count *= 2
    return None


class Digits:
    """The digits of the solution to the base of a prime, as many as are asked for, of the larger components alone.

    ``members`` are the unknowns of each component, those first on which others depend; ``equations`` are those of the
    larger ones and of all on which these depend.
    """

    def __init__(self, equations: Equations, most: int):
        order = np.argsort(equations.components, kind="stable")
        listed, ends = order.tolist(), np.cumsum(np.bincount(equations.components)).tolist()
        self.members = [listed[begin:end] for begin, end in pairwise([0, *ends])]
        self.kept = order[~equations.alone[order]]
        self.place = np.empty(order.size, np.int64)
        self.place[self.kept] = np.arange(self.kept.size)
        needed = equations.named(self.kept)
        self.columns = (np.cumsum(needed) - 1)[self.kept]
        self.equations, self.most, self.prime = equations.only(needed), most, 0
        equations = self.equations
        self.rows = np.empty((0, self.kept.size), np.int32)
        wide = equations.right.dtype == object or int(equations.diagonal.max(initial=0)) >= 2**31
        self.rest: NDArray[Any] = equations.right.astype(object if wide else np.int64)
        self.factors: elimination.Elimination | None = None
        self.grew = 0, 0

    def enough(self, count: int, done: int) -> bool:
        """Compute so many digits, for an unknown before which so many are done; whether that was not too expensive."""
        if not (self.prime or self._factored()) or self._grows(count, done):
            return False
        while len(self.rows) < count:
            if count * self.kept.size > 4 * self.most:
                return False
            digits = np.empty((min(count - len(self.rows), 64), self.rest.size), np.int64)
            self._lift(digits)
            self.rows = np.concatenate([self.rows, digits[:, self.columns].astype(np.int32)])
        return True

    def _grows(self, count: int, done: int) -> bool:
        """Return whether the last unknowns would need too many digits, if their number goes on to grow as it did."""
        if count <= len(self.rows):
            return False
        (before, few), now = self.grew, len(self.rows)
        self.grew = done, now
        if now < _LONG or done == before:
            return False
        last = now + (now - few) * (self.kept.size - done) / (done - before)
        return last * self.kept.size > 4 * self.most

    def _factored(self) -> bool:
        for prime in PRIMES:
            self.factors = self.equations.factors(prime, self.most)
            if self.factors is not None:
                self.factors.invert()
                self.prime = prime
                return True
        return False

    def _lift(self, digits: NDArray[np.int64]) -> None:
        """Write the next digits, a row each."""
        equations, prime, factors = self.equations, self.prime, self.factors
        assert factors is not None
        if self.rest.dtype != object:
            rows = equations.indptr, equations.column, equations.weight, equations.diagonal
            elimination.lift(factors, prime, *rows, self.rest, digits)
            return
        weight, diagonal = equations.weight.astype(object), equations.diagonal.astype(object)
        tails = equations.rows
        for digit in digits:  # where products need more than 64 bits
            digit[:] = (self.rest % prime).astype(np.int64)
            factors.residues(digit)
            exact = digit.astype(object)
            self.rest = self.rest - diagonal * exact
            np.add.at(self.rest, tails, weight * exact[equations.column])
            self.rest = self.rest // prime

    def numbers(self, unknowns: list[int], count: int) -> list[int]:
        """Return the solution for some unknowns modulo the power of the prime."""
        rows = self.rows[:count, self.place[unknowns]].astype(np.int64)
        if count % 2:
            rows = np.concatenate([rows, np.zeros((1, len(unknowns)), np.int64)])
        found: NDArray[Any] = (rows[::2] + rows[1::2] * self.prime).astype(object)
        base = self.prime**2
        while len(found) > 1:
            if len(found) % 2:
                found = np.concatenate([found, np.zeros((1, len(unknowns)), object)])
            found = found[::2] + found[1::2] * base
            base *= base
        return list(found[0])


def _recovered(
    digits: Digits, unknowns: list[int], count: int, common: int, bound: int
) -> list[tuple[int, int]] | None:
    """Return some unknowns, numbers from 0 to a bound, from so many digits; None where that is not certain yet.

    Mostly one denominator serves them all, which ``common`` divides. Once it is known fewer digits are enough.
    """
    found = list[tuple[int, int]]()
    while len(found) < len(unknowns):
        few = ((common * bound).bit_length() + _CERTAIN) // (_BITS - 1) + 1
        if few > count:
            return None
        modulus, rest = digits.prime**few, unknowns[len(found) :]
        for residue in digits.numbers(rest[:_CHUNK], few):
            top = residue * common % modulus
            if top > common * bound:
                break
            found.append((top, common))
        else:
            continue
        modulus, (residue,) = digits.prime**count, digits.numbers(unknowns[len(found) :][:1], count)
        _, more = _ratio(residue * common % modulus, modulus) or (0, 1)
        if more == 1:
            return None
        common *= more
    return found


def _ratio(residue: int, modulus: int) -> tuple[int, int] | None:
    """Return the numerator and denominator of least size with this residue, None where others are as likely."""
    bound = isqrt(modulus >> _CERTAIN)
    r, s, x, y = modulus, residue, 0, 1
    while s > bound:
        q, t = divmod(r, s)
        r, s, x, y = s, t, y, x - q * y
    if abs(y) > bound or y == 0:
        return None
    return (s, y) if y > 0 else (-s, -y)
