"""``search``: positions of geography, each decided by rules of the game or theorems, and by positions before it.

A position is a vertex and the ways still unused (``search_positions``). The graph may leave out vertices to which no
move is good: N by ranks, which hold whatever was played before. First some ways may be taken away, by *facts*:

- ``cancel``: two ways between the same vertices, there and back. Who wins without them answers the one by the other.
- ``win``: a way from u to a vertex without moves, or, in a directed graph, out of a component (u is not to be reached
  again) to a position that is P. Whoever comes to u wins, since the way is unused; so moves to u need not be looked at.
- ``drop``: a way out of a component to a position that is N. It loses whenever it is taken.

Then the position is decided, by the last fact or by a rule (``search_rules``).
"""

from __future__ import annotations

from graphgames.reference.geography_graph import N, P
from graphgames.reference.kind import Conditions
from graphgames.reference.search_positions import Fact, Node, Search, Ways
from graphgames.reference.search_rules import READ, RULES


def fact_holds(part: Search, node: Node, unused: Ways, fact: Fact) -> bool:
    """Return whether a way, or two, may be taken away."""
    kind, e, u, child = fact
    if e not in unused:
        return False
    if kind == "cancel":
        there, back = (part.ends[f] if f in unused else None for f in (e, u))
        return not part.board.by_vertex and u != e and back in ((there or ())[::-1], there if part.both else ())
    w = next((w for f, w in (part.at[u] if 0 <= u < len(part.at) else []) if f == e), None)
    if w is None:
        return False
    if kind == "win" and child == -1:
        stuck = all(f == e for f, _ in part.moves(w, unused))
        return stuck and w != u and not (part.both and w == node.vertex)
    return part.plain and u not in part.walk(w, unused) and part.proves(node, child, w, unused, kind == "drop")


def reduced(part: Search, node: Node) -> tuple[Ways, bool] | None:
    """Return the ways that are left after the facts, and whether the last one decides; None if one fails."""
    unused, settled = node.unused, False
    for fact in node.facts:
        if settled or not fact_holds(part, node, unused, fact):
            return None
        kind, e, u, _ = fact
        settled = kind == "win" and u == node.vertex
        unused -= part.into(u) if kind == "win" else {e, u} if kind == "cancel" else {e}
    return unused, settled


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
    left = reduced(part, node)
    if left is None:
        return False
    unused, settled = left
    if settled or node.rule == "settled":
        return settled and node.rule == "settled" and node.wins
    return RULES[node.rule](part, node, part.left(node.vertex, unused))


def nothing_is_idle(part: Search, node: Node) -> bool:
    """The position names a way, a kernel and others only where its rule looks at them."""
    given = {"way": node.way >= 0, "kernel": node.kernel, "children": node.children}
    return all(name in READ.get(node.rule, ()) for name, some in given.items() if some)


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
    "nodes": (position_is_of_the_graph, position_follows, nothing_is_idle),
    "starts": (start_is_proved,),
}
