"""Tangle learning for parity games.

The vertices are divided into regions by attracting to the highest priority in play, again and again. A closed part of
a region is a tangle: its player wins inside, so the opponent has to leave, and later rounds attract the tangle as a
whole to where it can be left. A tangle that cannot be left is a dominion; it is solved, with all it attracts.

A new tangle is first attracted in the last region that it leads to, and all regions before that one stay as they are:
a round begins there. Whether an opponent's vertex or a tangle can be left to a vertex in play is asked again and again
while ever more leave play, so the exit found last is kept and looked at first, as with the watched literals of
Moskewicz, Madigan, Zhao, Zhang, Malik, *Chaff: engineering an efficient SAT solver*, DAC 2001. Top priorities of one
parity that follow each other in play make one region.

van Dijk, *Attracting tangles to solve parity games*, CAV 2018.
"""

import cython
import numpy as np

from graphgames.graphs.kernels import components, csr

if cython.compiled:
    SOLVED = cython.declare(cython.int, -1)
    NOWHERE = cython.declare(cython.int, 0x7FFFFFFF)
    HEAD = cython.declare(cython.uchar, 1)
    LOST = cython.declare(cython.uchar, 2)
    OUT = cython.declare(cython.int, -2)
    LEARNING = cython.declare(cython.int, -2)
else:
    SOLVED, NOWHERE, HEAD, LOST, OUT, LEARNING = -1, 0x7FFFFFFF, 1, 2, -2, -2


