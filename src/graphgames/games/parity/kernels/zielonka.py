# compiled with -O1
"""Zielonka's algorithm for parity games, without recursion and with local resets.

The vertices are numbered by priority, so the highest ones in play are found by a pointer that falls. Each block of top
vertices that is attracted gets the next region number: "in the subgame of this level" is then one comparison, and
nothing is copied or scanned again. What a level has won keeps its reasons (a move for the winner's vertices, all moves
for the other's), and when a part of it is lost only what leaned on that part is put back into play.

McNaughton, *Infinite games played on finite graphs*, APAL 65 (1993); Zielonka, *Infinite games on finitely coloured
graphs*, TCS 200 (1998); reasons that outlive a reset: Lapauw, Bruynooghe, Denecker, *Improving parity game solvers with
justifications*, VMCAI 2020.
"""

import cython
import numpy as np

from graphgames.graphs.kernels import csr

# The state of a vertex: its region number, then three bits: its move is broken, its owner, its winner as of now.
BROKEN = cython.declare(cython.uint, 4)
OWNER = cython.declare(cython.uint, 2)
FREE = cython.declare(cython.uint, 0xFFFFFFF8)
AHEAD = cython.declare(cython.Py_ssize_t, 24)  # how many vertices ahead memory is asked for


class Zielonka(csr.Graph):
    """The solver's state; `run` goes on with it until everything is decided or a budget of work is spent.

    Inside, vertices are numbered so that priorities ascend: ``order[i]`` is vertex i of the game, ``number`` the
    inverse. The edges by their tails have the game's numbers, those by their heads the new ones. ``node`` holds for
    each vertex its state and how many of its edges lead to vertices in play, side by side because an edge wants both.

    Of each level that is open: ``base`` is its region number (what is in its subgame has this one or a higher one, and
    what is in play the highest of all), ``player`` the one whose parity its top vertices have, ``low`` the lowest of
    them, ``first_head`` where they begin in ``heads``, ``first_pending`` where in ``pending`` the vertices begin that
    it put back into play (-1 before its first return), ``lost`` how many vertices the opponent had won when it opened.
    """

    def __init__(
        self,
        forward,
        owner: cython.const[cython.uchar][::1],
        priority: cython.const[cython.int][::1],
        winner,
        moves,
        regions=(1 << 29) - 2,
    ):
        n = owner.shape[0]
        start: cython.longlong[::1] = np.zeros(np.max(priority) + 2 if n else 1, np.int64)
        fill: cython.longlong[::1] = np.zeros(n, np.int64)
        reverse_indptr: cython.longlong[::1] = np.empty(n + 1, np.int64)
        predecessors: cython.int[::1] = np.empty(forward[1].shape[0], np.int32)
        csr.Graph.__init__(self, forward, (reverse_indptr, predecessors))
        self.winner, self.moves = winner, moves
        self.order, self.number, self.parity = np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n, np.uint8)
        self.node, self.choice = np.empty(2 * n, np.uint32), np.zeros(n, np.int32)
        with cython.nogil:
            self.sort(priority, start)
            self.reverse(owner, reverse_indptr, predecessors, fill)
        self.heads, self.pending = np.empty(n, np.int32), np.empty(n, np.int32)
        self.queue, self.dropped = np.empty(n, np.int32), np.empty(n, np.int32)
        levels = 1 + int(np.count_nonzero(np.diff(self.parity)))
        self.base, self.player = np.empty(levels, np.uint32), np.empty(levels, np.uint8)
        self.low, self.first_head = np.empty(levels, np.int32), np.empty(levels, np.int32)
        self.first_pending, self.lost = np.empty(levels, np.int32), np.empty(levels, np.int32)
        if not cython.compiled:
            self.won = [0, 0]
        self.won[0] = 0
        self.won[1] = 0
        self.depth = self.head_count = self.pending_count = self.drop_count = 0
        self.free = n
        self.pointer = n - 1
        self.region, self.regions = 0, regions
        self.work = self.levels = self.returns = 0

    def sort(self, priority, start):
        """Sort the vertices by priority, stably; ``start``, zeros, has a place for each priority and one more."""
        n = priority.shape[0]
        for v in range(n):
            start[priority[v] + 1] += 1
        for v in range(start.shape[0] - 1):
            start[v + 1] += start[v]
        for v in range(n):
            i = start[priority[v]]
            start[priority[v]] = i + 1
            self.order[i] = v
            self.number[v] = i
            self.parity[i] = priority[v] & 1

    def reverse(self, owner, reverse_indptr, predecessors, fill):
        """Write the edges by their heads in the new numbers, and the nodes with everything in play; ``fill``: zeros."""
        n = owner.shape[0]
        m = predecessors.shape[0]
        sum = 0
        for e in range(m):
            fill[self.successors[e]] += 1
        for i in range(n):
            v = self.order[i]
            count = fill[v]
            fill[v] = sum
            reverse_indptr[i] = sum
            sum += count
            self.node[2 * i] = FREE | (cython.cast(cython.uint, owner[v]) << 1)
            self.node[2 * i + 1] = self.indptr[v + 1] - self.indptr[v]
        reverse_indptr[n] = sum
        for v in range(n):
            for e in range(self.indptr[v], self.indptr[v + 1]):
                if cython.compiled and e + 2 * AHEAD < m:
                    prefetch(cython.address(fill[self.successors[e + 2 * AHEAD]]))  # noqa: F821
                    prefetch(cython.address(predecessors[fill[self.successors[e + AHEAD]]]))  # noqa: F821
                predecessors[fill[self.successors[e]]] = self.number[v]
                fill[self.successors[e]] += 1

    def run(self, budget: cython.longlong) -> cython.bint:
        """Go on until all is decided (True) or about ``budget`` edges were looked at (False)."""
        limit = self.work + budget
        done: cython.bint = False
        with cython.nogil:
            while self.work < limit and not done:
                if self.free > 0:
                    self.open_level()
                elif self.depth > 0:
                    self.go_back()
                done = self.free == 0 and self.depth == 0
            if done:
                self.write_result()
        return done

    def counts(self) -> tuple[int, int, int]:
        """Return edges looked at, levels opened, and how many returns to a level had to repair it."""
        return self.work, self.levels, self.returns

    def open_level(self):
        """Attract the highest vertices in play, a whole block of one parity."""
        v = self.pointer
        k = self.depth
        left = self.free
        count = 0
        if self.region >= self.regions:
            self.renumber_regions()
        while self.node[2 * v] < FREE:
            v -= 1
        self.region += 1
        self.base[k] = self.region
        self.player[k] = self.parity[v]
        self.first_head[k] = self.head_count
        self.first_pending[k] = -1
        self.lost[k] = self.won[1 - self.player[k]]
        self.depth += 1
        self.levels += 1
        while count < left:
            if self.node[2 * v] >= FREE:
                if self.parity[v] != self.player[k]:
                    break
                self.low[k] = v
                self.heads[self.head_count] = v
                self.head_count += 1
                self.queue[count] = v
                count += 1
                self.assign(v, k)
            v -= 1
        self.work += self.pointer - v
        self.pointer = v
        self.attract(k, count)

    def assign(self, v, k):
        """Take a vertex out of play: as of now the player of level k wins it."""
        self.node[2 * v] = (self.base[k] << 3) | (self.node[2 * v] & OWNER) | self.player[k]
        self.won[self.player[k]] += 1
        self.free -= 1

    def attract(self, k, count):
        """Attract vertices in play to the ``count`` assigned ones in the queue, for the player of level k."""
        mine = cython.cast(cython.uint, self.player[k]) << 1
        head = 0
        while head < count:
            if cython.compiled and head + AHEAD < count:
                self.fetch(head)
            w = self.queue[head]
            head += 1
            self.work += self.reverse_indptr[w + 1] - self.reverse_indptr[w]
            for e in range(self.reverse_indptr[w], self.reverse_indptr[w + 1]):
                u = self.predecessors[e]
                s = self.node[2 * u]
                self.node[2 * u + 1] -= 1
                if s < FREE:
                    continue
                if s & OWNER == mine:
                    self.choice[u] = w
                elif self.node[2 * u + 1] > 0:
                    continue
                self.assign(u, k)
                self.queue[count] = u
                count += 1

    def fetch(self, head):
        """Ask for what `attract` will read some steps later: memory is far, and each address needs the one before."""
        w = self.queue[head + AHEAD]
        prefetch(cython.address(self.reverse_indptr[w]))  # noqa: F821 (from the .pxd beside this file)
        w = self.queue[head + 2 * AHEAD // 3]
        if self.reverse_indptr[w] < self.reverse_indptr[w + 1]:
            prefetch(cython.address(self.predecessors[self.reverse_indptr[w]]))  # noqa: F821
        w = self.queue[head + AHEAD // 3]
        for e in range(self.reverse_indptr[w], self.reverse_indptr[w + 1]):
            prefetch(cython.address(self.node[2 * self.predecessors[e]]))  # noqa: F821

    def go_back(self):
        """Come back to the innermost level: close it if nothing of it is lost, else put back what leaned on that."""
        k = self.depth - 1
        if self.first_pending[k] < 0:
            self.work += self.head_count - self.first_head[k]
            lost = self.lost_heads(k)
            self.first_pending[k] = self.pending_count
        else:
            self.work += self.pending_count - self.first_pending[k]
            lost = self.lost_pending(k)
            self.pending_count = self.first_pending[k]
        if lost == 0:
            self.head_count = self.first_head[k]
            self.depth = k
            return
        self.returns += 1
        self.drop_count = 0
        self.attract_lost(k, lost)
        self.drop(k)
        self.work += 2 * self.drop_count  # looked at once more, and once more
        self.attract(k, self.reattract(k))
        self.requeue(k)

    def finds(self, u, k, winner):
        """Find a move from u to what a player has won in the subgame of level k; it becomes the choice."""
        least = self.base[k] << 3
        v = self.order[u]
        self.work += 1
        for e in range(self.indptr[v], self.indptr[v + 1]):
            w = self.number[self.successors[e]]
            s = self.node[2 * w]
            if least <= s < FREE and s & 1 == winner:
                self.choice[u] = w
                return True
        return False

    def lost_heads(self, k):
        """Queue the top vertices of level k that the opponent can lead to his part; the player's others get a move."""
        player = self.player[k]
        lost = 0
        for i in range(self.first_head[k], self.head_count):
            v = self.heads[i]
            if self.node[2 * v] & 1 != player:
                continue  # lost before
            if (self.node[2 * v] & OWNER) >> 1 == player:
                if self.finds(v, k, player):
                    continue
            elif self.won[1 - player] == self.lost[k] or not self.finds(v, k, 1 - player):
                continue
            lost = self.flip(v, lost)
        return lost

    def lost_pending(self, k):
        """Queue what the opponent won of the vertices that level k had put back into play."""
        lost = 0
        for i in range(self.first_pending[k], self.pending_count):
            if self.node[2 * self.pending[i]] & 1 != self.player[k]:
                self.queue[lost] = self.pending[i]
                lost += 1
        return lost

    def flip(self, v, count):
        """Return a vertex to the other player and put it into the queue; return the queue's new length."""
        self.won[self.node[2 * v] & 1] -= 1
        self.node[2 * v] ^= 1
        self.won[self.node[2 * v] & 1] += 1
        self.queue[count] = v
        return count + 1

    def attract_lost(self, k, count):
        """Attract to the lost vertices in the queue, for the opponent; note whose move had to be replaced."""
        player = self.player[k]
        least = self.base[k] << 3
        head = 0
        while head < count:
            w = self.queue[head]
            head += 1
            self.work += self.reverse_indptr[w + 1] - self.reverse_indptr[w]
            for e in range(self.reverse_indptr[w], self.reverse_indptr[w + 1]):
                u = self.predecessors[e]
                s = self.node[2 * u]
                if s < least or s & 1 != player:
                    continue
                if (s & OWNER) >> 1 != player:
                    self.choice[u] = w
                elif self.choice[u] != w:
                    continue
                elif self.finds(u, k, player):
                    if u < self.low[k] and not s & BROKEN:
                        self.node[2 * u] |= BROKEN
                        self.dropped[self.drop_count] = u
                        self.drop_count += 1
                    continue
                count = self.flip(u, count)

    def release(self, v, count):
        """Put a vertex back into play and write it down as dropped; return how many there are."""
        self.won[self.node[2 * v] & 1] -= 1
        self.node[2 * v] = FREE | (self.node[2 * v] & OWNER)
        self.free += 1
        self.dropped[count] = v
        return count + 1

    def drop(self, k):
        """Put back into play what leaned on a broken move, except the top vertices, which need no reason."""
        player = self.player[k]
        least = self.base[k] << 3
        count = 0
        for i in range(self.drop_count):
            u = self.dropped[i]
            self.node[2 * u] ^= BROKEN
            if self.node[2 * u] & 1 == player:
                count = self.release(u, count)
        i = 0
        while i < count:
            x = self.dropped[i]
            i += 1
            self.work += self.reverse_indptr[x + 1] - self.reverse_indptr[x]
            for e in range(self.reverse_indptr[x], self.reverse_indptr[x + 1]):
                u = self.predecessors[e]
                s = self.node[2 * u]
                self.node[2 * u + 1] += 1
                if s < least or s >= FREE or s & 1 != player or u >= self.low[k]:
                    continue
                if (s & OWNER) >> 1 != player or self.choice[u] == x:
                    count = self.release(u, count)
        self.drop_count = count

    def reattract(self, k):
        """Assign the dropped vertices that have a move to (or, the opponent's, only moves to) what the level holds."""
        player = self.player[k]
        count = 0
        for i in range(self.drop_count):
            v = self.dropped[i]
            if (self.node[2 * v] & OWNER) >> 1 == player:
                if not self.finds(v, k, player):
                    continue
            elif self.node[2 * v + 1] > 0:
                continue
            self.assign(v, k)
            self.queue[count] = v
            count += 1
        return count

    def requeue(self, k):
        """Write down what is in play again, and let the pointer stand on the highest of it."""
        self.pointer = -1
        if self.free > self.pending.shape[0] - self.pending_count:
            self.first_pending[k] = -1  # no room: the top vertices will be looked at instead
        for i in range(self.drop_count):
            v = self.dropped[i]
            if self.node[2 * v] >= FREE:
                if v > self.pointer:
                    self.pointer = v
                if self.first_pending[k] >= 0:
                    self.pending[self.pending_count] = v
                    self.pending_count += 1

    def renumber_regions(self):
        """Make region numbers small again: only where they stand among the open levels matters."""
        for v in range(self.parity.shape[0]):
            if self.node[2 * v] >= FREE:
                continue
            low = 0
            high = self.depth
            while low < high:
                middle = (low + high) >> 1
                if self.base[middle] <= self.node[2 * v] >> 3:
                    low = middle + 1
                else:
                    high = middle
            self.node[2 * v] = (low << 3) | (self.node[2 * v] & 7)
        for v in range(self.depth):
            self.base[v] = v + 1
        self.region = self.depth

    def write_result(self):
        """Write winners and moves with the game's numbers; a move only where its owner wins, else -1."""
        for i in range(self.parity.shape[0]):
            v = self.order[i]
            s = self.node[2 * i]
            self.winner[v] = s & 1
            self.moves[v] = self.order[self.choice[i]] if (s & OWNER) >> 1 == s & 1 else -1
