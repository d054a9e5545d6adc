"""Problems that are not games on an arena: the file of the problem, in the format ``graphgames-problem``.

A file is one object that names the ``objective``, as the solution does, and holds the problem in full; each kind says
which keys it has.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import xor
from typing import NamedTuple

from graphgames.reference.reading import Fields, RefusedError, choice, integer, listing, text


class Problem(NamedTuple):
    """A problem as its file holds it: what is asked, and the data, still to be read."""

    objective: str
    data: Fields


def read_problem(given: object) -> Problem:
    """Return the problem that the document holds."""
    file = Fields(given, "problem")
    file.take("format", choice("graphgames-problem"))
    file.take("version", choice(1))
    return Problem(file.take("objective", text), file)


class Graph:
    """A directed graph: the successors of each vertex."""

    def __init__(self, file: Fields):
        n = file.take("vertices", integer(0))
        edges = file.take("edges", listing(listing(integer(0, n - 1), 2)))
        self.n, self.edges, self.vertices = n, [(edge[0], edge[1]) for edge in edges], range(n)
        self.after: list[list[int]] = [[] for _ in self.vertices]
        for v, w in self.edges:
            self.after[v].append(w)


def same_size(graph: Graph, answers: Fields) -> None:
    """Read how many vertices and edges the solution says that the graph has."""
    answers.take("vertices", choice(graph.n))
    answers.take("edges", choice(len(graph.edges)))


def expect(problem: Problem, *objectives: str) -> None:
    """Refuse a problem of another kind than the certificate is about."""
    if problem.objective not in objectives:
        raise RefusedError(f"the certificate proves nothing about the objective {problem.objective}")


def mex(values: set[int]) -> int:
    """Return the least number that is not in a set."""
    return next(k for k in range(len(values) + 1) if k not in values)


def nim_sum(values: Iterable[int]) -> int:
    """Return the sum of nimbers, added without carry."""
    return reduce(xor, values, 0)