@cython.cclass
class Tangles(components.Components):
    """The solver's state; `run` goes on until everything is decided or a budget of work is spent.

    ``region`` is -1 for a solved vertex, ``play`` for one in play, else the number of its region in this round.
    ``order`` holds the vertices by ascending priority, ``trail`` those in regions as they came; region r begins in the
    trail at ``begins[r]``, and began when the order was read down to ``pointers[r]``. ``watched`` is the edge of each
    vertex to be looked at first. ``target`` is the first region of this round to which a new tangle can be attracted.

    Tangle t has the vertices ``body[first[t]:first[t + 1]]`` with the moves beside them in ``moves``, and leads to the
    vertices ``exits[first_exit[t]:first_exit[t + 1]]``, of which that at ``watched_exit[t]`` is looked at first; the
    entries of ``exits`` with the same vertex are chained through ``next_exit``, from ``last_exit`` of the vertex.
    Region number ``seen[t]``, counted over all rounds, was the last to look at its body.
    """

    owner: cython.const[cython.uchar][::1]
    priority: cython.const[cython.int][::1]
    order: cython.const[cython.int][::1]
    winner: cython.uchar[::1]
    play: cython.int
    trail: cython.int[::1]
    begins: cython.int[::1]
    pointers: cython.int[::1]
    watched: cython.longlong[::1]
    trail_count: cython.Py_ssize_t
    target: cython.int
    opened: cython.longlong
    seen: cython.longlong[::1]
    watched_exit: cython.longlong[::1]
    bad: cython.int[::1]
    mark: cython.uchar[::1]
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
    solved: cython.Py_ssize_t
    won_count: cython.Py_ssize_t
    pointer: cython.Py_ssize_t
    player: cython.int
    rounds: cython.longlong

    def __init__(self, forward, backward, owner, priority, order, winner, choice):
        n = owner.shape[0]
        components.Components.__init__(self, forward, backward, np.zeros(n, np.int32), choice)
        self.owner, self.priority, self.order, self.winner = owner, priority, order, winner
        self.trail, self.bad = np.empty(n, np.int32), np.empty(n, np.int32)
        self.begins, self.pointers = np.empty(n + 1, np.int32), np.empty(n + 1, np.int32)
        self.watched = np.array(self.indptr[:n])
        self.won, self.mark = np.empty(n, np.int32), np.zeros(n, np.uint8)
        self.last_exit = np.full(n, -1, np.int64)
        self.body, self.moves, self.exits, self.exit_of = (np.empty(1024, np.int32) for _ in range(4))
        self.next_exit = np.empty(1024, np.int64)
        self.first, self.first_exit = np.zeros(1024, np.int64), np.zeros(1024, np.int64)
        self.watched_exit, self.seen = np.zeros(1024, np.int64), np.zeros(1024, np.int64)
        self.parity, self.alive = np.empty(1024, np.uint8), np.empty(1024, np.uint8)
        self.solved = self.won_count = 0
        self.pointer = n - 1
        self.play, self.current, self.target = 0, 0, NOWHERE
        self.trail_count = 0
        self.opened = self.rounds = 0

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
        """Return edges looked at, rounds, tangles learned and kept."""
        return self.work, self.rounds, self.count

    def memory_bytes(self):
        """Return how many bytes the tangles take."""
        return 34 * self.first.shape[0] + 8 * self.body.shape[0] + 16 * self.exits.shape[0]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def next_region(self) -> cython.void:
        """Attract to the vertices of the highest priority in play, and learn the tangles of this region."""
        player: cython.int = self.priority[self.order[self.pointer]] & 1
        begin: cython.Py_ssize_t = self.trail_count
        heads: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        self.current += 1
        self.opened += 1
        self.begins[self.current] = begin
        self.pointers[self.current] = self.pointer
        while self.pointer >= 0 and self.priority[self.order[self.pointer]] & 1 == player:
            heads += self.next_heads(player)
            while self.pointer >= 0 and self.region[self.order[self.pointer]] != 0:
                self.pointer -= 1
        if self.close(player, begin, heads):
            self.learn_tangles(player, begin)
        for i in range(begin, self.trail_count):
            self.mark[self.trail[i]] = 0
            self.index[self.trail[i]] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def next_heads(self, player: cython.int) -> cython.Py_ssize_t:
        """Put the vertices of the highest priority in play into the current region, and attract; return how many."""
        top: cython.int = self.priority[self.order[self.pointer]]
        begin: cython.Py_ssize_t = self.trail_count
        heads: cython.Py_ssize_t = 0
        v: cython.Py_ssize_t
        while self.pointer >= 0 and self.priority[self.order[self.pointer]] == top:
            v = self.order[self.pointer]
            if self.region[v] == 0:
                self.region[v] = self.current
                self.choice[v] = -1
                self.mark[v] = HEAD
                self.trail[self.trail_count] = v
                self.trail_count += 1
                heads += 1
            self.pointer -= 1
            self.work += 1
        self.attract(player, begin)
        return heads

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def attract(self, player: cython.int, head: cython.Py_ssize_t) -> cython.void:
        """Attract vertices and tangles in play to the current region, which stands in the trail from ``head`` on."""
        e: cython.longlong
        u: cython.Py_ssize_t
        w: cython.Py_ssize_t
        while head < self.trail_count:
            w = self.trail[head]
            head += 1
            self.work += 1 + self.reverse_indptr[w + 1] - self.reverse_indptr[w]
            for e in range(self.reverse_indptr[w], self.reverse_indptr[w + 1]):
                u = self.predecessors[e]
                if self.region[u] != self.play:
                    continue
                if self.owner[u] == player:
                    self.choice[u] = w
                elif self.escapes(u):
                    continue
                else:
                    self.choice[u] = -1
                self.region[u] = self.current
                self.trail[self.trail_count] = u
                self.trail_count += 1
            e = self.last_exit[w]
            while e >= 0:
                self.work += 1
                if self.parity[self.exit_of[e]] == player and self.can_attract(self.exit_of[e]):
                    self.attract_tangle(self.exit_of[e])
                e = self.next_exit[e]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def escapes(self, u: cython.Py_ssize_t) -> cython.bint:
        """Whether some edge of u leads to a vertex in play; the one found last is looked at first."""
        play: cython.int = self.play
        start: cython.longlong = self.watched[u]
        e: cython.longlong = csr.first_in(self.successors, start, self.indptr[u + 1], self.region, play, play + 1)
        self.work += min(e + 1, self.indptr[u + 1]) - start
        if e == self.indptr[u + 1]:
            e = csr.first_in(self.successors, self.indptr[u], start, self.region, play, play + 1)
            self.work += min(e + 1, start) - self.indptr[u]
            if e == start:
                return False
        self.watched[u] = e
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def has_exit(self, t: cython.Py_ssize_t) -> cython.bint:
        """Whether tangle t can be left to a vertex in play; the one found last is looked at first."""
        play: cython.int = self.play
        start: cython.longlong = self.watched_exit[t]
        e: cython.longlong = csr.first_in(self.exits, start, self.first_exit[t + 1], self.region, play, play + 1)
        self.work += min(e + 1, self.first_exit[t + 1]) - start
        if e == self.first_exit[t + 1]:
            e = csr.first_in(self.exits, self.first_exit[t], start, self.region, play, play + 1)
            self.work += min(e + 1, start) - self.first_exit[t]
            if e == start:
                return False
        self.watched_exit[t] = e
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def can_attract(self, t: cython.Py_ssize_t) -> cython.bint:
        """Whether tangle t is in play, not yet all in the region, and can be left to nowhere else in play."""
        e: cython.longlong
        r: cython.int
        outside: cython.bint = False
        if not self.alive[t] or self.seen[t] == self.opened or self.has_exit(t):
            return False
        self.seen[t] = self.opened
        for e in range(self.first[t], self.first[t + 1]):
            self.work += 1
            r = self.region[self.body[e]]
            if r == SOLVED:
                self.alive[t] = 0
                return False
            if r == self.play:
                outside = True
            elif r != self.current:
                return False
        return outside

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def attract_tangle(self, t: cython.Py_ssize_t) -> cython.void:
        """Put what is in play of tangle t into the current region, with its moves."""
        e: cython.longlong
        v: cython.Py_ssize_t
        for e in range(self.first[t], self.first[t + 1]):
            v = self.body[e]
            if self.region[v] == self.play:
                self.region[v] = self.current
                self.choice[v] = self.moves[e]
                self.trail[self.trail_count] = v
                self.trail_count += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def close(self, player: cython.int, begin: cython.Py_ssize_t, heads: cython.Py_ssize_t) -> cython.bint:
        """Mark as lost what the opponent can lead out of the region into play; whether a top vertex is left."""
        count: cython.Py_ssize_t = 0
        head: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        e: cython.longlong
        u: cython.Py_ssize_t
        w: cython.Py_ssize_t
        for i in range(begin, self.trail_count):
            u = self.trail[i]
            if self.mark[u] != HEAD:
                continue
            if (self.owner[u] == player and not self.stays(u)) or (self.owner[u] != player and self.escapes(u)):
                self.mark[u] |= LOST
                self.bad[count] = u
                count += 1
        while head < count:
            w = self.bad[head]
            head += 1
            if self.mark[w] & HEAD:
                heads -= 1
                if heads == 0:
                    return False
            self.work += self.reverse_indptr[w + 1] - self.reverse_indptr[w]
            for e in range(self.reverse_indptr[w], self.reverse_indptr[w + 1]):
                u = self.predecessors[e]
                if self.region[u] != self.current or self.mark[u] & LOST:
                    continue
                if self.owner[u] == player and (self.choice[u] != w or (self.mark[u] == HEAD and self.stays(u))):
                    continue
                self.mark[u] |= LOST
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
            if self.region[w] == self.current and not self.mark[w] & LOST:
                self.choice[u] = w
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def learn_tangles(self, player: cython.int, begin: cython.Py_ssize_t) -> cython.void:
        """Learn the tangles of what is left of the region: those of its components that none of its edges leaves."""
        i: cython.Py_ssize_t
        self.player = player
        self.visited = 0
        for i in range(begin, self.trail_count):
            if not self.mark[self.trail[i]] & LOST and self.index[self.trail[i]] == 0:
                self.search(self.trail[i])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def found(self, low: cython.Py_ssize_t, top: cython.Py_ssize_t) -> cython.void:
        """Learn the component on the stack if it is closed within the region."""
        i: cython.Py_ssize_t
        for i in range(low, top):
            self.component[self.stack[i]] = LEARNING
        self.learn_if_closed(self.player, low, top)
        for i in range(low, top):
            self.component[self.stack[i]] = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def learn_if_closed(self, player: cython.int, low: cython.Py_ssize_t, top: cython.Py_ssize_t) -> cython.void:
        """Learn the component on the stack as a tangle if none of its edges leads to another component."""
        i: cython.Py_ssize_t
        e: cython.longlong
        v: cython.Py_ssize_t
        w: cython.Py_ssize_t
        exits: cython.Py_ssize_t = 0
        for i in range(low, top):
            v = self.stack[i]
            if self.owner[v] == player:
                if self.component[self.choice[v]] != LEARNING:
                    return
                continue
            for e in range(self.indptr[v], self.indptr[v + 1]):
                w = self.successors[e]
                if self.component[w] == LEARNING:
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
        last: cython.int = 0
        with cython.gil:
            self.reserve(t + 2, at + top - low, to + exits)
        for i in range(low, top):
            v = self.stack[i]
            self.body[at] = v
            self.moves[at] = self.choice[v] if self.owner[v] == player else -1
            at += 1
            if self.owner[v] == player:
                continue
            for e in range(self.indptr[v], self.indptr[v + 1]):
                w = self.successors[e]
                if self.component[w] == LEARNING or self.region[w] == SOLVED:
                    continue
                if self.last_exit[w] >= 0 and self.exit_of[self.last_exit[w]] == t:
                    continue
                if self.region[w] > last:
                    last = self.region[w]
                self.exits[to] = w
                self.exit_of[to] = t
                self.next_exit[to] = self.last_exit[w]
                self.last_exit[w] = to
                to += 1
        self.parity[t] = player
        self.alive[t] = 1
        self.seen[t] = 0
        self.watched_exit[t] = self.first_exit[t]
        if last < self.target:
            self.target = last
        self.first[t + 1] = at
        self.first_exit[t + 1] = to
        self.count += 1

    def reserve(self, tangles, vertices, exits):
        """Let the store of tangles grow, doubling."""
        if tangles > self.first.shape[0]:
            self.first, self.first_exit = grown(self.first), grown(self.first_exit)
            self.parity, self.alive = grown(self.parity), grown(self.alive)
            self.watched_exit, self.seen = grown(self.watched_exit), grown(self.seen)
        while vertices > self.body.shape[0]:
            self.body, self.moves = grown(self.body), grown(self.moves)
        while exits > self.exits.shape[0]:
            self.exits, self.exit_of, self.next_exit = grown(self.exits), grown(self.exit_of), grown(self.next_exit)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def end_round(self) -> cython.void:
        """Solve the dominions found with what they attract; else go back to where the first new tangle is attracted."""
        self.rounds += 1
        if self.won_count > 0:
            self.back_to(1)
            self.solve_dominions()
            self.current = 0
            self.pointer = self.owner.shape[0] - 1
        else:
            self.back_to(self.target)
        self.target = NOWHERE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def back_to(self, target: cython.int) -> cython.void:
        """Put a region and all later ones back into play."""
        i: cython.Py_ssize_t
        begin: cython.Py_ssize_t = self.begins[target]
        self.work += self.trail_count - begin
        for i in range(begin, self.trail_count):
            self.region[self.trail[i]] = 0
        self.trail_count = begin
        self.pointer = self.pointers[target]
        self.current = target - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def solve_dominions(self) -> cython.void:
        """Solve the dominions found, with all that they attract; whatever is not solved is in play."""
        player: cython.int
        self.play, self.current, self.trail_count = 0, 1, 0
        self.opened += 1
        for player in range(2):
            self.solve(player)
        self.won_count = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def solve(self, player: cython.int) -> cython.void:
        """Solve the dominions of one player with all that they attract."""
        i: cython.Py_ssize_t
        v: cython.Py_ssize_t
        for i in range(self.won_count):
            v = self.won[i]
            if self.winner[v] == player:
                self.region[v] = self.current
                self.trail[self.trail_count] = v
                self.trail_count += 1
        self.attract(player, 0)
        for i in range(self.trail_count):
            v = self.trail[i]
            self.region[v] = SOLVED
            self.winner[v] = player
            if self.owner[v] != player:
                self.choice[v] = -1
        self.solved += self.trail_count
        self.trail_count = 0


