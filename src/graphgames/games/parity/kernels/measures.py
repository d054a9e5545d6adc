"""Small progress measures for parity games: the least labelling that may fall along a cycle only where player 0 wins.

A measure has one place for each odd priority, the highest first, and counts at most as far as there are vertices of
that priority. It is lifted, vertex by vertex from a worklist, until nothing changes or it overflows: then player 1
wins.

Jurdziński, *Small progress measures for solving parity games*, STACS 2000.
"""

import cython
import numpy as np

from graphgames.graphs.kernels import csr


@cython.final
@cython.cclass
class Measures(csr.Graph):
    """The solver's state; `run` goes on until nothing can be lifted or a budget of work is spent.

    ``measure[v * places + j]`` is place j of vertex v, of which the first ``width[v]`` matter at v; ``rises[v]`` says
    that the priority of v is odd, and ``bound[j]`` how far place j counts. ``winner`` comes as zeros and is 1 where the
    measure has overflowed; ``choice`` is filled by `choose`.
    """

    owner: cython.const[cython.uchar][::1]
    width: cython.const[cython.int][::1]
    rises: cython.const[cython.uchar][::1]
    bound: cython.const[cython.int][::1]
    winner: cython.uchar[::1]
    choice: cython.int[::1]
    measure: cython.int[::1]
    lifted: cython.int[::1]
    queue: cython.int[::1]
    waiting: cython.uchar[::1]
    places: cython.Py_ssize_t
    head: cython.Py_ssize_t
    count: cython.Py_ssize_t
    work: cython.longlong
    lifts: cython.longlong

    def __init__(self, forward, backward, owner, width, rises, bound, winner, choice):
        n = owner.shape[0]
        csr.Graph.__init__(self, forward, backward)
        self.owner, self.width, self.rises, self.bound = owner, width, rises, bound
        self.winner, self.choice = winner, choice
        self.places = bound.shape[0]
        self.measure = np.zeros(n * self.places, np.int32)
        self.lifted = np.zeros(self.places, np.int32)
        self.queue, self.waiting = np.arange(n, dtype=np.int32), np.ones(n, np.uint8)
        self.head, self.count = 0, n
        self.work = self.lifts = 0

    def run(self, budget):
        """Go on until nothing can be lifted (True) or about ``budget`` edges were looked at (False)."""
        limit: cython.longlong = self.work + budget
        n: cython.Py_ssize_t = self.owner.shape[0]
        v: cython.Py_ssize_t
        with cython.nogil:
            while self.count > 0 and self.work < limit:
                v = self.queue[self.head]
                self.head = self.head + 1 if self.head + 1 < n else 0
                self.count -= 1
                self.waiting[v] = 0
                if self.winner[v] == 0 and self.lift(v):
                    self.wake(v)
        return self.count == 0

    def counts(self):
        """Return edges looked at, each as often as there are places, and lifts."""
        return self.work, self.lifts

    def choose(self):
        """Write the moves of player 0 where he wins: to a successor with the least measure."""
        v: cython.Py_ssize_t
        with cython.nogil:
            for v in range(self.owner.shape[0]):
                self.choice[v] = -1
                if self.winner[v] == 0 and self.owner[v] == 0:
                    self.choice[v] = self.best(v)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def best(self, v: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the successor with the measure that the owner of v prefers: the least for player 0."""
        best: cython.Py_ssize_t = -1
        e: cython.longlong
        w: cython.Py_ssize_t
        for e in range(self.indptr[v], self.indptr[v + 1]):
            w = self.successors[e]
            if best < 0 or (self.below(w, best, self.width[v]) == (self.owner[v] == 0)):
                best = w
        self.work += (self.indptr[v + 1] - self.indptr[v]) * (1 + self.width[v])
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def below(self, v: cython.Py_ssize_t, w: cython.Py_ssize_t, width: cython.Py_ssize_t) -> cython.bint:
        """Whether the measure of v is less than that of w in the first places."""
        i: cython.Py_ssize_t
        if self.winner[v] != self.winner[w]:
            return self.winner[v] == 0
        for i in range(width):
            if self.measure[v * self.places + i] != self.measure[w * self.places + i]:
                return self.measure[v * self.places + i] < self.measure[w * self.places + i]
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lift(self, v: cython.Py_ssize_t) -> cython.bint:
        """Lift the measure of v to what its best successor asks for; whether it rose."""
        width: cython.Py_ssize_t = self.width[v]
        w: cython.Py_ssize_t = self.best(v)
        i: cython.Py_ssize_t
        if self.winner[w] == 1:
            self.winner[v] = 1
            return True
        for i in range(width):
            self.lifted[i] = self.measure[w * self.places + i]
        if self.rises[v]:
            i = width - 1
            while i >= 0 and self.lifted[i] == self.bound[i]:
                self.lifted[i] = 0
                i -= 1
            if i < 0:
                self.winner[v] = 1
                return True
            self.lifted[i] += 1
        i = 0
        while i < width and self.lifted[i] == self.measure[v * self.places + i]:
            i += 1
        if i == width or self.lifted[i] < self.measure[v * self.places + i]:
            return False
        while i < width:
            self.measure[v * self.places + i] = self.lifted[i]
            i += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def wake(self, v: cython.Py_ssize_t) -> cython.void:
        """Put the predecessors of a vertex whose measure rose into the worklist."""
        n: cython.Py_ssize_t = self.owner.shape[0]
        e: cython.longlong
        u: cython.Py_ssize_t
        end: cython.Py_ssize_t
        self.lifts += 1
        self.work += self.reverse_indptr[v + 1] - self.reverse_indptr[v]
        for e in range(self.reverse_indptr[v], self.reverse_indptr[v + 1]):
            u = self.predecessors[e]
            if self.waiting[u] or self.winner[u] == 1:
                continue
            self.waiting[u] = 1
            end = self.head + self.count
            self.queue[end if end < n else end - n] = u
            self.count += 1
