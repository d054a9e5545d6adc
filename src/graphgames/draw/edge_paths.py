"""Where the edges of a picture go: as routed, straight, bent away from vertices, or around a vertex as a loop."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, pi, sin
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.draw.curves import begun
from graphgames.draw.layout import Layout, Link, Places, moved
from graphgames.draw.shapes import Outlines, Shape, outlines
from graphgames.graphs.order import neighbours

_ROOM = 6.0
"""Edges stay so far away from vertices."""

_BENDS = [0.0, *(side * bend for bend in (16.0, 32.0, 56.0, 84.0, 120.0, 165.0) for side in (1, -1))]
_MOST_BEND = 90.0
"""Where there is a spare route, edges are bent no further than this."""

_LEAST_BEND = 8.5
"""Vertices so many radii away are in no way's way, and edges are bent by less."""

_TIP = 2.5
"""So far from the outline of a vertex edges end; they begin nearer to it."""


class Words(NamedTuple):
    """What is written beside an edge, where its middle is, and whether it meets nothing there."""

    text: str
    middle: Places
    free: bool


class Drawn(NamedTuple):
    """What is drawn: vertices, the arena on them, how many edges lead out, the links, where all that is."""

    vertices: NDArray[np.int64]
    arena: Arena
    hidden: NDArray[np.int64]
    links: Sequence[Link]
    layout: Layout
    radius: float
    signs: Sequence[Sequence[str]]
    """The lines of what stands in the middle of each vertex."""
    start: int
    """The number here of the vertex where the play begins, -1 if it is not drawn."""
    shapes: Sequence[Shape]
    """The outline of each vertex."""
    margin: float
    """How much is free around the outermost vertices."""
    arrow: Places = np.zeros((0, 2))
    """From where to where the arrow goes that shows the start; no points if that is not drawn."""
    paths: Sequence[Places] = ()
    """The way of each link."""
    words: Sequence[Words | None] = ()
    """What is written beside each link."""

    @property
    def places(self) -> Places:
        """The places of the vertices."""
        return self.layout.places

    @property
    def outlines(self) -> Outlines:
        """The outlines of the vertices as arrays."""
        return outlines(self.shapes)

    def moved(self, shift: Places) -> Drawn:
        """Return the same somewhere else."""
        words = [one and one._replace(middle=one.middle + shift) for one in self.words]
        paths = [path + shift for path in self.paths]
        return self._replace(layout=moved(self.layout, shift), arrow=self.arrow + shift, paths=paths, words=words)


def paths(drawn: Drawn) -> list[Places]:
    """Return where edges go: as routed; else straight, or bent away from their like and from vertices in their way.

    Each is two points of a line, three of a bend, else a chain of cubic curves.
    """
    links, routes = drawn.links, drawn.layout.routes
    if not links:
        return []
    tails, heads, k, of = np.array([(link.tail, link.head, link.k, link.of) for link in links]).T
    tail, head = drawn.places[tails], drawn.places[heads]
    loose = np.array([route is None or route.spare for route in routes]) & (tails != heads)
    bends, free = np.zeros(len(links)), np.ones(len(links), np.bool_)
    bends[loose], free[loose] = _freest(drawn, tails[loose], heads[loose], of[loose])
    bends += _aside(k, of)
    control = (tail + head) / 2 + 2 * bends[:, None] * _across(drawn, tails, heads)
    usable = free & (np.abs(bends) <= _MOST_BEND)

    def whole(i: int) -> Places:
        route = routes[i]
        if route is not None and not (route.spare and usable[i]):
            return route.points
        if tails[i] == heads[i]:
            return _loop(drawn, links[i].tail, links[i].k)
        return np.array([tail[i], control[i], head[i]] if bends[i] else [tail[i], head[i]])

    begins = begun([whole(i) for i in range(len(links))], drawn.outlines.at(tails), tail, 1.0)
    return [path[::-1] for path in begun([path[::-1] for path in begins], drawn.outlines.at(heads), head, _TIP)]


