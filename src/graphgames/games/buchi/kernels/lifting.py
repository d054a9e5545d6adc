"""Büchi games by lifting the labelling beta: how many accepting vertices the player can still force.

beta rises from 0 until at each vertex it is the largest (where the player moves) or the least (where the opponent
moves) among the successors, plus one at an accepting vertex. What rises above k, the number of accepting vertices, is
infinite, and the player wins there. Each vertex rises at most k + 1 times, and its edges are looked at once each time:
O(k m). When the last vertex leaves a value, all above it is infinite at once: the player can stay above the gap, where
accepting vertices must come again and again (a label that rose had a reason that rose before).

From the document of the *Green Game*, Polish Olympiad in Informatics VIII; Jurdziński, *Small progress
measures for solving parity games*, STACS 2000.
"""

import cython
import numpy as np

from graphgames.core.compiled import poll
from graphgames.games.buchi.kernels import game


class Lifting(game.BuchiGame):
    """The solver's state.

    ``settled`` is what the predecessors know of ``beta``; ``tight`` counts how many successors hold a vertex of the
    opponent at its value. The ``waiting`` vertices stand in ``queue``, a ring, up to ``tail``. The vertices of each
    value are doubly linked lists: ``first``, ``following``, ``preceding``. ``top`` stands for infinity.
    """

    def lift(self, beta: cython.int[::1]) -> tuple[int, int, int]:
        """Write the least beta, k + 1 for infinity; return k, how often a vertex was lifted, and edges looked at."""
        n = self.owner.shape[0]
        head = 0
        lifts = 0
        looked = 0
        self.beta = beta
        self.settled, self.tight = np.zeros(n, np.int32), np.empty(n, np.int32)
        self.waiting, self.queue = np.zeros(n, np.uint8), np.empty(n + 1, np.int32)
        self.first, self.highest = np.full(n + 2, -1, np.int32), 1
        self.following, self.preceding = np.arange(1, n + 1, dtype=np.int32), np.arange(-1, n - 1, dtype=np.int32)
        with cython.nogil:
            self.begin()
            while head != self.tail:
                v = self.queue[head]
                head = head + 1 if head < n else 0
                self.waiting[v] = 0
                before = self.settled[v]
                self.settled[v] = self.beta[v]
                lifts += 1
                looked += self.reverse_indptr[v + 1] - self.reverse_indptr[v]
                for e in range(self.reverse_indptr[v], self.reverse_indptr[v + 1]):
                    p = self.predecessors[e]
                    if self.beta[p] == self.top:
                        continue
                    if self.owner[p] == self.player:
                        value = self.settled[v]
                    else:
                        if before != self.beta[p] - (1 if self.accepting[p] else 0):
                            continue
                        self.tight[p] -= 1
                        if self.tight[p] > 0:
                            continue
                        value = self.least(p)
                        looked += self.indptr[p + 1] - self.indptr[p]
                    if self.accepting[p] and value < self.top:
                        value += 1
                    if value > self.beta[p]:
                        self.raise_to(p, value)
                if lifts & 0xFFFFF == 0:
                    with cython.gil:
                        poll()
        return self.top - 1, lifts, looked

    def begin(self):
        """Set beta to 1 at accepting vertices, which are queued, and to 0 elsewhere."""
        n = self.owner.shape[0]
        self.tail = 0
        for v in range(n):
            self.tight[v] = self.indptr[v + 1] - self.indptr[v]
            self.beta[v] = 0
            if self.accepting[v]:
                self.beta[v] = 1
                self.waiting[v] = 1
                self.queue[self.tail] = v
                self.tail += 1
        self.top = self.tail + 1
        if n:
            self.first[0] = 0
            self.following[n - 1] = -1
        for v in range(self.tail):
            self.move(self.queue[v], 0, 1)
        if self.tail == n:  # the gap at 0
            for v in range(n):
                self.beta[v] = self.top
            self.tail = 0

    def raise_to(self, p, value):
        """Raise beta of p and queue it; if it was the last of its value, all above the gap becomes infinite."""
        old = self.beta[p]
        self.beta[p] = value
        self.move(p, old, value)
        self.enqueue(p)
        if value < self.top and value > self.highest:
            self.highest = value
        if self.first[old] < 0:
            self.lift_above(old)
            self.highest = old

    def enqueue(self, p):
        """Put a vertex in the queue, if it is not there."""
        if not self.waiting[p]:
            self.waiting[p] = 1
            self.queue[self.tail] = p
            self.tail = self.tail + 1 if self.tail < self.queue.shape[0] - 1 else 0

    def move(self, v, old, new):
        """Take v out of the list of its old value and put it into that of its new one; there is none for infinity."""
        if self.preceding[v] >= 0:
            self.following[self.preceding[v]] = self.following[v]
        else:
            self.first[old] = self.following[v]
        if self.following[v] >= 0:
            self.preceding[self.following[v]] = self.preceding[v]
        if new == self.top:
            return
        self.preceding[v] = -1
        self.following[v] = self.first[new]
        if self.first[new] >= 0:
            self.preceding[self.first[new]] = v
        self.first[new] = v

    def least(self, v):
        """Return the least settled value among the successors of v, and count in ``tight`` those that have it."""
        least = self.settled[self.successors[self.indptr[v]]]
        count = 0
        for e in range(self.indptr[v], self.indptr[v + 1]):
            value = self.settled[self.successors[e]]
            if value < least:
                least = value
                count = 0
            if value == least:
                count += 1
        self.tight[v] = count
        return least

    def lift_above(self, gap):
        """Make every value above the gap infinite and queue the vertices that had it."""
        for value in range(gap + 1, self.highest + 1):
            p = self.first[value]
            while p >= 0:
                self.beta[p] = self.top
                self.enqueue(p)
                p = self.following[p]
            self.first[value] = -1


def descend(
    graph: game.BuchiGame,
    winner: cython.const[cython.uchar][::1],
    beta: cython.const[cython.int][::1],
    moves: cython.int[::1],
) -> None:
    """Write a move to the least beta wherever the opponent moves and wins."""
    opponent = 1 - graph.player
    with cython.nogil:
        for v in range(graph.owner.shape[0]):
            if graph.owner[v] != opponent or winner[v] != opponent:
                continue
            moves[v] = graph.successors[graph.indptr[v]]
            for e in range(graph.indptr[v], graph.indptr[v + 1]):
                if beta[graph.successors[e]] < beta[moves[v]]:
                    moves[v] = graph.successors[e]
