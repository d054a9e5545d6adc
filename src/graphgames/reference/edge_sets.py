"""Sets of vertices or of edges: of what the player who wins sees or takes again and again.

An edge that is in sets is a vertex in these sets, between the two ends of the edge, as marked edges are. Of parallel
edges a move names none, so one must be better than the other: in all sets that are good to see and the other is in, in
no more of those that are bad, and in the same ones of those that the condition has both ways.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from graphgames.reference.arena_game import Claim
from graphgames.reference.edge_marks import marks_on_vertices
from graphgames.reference.reading import RefusedError, choice, integer, listing


class OfSets(Claim):
    """A claim about an objective with lists of sets, of vertices or of edges."""

    moves: list[list[int]]
    """The moves in each state of the memory."""

    def take_sets(self, *names: str) -> list[list[set[int]]]:
        """Return the lists of sets, by the names that they have in the file; of edges until `split` is called."""
        data = self.game.data
        self.on_edges = data.maybe("on", choice("vertices", "edges"), "vertices") == "edges"
        size = len(self.game.tail) if self.on_edges else self.game.n
        lists = [data.take(name, listing(listing(integer(0, size - 1)))) for name in names]
        return [[set(one) for one in each] for each in lists]

    def split(self, sets: list[set[int]], good: Collection[int], bad: Collection[int]) -> list[set[int]]:
        """Return sets of vertices; edges that are in sets have become vertices.

        Good are those sets that player 0 likes to see, and bad those that she does not.
        """
        if not self.on_edges:
            return sets
        mark = [sum(1 << i for i, one in enumerate(sets) if e in one) for e in range(len(self.game.tail))]
        plus, minus = (sum(1 << i for i in some) for some in (set(good) - set(bad), set(bad) - set(good)))
        both = sum(1 << i for i in set(good) & set(bad))

        def value(held: int) -> int:
            return (held & plus).bit_count() - (held & minus).bit_count()

        seen: dict[tuple[int, int], list[int]] = {}
        for e, ends in enumerate(zip(self.game.tail, self.game.head, strict=True)):
            seen.setdefault(ends, []).append(mark[e])
        for marks in seen.values():
            row = sorted(marks, key=value)
            for less, more in pairwise(row):
                if (less ^ more) & both or less & plus & ~more or more & minus & ~less:
                    raise RefusedError("of two parallel edges neither is better for a player")
        held = marks_on_vertices(self, mark, 0, value, self.moves)
        return [{v for v in self.vertices if held[v] >> i & 1} for i in range(len(sets))]