def _aside(k: NDArray[np.int64] | int, of: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the bends that keep edges apart from their like."""
    return (k - (of - 1) / 2) * 22.0


def _across(drawn: Drawn, u: NDArray[np.int64], w: NDArray[np.int64]) -> Places:
    """Return the directions across edges, the same for antiparallel ones."""
    along = drawn.places[np.maximum(u, w)] - drawn.places[np.minimum(u, w)]
    return np.asarray(along[:, ::-1] * (-1, 1) / np.maximum(1e-9, np.hypot(*along.T))[:, None])


def clear(drawn: Drawn, edges: Sequence[tuple[int, int]]) -> list[float]:
    """Return the least bends with which edges stay away from all vertices but their ends."""
    u, w = np.array(edges, np.int64).reshape(-1, 2).T
    found: list[float] = _freest(drawn, u, w, np.ones(len(u), np.int64))[0].tolist()
    return found


def _freest(
    drawn: Drawn, u: NDArray[np.int64], w: NDArray[np.int64], of: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the least bends with which edges side by side stay away from all other vertices, and whether they do.

    There are so many ``of`` each edge side by side.
    """
    places, outlines = drawn.places, drawn.outlines
    tail, head, across = places[u], places[w], _across(drawn, u, w)
    t = np.linspace(0.05, 0.95, 37)[:, None, None]
    line, arc = (1 - t) * tail + t * head, 4 * t * (1 - t)
    reach = np.abs(across) @ outlines.extents.T + 1.5 * _ROOM
    side = across @ places.T - (across * tail).sum(axis=1)[:, None]
    left, right = side - reach, side + reach
    along = across[:, ::-1] * (1, -1)
    reach = np.abs(along) @ outlines.extents.T + 1.5 * _ROOM
    passed = along @ places.T - (along * (tail + head)).sum(axis=1)[:, None] / 2
    others = np.abs(passed) < np.hypot(*(head - tail).T)[:, None] / 2 + reach
    others[np.arange(len(u)), [u, w]] = False
    bends, best = np.zeros(len(u)), np.full(len(u), -np.inf)
    for bend in (bend for bend in _BENDS if abs(bend) < _LEAST_BEND * drawn.radius):
        room = np.full(len(u), np.inf)
        for k in range(int(of.max(initial=0))):
            own = np.flatnonzero((best < np.inf) & (k < of))
            bow = (bend + _aside(k, of[own]))[:, None]
            met = others[own] & (left[own] < np.maximum(0, bow)) & (right[own] > np.minimum(0, bow))
            edge, other = np.nonzero(met)
            points = line[:, own[edge]] + arc * (bow * across[own])[edge]
            away = outlines.at(other).apart(points - places[other]).min(axis=0)
            np.minimum.at(room, own[edge], away)
        rated = np.where(room > _ROOM, np.inf, np.round(room, 3))
        better = rated > best
        bends[better], best[better] = bend, rated[better]
    return bends, best == np.inf


def _loop(drawn: Drawn, v: int, k: int) -> Places:
    """Return the curve of a self-loop where there is most room around the vertex."""
    shape, angle = drawn.shapes[v], _widest_gap(drawn, v)
    r = max(shape.high, drawn.radius)
    x, y = (drawn.places[v] + ((shape.half - shape.high) * cos(angle), 0.0)).tolist()
    size, half = 1.25 * r * (2.3 + 0.7 * k), 0.42

    def at(distance: float, turn: float) -> tuple[float, float]:
        return x + distance * cos(angle + turn), y + distance * sin(angle + turn)

    return np.array([at(0.5 * r, -half), at(size, -0.75), at(size, 0.75), at(0.5 * r, half)])


def start_arrow(drawn: Drawn) -> Places:
    """Return from where to where the arrow goes that shows the start; no points if that is not drawn."""
    v = drawn.start
    if v < 0:
        return np.zeros((0, 2))
    middle, shape = drawn.places[v], drawn.shapes[v]
    tail = middle - (max(shape.half, drawn.radius) + 22, max(shape.high, drawn.radius) + 10)
    return begun([np.array([middle, tail])], outlines([shape]), middle[None], _TIP)[0][::-1]


def _widest_gap(drawn: Drawn, v: int) -> float:
    """Return the direction around a vertex that is farthest from those of its neighbours and of the start's arrow."""
    x, y = drawn.places[v].tolist()
    around = {*neighbours(drawn.arena, v)} - {v}
    arrow = drawn.arrow[:1].tolist() if drawn.start == v else []
    angles = sorted(atan2(b - y, a - x) for a, b in (*drawn.places[list(around)].tolist(), *arrow))
    if not angles:
        return -pi / 2
    gaps = [(after - before, before) for before, after in zip(angles, [*angles[1:], angles[0] + 2 * pi], strict=True)]
    width, begin = max(gaps, key=lambda gap: (round(gap[0], 6), -gap[1]))
    return begin + width / 2
