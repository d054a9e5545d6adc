# compiled with -O1
"""Fast value iteration for energy games: potentials rise by shortest paths to where they do not rise.

One player pays the cost of each edge and wants the largest sum of a prefix of the play to be small; the other wants it
large. Under a potential an edge costs ``cost + potential[head] - potential[tail]``. A round computes the value of the
play up to its first negative edge, by one search like Dijkstra's, and adds it to the potential. No cycle may cost 0.
The value is positive, and the search needed, only where who pays sees positive edges alone, or the other one such edge,
and where edges that cost 0 lead there in the same way; these vertices are found from those that rose in the round
before.

Components are solved one after the other, so that all edges out of one lead to where the potential stays. Lists of
vertices and of Python's integers serve as well, where this file runs uncompiled.

Casares, Ohlmann, *Fast value iteration for energy games* (2021), with the search of Khachiyan, Gurvich, Zhao (CSR
2006); Benerecetti, Dell'Erba, Mogavero (TACAS 2020), in the form of potentials of Cadilhac, Casares, Ohlmann (TACAS
2025).
"""

import cython
import numpy as np
from numpy.typing import NDArray

from graphgames.core.compiled import poll

LIVE = cython.declare(cython.uchar, 1)
LOST = cython.declare(cython.uchar, 2)
SETTLED = cython.declare(cython.uchar, 3)
FREE = cython.declare(cython.longlong, 1 << 62)


