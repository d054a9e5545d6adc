# compiled with inlining
"""GR(1) games: from where player 0 sees every guarantee again and again, or some assumption only finitely often.

What is left of the graph, Z, is at first all of it. For each guarantee, Y is what can force a visit of it: an
attractor; and where it ends, the largest sets in which player 0 can stay while an assumption is missed, each with what
is attracted to it in turn. What is left of Z without Y is player 1's: he avoids the guarantee there and comes to every
assumption again and again. It is removed from Z with all that he attracts to it, until every guarantee's Y is all of Z.
What was in Y is in it still, but for those who moved into what is removed, and who depend on them; only these are
ranked anew, above all others.

The nested fixpoint is that of Piterman, Pnueli, Sa'ar, *Synthesis of reactive(1) designs*, VMCAI 2006; it is computed
by attractors with counters as in Chatterjee, Dvořák, Henzinger, Loitzenbauer, *Conditionally optimal algorithms for
generalized Büchi games*, MFCS 2016. O(n m) for each guarantee and assumption at worst, mostly O(m).
"""

import cython
import numpy as np

from graphgames.core.compiled import poll
from graphgames.graphs.kernels import csr

AHEAD = cython.declare(cython.int, 12)
"""So many vertices ahead in a queue is memory asked for, in three steps: each address needs the one before."""

HIGH = cython.declare(cython.int, 1 << 30)
"""Ranks as large as this are not raised any more; all of the guarantee's are made anew."""
MANY = cython.declare(cython.int, 4)
"""Where more than this part of the vertices that are left was removed, too, since much rests on it."""


