"""``search``: positions of geography, each decided by rules of the game or theorems, and by positions before it.

A position is a vertex and the *ways* still unused: arcs, edges (from either end), or, of an undirected graph whose
vertices may be used once, both directions of each edge. What cannot be reached makes no difference. The graph may leave
out vertices to which no move is good: N by ranks, which hold whatever was played before.

First some ways may be taken away, by *facts*:

- ``cancel``: two ways between the same vertices, there and back. Who wins without them answers the one by the other.
- ``win``: a way from u to a vertex without moves, or, in a directed graph, out of a component (u is not to be reached
  again) to a position that is P. Whoever comes to u wins, since the way is unused; so moves to u need not be looked at.
- ``drop``: a way out of a component to a position that is N. It loses whenever it is taken.

Then the position is decided: by one *move* to a P position, or because *all* lead to N positions; or by a theorem:

- ``parity``: a play ends where all ways out are used: at a vertex with more ways in than out, or at the start with as
  many. If the graph has two colours and these vertices one of them, all plays have odd length, or all have even length.
- ``kernel``: S holds the vertex, no arc inside, and from each vertex outside at least as many arcs lead into S as from
  S to it. So each move out of S can be answered by one into S: of these, fewer were used than led here.
- ``even``: an even kernel, as in the file of that name.

The file is long, since each fact and each theorem by which a position is decided is a function of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from graphgames.reference.geography_graph import Board, N, P, Part, reachable
from graphgames.reference.kind import Conditions
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

    def fact_holds(self, node: Node, unused: Ways, fact: Fact) -> bool:
        """Return whether a way, or two, may be taken away."""
        kind, e, u, child = fact
        if e not in unused:
            return False
        if kind == "cancel":
            there, back = (self.ends[f] if f in unused else None for f in (e, u))
            return not self.board.by_vertex and u != e and back in ((there or ())[::-1], there if self.both else ())
        w = next((w for f, w in (self.at[u] if 0 <= u < len(self.at) else []) if f == e), None)
        if w is None:
            return False
        if kind == "win" and child == -1:
            stuck = all(f == e for f, _ in self.moves(w, unused))
            return stuck and w != u and not (self.both and w == node.vertex)
        return self.plain and u not in self.walk(w, unused) and self.proves(node, child, w, unused, kind == "drop")

    def reduced(self, node: Node) -> tuple[Ways, bool] | None:
        """Return the ways that are left after the facts, and whether the last one decides; None if one fails."""
        unused, settled = node.unused, False
        for fact in node.facts:
            if settled or not self.fact_holds(node, unused, fact):
                return None
            kind, e, u, _ = fact
            settled = kind == "win" and u == node.vertex
            unused -= self.into(u) if kind == "win" else {e, u} if kind == "cancel" else {e}
        return unused, settled

    def starts(self) -> Iterator[tuple[int, Node]]:
        """Yield each vertex that is proved, with its position."""
        return ((v, self.nodes[root]) for v, root in zip(self.vertices, self.roots, strict=True))


def graph_is_the_games(part: Search, _: None) -> bool:
    """The graph has each way between its vertices, but for loops where vertices are used once, and each once. What
    leads out of it leads to N by ranks; of edges, none does, but pairs that cancel.
    """
    board, inside = part.board, set(part.places)
    once = len(inside) == len(part.places) and len(set(part.arcs)) == len(part.arcs)
    if not (once and part.known and part.needed <= set(part.arcs)):
        return False
    if board.directed:
        out = [w for v, w in board.edges if v in inside and w not in inside]
        return all(w in board.ranked and part.says(w, N) for w in out)
    ends = board.edges if board.by_vertex else [(v, w) for _, v, w in board.single_edges()]
    return all((v in inside) == (w in inside) for v, w in ends)


def position_is_of_the_graph(part: Search, node: Node) -> bool:
    """The position is a vertex and ways of the graph."""
    return node.vertex < len(part.places) and all(e < len(part.ends) for e in node.unused)


def position_follows(part: Search, node: Node) -> bool:
    """The facts hold, and either the last decides the position, for who is to move, or its rule does."""
    reduced = part.reduced(node)
    if reduced is None:
        return False
    unused, settled = reduced
    if settled or node.rule == "settled":
        return settled and node.rule == "settled" and node.wins
    return RULES[node.rule](part, node, part.left(node.vertex, unused))


def by_a_move(part: Search, node: Node, unused: Ways) -> bool:
    """One way leads to a position that is lost."""
    after = [(e, w) for e, w in part.moves(node.vertex, unused) if e == node.way]
    return (
        node.wins
        and len(node.children) == 1
        and any(part.proves(node, node.children[0], w, part.after(unused, e, w), False) for e, w in after)
    )


def by_all_moves(part: Search, node: Node, unused: Ways) -> bool:
    """All ways lead to positions that are won."""
    moves = part.moves(node.vertex, unused)
    if node.wins or len(moves) != len(node.children):
        return False
    answered = zip(moves, node.children, strict=True)
    return all(part.proves(node, child, w, part.after(unused, e, w), True) for (e, w), child in answered)


def by_parity(part: Search, node: Node, unused: Ways) -> bool:
    """The graph has two colours, and all vertices where a play can end have the one that the claim wants."""
    colour = {node.vertex: 0}
    more = {node.vertex: 1}
    for u in part.walk(node.vertex, unused):
        for _, w in part.moves(u, unused):
            if colour.setdefault(w, 1 - colour[u]) == colour[u]:
                return False
            more[u] = more.get(u, 0) - 1
            more[w] = more.get(w, 0) + 1
    return part.plain and {colour[u] for u in more if more[u] > 0} == {int(node.wins)}


def by_kernel(part: Search, node: Node, unused: Ways) -> bool:
    """The vertex is in the kernel, no arc inside, and each vertex outside has as many arcs into it as from it."""
    kernel, more = set(node.kernel), dict.fromkeys(range(len(part.places)), 0)
    for u in more:
        for _, w in part.moves(u, unused):
            if u in kernel and w in kernel:
                return False
            more[u] += w in kernel
            more[w] -= u in kernel
    return part.plain and not node.wins and node.vertex in kernel and min(more.values()) >= 0


def by_even_kernel(part: Search, node: Node, unused: Ways) -> bool:
    """No edge is inside the kernel, and from each vertex outside an even number leads in, an odd one from the vertex
    itself, if it wins; else it is in the kernel.
    """
    kernel = set(node.kernel)
    for u in range(len(part.places)):
        count = sum(w in kernel for _, w in part.moves(u, unused))
        if (count and u in kernel) or count % 2 != (node.wins and u == node.vertex):
            return False
    return part.both and (node.vertex in kernel) != node.wins


RULES = {"move": by_a_move, "all": by_all_moves, "parity": by_parity, "kernel": by_kernel, "even": by_even_kernel}


def start_is_proved(part: Search, place: tuple[int, Node]) -> bool:
    """The position is that of a play from the vertex, with all ways, none into the vertex where vertices are used once,
    and is won if the vertex is N, lost if it is P.
    """
    v, node = place
    unused = frozenset(range(len(part.ends)))
    if part.board.by_vertex:
        unused -= part.into(node.vertex)
    same = part.left(node.vertex, node.unused) == part.left(node.vertex, unused)
    return part.places[node.vertex] == v and same and part.says(v, N if node.wins else P)


CONDITIONS: Conditions = {
    "whole": (graph_is_the_games,),
    "nodes": (position_is_of_the_graph, position_follows),
    "starts": (start_is_proved,),
}