class Rounds:
    """The rounds of value iteration, component by component.

    Edge e costs ``factor * weight[e] + more``; ``back_weight`` are the weights in the order of ``predecessors``. The
    player ``payer`` pays. ``potential`` and ``key`` come as zeros of one type. In the end the ``state`` of a vertex is
    `LOST` where the cost of the play cannot be bounded, else `SETTLED`.

    The vertices of a round are listed in ``active``; their ``mark`` is 1, and 2 where the value is known. At other
    vertices of who pays the edge number ``watched`` keeps the potential from rising.
    """

    def __init__(self, forward, backward, weights, law, pays, state, potential, key):
        n = pays.shape[0]
        self.indptr, self.successors = forward
        self.reverse_indptr, self.predecessors = backward
        self.weight, self.back_weight = weights
        self.factor, self.more = law
        self.pays, self.state, self.potential, self.key = pays, state, potential, key
        self.mark, self.place, self.watched = np.zeros(n, np.uint8), np.empty(n, np.int32), np.zeros(n, np.int32)
        self.heap, self.active, self.ready = np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n, np.int32)
        self.actives = self.heaped = self.readies = self.work = self.rounds = 0
        self.overflow = False

    def run(
        self, order: cython.const[cython.int][::1], starts: cython.const[cython.longlong][::1]
    ) -> tuple[int, int, bool]:
        """Solve the components ``order[starts[k]:starts[k + 1]]``, those that edges lead to before those they leave.

        Return how many edges were looked at, in how many rounds, and whether a bound where the cost cannot be bounded
        left 64 bits; all other potentials are right then as well.
        """
        polled = self.work
        with cython.nogil:
            for k in range(starts.shape[0] - 1):
                self.begin(order, starts[k], starts[k + 1])
                while self.actives > 0:
                    self.round()
                    self.next()
                    if self.work - polled > 2000000:
                        polled = self.work
                        with cython.gil:
                            poll()
                for i in range(starts[k], starts[k + 1]):
                    if self.state[order[i]] == LIVE:
                        self.state[order[i]] = SETTLED
        return self.work, self.rounds, self.overflow

    def begin(self, order, first, last):
        """Enter a component, and list its vertices whose potential rises."""
        self.actives = 0
        for i in range(first, last):
            self.state[order[i]] = LIVE
        for i in range(first, last):
            v = order[i]
            if not self.keeps(v) if self.pays[v] else self.gains(v):
                self.join(v)
        self.close()

    def change(self, weight, v, w):
        """Return what an edge of some weight from v to w costs under the potential."""
        return self.factor * weight + self.more + self.potential[w] - self.potential[v]

    def join(self, v):
        """List a vertex for the next round."""
        self.mark[v] = 1
        self.active[self.actives] = v
        self.actives += 1

    def keeps(self, v):
        """Whether who pays has an edge that keeps the potential of v from rising; it is looked for from the last on."""
        first = self.indptr[v]
        degree = self.indptr[v + 1] - first
        i = cython.cast(cython.longlong, self.watched[v])
        for _ in range(degree):
            w = self.successors[first + i]
            self.work += 1
            if self.state[w] != LOST:
                c = self.change(self.weight[first + i], v, w)
                if c < 0 or (c == 0 and self.mark[w] != 1):
                    self.watched[v] = i
                    return True
            i = i + 1 if i + 1 < degree else 0
        return False

    def gains(self, v):
        """Whether the other player has a positive edge."""
        for e in range(self.indptr[v], self.indptr[v + 1]):
            w = self.successors[e]
            self.work += 1
            if self.state[w] == LOST or self.change(self.weight[e], v, w) > 0:
                return True
        return False

    def spread(self, v):
        """List the predecessors whose potential rises because that of v does, or has risen."""
        self.work += self.reverse_indptr[v + 1] - self.reverse_indptr[v]
        for i in range(self.reverse_indptr[v], self.reverse_indptr[v + 1]):
            u = self.predecessors[i]
            if self.state[u] != LIVE or self.mark[u] != 0:
                continue
            if self.pays[u]:
                if self.successors[self.indptr[u] + self.watched[u]] == v and not self.keeps(u):
                    self.join(u)
            else:
                c = self.change(self.back_weight[i], u, v)
                if c > 0 or (c == 0 and self.mark[v] == 1):
                    self.join(u)

    def close(self):
        """List all vertices whose potential rises because that of listed ones does."""
        done = 0
        while done < self.actives:
            self.spread(self.active[done])
            done += 1

    def round(self):
        """Raise the potentials by the value of the play up to its first negative edge."""
        self.rounds += 1
        self.heaped = self.readies = 0
        for i in range(self.actives):
            self.enter(self.active[i])
        while True:
            if self.readies > 0:
                self.readies -= 1
                v = cython.cast(cython.Py_ssize_t, self.ready[self.readies])
            elif self.heaped > 0:
                v = self.pop()
            else:
                break
            self.mark[v] = 2
            self.relax(v)
        self.lose()
        for i in range(self.actives):
            v = self.active[i]
            if self.mark[v] == 2 and self.state[v] == LIVE:
                self.potential[v] += self.key[v]

    def enter(self, v):
        """Begin a round at v: the edges to where the value is known, which is 0, and the count of the others."""
        least = 0
        count = 0
        known = False
        pays = self.pays[v]
        self.work += self.indptr[v + 1] - self.indptr[v]
        for e in range(self.indptr[v], self.indptr[v + 1]):
            w = self.successors[e]
            if self.state[w] == LOST:
                count += 1
                continue
            c = self.change(self.weight[e], v, w)
            if c < 0:
                continue
            if self.mark[w] != 0:
                count += 1
            elif not known or (c < least) == pays:
                least = c
                known = True
        self.key[v] = least
        self.place[v] = -1 if pays else count
        if pays and known:
            self.push(v)
        elif not pays and count == 0:
            self.ready[self.readies] = v
            self.readies += 1

    def relax(self, v):
        """Tell the predecessors of v, whose value is known now."""
        self.work += self.reverse_indptr[v + 1] - self.reverse_indptr[v]
        for i in range(self.reverse_indptr[v], self.reverse_indptr[v + 1]):
            u = self.predecessors[i]
            if self.mark[u] != 1:
                continue
            c = self.change(self.back_weight[i], u, v)
            if c < 0:
                continue
            c += self.key[v]
            if self.pays[u]:
                if self.place[u] < 0:
                    self.key[u] = c
                    self.push(u)
                elif c < self.key[u]:
                    self.key[u] = c
                    self.up(self.place[u])
            else:
                if c > self.key[u]:
                    self.key[u] = c
                self.place[u] -= 1
                if self.place[u] == 0:
                    self.ready[self.readies] = u
                    self.readies += 1

    def lose(self):
        """Take out the vertices that were not reached, and those from which they can be forced.

        Their potentials become bounds that rise for ever: along all edges of who pays, and one of the other player at
        each vertex, ``bound[tail] <= bound[head] + cost``.
        """
        done = 0
        shift = 0
        self.readies = 0
        for i in range(self.actives):
            v = self.active[i]
            if self.mark[v] == 1:
                self.ready[self.readies] = v
                self.readies += 1
                shift = min(shift, self.room(v))
        for i in range(self.readies):
            self.fall(self.ready[i], shift)
        while done < self.readies:
            v = self.ready[done]
            done += 1
            for i in range(self.reverse_indptr[v], self.reverse_indptr[v + 1]):
                u = self.predecessors[i]
                if self.state[u] == LIVE and (not self.pays[u] or self.stuck(u)):
                    self.fall(u, self.room(u))
                    self.ready[self.readies] = u
                    self.readies += 1

    def room(self, v):
        """Return by how much the bound of v may exceed its potential, because of edges to where the game is lost."""
        most = FREE
        pays: cython.bint = self.pays[v]
        known: cython.bint = pays
        for e in range(self.indptr[v], self.indptr[v + 1]):
            w = self.successors[e]
            c = self.change(self.weight[e], v, w)
            if self.state[w] == LOST:
                if not known or (c < most) == pays:
                    most = c
                    known = True
            elif not pays and self.mark[w] == 1 and c >= 0:
                return FREE
        return most

    def fall(self, v, shift):
        """Take v out of the game; its potential and the shift are its bound."""
        self.state[v] = LOST
        self.potential[v] += shift
        if cython.compiled and (self.potential[v] < -(FREE >> 1) or self.potential[v] > FREE >> 1):
            self.potential[v] = 0
            self.overflow = True

    def stuck(self, v):
        """Whether every edge of v leads to where the cost cannot be bounded."""
        self.work += 1
        for e in range(self.indptr[v], self.indptr[v + 1]):
            if self.state[self.successors[e]] != LOST:
                return False
        return True

    def next(self):
        """List the vertices of the next round, beginning with those beside what has changed."""
        changed = self.readies
        for i in range(self.actives):
            v = self.active[i]
            self.mark[v] = 0
            if self.state[v] == LIVE:
                self.ready[changed] = v
                changed += 1
        before = self.readies
        self.actives = 0
        for i in range(before, changed):
            v = self.ready[i]
            if self.pays[v] and not self.keeps(v):
                self.join(v)
        for i in range(changed):
            self.spread(self.ready[i])
        self.close()

    def push(self, v):
        """Put v into the heap by its key."""
        self.heap[self.heaped] = v
        self.place[v] = self.heaped
        self.heaped += 1
        self.up(self.heaped - 1)

    def up(self, i):
        """Move what stands at place i of the heap up to where it belongs."""
        v = self.heap[i]
        while i > 0:
            u = self.heap[(i - 1) >> 2]
            if self.key[u] <= self.key[v]:
                break
            self.heap[i] = u
            self.place[u] = i
            i = (i - 1) >> 2
        self.heap[i] = v
        self.place[v] = i

    def pop(self):
        """Take the vertex with the least key out of the heap."""
        top = self.heap[0]
        i = 0
        self.heaped -= 1
        v = self.heap[self.heaped]
        while 4 * i + 1 < self.heaped:
            c = 4 * i + 1
            least = c
            for k in range(c + 1, min(c + 4, self.heaped)):
                if self.key[self.heap[k]] < self.key[self.heap[least]]:
                    least = k
            if self.key[self.heap[least]] >= self.key[v]:
                break
            self.heap[i] = self.heap[least]
            self.place[self.heap[i]] = i
            i = least
        if self.heaped > 0:
            self.heap[i] = v
            self.place[v] = i
        return top


