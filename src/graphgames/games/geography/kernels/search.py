# compiled with -O1
"""Search for geography: who wins from a vertex with a set of arcs still unused.

A state machine without recursion over positions that are first reduced, with a table of bounded size. Depth-first
proof-number search after Nagai, *Df-pn algorithm for searching AND/OR trees* (2002), and plain depth-first search are
the same machine with other thresholds.
"""

import cython
import numpy as np
from numpy.typing import NDArray

from graphgames.games.geography.kernels import _codes as codes
from graphgames.games.geography.kernels import position, table

DIRECTED = cython.declare(cython.int, codes.DIRECTED)
REACH = cython.declare(cython.int, codes.REACH)
EXITS = cython.declare(cython.int, codes.EXITS)
ORDER = cython.declare(cython.int, codes.ORDER)
RUNNING = cython.declare(cython.int, codes.RUNNING)
DONE = cython.declare(cython.int, codes.DONE)
FULL = cython.declare(cython.int, codes.FULL)
P = cython.declare(cython.int, codes.P)
N = cython.declare(cython.int, codes.N)
UNKNOWN = cython.declare(cython.int, codes.UNKNOWN)
# What a frame waits for.
FRESH = cython.declare(cython.int, 0)  # to be entered
EXIT = cython.declare(cython.int, 1)  # for the value behind an arc that leaves the component
MOVES = cython.declare(cython.int, 2)  # for the values of its moves


