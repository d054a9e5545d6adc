"""Games Are Important (UVa 11927): stones on the vertices of a DAG, moved along its edges; who cannot move loses.

Input: tests ``n m``, m lines ``a b`` (an edge a -> b), n numbers of stones; ``0 0`` ends. Output ``First``/``Second``.
A stone is worth the Grundy value of its vertex, and two stones on one vertex are worth nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arrays import sealed
from graphgames.core.errors import CycleError, counted
from graphgames.formats.fields import graph_in_full
from graphgames.games.impartial.certificate import GrundyValues
from graphgames.games.impartial.grundy import mex_values
from graphgames.games.random_games import random_dag
from graphgames.games.sums.solution import GraphSums, PartsRules
from graphgames.graphs.order import topological_order
from graphgames.readers.tokens import Tokens

Stones = tuple[int, ...]


INPUT = (
    "for each test n and m, then m lines a b, an edge from a to b of the vertices 0 to n - 1, then how many "
    "stones stand on each vertex; 0 0 ends the input"
)
OUTPUT = "for each test First or Second: who wins"
"""What the document reads and writes, for a person."""


@dataclass(frozen=True, eq=False)
class StonesOnGraph(PartsRules):
    """The rules: a position is the tuple of the stones' vertices, ascending; a move takes one stone along an edge."""

    arena: Arena
    """Without a cycle."""
    start: Stones = ()
    """The vertices of the stones."""

    def options(self, v: int) -> Iterable[int]:
        """Return where a stone can go along an edge."""
        return dict.fromkeys(self.arena.successors_of(v).tolist())

    def render(self, position: Stones) -> str:
        """Return where the stones are, as text."""
        return ("stone on " if len(position) == 1 else "stones on ") + (", ".join(map(str, position)) or "no vertex")


class StonesSolution(GraphSums):
    """Stones on graphs, solved; the parts of a test are its vertices."""

    def stones(self, test: int) -> list[int]:
        """Return how many stones are on each vertex, also where an even number of them is worth nothing."""
        low, high = self.problem.first[test : test + 2].tolist()
        counts: list[int] = self.problem.stones[low:high].tolist()
        return counts

    def nimber(self, test: int, part: Any) -> int:
        proof = self.certificate.proof
        assert isinstance(proof, GrundyValues)
        return int(proof.grundy[self.problem.first[test] + part[0]])

    def parts(self, test: int) -> list[tuple[str, int]]:
        """Return the vertices that hold stones, each with the value of an odd number of them, or 0."""
        return [
            (f"vertex {v}, stones {count} (a single one is worth {one})", one * (count % 2))
            for v, count in enumerate(self.stones(test))
            if count and (one := self.nimber(test, (v,))) >= 0
        ]

    def winning_move(self, test: int) -> str | None:
        total = int(self.nim_sums[test])
        rules = self.problem.rules(test)
        for v in rules.start:
            for w in rules.arena.successors_of(v).tolist():
                if total and self.nimber(test, (w,)) == self.nimber(test, (v,)) ^ total:
                    return f"move a stone from {v} to {w}"
        return None


@dataclass(frozen=True, eq=False)
class StonesProblem:
    """All tests of an input as one arena: test i has the vertices ``first[i]`` to ``first[i + 1] - 1``."""

    kind: ClassVar[str] = "games-are-important"
    solution_type: ClassVar = StonesSolution
    arena: Arena
    """The graphs of all tests side by side."""
    stones: NDArray[np.int64]
    """The number of stones on each vertex, shape (n,)."""
    first: NDArray[np.int64]
    """Where the tests begin, shape (tests + 1,)."""

    def __len__(self) -> int:
        return self.first.size - 1

    def __str__(self) -> str:
        return f"stones on {counted(len(self), 'graph')}"

    def in_full(self) -> list[dict[str, Any]]:
        """Return the graph and the stones of each test, as plain data."""
        bounds = pairwise(self.first.tolist())
        stones = [{"stones": self.stones[low:high].tolist()} for low, high in bounds]
        return [graph_in_full(self.rules(test).arena) | more for test, more in enumerate(stones)]

    def rules(self, test: int) -> StonesOnGraph:
        """Return the rules of one test, its vertices numbered from 0, with one stone where their number is odd."""
        low, high = int(self.first[test]), int(self.first[test + 1])
        indptr = self.arena.indptr[low : high + 1]
        arena = Arena(indptr - indptr[0], self.arena.successors[indptr[0] : indptr[-1]] - low)
        return StonesOnGraph(arena, tuple(np.flatnonzero(self.stones[low:high] & 1).tolist()))


