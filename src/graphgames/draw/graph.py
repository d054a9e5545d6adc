"""A graph view as an SVG picture: vertices by owner, regions by colour and hatch, the strategy in bold.

Graphs of a few hundred vertices are drawn whole; of larger ones, a piece around a vertex or a summary.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arguments import integer
from graphgames.core.errors import counted
from graphgames.draw import plots, scene, style, svg
from graphgames.draw.edge_paths import Drawn, paths, start_arrow
from graphgames.draw.layout import Link, Places, Plan, layout
from graphgames.draw.lettering import faults, in_lines, lettered
from graphgames.draw.picture import HEAD, Picture
from graphgames.draw.pieces import LIGHT
from graphgames.draw.presentation import READABLE
from graphgames.draw.scene import SHORT, GraphView, part_of
from graphgames.draw.shapes import Shape, around, basic, outlines
from graphgames.graphs.order import is_acyclic

MANY_VERTICES, MANY_EDGES = 300, 1500
"""More than this is a hairball, and a summary says more."""

SMALL, LARGE = 13.0, 21.0
_CROWD = 100
_LINE = 76.0  # pixels of a line of a name
_PARALLEL = 4
_THIN_LINE = "#7c838b"


def is_small(arena: Arena) -> bool:
    """Return whether a graph is drawn whole."""
    return arena.n <= MANY_VERTICES and arena.m <= MANY_EDGES


def draw(graph_view: GraphView, around: object = None, radius: int = 2, size: svg.Size | None = None) -> Picture:
    """Return the picture of a graph view, or of what is at most ``radius`` edges, of either direction, from a vertex.

    With a ``size`` in millimetres it is laid out so that text can be read on paper of that size.

    Raise `ArenaError` if there is no vertex ``around``, or several have that label; `GameError` if the radius is
    negative.
    """
    radius = integer(radius, "the radius")
    arena, title = graph_view.arena, graph_view.title
    if around is None and not is_small(arena):
        return summary(graph_view)
    if around is None:
        vertices = np.arange(arena.n)
    else:
        centre = arena.vertex(around)
        vertices = scene.ball(arena, centre, radius, MANY_VERTICES)
        many, name = counted(vertices.size, "vertex", "vertices"), arena.display_name(centre)
        title = f"{title}; {many} around {name}, radius {radius}"
        if vertices.size == MANY_VERTICES:
            title += f" (no more than {MANY_VERTICES} are drawn)"
    return painted(graph_view, arranged(graph_view, vertices, paper_of(size)), title)


def summary(graph_view: GraphView) -> Picture:
    """Draw the sizes of the regions and how values are spread, with the reason why not every vertex is drawn."""
    arena = graph_view.arena
    many = f"{arena.n} vertices and {arena.m} edges are too many to draw"
    reason = f"{many}; choose a part, around a vertex with a radius"
    parts, height = plots.shares(graph_view.regions(), arena.n, 72)
    for name, values in graph_view.charts.items():
        chart, more = plots.histogram(values(), name, height)
        parts += chart
        height += more
    lines = [
        svg.text(16, 44 + 14 * k, line, 11, text_anchor="start", fill=svg.FAINT)
        for k, line in enumerate(svg.wrapped(reason, plots.WIDTH - 32, 11))
    ]
    return Picture(graph_view.title, (*lines, *parts), plots.WIDTH, height + 4)


AS_USUAL = Plan()
QUICK = Plan(sweeps=60)
"""For pictures of which there are many; the stress is some hundredths more."""


def arranged(graph_view: GraphView, vertices: NDArray[np.int64], paper: Paper | None = None) -> Drawn:
    """Return every vertex its place, every edge its way, and the words beside edges theirs.

    Of a few ways to lay out it is the first in which words meet nothing and no edge a vertex, and which fits on the
    paper, or else a screen; else the one that comes nearest to it.
    """
    bare, found = placed(graph_view, vertices), []
    words = sum(bool(link.words) for link in bare.links)
    layers = words <= _WORDS and not is_acyclic(bare.arena)  # which has its layers without
    plans = [plan for plan in PLANS if layers or not plan.layers]
    for plan in (*plans, *([TIGHT] if paper is None else paper.plans)):
        bare = bare if plan is AS_USUAL else placed(graph_view, vertices, plan)
        begun = bare._replace(arrow=start_arrow(bare))
        whole = begun._replace(paths=paths(begun))
        tried = whole._replace(words=lettered(whole))
        found.append((_wrong(tried, paper), tried))
        if found[-1][0] == 0:
            break
    return min(found, key=lambda one: one[0])[1]


def placed(graph_view: GraphView, vertices: NDArray[np.int64], plan: Plan = AS_USUAL) -> Drawn:
    """Return every vertex its place by a plan; a page finds the ways of edges and room for words itself."""
    arena, hidden = part_of(graph_view.arena, vertices)
    rank = None if graph_view.rank is None else [int(r) for r in np.asarray(graph_view.rank)[vertices]]
    radius = SMALL if vertices.size > _CROWD else LARGE
    links = _links(graph_view, arena)
    start = -1 if graph_view.start is None else next(iter(np.flatnonzero(vertices == graph_view.start).tolist()), -1)
    signs = _signs(graph_view, vertices, radius, _LINE * min(1.0, plan.room))
    shapes = [_outline(graph_view, v, lines, radius) for v, lines in zip(vertices.tolist(), signs, strict=True)]
    found = layout(arena, links, rank, np.maximum(outlines(shapes).extents, radius), radius, plan)
    margin = (radius + 22) * min(1.0, plan.room**2)
    return Drawn(vertices, arena, hidden, links, found, radius, signs, start, shapes, margin)


PLANS = AS_USUAL, Plan(room=1.5), Plan(layers=True)
TIGHT = Plan(room=0.6)
_WORDS = 100
"""With more words beside edges Graphviz takes its time, and its layers are far apart."""


class Paper(NamedTuple):
    """How wide and how high a drawing may be, in pixels, so that text can be read on paper."""

    width: float
    height: float

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The ways to lay out so that there is little room, and the paper is filled."""
        slim = self.width / self.height if self.height < inf else 0.5
        tight = [Plan(room=room, slim=slim, widest=self.width - 66) for room in (0.6, 0.4)]
        return tuple(plan for one in tight for plan in (one, one._replace(layers=True), one._replace(rows=True)))


