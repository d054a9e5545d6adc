"""A graph view as an SVG picture: vertices by owner, regions by colour and hatch, the strategy in bold.

Graphs of a few hundred vertices are drawn whole; of larger ones, a piece around a vertex or a summary.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arguments import integer
from graphgames.core.errors import counted
from graphgames.draw import plots, scene, style, svg
from graphgames.draw.edges import Drawn, start_arrow, way
from graphgames.draw.layout import Link, Places, layout, moved
from graphgames.draw.lettering import lettered
from graphgames.draw.men import LIGHT
from graphgames.draw.picture import HEAD, Picture
from graphgames.draw.scene import SHORT, GraphView, part_of

MANY_VERTICES, MANY_EDGES = 300, 1500
"""More than this is a hairball, and a summary says more."""

SMALL, LARGE = 13.0, 21.0
_CROWD = 100
_PARALLEL = 4
_THIN_LINE = "#7c838b"


def draw(sheet: GraphView, around: object = None, radius: int = 2) -> Picture:
    """Return the picture of a graph view, or of what is at most ``radius`` edges, of either direction, from a vertex.

    Raise `ArenaError` if there is no vertex ``around``, or several have that label; `GameError` if the radius is
    negative.
    """
    radius = integer(radius, "the radius")
    arena, title = sheet.arena, sheet.title
    if around is None and (arena.n > MANY_VERTICES or arena.m > MANY_EDGES):
        return summary(sheet)
    if around is None:
        vertices = np.arange(arena.n)
    else:
        centre = arena.vertex(around)
        vertices = scene.ball(arena, centre, radius, MANY_VERTICES)
        title = f"{title}; {counted(vertices.size, 'vertex', 'vertices')} around {arena.said(centre)}, radius {radius}"
        if vertices.size == MANY_VERTICES:
            title += f" (no more than {MANY_VERTICES} are drawn)"
    return painted(sheet, arranged(sheet, vertices), title)


def summary(sheet: GraphView) -> Picture:
    """Draw the sizes of the regions and how values are spread, with the reason why not every vertex is drawn."""
    arena = sheet.arena
    reason = (
        f"{arena.n} vertices and {arena.m} edges are too many to draw; choose a part, around a vertex with a radius"
    )
    parts, height = plots.shares(sheet.regions(), arena.n, 72)
    for name, values in sheet.charts():
        chart, more = plots.histogram(values, name, height)
        parts += chart
        height += more
    said = [
        svg.text(16, 44 + 14 * k, line, 11, text_anchor="start", fill=svg.FAINT)
        for k, line in enumerate(svg.wrapped(reason, plots.WIDTH - 32, 11))
    ]
    return Picture(sheet.title, (*said, *parts), plots.WIDTH, height + 4)


def arranged(sheet: GraphView, vertices: NDArray[np.int64]) -> Drawn:
    """Return every vertex its place."""
    arena, hidden = part_of(sheet.arena, vertices)
    rank = None if sheet.rank is None else [int(r) for r in np.asarray(sheet.rank)[vertices]]
    radius = SMALL if vertices.size > _CROWD else LARGE
    long = radius == LARGE and any(len(name) > SHORT for name in _names(sheet, vertices))
    links = _links(sheet, arena)
    found = layout(arena, links, rank, (5.6 if long else 3.4) * radius, radius)
    start = -1 if sheet.start is None else next(iter(np.flatnonzero(vertices == sheet.start).tolist()), -1)
    shapes = [sheet.shape(v) for v in vertices.tolist()]
    return Drawn(vertices, arena, hidden, links, found, radius, _signs(sheet, vertices, radius), start, shapes)


def _signs(sheet: GraphView, vertices: NDArray[np.int64], radius: float) -> list[str]:
    """Return what stands in the vertices: their names; numbers in all of a crowd with long ones.

    If one name is too long, all stand beside their vertices, and these are empty: a number would be read as a name.
    """
    signs, names = [sheet.signed(v) for v in vertices.tolist()], _names(sheet, vertices)
    if sheet.sign is not None or signs == names:
        return signs
    if radius == LARGE:
        return [""] * len(names)
    return [str(v) for v in vertices.tolist()]


def _names(sheet: GraphView, vertices: NDArray[np.int64]) -> list[str]:
    return [str(sheet.arena.said(v)) for v in vertices.tolist()]


def _links(sheet: GraphView, arena: Arena) -> list[Link]:
    """Return the edges as they are drawn: one by one, many between two vertices once each way, with their number."""
    bundles: dict[tuple[int, int], list[tuple[int, int, str]]] = {}
    for (u, w), e in zip(arena.edges(), arena.edge_data["edge"].tolist(), strict=True):
        bundles.setdefault((min(u, w), max(u, w)), []).append((u, w, sheet.edge_note(e)))
    links = []
    for edges in bundles.values():
        shown = edges if len(edges) <= _PARALLEL else list(dict.fromkeys(edges))
        for k, (u, w, note) in enumerate(shown):
            times = f"×{edges.count((u, w, note))}" if len(shown) < len(edges) else ""
            links.append(Link(u, w, " ".join(filter(None, (note, times))), k, len(shown)))
    return links


def painted(sheet: GraphView, drawn: Drawn, title: str = "") -> Picture:
    """Put the parts together: edges below, vertices upon them, title above and legend under all."""
    title = title or sheet.title
    margin = 2 * drawn.radius + 22
    least, extent = _extent(drawn)
    keys = _counted(sheet, drawn)
    if drawn.hidden.any():
        keys.append(style.Key("text", style.BLANK, "edges to vertices that are not drawn", "+n"))
    loops = [svg.text_width(link.words, 10) for link in drawn.links if link.tail == link.head]
    width = max(extent[0] + 2 * (margin + max(loops, default=0.0)), 420.0, style.legend_width(keys))
    shift = np.array([(width - extent[0]) / 2, HEAD + margin]) - least
    here = drawn._replace(layout=moved(drawn.layout, shift))
    ways = [way(here, link, route) for link, route in zip(here.links, here.layout.routes, strict=True)]
    words, names = lettered(here, ways, _names(sheet, here.vertices) if here.radius == LARGE else here.signs, width)
    nodes = [_node(sheet, here, i) for i in range(drawn.vertices.size)]
    height = HEAD + float(extent[1]) + 2 * margin
    return Picture(title, (*names, *_edges(sheet, here, ways, words), *nodes), float(width), height, tuple(keys))


def _counted(sheet: GraphView, drawn: Drawn) -> list[style.Key]:
    """Return the legend of what is drawn: its vertices counted, and without signs where small vertices have none."""
    keys = [*sheet.keys]
    if drawn.radius != LARGE and not any(link.words for link in drawn.links):
        keys = [key for key in keys if key.shape != "text"]
    if drawn.vertices.size == sheet.arena.n:
        return keys
    regions = [sheet.region(v) for v in drawn.vertices.tolist()]
    return [key if key.vertices is None else key._replace(vertices=regions.count(key.region)) for key in keys]


def _extent(drawn: Drawn) -> tuple[Places, Places]:
    """Return the least coordinates of vertices and routes, and how far they reach from there."""
    if not drawn.vertices.size:
        return np.zeros(2), np.zeros(2)
    routes = [route.points for route in drawn.layout.routes if route is not None]
    words = [route.beside[None] for route in drawn.layout.routes if route is not None and route.beside is not None]
    every = np.concatenate([drawn.places, *routes, *words])
    return every.min(axis=0), np.ptp(every, axis=0)


def _node(sheet: GraphView, drawn: Drawn, i: int) -> str:
    """Draw a vertex: its shape, its name, its note, what stands on it, and how much is not shown."""
    v, r = int(drawn.vertices[i]), drawn.radius
    x, y = drawn.places[i].tolist()
    kind = drawn.shapes[i]
    region, label = sheet.region(v), str(sheet.arena.said(v))
    parts = [svg.element("title", svg.escape(sheet.why(v) or label)), style.shape(kind, x, y, r, region)]
    if sheet.marked is not None and sheet.marked[v]:
        inner = {"fill": "none", "stroke_dasharray": None, "stroke_width": 1.2}
        parts.append(style.shape(kind, x, y, r - 3.5, region, **inner))
    look = style.REGIONS[region]
    if look.paper != look.line:  # the middle without hatch, so that what is written there can be read
        parts.append(svg.element("circle", cx=x, cy=y, r=0.68 * r, fill=look.paper, class_="plate"))
    inside = drawn.signs[i]
    note = sheet.note(v) if r == LARGE else ""
    size = (12 if r == LARGE else 10) - 2 * (len(inside) >= SHORT)
    if inside:
        parts.append(svg.text(x, y + (-1 if note else 4), inside, size, font_weight="bold", class_="name"))
    if note:
        parts.append(svg.text(x, y + (11 if inside else 4), note, 10, class_="note"))
    if drawn.hidden[i]:
        parts.append(svg.text(x + r, y - r + 2, f"+{drawn.hidden[i]}", 9, fill=svg.FAINT, text_anchor="start"))
    if drawn.start == i:
        parts.append(_arrow(start_arrow(drawn), Pen(svg.INK, style.THIN)))
    parts += [_token(x, y, r, k, *token) for k, token in enumerate(sheet.tokens(v))]
    return svg.element("g", *parts, class_="vertex", data_vertex=v)


def _token(x: float, y: float, r: float, k: int, colour: str, name: str, number: str) -> str:
    """Draw what stands on a vertex at its upper right, several side by side: a meeple, or a number of stones."""
    x, y = x + r * 0.8 + 14 * k, y - r * 0.95
    title = svg.element("title", svg.escape(name))
    if number:
        stone = svg.element("circle", cx=float(x), cy=float(y), r=8.5, fill=colour, stroke=LIGHT, stroke_width=1.2)
        count = svg.text(x, y + 3.5, svg.shortened(number, 4), 9, fill="#ffffff", font_weight="bold")
        return svg.element("g", title, stone, count, class_="token")
    outline = {"fill": colour, "stroke": LIGHT, "stroke_width": 1.2}
    body = svg.element("path", d=_path("M{} {}l4.5 -12h3l4.5 12z", x - 6, y + 8), **outline)
    head = svg.element("circle", cx=float(x), cy=float(y - 5), r=4.6, **outline)
    return svg.element("g", title, body, head, class_="token")


class Pen(NamedTuple):
    """How a line is drawn."""

    colour: str
    weight: float
    head: bool = True


def _edges(sheet: GraphView, drawn: Drawn, ways: Sequence[Places], beside: Sequence[str]) -> list[str]:
    """Draw the edges, the strategy's last and bold, those of its loops bolder."""
    chosen = _chosen(sheet, drawn)
    parts: list[tuple[bool, str]] = []
    for link, points, words in zip(drawn.links, ways, beside, strict=True):
        head, note = chosen.get(link.tail, (-1, ""))
        times = link.words.removeprefix(note).strip()  # of several edges of which the same is said
        strong, look = link.head == head and link.words.startswith(note) and times[:1] in "×", "edge"
        pen = Pen(_THIN_LINE, style.THIN, sheet.directed)
        if strong:
            del chosen[link.tail]  # one of several that look the same
            v = int(drawn.vertices[link.tail])
            weight, look = (style.LOOP, "edge strategy loop") if sheet.on_loop(v) else (style.BOLD, "edge strategy")
            pen = Pen(style.REGIONS[sheet.region(v)].outline, weight, sheet.directed)
        group = svg.element("g", _arrow(points.tolist(), pen), words, class_=look)
        parts.append((strong, group))
    return [part for _, part in sorted(parts, key=lambda part: part[0])]


