"""Edge geography: a token goes along the arcs of a graph, over none of them twice. A table has all its positions.

A graph of n vertices and m arcs has n 2^m positions. Who wins is PSPACE-complete to say (T. Schaefer, *On the
complexity of some two-person perfect-information games*, Journal of Computer and System Sciences 16, 1978).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from graphgames.core.errors import GameError, shown
from graphgames.games.geography.lists import ListedGraph, read_lists
from graphgames.games.tables import looks
from graphgames.games.tables.index import Combinations
from graphgames.games.tables.rules import Batch, IndexedRules, word

Spot = tuple[int, int]
"""The number of the vertex of the token, -1 before it is picked, and the used arcs as a bit mask."""

PICK: Spot = (-1, 0)


@dataclass(frozen=True)
class EdgeGeography(IndexedRules):
    """A tier has so many used arcs; tier -1 is the first move, which picks a vertex."""

    name = "edge-geography"
    title = "edge geography"
    rule = (
        "The first player picks a vertex for the token; then the players in turn move it along an arc that is not used "
        "yet. Whoever cannot move loses."
    )
    written = "the vertex of the token and the used arcs (2 0>1 1>2), or pick before the first move"
    ends = ("there is no arc left", "")
    aims = ("to move last",) * 2
    start = PICK
    board = looks.edge_geography
    graph: str = word(
        "[(0,[1,2]),(1,[2,3]),(2,[3,0]),(3,[0,1])]", r"\[[-\d\s\[\](),]*\]", "a graph such as [(0,[1,2]),(1,[0])]"
    )

    def moves(self, position: Spot) -> Sequence[Spot]:
        """Return the positions after each move; of parallel arcs the first that is not used counts."""
        v, used = position
        if v < 0:
            return [(w, 0) for w in range(len(self.labels))]
        return [
            (w, used | 1 << e)
            for e, (u, w, earlier) in enumerate(self.arcs)
            if u == v and not used >> e & 1 and used & earlier == earlier
        ]

    def render(self, position: Spot) -> str:
        """Return where the token stands, and the used arcs."""
        v, used = position
        if v < 0:
            return "pick a vertex"
        ways = ", ".join(self._ways(used)) or "none"
        return f"the token stands on {self.labels[v]}; used: {ways}"

    def text(self, position: Spot) -> str:
        """Return the position as a person types it."""
        v, used = position
        return "pick" if v < 0 else " ".join([str(self.labels[v]), *self._ways(used)])

    def parse(self, text: str) -> Spot:
        """Return the position; raise `GameError` if it is none."""
        vertex, *ways = text.split() or [""]
        if (vertex, ways) == ("pick", []):
            return PICK
        names = [str(label) for label in self.labels]
        used, left = 0, [f"{names[u]}>{names[w]}" for u, w, _ in self.arcs]
        for way in ways:
            if way not in left:
                raise GameError(f"{shown(way)} is not an arc that can be used here; the arcs are {', '.join(left)}")
            e = left.index(way)
            used, left[e] = used | 1 << e, ""
        if vertex not in names:
            raise GameError(f"{shown(vertex)} is not a vertex; the vertices are {', '.join(names)}")
        return names.index(vertex), used

    def move_name(self, position: Spot, after: Spot) -> str:
        """Return the vertex to which the token goes."""
        return str(self.labels[after[0]])

    def passed(self, position: Spot) -> Spot:
        """Return the position itself: both players have the same moves."""
        return position

    def children(self, tier: int) -> Iterable[int]:
        """Return the tier with one used arc more."""
        return [tier + 1] if tier < len(self.arcs) else []

    def size(self, tier: int) -> int:
        """Return the number of vertices, times the number of ways to have used so many arcs."""
        return 1 if tier < 0 else len(self.labels) * self._used[tier].size

    def rank(self, position: Spot) -> tuple[int, int]:
        """Return the number of used arcs, and the number of the vertex and of the set of arcs."""
        v, used = position
        if position == PICK:
            return -1, 0
        if not (0 <= v < len(self.labels) and 0 <= used < 1 << len(self.arcs)):
            raise ValueError
        index = self._used[tier := used.bit_count()]
        return tier, v * index.size + int(index.rank(used))

    def unrank(self, tier: int, index: int) -> Spot:
        """Return the position."""
        if tier < 0:
            return PICK
        v, number = divmod(int(index), self._used[tier].size)
        return v, int(self._used[tier].unrank(number))

    def expand(self, batch: Batch) -> None:
        """Move along each arc where the token stands at its tail."""
        if batch.tier < 0:
            for v in range(len(self.labels)):
                batch.move(0, np.full(batch.index.size, v))
            return
        token, number = np.divmod(batch.index, self._used[batch.tier].size)
        used, stuck = self._used[batch.tier].unrank(number), np.ones(number.size, np.bool_)
        for e, (u, w, earlier) in enumerate(self.arcs):
            rows = np.flatnonzero((token == u) & (used >> e & 1 == 0) & (used & earlier == earlier))
            stuck[rows] = False
            if rows.size:
                after = self._used[batch.tier + 1]
                batch.move(batch.tier + 1, w * after.size + after.rank(used[rows] | 1 << e), rows)
        batch.end("loss", stuck)

    @cached_property
    def labels(self) -> Sequence[int]:
        """What the vertices are called."""
        return self._listed.labels

    @cached_property
    def arcs(self) -> list[tuple[int, int, int]]:
        """For each arc the numbers of its tail and its head, and the arcs that are parallel to it and come first."""
        arcs = self._listed.arcs
        return [(*arc, sum(1 << k for k in range(e) if arcs[k] == arc)) for e, arc in enumerate(arcs)]

    @cached_property
    def _listed(self) -> ListedGraph:
        graphs = read_lists(self.graph.encode(), "the graph")
        if len(graphs) > 1 or len(graphs[0].arcs) > 40:
            raise GameError(f"a table is of one graph with at most 40 arcs; {shown(self.graph)} is larger")
        return graphs[0]

    @cached_property
    def _used(self) -> list[Combinations]:
        return [Combinations(len(self.arcs), k) for k in range(len(self.arcs) + 1)]

    def _ways(self, used: int) -> list[str]:
        return [f"{self.labels[u]}>{self.labels[w]}" for e, (u, w, _) in enumerate(self.arcs) if used >> e & 1]
