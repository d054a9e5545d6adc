"""Positions of the vertices: by stress for graphs with cycles, in layers for acyclic or large graphs.

Stress: Gansner, Koren & North, *Graph drawing by stress majorization* (2004). Layers: Sugiyama, Tagawa & Toda (1981),
by Graphviz where ``pygraphviz`` is installed, else by our own code with the order within a layer by barycentres.
Nothing is random.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from math import inf, log
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.draw.scene import part_of
from graphgames.draw.svg import text_width
from graphgames.graphs.compressed_rows import components
from graphgames.graphs.order import is_acyclic, neighbours, topological_order

Places = NDArray[np.float64]

FEW = 200
"""Up to so many vertices with cycles are placed by stress."""

_LOOPS = 60
"""Among more vertices, loops do not make a cycle of what else has layers."""

_FREE = 1.4
"""So many radii are free between two vertices."""

_LENGTH, _BETWEEN = 3.95, 3.44
"""So many radii of an edge are seen where places are by stress, and are free between parts."""

_SMALL, _LARGE = 11, 84
"""Drawings of up to so many radii are not too narrow, and not too wide."""

_WIDE = 3.5
"""Layers that are so many times as wide as all are high are broken into several rows."""


class Link(NamedTuple):
    """An edge to draw: from, to, what is written beside it, and which it is of several between the same two."""

    tail: int
    head: int
    words: str
    k: int
    of: int


class Route(NamedTuple):
    """The way of an edge: a chain of cubic curves by their 3 k + 1 points, and the middle of what is written beside."""

    points: Places
    beside: Places | None = None
    spare: bool = False
    """Whether it is there for want of a straight line or a bend that meets no vertex."""

    def changed(self, change: Callable[[Places], Places]) -> Route:
        """Return the way with its points somewhere else."""
        return Route(change(self.points), None if self.beside is None else change(self.beside), self.spare)


class Plan(NamedTuple):
    """How a graph is laid out."""

    layers: bool = False
    """Whether graphs with cycles are laid out in layers, even small ones."""
    room: float = 1.0
    """How much is free between vertices, by default about a vertex."""
    slim: float = 1.2
    """How many times as wide as high it should be."""
    widest: float = inf
    """How wide it is at most, where that can be."""
    rows: bool = False
    """Whether our own layers are used, each in as many rows as this takes."""
    sweeps: int = 200
    """How often places by stress are made better, at most."""


class Layout(NamedTuple):
    """The places of the vertices, shape (n, 2), the least coordinates 0, and the routes of the links, where known."""

    places: Places
    routes: Sequence[Route | None]


def layout(
    arena: Arena, links: Sequence[Link], rank: Sequence[int] | None, sizes: Places, radius: float, plan: Plan
) -> Layout:
    """Return the layout of a small arena, whose edges are drawn as these links, part by part.

    Graphviz lays out in layers and routes the edges around vertices where ``pygraphviz`` is installed. Otherwise, and
    where that would take seconds, our own layers are used, and the links have no routes. The rank says how far each
    vertex is from where the play goes, or -1: it makes our own layers where there are cycles. The sizes are half the
    extents of each vertex, shape (n, 2), of about a radius where little is written in them.
    """
    if arena.n == 0:
        return Layout(np.zeros((0, 2)), ())
    ends = arena.tails, arena.successors
    both = Arena.from_arrays(np.concatenate(ends), np.concatenate(ends[::-1]), arena.n)
    of, count = components((both.indptr, both.successors))
    places = np.zeros((arena.n, 2))
    routes: list[Route | None] = [None] * len(links)
    parts = sorted((np.flatnonzero(of == k) for k in range(count)), key=lambda part: int(part[0]))
    for part in parts:
        inner = part_of(arena, part)[0]
        own = [i for i, link in enumerate(links) if of[link.tail] == of[part[0]]] if len(part) > 1 else []
        number = {v: i for i, v in enumerate(part.tolist())}
        within = [links[i]._replace(tail=number[links[i].tail], head=number[links[i].head]) for i in own]
        ranks = None if rank is None else [rank[v] for v in part.tolist()]
        places[part], found = _placed(inner, within, ranks, sizes[part], radius, plan)
        for i, route in zip(own, found, strict=False):
            routes[i] = route
    free = packed(places, sizes, parts, radius, plan)
    return moved(Layout(places, routes), free - places, [link.tail for link in links])


def moved(found: Layout, shift: Places, tails: Sequence[int] | None = None) -> Layout:
    """Return a layout somewhere else: all of it, or each vertex by a shift of its own, and the links as their tails."""
    shifts = [shift] * len(found.routes) if tails is None else [*shift[tails]]
    routes = [route and route.changed(by.__add__) for route, by in zip(found.routes, shifts, strict=True)]
    return Layout(found.places + shift, routes)


def _placed(
    arena: Arena, links: Sequence[Link], rank: Sequence[int] | None, sizes: Places, radius: float, plan: Plan
) -> Layout:
    """Place a connected arena."""
    if arena.n > _LOOPS:
        kept = arena.tails != arena.successors
        arena = Arena.from_arrays(arena.tails[kept], arena.successors[kept], arena.n)
    acyclic = is_acyclic(arena)
    if not (acyclic or plan.layers or plan.rows) and arena.n <= FEW:
        return Layout(by_stress(arena, sizes, radius, plan), ())
    graphviz = None if plan.rows or not _is_quick(arena, acyclic) else _graphviz()
    if graphviz is not None:
        found = in_graphviz(graphviz, arena.n, links, sizes, radius, plan)
        slim, (half, high) = _slimness(found, sizes, radius), sizes.mean(axis=0).tolist()
        if not 0.5 < slim / plan.slim < 1.7 and _off((half / high) ** 2 / slim, plan) < _off(slim, plan):
            turned = in_graphviz(graphviz, arena.n, links, sizes, radius, plan, turned=True)
            found = min(found, turned, key=lambda one: _off(_slimness(one, sizes, radius), plan))
        if _extent(found.places, sizes)[0] < _LARGE * radius or _slimness(found, sizes, radius) < _WIDE:
            return found
    layer = depth(arena) if acyclic else rank_layers(arena, rank)
    found = in_layers(arena, layer, links, sizes, radius, plan)
    if not plan.rows and _slimness(found, sizes, radius) < 0.5 * plan.slim:
        return _transposed(in_layers(arena, layer, links, sizes[:, ::-1], radius, plan))
    return found


def _off(slim: float, plan: Plan) -> float:
    """Return how far a drawing so many times as wide as high is from what is planned."""
    return abs(log(slim / plan.slim))


def _slimness(found: Layout, sizes: Places, radius: float) -> float:
    """Return how many times as wide as high a drawing is; small ones are a square."""
    wide, tall = _extent(found.places, sizes)
    return max(wide, _SMALL * radius) / max(tall, _SMALL * radius)


def _extent(places: Places, sizes: Places) -> tuple[float, float]:
    """Return how wide and how high a drawing is."""
    wide, tall = ((places + sizes).max(axis=0) - (places - sizes).min(axis=0)).tolist()
    return wide, tall


def _transposed(found: Layout) -> Layout:
    """Return a layout with x and y exchanged."""
    routes = [route and route.changed(lambda points: points[..., ::-1]) for route in found.routes]
    return Layout(found.places[:, ::-1], routes)


def _graphviz() -> Any:
    """Return the library that lays out in layers, None if it is not installed."""
    try:
        return import_module("pygraphviz")
    except ImportError:
        return None


def _is_quick(arena: Arena, acyclic: bool) -> bool:
    """Return whether Graphviz takes no longer than a second or so: its time goes with the layers that edges cross."""
    if arena.m <= 2:
        return False
    if not acyclic:
        return arena.m <= 300
    deep = depth(arena)
    edges = arena.edges()
    return sum(int(deep[w] - deep[u]) for u, w in edges) <= 1500


_ROOM = (
    '<<TABLE BORDER="0" CELLPADDING="0" CELLSPACING="0" FIXEDSIZE="TRUE" WIDTH="{}" HEIGHT="{}">'
    "<TR><TD></TD></TR></TABLE>>"
)
"""The room of words; the words themselves would make Graphviz look for fonts."""

_ITEM = re.compile(r"^\t(\d+)(?: -> \d+)?\s*\[(.*?)\];$", re.MULTILINE | re.DOTALL)
_NUMBERS = re.compile(r'\b(key|lp|pos)="?([-\d., e]*\d)')


def in_graphviz(
    library: Any, n: int, links: Sequence[Link], sizes: Places, radius: float, plan: Plan, turned: bool = False
) -> Layout:
    """Place vertices and route links with ``dot``, which is told the sizes of vertices and of words.

    The layers go down, or where they are to be ``turned`` from left to right.
    """
    if turned:
        sizes = sizes[:, ::-1]
    room = plan.room * radius / 72
    lines = [
        f"graph [nslimit=1 nslimit1=1 mclimit=0.3 nodesep={_FREE * room:.3f} ranksep={3.4 * room:.3f}]",
        'node [shape=box fixedsize=true label=""] edge [dir=none headclip=false tailclip=false]',
    ]
    for v, (half, high) in enumerate(sizes.tolist()):
        lines.append(f"{v} [width={(2 * half + 3) / 72:.3f} height={(2 * high + 3) / 72:.3f}]")
    for k, link in enumerate(links):
        box = (round(text_width(link.words, 10)) + 8, 18)
        words = f"label={_ROOM.format(*(box[::-1] if turned else box))}" if link.words else ""
        lines.append(f"{link.tail} -> {link.head} [key={k} {words}]")
    graph = library.AGraph(string="digraph {\n" + "\n".join(lines) + "}")
    answer = graph.draw(format="dot", prog="dot").decode().replace("\\\n", "")

    def points(numbers: str) -> Places:
        return np.array([float(part) for part in numbers.replace(",", " ").split()]).reshape(-1, 2) * (1, -1)

    places, routes = np.zeros((n, 2)), [Route(np.zeros((0, 2)))] * len(links)
    for name, attributes in _ITEM.findall(answer):
        at = dict(_NUMBERS.findall(attributes))
        if "key" in at:
            routes[int(at["key"])] = Route(points(at["pos"]), points(at["lp"])[0] if "lp" in at else None)
        else:
            places[int(name)] = points(at["pos"])
    found = Layout(places, tuple(routes))
    return _transposed(found) if turned else found


def packed(places: Places, sizes: Places, parts: Sequence[NDArray[np.int64]], radius: float, plan: Plan) -> Places:
    """Put the parts of a drawing beside each other, the largest first, in rows of about the same width."""
    corners = [(places[part] - sizes[part]).min(axis=0) for part in parts]
    boxes = [_extent(places[part], sizes[part]) for part in parts]
    room = [np.array(box) + _BETWEEN * plan.room * radius for box in boxes]
    order = sorted(range(len(parts)), key=lambda k: (-len(parts[k]), int(parts[k][0])))
    area, widest = sum(float(size.prod()) for size in room), max(float(size[0]) for size in room)
    most = max(min(float(np.sqrt(1.7 * plan.slim * area)), plan.widest), widest)
    x = y = high = 0.0
    moved = places.copy()
    for k in order:
        wide, tall = room[k].tolist()
        if x > 0 and x + wide > most + 1:
            x, y, high = 0.0, y + high, 0.0
        moved[parts[k]] = places[parts[k]] - corners[k] + [x, y]
        x, high = x + wide, max(high, tall)
    return moved


def by_stress(arena: Arena, sizes: Places, radius: float, plan: Plan) -> Places:
    """Place vertices so that distances on paper are like distances on the graph."""
    n = arena.n
    wanted = _distances(arena)
    angle = 2 * np.pi * np.arange(n) / n
    places = np.stack((np.cos(angle), np.sin(angle)), axis=1) * wanted.max(initial=1) / 2
    strength = np.divide(1, wanted, where=wanted > 0, out=np.zeros((n, n)))
    weight = strength**2
    inverse = np.linalg.inv(np.diag(weight.sum(axis=1)) - weight + 1 / n) - 1 / n
    squares, length = np.empty((2, n, n))
    for _ in range(plan.sweeps):
        for along, out in zip(places.T, (squares, length), strict=True):
            np.subtract(along[:, None], along, out=out)
            out *= out
        length += squares
        np.sqrt(length, out=length)
        length[length <= 1e-9] = inf
        pull = np.divide(strength, length, out=length)
        moved = inverse @ (pull.sum(axis=1)[:, None] * places - pull @ places)
        done = np.abs(moved - places).max() < 1e-3
        places = moved
        if done:
            break
    turned = _turned(places)[:, :: 1 if plan.slim > 1 else -1]
    free = min(1.0, plan.room) * _FREE * radius
    return spread(turned * (2 * sizes.mean(axis=0) + _LENGTH * plan.room * radius), sizes, free)


def _distances(arena: Arena) -> Places:
    """Return the length of the shortest way between any two vertices, whatever the direction of the edges."""
    steps = np.full((arena.n, arena.n), inf)
    steps[arena.tails, arena.successors] = steps[arena.successors, arena.tails] = 1
    np.fill_diagonal(steps, 0)
    for by in range(arena.n):
        np.minimum(steps, steps[:, by, None] + steps[by], out=steps)
    joined = np.isfinite(steps)
    return np.where(joined, steps, steps.max(where=joined, initial=0) + 1)


def _turned(places: Places) -> Places:
    """Turn the drawing so that it is as wide as can be; the first vertex off an axis goes left, or up.

    What is equal but for rounding counts as equal, so that every machine draws the same.
    """
    centred = places - places.mean(axis=0)
    _, sizes, axes = np.linalg.svd(centred, full_matrices=False)
    if axes.shape[0] == 2 and sizes[1] < 0.999 * sizes[0]:
        centred = centred @ axes.T
    off = np.abs(centred) > 1e-3 * sizes[0]
    first = np.argmax(off, axis=0)
    return np.asarray(centred * np.where(centred[first, range(2)] > 0, -1, 1))


def spread(places: Places, sizes: Places, free: float) -> Places:
    """Push vertices apart until so much is free between any two: all at first, by up to a half, then each pair."""
    n = len(places)
    if n < 2:
        return places
    gaps = sizes[:, None] + sizes[None] + free
    wide = gaps[..., 0] > 1.3 * gaps[..., 1]  # these are rather boxes than ellipses
    for attempt in range(60):
        between = places[:, None] - places[None]
        x, y = np.moveaxis(between / gaps, -1, 0)
        length = np.hypot(x, y) + np.eye(n) * 1e9
        if wide.any():
            length = np.where(wide, np.sqrt(np.hypot(x * x, y * y)) + np.eye(n) * 1e9, length)
        closest = float(length.min())
        if closest >= 0.999:
            break
        if attempt == 0:
            places = places * min(1.5, 1 / max(closest, 1e-9))
            continue
        push = np.maximum(1.02 - length, 0) / np.maximum(length, 1e-9) / 2
        places = places + (push[:, :, None] * between).sum(axis=1)
    return places


def depth(arena: Arena) -> NDArray[np.int64]:
    """Return for each vertex of an acyclic arena the length of the longest way to it."""
    deep = np.zeros(arena.n, np.int64)
    for v in topological_order(arena).tolist():
        heads = arena.successors_of(v)
        deep[heads] = np.maximum(deep[heads], deep[v] + 1)
    return deep


def rank_layers(arena: Arena, rank: Sequence[int] | None) -> NDArray[np.int64]:
    """Return each vertex its layer: the largest rank first, vertices without one beside their neighbours."""
    layer = np.full(arena.n, -1, np.int64)
    if rank is not None and max(rank, default=-1) > 0:
        given = np.asarray(rank, np.int64)
        layer = np.where(given >= 0, given.max() - given, -1)
    front = np.flatnonzero(layer >= 0).tolist()
    while (layer < 0).any():
        if not front:
            front = [int(np.argmax(layer < 0))]
            layer[front] = 0
        after = []
        for v in front:
            adjacent = np.array(neighbours(arena, v), np.int64)
            fresh = np.unique(adjacent[layer[adjacent] < 0])
            layer[fresh] = layer[v] + 1
            after += fresh.tolist()
        front = after
    return layer


def in_layers(
    arena: Arena, layer: NDArray[np.int64], links: Sequence[Link], sizes: Places, radius: float, plan: Plan
) -> Layout:
    """Place vertices in rows by layer, ordered so that few edges cross; a long layer takes several rows.

    Those edges that pass rows have spare routes through their gaps.
    """
    adjacent = [neighbours(arena, v) for v in range(arena.n)]
    half, high = sizes.T
    needed = 2 * half + plan.room * _FREE * radius
    usual = max(8, int(2.2 * np.sqrt(arena.n))) * max((2 + _FREE) * radius, float(needed.mean()))
    rows = [row for whole in _ordered(adjacent, layer) for row in _broken(whole, needed, min(usual, plan.widest))]
    across, down = np.zeros(arena.n), np.zeros(arena.n)
    tight = [np.append(0.0, np.cumsum((needed[row[1:]] + needed[row[:-1]]) / 2)) for row in rows]
    for row, along in zip(rows, tight, strict=True):
        across[row] = along - along[-1] / 2
    for _ in range(12):
        for row, along in zip(rows, tight, strict=True):
            places = across.tolist()
            wanted = np.array([_mean(adjacent[v], v, places) for v in row])
            across[row] = _settled(wanted, along, (plan.widest - needed[row]) / 2)
    y = 0.0
    for row in rows:
        down[row] = y + high[row].max()
        y += 2 * high[row].max() + 2.93 * plan.room * radius
    at = np.stack((across, down), axis=1)
    number = {v: k for k, row in enumerate(rows) for v in row}
    bands = [_band(at[row], sizes[row], 0.2 * plan.room * radius) for row in rows]
    return Layout(at, [_between(at, bands, link, number[link.tail], number[link.head]) for link in links])


class _Band(NamedTuple):
    """Of a row of vertices: its upper and lower border, and where one can go through, as intervals."""

    top: float
    low: float
    gaps: Places


def _band(places: Places, sizes: Places, free: float) -> _Band:
    left, right = places[:, 0] - sizes[:, 0] - free, places[:, 0] + sizes[:, 0] + free
    gaps = np.stack((np.append(-np.inf, right), np.append(left, np.inf)), axis=1)
    top, low = (places[:, 1] - sizes[:, 1]).min(), (places[:, 1] + sizes[:, 1]).max()
    return _Band(float(top), float(low), gaps[gaps[:, 0] <= gaps[:, 1]])


def _between(places: Places, bands: Sequence[_Band], link: Link, tail: int, head: int) -> Route | None:
    """Return a way straight through the gaps of the rows that an edge passes, and bent between these rows."""
    if abs(tail - head) < 2:
        return None
    (x, y), (end, low) = places[link.tail].tolist(), places[link.head].tolist()
    points, begin, first = [(x, y)], x, y
    for band in bands[tail + 1 : head] if tail < head else bands[tail - 1 : head : -1]:
        begin_side, end_side = (band.top, band.low) if tail < head else (band.low, band.top)
        wanted = begin + (end - begin) * ((begin_side + end_side) / 2 - first) / (low - first)
        through = np.clip(wanted, *band.gaps.T)
        gap = float(through[np.argmin(np.abs(through - wanted))])
        points += [(x, (y + begin_side) / 2), (gap, (y + begin_side) / 2), (gap, begin_side)]
        points += [(gap, begin_side + (end_side - begin_side) * part / 3) for part in (1, 2, 3)]
        x, y = gap, end_side
    return Route(np.array([*points, (x, (y + low) / 2), (end, (y + low) / 2), (end, low)]), spare=True)


def _broken(row: list[int], needed: Places, widest: float) -> list[list[int]]:
    """Return a row as pieces that are no wider than that."""
    pieces: list[list[int]] = []
    room = 0.0
    for v in row:
        room -= float(needed[v])
        if room < -1e-6:
            pieces.append([])
            room = widest - float(needed[v])
        pieces[-1].append(v)
    return pieces


def _ordered(adjacent: list[list[int]], layer: NDArray[np.int64]) -> list[list[int]]:
    """Return the layers, each ordered by where the neighbours of its vertices stand."""
    rows: list[list[int]] = [np.flatnonzero(layer == k).tolist() for k in np.unique(layer)]
    where = [0.0] * len(adjacent)
    for _ in range(12):
        for row in (*rows, *rows[::-1]):
            row.sort(key=lambda v: _mean(adjacent[v], v, where))
            for k, v in enumerate(row):
                where[v] = (k + 0.5) / len(row)
    return rows


def _mean(adjacent: list[int], v: int, where: list[float]) -> float:
    return sum([where[w] for w in adjacent]) / len(adjacent) if adjacent else where[v]


def _settled(wanted: Places, tight: Places, farthest: Places) -> Places:
    """Return places near the wanted ones in the same order, with at least the gaps of the ``tight`` ones between them,
    and at most so far from the middle.
    """
    free = wanted - tight
    settled = (np.maximum.accumulate(free) + np.minimum.accumulate(free[::-1])[::-1]) / 2
    return np.asarray(settled.clip(-farthest[0], farthest[-1] - tight[-1]) + tight)