SCREEN = Paper(2000.0, 1700.0)
"""What a drawing should fit on where there is no paper."""


def paper_of(size: svg.Size | None) -> Paper | None:
    """Return the paper of a size in millimetres, on which the smallest text is to be of `READABLE` points."""
    if size is None or size.unit != "mm":
        return None
    pixels = 72 / 25.4 * 10 / READABLE  # of a millimetre, if 10 pixels are so many points
    return Paper(size.width * pixels, inf if size.height is None else size.height * pixels)


def _wrong(drawn: Drawn, paper: Paper | None) -> float:
    """Return how much of a drawing is wrong: the share of edges of which something is, and how much it is too large."""
    if drawn.radius == SMALL:
        return 0.0
    room = paper or SCREEN
    width, height = _extent(drawn)[1].tolist()
    over = float(max(1.0, width / room.width, height / room.height))
    return over - 1 + faults(drawn) / max(1, len(drawn.links))


def _signs(graph_view: GraphView, vertices: NDArray[np.int64], radius: float, line: float) -> list[tuple[str, ...]]:
    """Return the lines of what stands in the vertices: their names; numbers in all of a crowd with long ones."""
    names = [str(graph_view.arena.display_name(v)) for v in vertices.tolist()]
    if radius == LARGE:
        return in_lines(names, line)
    signs = [graph_view.signed(v) for v in vertices.tolist()]
    named = graph_view.sign is not None or signs == names
    return [(sign,) for sign in (signs if named else map(str, vertices.tolist()))]


def _outline(graph_view: GraphView, v: int, lines: Sequence[str], radius: float) -> Shape:
    """Return the outline of a vertex in which these lines and its note have room."""
    if radius == SMALL:
        return basic(graph_view.shape(v), radius)
    return around(graph_view.shape(v), radius, *_block(lines, graph_view.note(v)))


def _block(lines: Sequence[str], note: str) -> tuple[float, float]:
    """Return how wide and how high the lines of a vertex and its note are."""
    size = 11 if any(len(line) >= SHORT for line in lines) else 12  # for bold letters of 10
    wide = max([svg.text_width(line, size) for line in lines] + [svg.text_width(note, 10)])
    return wide, 12.0 * (len(lines) + bool(note)) - 2