class Search:
    """A search over one graph, in which ``here`` is the position looked at; all positions share one table.

    Frame d of the stack has the position it was opened for (``frame_key``, ``frame_at0``), the one that was reduced to
    since (``frame_arcs``, ``frame_at``; ``frame_flip`` says that its value is turned round), thresholds, and its
    children from ``frame_first`` up to ``frame_last``, of which ``frame_now`` is being searched. ``depth_first``
    chooses the plain order. ``last_phi`` and ``last_delta`` are the proof numbers of the last position closed or found.
    """

    def __init__(self, here: position.Position, depth_first, slots: cython.longlong):
        self.here, self.words, self.depth_first = here, here.words, depth_first
        self.table = table.Table(here, slots)
        self.depth, self.nodes, self.deepest, self.result, self.root_flip = -1, 0, 0, UNKNOWN, 0
        self.last_phi, self.last_delta = 0, 0
        rows = ((9, np.int32), (4, np.int64), (2, np.int64), (2, np.int32), (3, np.int64), (1, np.int64))
        self.blocks = [np.zeros((count, 0), dtype) for count, dtype in rows]
        self.resize(64, 256)

    def records(self) -> NDArray[np.int64]:
        """Return what stands in the table; see `Table.records`."""
        return self.table.records()

    def restore(self, records: NDArray[np.int64], count: cython.longlong) -> None:
        """Put records of an earlier search into the table; see `Table.restore`."""
        self.table.restore(records, count)

    def resize(self, frames: cython.Py_ssize_t, children: cython.Py_ssize_t):
        """Make the stack large enough for so many frames and children, keeping those there are."""
        sizes = (frames, frames, frames * self.words, children, children, children * self.words)
        self.blocks = [_widened(block, size) for block, size in zip(self.blocks, sizes, strict=True)]
        small, large, packed, child_small, child_large, child_packed = self.blocks
        self.frame_at0, self.frame_at, self.frame_flip, self.frame_phase, self.frame_first = small[:5]
        self.frame_last, self.frame_now, self.frame_exit, self.frame_exit_flip = small[5:]
        self.frame_hash, self.frame_phi, self.frame_delta, self.frame_work = large
        self.frame_key, self.frame_arcs = packed
        self.child_at, self.child_flip = child_small
        self.child_hash, self.child_phi, self.child_delta = child_large
        (self.child_arcs,) = child_packed
        self.frames, self.children = frames, children

    def grow(self) -> None:
        """Double what has become too small, stack or table; the search goes on where it was."""
        if self.table.half_full():
            self.table.enlarge()
        else:
            self.resize(2 * self.frames, 2 * self.children)

    def stack_full(self):
        """Whether the next frame and its children might not fit on the stack."""
        d = self.depth
        return d >= 0 and (d + 2 >= self.frames or self.frame_last[d] + self.here.n + 1 >= self.children)

    def counters(self) -> tuple[int, int, int, int, int]:
        """Return nodes entered, the deepest line, the depth now, and the proof numbers at the root."""
        phi, delta = (int(self.frame_phi[0]), int(self.frame_delta[0])) if self.depth >= 0 else (0, 0)
        return int(self.nodes), int(self.deepest), int(self.depth), phi, delta

    def value(self) -> cython.int:
        """Return the value of the last position begun: P, N, or UNKNOWN while the search goes on."""
        return int(self.result)

    def begin(self, v: cython.Py_ssize_t, arcs: cython.const[cython.uchar][::1]) -> cython.int:
        """Start on vertex v with the arcs marked in ``arcs``; return P or N if decided at once, else UNKNOWN."""
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
        """Go on for about ``budget`` nodes; return RUNNING, DONE (see `value`), or FULL (call `grow`)."""
        stop = self.nodes + budget
        with cython.nogil:
            while self.depth >= 0:
                d = self.depth
                if self.stack_full() or self.table.half_full():
                    break
                if self.frame_phase[d] == FRESH:
                    if self.nodes >= stop:
                        break
                    self.enter(d)
                elif self.frame_phase[d] == EXIT:
                    r = N if self.last_phi == 0 else P
                    self.apply_exit(d, r ^ self.frame_exit_flip[d])
                else:
                    self.choose(d)
        if self.depth < 0:
            self.result = (N if self.last_phi == 0 else P) ^ self.root_flip
            return DONE
        return FULL if self.stack_full() or self.table.half_full() else RUNNING

    def known(self, h):
        """Look the packed position up; return its value. ``last_phi`` and ``last_delta`` are 0 if it is not there."""
        if not self.table.look_up(h, self.here.at, self.here.packed, 0):
            self.last_phi = self.last_delta = 0
            return UNKNOWN
        self.last_phi, self.last_delta = self.table.phi, self.table.delta
        return N if self.last_phi == 0 else P if self.last_delta == 0 else UNKNOWN

    def push(self, h, phi, delta):
        """Open a frame for the packed position with its thresholds."""
        d = self.depth + 1
        for w in range(self.words):
            self.frame_key[d * self.words + w] = self.here.packed[w]
            self.frame_arcs[d * self.words + w] = self.here.packed[w]
        self.frame_at0[d] = self.frame_at[d] = self.here.at
        self.frame_hash[d], self.frame_flip[d], self.frame_phase[d] = h, 0, FRESH
        self.frame_phi[d], self.frame_delta[d] = phi, delta
        self.frame_first[d] = self.frame_last[d] = self.frame_last[d - 1] if d > 0 else 0
        self.frame_work[d] = self.nodes
        self.depth = d
        if d > self.deepest:
            self.deepest = d

    def finish(self, d, phi, delta):
        """Close the frame with the proof numbers of its current position, written down under both its keys."""
        work = self.nodes - self.frame_work[d] + 1
        same: cython.bint = self.frame_at[d] == self.frame_at0[d]
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
            phi, delta = delta, phi
        self.table.store(self.frame_hash[d], self.frame_at0[d], self.frame_key, d * self.words, phi, delta, work)
        self.last_phi, self.last_delta = phi, delta
        self.depth = d - 1

    def decide(self, d, r):
        """Close the frame: its current position is N or P."""
        if r == N:
            self.finish(d, 0, table.INFINITE)
        else:
            self.finish(d, table.INFINITE, 0)

    def enter(self, d):
        """Expand the frame's position, or first search what is behind the arcs that leave its component."""
        self.nodes += 1
        self.here.load(self.frame_arcs, d * self.words)
        self.here.at = self.frame_at[d]
        self.here.spread()
        if self.here.reductions & EXITS and self.here.variant == DIRECTED:
            w = self.here.exit_vertex()
            if w >= 0:
                self.frame_exit[d] = w
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

    def apply_exit(self, d, r):
        """Delete the arcs out of the component to one vertex if they lose; if they win, decide or delete by rule 3."""
        w = self.frame_exit[d]
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
        self.frame_at[d] = self.here.at
        if self.here.flip:
            self.frame_flip[d] ^= 1
            self.frame_phi[d], self.frame_delta[d] = self.frame_delta[d], self.frame_phi[d]
        r = self.known(h)
        if r != UNKNOWN:
            self.decide(d, r)
        elif self.last_phi > 0 and (self.last_phi >= self.frame_phi[d] or self.last_delta >= self.frame_delta[d]):
            self.finish(d, self.last_phi, self.last_delta)
        else:
            self.frame_phase[d] = FRESH

    def expand(self, d):
        """Reduce the position after each move; what is not decided so becomes a child of the frame."""
        v = self.here.at
        c = self.frame_first[d]
        previous = -1
        position.copy(self.here.alive, self.here.saved, self.here.m)
        for e in range(self.here.out[v], self.here.out[v + 1]):
            if not self.here.saved[e] or (self.here.head[e] == previous and self.here.reductions & REACH):
                continue
            previous = self.here.head[e]
            position.copy(self.here.saved, self.here.alive, self.here.m)
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
        self.frame_last[d] = c
        self.frame_now[d] = -1
        self.frame_phase[d] = MOVES

    def keep(self, c, h):
        """Make the packed position child c, with its proof numbers from the table or initial ones; return c + 1."""
        phi = self.last_phi
        delta = self.last_delta
        if phi == 0:
            phi = 1
            delta = self.here.degree[self.here.at] if self.here.reductions & ORDER else 1
        for w in range(self.words):
            self.child_arcs[c * self.words + w] = self.here.packed[w]
        self.child_at[c], self.child_hash[c], self.child_flip[c] = self.here.at, h, self.here.flip
        self.write_child(c, phi, delta)
        return c + 1

    def write_child(self, c, phi, delta):
        """Set the proof numbers of child c from those of the position that it was reduced to."""
        if self.child_flip[c]:
            phi, delta = delta, phi
        self.child_phi[c], self.child_delta[c] = phi, delta

    def choose(self, d):
        """Combine the children; close the frame if it is decided or past a threshold, else open the best child."""
        best = -1
        phi = table.INFINITE
        second = table.INFINITE
        largest = 0
        open_ = 0
        c = self.frame_now[d]
        if c >= 0:
            self.write_child(c, self.last_phi, self.last_delta)
        for c in range(self.frame_first[d], self.frame_last[d]):
            if self.child_phi[c] == 0:
                continue
            if c != self.frame_now[d]:
                if self.table.look_up(self.child_hash[c], self.child_at[c], self.child_arcs, c * self.words):
                    self.write_child(c, self.table.phi, self.table.delta)
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
        self.frame_now[d] = best
        if self.depth_first:
            phi = delta = table.INFINITE
        else:
            phi = self.frame_delta[d] if self.frame_delta[d] == table.INFINITE else self.frame_delta[d] - open_ + 1
            delta = min(self.frame_phi[d], second + 1 + second // 4)
        self.descend(best, phi, delta)

    def descend(self, c, phi, delta):
        """Open a frame for child c with thresholds as its mover sees them."""
        for w in range(self.words):
            self.here.packed[w] = self.child_arcs[c * self.words + w]
        self.here.at = self.child_at[c]
        if self.child_flip[c]:
            phi, delta = delta, phi
        self.push(self.child_hash[c], phi, delta)


def _widened(old, columns):
    """Return an array of so many columns that begins like the old one."""
    new = np.zeros((len(old), columns), old.dtype)
    new[:, : old.shape[1]] = old
    return new
