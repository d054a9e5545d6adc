"""Tangle learning for parity games.

The vertices are divided into regions by attracting to the highest priority in play, again and again. A closed part of
a region is a tangle: its player wins inside, so the opponent has to leave, and later rounds attract the tangle as a
whole to where it can be left. A tangle that cannot be left is a dominion; it is solved, with all it attracts.

van Dijk, *Attracting tangles to solve parity games*, CAV 2018. Components: Tarjan, *Depth-first search and linear graph
algorithms*, SIAM J. Comput. 1 (1972), here with a stack of our own.
"""

import cython
import numpy as np

SOLVED = cython.declare(cython.int, -1)
if not cython.compiled:
    SOLVED = -1


@cython.cclass
class Tangles:
    """The solver's state; `run` goes on until everything is decided or a budget of work is spent.

    ``region`` is -1 for a solved vertex, 0 for one in play, else the number of its region in this round. ``order``
    holds the vertices by ascending priority. Tangle t has the vertices ``body[first[t]:first[t + 1]]`` with the moves
    beside them in ``moves``, and leads to the vertices ``exits[first_exit[t]:first_exit[t + 1]]``; the entries of
    ``exits`` with the same vertex are chained through ``next_exit``, from ``last_exit`` of the vertex.
    """

    indptr: cython.const[cython.longlong][::1]
    successors: cython.const[cython.int][::1]
    reverse_indptr: cython.const[cython.longlong][::1]
    predecessors: cython.const[cython.int][::1]
    owner: cython.const[cython.uchar][::1]
    priority: cython.const[cython.int][::1]
    order: cython.const[cython.int][::1]
    winner: cython.uchar[::1]
    choice: cython.int[::1]
    region: cython.int[::1]
    queue: cython.int[::1]
    bad: cython.int[::1]
    lost: cython.uchar[::1]
    index: cython.int[::1]
    stack: cython.int[::1]
    path: cython.int[::1]
    edge: cython.longlong[::1]
    component: cython.int[::1]
    won: cython.int[::1]
    body: cython.int[::1]
    moves: cython.int[::1]
    exits: cython.int[::1]
    exit_of: cython.int[::1]
    next_exit: cython.longlong[::1]
    last_exit: cython.longlong[::1]
    first: cython.longlong[::1]
    first_exit: cython.longlong[::1]
    parity: cython.uchar[::1]
    alive: cython.uchar[::1]
    count: cython.Py_ssize_t
    learned: cython.Py_ssize_t
    solved: cython.Py_ssize_t
    won_count: cython.Py_ssize_t
    pointer: cython.Py_ssize_t
    current: cython.int
    work: cython.longlong
    rounds: cython.longlong

    def __init__(self, forward, backward, owner, priority, order, winner, choice):
        n = owner.shape[0]
        self.indptr, self.successors = forward
        self.reverse_indptr, self.predecessors = backward
        self.owner, self.priority, self.order = owner, priority, order
        self.winner, self.choice = winner, choice
        self.region, self.index = np.zeros(n, np.int32), np.zeros(n, np.int32)
        self.queue, self.bad, self.stack = np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n, np.int32)
        self.path, self.component, self.won = np.empty(n, np.int32), np.full(n, -1, np.int32), np.empty(n, np.int32)
        self.edge, self.lost = np.empty(n, np.int64), np.zeros(n, np.uint8)
        self.last_exit = np.full(n, -1, np.int64)
        self.body, self.moves, self.exits, self.exit_of = (np.empty(1024, np.int32) for _ in range(4))
        self.next_exit = np.empty(1024, np.int64)
        self.first, self.first_exit = np.zeros(1024, np.int64), np.zeros(1024, np.int64)
        self.parity, self.alive = np.empty(1024, np.uint8), np.empty(1024, np.uint8)
        self.count = self.learned = self.solved = self.won_count = 0
        self.pointer = n - 1
        self.current = 0
        self.work = self.rounds = 0

    def run(self, budget):
        """Go on until all is decided (True) or about ``budget`` edges were looked at (False)."""
        limit: cython.longlong = self.work + budget
        n: cython.Py_ssize_t = self.owner.shape[0]
        with cython.nogil:
            while self.work < limit and self.solved < n:
                while self.pointer >= 0 and self.region[self.order[self.pointer]] != 0:
                    self.pointer -= 1
                if self.pointer >= 0:
                    self.next_region()
                else:
                    self.end_round()
        return self.solved == n

    def counts(self):
        """Give edges looked at, rounds, tangles learned and kept."""
        return self.work, self.rounds, self.learned

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def next_region(self) -> cython.void:
        """Attract to the vertices of the highest priority in play, and learn the tangles of this region."""
        top: cython.int = self.priority[self.order[self.pointer]]
        count: cython.Py_ssize_t = 0
        heads: cython.Py_ssize_t
        i: cython.Py_ssize_t = self.pointer
        v: cython.Py_ssize_t
        self.current += 1
        while i >= 0 and self.priority[self.order[i]] == top:
            v = self.order[i]
            if self.region[v] == 0:
                self.region[v] = self.current
                self.choice[v] = -1
                self.queue[count] = v
                count += 1
            i -= 1
        self.work += self.pointer - i
        self.pointer = i
        heads = count
        count = self.attract(top & 1, count)
        if self.close(top & 1, heads):
            self.search(top & 1, count)
        for i in range(count):
            self.lost[self.queue[i]] = 0
            self.index[self.queue[i]] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def attract(self, player: cython.int, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Attract vertices and tangles in play to the current region, which is in the queue; give its new size."""
        head: cython.Py_ssize_t = 0
        e: cython.longlong
        u: cython.Py_ssize_t
        w: cython.Py_ssize_t
        while head < count:
            w = self.queue[head]
            head += 1
            self.work += 1 + self.reverse_indptr[w + 1] - self.reverse_indptr[w]
            for e in range(self.reverse_indptr[w], self.reverse_indptr[w + 1]):
                u = self.predecessors[e]
                if self.region[u] != 0:
                    continue
                if self.owner[u] == player:
                    self.choice[u] = w
                elif self.escapes(u):
                    continue
                else:
                    self.choice[u] = -1
                self.region[u] = self.current
                self.queue[count] = u
                count += 1
            e = self.last_exit[w]
            while e >= 0:
                if self.parity[self.exit_of[e]] == player and self.can_attract(self.exit_of[e]):
                    count = self.attract_tangle(self.exit_of[e], count)
                e = self.next_exit[e]
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def escapes(self, u: cython.Py_ssize_t) -> cython.bint:
        """Whether some edge of u leads to a vertex in play outside the current region."""
        e: cython.longlong
        for e in range(self.indptr[u], self.indptr[u + 1]):
            self.work += 1
            if self.region[self.successors[e]] == 0:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def can_attract(self, t: cython.Py_ssize_t) -> cython.bint:
        """Whether tangle t is in play, not yet all in the region, and can be left to nowhere else in play."""
        e: cython.longlong
        r: cython.int
        outside: cython.bint = False
        self.work += 1
        if not self.alive[t]:
            return False
        for e in range(self.first_exit[t], self.first_exit[t + 1]):
            self.work += 1
            if self.region[self.exits[e]] == 0:
                return False
        for e in range(self.first[t], self.first[t + 1]):
            self.work += 1
            r = self.region[self.body[e]]
            if r == SOLVED:
                self.alive[t] = 0
                return False
            if r == 0:
                outside = True
            elif r != self.current:
                return False
        return outside

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def attract_tangle(self, t: cython.Py_ssize_t, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Put what is in play of tangle t into the current region, with its moves; give the region's new size."""
        e: cython.longlong
        v: cython.Py_ssize_t
        for e in range(self.first[t], self.first[t + 1]):
            v = self.body[e]
            if self.region[v] == 0:
                self.region[v] = self.current
                self.choice[v] = self.moves[e]
                self.queue[count] = v
                count += 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def close(self, player: cython.int, heads: cython.Py_ssize_t) -> cython.bint:
        """Mark as lost what the opponent can lead out of the region into play; whether a top vertex is left."""
        count: cython.Py_ssize_t = 0
        head: cython.Py_ssize_t = 0
        left: cython.Py_ssize_t = heads
        i: cython.Py_ssize_t
        e: cython.longlong
        u: cython.Py_ssize_t
        w: cython.Py_ssize_t
        top: cython.int = self.priority[self.queue[0]]
        for i in range(heads):
            u = self.queue[i]
            if (self.owner[u] == player and not self.stays(u)) or (self.owner[u] != player and self.escapes(u)):
                self.lost[u] = 1
                self.bad[count] = u
                count += 1
        while head < count:
            w = self.bad[head]
            head += 1
            if self.priority[w] == top:
                left -= 1
                if left == 0:
                    return False
            self.work += self.reverse_indptr[w + 1] - self.reverse_indptr[w]
            for e in range(self.reverse_indptr[w], self.reverse_indptr[w + 1]):
                u = self.predecessors[e]
                if self.region[u] != self.current or self.lost[u]:
                    continue
                if self.owner[u] == player and (self.choice[u] != w or (self.priority[u] == top and self.stays(u))):
                    continue
                self.lost[u] = 1
                self.bad[count] = u
                count += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def stays(self, u: cython.Py_ssize_t) -> cython.bint:
        """Find a move of u inside the region to what is not lost; it becomes the choice."""
        e: cython.longlong
        w: cython.Py_ssize_t
        for e in range(self.indptr[u], self.indptr[u + 1]):
            self.work += 1
            w = self.successors[e]
            if self.region[w] == self.current and not self.lost[w]:
                self.choice[u] = w
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search(self, player: cython.int, size: cython.Py_ssize_t) -> cython.void:
        """Go through the strongly connected components of what is left of the region, and learn the last ones."""
        i: cython.Py_ssize_t
        number: cython.int = 0
        for i in range(size):
            if not self.lost[self.queue[i]] and self.index[self.queue[i]] == 0:
                number = self.components(player, self.queue[i], number)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def components(self, player: cython.int, start: cython.Py_ssize_t, number: cython.int) -> cython.int:
        """Tarjan's search from one vertex. ``index`` is 0 before, the lowlink on the way, and n + 1 when done."""
        done: cython.int = cython.cast(cython.int, self.owner.shape[0]) + 1
        depth: cython.Py_ssize_t = 1
        top: cython.Py_ssize_t = 1
        v: cython.Py_ssize_t
        w: cython.Py_ssize_t
        i: cython.Py_ssize_t
        low: cython.int
        number += 1
        self.enter(start, number, 0)
        self.stack[0] = start
        while depth > 0:
            v = self.path[depth - 1]
            w = self.next_move(player, v)
            if w >= 0:
                if self.index[w] == 0:
                    number += 1
                    self.enter(w, number, depth)
                    self.stack[top] = w
                    top += 1
                    depth += 1
                elif self.index[w] < self.index[v]:
                    self.index[v] = self.index[w]
                continue
            depth -= 1
            low = self.index[v]
            if low < self.component[v]:
                if low < self.index[self.path[depth - 1]]:
                    self.index[self.path[depth - 1]] = low
                continue
            i = top
            while self.stack[i - 1] != v:
                i -= 1
            i -= 1
            self.learn_if_last(player, i, top)
            while top > i:
                top -= 1
                self.index[self.stack[top]] = done
                self.component[self.stack[top]] = -1
        return number

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enter(self, v: cython.Py_ssize_t, number: cython.int, depth: cython.Py_ssize_t) -> cython.void:
        """Begin with a vertex in Tarjan's search; while it is on the stack ``component`` is its number."""
        self.index[v] = number
        self.component[v] = number
        self.path[depth] = v
        self.edge[v] = self.indptr[v]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def next_move(self, player: cython.int, v: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Give the next vertex that can come after v in what is left of the region, or -1."""
        w: cython.Py_ssize_t
        if self.owner[v] == player:
            if self.edge[v] == self.indptr[v]:
                self.edge[v] += 1
                return self.choice[v]
            return -1
        while self.edge[v] < self.indptr[v + 1]:
            w = self.successors[self.edge[v]]
            self.edge[v] += 1
            self.work += 1
            if self.region[w] == self.current:
                return w
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def learn_if_last(self, player: cython.int, low: cython.Py_ssize_t, top: cython.Py_ssize_t) -> cython.void:
        """Learn the component on the stack as a tangle if none of its edges leads to another component."""
        i: cython.Py_ssize_t
        e: cython.longlong
        v: cython.Py_ssize_t
        w: cython.Py_ssize_t
        exits: cython.Py_ssize_t = 0
        for i in range(low, top):  # a mark that no vertex outside has
            self.component[self.stack[i]] = -2
        for i in range(low, top):
            v = self.stack[i]
            if self.owner[v] == player:
                if self.component[self.choice[v]] != -2:
                    return
                continue
            for e in range(self.indptr[v], self.indptr[v + 1]):
                w = self.successors[e]
                if self.component[w] == -2:
                    continue
                if self.region[w] == self.current:
                    return
                if self.region[w] != SOLVED:
                    exits += 1
        if exits == 0:
            for i in range(low, top):
                self.winner[self.stack[i]] = player
                self.won[self.won_count] = self.stack[i]
                self.won_count += 1
        else:
            self.learn(player, low, top, exits)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def learn(
        self, player: cython.int, low: cython.Py_ssize_t, top: cython.Py_ssize_t, exits: cython.Py_ssize_t
    ) -> cython.void:
        """Write the component on the stack down as a tangle."""
        t: cython.Py_ssize_t = self.count
        at: cython.longlong = self.first[t]
        to: cython.longlong = self.first_exit[t]
        i: cython.Py_ssize_t
        e: cython.longlong
        v: cython.Py_ssize_t
        w: cython.Py_ssize_t
        with cython.gil:
            self.make_room(t + 2, at + top - low, to + exits)
        for i in range(low, top):
            v = self.stack[i]
            self.body[at] = v
            self.moves[at] = self.choice[v] if self.owner[v] == player else -1
            at += 1
            if self.owner[v] == player:
                continue
            for e in range(self.indptr[v], self.indptr[v + 1]):
                w = self.successors[e]
                if self.component[w] == -2 or self.region[w] == SOLVED:
                    continue
                if self.last_exit[w] >= 0 and self.exit_of[self.last_exit[w]] == t:
                    continue
                self.exits[to] = w
                self.exit_of[to] = t
                self.next_exit[to] = self.last_exit[w]
                self.last_exit[w] = to
                to += 1
        self.parity[t] = player
        self.alive[t] = 1
        self.first[t + 1] = at
        self.first_exit[t + 1] = to
        self.count += 1
        self.learned += 1

    def make_room(self, tangles, vertices, exits):
        """Let the store of tangles grow, doubling."""
        if tangles > self.first.shape[0]:
            self.first, self.first_exit = grown(self.first), grown(self.first_exit)
            self.parity, self.alive = grown(self.parity), grown(self.alive)
        while vertices > self.body.shape[0]:
            self.body, self.moves = grown(self.body), grown(self.moves)
        while exits > self.exits.shape[0]:
            self.exits, self.exit_of, self.next_exit = grown(self.exits), grown(self.exit_of), grown(self.next_exit)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def end_round(self) -> cython.void:
        """Everything is in a region: solve the dominions found with what they attract, and begin anew."""
        n: cython.Py_ssize_t = self.owner.shape[0]
        v: cython.Py_ssize_t
        player: cython.int
        self.rounds += 1
        self.work += n
        for v in range(n):
            if self.region[v] != SOLVED:
                self.region[v] = 0
        if self.won_count > 0:
            self.current = 1
            for player in range(2):
                self.solve(player)
            self.won_count = 0
        self.current = 0
        self.pointer = n - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def solve(self, player: cython.int) -> cython.void:
        """Solve the dominions of one player with all that they attract."""
        count: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        v: cython.Py_ssize_t
        for i in range(self.won_count):
            v = self.won[i]
            if self.winner[v] == player:
                self.region[v] = self.current
                self.queue[count] = v
                count += 1
        count = self.attract(player, count)
        for i in range(count):
            v = self.queue[i]
            self.region[v] = SOLVED
            self.winner[v] = player
            if self.owner[v] != player:
                self.choice[v] = -1
        self.solved += count


def grown(values):
    """Give a copy of an array with twice the room."""
    old = np.asarray(values)
    new = np.empty(2 * old.size, old.dtype)
    new[: old.size] = old
    return new
