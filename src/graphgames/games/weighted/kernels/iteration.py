"""Fast value iteration for energy games: potentials rise by shortest paths to where the cost turns negative.

One player pays the cost of each edge and wants the largest sum of a prefix of the play to be small; the other wants it
large. Under a potential an edge costs ``cost + potential[head] - potential[tail]``. A round computes the value of the
play up to its first negative edge, by one search like Dijkstra's, and adds it to the potential. No cycle may cost 0.
Components are solved one after the other, so that all edges out of one lead to where the potential stays. Lists of
vertices and of Python's integers serve as well, where this file runs uncompiled.

Ohlmann, *New algorithms for combinations of objectives using separating automata* and *Fast value iteration: a uniform
approach to efficient algorithms for energy games* (2022); Cadilhac, Casares, Ohlmann (TACAS 2025).
"""

import cython
import numpy as np

from graphgames.core.compiled import poll

if cython.compiled:
    LIVE = cython.declare(cython.uchar, 1)
    LOST = cython.declare(cython.uchar, 2)
    SETTLED = cython.declare(cython.uchar, 3)
    FREE = cython.declare(cython.longlong, 1 << 62)
else:
    LIVE, LOST, SETTLED, FREE = 1, 2, 3, 1 << 62


@cython.final
@cython.cclass
class Rounds:
    """The rounds of value iteration, component by component.

    Edge e costs ``factor * weight[e] + more``; ``back_weight`` are the weights in the order of ``predecessors``. The
    player ``payer`` pays. ``potential`` and ``key`` come as zeros of one type. In the end the ``state`` of a vertex is
    `LOST` where the cost of the play cannot be bounded, else `SETTLED`.
    """

    indptr: cython.const[cython.longlong][::1]
    successors: cython.const[cython.int][::1]
    reverse_indptr: cython.const[cython.longlong][::1]
    predecessors: cython.const[cython.int][::1]
    weight: cython.const[cython.longlong][::1]
    back_weight: cython.const[cython.longlong][::1]
    factor: cython.longlong
    more: cython.longlong
    pays: cython.const[cython.uchar][::1]
    state: cython.uchar[::1]
    potential: cython.longlong[::1]
    key: cython.longlong[::1]
    mark: cython.uchar[::1]
    place: cython.int[::1]
    heap: cython.int[::1]
    active: cython.int[::1]
    ready: cython.int[::1]
    actives: cython.Py_ssize_t
    heaped: cython.Py_ssize_t
    readies: cython.Py_ssize_t
    work: cython.longlong
    rounds: cython.longlong
    overflow: cython.bint

    def __init__(self, forward, backward, weights, law, pays, state, potential, key):
        n = pays.shape[0]
        self.indptr, self.successors = forward
        self.reverse_indptr, self.predecessors = backward
        self.weight, self.back_weight = weights
        self.factor, self.more = law
        self.pays, self.state, self.potential, self.key = pays, state, potential, key
        self.mark, self.place = np.zeros(n, np.uint8), np.empty(n, np.int32)
        self.heap, self.active, self.ready = np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n, np.int32)
        self.actives = self.heaped = self.readies = self.work = self.rounds = 0
        self.overflow = False

    def run(self, order: cython.const[cython.int][::1], starts: cython.const[cython.longlong][::1]):
        """Solve the components ``order[starts[k]:starts[k + 1]]``, those that edges lead to before those they leave.

        Return how many edges were looked at, in how many rounds, and whether a bound where the cost cannot be bounded
        left 64 bits; all other potentials are right then as well.
        """
        k: cython.Py_ssize_t
        i: cython.Py_ssize_t
        polled: cython.longlong = 0
        with cython.nogil:
            for k in range(starts.shape[0] - 1):
                self.begin(order, starts[k], starts[k + 1])
                while self.actives > 0 and self.round():
                    self.next()
                    if self.work - polled > 2000000:
                        polled = self.work
                        with cython.gil:
                            poll()
                for i in range(starts[k], starts[k + 1]):
                    if self.state[order[i]] == LIVE:
                        self.state[order[i]] = SETTLED
                        self.mark[order[i]] = 0
        return self.work, self.rounds, self.overflow

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin(
        self, order: cython.const[cython.int][::1], first: cython.Py_ssize_t, last: cython.Py_ssize_t
    ) -> cython.void:
        """Enter a component, and list the vertices from which the play need not see a negative edge at once."""
        i: cython.Py_ssize_t
        self.actives = self.readies = 0
        for i in range(first, last):
            self.state[order[i]] = LIVE
        for i in range(first, last):
            self.activate(order[i])

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def activate(self, v: cython.Py_ssize_t) -> cython.void:
        """List a vertex for the next round, unless the play sees a negative edge from there at once."""
        if not self.stops(v):
            self.mark[v] = 1
            self.active[self.actives] = v
            self.actives += 1

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def change(self, weight: cython.longlong, v: cython.Py_ssize_t, w: cython.Py_ssize_t) -> cython.longlong:
        """Return what an edge of some weight from v to w costs under the potential."""
        return self.factor * weight + self.more + self.potential[w] - self.potential[v]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def stops(self, v: cython.Py_ssize_t) -> cython.bint:
        """Whether the play sees a negative edge at once: the payer has one, or the other has nothing else."""
        e: cython.longlong
        w: cython.Py_ssize_t
        pays: cython.bint = self.pays[v]
        for e in range(self.indptr[v], self.indptr[v + 1]):
            self.work += 1
            w = self.successors[e]
            if (self.state[w] != LOST and self.change(self.weight[e], v, w) < 0) == pays:
                return pays
        return not pays

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def round(self) -> cython.bint:
        """Raise the potentials by the value of the play up to its first negative edge; whether one rose."""
        i: cython.Py_ssize_t
        v: cython.Py_ssize_t
        rose: cython.bint
        self.rounds += 1
        self.heaped = self.readies = 0
        for i in range(self.actives):
            self.enter(self.active[i])
        while True:
            if self.readies > 0:
                self.readies -= 1
                v = self.ready[self.readies]
            elif self.heaped > 0:
                v = self.pop()
            else:
                break
            self.mark[v] = 2
            self.relax(v)
        rose = self.lose()
        for i in range(self.actives):
            v = self.active[i]
            if self.mark[v] == 2 and self.state[v] == LIVE and self.key[v] > 0:
                self.potential[v] += self.key[v]
                self.mark[v] = 3
                rose = True
        return rose

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enter(self, v: cython.Py_ssize_t) -> cython.void:
        """Begin a round at v: the edges to where the value is known, which is 0, and the count of the others."""
        e: cython.longlong
        c: cython.longlong
        w: cython.Py_ssize_t
        least: cython.longlong = 0
        count: cython.int = 0
        known: cython.bint = False
        pays: cython.bint = self.pays[v]
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def relax(self, v: cython.Py_ssize_t) -> cython.void:
        """Tell the predecessors of v, whose value is known now."""
        i: cython.longlong
        c: cython.longlong
        u: cython.Py_ssize_t
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

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lose(self) -> cython.bint:
        """Take out the vertices that were not reached, and those from which they can be forced; whether there are.

        Their potentials become bounds that rise for ever: along all edges of who pays, and one of the other player at
        each vertex, ``bound[tail] <= bound[head] + cost``.
        """
        i: cython.longlong
        v: cython.Py_ssize_t
        u: cython.Py_ssize_t
        done: cython.Py_ssize_t = 0
        shift: cython.longlong = 0
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
        return self.readies > 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def room(self, v: cython.Py_ssize_t) -> cython.longlong:
        """Return by how much the bound of v may exceed its potential, because of edges to where the game is lost."""
        e: cython.longlong
        c: cython.longlong
        w: cython.Py_ssize_t
        most: cython.longlong = FREE
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

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def fall(self, v: cython.Py_ssize_t, shift: cython.longlong) -> cython.void:
        """Take v out of the game; its potential and the shift are its bound."""
        self.state[v] = LOST
        self.potential[v] += shift
        if cython.compiled and (self.potential[v] < -(FREE >> 1) or self.potential[v] > FREE >> 1):
            self.potential[v] = 0
            self.overflow = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def stuck(self, v: cython.Py_ssize_t) -> cython.bint:
        """Whether every edge of v leads to where the cost cannot be bounded."""
        e: cython.longlong
        self.work += 1
        for e in range(self.indptr[v], self.indptr[v + 1]):
            if self.state[self.successors[e]] != LOST:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def next(self) -> cython.void:
        """List the vertices of the next round: whose edges have changed, and from which none negative is seen."""
        i: cython.Py_ssize_t
        v: cython.Py_ssize_t
        before: cython.Py_ssize_t = self.actives
        changed: cython.Py_ssize_t = self.readies
        for i in range(before):
            v = self.active[i]
            if self.mark[v] == 3 and self.state[v] == LIVE:
                self.ready[changed] = v
                changed += 1
            self.mark[v] = 0
        self.actives = 0
        for i in range(before):
            if self.state[self.active[i]] == LIVE:
                self.activate(self.active[i])
        for i in range(changed):
            self.wake(self.ready[i])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def wake(self, v: cython.Py_ssize_t) -> cython.void:
        """List the predecessors of v that no longer see a negative edge."""
        i: cython.longlong
        u: cython.Py_ssize_t
        self.work += self.reverse_indptr[v + 1] - self.reverse_indptr[v]
        for i in range(self.reverse_indptr[v], self.reverse_indptr[v + 1]):
            u = self.predecessors[i]
            if self.state[u] != LIVE or self.mark[u] != 0:
                continue
            if self.state[v] == LOST or self.change(self.back_weight[i], u, v) >= 0:
                self.activate(u)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def push(self, v: cython.Py_ssize_t) -> cython.void:
        """Put v into the heap by its key."""
        self.heap[self.heaped] = v
        self.place[v] = self.heaped
        self.heaped += 1
        self.up(self.heaped - 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def up(self, i: cython.Py_ssize_t) -> cython.void:
        """Move what stands at place i of the heap up to where it belongs."""
        v: cython.Py_ssize_t = self.heap[i]
        u: cython.Py_ssize_t
        while i > 0:
            u = self.heap[(i - 1) >> 2]
            if self.key[u] <= self.key[v]:
                break
            self.heap[i] = u
            self.place[u] = i
            i = (i - 1) >> 2
        self.heap[i] = v
        self.place[v] = i

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pop(self) -> cython.Py_ssize_t:
        """Take the vertex with the least key out of the heap."""
        top: cython.Py_ssize_t = self.heap[0]
        i: cython.Py_ssize_t = 0
        c: cython.Py_ssize_t
        k: cython.Py_ssize_t
        least: cython.Py_ssize_t
        v: cython.Py_ssize_t
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
    e: cython.Py_ssize_t
    w: cython.Py_ssize_t
    with cython.nogil:
        for e in range(successors.shape[0]):
            w = successors[e]
            sorted_weight[fill[w]] = weight[e]
            fill[w] += 1


def choose(
    forward,
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
    e: cython.longlong
    v: cython.Py_ssize_t
    w: cython.Py_ssize_t
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
