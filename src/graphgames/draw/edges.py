"""Where the edges of a picture go: as routed, straight, bent away from vertices, or around a vertex as a loop."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, pi, sin
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.draw.layout import Layout, Link, Places, Route
from graphgames.draw.style import border
from graphgames.graphs.order import neighbours

_NEAR = 105.0
"""Vertices further away than this, and the radius, are in no way's way."""


class Drawn(NamedTuple):
    """What is drawn: vertices, the arena on them, how many edges lead out, the links, where all that is."""

    vertices: NDArray[np.int64]
    arena: Arena
    hidden: NDArray[np.int64]
    links: Sequence[Link]
    layout: Layout
    radius: float
    signs: Sequence[str]
    """What stands in the middle of each vertex."""
    start: int
    """The number here of the vertex where the play begins, -1 if it is not drawn."""
    shapes: Sequence[str]
    """The shape of each vertex: ``circle``, ``square``, ``diamond`` or ``group``."""

    @property
    def places(self) -> Places:
        """The places of the vertices."""
        return self.layout.places


def way(drawn: Drawn, link: Link, route: Route | None) -> Places:
    """Return where an edge goes: as routed; else straight, or bent away from its like and from vertices in its way.

    It is two points of a line, three of a bend, else a chain of cubic curves.
    """
    if route is not None and link.tail != link.head:
        points = route.points.copy()
        points[0], points[-1] = _border(drawn, link.tail, points[1]), _border(drawn, link.head, points[-2], 1.5)
        return points
    tail, head = drawn.places[link.tail], drawn.places[link.head]
    if link.tail == link.head:
        return _loop(drawn, link.tail, link.k)
    bend = clear(drawn, link.tail, link.head) if link.of == 1 else (link.k - (link.of - 1) / 2) * 22.0
    across = _across(drawn, link.tail, link.head)
    control = (tail + head) / 2 + 2 * bend * across
    ends = _border(drawn, link.tail, control), _border(drawn, link.head, control, 1.5)
    return np.array([ends[0], control, ends[1]] if bend else ends)


def _across(drawn: Drawn, u: int, w: int) -> NDArray[np.float64]:
    """Return the direction across an edge, the same for its antiparallel."""
    tail, head = drawn.places[u], drawn.places[w]
    across: NDArray[np.float64] = np.array([tail[1] - head[1], head[0] - tail[0]]) / max(1e-9, hypot(*(head - tail)))
    return -across if u > w else across


def clear(drawn: Drawn, u: int, w: int) -> float:
    """Return the least bend with which an edge stays away from all other vertices."""
    across = _across(drawn, u, w)
    others = np.delete(drawn.places, [u, w], axis=0)
    if not len(others):
        return 0.0
    tail, head = drawn.places[u], drawn.places[w]
    along = np.clip((others - tail) @ (head - tail) / max(1e-9, float(((head - tail) ** 2).sum())), 0, 1)
    apart = np.sqrt(((others - tail - along[:, None] * (head - tail)) ** 2).sum(axis=1))
    if float(apart.min()) > drawn.radius + 6:
        return 0.0
    others = others[apart < _NEAR + drawn.radius]
    t = np.linspace(0.06, 0.94, 23)[:, None]
    best, widest = 0.0, float(apart.min())
    for bend in (16.0, -16.0, 32.0, -32.0, 56.0, -56.0, 84.0, -84.0):
        control = (tail + head) / 2 + 2 * bend * across
        curve = (1 - t) ** 2 * tail + 2 * t * (1 - t) * control + t**2 * head
        room = float(np.sqrt(((curve[:, None] - others[None]) ** 2).sum(axis=2)).min())
        if room > drawn.radius + 6:
            return bend
        if room > widest:
            best, widest = bend, room
    return best


def _border(drawn: Drawn, v: int, towards: NDArray[np.float64], more: float = 0.0) -> tuple[float, float]:
    """Return the point where the outline of a vertex meets the line from its middle to somewhere."""
    x, y = drawn.places[v].tolist()
    dx, dy = float(towards[0]) - x, float(towards[1]) - y
    length = hypot(dx, dy) or 1.0
    reach = border(drawn.shapes[v], drawn.radius, dx / length, dy / length) + more + 1
    return x + dx / length * reach, y + dy / length * reach


def _loop(drawn: Drawn, v: int, k: int) -> Places:
    """Return the curve of a self-loop where there is most room around the vertex."""
    (x, y), r = drawn.places[v].tolist(), drawn.radius
    angle = _widest_gap(drawn, v)
    size, half = r * (2.3 + 0.7 * k), 0.42
    a, b = angle - half, angle + half
    start = _border(drawn, v, np.array([x + cos(a), y + sin(a)]))
    end = _border(drawn, v, np.array([x + cos(b), y + sin(b)]), 1.5)
    first = (x + size * 1.25 * cos(angle - 0.75), y + size * 1.25 * sin(angle - 0.75))
    second = (x + size * 1.25 * cos(angle + 0.75), y + size * 1.25 * sin(angle + 0.75))
    return np.array([start, first, second, end])


def start_arrow(drawn: Drawn) -> list[tuple[float, float]]:
    """Return from where to where the arrow goes that shows the start; nothing if that is not drawn."""
    if drawn.start < 0:
        return []
    (x, y), r = drawn.places[drawn.start].tolist(), drawn.radius
    far = np.array([x - r - 22, y - r - 10])
    return [(x - r - 22, y - r - 10), _border(drawn, drawn.start, far, 1.5)]


def _widest_gap(drawn: Drawn, v: int) -> float:
    """Return the direction around a vertex that is farthest from those of its neighbours and of the start's arrow."""
    x, y = drawn.places[v].tolist()
    near = {*neighbours(drawn.arena, v)} - {v}
    arrow = start_arrow(drawn)[:1] if drawn.start == v else []
    angles = sorted(atan2(b - y, a - x) for a, b in (*drawn.places[list(near)].tolist(), *arrow))
    if not angles:
        return -pi / 2
    gaps = [(after - before, before) for before, after in zip(angles, [*angles[1:], angles[0] + 2 * pi], strict=True)]
    width, begin = max(gaps, key=lambda gap: (round(gap[0], 6), -gap[1]))
    return begin + width / 2


def sampled(points: Places) -> Places:
    """Return points along a way, close enough together to find what it crosses."""
    t = np.linspace(0, 1, 40)[:, None]
    if len(points) < 4:
        control = points[1] if len(points) == 3 else points.mean(axis=0)
        return np.asarray((1 - t) ** 2 * points[0] + 2 * t * (1 - t) * control + t**2 * points[-1])
    pieces = [points[k : k + 4] for k in range(0, len(points) - 1, 3)]
    return np.concatenate(
        [(1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t**2 * (1 - t) * c + t**3 * d for a, b, c, d in pieces]
    )
