"""``values on a forest``: undirected edge geography, where the graph has no cycle.

Two parallel edges, or two loops at a vertex, cancel: who wins without them answers the one by the other. Of what is
left each edge is used once, from one end. Coming along it to its other end, the player to move loses if every other
edge there leads to where the player to move then wins. By induction from the leaves all these values are determined,
and a vertex is P if all its edges lead to such winners.
"""

from __future__ import annotations

from graphgames.reference.geography_graph import Board, P, Part
from graphgames.reference.kind import Conditions
from graphgames.reference.reading import Fields, integer, table


class Forest(Part):
    """For each way along an edge whether the player to move then loses."""

    games = ("undirected-edge-geography",)

    def __init__(self, board: Board, proof: Fields):
        super().__init__(board, proof)
        at_head, at_tail = proof.take("loses", table(integer(0, 1), 2, len(board.edges)))
        self.mine = set(self.vertices)
        self.closed, self.idle = True, sum(at_head) + sum(at_tail)
        self.ways: dict[int, list[tuple[int, int, int]]] = {v: [] for v in self.vertices}
        """For each vertex its edges: number, other end, and whether the player to move loses there."""
        for e, u, w in board.single_edges():
            if u in self.mine and w in self.mine:
                self.ways[u].append((e, w, at_head[e]))
                self.ways[w].append((e, u, at_tail[e]))
                self.idle -= at_head[e] + at_tail[e]
            elif u in self.mine or w in self.mine:
                self.closed = False


def no_edge_leads_out(part: Forest, _: None) -> bool:
    """No edge leads from the forest to other vertices, and no other edge has a value."""
    return part.closed and not part.idle


def there_is_no_cycle(part: Forest, _: None) -> bool:
    """Nothing is left when vertices that have no more than one edge are taken away one after another."""
    edges = {v: {e for e, _, _ in ways} for v, ways in part.ways.items()}
    ends = {e: (v, w) for v, ways in part.ways.items() for e, w, _ in ways}
    if any(v == w for v, w in ends.values()):
        return False
    waiting = list(part.vertices)
    while waiting:
        v = waiting.pop()
        if len(edges.get(v, ())) > 1:
            continue
        for e in edges.pop(v, ()):
            w = next(end for end in ends[e] if end != v)
            edges[w].remove(e)
            waiting.append(w)
    return not edges


def values_follow(part: Forest, _: None) -> bool:
    """Coming along an edge, the player to move loses if no other edge leads to where the other one loses."""
    return all(
        loses == (not any(lost for other, _, lost in part.ways[w] if other != e))
        for ways in part.ways.values()
        for e, w, loses in ways
    )


def vertices_follow(part: Forest, _: None) -> bool:
    """A vertex is P if and only if no edge leads to where the player to move loses."""
    return all(part.says(v, P) != any(lost for _, _, lost in ways) for v, ways in part.ways.items())


CONDITIONS: Conditions = {"whole": (no_edge_leads_out, there_is_no_cycle, values_follow, vertices_follow)}