def _links(graph_view: GraphView, arena: Arena) -> list[Link]:
    """Return the edges as they are drawn: one by one, many between two vertices once each way, with their number."""
    bundles: dict[tuple[int, int], list[tuple[int, int, str]]] = {}
    for (u, w), e in zip(arena.edges(), arena.edge_data["edge"].tolist(), strict=True):
        bundles.setdefault((min(u, w), max(u, w)), []).append((u, w, graph_view.edge_note(e)))
    links = []
    for edges in bundles.values():
        kept = edges if len(edges) <= _PARALLEL else list(dict.fromkeys(edges))
        for k, (u, w, note) in enumerate(kept):
            times = f"×{edges.count((u, w, note))}" if len(kept) < len(edges) else ""
            links.append(Link(u, w, " ".join(filter(None, (note, times))), k, len(kept)))
    return links


MANY = style.Key("text", style.BLANK, "so many edges as one", "×n")
"""What a legend says where edges are drawn as one."""


def painted(graph_view: GraphView, drawn: Drawn, title: str = "") -> Picture:
    """Put the parts together: edges below, vertices upon them, title above and legend under all."""
    title = title or graph_view.title
    least, extent = _extent(drawn)
    keys = _counted(graph_view, drawn)
    if drawn.hidden.any():
        keys.append(style.Key("text", style.BLANK, "edges to vertices that are not drawn", "+n"))
    width = max(float(extent[0]), 420.0, style.legend_width(keys))
    here = drawn.moved(np.array([(width - extent[0]) / 2, HEAD]) - least)
    nodes = [_node(graph_view, here, i) for i in range(drawn.vertices.size)]
    return Picture(title, (*_edges(graph_view, here), *nodes), width, HEAD + float(extent[1]), tuple(keys))


def _counted(graph_view: GraphView, drawn: Drawn) -> list[style.Key]:
    """Return the legend of what is drawn: its vertices counted, and without signs where small vertices have none."""
    keys = [*graph_view.keys, *([MANY] if any("×" in link.words for link in drawn.links) else [])]
    long = {one.half > one.high for one in drawn.shapes if one.name == "diamond"}
    mark = "" if True not in long else "both" if False in long else "wide"
    keys = [key._replace(mark=mark) if key.shape == "diamond" else key for key in keys]
    if drawn.radius != LARGE and not any(link.words for link in drawn.links):
        keys = [key for key in keys if key.shape != "text"]
    if drawn.vertices.size == graph_view.arena.n:
        return keys
    regions = [graph_view.region(v) for v in drawn.vertices.tolist()]
    return [key if key.vertices is None else key._replace(vertices=regions.count(key.region)) for key in keys]


def _extent(drawn: Drawn) -> tuple[Places, Places]:
    """Return the least coordinates of what is drawn, and how far it reaches from there, with margins."""
    if not drawn.vertices.size:
        return np.zeros(2), np.zeros(2)
    room = drawn.outlines.extents + drawn.margin
    words = [(one.middle, np.array([svg.text_width(one.text, 10) / 2, 6])) for one in drawn.words if one is not None]
    corners = [drawn.places - room, drawn.places + room]
    corners += [points + side for points in (*drawn.paths, drawn.arrow) for side in (-8, 8)]
    corners += [(middle + side * (half + 8))[None] for middle, half in words for side in (-1, 1)]
    every = np.concatenate(corners)
    return every.min(axis=0), np.ptp(every, axis=0)


def _node(graph_view: GraphView, drawn: Drawn, i: int) -> str:
    """Draw a vertex: its shape, its name, its note, what stands on it, and how much is not shown."""
    v, r, outline, lines = int(drawn.vertices[i]), drawn.radius, drawn.shapes[i], drawn.signs[i]
    x, y = drawn.places[i].tolist()
    region, label = graph_view.region(v), str(graph_view.arena.display_name(v))
    parts = [svg.element("title", svg.escape(graph_view.why(v) or label)), style.shape(outline, x, y, region)]
    if graph_view.marked is not None and graph_view.marked[v]:
        inner = {"fill": "none", "stroke_dasharray": None, "stroke_width": 1.2}
        parts.append(style.shape(outline.grown(-3.5), x, y, region, **inner))
    note = graph_view.note(v) if r == LARGE else ""
    look = style.REGIONS[region]
    if look.paper != look.line:  # the middle without hatch, so that what is written there can be read
        parts.append(_plate(outline, r, *_block(lines, note)).drawn(x, y, fill=look.paper, class_="plate"))
    size = (12 if r == LARGE else 10) - 2 * any(len(line) >= SHORT for line in lines)
    top = y + 10 - 6 * (len(lines) + bool(note))
    parts += [svg.text(x, top + 12 * k, line, size, font_weight="bold", class_="name") for k, line in enumerate(lines)]
    if note:
        parts.append(svg.text(x, top + 12 * len(lines), note, 10, class_="note"))
    if drawn.hidden[i]:
        more = f"+{drawn.hidden[i]}"
        parts.append(svg.text(x + outline.half, y - outline.high + 2, more, 9, fill=svg.FAINT, text_anchor="start"))
    if drawn.start == i:
        parts.append(_arrow(drawn.arrow.tolist(), Pen(svg.INK, style.THIN)))
    parts += [_token(x, y, outline, k, *token) for k, token in enumerate(graph_view.tokens(v))]
    return svg.element("g", *parts, class_="vertex", data_vertex=v)


