"""Positions of a search in geography: a vertex and the *ways* still unused.

Ways are arcs, edges (from either end), or, of an undirected graph whose vertices may be used once, both directions of
each edge. What cannot be reached makes no difference. The graph may leave out vertices to which no move is good.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from graphgames.reference.geography_graph import Board, Part, reachable
from graphgames.reference.reading import Fields, choice, integer, listing, refused, row, whole

Ways = frozenset[int]


Fact = tuple[str, int, int, int]


def bits(given: object, where: str) -> Ways:
    """Read a set as the number whose bits it is."""
    number = whole(given, where)
    if number < 0:
        raise refused(given, where, "a number from 0 on, whose bits are a set")
    return frozenset(k for k in range(number.bit_length()) if number >> k & 1)


COUNT = integer(0, 2**63 - 1)


NUMBER = integer(-1, 2**63 - 1)


FACT = row(choice("cancel", "drop", "win"), COUNT, NUMBER, NUMBER)


RULE = choice("move", "all", "parity", "kernel", "even", "settled")


NODE = row(COUNT, bits, choice(True, False), RULE, listing(FACT), NUMBER, listing(COUNT), listing(COUNT))


class Node(NamedTuple):
    """A position of the proof, and why it is won or lost."""

    number: int
    vertex: int
    unused: Ways
    wins: bool
    rule: str
    facts: list[Fact]
    way: int
    kernel: list[int]
    children: list[int]


class Search(Part):
    """The graph of the proof, its positions, and which of them proves each vertex."""

    games = ("edge-geography", "vertex-geography", "undirected-edge-geography", "undirected-vertex-geography")

    def __init__(self, board: Board, proof: Fields):
        super().__init__(board, proof)
        self.both = not board.directed and not board.by_vertex
        self.plain = board.directed and not board.by_vertex
        ends = board.edges
        if not board.directed and board.by_vertex:
            ends = [*ends, *((w, v) for v, w in ends)]
        self.places = proof.take("places", listing(integer(0, board.n - 1)))
        self.arcs = proof.take("arcs", listing(integer(0, len(ends) - 1)))
        inside = {v: k for k, v in enumerate(self.places)}
        self.needed = {
            e for e, (v, w) in enumerate(ends) if v in inside and w in inside and not (board.by_vertex and v == w)
        }
        self.ends = [(inside.get(ends[e][0], -1), inside.get(ends[e][1], -1)) for e in self.arcs]
        self.known = all(min(two) >= 0 for two in self.ends)
        self.at: list[list[tuple[int, int]]] = [[] for _ in self.places]
        for e, (v, w) in enumerate(self.ends):
            self.at[v].append((e, w))
            if self.both and v != w:
                self.at[w].append((e, v))
        given = proof.take("nodes", listing(NODE))
        self.nodes = [Node(k, *node) for k, node in enumerate(given)]
        self.roots = proof.take("roots", listing(integer(0, len(given) - 1), len(self.vertices)))

    def moves(self, v: int, unused: Ways) -> list[tuple[int, int]]:
        """Return the ways out of a vertex that are unused, and where they lead."""
        return [(e, w) for e, w in self.at[v] if e in unused]

    def walk(self, v: int, unused: Ways) -> list[int]:
        """Return the vertices that can be reached."""
        return reachable([v], lambda u: (w for _, w in self.moves(u, unused)))

    def left(self, v: int, unused: Ways) -> Ways:
        """Return the ways that can be reached: positions with the same are the same."""
        return frozenset(e for u in self.walk(v, unused) for e, _ in self.moves(u, unused))

    def into(self, v: int) -> Ways:
        """Return the ways into a vertex; of edges all at it."""
        return frozenset(e for e, (u, w) in enumerate(self.ends) if w == v or (self.both and u == v))

    def after(self, unused: Ways, e: int, w: int) -> Ways:
        """Return what is left after a move along e to w."""
        return unused - (self.into(w) if self.board.by_vertex else {e})

    def proves(self, node: Node, child: int, v: int, unused: Ways, wins: bool) -> bool:
        """Return whether an earlier position is this one, and is said to be won or lost."""
        if not 0 <= child < node.number:
            return False
        other = self.nodes[child]
        same = other.vertex == v and self.left(v, other.unused) == self.left(v, unused)
        return same and other.wins == wins

    def starts(self) -> Iterator[tuple[int, Node]]:
        """Yield each vertex that is proved, with its position."""
        return ((v, self.nodes[root]) for v, root in zip(self.vertices, self.roots, strict=True))
