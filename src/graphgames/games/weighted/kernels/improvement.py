"""Strategy improvement for mean payoff games, over integers: the values of a pair of strategies, and better moves.

Under a pair of strategies each play runs into one cycle. The value of a vertex is the average of its cycle, p / q in
lowest terms, and its bias is the sum of ``q * weight - p`` on the way to a vertex of the cycle whose bias is known.
Arrays of Python's integers serve as well, where this file runs uncompiled.

Hoffman, Karp (1966); Cochet-Terrasson, Gaubert, Gunawardena, *A constructive fixed point theorem for min-max functions*
(1999): where the average of a cycle stays the same, so does the bias of one of its vertices.
"""

import cython
import numpy as np

from graphgames.core.compiled import poll


def divisor(a, b):
    """Return the greatest common divisor of a number and a positive one."""
    c: cython.longlong
    if a < 0:
        a = -a
    while b != 0:
        c = a % b
        a = b
        b = c
    return a


if cython.compiled:
    SETTLED = cython.declare(cython.uchar, 3)
else:
    SETTLED = 3


class Strategies:
    """A pair of strategies: ``choice[v]`` is an edge, ``p[v] / q[v]`` the value of v, ``bias[v]`` its bias.

    Components are solved one after the other, those that edges lead to first. ``order`` holds the vertices of the
    component that is looked at from ``first`` to ``last``. ``mark`` is 1 on the way from a vertex, 2 where value and
    bias are known for the pair of strategies, and `SETTLED` in components that are done.
    """

    def __init__(self, forward, owner, weight, choice, p, q, bias):
        self.indptr, self.successors = forward
        self.owner, self.weight, self.choice = owner, weight, choice
        self.p, self.q, self.bias, self.after = p, q, bias, np.zeros_like(bias)
        self.mark, self.stack = np.zeros(owner.shape[0], np.uint8), np.empty(owner.shape[0], np.int32)

    def run(
        self,
        order: cython.const[cython.int][::1],
        starts: cython.const[cython.longlong][::1],
        steps: cython.longlong,
        patience: cython.longlong,
    ) -> cython.longlong:
        """Improve the strategies in one component after the other until none is better, O(n + m) for a pair.

        They begin with the best edges for a play of ``4 * sqrt(n)`` steps in a component of n vertices, at most
        ``steps``. After so many changes of player 0's strategy as ``patience`` says, or of player 1's against one of
        hers, a component is left as it is. Return how many pairs of strategies were looked at.
        """
        count: cython.longlong
        most: cython.longlong = steps
        pairs: cython.longlong = 0
        limit: cython.longlong = patience
        self.order = order
        for k in range(starts.shape[0] - 1):
            if k & 0xFFFF == 0:
                poll()
            with cython.nogil:
                self.first, self.last = starts[k], starts[k + 1]
                count = 0
                while count < most and count * count < 16 * (self.last - self.first):
                    count += 1
                self.iterate(count)
                mine = limit
                while mine > 0:
                    left = limit
                    while left > 0:
                        if self.last - self.first > 0xFFFF:
                            with cython.gil:
                                poll()
                        pairs += 1
                        self.evaluate()
                        left = left - 1 if self.improve(1) else 0
                    mine = mine - 1 if self.improve(0) else 0
                for i in range(self.first, self.last):
                    self.mark[self.order[i]] = SETTLED
        return pairs

    def iterate(self, steps):
        """Choose the edges that are best for a play of so many steps; the biases begin and end as zeros."""
        for k in range(steps):
            for i in range(self.first, self.last):
                v = self.order[i]
                self.choice[v] = self.best(v, k)
                self.after[v] = self.weight[self.choice[v]] + self.ahead(self.successors[self.choice[v]], k)
            for i in range(self.first, self.last):
                self.bias[self.order[i]] = self.after[self.order[i]]
        for i in range(self.first, self.last):
            self.bias[self.order[i]] = 0

    def ahead(self, w, steps):
        """Return about what a play of so many steps from w is worth."""
        if self.mark[w] == SETTLED:
            return (steps * self.p[w] + self.bias[w]) // self.q[w]
        return self.bias[w]

    def best(self, v, steps):
        """Return the edge out of v with the best weight and play of so many steps behind it."""
        found: cython.longlong = self.indptr[v]
        most: cython.longlong = self.weight[found] + self.ahead(self.successors[found], steps)
        for e in range(found + 1, self.indptr[v + 1]):
            new = self.weight[e] + self.ahead(self.successors[e], steps)
            if new != most and (new > most) == (self.owner[v] == 0):
                most = new
                found = e
        return found

    def evaluate(self):
        """Compute values and biases of the pair of strategies, O(n)."""
        for i in range(self.first, self.last):
            self.mark[self.order[i]] = 0
        for i in range(self.first, self.last):
            if self.mark[self.order[i]] == 0:
                self.follow(self.order[i])

    def follow(self, v):
        """Follow the strategies from v to what is known or to a new cycle, and compute what is on the way."""
        size: cython.Py_ssize_t = 0
        while self.mark[v] == 0:
            self.mark[v] = 1
            self.stack[size] = v
            size += 1
            v = self.successors[self.choice[v]]
        if self.mark[v] == 1:
            self.close(v)
        while size > 0:
            size -= 1
            v = self.stack[size]
            if self.mark[v] == 2:
                continue
            e = self.choice[v]
            w = self.successors[e]
            self.p[v] = self.p[w]
            self.q[v] = self.q[w]
            self.bias[v] = self.bias[w] + self.q[w] * self.weight[e] - self.p[w]
            self.mark[v] = 2

    def close(self, root):
        """Compute the average of the cycle through a vertex, and set the bias there."""
        total: cython.longlong = self.weight[self.choice[root]]
        length: cython.longlong = 1
        v: cython.Py_ssize_t = self.successors[self.choice[root]]
        while v != root:
            total += self.weight[self.choice[v]]
            length += 1
            v = self.successors[self.choice[v]]
        common = divisor(total, length)
        if total < 0:
            total = -((-total) // common)
        else:
            total = total // common
        length = length // common
        if self.p[root] != total or self.q[root] != length:
            self.p[root] = total
            self.q[root] = length
            self.bias[root] = 0
        self.mark[root] = 2

    def improve(self, player):
        """Change the moves of a player to better ones, by value if there are such, else by bias; whether there are."""
        better: cython.bint = False
        for i in range(self.first, self.last):
            v = self.order[i]
            if self.owner[v] == player and self.by_value(v, player):
                better = True
        if better:
            return True
        for i in range(self.first, self.last):
            v = self.order[i]
            if self.owner[v] == player and self.by_bias(v, player):
                better = True
        return better

    def by_value(self, v, player):
        """Move from v to the best value, if it is better than that of v, and the best bias there; whether it is."""
        best: cython.Py_ssize_t = self.successors[self.choice[v]]
        better: cython.bint = False
        for e in range(self.indptr[v], self.indptr[v + 1]):
            w = self.successors[e]
            left = self.p[w] * self.q[best]
            right = self.p[best] * self.q[w]
            if left == right:
                if not better:
                    continue
                left = self.q[w] * self.weight[e] + self.bias[w]
                right = self.q[w] * self.weight[self.choice[v]] + self.bias[best]
            if left != right and (left > right) == (player == 0):
                self.choice[v] = e
                best = w
                better = True
        return better

    def by_bias(self, v, player):
        """Move from v to the best bias among equal values, if it is better than that of v; whether it is."""
        best: cython.longlong = self.bias[v]
        better: cython.bint = False
        for e in range(self.indptr[v], self.indptr[v + 1]):
            w = self.successors[e]
            if self.p[w] != self.p[v] or self.q[w] != self.q[v]:
                continue
            new = self.q[v] * self.weight[e] - self.p[v] + self.bias[w]
            if new != best and (new > best) == (player == 0):
                best = new
                self.choice[v] = e
                better = True
        return better