def _plate(outline: Shape, r: float, wide: float, tall: float) -> Shape:
    """Return the middle of a vertex, where words stand."""
    if outline != basic(outline.name, r):
        return Shape("square", wide / 2 + 1, tall / 2 + 1)
    return Shape("circle", 0.68 * r, 0.68 * r)


def _token(x: float, y: float, outline: Shape, k: int, colour: str, name: str, number: str) -> str:
    """Draw what stands on a vertex at its upper right, several side by side: a meeple, or a number of stones."""
    x, y = x + outline.half - 0.2 * outline.high + 14 * k, y - 0.95 * outline.high
    title = svg.element("title", svg.escape(name))
    if number:
        stone = svg.element("circle", cx=float(x), cy=float(y), r=8.5, fill=colour, stroke=LIGHT, stroke_width=1.2)
        count = svg.text(x, y + 3.5, svg.shortened(number, 4), 9, fill="#ffffff", font_weight="bold")
        return svg.element("g", title, stone, count, class_="token")
    line = {"fill": colour, "stroke": LIGHT, "stroke_width": 1.2}
    body = svg.element("path", d=_path("M{} {}l4.5 -12h3l4.5 12z", x - 6, y + 8), **line)
    head = svg.element("circle", cx=float(x), cy=float(y - 5), r=4.6, **line)
    return svg.element("g", title, body, head, class_="token")


class Pen(NamedTuple):
    """How a line is drawn."""

    colour: str
    weight: float
    head: bool = True


def _edges(graph_view: GraphView, drawn: Drawn) -> list[str]:
    """Draw the edges, the strategy's last and bold, those of its loops bolder."""
    strategy = _strategy_edges(graph_view, drawn)
    parts: list[tuple[bool, str]] = []
    for link, points, words in zip(drawn.links, drawn.paths, drawn.words, strict=True):
        ends, look = (link.tail, link.head), "edge"
        note = strategy.get(ends, "")
        times = link.words.removeprefix(note).strip()  # of several edges of which the same is said
        strong = ends in strategy and link.words.startswith(note) and times[:1] in "×"
        pen = Pen(_THIN_LINE, style.THIN, graph_view.directed)
        if strong:
            del strategy[ends]  # one of several that look the same
            v, look = int(drawn.vertices[link.tail]), "edge strategy"
            pen = pen._replace(colour=style.REGIONS[graph_view.region(v)].outline, weight=style.BOLD)
            if graph_view.on_loop(v):
                pen, look = pen._replace(weight=style.LOOP), "edge strategy loop"
        written = "" if words is None else svg.text(words.middle[0], words.middle[1] + 3.5, words.text, 10)
        parts.append((strong, svg.element("g", _arrow(points.tolist(), pen), written, class_=look)))
    return [part for _, part in sorted(parts, key=lambda part: part[0])]


def _strategy_edges(graph_view: GraphView, drawn: Drawn) -> dict[tuple[int, int], str]:
    """Return what stands beside the strategy's edges, by their ends, the numbers of the drawn vertices.

    Those that lead out of the picture are not among them.
    """
    number, heads = {v: i for i, v in enumerate(drawn.vertices.tolist())}, graph_view.arena.successors
    edges = [(i, int(heads[e]), e) for v, i in number.items() for e in graph_view.strategy_edges(v)]
    return {(i, number[w]): graph_view.edge_note(e) for i, w, e in edges if w in number}


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
