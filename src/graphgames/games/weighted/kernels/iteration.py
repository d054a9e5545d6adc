"""Fast value iteration for energy games: potentials rise by shortest paths to where the cost turns negative.

One player pays the cost of each edge and wants the largest sum of a prefix of the play to be small; the other wants it
large. Under a potential an edge costs ``cost + potential[head] - potential[tail]``. A round computes the value of the
play up to its first negative edge, by one search like Dijkstra's, and adds it to the potential. No cycle may cost 0.
Arrays of Python's integers serve as well, where this file runs uncompiled.

Ohlmann, *New algorithms for combinations of objectives using separating automata* and *Fast value iteration: a uniform
approach to efficient algorithms for energy games* (2022); Cadilhac, Casares, Ohlmann (TACAS 2025).
"""

import cython
import numpy as np


@cython.final
@cython.cclass
class Rounds:
    """The rounds of value iteration; `round` does one and tells whether anything rose.

    Edge e costs ``sign * (scale * weight[e] + 1)``; ``arcs`` are the numbers of the edges in the order of
    ``predecessors``. The player ``payer`` pays. ``state[v]`` is 0 where v is in the game, 1 where v is not in it and 2
    where the cost of the play cannot be bounded; ``potential`` comes as zeros.
    """

    indptr: cython.const[cython.longlong][::1]
    successors: cython.const[cython.int][::1]
    reverse_indptr: cython.const[cython.longlong][::1]
    predecessors: cython.const[cython.int][::1]
    arcs: cython.const[cython.longlong][::1]
    owner: cython.const[cython.uchar][::1]
    weight: cython.const[cython.longlong][::1]
    scale: cython.longlong
    sign: cython.longlong
    payer: cython.uchar
    state: cython.uchar[::1]
    potential: cython.longlong[::1]
    key: cython.longlong[::1]
    mark: cython.uchar[::1]
    heap: cython.int[::1]
    place: cython.int[::1]
    left: cython.int[::1]
    active: cython.int[::1]
    ready: cython.int[::1]
    actives: cython.Py_ssize_t
    heaped: cython.Py_ssize_t
    readies: cython.Py_ssize_t
    work: cython.longlong

    def __init__(self, forward, backward, arcs, owner, weight, scale, sign, payer, state, potential, key):
        n = owner.shape[0]
        self.indptr, self.successors = forward
        self.reverse_indptr, self.predecessors = backward
        self.arcs, self.owner, self.weight = arcs, owner, weight
        self.scale, self.sign, self.payer = scale, sign, payer
        self.state, self.potential, self.key = state, potential, key
        self.mark = np.zeros(n, np.uint8)
        self.heap, self.place, self.left = np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n, np.int32)
        self.active, self.ready = np.empty(n, np.int32), np.empty(n, np.int32)
        self.heaped = self.readies = self.work = 0
        self.actives = self.begin()

    def looked(self):
        """Return how many edges were looked at."""
        return self.work

    @cython.cfunc
    @cython.exceptval(check=False)
    def begin(self) -> cython.Py_ssize_t:
        """List the vertices from which the play need not see a negative edge at once; return how many."""
        v: cython.Py_ssize_t
        count: cython.Py_ssize_t = 0
        with cython.nogil:
            for v in range(self.owner.shape[0]):
                if self.state[v] == 0 and not self.stops(v):
                    self.active[count] = v
                    self.mark[v] = 1
                    count += 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.inline
    @cython.exceptval(check=False)
    def cost(self, e: cython.longlong, v: cython.Py_ssize_t, w: cython.Py_ssize_t) -> cython.longlong:
        """Return what edge e from v to w costs under the potential."""
        return self.sign * (self.scale * self.weight[e] + 1) + self.potential[w] - self.potential[v]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def stops(self, v: cython.Py_ssize_t) -> cython.bint:
        """Whether the play sees a negative edge at once: the payer has one, or the other has nothing else."""
        e: cython.longlong
        w: cython.Py_ssize_t
        pays: cython.bint = self.owner[v] == self.payer
        for e in range(self.indptr[v], self.indptr[v + 1]):
            self.work += 1
            w = self.successors[e]
            if self.state[w] == 1:
                continue
            if (self.state[w] == 0 and self.cost(e, v, w) < 0) == pays:
                return pays
        return not pays

    def round(self):
        """Raise the potentials by the value of the play up to its first negative edge; whether one rose."""
        v: cython.Py_ssize_t
        i: cython.Py_ssize_t
        rose: cython.bint = False
        with cython.nogil:
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
            rose = self.unbounded()
            for i in range(self.actives):
                v = self.active[i]
                if self.mark[v] == 2 and self.key[v] > 0:
                    self.potential[v] += self.key[v]
                    self.mark[v] = 3
                    rose = True
            if rose:
                self.actives = self.next()
        return bool(rose)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enter(self, v: cython.Py_ssize_t) -> cython.void:
        """Begin a round at v: the edges to where the value is known, which is 0, and the count of the others."""
        e: cython.longlong
        c: cython.longlong
        w: cython.Py_ssize_t
        count: cython.int = 0
        known: cython.bint = False
        pays: cython.bint = self.owner[v] == self.payer
        self.work += self.indptr[v + 1] - self.indptr[v]
        for e in range(self.indptr[v], self.indptr[v + 1]):
            w = self.successors[e]
            if self.state[w] == 1:
                continue
            if self.state[w] == 2:
                count += 1
                continue
            c = self.cost(e, v, w)
            if c < 0:
                continue
            if self.mark[w] != 0:
                count += 1
            elif not known or (c < self.key[v]) == pays:
                self.key[v] = c
                known = True
        self.place[v] = -1
        if pays:
            if known:
                self.push(v)
            return
        self.left[v] = count
        if not known:
            self.key[v] = 0
        if count == 0:
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
            c = self.cost(self.arcs[i], u, v)
            if c < 0:
                continue
            c += self.key[v]
            if self.owner[u] == self.payer:
                if self.place[u] < 0:
                    self.key[u] = c
                    self.push(u)
                elif c < self.key[u]:
                    self.key[u] = c
                    self.up(self.place[u])
            else:
                if c > self.key[u]:
                    self.key[u] = c
                self.left[u] -= 1
                if self.left[u] == 0:
                    self.ready[self.readies] = u
                    self.readies += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def unbounded(self) -> cython.bint:
        """Take out the vertices that were not reached, and those from which they can be forced; whether there are."""
        i: cython.longlong
        v: cython.Py_ssize_t
        u: cython.Py_ssize_t
        done: cython.Py_ssize_t = 0
        self.readies = 0
        for i in range(self.actives):
            v = self.active[i]
            if self.mark[v] == 1:
                self.state[v] = 2
                self.ready[self.readies] = v
                self.readies += 1
        while done < self.readies:
            v = self.ready[done]
            done += 1
            for i in range(self.reverse_indptr[v], self.reverse_indptr[v + 1]):
                u = self.predecessors[i]
                if self.state[u] == 0 and (self.owner[u] != self.payer or self.stuck(u)):
                    self.state[u] = 2
                    self.ready[self.readies] = u
                    self.readies += 1
        return self.readies > 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def stuck(self, v: cython.Py_ssize_t) -> cython.bint:
        """Whether every edge of v leads to where the cost cannot be bounded."""
        e: cython.longlong
        self.work += 1
        for e in range(self.indptr[v], self.indptr[v + 1]):
            if self.state[self.successors[e]] == 0:
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def next(self) -> cython.Py_ssize_t:
        """List the vertices of the next round: whose edges have changed, and from which none negative is seen."""
        i: cython.Py_ssize_t
        v: cython.Py_ssize_t
        count: cython.Py_ssize_t = 0
        changed: cython.Py_ssize_t = self.readies
        for i in range(self.actives):
            v = self.active[i]
            if self.mark[v] == 3 and self.state[v] == 0:
                self.ready[changed] = v
                changed += 1
        for i in range(self.actives):
            v = self.active[i]
            self.mark[v] = 0
        for i in range(self.actives):
            v = self.active[i]
            if self.state[v] == 0 and not self.stops(v):
                self.mark[v] = 1
                self.active[count] = v
                count += 1
        for i in range(changed):
            count = self.wake(self.ready[i], count)
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def wake(self, v: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Add the predecessors of v that no longer see a negative edge to the list; return its length."""
        i: cython.longlong
        u: cython.Py_ssize_t
        self.work += self.reverse_indptr[v + 1] - self.reverse_indptr[v]
        for i in range(self.reverse_indptr[v], self.reverse_indptr[v + 1]):
            u = self.predecessors[i]
            if self.state[u] != 0 or self.mark[u] != 0:
                continue
            if self.state[v] == 0 and self.cost(self.arcs[i], u, v) < 0:
                continue
            if self.owner[u] != self.payer or not self.stops(u):
                self.mark[u] = 1
                self.active[count] = u
                count += 1
        return count

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


def reverse_edges(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    reverse_indptr: cython.const[cython.longlong][::1],
    arcs: cython.longlong[::1],
) -> None:
    """Write the number of each edge at its place among the edges by their heads, O(n + m)."""
    n: cython.Py_ssize_t = indptr.shape[0] - 1
    fill_array = np.array(reverse_indptr[:n])
    fill: cython.longlong[::1] = fill_array
    e: cython.Py_ssize_t
    w: cython.Py_ssize_t
    with cython.nogil:
        for e in range(successors.shape[0]):
            w = successors[e]
            arcs[fill[w]] = e
            fill[w] += 1