class Goals(csr.Graph):
    """The game, what is found, and the state of the search.

    ``order[:size]`` are the vertices of Z. ``rank`` and ``moves`` have a row for each guarantee, ``steps`` and
    ``answers`` one for each assumption, and one if there is none. A label, in ``rank``, ``level`` or ``steps``, is
    below 0 while the vertex may be attracted: it counts the successors that must be attracted before, one where who
    attracts moves, else all. At the end it is -1 where the other player wins. ``full`` is what ranks begin with.
    ``table`` has a row for each pair of a guarantee and an assumption. ``high`` has the largest rank for each
    guarantee, ``HIGH`` where none is made. A vertex v is in the part that is removed at present if ``seen[v] ==
    stamp``.
    """

    def __init__(self, forward, backward, owner, assumptions, guarantees, found):
        csr.Graph.__init__(self, forward, backward)
        self.owner, self.assumptions, self.guarantees = owner, assumptions, guarantees
        n = owner.shape[0]
        rank, self.level, steps, self.table = found
        steps.fill(0)
        self.rank, self.steps, self.moves, self.answers = rank, steps, np.empty_like(rank), np.empty_like(steps)
        self.full, self.seen = np.empty(n, np.int32), np.zeros(n, np.int32)
        self.order, self.queue = np.arange(n, dtype=np.int32), np.empty(n, np.int32)
        self.rest, self.ahead = np.empty(n, np.int32), np.empty(n, np.int32)
        self.size, self.several, self.stamp = n, max(assumptions.shape[0], 1), 0
        self.last, self.tallest, self.looked = 0, 0, 0
        self.high = np.full(guarantees.shape[0], HIGH, np.int32)

    def solve(self) -> tuple[int, int]:
        """Find all; return how often something was removed, and how many edges were looked at."""
        goal = proved = rounds = 0
        due = 0
        goals = self.guarantees.shape[0]
        with cython.nogil:
            for v in range(self.owner.shape[0]):
                count = self.indptr[v + 1] - self.indptr[v]
                self.level[v] = -1 if self.owner[v] else -count
                self.full[v] = -count if self.owner[v] else -1
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
            for v in range(self.owner.shape[0]):
                self.write(v)
        return rounds, self.looked

    def force(self, goal):
        """Rank what can force a visit of a guarantee, or a miss of an assumption; return how many vertices are left."""
        if self.high[goal] < HIGH:
            most = self.outside(goal, self.order, self.size)
            if most == 0:
                return 0
            high = self.high[goal] + self.several - self.high[goal] % self.several
            tail = self.led_back(goal, most, high)
        else:
            most, high, tail = self.size, 0, 0
            for i in range(self.size):
                v = self.order[i]
                self.rank[goal, v] = self.full[v]
                if self.guarantees[goal, v]:
                    self.rank[goal, v] = 0
                    self.queue[tail] = v
                    tail += 1
        tail = self.attract(self.rank[goal], self.moves[goal], self.queue, 0, tail, most, high, self.several)
        high = self.last
        lost = self.outside(goal, self.order, self.size) if tail < most else 0
        while lost:
            head = tail
            for i in range(self.assumptions.shape[0]):
                if self.reach(i, lost) < lost:
                    high += self.several - high % self.several
                    tail = self.keep(goal, i, lost, tail, high + i)
                    break
            if tail == head:
                break
            tail = self.attract(self.rank[goal], self.moves[goal], self.queue, head, tail, most, high + i, self.several)
            high = self.last
            lost = self.outside(goal, self.rest, lost)
        self.high[goal] = high
        return lost

    def led_back(self, goal, lost, high):
        """Give this rank to vertices of ``rest`` from where player 0 moves to one that has a rank; return how many.

        Of others count the successors that have none.
        """
        tail = 0
        for k in range(lost):
            v = self.rest[k]
            self.looked += self.indptr[v + 1] - self.indptr[v]
            self.rank[goal, v] = -1
            if self.owner[v]:
                count = 0
                for e in range(self.indptr[v], self.indptr[v + 1]):
                    w = self.successors[e]
                    if self.rank[goal, w] < 0 or self.rank[goal, w] >= high:
                        count += 1
                self.rank[goal, v] = -count
                continue
            for e in range(self.indptr[v], self.indptr[v + 1]):
                w = self.successors[e]
                if self.level[w] < 0 and 0 <= self.rank[goal, w] < high:
                    self.rank[goal, v] = high
                    self.moves[goal, v] = w
                    self.queue[tail] = v
                    tail += 1
                    break
        return tail

    def attract(self, label, moves, queue, head, tail, most, here, above):
        """Attract to the vertices from ``head`` in a queue, and label them; return the new end of the queue.

        These have the label ``here``, what is attracted to them ``above`` more, and so on; ``last`` is the largest. At
        most so many vertices come into the queue.
        """
        end = tail
        while head < tail < most:
            if head == end:
                here += above
                end = tail
            if cython.compiled and head + AHEAD < tail:
                prefetch(cython.address(self.reverse_indptr[queue[head + AHEAD]]))  # noqa: F821 (from the .pxd)
                v = queue[head + 2 * AHEAD // 3]
                if self.reverse_indptr[v] < self.reverse_indptr[v + 1]:
                    prefetch(cython.address(self.predecessors[self.reverse_indptr[v]]))  # noqa: F821
                v = queue[head + AHEAD // 3]
                for e in range(self.reverse_indptr[v], self.reverse_indptr[v + 1]):
                    prefetch(cython.address(label[self.predecessors[e]]))  # noqa: F821
            v = queue[head]
            head += 1
            self.looked += self.reverse_indptr[v + 1] - self.reverse_indptr[v]
            for e in range(self.reverse_indptr[v], self.reverse_indptr[v + 1]):
                p = self.predecessors[e]
                if label[p] >= 0:
                    continue
                label[p] += 1
                if label[p] < 0:
                    continue
                label[p] = here + above
                moves[p] = v
                queue[tail] = p
                tail += 1
        self.last = here + above if end < tail else here
        return tail

    def outside(self, goal, among, count):
        """List in ``rest`` those of some vertices, of which it may be the list, that have no rank; return how many."""
        lost = 0
        for k in range(count):
            v = among[k]
            if self.rank[goal, v] < 0:
                self.rest[lost] = v
                lost += 1
        return lost

    def reach(self, i, lost):
        """Attract to an assumption within ``rest`` for player 1; return how many vertices that are.

        Writes his steps and answers. Where player 0 moves, all her successors in Z are in ``rest``.
        """
        tail = 0
        for k in range(lost):
            v = self.rest[k]
            self.steps[i, v] = self.level[v]
            if self.assumptions[i, v]:
                self.steps[i, v] = 0
                self.ahead[tail] = v
                tail += 1
        return self.attract(self.steps[i], self.answers[i], self.ahead, 0, tail, lost, 0, 1)

    def keep(self, goal, i, lost, tail, rank):
        """Rank the vertices of ``rest`` where an assumption can be missed for ever; return the new end of the queue."""
        head = tail
        for k in range(lost):
            v = self.rest[k]
            if self.steps[i, v] < 0:
                self.rank[goal, v] = rank
                self.queue[tail] = v
                tail += 1
                if self.owner[v]:
                    continue
                for e in range(self.indptr[v], self.indptr[v + 1]):
                    w = self.successors[e]
                    if self.steps[i, w] < 0:
                        self.moves[goal, v] = w
                        break
        for k in range(head, tail):
            self.steps[i, self.queue[k]] = 0
        return tail

    def remove(self, goal, lost):
        """Remove ``rest`` from Z with what player 1 attracts to it, and level it all."""
        goals = self.guarantees.shape[0]
        level = self.tallest * goals + goal
        self.stamp += 1
        for k in range(lost):
            self.seen[self.rest[k]] = self.stamp
        for k in range(lost):
            self.answer(self.rest[k])
        for k in range(lost):
            self.level[self.rest[k]] = level
            self.queue[k] = self.rest[k]
        tail = self.attract(self.level, self.answers[0], self.queue, 0, lost, self.size, level, goals)
        for k in range(lost, tail):
            v = self.queue[k]
            for i in range(self.several):
                self.answers[i, v] = self.answers[0, v]
                self.steps[i, v] = 0
        for k in range(tail):
            for j in range(goals):
                self.rank[j, self.queue[k]] = 0
        kept = 0
        for k in range(self.size):
            v = self.order[k]
            if self.level[v] < 0:
                self.order[kept] = v
                kept += 1
        self.size = kept
        self.tallest = self.last // goals + 1
        for j in range(goals):
            if tail > kept // MANY:
                self.high[j] = HIGH
            if self.high[j] < HIGH:
                self.spoil(j, tail)

    def spoil(self, goal, removed):
        """Take the ranks from vertices of Z whose moves led into what is removed, and from all that rests on them."""
        tail = 0
        for k in range(removed):
            tail = self.unrank(goal, self.queue[k], tail)
        head = 0
        while head < tail:
            tail = self.unrank(goal, self.ahead[head], tail)
            head += 1

    def unrank(self, goal, v, tail):
        """Take the ranks from vertices that rest on one, and list them in ``ahead``; return how many are there."""
        self.looked += self.reverse_indptr[v + 1] - self.reverse_indptr[v]
        for e in range(self.reverse_indptr[v], self.reverse_indptr[v + 1]):
            p = self.predecessors[e]
            if self.level[p] >= 0 or self.rank[goal, p] < 0 or self.guarantees[goal, p]:
                continue
            if self.owner[p] or self.moves[goal, p] == v:
                self.rank[goal, p] = -1
                self.ahead[tail] = p
                tail += 1
        return tail

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

    def write(self, v):
        """Write the moves at a vertex, if its owner wins, and that nothing is claimed for who loses."""
        if self.level[v] >= 0:
            for j in range(self.guarantees.shape[0]):
                self.rank[j, v] = -1
                for i in range(self.several):
                    self.table[j * self.several + i, v] = self.answers[i, v] if self.owner[v] else -1
            return
        self.level[v] = -1
        for i in range(self.several):
            self.steps[i, v] = -1
        inside = -1
        for j in range(self.guarantees.shape[0]):
            move = -1 if self.owner[v] else self.moves[j, v]
            if self.owner[v] == 0 and self.guarantees[j, v]:
                if inside < 0:
                    inside = self.inside(v)
                move = inside
            for i in range(self.several):
                self.table[j * self.several + i, v] = move

    def inside(self, v):
        """Return a successor of v in Z."""
        e = self.indptr[v]
        while self.level[self.successors[e]] >= 0:
            e += 1
        return self.successors[e]
