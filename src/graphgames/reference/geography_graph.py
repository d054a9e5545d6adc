"""Geography: a graph on which the players in turn move one token, and what is claimed of its vertices.

Each arc (*edge geography*) or each vertex (*vertex geography*) may be used once, and who cannot move loses. N is a
vertex from which the player to move wins, P one from which the other wins. A certificate is a list of parts for each
graph, and each part proves something of some vertices.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from graphgames.reference.problem import Graph
from graphgames.reference.reading import Fields, RefusedError, integer, listing

N, P, UNDECIDED = 0, 1, 3


class Board:
    """A graph of one of the four games, and who is said to win from each vertex."""

    def __init__(self, game: str, file: Fields, winner: list[int]):
        graph = Graph(file)
        file.end()
        self.game, self.winner = game, winner
        self.n, self.edges, self.vertices = graph.n, graph.edges, graph.vertices
        self.directed, self.by_vertex = not game.startswith("undirected"), game.endswith("vertex-geography")
        self.ranked: set[int] = set()
        """The vertices that a backward induction is about."""

    def single_edges(self) -> list[tuple[int, int, int]]:
        """Return the edges that are left when pairs of parallel edges, and of loops, cancel: number and both ends."""
        first: dict[frozenset[int], int] = {}
        for e, ends in enumerate(self.edges):
            key = frozenset(ends)
            if key in first and first[key] >= 0:
                first[key] = ~first[key]  # cancelled, until another comes
            else:
                first[key] = ~first[key] if key in first else e
        return [(e, *self.edges[e]) for e in first.values() if e >= 0]


class Part:
    """A part of the certificate: which vertices it is about."""

    games: Collection[str] = ()
    """The games of which it can prove something."""

    def __init__(self, board: Board, proof: Fields):
        self.board = board
        if board.game not in self.games:
            raise RefusedError(f"{proof.where} proves nothing about {board.game}")
        self.vertices: list[int] = proof.take("vertices", listing(integer(0, board.n - 1)))
        if len(set(self.vertices)) < len(self.vertices):
            raise RefusedError(f"{proof.where} names a vertex twice")

    def says(self, v: int, code: int) -> bool:
        """Return whether a vertex is said to be N, or P."""
        return self.board.winner[v] == code


def reachable(start: Iterable[int], ahead: Callable[[int], Iterable[int]]) -> list[int]:
    """Return what can be reached from some vertices, in the order of breadth-first search."""
    order = list(start)
    seen = set(order)
    for u in order:
        for w in ahead(u):
            if w not in seen:
                seen.add(w)
                order.append(w)
    return order
