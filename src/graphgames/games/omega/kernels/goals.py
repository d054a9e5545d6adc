# cython: infer_types=True
"""GR(1) games: from where player 0 sees every guarantee again and again, or some assumption only finitely often.

What is left of the graph, Z, is at first all of it. For each guarantee, Y is what can force a visit of it: an
attractor; and where it ends, the largest sets in which player 0 can stay while an assumption is missed, each with what
is attracted to it in turn. What is left of Z without Y is player 1's: he avoids the guarantee there and comes to every
assumption again and again. It is removed from Z with all that he attracts to it, until every guarantee's Y is all of Z.

The nested fixpoint is that of Piterman, Pnueli, Sa'ar, *Synthesis of reactive(1) designs*, VMCAI 2006; it is computed
by attractors with counters as in Chatterjee, Dvořák, Henzinger, Loitzenbauer, *Conditionally optimal algorithms for
generalized Büchi games*, MFCS 2016. O(n m) for each guarantee and assumption at worst, mostly O(m).
"""

import cython
import numpy as np

from graphgames.core.compiled import poll
from graphgames.graphs.kernels import csr


class Goals(csr.Graph):
    """The game, what is found, and the state of the search.

    What is found stands in arrays full of -1, to begin with. ``order[:size]`` are the vertices of Z. ``rank`` and
    ``moves`` have a row for each guarantee, ``steps`` and ``answers`` one for each assumption, and one if there is
    none. ``left`` counts for each vertex of player 0 the successors in Z. ``open`` counts how many successors are to be
    attracted until a vertex is: 1 where who attracts moves, else all; ``full`` is what it begins with for player 0. It
    is 0 outside of Z and of what is not attracted yet. So does ``wait`` for player 1 within ``rest``. A vertex v is in
    the part that is removed at present if ``seen[v] == stamp``.
    """

    def __init__(self, forward, backward, owner, assumptions, guarantees, found):
        csr.Graph.__init__(self, forward, backward)
        self.owner, self.assumptions, self.guarantees = owner, assumptions, guarantees
        n = owner.shape[0]
        self.rank, self.moves, self.steps, self.answers, self.level = found
        self.left, self.open, self.full, self.seen, self.wait = (np.zeros(n, np.int32) for _ in range(5))
        self.order, self.queue = np.arange(n, dtype=np.int32), np.empty(n, np.int32)
        self.rest, self.ahead = np.empty(n, np.int32), np.empty(n, np.int32)
        self.size, self.several, self.stamp = n, max(assumptions.shape[0], 1), 0
        self.high, self.tallest, self.looked = 0, 0, 0

    def solve(self) -> tuple[int, int]:
        """Find all; return how often something was removed, and how many edges were looked at."""
        goal = proved = rounds = 0
        due = 0
        goals = self.guarantees.shape[0]
        with cython.nogil:
            for v in range(self.owner.shape[0]):
                self.left[v] = self.indptr[v + 1] - self.indptr[v]
                self.full[v] = self.left[v] if self.owner[v] else 1
            while proved < goals and self.size:
                lost = self.force(goal)
                if lost:
                    self.remove(goal, lost)
                    proved = 0
                    rounds += 1
                else:
                    proved += 1
                goal = (goal + 1) % goals
                if self.looked > due:
                    due = self.looked + 0x400000
                    with cython.gil:
                        poll()
        return rounds, self.looked

    def force(self, goal):
        """Rank what can force a visit of a guarantee, or a miss of an assumption; return how many vertices are left."""
        tail = 0
        for i in range(self.size):
            v = self.order[i]
            self.open[v] = self.full[v]
            if self.guarantees[goal, v]:
                self.open[v] = 0
                self.rank[goal, v] = 0
                self.moves[goal, v] = self.inside(v)
                self.queue[tail] = v
                tail += 1
        self.high = 0
        tail = self.attract(goal, 0, tail)
        lost = self.outside()
        while True:
            head = tail
            if lost == 0 or self.assumptions.shape[0] == 0:
                break
            for i in range(self.assumptions.shape[0]):
                kept = self.reach(i, lost)
                if kept < lost:
                    tail = self.keep(goal, i, lost, tail)
                    break
            if tail == head:
                break
            tail = self.attract(goal, head, tail)
            lost = self.narrowed(lost)
        return lost

    def inside(self, v):
        """Return a successor of v in Z, -1 where player 1 moves."""
        if self.owner[v]:
            return -1
        e = self.indptr[v]
        while self.level[self.successors[e]] >= 0:
            e += 1
        return self.successors[e]

    def attract(self, goal, head, tail):
        """Attract to the vertices in the queue for player 0, and rank what comes; return the new end of the queue."""
        rank = above = -1
        while head < tail:
            v = self.queue[head]
            head += 1
            if self.rank[goal, v] != rank:  # in the queue ranks never fall
                rank = self.rank[goal, v]
                above = rank - rank % self.several + self.several
            self.looked += self.reverse_indptr[v + 1] - self.reverse_indptr[v]
            for e in range(self.reverse_indptr[v], self.reverse_indptr[v + 1]):
                p = self.predecessors[e]
                if self.open[p] == 0:
                    continue
                self.open[p] -= 1
                if self.open[p]:
                    continue
                self.moves[goal, p] = v
                self.rank[goal, p] = above
                self.queue[tail] = p
                tail += 1
        if tail:
            self.high = self.rank[goal, self.queue[tail - 1]]
        return tail

    def outside(self):
        """List in ``rest`` the vertices of Z that have no rank; return how many there are."""
        lost = 0
        for i in range(self.size):
            v = self.order[i]
            if self.open[v]:
                self.rest[lost] = v
                lost += 1
        return lost

    def narrowed(self, lost):
        """Keep in ``rest`` the vertices that have no rank still; return how many there are."""
        kept = 0
        for k in range(lost):
            v = self.rest[k]
            if self.open[v]:
                self.rest[kept] = v
                kept += 1
            else:
                self.wait[v] = 0
        return kept

    def reach(self, i, lost):
        """Attract to an assumption within ``rest`` for player 1; return how many vertices that are.

        Writes his steps and answers. Where player 0 moves, all her successors in Z are in ``rest``.
        """
        tail = 0
        for k in range(lost):
            v = self.rest[k]
            self.wait[v] = 1 if self.owner[v] else self.left[v]
            if self.assumptions[i, v]:
                self.wait[v] = 0
                self.steps[i, v] = 0
                self.ahead[tail] = v
                tail += 1
        head = 0
        while head < tail:
            v = self.ahead[head]
            head += 1
            self.looked += self.reverse_indptr[v + 1] - self.reverse_indptr[v]
            for e in range(self.reverse_indptr[v], self.reverse_indptr[v + 1]):
                p = self.predecessors[e]
                if self.wait[p] == 0:
                    continue
                self.wait[p] -= 1
                if self.wait[p] > 0:
                    continue
                self.answers[i, p] = v
                self.steps[i, p] = self.steps[i, v] + 1
                self.ahead[tail] = p
                tail += 1
        return tail

    def keep(self, goal, i, lost, tail):
        """Rank the vertices of ``rest`` where an assumption can be missed for ever; return the new end of the queue."""
        above = self.high - self.high % self.several + self.several + i
        for k in range(lost):
            v = self.rest[k]
            if self.wait[v]:
                self.open[v] = 0
                self.rank[goal, v] = above
                self.queue[tail] = v
                tail += 1
                if self.owner[v]:
                    continue
                for e in range(self.indptr[v], self.indptr[v + 1]):
                    w = self.successors[e]
                    if self.wait[w]:
                        self.moves[goal, v] = w
                        break
        self.high = above
        return tail

    def remove(self, goal, lost):
        """Remove ``rest`` from Z with what player 1 attracts to it, and level it all."""
        goals = self.guarantees.shape[0]
        top = self.tallest
        self.stamp += 1
        for k in range(lost):
            self.seen[self.rest[k]] = self.stamp
        for k in range(lost):
            self.answer(self.rest[k])
        for k in range(lost):
            self.level[self.rest[k]] = top * goals + goal
            self.queue[k] = self.rest[k]
            self.open[self.rest[k]] = 0
        head = 0
        tail = lost
        while head < tail:
            v = self.queue[head]
            head += 1
            self.looked += self.reverse_indptr[v + 1] - self.reverse_indptr[v]
            for e in range(self.reverse_indptr[v], self.reverse_indptr[v + 1]):
                p = self.predecessors[e]
                if self.owner[p] == 0:
                    self.left[p] -= 1
                    if self.left[p] > 0:
                        continue
                if self.level[p] >= 0:
                    continue
                self.level[p] = self.level[v] + goals
                self.open[p] = 0
                for i in range(self.several):
                    self.answers[i, p] = v if self.owner[p] else -1
                    self.steps[i, p] = 0
                self.queue[tail] = p
                tail += 1
        kept = 0
        for k in range(self.size):
            v = self.order[k]
            if self.level[v] < 0:
                self.order[kept] = v
                kept += 1
        self.size = kept
        self.tallest = self.level[self.queue[tail - 1]] // goals + 1

    def answer(self, v):
        """Give player 1 a move that stays in ``rest`` where he is at an assumption, or there is none."""
        if self.owner[v] == 0:
            return
        for e in range(self.indptr[v], self.indptr[v + 1]):
            w = self.successors[e]
            if self.seen[w] == self.stamp:
                for i in range(self.several):
                    if self.assumptions.shape[0] == 0 or self.assumptions[i, v]:
                        self.answers[i, v] = w
                        self.steps[i, v] = 0
                break