def by_head(
    weight: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    reverse_indptr: cython.const[cython.longlong][::1],
    sorted_weight: cython.longlong[::1],
) -> None:
    """Write the weights of the edges in the order of their heads, O(n + m)."""
    fill_array = np.array(reverse_indptr)
    fill: cython.longlong[::1] = fill_array
    with cython.nogil:
        for e in range(successors.shape[0]):
            w = successors[e]
            sorted_weight[fill[w]] = weight[e]
            fill[w] += 1


def choose(
    forward: tuple[NDArray[np.int64], NDArray[np.int32]],
    owner: cython.const[cython.uchar][::1],
    weight: cython.const[cython.longlong][::1],
    scale: cython.longlong,
    lost: cython.const[cython.uchar][::1],
    credit: cython.const[cython.longlong][::1],
    bound: cython.const[cython.longlong][::1],
    moves: cython.int[::1],
) -> None:
    """Write the moves of both players: the first that leaves enough of the credit, or that raises the bound, O(m).

    Player 0 has none where she has lost; player 1 makes his first where he has nothing to win. ``bound`` is as in
    `EnergyBounds`, and ``credit`` the least credits, any numbers where none is enough.
    """
    indptr: cython.const[cython.longlong][::1] = forward[0]
    successors: cython.const[cython.int][::1] = forward[1]
    good: cython.bint
    with cython.nogil:
        for v in range(owner.shape[0]):
            moves[v] = -1 if owner[v] == 0 else successors[indptr[v]]
            for e in range(indptr[v], indptr[v + 1]):
                w = successors[e]
                if owner[v] == 0:
                    good = not lost[v] and not lost[w] and credit[v] >= credit[w] - weight[e]
                else:
                    good = lost[v] == lost[w] and bound[v] < bound[w] - scale * weight[e]
                if good:
                    moves[v] = w
                    break
