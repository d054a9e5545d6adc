"""``grundy-values``: nimbers on a graph without cycles.

The depth, from 0 on, falls along every edge, so there is no cycle, and by induction on the depth the values are
determined: each is the mex of the values ahead, the least number that is not among them. That a vertex of value k is
worth a nim heap of k is the theorem of Sprague and Grundy: in the sum of both, who moves next loses, since the other
answers each move to equal values again.
"""

from __future__ import annotations

from graphgames.reference.kind import Conditions, Kind
from graphgames.reference.problem import Graph, Problem, expect, mex, read_problem, same_size
from graphgames.reference.reading import Fields, integer, listing

SMALL, DEPTH = integer(1 - 2**31, 2**31 - 1), integer(0, 2**31 - 1)


class Nimbers:
    """The value and the depth of each vertex."""

    def __init__(self, after: list[list[int]], proof: Fields):
        self.vertices, self.after = range(len(after)), after
        self.value = proof.take("grundy", listing(SMALL, len(after)))
        self.depth = proof.take("depth", listing(DEPTH, len(after)))


class Grundy(Nimbers):
    """The same with the values that the solution shows."""

    def __init__(self, problem: Problem, answers: Fields, proof: Fields):
        expect(problem, "nimbers")
        self.game, graph = problem, Graph(problem.data)
        super().__init__(graph.after, proof)
        same_size(graph, answers)
        self.shown = answers.take("values", listing(SMALL, graph.n))


def depth_falls(c: Nimbers, v: int) -> bool:
    """The depth falls along every edge."""
    return all(c.depth[w] < c.depth[v] for w in c.after[v])


def value_is_mex(c: Nimbers, v: int) -> bool:
    """The value is the least number that is not among those of the successors."""
    return c.value[v] == mex({c.value[w] for w in c.after[v]})


def value_is_shown(c: Grundy, v: int) -> bool:
    """The solution shows this value."""
    return c.shown[v] == c.value[v]


NIMBERS: Conditions = {"vertices": (depth_falls, value_is_mex)}
KIND = Kind(
    Grundy,
    "the nimber of each vertex, and that the graph has no cycle",
    {**NIMBERS, "vertices again": (value_is_shown,)},
    read_problem,
)
