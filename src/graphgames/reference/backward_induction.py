"""``backward induction``: directed geography, as far as ranks from 0 on decide it.

From a P vertex every arc leads to an N vertex of smaller rank, and from an N vertex some arc to a P vertex of smaller
rank. So while the winner plays by the ranks they fall at every move: no vertex and no arc comes twice, and a play from
one of these vertices ends where the loser is to move, whatever arcs of others were used before it came there.
"""

from __future__ import annotations

from graphgames.reference.geography_graph import Board, N, P, Part
from graphgames.reference.kind import Conditions
from graphgames.reference.reading import Fields, integer, listing


class Ranks(Part):
    """The rank of some vertices."""

    games = ("edge-geography", "vertex-geography")

    def __init__(self, board: Board, proof: Fields):
        super().__init__(board, proof)
        rank = proof.take("rank", listing(integer(0, 2**63 - 1), len(self.vertices)))
        self.rank = dict(zip(self.vertices, rank, strict=True))
        board.ranked.update(self.vertices)
        self.after: dict[int, list[int]] = {v: [] for v in self.vertices}
        for v, w in board.edges:
            if v in self.after:
                self.after[v].append(w)

    def falls_to(self, v: int, w: int, code: int) -> bool:
        """Return whether w has a smaller rank than v and is said to be N, or P."""
        return w in self.rank and self.rank[w] < self.rank[v] and self.says(w, code)


def ranks_decide(part: Ranks, v: int) -> bool:
    """All arcs from a P vertex lead to N vertices of smaller rank, and one from an N vertex to a P vertex of smaller
    rank; the vertex is one of both.
    """
    if part.says(v, P):
        return all(part.falls_to(v, w, N) for w in part.after[v])
    return part.says(v, N) and any(part.falls_to(v, w, P) for w in part.after[v])


CONDITIONS: Conditions = {"vertices": (ranks_decide,)}
