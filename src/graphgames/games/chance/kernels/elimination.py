"""Sparse elimination of the states of a Markov chain, in floating point and modulo a prime at once.

The equations are ``diagonal[v] * x[v] = sum of weight * x[w] + b[v]``. To eliminate s is to put its equation into those
that mention it: every predecessor u gets the successors of s. Whoever brings the fewest new entries goes first
(Markowitz 1957). Modulo a prime the factors serve to lift a solution to as many digits as exactness needs (Dixon 1982).
"""

import cython
import numpy as np
from numpy.typing import NDArray

from graphgames.core.compiled import poll


def inverse(a, p):
    """Return the inverse of a number modulo a prime, by Euclid's algorithm; 0 has none, and gives 0."""
    r: cython.longlong = p
    s: cython.longlong = a
    x: cython.longlong = 0
    y: cython.longlong = 1
    while s != 0:
        q = r // s
        t = r - q * s
        r = s
        s = t
        t = x - q * y
        x = y
        y = t
    return 0 if r != 1 else x + p if x < 0 else x


def longer(array, more):
    """Return an array with so many zeros behind it."""
    old = np.asarray(array)
    return np.concatenate([old, np.zeros(more, old.dtype)])


class Elimination:
    """The equations of n states, and the factors once `run` has eliminated them all.

    ``indptr, columns`` are the entries of each equation besides its own state, ``weight`` and ``near`` their numbers
    modulo the prime and in floating point, ``diagonal`` and ``near_diagonal`` those of its own state.
    """

    def __init__(self, p, indptr: NDArray[np.int64], columns: NDArray[np.int32], weight, near, diagonal, near_diagonal):
        n, m = diagonal.shape[0], columns.shape[0]
        self.p, self.n = p, n
        self.start, self.length = indptr[:-1].copy(), np.diff(indptr).astype(np.int32)
        self.room = np.diff(indptr).astype(np.int32)
        self.column, self.weight, self.near = columns.copy(), weight.copy(), near.copy()
        self.used = self.filled = m
        counts = np.bincount(columns, minlength=n)
        self.above, self.count = np.cumsum(counts) - counts, counts.astype(np.int32)
        self.space = counts.astype(np.int32)
        rows = np.repeat(np.arange(n, dtype=np.int32), np.diff(indptr))
        self.row = rows[np.argsort(columns, kind="stable")]
        self.diagonal, self.near_diagonal = diagonal.copy(), near_diagonal.copy()
        self.order, self.factor_start = np.empty(n, np.int32), np.zeros(n + 1, np.int64)
        self.target, self.factor = np.empty(m, np.int32), np.empty(m, np.int64)
        self.near_factor = np.empty(m)
        self.place, self.done = np.full(n, -1, np.int64), np.zeros(n, np.uint8)
        self.gone, self.limit, self.scan, self.recorded, self.found = 0, 0, 0, 0, False

    def run(self, most: cython.longlong) -> cython.bint:
        """Eliminate all states; whether that took no more than so many entries, and the prime divides no pivot."""
        need: cython.longlong
        while self.gone < self.n:
            need = self.work()
            if need < 0 or max(self.column.shape[0], need) > most:
                return False
            if need > 0:
                self.grow(need)
            poll()
        return True

    def grow(self, need):
        """Make room for so many entries more in each pool, and at least twice as many as there are."""
        more = max(need, self.column.shape[0], self.row.shape[0], self.target.shape[0])
        self.column, self.row = longer(self.column, more), longer(self.row, more)
        self.weight, self.near = longer(self.weight, more), longer(self.near, more)
        self.target, self.factor = longer(self.target, more), longer(self.factor, more)
        self.near_factor = longer(self.near_factor, more)

    def work(self):
        """Eliminate states; return how much room is missing, 0 for a pause, or -1 where a pivot is none."""
        cost: cython.longlong
        need: cython.longlong
        steps: cython.longlong = 0
        with cython.nogil:
            while self.gone < self.n and steps < 100000000:
                if self.scan == self.n:
                    self.scan = 0
                    if not self.found:
                        self.limit = 2 * self.limit + 1
                    self.found = False
                v = self.scan
                self.scan += 1
                steps += 1
                if self.done[v]:
                    continue
                cost = cython.cast(cython.longlong, self.length[v]) * self.count[v]
                if cost > self.limit:
                    continue
                need = cython.cast(cython.longlong, self.length[v]) * self.count[v] + self.count[v]
                for i in range(self.above[v], self.above[v] + self.count[v]):
                    need += 2 * self.length[self.row[i]]
                for i in range(self.start[v], self.start[v] + self.length[v]):
                    need += 2 * (self.count[self.column[i]] + self.count[v])
                if (
                    self.used + need > self.column.shape[0]
                    or self.filled + need > self.row.shape[0]
                    or self.recorded + need > self.target.shape[0]
                ):
                    self.scan -= 1
                    return need
                if self.diagonal[v] == 0:
                    return -1
                self.eliminate(v)
                self.found = True
                steps += need
        return 0

    def eliminate(self, s):
        """Put the equation of s into all that mention it, and take it off those of its successors."""
        pivot: cython.longlong = inverse(self.diagonal[s], self.p)
        for i in range(self.above[s], self.above[s] + self.count[s]):
            u = self.row[i]
            for k in range(self.start[u], self.start[u] + self.length[u]):
                self.place[self.column[k]] = k
            k = self.place[s]
            f = self.weight[k] * pivot % self.p
            g = self.near[k] / self.near_diagonal[s]
            self.target[self.recorded] = u
            self.factor[self.recorded] = f
            self.near_factor[self.recorded] = g
            self.recorded += 1
            self.length[u] -= 1
            w = self.column[self.start[u] + self.length[u]]
            self.column[k] = w
            self.weight[k] = self.weight[self.start[u] + self.length[u]]
            self.near[k] = self.near[self.start[u] + self.length[u]]
            self.place[w] = k
            self.place[s] = -1
            self.add(s, u, f, g)
            for k in range(self.start[u], self.start[u] + self.length[u]):
                self.place[self.column[k]] = -1
        for i in range(self.start[s], self.start[s] + self.length[s]):
            w = self.column[i]
            for k in range(self.above[w], self.above[w] + self.count[w]):
                if self.row[k] == s:
                    self.count[w] -= 1
                    self.row[k] = self.row[self.above[w] + self.count[w]]
                    break
        self.done[s] = 1
        self.order[self.gone] = s
        self.gone += 1
        self.factor_start[self.gone] = self.recorded

    def add(self, s, u, f, g):
        """Add a multiple of the row of s to that of u, whose entries are at ``place``."""
        for i in range(self.start[s], self.start[s] + self.length[s]):
            w = self.column[i]
            if w == u:
                self.diagonal[u] = (self.diagonal[u] + f * (self.p - self.weight[i])) % self.p
                self.near_diagonal[u] -= g * self.near[i]
                continue
            k = self.place[w]
            if k < 0:
                k = self.entry(u)
                self.place[w] = k
                self.column[k] = w
                self.weight[k] = 0
                self.near[k] = 0.0
                self.mention(w, u)
            self.weight[k] = (self.weight[k] + f * self.weight[i]) % self.p
            self.near[k] += g * self.near[i]

    def entry(self, u):
        """Return the place of a new entry in the row of u, which moves where there is more room if it is full."""
        if self.length[u] == self.room[u]:
            for i in range(self.length[u]):
                k = self.start[u] + i
                self.column[self.used + i] = self.column[k]
                self.weight[self.used + i] = self.weight[k]
                self.near[self.used + i] = self.near[k]
                self.place[self.column[k]] = self.used + i
            self.start[u] = self.used
            self.room[u] = 2 * self.length[u] + 1
            self.used += self.room[u]
        self.length[u] += 1
        return self.start[u] + self.length[u] - 1

    def mention(self, w, u):
        """Note that the row of u mentions w."""
        if self.count[w] == self.space[w]:
            for i in range(self.count[w]):
                self.row[self.filled + i] = self.row[self.above[w] + i]
            self.above[w] = self.filled
            self.space[w] = 2 * self.count[w] + 1
            self.filled += self.space[w]
        self.row[self.above[w] + self.count[w]] = u
        self.count[w] += 1

    def solve(self, b: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the solution in floating point for the right-hand sides b."""
        x: cython.double[::1] = b.copy()
        with cython.nogil:
            for i in range(self.n):
                s = self.order[i]
                for e in range(self.factor_start[i], self.factor_start[i + 1]):
                    x[self.target[e]] += self.near_factor[e] * x[s]
            for i in range(self.n - 1, -1, -1):
                s = self.order[i]
                for e in range(self.start[s], self.start[s] + self.length[s]):
                    x[s] += self.near[e] * x[self.column[e]]
                x[s] /= self.near_diagonal[s]
        return np.asarray(x)

    def invert(self) -> None:
        """Replace the pivots by their inverses modulo the prime, which `residues` needs."""
        with cython.nogil:
            for v in range(self.n):
                self.diagonal[v] = inverse(self.diagonal[v], self.p)

    def residues(self, x: cython.longlong[::1]) -> None:
        """Replace right-hand sides from 0 to p - 1 by the solution modulo the prime."""
        total: cython.longlong
        with cython.nogil:
            for i in range(self.n):
                s = self.order[i]
                if x[s] != 0:
                    for e in range(self.factor_start[i], self.factor_start[i + 1]):
                        x[self.target[e]] = (x[self.target[e]] + self.factor[e] * x[s]) % self.p
            for i in range(self.n - 1, -1, -1):
                s = self.order[i]
                total = x[s]
                for e in range(self.start[s], self.start[s] + self.length[s]):
                    total = (total + self.weight[e] * x[self.column[e]]) % self.p
                x[s] = total * self.diagonal[s] % self.p


def lift(
    factors: Elimination,
    p: cython.longlong,
    indptr: cython.longlong[::1],
    columns: cython.int[::1],
    weight: cython.longlong[::1],
    diagonal: cython.longlong[::1],
    rest: cython.longlong[::1],
    digits: cython.longlong[:, ::1],
) -> None:
    """Write the next digits to the base p of the solution, a row each; ``rest`` is what they leave to be solved."""
    n: cython.Py_ssize_t = diagonal.shape[0]
    total: cython.longlong
    for k in range(digits.shape[0]):
        for v in range(n):
            total = rest[v] % p
            digits[k, v] = total + p if total < 0 else total
        factors.residues(digits[k])
        with cython.nogil:
            for v in range(n):
                total = rest[v] - diagonal[v] * digits[k, v]
                for e in range(indptr[v], indptr[v + 1]):
                    total += weight[e] * digits[k, columns[e]]
                rest[v] = total // p  # which leaves nothing over
        poll()
