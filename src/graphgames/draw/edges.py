"""Where the edges of a picture go: as routed, straight, bent away from vertices, or around a vertex as a loop."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.draw.layout import Layout, Link, Places, Route, moved
from graphgames.draw.shapes import Shape, apart, extents
from graphgames.graphs.order import neighbours

_ROOM = 6.0
"""Edges stay so far away from vertices."""

_BENDS = [0.0, *(side * bend for bend in (16.0, 32.0, 56.0, 84.0, 120.0, 165.0) for side in (1, -1))]
_FAR = 90.0
"""Where there is a spare route, edges are bent no further than this."""

_NEAR = 8.5
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
    ways: Sequence[Places] = ()
    """The way of each link."""
    words: Sequence[Words | None] = ()
    """What is written beside each link."""

    @property
    def places(self) -> Places:
        """The places of the vertices."""
        return self.layout.places

    def moved(self, shift: Places) -> Drawn:
        """Return the same somewhere else."""
        words = [one and one._replace(middle=one.middle + shift) for one in self.words]
        return self._replace(layout=moved(self.layout, shift), ways=[way + shift for way in self.ways], words=words)


def way(drawn: Drawn, link: Link, route: Route | None) -> Places:
    """Return where an edge goes: as routed; else straight, or bent away from its like and from vertices in its way.

    It is two points of a line, three of a bend, else a chain of cubic curves.
    """
    tail, head = drawn.places[link.tail], drawn.places[link.head]
    if route is not None and not route.spare:
        points = route.points
    elif link.tail == link.head:
        points = _loop(drawn, link.tail, link.k)
    else:
        bend, free = _freest(drawn, link.tail, link.head, link.of)
        bend += _aside(link.k, link.of)
        control = (tail + head) / 2 + 2 * bend * _across(drawn, link.tail, link.head)
        points = np.array([tail, control, head] if bend else [tail, head])
        points = points if route is None or (free and abs(bend) <= _FAR) else route.points
    begun = _outside(points, drawn.shapes[link.tail], tail, 1.0)
    return _outside(begun[::-1], drawn.shapes[link.head], head, _TIP)[::-1]


def _aside(k: int, of: int) -> float:
    """Return the bend that keeps an edge apart from its like."""
    return (k - (of - 1) / 2) * 22.0


def _across(drawn: Drawn, u: int, w: int) -> NDArray[np.float64]:
    """Return the direction across an edge, the same for its antiparallel."""
    tail, head = drawn.places[u], drawn.places[w]
    across: NDArray[np.float64] = np.array([tail[1] - head[1], head[0] - tail[0]]) / max(1e-9, hypot(*(head - tail)))
    return -across if u > w else across


def clear(drawn: Drawn, u: int, w: int) -> float:
    """Return the least bend with which an edge stays away from all other vertices."""
    return _freest(drawn, u, w, 1)[0]


def _freest(drawn: Drawn, u: int, w: int, of: int) -> tuple[float, bool]:
    """Return the least bend with which edges side by side stay away from all other vertices, and whether they do."""
    across, tail, head = _across(drawn, u, w), drawn.places[u], drawn.places[w]
    near = _NEAR * drawn.radius
    tried = [bend for bend in _BENDS if abs(bend) < near]
    t = np.linspace(0.05, 0.95, 37)[:, None]
    line = (1 - t) * tail + t * head
    middle, reach = (tail + head) / 2, np.abs(head - tail) / 2 + near + extents(drawn.shapes)
    close = (np.abs(drawn.places - middle) < reach).all(axis=1)
    close[[u, w]] = False
    others = np.flatnonzero(close).tolist()
    if not others:
        return 0.0, True
    away = apart([drawn.shapes[v] for v in others], line[::3, None] - drawn.places[others]).min(axis=0)
    others = [v for v, far in zip(others, away.tolist(), strict=True) if far < near]
    if not others:
        return 0.0, True
    shapes, places = [drawn.shapes[v] for v in others], drawn.places[others]
    if of == 1 and float(apart(shapes, line[:, None] - places).min()) > _ROOM:
        return 0.0, True
    bends = np.array([[bend + _aside(k, of) for k in range(of)] for bend in tried])
    ways = line + (4 * t * (1 - t)) * (bends[..., None, None] * across)
    room = apart(shapes, ways[..., None, :] - places).min(axis=(1, 2, 3))
    free = np.flatnonzero(room > _ROOM)
    best = int(free[0]) if free.size else int(np.argmax(np.round(room, 3)))
    return tried[best], bool(free.size)


def _outside(points: Places, shape: Shape, middle: Places, more: float) -> Places:
    """Return a line, a bend or a chain of cubic curves without its first part, up to where it leaves an outline."""
    step = 3 if len(points) > 3 else len(points) - 1
    for k in range(0, len(points) - 1, step):
        piece, begin, end = points[k : k + step + 1], 0.0, 1.0
        for _ in range(2):
            t = np.linspace(begin, end, 33)
            out = np.flatnonzero(apart([shape], (_curve(piece, t) - middle)[:, None])[:, 0] > more)
            if not out.size:
                break
            begin, end = t[max(0, int(out[0]) - 1)], t[int(out[0])]
        else:
            return np.concatenate([_rest(piece, float(end)), points[k + step + 1 :]])
    return points


def _curve(control: Places, t: NDArray[np.float64]) -> Places:
    """Return points of a curve that is given by two, three or four control points."""
    row = [point * np.ones((len(t), 1)) for point in control]
    while len(row) > 1:
        row = [(1 - t)[:, None] * a + t[:, None] * b for a, b in pairwise(row)]
    return np.asarray(row[0])


def _rest(control: Places, t: float) -> Places:
    """Return the control points of the part of a curve behind t."""
    row, found = control, [control[-1]]
    while len(row) > 1:
        row = (1 - t) * row[:-1] + t * row[1:]
        found.append(row[-1])
    return np.array(found[::-1])


def _loop(drawn: Drawn, v: int, k: int) -> Places:
    """Return the curve of a self-loop where there is most room around the vertex."""
    shape, angle = drawn.shapes[v], _widest_gap(drawn, v)
    r = max(shape.high, drawn.radius)
    x, y = (drawn.places[v] + ((shape.half - shape.high) * cos(angle), 0.0)).tolist()
    size, half = 1.25 * r * (2.3 + 0.7 * k), 0.42

    def at(far: float, turn: float) -> tuple[float, float]:
        return x + far * cos(angle + turn), y + far * sin(angle + turn)

    return np.array([at(0.5 * r, -half), at(size, -0.75), at(size, 0.75), at(0.5 * r, half)])


def start_arrow(drawn: Drawn) -> Places:
    """Return from where to where the arrow goes that shows the start; no points if that is not drawn."""
    if drawn.start < 0:
        return np.zeros((0, 2))
    middle, shape = drawn.places[drawn.start], drawn.shapes[drawn.start]
    far = middle - (max(shape.half, drawn.radius) + 22, max(shape.high, drawn.radius) + 10)
    return _outside(np.array([middle, far]), shape, middle, _TIP)[::-1]


def _widest_gap(drawn: Drawn, v: int) -> float:
    """Return the direction around a vertex that is farthest from those of its neighbours and of the start's arrow."""
    x, y = drawn.places[v].tolist()
    near = {*neighbours(drawn.arena, v)} - {v}
    arrow = start_arrow(drawn)[:1].tolist() if drawn.start == v else []
    angles = sorted(atan2(b - y, a - x) for a, b in (*drawn.places[list(near)].tolist(), *arrow))
    if not angles:
        return -pi / 2
    gaps = [(after - before, before) for before, after in zip(angles, [*angles[1:], angles[0] + 2 * pi], strict=True)]
    width, begin = max(gaps, key=lambda gap: (round(gap[0], 6), -gap[1]))
    return begin + width / 2


def sampled(points: Places) -> Places:
    """Return points along a way, close enough together to find what it crosses."""
    step = 3 if len(points) > 3 else len(points) - 1
    found = []
    for k in range(0, len(points) - 1, step):
        piece = points[k : k + step + 1]
        length = float(np.hypot(*np.diff(piece, axis=0).T).sum())
        found.append(_curve(piece, np.linspace(0, 1, max(2, int(length / 4)))))
    return np.concatenate(found)
