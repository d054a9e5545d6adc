# compiled with -O1
"""Büchi games by repeated removal of traps, rebuilding after each removal only what it touched.

The player wants to visit accepting vertices infinitely often. What cannot be attracted to accepting vertices is a trap;
the opponent wins it and what he attracts to it, and that is removed. Each vertex of the player's attractor keeps the
one reason why it is there: a move of the player, or all moves of the opponent. A removal takes reasons away. Then a
vertex of the player looks for another successor whose own reasons lead to accepting vertices without coming back to it,
following them for a few steps; if there is none it leaves the attractor, with all vertices whose reason it was, and
those that left are attracted again.

McNaughton, *Infinite games played on finite graphs*, Ann. Pure Appl. Logic 65 (1993); incremental removal after
Chatterjee, Jurdziński, Henzinger, *Simple stochastic parity games*, CSL 2003; reasons as in Lapauw, Bruynooghe,
Denecker, *Improving parity game solvers with justifications*, VMCAI 2020.
"""

import cython
import numpy as np

from graphgames.core.compiled import poll
from graphgames.games.buchi.kernels import game

ACCEPTING = cython.declare(cython.uchar, 1)
MINE = cython.declare(cython.uchar, 2)  # the player moves here
IN = cython.declare(cython.uchar, 4)  # in the player's attractor to accepting vertices
OUT = cython.declare(cython.uchar, 8)  # won by the opponent and removed
STEPS = cython.declare(cython.Py_ssize_t, 256)  # how far a new reason is followed, to begin with