@cython.cclass
class RecursiveTangles(Tangles):
    """Recursive tangle learning: each region is divided again, until nothing is left of it.

    The subgame at depth k holds the vertices whose ``region`` is k, linked by falling priority from ``top[k]`` through
    ``below`` and back through ``above``. Its regions come off one after the other: what is left of one, once the
    opponent has attracted a part of it, is the subgame at depth k + 1, and is divided before the next region is made.
    A dominion ends the round.
    """

    depth: cython.Py_ssize_t
    top: cython.int[::1]
    above: cython.int[::1]
    below: cython.int[::1]

    def __init__(self, forward, backward, owner, priority, order, winner, choice):
        n = owner.shape[0]
        Tangles.__init__(self, forward, backward, owner, priority, order, winner, choice)
        self.trail = np.empty(2 * n, np.int32)
        self.top, self.above, self.below = (np.empty(n + 2, np.int32) for _ in range(3))
        self.depth = -1

    def run(self, budget):
        """Go on until all is decided (True) or about ``budget`` edges were looked at (False)."""
        limit: cython.longlong = self.work + budget
        n: cython.Py_ssize_t = self.owner.shape[0]
        with cython.nogil:
            while self.work < limit and self.solved < n:
                if self.depth < 0:
                    self.begin_round()
                elif self.top[self.depth] < 0:
                    self.depth -= 1
                else:
                    self.divide()
        return self.solved == n

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin_round(self) -> cython.void:
        """Solve the dominions found with what they attract, and put all the others into the subgame at depth 0."""
        count: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        self.rounds += 1
        self.work += self.owner.shape[0]
        for i in range(self.owner.shape[0]):
            if self.region[i] != SOLVED:
                self.region[i] = 0
        self.solve_dominions()
        for i in range(self.owner.shape[0] - 1, -1, -1):
            if self.region[self.order[i]] == 0:
                self.trail[count] = self.order[i]
                count += 1
        self.depth = 0
        self.link(count)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def link(self, count: cython.Py_ssize_t) -> cython.void:
        """Link the first vertices of the trail as the subgame at the current depth."""
        i: cython.Py_ssize_t
        last: cython.int = -1
        v: cython.int
        self.top[self.depth] = -1
        for i in range(count):
            v = self.trail[i]
            self.above[v] = last
            self.below[v] = -1
            if last < 0:
                self.top[self.depth] = v
            else:
                self.below[last] = v
            last = v

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def divide(self) -> cython.void:
        """Make the next region of the deepest subgame, learn its tangles if it is closed, and begin with what is left.

        Where the opponent can leave the region within the subgame, he gets the top vertices from which he can; of a
        closed region the first one; each time with all that he attracts within the region.
        """
        player: cython.int = self.priority[self.top[self.depth]] & 1
        count: cython.Py_ssize_t
        kept: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        u: cython.Py_ssize_t
        self.make_region(player)
        count = self.trail_count
        for i in range(count):
            u = self.trail[i]
            if self.mark[u] == HEAD:
                self.mark[u] = 0
                if (self.owner[u] == player and not self.stays(u)) or (self.owner[u] != player and self.escapes(u)):
                    self.take_out(u)
        if self.trail_count == count:
            self.learn_tangles(player, 0)
            for i in range(count):
                self.index[self.trail[i]] = 0
            if self.won_count > 0:
                self.depth = -1
                return
            self.take_out(self.trail[0])
        self.depth += 1
        self.play, self.current = cython.cast(cython.int, self.depth), NOWHERE
        self.opened += 1
        self.attract(1 - player, count)
        for i in range(count, self.trail_count):
            self.region[self.trail[i]] = OUT
        for i in range(count):
            if self.region[self.trail[i]] == self.depth:
                self.trail[kept] = self.trail[i]
                kept += 1
        self.sort(kept)
        self.link(kept)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def make_region(self, player: cython.int) -> cython.void:
        """Attract to the highest vertices of the subgame as long as they have the same parity; unlink the region."""
        v: cython.int = self.top[self.depth]
        begin: cython.Py_ssize_t
        i: cython.Py_ssize_t
        self.play, self.current = cython.cast(cython.int, self.depth), cython.cast(cython.int, self.depth) + 1
        self.opened += 1
        self.trail_count = 0
        while v >= 0 and self.priority[v] & 1 == player:
            begin = self.trail_count
            self.region[v] = self.current
            self.choice[v] = -1
            self.mark[v] = HEAD
            self.trail[begin] = v
            self.trail_count += 1
            self.attract(player, begin)
            while v >= 0 and self.region[v] != self.play:
                v = self.below[v]
        for i in range(self.trail_count):
            v = self.trail[i]
            if self.above[v] < 0:
                self.top[self.depth] = self.below[v]
            else:
                self.below[self.above[v]] = self.below[v]
            if self.below[v] >= 0:
                self.above[self.below[v]] = self.above[v]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take_out(self, v: cython.Py_ssize_t) -> cython.void:
        """Give a vertex of the region to the opponent."""
        self.region[v] = NOWHERE
        self.trail[self.trail_count] = v
        self.trail_count += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sort(self, count: cython.Py_ssize_t) -> cython.void:
        """Sort the first vertices of the trail by falling priority: Shell's method."""
        gap: cython.Py_ssize_t = 1
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        v: cython.int
        while gap < count // 3:
            gap = 3 * gap + 1
        while gap > 0:
            self.work += count
            for i in range(gap, count):
                v = self.trail[i]
                j = i
                while j >= gap and self.priority[self.trail[j - gap]] < self.priority[v]:
                    self.trail[j] = self.trail[j - gap]
                    j -= gap
                self.trail[j] = v
            gap //= 3


def grown(values):
    """Return a copy of an array with twice the room."""
    old = np.asarray(values)
    new = np.empty(2 * old.size, old.dtype)
    new[: old.size] = old
    return new