def read(data: bytes, source: str = "<input>") -> StonesProblem:
    r"""Read the input of the document; all tests become one problem.

    Raise `FormatError` if the input is not as the document says, or a graph has a cycle.
    """
    tokens = Tokens(data, source)
    tails: list[NDArray[np.int32]] = []
    heads: list[NDArray[np.int32]] = []
    stones: list[NDArray[Any]] = []
    places: list[int] = []
    first = [0]
    while True:
        test = len(stones) + 1
        n = tokens.integer(f"the number of vertices of test {test}, or 0 0 to end")
        begin = tokens.start
        m = tokens.integer(f"the number of edges of test {test}")
        if n == 0:
            if m:
                raise tokens.fault(
                    begin, f"test {test} has no vertex and {m} edges", "at least 1 vertex, or 0 0 to end"
                )
            break
        ends = tokens.columns(m, 2, lambda k, t=test: f"an end of edge {k // 2 + 1} of test {t}", 0, n - 1)  # type: ignore[misc]
        places.append(tokens.start)
        tails.append(ends[0] + first[-1])
        heads.append(ends[1] + first[-1])
        stones.append(tokens.integers(n, lambda k, t=test: f"the stones on vertex {k} of test {t}"))  # type: ignore[misc]
        first.append(first[-1] + n)
    tokens.end("the closing 0 0")
    arena = Arena.from_arrays(_joined(tails, np.int32), _joined(heads, np.int32), first[-1])
    problem = StonesProblem(arena, _joined(stones, np.int64), np.array(first, np.int64))
    try:
        topological_order(arena)
    except CycleError as error:
        test = int(np.searchsorted(problem.first, error.cycle[0], "right")) - 1
        low, u, w = int(problem.first[test]), error.cycle[0], error.cycle[1 % len(error.cycle)]
        edge = int(np.argmax((tails[test] == u) & (heads[test] == w)))
        names = [str(v - low) for v in error.cycle[:8]] + ["..."] * (len(error.cycle) > 8) + [str(u - low)]
        raise tokens.fault(
            tokens.locate(places[test], 2 * edge),
            f"the graph of test {test + 1} has a cycle: {' -> '.join(names)}",
            "a graph without a cycle",
            "with cycles a play need not end; graphgames.grundy_values(arena, loopy=True) knows what such stones are "
            "worth",
        ) from None
    return problem


def generate(vertices: int, seed: int = 0) -> str:
    """Put stones on a random acyclic graph: up to 4 edges out of every vertex, up to 1,000 stones on each."""
    rng = np.random.default_rng(seed)
    arena = random_dag(vertices, degrees=(0, 4), seed=rng).arena
    name = rng.permutation(vertices)
    edges = rng.permutation(np.column_stack((name[arena.tails], name[arena.successors])))
    stones = rng.integers(0, 1000, vertices, endpoint=True)
    rows = [[vertices, arena.m], *edges.tolist(), stones.tolist(), [0, 0]]
    return "".join(f"{' '.join(map(str, row))}\n" for row in rows)


def write(solution: Any) -> str:
    """Return the output of the document: one line per test."""
    return "".join(("First\n" if wins else "Second\n") for wins in solution.wins)


def _joined(parts: list[Any], dtype: type) -> NDArray[Any]:
    return np.concatenate([np.empty(0, dtype), *parts])


def games_are_important(problem: StonesProblem) -> StonesSolution:
    """Solve stones on graphs: Grundy values of all graphs side by side, O(n + m)."""
    values, depth = mex_values(problem.arena)
    nimbers = sealed(values * (problem.stones & 1))
    return StonesSolution.of(problem, nimbers, problem.first, proof=GrundyValues(values, depth))
