"""The certificates of geography: for each part of a graph, the theorem or the search that decides it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate
from graphgames.core.claim import BITS, MOVE, VERTEX, Each, Integer, PerVertex, Record, Row, Truth, Word

_FACT = Row((Word(("cancel", "drop", "win")), Integer(0), Integer(-1), Integer(-1)))


@dataclass(frozen=True, eq=False)
class GeographyProof(Certificate):
    """Why each decided vertex of each graph is won as it is."""

    kind: ClassVar[str] = "geography"
    proves: ClassVar[Mapping[str, str]] = {"winner": "_ranks _matching _trees _even_kernels _dag"}
    graphs: Annotated[tuple[tuple[Part, ...], ...], Each(Each(Record()), "graphs")]
    """For each graph its parts; together they cover the decided vertices."""

    def explain(self, solution: Any, v: int) -> str:
        return str(solution.explain((v, frozenset())))


@dataclass(frozen=True, eq=False)
class Part(Certificate):
    """A proof for some of a graph's vertices."""

    vertices: Annotated[NDArray[np.int64], Each(VERTEX)]
    """The vertices it proves."""


@dataclass(frozen=True, eq=False)
class RankedLabels(Part):
    """Backward induction from the sinks of a directed graph; it decides every vertex where there are no cycles.

    A P vertex has arcs only to N vertices of smaller rank, an N vertex has one to a P vertex of smaller rank. The play
    cannot have been there before, as ranks fall while the winner plays by them.
    """

    kind: ClassVar[str] = "backward induction"
    rank: Annotated[NDArray[np.int64], Each(Integer(), "vertices")]
    """One for each of ``vertices``."""


@dataclass(frozen=True, eq=False)
class MatchingWitness(Part):
    """A maximum matching that decides undirected vertex geography: P vertices are those that a maximum one misses."""

    kind: ClassVar[str] = "maximum matching"
    mate: Annotated[NDArray[np.int32], PerVertex(MOVE)]
    """Shape (n,): the other end of each vertex's edge in the matching, or -1."""
    barrier: Annotated[NDArray[np.int64], Each(VERTEX)]
    """Vertices such that without them there are as many odd components, beyond their own number, as the matching misses
    vertices (Tutte and Berge): it is maximum, and each maximum one covers them and every even component."""
    steps: Annotated[NDArray[np.int32], Each(Integer(-1), None, 3)]
    """Shape (k, 3): rows ``(parent, hinge, v)``: in the matching of step ``parent``, which misses u, ``hinge`` has v
    for its mate; give it u instead, and the matching, as large as before, misses v. A first row has parent and hinge -1
    and stands for ``mate``, which misses v. Children follow their parents depth first. They miss each P vertex."""


@dataclass(frozen=True, eq=False)
class TreeLabels(Part):
    """Undirected edge geography on trees, where each direction of each edge has one value."""

    kind: ClassVar[str] = "values on a forest"
    loses: Annotated[NDArray[np.bool_], Each(Truth(), 2, "m")]
    """Shape (2, m): for each edge of the arena: whether the player to move loses at its head, having come from its tail
    ([0]), and at its tail, having come from its head ([1]). Pairs of parallel edges and of loops do not count."""


@dataclass(frozen=True, eq=False)
class EvenKernels(Part):
    """Undirected edge geography by linear algebra over the field of two elements."""

    kind: ClassVar[str] = "even kernels"
    sets: Annotated[NDArray[np.uint8], Each(Integer(0, 255), "vertices", None)]
    """Shape (k, ceil(k / 8)): for each of the k ``vertices``, which are all of their components, a set of them (by
    ``numpy.packbits``). For a P vertex it holds the vertex, has no edge inside, and every vertex outside has an even
    number of edges into it. For an N vertex the vertex itself, outside, is the only exception, with an odd number.
    Pairs of parallel edges and of loops do not count."""


@dataclass(frozen=True, eq=False)
class ProofDag(Part):
    """Positions, each decided by a rule of the game or a theorem and by positions that stand before it.

    They are positions on the graph that is left when the vertices that other parts decide are taken away: moves into
    those lose, as all of them are N.
    """

    kind: ClassVar[str] = "search"
    places: Annotated[NDArray[np.int64], Each(VERTEX)]
    arcs: Annotated[NDArray[np.int64], Each(Integer(0, "ways-1"))]
    """For each vertex and each arc of that graph its number in the arena."""
    nodes: Annotated[tuple[ProofNode, ...], Each(Record())]
    """Children stand before their parents."""
    roots: Annotated[tuple[int, ...], Each(Integer(0, "nodes-1"), "vertices")]
    """For each vertex of ``vertices`` the node that proves it."""


@dataclass(frozen=True)
class ProofNode:
    """One position of a proof."""

    vertex: Annotated[int, Integer(0)]
    """Where the token stands."""
    unused: Annotated[int, BITS]
    """The arcs left, bit e for arc e of the arena. (On an undirected graph arc e is an edge. In vertex geography the
    arcs between vertices not visited before this one.)"""
    wins: Annotated[bool, Truth()]
    """Whether the player to move wins."""
    rule: Annotated[str, Word(("move", "all", "parity", "kernel", "even", "settled"))]
    """``"move"``: one move, along arc ``arc``, leads to a P position, the only child. ``"all"``: every move leads to an
    N position; the children in the order of the arcs. ``"parity"`` and ``"kernel"``: by that theorem, the kernel being
    ``kernel``. ``"even"``: by an even kernel of an undirected graph. ``"settled"``: one of the ``facts`` wins at the
    vertex itself."""
    facts: Annotated[tuple[tuple[str, int, int, int], ...], Each(_FACT)] = ()
    """Arcs that may be taken away before the rule is applied, in this order. ``("cancel", e, f, -1)``: arcs e and f are
    antiparallel, or loops at one vertex, or parallel edges. ``("drop", e, u, child)``: arc e out of u leaves its
    component for a position that the child proves to be N. ``("win", e, u, child)``: arc e leads from u to a vertex
    without moves (child -1) or leaves its component for one that the child proves to be P; arcs into u may go, and if u
    is the vertex of the position, it is decided."""
    arc: Annotated[int, Integer(-1)] = -1
    kernel: Annotated[tuple[int, ...], Each(Integer(0))] = ()
    children: Annotated[tuple[int, ...], Each(Integer(0))] = ()
    """See ``rule``."""
