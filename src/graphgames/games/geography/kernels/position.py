# compiled with -O1
"""A position of geography, a vertex and the arcs still unused, and the exact rules that reduce it.

The module of reductions states and proves the rules. Arc sets are packed into words of 62 bits; Zobrist keys find them
in a table.
"""

import cython
import numpy as np

from graphgames.games.geography.kernels import _codes as codes

DIRECTED = cython.declare(cython.int, codes.DIRECTED)
VERTEX = cython.declare(cython.int, codes.VERTEX)
UNDIRECTED = cython.declare(cython.int, codes.UNDIRECTED)
REACH = cython.declare(cython.int, codes.REACH)
SINKS = cython.declare(cython.int, codes.SINKS)
PARITY = cython.declare(cython.int, codes.PARITY)
KERNEL = cython.declare(cython.int, codes.KERNEL)
ORDER = cython.declare(cython.int, codes.ORDER)
P = cython.declare(cython.int, codes.P)
N = cython.declare(cython.int, codes.N)
UNKNOWN = cython.declare(cython.int, codes.UNKNOWN)
if not cython.compiled:
    BITS = 62  # as in the .pxd beside this file


def scattered(count: int, seed: int) -> object:
    """Return numbers of 62 bits that look random (SplitMix64; Steele, Lea & Flood, OOPSLA 2014).

    NumPy's own generators would do, but to import them takes longer than most searches.
    """
    x = np.arange(1, count + 1, dtype=np.uint64)
    x += np.full(1, seed, np.uint64)
    x *= np.full(1, 0x9E3779B97F4A7C15, np.uint64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        x ^= x >> np.uint64(shift)
        x *= np.full(1, factor, np.uint64)
    x ^= x >> np.uint64(31)
    return (x >> np.uint64(2)).astype(np.int64)


def copy(old, new, count):
    """Copy the first bytes of an array."""
    for i in range(count):
        new[i] = old[i]


class Position:
    """A vertex, ``at``, and the arcs marked in ``alive``, on one graph.

    Arcs are sorted by tail, then head: those out of v are ``out[v]`` to ``out[v + 1] - 1``, those into v are
    ``in_arc[into[v]]`` to ``in_arc[into[v + 1] - 1]``. ``twin[e]`` is the arc that is used up together with e (e itself
    for a self-loop) on an undirected graph. ``reductions`` is a sum of them. `engines` finds the ``reached`` ones in
    ``queue``, which have ``seen[v] == stamp``, and their ``degree``; `pack` writes the arcs to ``packed``. After
    `evaluate` the value of the position asked for is that of the position left, turned round if ``flip`` is 1.
    """

    def __init__(self, tail, head, twin, n, variant, reductions):
        m = len(tail)
        self.n, self.m, self.words = n, m, (m + BITS - 1) // BITS or 1
        self.variant, self.reductions = variant, reductions
        self.tail, self.head, self.twin = tail, head, twin
        out = np.zeros(n + 1, np.int32)
        np.cumsum(np.bincount(tail, minlength=n), out=out[1:])
        into = np.zeros(n + 1, np.int32)
        np.cumsum(np.bincount(head, minlength=n), out=into[1:])
        self.out, self.into = out, into
        self.in_arc = np.argsort(head, kind="stable").astype(np.int32)
        self.parallel = bool(np.any((tail[1:] == tail[: m - 1]) & (head[1:] == head[: m - 1]))) if m else False
        keys = scattered(m + n, m)
        self.arc_key, self.vertex_key = keys[:m].copy(), keys[m:].copy()
        self.alive, self.saved = np.zeros(m, np.uint8), np.zeros(m, np.uint8)
        self.degree, self.indegree = np.zeros(n, np.int32), np.zeros(n, np.int32)
        self.seen, self.mark, self.stamp = np.zeros(n, np.int64), np.zeros(n, np.int64), 0
        self.queue, self.work = np.zeros(n, np.int32), np.zeros(n, np.int32)
        self.label, self.colour = np.zeros(n, np.int8), np.zeros(n, np.int8)
        self.balance, self.blocked = np.zeros(n, np.int32), np.zeros(n, np.int32)
        self.in_kernel = np.zeros(n, np.uint8)
        self.rows = np.zeros(n * (n // BITS + 1) if variant == UNDIRECTED else 1, np.int64)
        self.packed = np.zeros(self.words, np.int64)

    def load(self, arcs, where):
        """Unpack an arc set that stands at word ``where``."""
        e = 0
        for w in range(self.words):
            word = arcs[where + w]
            last = min(self.m, e + BITS)
            while e < last:
                self.alive[e] = word & 1
                word = word >> 1
                e += 1

    def pack(self):
        """Pack the arcs that `engines` has reached, the first of parallel ones first; return the key."""
        h = self.vertex_key[self.at]
        for i in range(self.words):
            self.packed[i] = 0
        if not self.reductions & REACH:
            for e in range(self.m):
                if self.alive[e]:
                    self.packed[e // BITS] |= cython.cast(cython.longlong, 1) << (e % BITS)
                    h ^= self.arc_key[e]
            return h
        for i in range(self.reached):
            v = self.queue[i]
            if self.parallel:
                f = self.out[v]
                for e in range(self.out[v], self.out[v + 1]):
                    if self.head[e] != self.head[f]:
                        f = e
                    if self.alive[e]:
                        if f < e:
                            self.alive[e] = 0
                            self.alive[f] = 1
                        f += 1
            for e in range(self.out[v], self.out[v + 1]):
                if self.alive[e]:
                    self.packed[e // BITS] |= cython.cast(cython.longlong, 1) << (e % BITS)
                    h ^= self.arc_key[e]
        return h

    def key(self, v, arcs, where):
        """Return the key of vertex v with the packed arcs at word ``where``."""
        h = self.vertex_key[v]
        for w in range(self.words):
            word = arcs[where + w]
            e = BITS * w
            while word:
                if word & 1:
                    h ^= self.arc_key[e]
                word >>= 1
                e += 1
        return h

    def spread(self):
        """Find the vertices that can be reached, in breadth-first order, and count their unused arcs."""
        i = 0
        count = 1
        self.stamp += 1
        self.queue[0] = self.at
        self.seen[self.at] = self.stamp
        while i < count:
            v = self.queue[i]
            i += 1
            degree = 0
            for e in range(self.out[v], self.out[v + 1]):
                if self.alive[e]:
                    degree += 1
                    w = self.head[e]
                    if self.seen[w] != self.stamp:
                        self.seen[w] = self.stamp
                        self.queue[count] = w
                        count += 1
            self.degree[v] = degree
        self.reached = count

    def remove(self, e):
        """Use up an arc: with its twin, or with everything at its tail in the vertex game."""
        self.alive[e] = 0
        if self.variant == UNDIRECTED:
            self.alive[self.twin[e]] = 0
        elif self.variant == VERTEX:
            for f in range(self.out[self.tail[e]], self.out[self.tail[e] + 1]):
                self.alive[f] = 0

    def evaluate(self):
        """Reduce the position and follow forced moves; return P, N, or UNKNOWN with ``at``, ``flip`` and the arcs left.

        The value of the position asked for is that of the position left, turned round if ``flip``.
        """
        self.flip = 0
        while True:
            if self.variant == VERTEX:
                for k in range(self.into[self.at], self.into[self.at + 1]):
                    self.alive[self.in_arc[k]] = 0
            r = self.decide_sinks()
            if r != UNKNOWN:
                return r ^ self.flip
            if self.reductions & PARITY:
                r = self.parity()
                if r != UNKNOWN:
                    return r ^ self.flip
            if self.reductions & KERNEL and self.variant == DIRECTED and self.kernel():
                return P ^ self.flip
            if not self.reductions & ORDER or self.degree[self.at] != 1:
                return UNKNOWN
            e = self.out[self.at]
            while not self.alive[e]:
                e += 1
            self.remove(e)
            self.at = self.head[e]
            self.flip ^= 1

    def decide_sinks(self):
        """Decide what sinks decide, and delete the arcs into vertices that then win; return P, N or UNKNOWN."""
        count = 0
        least = 1 if self.variant == UNDIRECTED else 0
        self.spread()
        if self.degree[self.at] == 0:
            return P
        if not self.reductions & SINKS:
            return UNKNOWN
        for i in range(self.reached):
            x = self.queue[i]
            self.label[x] = UNKNOWN
            if self.degree[x] <= least and x != self.at:
                self.label[x] = P
                self.work[count] = x
                count += 1
        if count == 0:
            return UNKNOWN
        i = 0
        while i < count:
            x = self.work[i]
            i += 1
            for k in range(self.into[x], self.into[x + 1]):
                e = self.in_arc[k]
                u = self.tail[e]
                if not self.alive[e] or self.seen[u] != self.stamp or self.label[u] == N:
                    continue
                if self.label[x] == P:
                    if self.label[u] == UNKNOWN:
                        if u == self.at:
                            return N
                        self.label[u] = N
                        self.work[count] = u
                        count += 1
                    continue
                self.alive[e] = 0
                if self.variant == UNDIRECTED:
                    self.alive[self.twin[e]] = 0
                self.degree[u] -= 1
                if u == self.at:
                    if self.degree[u] == 0:
                        return P
                elif self.degree[u] == least and self.label[u] == UNKNOWN and not self.looped(u):
                    self.label[u] = P
                    self.work[count] = u
                    count += 1
        self.spread()
        return UNKNOWN

    def looped(self, v):
        """Whether an unused self-loop is left at v."""
        for e in range(self.out[v], self.out[v + 1]):
            if self.alive[e] and self.head[e] == v:
                return True
        return False

    def parity(self):
        """Decide a graph with two colours by the one the play ends on, or by even kernels; return P, N or UNKNOWN."""
        end0 = False
        end1 = False
        if self.variant == VERTEX:
            return UNKNOWN
        for i in range(self.reached):
            v = self.queue[i]
            self.colour[v] = -1
            self.indegree[v] = 0
        self.colour[self.at] = 0
        for i in range(self.reached):
            v = self.queue[i]
            for e in range(self.out[v], self.out[v + 1]):
                if self.alive[e]:
                    w = self.head[e]
                    self.indegree[w] += 1
                    if self.colour[w] < 0:
                        self.colour[w] = 1 - self.colour[v]
                    elif self.colour[w] == self.colour[v]:
                        return UNKNOWN
        if self.variant == UNDIRECTED:
            return self.even_kernel()
        for i in range(self.reached):
            v = self.queue[i]
            if self.indegree[v] > self.degree[v] or (v == self.at and self.indegree[v] == self.degree[v]):
                if self.colour[v] == 0:
                    end0 = True
                else:
                    end1 = True
        if end0 and end1:
            return UNKNOWN
        return N if end1 else P

    def even_kernel(self):
        """Eliminate over GF(2): the start loses unless the rows of the other side span its unit vector."""
        words = self.n // BITS + 1
        count = 0
        column = 0
        for i in range(self.reached):
            v = self.queue[i]
            if self.colour[v] == 0:
                self.balance[v] = column
                column += 1
        # the start is column 0 and is eliminated last: then it is spanned exactly if a row is left with it alone
        for i in range(self.reached):
            v = self.queue[i]
            if self.colour[v] == 1:
                for j in range(words):
                    self.rows[count * words + j] = 0
                for e in range(self.out[v], self.out[v + 1]):
                    if self.alive[e]:
                        k = self.balance[self.head[e]]
                        self.rows[count * words + k // BITS] ^= cython.cast(cython.longlong, 1) << (k % BITS)
                count += 1
        i = 0
        column -= 1
        while column >= 0 and i < count:
            word = column // BITS
            bit = cython.cast(cython.longlong, 1) << (column % BITS)
            j = i
            while j < count and not self.rows[j * words + word] & bit:
                j += 1
            if j < count:
                if column == 0:
                    return N
                for k in range(words):
                    a, b = i * words + k, j * words + k
                    self.rows[a], self.rows[b] = self.rows[b], self.rows[a]
                for j in range(i + 1, count):
                    if self.rows[j * words + word] & bit:
                        for k in range(words):
                            self.rows[j * words + k] ^= self.rows[i * words + k]
                i += 1
            column -= 1
        return P

    def kernel(self):
        """Grow a balanced kernel around the current vertex, greedily; return whether that is possible."""
        count = 0
        cheapest = 0
        for i in range(self.reached):
            v = self.queue[i]
            self.balance[v] = 0
            self.blocked[v] = 0
            self.in_kernel[v] = 0
            self.label[v] = 0
        for i in range(self.reached):
            v = self.queue[i]
            for e in range(self.out[v], self.out[v + 1]):
                if self.alive[e] and self.head[e] == v:
                    self.blocked[v] = 1
        if self.blocked[self.at]:
            return False
        count = self.add_to_kernel(self.at, 0)
        while count > 0:
            count -= 1
            v = self.work[count]
            self.label[v] = 0
            while self.balance[v] < 0:
                best = -1
                for e in range(self.out[v], self.out[v + 1]):
                    if self.alive[e]:
                        y = self.head[e]
                        if not self.blocked[y] and not self.in_kernel[y] and y != v:
                            cost = self.cost(y)
                            if best < 0 or cost < cheapest:
                                best = y
                                cheapest = cost
                if best < 0:
                    return False
                count = self.add_to_kernel(best, count)
        return True

    def cost(self, y):
        """Return 64 times the number of arcs that the kernel would lack with y in it, plus those out of y."""
        lacking = 0
        for e in range(self.out[y], self.out[y + 1]):
            if self.alive[e] and self.balance[self.head[e]] <= 0:
                lacking += 1
        return 64 * lacking + self.degree[y]

    def add_to_kernel(self, x, count):
        """Put x into the kernel, and vertices that now need more arcs into it on the work list; return its length."""
        self.in_kernel[x] = 1
        for k in range(self.into[x], self.into[x + 1]):
            e = self.in_arc[k]
            y = self.tail[e]
            if self.alive[e] and self.seen[y] == self.stamp:
                self.balance[y] += 1
                self.blocked[y] = 1
        for e in range(self.out[x], self.out[x + 1]):
            if self.alive[e]:
                y = self.head[e]
                self.balance[y] -= 1
                self.blocked[y] = 1
                if self.balance[y] < 0 and not self.label[y]:
                    self.label[y] = 1
                    self.work[count] = y
                    count += 1
        return count

    def mark_component(self):
        """Mark the vertices from which the current one can be reached; return whether that is all of them."""
        i = 0
        count = 1
        self.work[0] = self.at
        self.mark[self.at] = self.stamp
        while i < count:
            for k in range(self.into[self.work[i]], self.into[self.work[i] + 1]):
                e = self.in_arc[k]
                u = self.tail[e]
                if self.alive[e] and self.seen[u] == self.stamp and self.mark[u] != self.stamp:
                    self.mark[u] = self.stamp
                    self.work[count] = u
                    count += 1
            i += 1
        return count == self.reached

    def exit_vertex(self):
        """Return the vertex behind an arc out of the component that reaches the fewest arcs, or -1."""
        best = -1
        fewest = 0
        inside = self.stamp
        if self.mark_component():
            return -1
        for i in range(self.reached):
            if self.mark[self.queue[i]] != inside:
                continue
            for e in range(self.out[self.queue[i]], self.out[self.queue[i] + 1]):
                w = self.head[e]
                if not self.alive[e] or self.mark[w] == inside or w == best:
                    continue
                self.stamp += 1
                self.work[0] = w
                self.seen[w] = self.stamp
                count = 1
                arcs = 0
                j = 0
                while j < count:
                    x = self.work[j]
                    j += 1
                    arcs += self.degree[x]
                    for f in range(self.out[x], self.out[x + 1]):
                        if self.alive[f] and self.seen[self.head[f]] != self.stamp:
                            self.seen[self.head[f]] = self.stamp
                            self.work[count] = self.head[f]
                            count += 1
                if best < 0 or arcs < fewest:
                    best = w
                    fewest = arcs
        return best
