"""Search for geography: who wins from a vertex with a set of arcs still unused.

A state machine without recursion over positions that are first reduced by exact rules (the solvers' module of
reductions states and proves them), with a table of bounded size. Depth-first proof-number search after Nagai, *Df-pn
algorithm for searching AND/OR trees* (2002), and plain depth-first search are the same machine with other thresholds.
Arc sets are bit sets of 62 bits a word; Zobrist keys find them in the table, and whole keys are compared.
"""

import cython
import numpy as np

DIRECTED = 0
VERTEX = 1
UNDIRECTED = 2

REACH = 1
SINKS = 2
EXITS = 4
PARITY = 8
KERNEL = 16
ORDER = 32

BITS = 62
INFINITE = 1 << 30

RUNNING = 0
DONE = 1
NEED_ROOM = 2

_INF = cython.declare(cython.longlong, 1 << 30)
_LOW = cython.declare(cython.longlong, (1 << 31) - 1)


def scattered(count: int, seed: int) -> object:
    """Give numbers of 62 bits that look random (SplitMix64; Steele, Lea & Flood, OOPSLA 2014).

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


@cython.cclass
class Search:
    """A search over one graph; positions are a vertex and the unused arcs, and all of them share one table.

    Arcs are sorted by tail, then head. ``twin[e]`` is the arc that is used up together with e (e itself for a
    self-loop) on an undirected graph. ``rules`` is a sum of the bits above, ``depth_first`` chooses the plain order.
    """

    n: cython.Py_ssize_t
    m: cython.Py_ssize_t
    words: cython.Py_ssize_t
    kind: cython.int
    rules: cython.int
    depth_first: cython.bint
    parallel: cython.bint
    tail: cython.int[::1]
    head: cython.int[::1]
    twin: cython.int[::1]
    out: cython.int[::1]
    into: cython.int[::1]
    in_arc: cython.int[::1]
    arc_key: cython.longlong[::1]
    vertex_key: cython.longlong[::1]
    # the position that is being looked at
    at: cython.Py_ssize_t
    flip: cython.int
    alive: cython.uchar[::1]
    degree: cython.int[::1]
    indegree: cython.int[::1]
    seen: cython.longlong[::1]
    mark: cython.longlong[::1]
    stamp: cython.longlong
    queue: cython.int[::1]
    work: cython.int[::1]
    reached: cython.Py_ssize_t
    label: cython.schar[::1]
    colour: cython.schar[::1]
    balance: cython.int[::1]
    blocked: cython.int[::1]
    chosen: cython.uchar[::1]
    rows: cython.longlong[::1]
    packed: cython.longlong[::1]
    base: cython.uchar[::1]
    # the table
    slots: cython.longlong
    most_slots: cython.longlong
    filled: cython.longlong
    record: cython.longlong
    table: cython.longlong[::1]
    # the stack
    depth: cython.Py_ssize_t
    frames: cython.Py_ssize_t
    frame_key: cython.longlong[::1]
    frame_at0: cython.int[::1]
    frame_hash: cython.longlong[::1]
    frame_arcs: cython.longlong[::1]
    frame_at: cython.int[::1]
    frame_flip: cython.int[::1]
    frame_phase: cython.int[::1]
    frame_phi: cython.longlong[::1]
    frame_delta: cython.longlong[::1]
    frame_first: cython.int[::1]
    frame_last: cython.int[::1]
    frame_now: cython.int[::1]
    frame_exit: cython.int[::1]
    frame_exit_flip: cython.int[::1]
    frame_work: cython.longlong[::1]
    children: cython.Py_ssize_t
    child_arcs: cython.longlong[::1]
    child_at: cython.int[::1]
    child_hash: cython.longlong[::1]
    child_flip: cython.int[::1]
    child_phi: cython.longlong[::1]
    child_delta: cython.longlong[::1]
    child_size: cython.int[::1]
    got_phi: cython.longlong
    got_delta: cython.longlong
    nodes: cython.longlong
    deepest: cython.longlong
    result: cython.int
    root_flip: cython.int

    def __init__(self, tail, head, twin, n, kind, rules, depth_first, slots, seed):
        m = len(tail)
        self.n, self.m, self.words = n, m, (m + BITS - 1) // BITS or 1
        self.kind, self.rules, self.depth_first = kind, rules, depth_first
        self.tail, self.head, self.twin = tail, head, twin
        out = np.zeros(n + 1, np.int32)
        np.cumsum(np.bincount(tail, minlength=n), out=out[1:])
        into = np.zeros(n + 1, np.int32)
        np.cumsum(np.bincount(head, minlength=n), out=into[1:])
        self.out, self.into = out, into
        self.in_arc = np.argsort(head, kind="stable").astype(np.int32)
        self.parallel = bool(np.any((tail[1:] == tail[: m - 1]) & (head[1:] == head[: m - 1]))) if m else False
        keys = scattered(m + n, seed)
        self.arc_key = keys[:m].copy()
        self.vertex_key = keys[m:].copy()
        self.alive, self.base = np.zeros(m, np.uint8), np.zeros(m, np.uint8)
        self.degree, self.indegree = np.zeros(n, np.int32), np.zeros(n, np.int32)
        self.seen, self.mark, self.stamp = np.zeros(n, np.int64), np.zeros(n, np.int64), 0
        self.queue, self.work = np.zeros(n, np.int32), np.zeros(n, np.int32)
        self.label, self.colour = np.zeros(n, np.int8), np.zeros(n, np.int8)
        self.balance, self.blocked = np.zeros(n, np.int32), np.zeros(n, np.int32)
        self.chosen = np.zeros(n, np.uint8)
        self.rows = np.zeros(n * (n // BITS + 1) if kind == UNDIRECTED else 1, np.int64)
        self.packed = np.zeros(self.words, np.int64)
        self.slots, self.most_slots, self.filled, self.record = min(slots, 1 << 12), slots, 0, self.words + 2
        self.table = np.zeros(self.slots * self.record, np.int64)
        self.depth, self.frames, self.children = -1, 0, 0
        self.nodes, self.deepest, self.result, self.root_flip = 0, 0, 2, 0
        self.got_phi, self.got_delta = 0, 0
        self.room(64, 256)

    def room(self, frames: cython.Py_ssize_t, children: cython.Py_ssize_t):
        """Make room for so many frames and children, keeping those there are."""
        kept: cython.bint = self.frames > 0
        self.frame_key = _grown(self.frame_key if kept else None, frames * self.words, np.int64)
        self.frame_arcs = _grown(self.frame_arcs if kept else None, frames * self.words, np.int64)
        self.frame_at0 = _grown(self.frame_at0 if kept else None, frames, np.int32)
        self.frame_hash = _grown(self.frame_hash if kept else None, frames, np.int64)
        self.frame_at = _grown(self.frame_at if kept else None, frames, np.int32)
        self.frame_flip = _grown(self.frame_flip if kept else None, frames, np.int32)
        self.frame_phase = _grown(self.frame_phase if kept else None, frames, np.int32)
        self.frame_phi = _grown(self.frame_phi if kept else None, frames, np.int64)
        self.frame_delta = _grown(self.frame_delta if kept else None, frames, np.int64)
        self.frame_first = _grown(self.frame_first if kept else None, frames, np.int32)
        self.frame_last = _grown(self.frame_last if kept else None, frames, np.int32)
        self.frame_now = _grown(self.frame_now if kept else None, frames, np.int32)
        self.frame_exit = _grown(self.frame_exit if kept else None, frames, np.int32)
        self.frame_exit_flip = _grown(self.frame_exit_flip if kept else None, frames, np.int32)
        self.frame_work = _grown(self.frame_work if kept else None, frames, np.int64)
        self.child_arcs = _grown(self.child_arcs if kept else None, children * self.words, np.int64)
        self.child_at = _grown(self.child_at if kept else None, children, np.int32)
        self.child_hash = _grown(self.child_hash if kept else None, children, np.int64)
        self.child_flip = _grown(self.child_flip if kept else None, children, np.int32)
        self.child_phi = _grown(self.child_phi if kept else None, children, np.int64)
        self.child_delta = _grown(self.child_delta if kept else None, children, np.int64)
        self.frames, self.children = frames, children

    def grow(self):
        """Double what has become too small, stack or table; the search goes on where it was."""
        if self.crowded():
            self.enlarge()
        else:
            self.room(2 * self.frames, 2 * self.children)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def crowded(self) -> cython.bint:
        """Whether the table is half full and may grow."""
        return 2 * self.filled > self.slots and 2 * self.slots <= self.most_slots

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def cramped(self) -> cython.bint:
        """Whether the next frame and its children might not fit on the stack."""
        d: cython.Py_ssize_t = self.depth
        return d >= 0 and (d + 2 >= self.frames or self.frame_last[d] + self.n + 1 >= self.children)

    def enlarge(self):
        """Move the table's records into one of twice the size."""
        old: cython.longlong[::1] = self.table
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        w: cython.Py_ssize_t
        place: cython.Py_ssize_t
        count: cython.Py_ssize_t = self.slots
        h: cython.longlong
        word: cython.longlong
        self.slots *= 2
        self.table = np.zeros(self.slots * self.record, np.int64)
        for i in range(count):
            place = i * self.record
            word = old[place + self.words]
            if word == 0:
                continue
            h = self.vertex_key[(word & _LOW) - 1]
            for w in range(self.words):
                word = old[place + w]
                j = 62 * w
                while word:
                    if word & 1:
                        h ^= self.arc_key[j]
                    word >>= 1
                    j += 1
            j = (h & (self.slots - 1) & ~3) * self.record
            while self.table[j + self.words] != 0:  # a bucket of four is split in two: there is room
                j += self.record
            for w in range(self.record):
                self.table[j + w] = old[place + w]

    def records(self):
        """Give what stands in the table, a record a row: the arcs, the vertex with the work, the proof numbers."""
        table = np.asarray(self.table).reshape(self.slots, self.record)
        return table[table[:, self.words] != 0]

    def restore(self, records: cython.const[cython.longlong][::1], count: cython.Py_ssize_t):
        """Put so many records that an earlier search of this graph gave, one after the other, into the table."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        w: cython.Py_ssize_t
        place: cython.Py_ssize_t
        h: cython.longlong
        word: cython.longlong
        numbers: cython.longlong
        for i in range(count):
            if self.crowded():
                self.enlarge()
            place = i * self.record
            numbers = records[place + self.words + 1]
            h = self.vertex_key[(records[place + self.words] & _LOW) - 1]
            for w in range(self.words):
                word = records[place + w]
                self.packed[w] = word
                j = 62 * w
                while word:
                    if word & 1:
                        h ^= self.arc_key[j]
                    word >>= 1
                    j += 1
            word = records[place + self.words]
            self.store(h, (word & _LOW) - 1, self.packed, 0, numbers & _LOW, numbers >> 31, word >> 31)

    def counters(self):
        """Give nodes entered, the deepest line, the depth now, and the proof numbers at the root."""
        phi, delta = (int(self.frame_phi[0]), int(self.frame_delta[0])) if self.depth >= 0 else (0, 0)
        return int(self.nodes), int(self.deepest), int(self.depth), phi, delta

    def value(self):
        """Give what the last position begun is: 0 (P), 1 (N), or 2 while the search goes on."""
        return int(self.result)

    def begin(self, v: cython.Py_ssize_t, arcs: cython.const[cython.uchar][::1]) -> cython.int:
        """Start on vertex v with the arcs marked in ``arcs``: 0 (P) or 1 (N) if decided at once, else 2."""
        e: cython.Py_ssize_t
        r: cython.int
        for e in range(self.m):
            self.alive[e] = arcs[e]
        self.at = v
        self.depth = -1
        r = self.evaluate()
        if r != 2:
            self.result = r
            return r
        self.root_flip = self.flip
        r = self.known(self.pack())
        if r != 2:
            self.result = r ^ self.root_flip
            return self.result
        self.push(self.pack(), _INF, _INF)
        self.result = 2
        return 2

    def advance(self, budget: cython.longlong) -> cython.int:
        """Go on for about ``budget`` nodes: RUNNING, DONE (see ``result``), or NEED_ROOM (call ``grow``)."""
        d: cython.Py_ssize_t
        r: cython.int
        stop: cython.longlong = self.nodes + budget
        with cython.nogil:
            while self.depth >= 0:
                d = self.depth
                if self.cramped() or self.crowded():
                    break
                if self.frame_phase[d] == 0:
                    if self.nodes >= stop:
                        break
                    self.enter(d)
                elif self.frame_phase[d] == 1:
                    r = 1 if self.got_phi == 0 else 0
                    self.apply_exit(d, r ^ self.frame_exit_flip[d])
                else:
                    self.choose(d)
        if self.depth < 0:
            self.result = (1 if self.got_phi == 0 else 0) ^ self.root_flip
            return 1
        return 2 if self.cramped() or self.crowded() else 0

    # ------------------------------------------------------------------ one position

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def load(self, arcs: cython.longlong[::1], where: cython.Py_ssize_t) -> cython.void:
        """Unpack an arc set that stands at word ``where``."""
        e: cython.Py_ssize_t = 0
        w: cython.Py_ssize_t
        last: cython.Py_ssize_t
        word: cython.longlong
        for w in range(self.words):
            word = arcs[where + w]
            last = min(self.m, e + 62)
            while e < last:
                self.alive[e] = word & 1
                word = word >> 1
                e += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pack(self) -> cython.longlong:
        """Pack the arcs that can be reached (call after ``spread``), the first of parallel ones first; give the key."""
        i: cython.Py_ssize_t
        e: cython.Py_ssize_t
        f: cython.Py_ssize_t
        v: cython.Py_ssize_t
        h: cython.longlong = self.vertex_key[self.at]
        for i in range(self.words):
            self.packed[i] = 0
        if not self.rules & 1:
            for e in range(self.m):
                if self.alive[e]:
                    self.packed[e // 62] |= cython.cast(cython.longlong, 1) << (e % 62)
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
                    self.packed[e // 62] |= cython.cast(cython.longlong, 1) << (e % 62)
                    h ^= self.arc_key[e]
        return h

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def spread(self) -> cython.void:
        """Find the vertices that can be reached, in breadth-first order, and count their unused arcs."""
        i: cython.Py_ssize_t = 0
        count: cython.Py_ssize_t = 1
        e: cython.Py_ssize_t
        v: cython.Py_ssize_t
        w: cython.Py_ssize_t
        degree: cython.int
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def remove(self, e: cython.Py_ssize_t) -> cython.void:
        """Use up an arc: with its twin, or with everything at its tail in the vertex game."""
        f: cython.Py_ssize_t
        self.alive[e] = 0
        if self.kind == 2:
            self.alive[self.twin[e]] = 0
        elif self.kind == 1:
            for f in range(self.out[self.tail[e]], self.out[self.tail[e] + 1]):
                self.alive[f] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluate(self) -> cython.int:
        """Reduce the position and follow forced moves: 0 (P), 1 (N), or 2 with ``at``, ``flip`` and the arcs left.

        The value of the position asked for is that of the position left, turned round if ``flip``.
        """
        r: cython.int
        e: cython.Py_ssize_t
        k: cython.Py_ssize_t
        self.flip = 0
        while True:
            if self.kind == 1:
                for k in range(self.into[self.at], self.into[self.at + 1]):
                    self.alive[self.in_arc[k]] = 0
            r = self.settle()
            if r != 2:
                return r ^ self.flip
            if self.rules & 8:
                r = self.parity()
                if r != 2:
                    return r ^ self.flip
            if self.rules & 16 and self.kind == 0 and self.kernel():
                return self.flip
            if not self.rules & 32 or self.degree[self.at] != 1:
                return 2
            e = self.out[self.at]
            while not self.alive[e]:
                e += 1
            self.remove(e)
            self.at = self.head[e]
            self.flip ^= 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(self) -> cython.int:
        """Reach; then decide what sinks decide, and take away the arcs into vertices that win for ever."""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        e: cython.Py_ssize_t
        u: cython.Py_ssize_t
        x: cython.Py_ssize_t
        count: cython.Py_ssize_t = 0
        least: cython.int = 1 if self.kind == 2 else 0
        self.spread()
        if self.degree[self.at] == 0:
            return 0
        if not self.rules & 2:
            return 2
        for i in range(self.reached):
            x = self.queue[i]
            self.label[x] = 2
            if self.degree[x] <= least and x != self.at:
                self.label[x] = 0
                self.work[count] = x
                count += 1
        if count == 0:
            return 2
        i = 0
        while i < count:
            x = self.work[i]
            i += 1
            for k in range(self.into[x], self.into[x + 1]):
                e = self.in_arc[k]
                u = self.tail[e]
                if not self.alive[e] or self.seen[u] != self.stamp or self.label[u] == 1:
                    continue
                if self.label[x] == 0:
                    if self.label[u] == 2:
                        if u == self.at:
                            return 1
                        self.label[u] = 1
                        self.work[count] = u
                        count += 1
                    continue
                self.alive[e] = 0
                if self.kind == 2:
                    self.alive[self.twin[e]] = 0
                self.degree[u] -= 1
                if u == self.at:
                    if self.degree[u] == 0:
                        return 0
                elif self.degree[u] == least and self.label[u] == 2 and not self.looped(u):
                    self.label[u] = 0
                    self.work[count] = u
                    count += 1
        self.spread()
        return 2

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def looped(self, v: cython.Py_ssize_t) -> cython.bint:
        """Whether an unused self-loop is left at v."""
        e: cython.Py_ssize_t
        for e in range(self.out[v], self.out[v + 1]):
            if self.alive[e] and self.head[e] == v:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def parity(self) -> cython.int:
        """Where the graph left has two colours, see which one the play ends on; undirected: look for an even kernel."""
        i: cython.Py_ssize_t
        e: cython.Py_ssize_t
        v: cython.Py_ssize_t
        w: cython.Py_ssize_t
        end0: cython.bint = False
        end1: cython.bint = False
        if self.kind == 1:
            return 2
        for i in range(self.reached):
            v = self.queue[i]
            self.colour[v] = 2
            self.indegree[v] = 0
        self.colour[self.at] = 0
        for i in range(self.reached):
            v = self.queue[i]
            for e in range(self.out[v], self.out[v + 1]):
                if self.alive[e]:
                    w = self.head[e]
                    self.indegree[w] += 1
                    if self.colour[w] == 2:
                        self.colour[w] = 1 - self.colour[v]
                    elif self.colour[w] == self.colour[v]:
                        return 2
        if self.kind == 2:
            return self.even_kernel()
        for i in range(self.reached):
            v = self.queue[i]
            if self.indegree[v] > self.degree[v] or (v == self.at and self.indegree[v] == self.degree[v]):
                if self.colour[v] == 0:
                    end0 = True
                else:
                    end1 = True
        if end0 and end1:
            return 2
        return 1 if end1 else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def even_kernel(self) -> cython.int:
        """Eliminate over GF(2): the start loses unless the rows of the other side span its unit vector."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        k: cython.Py_ssize_t
        e: cython.Py_ssize_t
        v: cython.Py_ssize_t
        words: cython.Py_ssize_t = self.n // 62 + 1
        count: cython.Py_ssize_t = 0
        column: cython.Py_ssize_t = 0
        word: cython.Py_ssize_t
        bit: cython.longlong
        swap: cython.longlong
        for i in range(self.reached):
            v = self.queue[i]
            if self.colour[v] == 0:
                self.balance[v] = cython.cast(cython.int, column)
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
                        self.rows[count * words + k // 62] ^= cython.cast(cython.longlong, 1) << (k % 62)
                count += 1
        i = 0
        column -= 1
        while column >= 0 and i < count:
            word = column // 62
            bit = cython.cast(cython.longlong, 1) << (column % 62)
            j = i
            while j < count and not self.rows[j * words + word] & bit:
                j += 1
            if j < count:
                if column == 0:
                    return 1
                for k in range(words):
                    swap = self.rows[j * words + k]
                    self.rows[j * words + k] = self.rows[i * words + k]
                    self.rows[i * words + k] = swap
                for j in range(i + 1, count):
                    if self.rows[j * words + word] & bit:
                        for k in range(words):
                            self.rows[j * words + k] ^= self.rows[i * words + k]
                i += 1
            column -= 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def kernel(self) -> cython.bint:
        """Grow a balanced kernel around the current vertex, greedily; true only if it is one."""
        i: cython.Py_ssize_t
        e: cython.Py_ssize_t
        v: cython.Py_ssize_t
        y: cython.Py_ssize_t
        best: cython.Py_ssize_t
        count: cython.Py_ssize_t = 0
        price: cython.int
        cheapest: cython.int = 0
        for i in range(self.reached):
            v = self.queue[i]
            self.balance[v] = 0
            self.blocked[v] = 0
            self.chosen[v] = 0
            self.label[v] = 0
        for i in range(self.reached):
            v = self.queue[i]
            for e in range(self.out[v], self.out[v + 1]):
                if self.alive[e] and self.head[e] == v:
                    self.blocked[v] = 1
        if self.blocked[self.at]:
            return False
        count = self.take(self.at, 0)
        while count > 0:
            count -= 1
            v = self.work[count]
            self.label[v] = 0
            while self.balance[v] < 0:
                best = -1
                for e in range(self.out[v], self.out[v + 1]):
                    if self.alive[e]:
                        y = self.head[e]
                        if not self.blocked[y] and not self.chosen[y] and y != v:
                            price = self.price(y)
                            if best < 0 or price < cheapest:
                                best = y
                                cheapest = price
                if best < 0:
                    return False
                count = self.take(best, count)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def price(self, y: cython.Py_ssize_t) -> cython.int:
        """Count the arcs back that the kernel would lack with y in it, and then the arcs out of y."""
        e: cython.Py_ssize_t
        lacking: cython.int = 0
        for e in range(self.out[y], self.out[y + 1]):
            if self.alive[e] and self.balance[self.head[e]] <= 0:
                lacking += 1
        return 64 * lacking + self.degree[y]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take(self, x: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Put x into the kernel; the vertices that now need more arcs back go on the work list."""
        e: cython.Py_ssize_t
        k: cython.Py_ssize_t
        y: cython.Py_ssize_t
        self.chosen[x] = 1
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
                    self.work[count] = cython.cast(cython.int, y)
                    count += 1
        return count

    # ------------------------------------------------------------------ the table

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(
        self, h: cython.longlong, v: cython.Py_ssize_t, arcs: cython.longlong[::1], where: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Give the place of a position in the table, or -1."""
        place: cython.Py_ssize_t = (h & (self.slots - 1) & ~3) * self.record
        w: cython.Py_ssize_t
        for _ in range(4):
            if self.table[place + self.words] & _LOW == v + 1:
                w = 0
                while w < self.words and self.table[place + w] == arcs[where + w]:
                    w += 1
                if w == self.words:
                    return place
            place += self.record
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def known(self, h: cython.longlong) -> cython.int:
        """Look the packed position up: its value or 2; ``got_phi`` and ``got_delta`` are 0 if it is not there."""
        place: cython.Py_ssize_t = self.find(h, self.at, self.packed, 0)
        self.got_phi = self.got_delta = 0
        if place < 0:
            return 2
        self.got_phi = self.table[place + self.words + 1] & _LOW
        self.got_delta = self.table[place + self.words + 1] >> 31
        return 1 if self.got_phi == 0 else 0 if self.got_delta == 0 else 2

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def store(
        self,
        h: cython.longlong,
        v: cython.Py_ssize_t,
        arcs: cython.longlong[::1],
        where: cython.Py_ssize_t,
        phi: cython.longlong,
        delta: cython.longlong,
        work: cython.longlong,
    ) -> cython.void:
        """Write proof numbers down; in a full bucket what cost the least work gives way."""
        place: cython.Py_ssize_t = self.find(h, v, arcs, where)
        i: cython.Py_ssize_t
        other: cython.Py_ssize_t
        if work > (1 << 30):
            work = 1 << 30
        if place < 0:
            place = other = (h & (self.slots - 1) & ~3) * self.record
            for _ in range(4):
                if self.table[other + self.words] >> 31 < self.table[place + self.words] >> 31:
                    place = other
                other += self.record
            if self.table[place + self.words] == 0:
                self.filled += 1
            for i in range(self.words):
                self.table[place + i] = arcs[where + i]
        else:
            work += self.table[place + self.words] >> 31
            if work > (1 << 30):
                work = 1 << 30
        self.table[place + self.words] = (v + 1) | work << 31
        self.table[place + self.words + 1] = phi | delta << 31

    # ------------------------------------------------------------------ the stack

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def push(self, h: cython.longlong, phi: cython.longlong, delta: cython.longlong) -> cython.void:
        """Open a frame for the packed position with its thresholds."""
        d: cython.Py_ssize_t = self.depth + 1
        w: cython.Py_ssize_t
        for w in range(self.words):
            self.frame_key[d * self.words + w] = self.packed[w]
            self.frame_arcs[d * self.words + w] = self.packed[w]
        self.frame_at0[d] = self.frame_at[d] = cython.cast(cython.int, self.at)
        self.frame_hash[d] = h
        self.frame_flip[d] = 0
        self.frame_phase[d] = 0
        self.frame_phi[d] = phi
        self.frame_delta[d] = delta
        self.frame_first[d] = self.frame_last[d] = self.frame_last[d - 1] if d > 0 else 0
        self.frame_work[d] = self.nodes
        self.depth = d
        if d > self.deepest:
            self.deepest = d

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def finish(self, d: cython.Py_ssize_t, phi: cython.longlong, delta: cython.longlong) -> cython.void:
        """Close the frame with the proof numbers of its current position, written down under both its keys."""
        work: cython.longlong = self.nodes - self.frame_work[d] + 1
        w: cython.Py_ssize_t
        same: cython.bint = self.frame_at[d] == self.frame_at0[d]
        h: cython.longlong
        t: cython.longlong
        for w in range(self.words):
            if self.frame_arcs[d * self.words + w] != self.frame_key[d * self.words + w]:
                same = False
        if not same:
            self.load(self.frame_arcs, d * self.words)
            self.at = self.frame_at[d]
            self.spread()
            h = self.pack()
            self.store(h, self.at, self.packed, 0, phi, delta, work)
        if self.frame_flip[d]:
            t = phi
            phi = delta
            delta = t
        self.store(self.frame_hash[d], self.frame_at0[d], self.frame_key, d * self.words, phi, delta, work)
        self.got_phi = phi
        self.got_delta = delta
        self.depth = d - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def decide(self, d: cython.Py_ssize_t, r: cython.int) -> cython.void:
        """Close the frame: its current position is N (1) or P (0)."""
        if r == 1:
            self.finish(d, 0, _INF)
        else:
            self.finish(d, _INF, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def home(self) -> cython.bint:
        """Mark the vertices from which the current one can be reached; true if that is all of them."""
        i: cython.Py_ssize_t = 0
        count: cython.Py_ssize_t = 1
        k: cython.Py_ssize_t
        e: cython.Py_ssize_t
        u: cython.Py_ssize_t
        self.work[0] = cython.cast(cython.int, self.at)
        self.mark[self.at] = self.stamp
        while i < count:
            for k in range(self.into[self.work[i]], self.into[self.work[i] + 1]):
                e = self.in_arc[k]
                u = self.tail[e]
                if self.alive[e] and self.seen[u] == self.stamp and self.mark[u] != self.stamp:
                    self.mark[u] = self.stamp
                    self.work[count] = cython.cast(cython.int, u)
                    count += 1
            i += 1
        return count == self.reached

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def exit_vertex(self) -> cython.Py_ssize_t:
        """Give the vertex just outside the current component from which the fewest arcs can be reached, or -1."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        e: cython.Py_ssize_t
        f: cython.Py_ssize_t
        w: cython.Py_ssize_t
        x: cython.Py_ssize_t
        best: cython.Py_ssize_t = -1
        fewest: cython.longlong = 0
        arcs: cython.longlong
        inside: cython.longlong = self.stamp
        count: cython.Py_ssize_t
        if self.home():
            return -1
        for i in range(self.reached):
            if self.mark[self.queue[i]] != inside:
                continue
            for e in range(self.out[self.queue[i]], self.out[self.queue[i] + 1]):
                w = self.head[e]
                if not self.alive[e] or self.mark[w] == inside or w == best:
                    continue
                self.stamp += 1
                self.work[0] = cython.cast(cython.int, w)
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enter(self, d: cython.Py_ssize_t) -> cython.void:
        """Begin work on the frame's position: settle an arc that leaves the component first, else list the moves."""
        w: cython.Py_ssize_t
        r: cython.int
        h: cython.longlong
        self.nodes += 1
        self.load(self.frame_arcs, d * self.words)
        self.at = self.frame_at[d]
        self.spread()
        if self.rules & 4 and self.kind == 0:
            w = self.exit_vertex()
            if w >= 0:
                self.frame_exit[d] = cython.cast(cython.int, w)
                self.at = w
                r = self.evaluate()
                if r != 2:
                    self.apply_exit(d, r)
                    return
                h = self.pack()
                r = self.known(h)
                if r != 2:
                    self.apply_exit(d, r ^ self.flip)
                    return
                self.frame_phase[d] = 1
                self.frame_exit_flip[d] = self.flip
                self.push(h, _INF, _INF)
                return
        self.expand(d)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply_exit(self, d: cython.Py_ssize_t, r: cython.int) -> cython.void:
        """Use the value of the arcs that leave the component for one vertex: losing ones go, winning ones settle."""
        k: cython.Py_ssize_t
        j: cython.Py_ssize_t
        u: cython.Py_ssize_t
        w: cython.Py_ssize_t = self.frame_exit[d]
        t: cython.longlong
        h: cython.longlong
        self.load(self.frame_arcs, d * self.words)
        self.at = self.frame_at[d]
        self.spread()
        self.home()
        for k in range(self.into[w], self.into[w + 1]):
            u = self.tail[self.in_arc[k]]
            if not self.alive[self.in_arc[k]] or self.mark[u] != self.stamp:
                continue
            if r == 1:
                self.alive[self.in_arc[k]] = 0
            elif u == self.at:
                self.decide(d, 1)
                return
            else:
                for j in range(self.into[u], self.into[u + 1]):
                    self.alive[self.in_arc[j]] = 0
        r = self.evaluate()
        if r != 2:  # the value of the frame's position before the forced moves
            self.decide(d, r)
            return
        h = self.pack()
        for k in range(self.words):
            self.frame_arcs[d * self.words + k] = self.packed[k]
        self.frame_at[d] = cython.cast(cython.int, self.at)
        if self.flip:
            self.frame_flip[d] ^= 1
            t = self.frame_phi[d]
            self.frame_phi[d] = self.frame_delta[d]
            self.frame_delta[d] = t
        r = self.known(h)
        if r != 2:
            self.decide(d, r)
        elif self.got_phi > 0 and (self.got_phi >= self.frame_phi[d] or self.got_delta >= self.frame_delta[d]):
            self.finish(d, self.got_phi, self.got_delta)
        else:
            self.frame_phase[d] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def expand(self, d: cython.Py_ssize_t) -> cython.void:
        """Reduce the position after each move; what is not decided so becomes a child of the frame."""
        e: cython.Py_ssize_t
        w: cython.Py_ssize_t
        v: cython.Py_ssize_t = self.at
        c: cython.Py_ssize_t = self.frame_first[d]
        previous: cython.Py_ssize_t = -1
        r: cython.int
        h: cython.longlong
        for e in range(self.m):
            self.base[e] = self.alive[e]
        for e in range(self.out[v], self.out[v + 1]):
            if not self.base[e] or (self.head[e] == previous and self.rules & 1):
                continue
            previous = self.head[e]
            for w in range(self.m):
                self.alive[w] = self.base[w]
            self.remove(e)
            self.at = self.head[e]
            r = self.evaluate()
            if r == 2:
                h = self.pack()
                r = self.known(h)
                if r != 2:
                    r ^= self.flip
            else:
                h = 0
            if r == 0:
                self.decide(d, 1)
                return
            if r == 1:
                continue
            c = self.keep(c, h)
        self.frame_last[d] = cython.cast(cython.int, c)
        self.frame_now[d] = -1
        self.frame_phase[d] = 2

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(self, c: cython.Py_ssize_t, h: cython.longlong) -> cython.Py_ssize_t:
        """Write the packed position down as child c, with the proof numbers known or a first guess."""
        w: cython.Py_ssize_t
        phi: cython.longlong = self.got_phi
        delta: cython.longlong = self.got_delta
        t: cython.longlong
        if phi == 0:
            phi = 1
            delta = self.degree[self.at] if self.rules & 32 else 1
        if self.flip:
            t = phi
            phi = delta
            delta = t
        for w in range(self.words):
            self.child_arcs[c * self.words + w] = self.packed[w]
        self.child_at[c] = cython.cast(cython.int, self.at)
        self.child_hash[c] = h
        self.child_flip[c] = self.flip
        self.child_phi[c] = phi
        self.child_delta[c] = delta
        return c + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def refresh(self, c: cython.Py_ssize_t) -> cython.void:
        """Take over what the table knows of a child by now."""
        place: cython.Py_ssize_t = self.find(self.child_hash[c], self.child_at[c], self.child_arcs, c * self.words)
        phi: cython.longlong
        delta: cython.longlong
        if place < 0:
            return
        phi = self.table[place + self.words + 1] & _LOW
        delta = self.table[place + self.words + 1] >> 31
        if self.child_flip[c]:
            self.child_phi[c] = delta
            self.child_delta[c] = phi
        else:
            self.child_phi[c] = phi
            self.child_delta[c] = delta

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choose(self, d: cython.Py_ssize_t) -> cython.void:
        """Sum the children up; close the frame when it is decided or past a threshold, else go into the best child."""
        c: cython.Py_ssize_t
        best: cython.Py_ssize_t = -1
        phi: cython.longlong = _INF
        second: cython.longlong = _INF
        largest: cython.longlong = 0
        open_: cython.longlong = 0
        delta: cython.longlong
        c = self.frame_now[d]
        if c >= 0:
            if self.child_flip[c]:
                self.child_phi[c] = self.got_delta
                self.child_delta[c] = self.got_phi
            else:
                self.child_phi[c] = self.got_phi
                self.child_delta[c] = self.got_delta
        for c in range(self.frame_first[d], self.frame_last[d]):
            if self.child_phi[c] == 0:
                continue
            if c != self.frame_now[d]:
                self.refresh(c)
                if self.child_phi[c] == 0:
                    continue
            if self.child_delta[c] == 0:
                self.decide(d, 1)
                return
            open_ += 1
            largest = max(largest, self.child_phi[c])
            if self.child_delta[c] < phi:
                second = phi
                phi = self.child_delta[c]
                best = c
            elif self.child_delta[c] < second:
                second = self.child_delta[c]
        if open_ == 0:
            self.decide(d, 0)
            return
        delta = largest + open_ - 1
        if phi >= self.frame_phi[d] or delta >= self.frame_delta[d]:
            self.finish(d, phi, delta)
            return
        self.frame_now[d] = cython.cast(cython.int, best)
        if self.depth_first:
            phi = delta = _INF
        else:
            phi = self.frame_delta[d] if self.frame_delta[d] == _INF else self.frame_delta[d] - open_ + 1
            delta = min(self.frame_phi[d], second + 1 + second // 4)
        self.descend(best, phi, delta)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def descend(self, c: cython.Py_ssize_t, phi: cython.longlong, delta: cython.longlong) -> cython.void:
        """Open a frame for child c with thresholds as its mover sees them."""
        w: cython.Py_ssize_t
        for w in range(self.words):
            self.packed[w] = self.child_arcs[c * self.words + w]
        self.at = self.child_at[c]
        if self.child_flip[c]:
            self.push(self.child_hash[c], delta, phi)
        else:
            self.push(self.child_hash[c], phi, delta)


def _grown(old, size, type_):
    """Give an array of the size that begins like the old one."""
    new = np.zeros(size, type_)
    if old is not None:
        begin = np.asarray(old)
        new[: begin.size] = begin
    return new
