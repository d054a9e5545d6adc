"""Winning regions of parity games by a recursion whose precision bounds the dominions it looks for.

Zielonka's recursion asks for the whole region of the opponent below the top priority, again and again. Here all of
these calls but one look only for dominions of half the size, since only one dominion can be larger than half; what they
give is right up to their precision, and with the number of vertices as precision it is right. A call keeps every
dominion of its own player that is not larger than his precision, and leaves out every one of the other player that is
not larger than the other precision; what is in neither may go either way.

Parys, *Parity games: Zielonka's algorithm in quasi-polynomial time*, MFCS 2019.
"""

import cython
import numpy as np

from graphgames.graphs.kernels import csr

# What a call does next: looks for dominions of half the precision, of all of it, of half again; is done.
HALF = cython.declare(cython.int, 0)
FULL = cython.declare(cython.int, 1)
AGAIN = cython.declare(cython.int, 2)
DONE = cython.declare(cython.int, 3)


class Regions(csr.Graph):
    """The solver's state; `run` goes on until everything is decided or a budget of work is spent.

    The calls that are open stand on a stack. That of depth k works on the first ``size[k]`` vertices of ``order``
    (``start[k]`` of them when it began), of which ``inside`` is at least k; what it takes out goes behind them. ``own``
    is the precision for its ``player``, ``other`` that for the opponent; where it was asked for the opponent's vertices
    it is ``turned``, and what it took out is the answer.
    """

    def __init__(self, forward, backward, owner, priority, winner):
        n = owner.shape[0]
        levels = 2 * (3 + (int(np.max(priority)) if n else 0))
        csr.Graph.__init__(self, forward, backward)
        self.owner, self.priority, self.winner = owner, priority, winner
        self.order, self.place = np.arange(n, dtype=np.int32), np.arange(n, dtype=np.int32)
        self.inside, self.queue = np.zeros(n, np.int32), np.empty(n, np.int32)
        self.size, self.start = np.empty(levels, np.int32), np.empty(levels, np.int32)
        self.own, self.other = np.empty(levels, np.int32), np.empty(levels, np.int32)
        self.phase = np.empty(levels, np.int32)
        self.player, self.turned = np.empty(levels, np.uint8), np.empty(levels, np.uint8)
        self.depth = 0
        self.work = self.calls = 0
        self.size[0] = n
        self.enter(0, 0, n, n)

    def run(self, budget: cython.longlong) -> cython.bint:
        """Go on until all is decided (True) or about ``budget`` edges were looked at (False)."""
        limit = self.work + budget
        with cython.nogil:
            while self.depth > 0 and self.work < limit:
                if self.phase[self.depth - 1] != DONE:
                    self.descend(self.depth - 1)
                elif self.depth > 1:
                    self.return_to_caller(self.depth - 1)
                else:
                    self.decide()
        return self.depth == 0

    def counts(self) -> tuple[int, int]:
        """Return edges looked at and calls made."""
        return self.work, self.calls

    def enter(self, k, wanted, own, other):
        """Begin a call for what ``wanted`` wins of the first ``size[k]`` vertices; easy ones are done at once."""
        m = self.size[k]
        self.calls += 1
        self.depth = k + 1
        self.start[k] = m
        self.player[k] = wanted
        self.turned[k] = 0
        self.own[k] = own if own < m else m
        self.other[k] = other if other < m else m
        self.phase[k] = DONE
        if self.own[k] == 0:
            self.size[k] = 0
        elif self.other[k] > 0:
            top = self.highest(m)
            if top & 1 != wanted:
                self.player[k] = 1 - wanted
                self.turned[k] = 1
                m = self.own[k]
                self.own[k] = self.other[k]
                self.other[k] = m
            self.phase[k] = HALF if self.other[k] > 1 else FULL

    def highest(self, count):
        """Return the highest priority of the first vertices in the order."""
        top = 0
        self.work += count
        for i in range(count):
            if self.priority[self.order[i]] > top:
                top = self.priority[self.order[i]]
        return top

    def descend(self, k):
        """Ask for the opponent's dominions in what the top vertices of call k do not attract."""
        top = self.highest(self.size[k])
        count = 0
        for i in range(self.size[k]):
            v = self.order[i]
            self.inside[v] = k + 1
            if self.priority[v] == top and top & 1 == self.player[k]:
                self.queue[count] = v
                count += 1
        self.size[k + 1] = self.size[k]
        self.remove_attracted(k + 1, self.player[k], count)
        i = self.other[k] if self.phase[k] == FULL else self.other[k] // 2
        self.enter(k + 1, 1 - self.player[k], i, self.own[k])

    def return_to_caller(self, j):
        """Call j is done: take what it found, with all that the opponent attracts to it, out of the call above."""
        k = j - 1
        first = self.size[j] if self.turned[j] else 0
        count = (self.start[j] if self.turned[j] else self.size[j]) - first
        self.depth = j
        self.work += self.size[k]
        for i in range(count):
            self.queue[i] = self.order[first + i]
        for i in range(self.size[k]):
            self.inside[self.order[i]] = k
        if count > 0:
            self.remove_attracted(k, 1 - self.player[k], count)
            if self.phase[k] == FULL:
                self.phase[k] = AGAIN if self.other[k] > 1 else DONE
        else:
            self.phase[k] = FULL if self.phase[k] == HALF else DONE
        if self.size[k] == 0:
            self.phase[k] = DONE

    def remove_attracted(self, k, player, count):
        """Take the ``count`` vertices in the queue and all that ``player`` attracts to them out of call k."""
        head = 0
        for i in range(count):
            self.remove_vertex(k, self.queue[i])
        while head < count:
            w = self.queue[head]
            head += 1
            self.work += self.reverse_indptr[w + 1] - self.reverse_indptr[w]
            for e in range(self.reverse_indptr[w], self.reverse_indptr[w + 1]):
                u = self.predecessors[e]
                if self.inside[u] == k and (self.owner[u] == player or not self.escapes(u, k)):
                    self.remove_vertex(k, u)
                    self.queue[count] = u
                    count += 1

    def remove_vertex(self, k, v):
        """Take one vertex out of call k: it changes places with the last that stays."""
        i = self.place[v]
        last = self.size[k] - 1
        w = self.order[last]
        self.order[i] = w
        self.place[w] = i
        self.order[last] = v
        self.place[v] = last
        self.size[k] = last
        self.inside[v] = k - 1

    def escapes(self, u, k):
        """Whether u has a move to what is still in call k."""
        end = self.indptr[u + 1]
        e = csr.first_in(self.successors, self.indptr[u], end, self.inside, k, k + 1)
        self.work += min(e + 1, end) - self.indptr[u]
        return e < end

    def decide(self):
        """Write down who wins, when the first call is done."""
        for i in range(self.start[0]):
            self.winner[self.order[i]] = (i >= self.size[0]) != self.turned[0]
        self.depth = 0
