"""Edge geography: a token goes along the arcs of a graph, over none of them twice. A table has all its positions.

A graph of n vertices and m arcs has n 2^m positions. Who wins is PSPACE-complete to say (T. Schaefer, *On the
complexity of some two-person perfect-information games*, Journal of Computer and System Sciences 16, 1978).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import cos, pi, sin
from typing import Any

import numpy as np

from graphgames.core.errors import GameError, shown
from graphgames.draw import pieces, svg
from graphgames.draw.board import label
from graphgames.draw.places import EDGE, Place, PlaceBoard, alone
from graphgames.games.geography.lists import ListedGraph, read_lists
from graphgames.games.tables.index import Combinations
from graphgames.games.tables.indexed_rules import Batch, IndexedRules, word

Spot = tuple[int, int]
"""The number of the vertex of the token, -1 before it is picked, and the used arcs as a bit mask."""

PICK: Spot = (-1, 0)


def _board(rules: EdgeGeography) -> PlaceBoard:
    """Return a map: vertices around a circle, the arcs that are left, and the token."""
    many = len(rules.labels)
    far = max(80.0, 68.0 * many / (2 * pi))
    spots = [EDGE + 44 + far * np.array([1 + sin(t), 1 - cos(t)]) for t in np.arange(many) * 2 * pi / many]
    vertices = {str(v): _round(spot, 19) for v, spot in zip(rules.labels, spots, strict=True)}
    names, drawn = list(vertices), [_arc(spots, *arc) for arc in rules.arcs]
    arcs = {f"arc-{e}": _round(middle, 6) for e, (_, middle) in enumerate(drawn)}

    def standing(position: tuple[int, int]) -> dict[str, str]:
        v, used = position
        left = {f"arc-{e}": str(e) for e in range(len(arcs)) if not used >> e & 1}
        return left | ({names[v]: "token"} if v >= 0 else {})

    def man(look: str, place: Place) -> str:
        return alone(look, place, pieces.disc, "#c8102e", "#7d0a1d") if look == "token" else drawn[int(look)][0]

    return PlaceBoard(
        rules.title,
        vertices | arcs,
        men=standing,
        man=man,
        touched=lambda position, after: [names[after[0]]],
        ground=[
            svg.element("circle", class_="vertex", cx=x, cy=y, r=19.0, fill="#ffffff", stroke="#5b6470")
            + label(x + 27 * sin(t), y - 27 * cos(t) + 4, name)
            for name, t, (x, y) in zip(names, np.arange(many) * 2 * pi / many, np.array(spots).tolist(), strict=True)
        ],
        size=(2 * (EDGE + 44 + far),) * 2,
    )


def _round(middle: Any, r: float) -> Place:
    x, y = middle.tolist()
    return Place(x - r, y - r, 2 * r, 2 * r, r)


def _arc(spots: Sequence[Any], u: int, w: int, earlier: int) -> tuple[str, Any]:
    """Return the drawing of an arc between vertices, bent the more, the more there are beside it; and its middle."""
    bend = 16.0 + 14 * earlier.bit_count()
    a, b = spots[u], spots[w]
    if u == w:
        out = a - np.mean(spots, axis=0)
        out = out / (np.hypot(*out) or 1.0)
        aside = np.array([-out[1], out[0]])
        begin, end = a + 17 * (out + 0.6 * aside) / 1.17, a + 17 * (out - 0.6 * aside) / 1.17
        one, other = (a + (20 + 2 * bend) * out + sign * 24 * aside for sign in (1, -1))
    else:
        along = (b - a) / np.hypot(*(b - a))
        aside = np.array([-along[1], along[0]])
        one, other = a + (b - a) / 3 + bend * aside, b - (b - a) / 3 + bend * aside
        begin, end = (p + 21 * (q - p) / np.hypot(*(q - p)) for p, q in ((a, one), (b, other)))
    tip = (end - other) / np.hypot(*(end - other))
    back, wide = end - 9 * tip, 4.5 * np.array([-tip[1], tip[0]])
    curve = "M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}".format(*begin, *one, *other, *back)
    head = "M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}Z".format(*end, *(back + wide), *(back - wide))
    pen = svg.element("path", d=curve, fill="none", stroke="#5b6470", stroke_width=2)
    return pen + svg.element("path", d=head, fill="#5b6470"), (begin + 3 * one + 3 * other + end) / 8


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
    board = _board
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
