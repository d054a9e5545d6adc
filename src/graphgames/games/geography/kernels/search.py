"""Search for geography: who wins from a vertex with a set of arcs still unused.

A state machine without recursion over positions that are first reduced, with a table of bounded size. Depth-first
proof-number search after Nagai, *Df-pn algorithm for searching AND/OR trees* (2002), and plain depth-first search are
the same machine with other thresholds.
"""

import cython
import numpy as np

from graphgames.games.geography.kernels import _codes as codes
from graphgames.games.geography.kernels import position, table

DIRECTED = cython.declare(cython.int, codes.DIRECTED)
REACH = cython.declare(cython.int, codes.REACH)
EXITS = cython.declare(cython.int, codes.EXITS)
ORDER = cython.declare(cython.int, codes.ORDER)
RUNNING = cython.declare(cython.int, codes.RUNNING)
DONE = cython.declare(cython.int, codes.DONE)
NEED_ROOM = cython.declare(cython.int, codes.NEED_ROOM)
P = cython.declare(cython.int, codes.P)
N = cython.declare(cython.int, codes.N)
UNKNOWN = cython.declare(cython.int, codes.UNKNOWN)
# What a frame waits for.
FRESH = cython.declare(cython.int, 0)  # to be entered
EXIT = cython.declare(cython.int, 1)  # for the value behind an arc that leaves the component
MOVES = cython.declare(cython.int, 2)  # for the values of its moves


