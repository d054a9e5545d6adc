"""Büchi games in O(n^2) by hierarchical graph decomposition: small traps are found in thin subgraphs.

Chatterjee & Henzinger, *Efficient and dynamic algorithms for alternating Büchi games and maximal end-component
decomposition*, J. ACM 61(3), 2014. The player wants to visit accepting vertices infinitely often. The subgraph of width
w holds all edges out of his vertices of out-degree at most w (his others may leave, and count as lost for the search),
and of the edges from the opponent's vertices that are not accepting the first w into each vertex. A trap of the
subgraph without accepting vertices is one of the game, and a trap that appears at width 2w but not at w has more than w
vertices: then every vertex of it with more than w such predecessors would have brought them along. A search costs
O(n w), so that each vertex removed costs O(n).
"""

import cython
import numpy as np

from graphgames.core.compiled import poll
from graphgames.games.buchi.kernels import game

NEVER = cython.declare(cython.uchar, 0)  # accepting, or of the player and too wide
MAYBE = cython.declare(cython.uchar, 1)  # not yet excluded from the trap
EXCLUDED = cython.declare(cython.uchar, 2)


class Hierarchy(game.BuchiGame):
    """The solver's state.

    ``alive`` lists the ``living`` vertices that are not ``dead``; ``degree`` counts the living moves of each. From
    ``indptr[v]`` on ``heads`` has ``exits[v]`` successors of v, from ``reverse_indptr[v]`` on ``tails`` has
    ``entries[v]`` predecessors that are the opponent's and not accepting, dead ones among them. For one search ``mark``
    says what may be in the trap, ``hits`` counts the opponent's moves into that, and the player's moves into v are the
    links ``first[v]``, ``following[first[v]]``, ..., which come from ``origin``.
    """

    def solve(self, winner: cython.uchar[::1], moves: cython.int[::1]) -> tuple[int, int, int, int]:
        """Write the winners and the opponent's strategy.

        Returns the number of traps removed, of searches, the widest search, and the number of edges looked at.
        """
        n = self.owner.shape[0]
        m = self.successors.shape[0]
        width = 1
        widest = 0
        rounds = 0
        searches = 0
        self.moves = moves
        self.dead, self.mark = np.zeros(n, np.uint8), np.empty(n, np.uint8)
        self.alive, self.living = np.arange(n, dtype=np.int32), n
        self.degree, self.exits = [np.diff(self.indptr).astype(np.int32) for _ in range(2)]
        self.heads, self.entries = np.array(self.successors, np.int32), np.empty(n, np.int32)
        self.tails, self.hits, self.queue = np.empty(m, np.int32), np.empty(n, np.int32), np.empty(n, np.int32)
        self.first, self.following = np.empty(n, np.int64), np.empty(m, np.int64)
        self.origin, self.looked = np.empty(m, np.int32), 0
        with cython.nogil:
            self.list_entries()
            while self.living:
                searches += 1
                widest = max(widest, width)
                whole = self.thin(width)
                with cython.gil:
                    poll()
                if self.exclude(width):
                    rounds += 1
                    self.remove(width)
                    width = 1
                elif whole:
                    break
                else:
                    width *= 2
            for i in range(n):
                winner[i] = 1 - self.player if self.dead[i] else self.player
        return rounds, searches, widest, self.looked

    def list_entries(self):
        """Write in ``tails`` each vertex's predecessors that are the opponent's and not accepting."""
        for v in range(self.owner.shape[0]):
            self.entries[v] = 0
            for e in range(self.reverse_indptr[v], self.reverse_indptr[v + 1]):
                p = self.predecessors[e]
                if self.owner[p] != self.player and not self.accepting[p]:
                    self.tails[self.reverse_indptr[v] + self.entries[v]] = p
                    self.entries[v] += 1

    def thin(self, width):
        """Build the subgraph of a width; return whether it is the whole game."""
        whole = True
        for i in range(self.living):
            v = self.alive[i]
            self.hits[v] = 0
            self.first[v] = -1
            self.mark[v] = NEVER if self.accepting[v] else MAYBE
            if self.mark[v] and self.owner[v] == self.player and self.degree[v] > width:
                self.mark[v] = NEVER
                whole = False
        self.links = 0
        for i in range(self.living):
            v = self.alive[i]
            if self.mark[v] == MAYBE:
                if self.owner[v] == self.player:
                    self.link_exits(v)
                self.looked += self.count_entries(v, width)
                if self.entries[v] > width:
                    whole = False
        self.looked += self.links
        return whole

    def count_entries(self, v, width):
        """Count the first ``width`` living entries of v for their tails, dropping dead ones; return how many."""
        start = self.reverse_indptr[v]
        i = 0
        while i < width and i < self.entries[v]:
            p = self.tails[start + i]
            if self.dead[p]:
                self.entries[v] -= 1
                self.tails[start + i] = self.tails[start + self.entries[v]]
            else:
                self.hits[p] += 1
                i += 1
        return i

    def link_exits(self, v):
        """Link the living edges out of v into the lists of their heads, dropping dead ones."""
        start = self.indptr[v]
        i = 0
        while i < self.exits[v]:
            w = self.heads[start + i]
            if self.dead[w]:
                self.exits[v] -= 1
                self.heads[start + i] = self.heads[start + self.exits[v]]
                continue
            self.origin[self.links] = v
            self.following[self.links] = self.first[w]
            self.first[w] = self.links
            self.links += 1
            i += 1

    def exclude(self, width):
        """Exclude what is no trap of the subgraph, backwards; return how many vertices are left."""
        head = 0
        tail = 0
        for i in range(self.living):
            v = self.alive[i]
            if self.mark[v] == MAYBE and self.owner[v] != self.player and self.hits[v] == 0:
                self.mark[v] = EXCLUDED
            if self.mark[v] != MAYBE:
                self.queue[tail] = v
                tail += 1
        while head < tail:
            v = self.queue[head]
            head += 1
            e = self.first[v]
            while e >= 0:  # the player may go to v
                p = self.origin[e]
                e = self.following[e]
                if self.mark[p] == MAYBE:
                    self.mark[p] = EXCLUDED
                    self.queue[tail] = p
                    tail += 1
            if self.mark[v] == NEVER:
                continue
            for e in range(self.reverse_indptr[v], self.reverse_indptr[v] + min(width, self.entries[v])):
                p = self.tails[e]  # the opponent counted on v
                self.hits[p] -= 1
                if self.hits[p] == 0 and self.mark[p] == MAYBE:
                    self.mark[p] = EXCLUDED
                    self.queue[tail] = p
                    tail += 1
        return self.living - tail

    def remove(self, width):
        """Remove the trap, with the opponent's moves in it, and what he attracts to it."""
        head = 0
        tail = 0
        for i in range(self.living):
            v = self.alive[i]
            if self.mark[v] != MAYBE:
                continue
            self.dead[v] = 1
            self.queue[tail] = v
            tail += 1
            for e in range(self.reverse_indptr[v], self.reverse_indptr[v] + min(width, self.entries[v])):
                p = self.tails[e]
                if self.mark[p] == MAYBE:
                    self.moves[p] = v
        while head < tail:
            v = self.queue[head]
            head += 1
            self.looked += self.reverse_indptr[v + 1] - self.reverse_indptr[v]
            for e in range(self.reverse_indptr[v], self.reverse_indptr[v + 1]):
                p = self.predecessors[e]
                if self.dead[p]:
                    continue
                if self.owner[p] == self.player:
                    self.degree[p] -= 1
                    if self.degree[p]:
                        continue
                else:
                    self.moves[p] = v
                self.dead[p] = 1
                self.queue[tail] = p
                tail += 1
        tail = 0
        for i in range(self.living):
            if not self.dead[self.alive[i]]:
                self.alive[tail] = self.alive[i]
                tail += 1
        self.living = tail
