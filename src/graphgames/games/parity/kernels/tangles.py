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

SOLVED = cython.declare(cython.int, -1)
NOWHERE = cython.declare(cython.int, 0x7FFFFFFF)
HEAD = cython.declare(cython.uchar, 1)
LOST = cython.declare(cython.uchar, 2)
OUT = cython.declare(cython.int, -2)
LEARNING = cython.declare(cython.int, -2)


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

    def __init__(self, forward, backward, owner, priority, order, winner, choice):
        n = owner.shape[0]
        components.Components.__init__(self, forward, backward, np.zeros(n, np.int32), choice)
        self.owner, self.priority, self.order, self.winner = owner, priority, order, winner
        self.trail, self.bad = np.empty(n, np.int32), np.empty(n, np.int32)
        self.begins, self.pointers = np.empty(n + 1, np.int32), np.empty(n + 1, np.int32)
        self.watched = np.array(self.indptr[:n])
        self.won, self.mark = np.empty(n, np.int32), np.zeros(n, np.uint8)
        self.last_exit = np.full(n, -1, np.int64)
        self.body, self.moves, self.exits, self.exit_of = [np.empty(1024, np.int32) for _ in range(4)]
        self.next_exit = np.empty(1024, np.int64)
        self.first, self.first_exit = np.zeros(1024, np.int64), np.zeros(1024, np.int64)
        self.watched_exit, self.seen = np.zeros(1024, np.int64), np.zeros(1024, np.int64)
        self.parity, self.alive = np.empty(1024, np.uint8), np.empty(1024, np.uint8)
        self.solved = self.won_count = 0
        self.pointer = n - 1
        self.play, self.current, self.target = 0, 0, NOWHERE
        self.trail_count = 0
        self.opened = self.rounds = 0

    def run(self, budget: cython.longlong) -> cython.bint:
        """Go on until all is decided (True) or about ``budget`` edges were looked at (False)."""
        limit = self.work + budget
        n = self.owner.shape[0]
        with cython.nogil:
            while self.work < limit and self.solved < n:
                while self.pointer >= 0 and self.region[self.order[self.pointer]] != 0:
                    self.pointer -= 1
                if self.pointer >= 0:
                    self.next_region()
                else:
                    self.end_round()
        return self.solved == n

    def counts(self) -> tuple[int, int, int]:
        """Return edges looked at, rounds, tangles learned and kept."""
        return self.work, self.rounds, self.count

    def memory_bytes(self) -> cython.longlong:
        """Return how many bytes the tangles take."""
        return 34 * self.first.shape[0] + 8 * self.body.shape[0] + 16 * self.exits.shape[0]

    def next_region(self):
        """Attract to the vertices of the highest priority in play, and learn the tangles of this region."""
        player = self.priority[self.order[self.pointer]] & 1
        begin = self.trail_count
        heads = 0
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

    def next_heads(self, player):
        """Put the vertices of the highest priority in play into the current region, and attract; return how many."""
        top = self.priority[self.order[self.pointer]]
        begin = self.trail_count
        heads = 0
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

    def attract(self, player, head):
        """Attract vertices and tangles in play to the current region, which stands in the trail from ``head`` on."""
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

    def escapes(self, u):
        """Whether some edge of u leads to a vertex in play; the one found last is looked at first."""
        play = self.play
        start = self.watched[u]
        e = csr.first_in(self.successors, start, self.indptr[u + 1], self.region, play, play + 1)
        self.work += min(e + 1, self.indptr[u + 1]) - start
        if e == self.indptr[u + 1]:
            e = csr.first_in(self.successors, self.indptr[u], start, self.region, play, play + 1)
            self.work += min(e + 1, start) - self.indptr[u]
            if e == start:
                return False
        self.watched[u] = e
        return True

    def has_exit(self, t):
        """Whether tangle t can be left to a vertex in play; the one found last is looked at first."""
        play = self.play
        start = self.watched_exit[t]
        e = csr.first_in(self.exits, start, self.first_exit[t + 1], self.region, play, play + 1)
        self.work += min(e + 1, self.first_exit[t + 1]) - start
        if e == self.first_exit[t + 1]:
            e = csr.first_in(self.exits, self.first_exit[t], start, self.region, play, play + 1)
            self.work += min(e + 1, start) - self.first_exit[t]
            if e == start:
                return False
        self.watched_exit[t] = e
        return True

    def can_attract(self, t):
        """Whether tangle t is in play, not yet all in the region, and can be left to nowhere else in play."""
        outside = False
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

    def attract_tangle(self, t):
        """Put what is in play of tangle t into the current region, with its moves."""
        for e in range(self.first[t], self.first[t + 1]):
            v = self.body[e]
            if self.region[v] == self.play:
                self.region[v] = self.current
                self.choice[v] = self.moves[e]
                self.trail[self.trail_count] = v
                self.trail_count += 1

    def close(self, player, begin, heads):
        """Mark as lost what the opponent can lead out of the region into play; whether a top vertex is left."""
        count = 0
        head = 0
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

    def stays(self, u):
        """Find a move of u inside the region to what is not lost; it becomes the choice."""
        for e in range(self.indptr[u], self.indptr[u + 1]):
            self.work += 1
            w = self.successors[e]
            if self.region[w] == self.current and not self.mark[w] & LOST:
                self.choice[u] = w
                return True
        return False

    def learn_tangles(self, player, begin):
        """Learn the tangles of what is left of the region: those of its components that none of its edges leaves."""
        self.player = player
        self.visited = 0
        for i in range(begin, self.trail_count):
            if not self.mark[self.trail[i]] & LOST and self.index[self.trail[i]] == 0:
                self.search(self.trail[i])

    def found(self, low, top):
        """Learn the component on the stack if it is closed within the region."""
        for i in range(low, top):
            self.component[self.stack[i]] = LEARNING
        self.learn_if_closed(self.player, low, top)
        for i in range(low, top):
            self.component[self.stack[i]] = -1

    def learn_if_closed(self, player, low, top):
        """Learn the component on the stack as a tangle if none of its edges leads to another component."""
        exits = 0
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

    def learn(self, player, low, top, exits):
        """Write the component on the stack down as a tangle."""
        t = self.count
        at = self.first[t]
        to = self.first_exit[t]
        last = 0
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

    def end_round(self):
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

    def back_to(self, target):
        """Put a region and all later ones back into play."""
        begin = self.begins[target]
        self.work += self.trail_count - begin
        for i in range(begin, self.trail_count):
            self.region[self.trail[i]] = 0
        self.trail_count = begin
        self.pointer = self.pointers[target]
        self.current = target - 1

    def solve_dominions(self):
        """Solve the dominions found, with all that they attract; whatever is not solved is in play."""
        self.play, self.current, self.trail_count = 0, 1, 0
        self.opened += 1
        for player in range(2):
            self.solve(player)
        self.won_count = 0

    def solve(self, player):
        """Solve the dominions of one player with all that they attract."""
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