class Traps(game.BuchiGame):
    """The solver's state.

    ``left`` counts, for each vertex of the opponent, the moves that lead outside the attractor, and for each of the
    player, those that are not removed. ``removed`` lists the removed vertices, ``lost`` the vertices whose reason went,
    ``detached`` those that left the attractor. Vertex v was last repaired in round ``repaired[v]``; a new reason is
    followed for ``far`` steps at most.
    """

    def solve(
        self, budget: cython.longlong, winner: cython.uchar[::1], moves: cython.int[::1]
    ) -> tuple[int, int, bool]:
        """Write the winners and both strategies; the player's moves from accepting vertices are left open, -1.

        Returns the number of rounds, of edges looked at, and whether the work was done; it stops undone, with nothing
        to be read in the arrays, when more than ``budget`` edges were looked at (0: no limit).
        """
        n = self.owner.shape[0]
        due = 0
        count = n
        start = 0
        done = True
        self.moves = moves
        self.flags, self.left = np.empty(n, np.uint8), np.empty(n, np.int32)
        self.queue, self.removed, self.lost = np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n, np.int32)
        self.detached, self.repaired = np.arange(n, dtype=np.int32), np.zeros(n, np.int32)
        self.walk, self.far = np.empty(n + STEPS, np.int32), STEPS
        self.rounds, self.looked = 0, 0
        with cython.nogil:
            tail = self.prepare()
            while True:
                self.attract(tail)
                end = self.trap(count, start)
                if end == start:
                    break
                self.rounds += 1
                if 0 < budget < self.looked:
                    done = False
                    break
                end, losses = self.remove(start, end)
                start = end
                count = self.retract(losses)
                if count > self.far:  # so many had to leave: it pays to follow further, the next time
                    self.far *= 2
                tail = self.reattract(count)
                if self.looked > due:
                    due = self.looked + 0x400000
                    with cython.gil:
                        poll()
            if done:
                self.write(winner)
        return self.rounds, self.looked, done

    def prepare(self):
        """Set flags and out-degrees and put the accepting vertices in the queue; return how many there are."""
        indptr = self.indptr
        owner = self.owner
        accepting = self.accepting
        flags = self.flags
        left = self.left
        moves = self.moves
        queue = self.queue
        tail = 0
        for v in range(owner.shape[0]):
            left[v] = indptr[v + 1] - indptr[v]
            moves[v] = -1
            bits = MINE if owner[v] == self.player else 0
            if accepting[v]:
                bits = bits | ACCEPTING | IN
                queue[tail] = v
                tail += 1
            flags[v] = bits
        return tail

    def attract(self, tail):
        """Attract to the vertices in the queue, for the player; ``tail`` is its length."""
        reverse_indptr = self.reverse_indptr
        predecessors = self.predecessors
        flags = self.flags
        left = self.left
        moves = self.moves
        queue = self.queue
        head = 0
        while head < tail:
            v = queue[head]
            head += 1
            self.looked += reverse_indptr[v + 1] - reverse_indptr[v]
            for e in range(reverse_indptr[v], reverse_indptr[v + 1]):
                p = predecessors[e]
                bits = flags[p]
                if bits & (IN | OUT):
                    continue
                if bits & MINE:
                    moves[p] = v
                else:
                    left[p] -= 1
                    if left[p] > 0:
                        continue
                flags[p] = bits | IN
                queue[tail] = p
                tail += 1
            if head & 0xFFFFF == 0:
                with cython.gil:
                    poll()
        return 0

    def trap(self, count, end):
        """Append to ``removed`` the first ``count`` of ``detached`` that are outside the attractor; return its new end.

        The opponent gets moves that stay among them.
        """
        for i in range(count):
            v = self.detached[i]
            if self.flags[v] & (IN | OUT):
                continue
            self.flags[v] |= OUT
            self.removed[end] = v
            end += 1
            if self.flags[v] & MINE:
                continue
            for e in range(self.indptr[v], self.indptr[v + 1]):
                if not self.flags[self.successors[e]] & IN:
                    self.moves[v] = self.successors[e]
                    break
        return end

    def remove(self, head, tail):
        """Attract to ``removed[head:tail]``, which grows, for the opponent, and note in ``lost`` whose reason went.

        Returns the new end of ``removed``, and how many are in ``lost``.
        """
        losses = 0
        while head < tail:
            v = self.removed[head]
            head += 1
            self.looked += self.reverse_indptr[v + 1] - self.reverse_indptr[v]
            for e in range(self.reverse_indptr[v], self.reverse_indptr[v + 1]):
                p = self.predecessors[e]
                bits = self.flags[p]
                if bits & OUT:
                    continue
                if bits & MINE:
                    self.left[p] -= 1
                    if self.left[p] > 0:
                        if self.moves[p] == v:
                            self.moves[p] = -1
                            self.lost[losses] = p
                            losses += 1
                        continue
                else:
                    self.moves[p] = v
                self.flags[p] = bits | OUT
                self.removed[tail] = p
                tail += 1
        return tail, losses

    def follow(self, v, w, steps):
        """Follow the reasons of w to accepting vertices, without v, in at most so many steps.

        Returns how many steps are left; -1 minus that if the reasons come to v, to a lost one, or are too many.
        """
        depth = 1
        self.walk[0] = w
        while depth:
            depth -= 1
            w = self.walk[depth]
            if steps == 0 or w == v or self.flags[w] & (IN | OUT) != IN:
                return -1 - steps
            steps -= 1
            if self.flags[w] & ACCEPTING:
                continue
            if self.flags[w] & MINE:
                if self.moves[w] < 0:
                    return -1 - steps
                self.walk[depth] = self.moves[w]
                depth += 1
                continue
            if depth + self.indptr[w + 1] - self.indptr[w] > steps:
                return -1 - steps
            for e in range(self.indptr[w], self.indptr[w + 1]):
                self.walk[depth] = self.successors[e]
                depth += 1
        return steps

    def repair(self, v, allowed):
        """Look for a new reason of v, which becomes its move, in about so many steps; return how many were made."""
        begun = min(self.far, allowed)
        steps = begun
        self.repaired[v] = self.rounds
        for e in range(self.indptr[v], self.indptr[v + 1]):
            steps = self.follow(v, self.successors[e], steps)
            if steps >= 0:
                self.moves[v] = self.successors[e]
                break
            steps = -1 - steps
        self.looked += begun - steps
        return begun - steps

    def retract(self, losses):
        """Repair the lost reasons, or take their vertices and those that rest on them out of the attractor.

        ``lost`` is a stack; a vertex is repaired at most once in a round, and the steps of a round are limited. Returns
        how many vertices are in ``detached``.
        """
        allowed = 4 * self.far + 8 * losses
        count = 0
        while losses:
            losses -= 1
            v = self.lost[losses]
            if self.flags[v] & OUT:
                continue
            if self.flags[v] & MINE:
                if self.repaired[v] != self.rounds:
                    allowed -= self.repair(v, allowed)
                if self.moves[v] >= 0:
                    continue
                self.flags[v] = self.flags[v] ^ IN
            self.detached[count] = v
            count += 1
            self.looked += self.reverse_indptr[v + 1] - self.reverse_indptr[v]
            for e in range(self.reverse_indptr[v], self.reverse_indptr[v + 1]):
                p = self.predecessors[e]
                bits = self.flags[p]
                if bits & (IN | OUT | ACCEPTING) != IN:
                    continue
                if bits & MINE:
                    if self.moves[p] != v:
                        continue
                    self.moves[p] = -1
                else:
                    self.flags[p] = bits ^ IN  # at once, so that it comes into the stack only once
                self.lost[losses] = p
                losses += 1
        return count

    def reattract(self, count):
        """Count afresh for the opponent's detached vertices, and queue the player's that still see the attractor.

        Returns the length of the queue.
        """
        tail = 0
        for i in range(count):
            v = self.detached[i]
            self.looked += self.indptr[v + 1] - self.indptr[v]
            if self.flags[v] & MINE:
                continue
            self.left[v] = 0
            for e in range(self.indptr[v], self.indptr[v + 1]):
                if not self.flags[self.successors[e]] & IN:
                    self.left[v] += 1
        for i in range(count):
            v = self.detached[i]
            if not self.flags[v] & MINE:
                continue
            for e in range(self.indptr[v], self.indptr[v + 1]):
                w = self.successors[e]
                if self.flags[w] & (IN | OUT) == IN:
                    self.moves[v] = w
                    self.flags[v] |= IN
                    self.queue[tail] = v
                    tail += 1
                    break
        return tail

    def write(self, winner):
        """Write the winners, and keep each move only where its player wins."""
        flags = self.flags
        moves = self.moves
        for v in range(flags.shape[0]):
            bits = flags[v]
            winner[v] = 1 - self.player if bits & OUT else self.player
            if (bits & OUT != 0) == (bits & MINE != 0):
                moves[v] = -1
