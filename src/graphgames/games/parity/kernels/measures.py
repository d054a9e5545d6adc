"""Small progress measures for parity games: the least labelling that may fall along a cycle only where player 0 wins.

A measure has one place for each odd priority, the highest first, and counts at most as far as there are vertices of
that priority. It is lifted, vertex by vertex from a worklist, until nothing changes or it overflows: then player 1
wins.

Jurdziński, *Small progress measures for solving parity games*, STACS 2000.
"""

import cython
import numpy as np

from graphgames.graphs.kernels import csr


class Measures(csr.Graph):
    """The solver's state; `run` goes on until nothing can be lifted or a budget of work is spent.

    ``measure[v * places + j]`` is place j of vertex v, of which the first ``width[v]`` matter at v; ``rises[v]`` says
    that the priority of v is odd, and ``bound[j]`` how far place j counts. ``winner`` comes as zeros and is 1 where the
    measure has overflowed; ``choice`` is filled by `choose`.
    """

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

    def run(self, budget: cython.longlong) -> cython.bint:
        """Go on until nothing can be lifted (True) or about ``budget`` edges were looked at (False)."""
        limit = self.work + budget
        n = self.owner.shape[0]
        with cython.nogil:
            while self.count > 0 and self.work < limit:
                v = self.queue[self.head]
                self.head = self.head + 1 if self.head + 1 < n else 0
                self.count -= 1
                self.waiting[v] = 0
                if self.winner[v] == 0 and self.lift(v):
                    self.wake(v)
        return self.count == 0

    def counts(self) -> tuple[int, int]:
        """Return edges looked at, each as often as there are places, and lifts."""
        return self.work, self.lifts

    def choose(self) -> None:
        """Write the moves of player 0 where he wins: to a successor with the least measure."""
        with cython.nogil:
            for v in range(self.owner.shape[0]):
                self.choice[v] = -1
                if self.winner[v] == 0 and self.owner[v] == 0:
                    self.choice[v] = self.best(v)

    def best(self, v):
        """Return the successor with the measure that the owner of v prefers: the least for player 0."""
        best = -1
        for e in range(self.indptr[v], self.indptr[v + 1]):
            w = self.successors[e]
            if best < 0 or (self.below(w, best, self.width[v]) == (self.owner[v] == 0)):
                best = w
        self.work += (self.indptr[v + 1] - self.indptr[v]) * (1 + self.width[v])
        return best

    def below(self, v, w, width):
        """Whether the measure of v is less than that of w in the first places."""
        if self.winner[v] != self.winner[w]:
            return self.winner[v] == 0
        for i in range(width):
            if self.measure[v * self.places + i] != self.measure[w * self.places + i]:
                return self.measure[v * self.places + i] < self.measure[w * self.places + i]
        return False

    def lift(self, v):
        """Lift the measure of v to what its best successor asks for; whether it rose."""
        width = self.width[v]
        w = self.best(v)
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

    def wake(self, v):
        """Put the predecessors of a vertex whose measure rose into the worklist."""
        n = self.owner.shape[0]
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
