"""Maximum matchings in general graphs, the vertices that some of them misses, and rotations from one to the next.

Edmonds, *Paths, trees, and flowers* (1965), one breadth-first alternating tree after another from a greedy matching,
with blossoms joined by union-find; the trees that find nothing are put aside (Hungarian trees). Neighbours stand in
compressed sparse rows, each edge from either end, without self-loops.
"""

import cython
import numpy as np

from graphgames.core.compiled import poll


class Matcher:
    """A matching in ``mate`` (-1: missed), and what a search for alternating paths needs."""

    def __init__(self, indptr, neighbours, mate):
        n = len(mate)
        self.n, self.indptr, self.neighbours, self.mate = n, indptr, neighbours, mate
        self.before, self.base = np.zeros(n, np.int32), np.arange(n, dtype=np.int32)
        self.colour, self.aside = np.zeros(n, np.int8), np.zeros(n, np.uint8)
        self.stamp, self.seen = 0, np.zeros(n, np.int64)
        self.queue, self.touched = np.zeros(n, np.int32), np.zeros(n, np.int32)
        self.touches, self.waiting = 0, 0

    def maximum(self) -> None:
        """Make the matching maximum."""
        searches = 0
        with cython.nogil:
            self.greedy()
            for v in range(self.n):
                if self.mate[v] >= 0:
                    continue
                searches += 1
                if searches % 1024 == 0:
                    with cython.gil:
                        poll()
                self.clear()
                self.root(v)
                if not self.search(-1):
                    for i in range(self.touches):
                        self.aside[self.touched[i]] = 1

    def missable(self, even: cython.uchar[::1]) -> None:
        """Mark the vertices that some maximum matching misses, the matching being maximum."""
        with cython.nogil:
            self.clear()
            for v in range(self.n):
                self.aside[v] = 0
            for v in range(self.n):
                if self.mate[v] < 0:
                    self.root(v)
            self.search(-1)
            for v in range(self.n):
                even[v] = self.colour[v] == 1

    def free(self, v: cython.Py_ssize_t) -> cython.bint:
        """Change the matching, if that is possible, so that it misses v and stays as large."""
        w = self.mate[v]
        if w < 0:
            return True
        self.mate[v], self.mate[w] = -1, -1
        self.clear()
        self.root(w)
        if self.search(v):
            return True
        self.mate[v], self.mate[w] = w, v
        return False

    def rotations(
        self,
        even: cython.uchar[::1],
        parent: cython.int[::1],
        hinge: cython.int[::1],
        missed: cython.int[::1],
    ) -> cython.Py_ssize_t:
        """Walk from matching to matching, depth first, each missing another vertex; take those out of ``even``.

        Step i changes the matching of step ``parent[i]``, which misses u, by matching u with ``hinge[i]`` in place of
        ``missed[i]``. A first step has parent and hinge -1. Returns the number of steps.
        """
        count = 0
        place_array = np.zeros(self.n + 1, np.int64)
        place: cython.longlong[::1] = place_array
        with cython.nogil:
            for r in range(self.n):
                if self.mate[r] >= 0 or not even[r]:
                    continue
                even[r] = 0
                step = count
                parent[count], hinge[count], missed[count], place[count] = -1, -1, r, self.indptr[r]
                count += 1
                while step >= 0:
                    u = missed[step]
                    if place[step] == self.indptr[u + 1]:
                        w = hinge[step]
                        if w >= 0:  # back to the matching before
                            self.mate[self.mate[w]] = -1
                            self.mate[u], self.mate[w] = w, u
                        step = parent[step]
                        continue
                    w = self.neighbours[place[step]]
                    place[step] += 1
                    v = self.mate[w]
                    if v < 0 or not even[v]:
                        continue
                    even[v] = 0
                    self.mate[v], self.mate[w], self.mate[u] = -1, u, w
                    parent[count], hinge[count], missed[count], place[count] = step, w, v, self.indptr[v]
                    step = count
                    count += 1
        return count

    def greedy(self):
        """Match vertices with one free neighbour first (Karp & Sipser 1981), then whoever is left with any."""
        left: cython.int[::1] = self.before
        i, next_, count = 0, 0, 0
        for v in range(self.n):
            left[v] = self.indptr[v + 1] - self.indptr[v]
            if left[v] == 1:
                self.queue[count] = v
                count += 1
        while True:
            if i < count:
                v = self.queue[i]
                i += 1
            elif next_ < self.n:
                v = next_
                next_ += 1
            else:
                return
            if self.mate[v] >= 0:
                continue
            for e in range(self.indptr[v], self.indptr[v + 1]):
                w = self.neighbours[e]
                if self.mate[w] < 0:
                    self.mate[v], self.mate[w] = w, v
                    break
            if self.mate[v] < 0:
                continue
            for _ in range(2):  # both ends
                for e in range(self.indptr[v], self.indptr[v + 1]):
                    w = self.neighbours[e]
                    left[w] -= 1
                    if left[w] == 1 and self.mate[w] < 0:
                        self.queue[count] = w
                        count += 1
                v = self.mate[v]

    def clear(self):
        """Forget the last tree."""
        for i in range(self.touches):
            self.colour[self.touched[i]] = 0
            self.base[self.touched[i]] = self.touched[i]
        self.touches, self.waiting = 0, 0

    def root(self, v):
        """Put a vertex at an even distance from a root, or a root itself, on the queue."""
        self.touch(v, 1)
        self.queue[self.waiting] = v
        self.waiting += 1

    def touch(self, v, colour):
        """Colour a vertex: 1 at an even distance from the root, 2 at an odd one."""
        self.colour[v] = colour
        self.touched[self.touches] = v
        self.touches += 1

    def search(self, without):
        """Grow the trees, never into ``without``; true if the matching was made larger by one edge."""
        i = 0
        while i < self.waiting:
            v = self.queue[i]
            i += 1
            for e in range(self.indptr[v], self.indptr[v + 1]):
                w = self.neighbours[e]
                if self.aside[w] or w == without:
                    continue
                if self.colour[w] == 0:
                    self.before[w] = v
                    if self.mate[w] < 0:
                        self.augment(w)
                        return True
                    self.touch(w, 2)
                    self.root(self.mate[w])
                elif self.colour[w] == 1 and self.find(v) != self.find(w):
                    stem = self.meet(v, w)
                    self.contract(v, w, stem)
                    self.contract(w, v, stem)
        return False

    def find(self, v):
        """Return the base of the blossom that v is in, halving the path to it."""
        while self.base[v] != v:
            self.base[v] = self.base[self.base[v]]
            v = self.base[v]
        return v

    def meet(self, v, w):
        """Return the base where the paths of v and w to their root meet, stepping in turn from either."""
        x, y = self.find(v), self.find(w)
        self.stamp += 1
        while self.seen[x] != self.stamp:
            self.seen[x] = self.stamp
            x = self.find(self.before[self.mate[x]]) if self.mate[x] >= 0 else -1
            if y >= 0:
                x, y = y, x
        return x

    def contract(self, v, w, stem):
        """Join the path from v to the stem to the blossom; edge v - w closes it."""
        while self.find(v) != stem:
            self.before[v] = w
            w = self.mate[v]
            if self.colour[w] == 2:
                self.colour[w] = 1
                self.queue[self.waiting] = w
                self.waiting += 1
            if self.base[v] == v:
                self.base[v] = stem
            if self.base[w] == w:
                self.base[w] = stem
            v = self.before[w]

    def augment(self, w):
        """Swap matched and unmatched edges from w back to the root."""
        while w >= 0:
            v = self.before[w]
            following = self.mate[v]
            self.mate[w] = v
            self.mate[v] = w
            w = following
