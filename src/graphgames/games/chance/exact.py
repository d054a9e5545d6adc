"""Exact solutions of sparse linear equations over the rationals, by lifting modulo powers of a prime.

The equations are factored once modulo a prime of 31 bits; each further digit of the solution costs one substitution
(Dixon, *Exact solution of linear equations using p-adic expansions*, 1982). A rational number is recovered from its
digits by Euclid's algorithm (Wang 1981). Its denominator mostly serves for the other unknowns of its component, too, so
that few need more than a multiplication. An unknown that does not depend on itself is computed from those before it.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from math import gcd, isqrt, lcm
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

_LONG = 64
"""From so many digits on it is worth while to ask how many the last unknowns will need."""

Ratio = tuple[int, int]


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
    """Return the exact solution, numbers from 0 on, as numerators and denominators; None where that is too dear.

    It is if the factors have more than ``most`` entries, or the values together more than four times as many digits.
    """
    digits, found = Digits(equations, most), [(0, 1)] * equations.diagonal.size
    left, known = 31 * 4 * most, dict[Hashable, Ratio]()
    for members in digits.members:
        alone = len(members) == 1
        solved = [_direct(equations, found, known, *members)] if alone else _together(digits, found, members)
        if solved is None:
            return None
        for v, ratio in zip(members, solved, strict=True):
            found[v] = ratio
            left -= ratio[1].bit_length()
        if left < 0:
            return None
    return found


def _direct(equations: Equations, found: list[Ratio], known: dict[Hashable, Ratio], v: int) -> Ratio:
    """Return the value of an unknown that does not depend on itself; ``known`` keeps what was computed before."""
    first, last = equations.indptr[v : v + 2].tolist()
    weights = equations.weight[first:last].tolist()
    others = [found[w] for w in equations.column[first:last].tolist()]
    right, diagonal = int(equations.right[v]), int(equations.diagonal[v])
    key = right, diagonal, *weights, *map(id, others)
    if key not in known:
        common = lcm(*(bottom for _, bottom in others))
        top = right * common + sum(weight * a * (common // b) for weight, (a, b) in zip(weights, others, strict=True))
        common *= diagonal
        shared = gcd(top, common)
        known[key] = top // shared, common // shared
    return known[key]


def _together(digits: Digits, found: list[Ratio], members: list[int]) -> list[Ratio] | None:
    """Return the values of the unknowns of a component, None where that is too dear."""
    equations, inside = digits.equations, set(members)
    rows = (equations.column[equations.indptr[v] : equations.indptr[v + 1]].tolist() for v in members)
    known = lcm(*{found[w][1] for row in rows for w in row if w not in inside}, int(equations.diagonal[members[0]]))
    count = 4
    while digits.enough(count, int(digits.place[members[0]])):
        modulus = digits.prime**count
        if _recovered(digits.numbers(members[:1], count), known, modulus, equations.bound) is not None:
            solved = _recovered(digits.numbers(members, count), known, modulus, equations.bound)
            if solved is not None:
                return solved
        count *= 2
    return None


class Digits:
    """The digits of the solution to the base of a prime, as many as are asked for, of the larger components alone.

    ``members`` are the unknowns of each component, those first on which others depend.
    """

    def __init__(self, equations: Equations, most: int):
        self.equations, self.most, self.prime = equations, most, 0
        component = equations.components
        order = np.argsort(component, kind="stable")
        sizes = np.bincount(component)
        self.members = [part.tolist() for part in np.split(order, np.cumsum(sizes)[:-1])] if order.size else []
        self.kept = order[sizes[component[order]] > 1]
        self.place = np.empty(order.size, np.int64)
        self.place[self.kept] = np.arange(self.kept.size)
        self.rows = np.empty((0, self.kept.size), np.int32)
        wide = equations.right.dtype == object or (order.size > 0 and int(equations.diagonal.max()) >= 2**31)
        self.rest: NDArray[Any] = equations.right.astype(object if wide else np.int64)
        self.factors: elimination.Elimination | None = None
        self.grew = 0, 0

    def enough(self, count: int, done: int) -> bool:
        """Compute so many digits, for an unknown before which so many are done; whether that was not too dear."""
        if not (self.prime or self._factored()) or self._grows(count, done):
            return False
        while len(self.rows) < count:
            if count * self.kept.size > 4 * self.most:
                return False
            digits = np.empty((min(count - len(self.rows), 64), self.rest.size), np.int64)
            self._lift(digits)
            self.rows = np.concatenate([self.rows, digits[:, self.kept].astype(np.int32)])
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
        tails = np.repeat(np.arange(self.rest.size), np.diff(equations.indptr))
        for digit in digits:  # where products need more than 64 bits
            digit[:] = (self.rest % prime).astype(np.int64)
            factors.residues(digit)
            exact = digit.astype(object)
            self.rest = self.rest - diagonal * exact
            np.add.at(self.rest, tails, weight * exact[equations.column])
            self.rest = self.rest // prime

    def numbers(self, unknowns: list[int], count: int) -> list[int]:
        """Return the solution for some unknowns modulo the power of the prime."""
        found: NDArray[Any] = self.rows[:count, self.place[unknowns]].astype(object)
        base = self.prime
        while len(found) > 1:
            if len(found) % 2:
                found = np.concatenate([found, np.zeros((1, len(unknowns)), object)])
            found = found[::2] + found[1::2] * base
            base *= base
        return list(found[0])


def _recovered(residues: list[int], common: int, modulus: int, bound: int) -> list[Ratio] | None:
    """Return the rational numbers from 0 to a bound with these residues, None where that is not certain yet.

    Mostly one denominator serves them all; ``common`` divides it.
    """
    found, limit = [], modulus >> _CERTAIN
    for residue in residues:
        top = residue * common % modulus
        if top > common * bound:
            ratio = _ratio(top, modulus)
            if ratio is None:
                return None
            top, more = ratio
            common *= more
        if common * bound > limit:
            return None
        found.append((top, common))
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