def _chosen(sheet: GraphView, drawn: Drawn) -> dict[int, tuple[int, str]]:
    """Return where the strategy's edges lead, by the numbers of the drawn vertices, and what stands beside them.

    Those that lead out of the picture are not among them.
    """
    number, heads = {v: i for i, v in enumerate(drawn.vertices.tolist())}, sheet.arena.successors
    edges = {i: e for v, i in number.items() if (e := sheet.strategy_edge(v)) >= 0}
    return {i: (number[int(heads[e])], sheet.edge_note(e)) for i, e in edges.items() if int(heads[e]) in number}


def _arrow(points: Sequence[Sequence[float]], pen: Pen) -> str:
    """Draw a line with a head along the points of a way."""
    (a, b), (from_x, from_y) = points[-1], points[-2]
    length = hypot(a - from_x, b - from_y) or 1.0
    dx, dy = (a - from_x) / length, (b - from_y) / length
    size, half = 6.5 + pen.weight, 2.2 + 0.75 * pen.weight
    neck = (a - dx * size * 0.85, b - dy * size * 0.85) if pen.head else (a, b)
    numbers = [number for point in (*points[:-1], neck) for number in point]
    command = "L" if len(points) == 2 else "Q" if len(points) == 3 else "C"
    d = _path("M{} {}" + command + " ".join(["{} {}"] * (len(points) - 1)), *numbers)
    line = svg.element("path", d=d, fill="none", stroke=pen.colour, stroke_width=pen.weight)
    if not pen.head:
        return line
    left = (a - dx * size - dy * half, b - dy * size + dx * half)
    right = (a - dx * size + dy * half, b - dy * size - dx * half)
    return line + svg.element("path", d=_path("M{} {}L{} {}L{} {}z", a, b, *left, *right), fill=pen.colour)


def _path(form: str, *numbers: float) -> str:
    return form.format(*(svg.number(value) for value in numbers))
