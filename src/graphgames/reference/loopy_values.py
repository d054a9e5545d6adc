"""``loopy-values``: nimbers on any graph, where a value may be infinite (Fraenkel & Yesha 1986).

*A vertex of the finite value k is worth a nim heap of k.* In the sum of both, who moves next loses. If he moves to a
smaller value, or in the heap, the other answers to equal values again: a vertex of value k has successors of all
smaller values (A), and so has the heap. If he moves to a larger value, or to an infinite one, the other answers back to
k, with a smaller counter (B). So such detours come to an end, and so does the play: the heap becomes smaller.

*A vertex of infinite value is worth no heap.* Beside a heap of k that is the value of a successor, who moves next wins
by going there. Beside any other, who moves next need not lose: let m be the least number that no successor has. There
is a move to an infinite vertex that has no successor of value m (C), so that the other cannot answer to m.
"""

from __future__ import annotations

from graphgames.reference.grundy_values import DEPTH
from graphgames.reference.kind import Kind
from graphgames.reference.problem import Graph, Problem, expect, mex, read_problem, same_size
from graphgames.reference.reading import Fields, integer, listing


class Loopy:
    """The value of each vertex, None for an infinite one, its counter, and the values that the solution shows."""

    def __init__(self, problem: Problem, answers: Fields, proof: Fields):
        expect(problem, "nimbers")
        self.game, self.graph = problem, Graph(problem.data)
        self.vertices, self.after = self.graph.vertices, self.graph.after
        same_size(self.graph, answers)
        value = integer(-1, 2**31 - 1)
        self.shown = answers.take("values", listing(value, self.graph.n))
        self.value = [None if k == -1 else k for k in proof.take("grundy", listing(value, self.graph.n))]
        self.counter = proof.take("counter", listing(DEPTH, self.graph.n))

    def ahead(self, v: int) -> set[int]:
        """Return the finite values of the successors."""
        return {k for k in (self.value[w] for w in self.after[v]) if k is not None}


def finite_value_is_mex(c: Loopy, v: int) -> bool:
    """A. A finite value is the least number that is not among the finite values of the successors."""
    return c.value[v] is None or c.value[v] == mex(c.ahead(v))


def detours_are_answered(c: Loopy, v: int) -> bool:
    """B. A move from a finite value to a larger or infinite one can be answered back to it, with a smaller counter."""
    here = c.value[v]

    def answered(w: int) -> bool:
        return any(c.value[x] == here and c.counter[x] < c.counter[v] for x in c.after[w])

    def rises(w: int) -> bool:
        there = c.value[w]
        return here is not None and (there is None or there > here)

    return all(answered(w) for w in c.after[v] if rises(w))


def infinity_goes_on(c: Loopy, v: int) -> bool:
    """C. From an infinite value there is a move to one from which no move leads to the mex of the values here."""
    least = mex(c.ahead(v))
    return c.value[v] is not None or any(c.value[w] is None and least not in c.ahead(w) for w in c.after[v])


def value_is_shown(c: Loopy, v: int) -> bool:
    """The solution shows this value, -1 for an infinite one."""
    return c.shown[v] == (-1 if c.value[v] is None else c.value[v])


KIND = Kind(
    Loopy,
    "the value of each vertex, finite or infinite",
    {"vertices": (finite_value_is_mex, detours_are_answered, infinity_goes_on, value_is_shown)},
    read_problem,
)