class RecursiveTangles(Tangles):
    """Recursive tangle learning: each region is divided again, until nothing is left of it.

    The subgame at depth k holds the vertices whose ``region`` is k, linked by falling priority from ``top[k]`` through
    ``below`` and back through ``above``. Its regions come off one after the other: what is left of one, once the
    opponent has attracted a part of it, is the subgame at depth k + 1, and is divided before the next region is made.
    A dominion ends the round.
    """

    def __init__(self, forward, backward, owner, priority, order, winner, choice):
        n = owner.shape[0]
        Tangles.__init__(self, forward, backward, owner, priority, order, winner, choice)
        self.trail = np.empty(2 * n, np.int32)
        self.top, self.above, self.below = [np.empty(n + 2, np.int32) for _ in range(3)]
        self.depth = -1

    def run(self, budget: cython.longlong) -> cython.bint:
        """Go on until all is decided (True) or about ``budget`` edges were looked at (False)."""
        limit = self.work + budget
        n = self.owner.shape[0]
        with cython.nogil:
            while self.work < limit and self.solved < n:
                if self.depth < 0:
                    self.begin_round()
                elif self.top[self.depth] < 0:
                    self.depth -= 1
                else:
                    self.divide()
        return self.solved == n

    def begin_round(self):
        """Solve the dominions found with what they attract, and put all the others into the subgame at depth 0."""
        count = 0
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

    def link(self, count):
        """Link the first vertices of the trail as the subgame at the current depth."""
        last = -1
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

    def divide(self):
        """Make the next region of the deepest subgame, learn its tangles if it is closed, and begin with what is left.

        Where the opponent can leave the region within the subgame, he gets the top vertices from which he can; of a
        closed region the first one; each time with all that he attracts within the region.
        """
        player = self.priority[self.top[self.depth]] & 1
        kept = 0
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
        self.play, self.current = self.depth, NOWHERE
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

    def make_region(self, player):
        """Attract to the highest vertices of the subgame as long as they have the same parity; unlink the region."""
        v = self.top[self.depth]
        self.play, self.current = self.depth, self.depth + 1
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

    def take_out(self, v):
        """Give a vertex of the region to the opponent."""
        self.region[v] = NOWHERE
        self.trail[self.trail_count] = v
        self.trail_count += 1

    def sort(self, count):
        """Sort the first vertices of the trail by falling priority: Shell's method."""
        gap = 1
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
