"""Priority promotion for parity games: regions that are closed below are merged into the higher ones that they lead to.

Going down the priorities, each takes what it attracts of the vertices that are left. If the region's player cannot be
driven out of it to anything below, it is closed there: the opponent can only leave it to higher regions of the same
player. The lowest of these takes it in, all that lies between is taken apart, and the search goes on from there; if
there is none, the region is won.

Benerecetti, Dell'Erba, Mogavero, *Solving parity games via priority promotion*, CAV 2016.
"""

import cython
import numpy as np

from graphgames.graphs.kernels import csr

# In place of the region that the opponent can leave a region for: there is one below; `decided` vertices have none.
OPEN = cython.declare(cython.int, -1)
DECIDED = cython.declare(cython.int, -1)


class Promotion(csr.Graph):
    """The solver's state; `run` goes on until everything is decided or a budget of work is spent.

    ``order`` has the vertices by priority, those of priority p from ``bucket[p]`` on. ``region`` is the priority of a
    vertex's region, its own while it is in none. The regions that were made stand in ``stack``, falling; the vertices
    of one are chained by ``link`` from ``head`` to ``tail``. ``growing`` says that the last one has yet to be looked
    at: whether it is won, or taken in by a higher one. Two more, above the highest priority, take in what is won.
    """

    def __init__(self, forward, backward, owner, priority, order, bucket, winner, choice):
        n, priorities = owner.shape[0], bucket.shape[0] - 1
        csr.Graph.__init__(self, forward, backward)
        self.owner, self.priority, self.order, self.bucket = owner, priority, order, bucket
        self.winner, self.choice = winner, choice
        self.region, self.link, self.queue = np.array(priority), np.empty(n, np.int32), np.empty(n, np.int32)
        self.head, self.tail = np.full(priorities + 2, -1, np.int32), np.empty(priorities + 2, np.int32)
        self.stack = np.empty(priorities, np.int32)
        self.depth, self.pointer, self.left, self.priorities = 0, priorities - 1, n, priorities
        self.growing = False
        self.work = self.promotions = self.dominions = 0

    def run(self, budget: cython.longlong) -> cython.bint:
        """Go on until all is decided (True) or about ``budget`` edges were looked at (False)."""
        limit = self.work + budget
        with cython.nogil:
            while self.left > 0 and self.work < limit:
                if not self.growing:
                    self.pointer -= 1
                    self.growing = self.begin(self.pointer + 1)
                    continue
                p = self.stack[self.depth - 1]
                q = self.way_out(p)
                if q == OPEN:
                    self.growing = False
                    continue
                self.promote(q)
                if q < self.priorities:
                    self.promotions += 1
                else:
                    self.growing = False
                    self.win(q)
        return self.left == 0

    def counts(self) -> tuple[int, int, int]:
        """Return edges looked at, promotions, and how many regions were won."""
        return self.work, self.promotions, self.dominions

    def begin(self, p):
        """Make the region of the vertices of priority p that are in none; whether there are any."""
        count = 0
        self.work += 1 + self.bucket[p + 1] - self.bucket[p]
        self.head[p] = -1
        for i in range(self.bucket[p], self.bucket[p + 1]):
            v = self.order[i]
            if self.region[v] == p:
                self.choice[v] = -1
                self.queue[count] = v
                self.chain(v, p)
                count += 1
        if count > 0:
            self.stack[self.depth] = p
            self.depth += 1
            self.attract(p, count)
        return count > 0

    def chain(self, v, p):
        """Put a vertex at the end of a region."""
        self.region[v] = p
        self.link[v] = -1
        if self.head[p] < 0:
            self.head[p] = v
        else:
            self.link[self.tail[p]] = v
        self.tail[p] = v

    def attract(self, p, count):
        """Attract to the ``count`` vertices in the queue what is below region p."""
        head = 0
        while head < count:
            w = self.queue[head]
            head += 1
            self.work += self.reverse_indptr[w + 1] - self.reverse_indptr[w]
            for e in range(self.reverse_indptr[w], self.reverse_indptr[w + 1]):
                u = self.predecessors[e]
                if not 0 <= self.region[u] < p:
                    continue
                if self.owner[u] == p & 1:
                    self.choice[u] = w
                elif self.goes_below(u, p):
                    continue
                self.chain(u, p)
                self.queue[count] = u
                count += 1

    def goes_below(self, u, p):
        """Whether u has a move to what is below region p."""
        end = self.indptr[u + 1]
        e = csr.first_in(self.successors, self.indptr[u], end, self.region, 0, p)
        self.work += min(e + 1, end) - self.indptr[u]
        return e < end

    def way_out(self, p):
        """Return the lowest region to which the opponent can leave region p, one above all if he cannot, or OPEN."""
        best = self.priorities + ((self.priorities ^ p) & 1)
        v = self.head[p]
        while v >= 0:
            self.work += 1
            if self.owner[v] == p & 1:
                if (self.choice[v] < 0 or self.region[self.choice[v]] != p) and not self.stays(v, p):
                    return OPEN
            else:
                self.work += self.indptr[v + 1] - self.indptr[v]
                for e in range(self.indptr[v], self.indptr[v + 1]):
                    r = self.region[self.successors[e]]
                    if 0 <= r < p:
                        return OPEN
                    if p < r < best:
                        best = r
            v = self.link[v]
        return best

    def stays(self, v, p):
        """Find a move of v inside region p; it becomes the choice."""
        end = self.indptr[v + 1]
        e = csr.first_in(self.successors, self.indptr[v], end, self.region, p, p + 1)
        self.work += min(e + 1, end) - self.indptr[v]
        if e < end:
            self.choice[v] = self.successors[e]
        return e < end

    def promote(self, q):
        """Let region q take in the last region; take apart those between; go on below q."""
        count = 0
        self.depth -= 1
        v = self.head[self.stack[self.depth]]
        while v >= 0:
            after = self.link[v]
            self.chain(v, q)
            self.queue[count] = v
            count += 1
            v = after
        self.work += count
        while self.depth > 0 and self.stack[self.depth - 1] != q:
            self.depth -= 1
            self.take_apart(self.stack[self.depth])
        self.pointer = q - 1
        self.attract(q, count)

    def take_apart(self, p):
        """Put the vertices of region p back into no region."""
        v = self.head[p]
        while v >= 0:
            self.work += 1
            self.region[v] = self.priority[v]
            v = self.link[v]

    def win(self, q):
        """Region q, above all others, is won; begin anew with the rest."""
        v = self.head[q]
        while v >= 0:
            self.region[v] = DECIDED
            self.winner[v] = q & 1
            self.left -= 1
            if self.owner[v] != q & 1:
                self.choice[v] = -1
            v = self.link[v]
        self.head[q] = -1
        self.dominions += 1
        self.pointer = self.priorities - 1
