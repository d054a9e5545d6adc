"""``even kernels``: undirected edge geography, by a set of vertices for each vertex.

Two parallel edges, or two loops at a vertex, cancel. Let S have no edge inside, and every vertex outside an even number
of edges into S. Then a vertex v of S is P: each move leads out of S, where an odd number of edges into S is left, so
there is an answer into S, and after it the number is even again. The other player runs out of moves. If v itself is
outside and has an odd number of edges into S, but every other vertex outside an even one, v is N: by moving into S.
"""

from __future__ import annotations

from graphgames.reference.geography_graph import Board, N, Part
from graphgames.reference.kind import Conditions
from graphgames.reference.reading import Fields, integer, table


class Kernels(Part):
    """The set of each vertex, from the bits of a row of bytes, the highest bit first."""

    games = ("undirected-edge-geography",)

    def __init__(self, board: Board, proof: Fields):
        super().__init__(board, proof)
        k = len(self.vertices)
        rows = proof.take("sets", table(integer(0, 255), k, (k + 7) // 8))
        self.sets = {
            v: {w for i, w in enumerate(self.vertices) if row[i // 8] >> (7 - i % 8) & 1}
            for v, row in zip(self.vertices, rows, strict=True)
        }
        self.full = not any(row and row[-1] & ((1 << -k % 8) - 1) for row in rows)
        self.closed = True
        self.beside: dict[int, list[int]] = {v: [] for v in self.vertices}
        for _, u, w in board.single_edges():
            if u == w or (u in self.sets) != (w in self.sets):
                self.closed = self.closed and u not in self.sets and w not in self.sets
            elif u in self.sets:
                self.beside[u].append(w)
                self.beside[w].append(u)


def no_edge_leads_out(part: Kernels, _: None) -> bool:
    """No edge leads from these vertices to others, and none from one of them to itself; no set has more than these."""
    return part.closed and part.full


def vertex_follows(part: Kernels, v: int) -> bool:
    """The set has no edge inside, and an even number of edges from each vertex outside, but for an N vertex itself; a P
    vertex is in its set, an N vertex is not.
    """
    kernel = part.sets[v]
    for u in part.vertices:
        count = sum(w in kernel for w in part.beside[u])
        if (count and u in kernel) or count % 2 != (u == v and part.says(v, N)):
            return False
    return (v in kernel) != part.says(v, N)


CONDITIONS: Conditions = {"whole": (no_edge_leads_out,), "vertices": (vertex_follows,)}