@cython.cclass
class Search:
    """A search over one graph, in which ``here`` is the position looked at; all positions share one table.

    Frame d of the stack has the position it was opened for (``frame_key``, ``frame_at0``), the one that was reduced to
    since (``frame_arcs``, ``frame_at``; ``frame_flip`` says that its value is turned round), thresholds, and its
    children from ``frame_first`` up to ``frame_last``, of which ``frame_now`` is being searched. ``depth_first``
    chooses the plain order. ``got_phi`` and ``got_delta`` are the proof numbers of the last position closed or found.
    """

    here: position.Position
    table: table.Table
    words: cython.Py_ssize_t
    depth_first: cython.bint
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

    def __init__(self, here: position.Position, depth_first, slots):
        self.here, self.words, self.depth_first = here, here.words, depth_first
        self.table = table.Table(here, slots)
        self.depth, self.frames, self.children = -1, 0, 0
        self.nodes, self.deepest, self.result, self.root_flip = 0, 0, UNKNOWN, 0
        self.got_phi, self.got_delta = 0, 0
        self.room(64, 256)

    def records(self):
        """Return what stands in the table; see `Table.records`."""
        return self.table.records()

    def restore(self, records, count):
        """Put records of an earlier search into the table; see `Table.restore`."""
        self.table.restore(records, count)

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
        if self.table.crowded():
            self.table.enlarge()
        else:
            self.room(2 * self.frames, 2 * self.children)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def cramped(self) -> cython.bint:
        """Whether the next frame and its children might not fit on the stack."""
        d: cython.Py_ssize_t = self.depth
        return d >= 0 and (d + 2 >= self.frames or self.frame_last[d] + self.here.n + 1 >= self.children)

    def counters(self):
        """Return nodes entered, the deepest line, the depth now, and the proof numbers at the root."""
        phi, delta = (int(self.frame_phi[0]), int(self.frame_delta[0])) if self.depth >= 0 else (0, 0)
        return int(self.nodes), int(self.deepest), int(self.depth), phi, delta

    def value(self):
        """Return the value of the last position begun: P, N, or UNKNOWN while the search goes on."""
        return int(self.result)

    def begin(self, v: cython.Py_ssize_t, arcs: cython.const[cython.uchar][::1]) -> cython.int:
        """Start on vertex v with the arcs marked in ``arcs``; return P or N if decided at once, else UNKNOWN."""
        e: cython.Py_ssize_t
        r: cython.int
        for e in range(self.here.m):
            self.here.alive[e] = arcs[e]
        self.here.at = v
        self.depth = -1
        r = self.here.evaluate()
        if r != UNKNOWN:
            self.result = r
            return r
        self.root_flip = self.here.flip
        r = self.known(self.here.pack())
        if r != UNKNOWN:
            self.result = r ^ self.root_flip
            return self.result
        self.push(self.here.pack(), table.INFINITE, table.INFINITE)
        self.result = UNKNOWN
        return UNKNOWN

    def advance(self, budget: cython.longlong) -> cython.int:
        """Go on for about ``budget`` nodes; return RUNNING, DONE (see `value`), or NEED_ROOM (call `grow`)."""
        d: cython.Py_ssize_t
        r: cython.int
        stop: cython.longlong = self.nodes + budget
        with cython.nogil:
            while self.depth >= 0:
                d = self.depth
                if self.cramped() or self.table.crowded():
                    break
                if self.frame_phase[d] == FRESH:
                    if self.nodes >= stop:
                        break
                    self.enter(d)
                elif self.frame_phase[d] == EXIT:
                    r = N if self.got_phi == 0 else P
                    self.apply_exit(d, r ^ self.frame_exit_flip[d])
                else:
                    self.choose(d)
        if self.depth < 0:
            self.result = (N if self.got_phi == 0 else P) ^ self.root_flip
            return DONE
        return NEED_ROOM if self.cramped() or self.table.crowded() else RUNNING

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def known(self, h: cython.longlong) -> cython.int:
        """Look the packed position up; return its value. ``got_phi`` and ``got_delta`` are 0 if it is not there."""
        if not self.table.look_up(h, self.here.at, self.here.packed, 0):
            self.got_phi = self.got_delta = 0
            return UNKNOWN
        self.got_phi = self.table.phi
        self.got_delta = self.table.delta
        return N if self.got_phi == 0 else P if self.got_delta == 0 else UNKNOWN

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def push(self, h: cython.longlong, phi: cython.longlong, delta: cython.longlong) -> cython.void:
        """Open a frame for the packed position with its thresholds."""
        d: cython.Py_ssize_t = self.depth + 1
        w: cython.Py_ssize_t
        for w in range(self.words):
            self.frame_key[d * self.words + w] = self.here.packed[w]
            self.frame_arcs[d * self.words + w] = self.here.packed[w]
        self.frame_at0[d] = self.frame_at[d] = cython.cast(cython.int, self.here.at)
        self.frame_hash[d] = h
        self.frame_flip[d] = 0
        self.frame_phase[d] = FRESH
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
            self.here.load(self.frame_arcs, d * self.words)
            self.here.at = self.frame_at[d]
            self.here.spread()
            h = self.here.pack()
            self.table.store(h, self.here.at, self.here.packed, 0, phi, delta, work)
        if self.frame_flip[d]:
            t = phi
            phi = delta
            delta = t
        self.table.store(self.frame_hash[d], self.frame_at0[d], self.frame_key, d * self.words, phi, delta, work)
        self.got_phi = phi
        self.got_delta = delta
        self.depth = d - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def decide(self, d: cython.Py_ssize_t, r: cython.int) -> cython.void:
        """Close the frame: its current position is N or P."""
        if r == N:
            self.finish(d, 0, table.INFINITE)
        else:
            self.finish(d, table.INFINITE, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enter(self, d: cython.Py_ssize_t) -> cython.void:
        """Begin work on the frame's position: settle an arc that leaves the component first, else list the moves."""
        w: cython.Py_ssize_t
        r: cython.int
        h: cython.longlong
        self.nodes += 1
        self.here.load(self.frame_arcs, d * self.words)
        self.here.at = self.frame_at[d]
        self.here.spread()
        if self.here.rules & EXITS and self.here.kind == DIRECTED:
            w = self.here.exit_vertex()
            if w >= 0:
                self.frame_exit[d] = cython.cast(cython.int, w)
                self.here.at = w
                r = self.here.evaluate()
                if r != UNKNOWN:
                    self.apply_exit(d, r)
                    return
                h = self.here.pack()
                r = self.known(h)
                if r != UNKNOWN:
                    self.apply_exit(d, r ^ self.here.flip)
                    return
                self.frame_phase[d] = EXIT
                self.frame_exit_flip[d] = self.here.flip
                self.push(h, table.INFINITE, table.INFINITE)
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
        self.here.load(self.frame_arcs, d * self.words)
        self.here.at = self.frame_at[d]
        self.here.spread()
        self.here.mark_component()
        for k in range(self.here.into[w], self.here.into[w + 1]):
            u = self.here.tail[self.here.in_arc[k]]
            if not self.here.alive[self.here.in_arc[k]] or self.here.mark[u] != self.here.stamp:
                continue
            if r == N:
                self.here.alive[self.here.in_arc[k]] = 0
            elif u == self.here.at:
                self.decide(d, N)
                return
            else:
                for j in range(self.here.into[u], self.here.into[u + 1]):
                    self.here.alive[self.here.in_arc[j]] = 0
        r = self.here.evaluate()
        if r != UNKNOWN:  # the value of the frame's position before the forced moves
            self.decide(d, r)
            return
        h = self.here.pack()
        for k in range(self.words):
            self.frame_arcs[d * self.words + k] = self.here.packed[k]
        self.frame_at[d] = cython.cast(cython.int, self.here.at)
        if self.here.flip:
            self.frame_flip[d] ^= 1
            t = self.frame_phi[d]
            self.frame_phi[d] = self.frame_delta[d]
            self.frame_delta[d] = t
        r = self.known(h)
        if r != UNKNOWN:
            self.decide(d, r)
        elif self.got_phi > 0 and (self.got_phi >= self.frame_phi[d] or self.got_delta >= self.frame_delta[d]):
            self.finish(d, self.got_phi, self.got_delta)
        else:
            self.frame_phase[d] = FRESH

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def expand(self, d: cython.Py_ssize_t) -> cython.void:
        """Reduce the position after each move; what is not decided so becomes a child of the frame."""
        e: cython.Py_ssize_t
        v: cython.Py_ssize_t = self.here.at
        c: cython.Py_ssize_t = self.frame_first[d]
        previous: cython.Py_ssize_t = -1
        r: cython.int
        h: cython.longlong
        self.here.save()
        for e in range(self.here.out[v], self.here.out[v + 1]):
            if not self.here.saved[e] or (self.here.head[e] == previous and self.here.rules & REACH):
                continue
            previous = self.here.head[e]
            self.here.restore()
            self.here.remove(e)
            self.here.at = self.here.head[e]
            r = self.here.evaluate()
            if r == UNKNOWN:
                h = self.here.pack()
                r = self.known(h)
                if r != UNKNOWN:
                    r ^= self.here.flip
            else:
                h = 0
            if r == P:
                self.decide(d, N)
                return
            if r == N:
                continue
            c = self.keep(c, h)
        self.frame_last[d] = cython.cast(cython.int, c)
        self.frame_now[d] = -1
        self.frame_phase[d] = MOVES

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(self, c: cython.Py_ssize_t, h: cython.longlong) -> cython.Py_ssize_t:
        """Write the packed position down as child c, with the proof numbers known or a first guess."""
        w: cython.Py_ssize_t
        phi: cython.longlong = self.got_phi
        delta: cython.longlong = self.got_delta
        if phi == 0:
            phi = 1
            delta = self.here.degree[self.here.at] if self.here.rules & ORDER else 1
        for w in range(self.words):
            self.child_arcs[c * self.words + w] = self.here.packed[w]
        self.child_at[c] = cython.cast(cython.int, self.here.at)
        self.child_hash[c] = h
        self.child_flip[c] = self.here.flip
        self.write_child(c, phi, delta)
        return c + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def refresh(self, c: cython.Py_ssize_t) -> cython.void:
        """Take over what the table knows of a child by now."""
        if self.table.look_up(self.child_hash[c], self.child_at[c], self.child_arcs, c * self.words):
            self.write_child(c, self.table.phi, self.table.delta)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write_child(self, c: cython.Py_ssize_t, phi: cython.longlong, delta: cython.longlong) -> cython.void:
        """Write down the proof numbers of the position that child c has been reduced to."""
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
        phi: cython.longlong = table.INFINITE
        second: cython.longlong = table.INFINITE
        largest: cython.longlong = 0
        open_: cython.longlong = 0
        delta: cython.longlong
        c = self.frame_now[d]
        if c >= 0:
            self.write_child(c, self.got_phi, self.got_delta)
        for c in range(self.frame_first[d], self.frame_last[d]):
            if self.child_phi[c] == 0:
                continue
            if c != self.frame_now[d]:
                self.refresh(c)
                if self.child_phi[c] == 0:
                    continue
            if self.child_delta[c] == 0:
                self.decide(d, N)
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
            self.decide(d, P)
            return
        delta = largest + open_ - 1
        if phi >= self.frame_phi[d] or delta >= self.frame_delta[d]:
            self.finish(d, phi, delta)
            return
        self.frame_now[d] = cython.cast(cython.int, best)
        if self.depth_first:
            phi = delta = table.INFINITE
        else:
            phi = self.frame_delta[d] if self.frame_delta[d] == table.INFINITE else self.frame_delta[d] - open_ + 1
            delta = min(self.frame_phi[d], second + 1 + second // 4)
        self.descend(best, phi, delta)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def descend(self, c: cython.Py_ssize_t, phi: cython.longlong, delta: cython.longlong) -> cython.void:
        """Open a frame for child c with thresholds as its mover sees them."""
        w: cython.Py_ssize_t
        for w in range(self.words):
            self.here.packed[w] = self.child_arcs[c * self.words + w]
        self.here.at = self.child_at[c]
        if self.child_flip[c]:
            self.push(self.child_hash[c], delta, phi)
        else:
            self.push(self.child_hash[c], phi, delta)


def _grown(old, size, type_):
    """Return an array of the size that begins like the old one."""
    new = np.zeros(size, type_)
    if old is not None:
        begin = np.asarray(old)
        new[: begin.size] = begin
    return new
