"""``maximum matching``: undirected vertex geography. P are the vertices that some maximum matching misses.

*If one misses v,* the player who is not to move answers along it. Each move leads to a vertex that the matching covers:
else its edges and those between them that were played, exchanged, would be a larger matching. So he always has an
answer. *If each covers v,* the player to move goes along one of them; without v it is a maximum matching of what is
left, that misses where the token is.

*The matching is maximum* by a barrier B (Tutte, Berge): of each odd component of the graph without B a matching misses
a vertex, unless it leads to B; so it misses at least as many vertices as there are odd components beyond the size of B.
One that misses no more leads from every vertex of B to an odd component, and covers B and every even component.

*Other maximum matchings* come from it by rotations: u is missed and w has the mate v; w takes u for its mate, and v is
missed.
"""

from __future__ import annotations

from graphgames.reference.geography_graph import Board, N, P, Part, reachable
from graphgames.reference.kind import Conditions
from graphgames.reference.reading import Fields, integer, listing, table


class Matching(Part):
    """The mate of each vertex, the barrier, and the steps from the matching to others."""

    games = ("undirected-vertex-geography",)

    def __init__(self, board: Board, proof: Fields):
        super().__init__(board, proof)
        self.mate = proof.take("mate", listing(integer(-1, board.n - 1), board.n))
        self.barrier = set(proof.take("barrier", listing(integer(0, board.n - 1))))
        self.steps = proof.take("steps", table(integer(-1, 2**31 - 1), None, 3))
        self.beside: list[set[int]] = [set() for _ in board.vertices]
        for v, w in board.edges:
            if v != w:
                self.beside[v].add(w)
                self.beside[w].add(v)
        self.missed = self.follow()

    def follow(self) -> set[int] | None:
        """Return what the matchings of the steps miss, None if a step is no rotation of a matching before it.

        The matching of a step is made from that of its parent: the step before it, or one that this came from.
        """
        line: list[tuple[int, int, list[int]]] = []
        missed = set()
        for index, (parent, hinge, v) in enumerate(self.steps):
            while line and line[-1][0] != parent:
                line.pop()
            if not 0 <= v < len(self.mate) or (parent < 0) == (line != []):
                return None
            if parent < 0:
                mate, fits = self.mate, hinge == -1 and self.mate[v] == -1
            else:
                _, u, before = line[-1]
                fits = 0 <= hinge < len(before) and before[hinge] == v and u in self.beside[hinge]
                mate = [*before]
                if fits:
                    mate[v], mate[hinge], mate[u] = -1, u, hinge
            if not fits:
                return None
            line.append((index, v, mate))
            missed.add(v)
        return missed

    def components(self) -> list[list[int]]:
        """Return the components of the graph without the barrier."""
        found: list[list[int]] = []
        seen = set(self.barrier)
        for v in self.board.vertices:
            if v not in seen:
                found.append(reachable([v], lambda u: self.beside[u] - self.barrier))
                seen.update(found[-1])
        return found


def mates_are_edges(part: Matching, _: None) -> bool:
    """The mate of a mate is the vertex itself, and an edge leads to it."""
    return all(w == -1 or (part.mate[w] == v and w in part.beside[v]) for v, w in enumerate(part.mate))


def barrier_shows_maximum(part: Matching, _: None) -> bool:
    """The matching misses as many vertices as there are odd components without the barrier, beyond its size."""
    odd = sum(len(component) % 2 for component in part.components())
    return part.mate.count(-1) == odd - len(part.barrier)


def steps_are_rotations(part: Matching, _: None) -> bool:
    """Each step follows from a matching before it."""
    return part.missed is not None


def vertices_follow(part: Matching, _: None) -> bool:
    """Some matching misses each P vertex; each N vertex is in the barrier or in an even component."""
    covered = part.barrier.union(*(component for component in part.components() if len(component) % 2 == 0))
    missed = part.missed or set()
    return all(v in missed if part.says(v, P) else v in covered or not part.says(v, N) for v in part.vertices)


CONDITIONS: Conditions = {"whole": (mates_are_edges, barrier_shows_maximum, steps_are_rotations, vertices_follow)}
