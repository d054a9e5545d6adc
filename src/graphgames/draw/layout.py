"""Positions of the vertices: by stress for graphs with cycles, in layers for acyclic or large graphs.

Stress: Gansner, Koren & North, *Graph drawing by stress majorization* (2004), with the distances from SciPy. Layers:
Sugiyama, Tagawa & Toda (1981), by Graphviz where ``pygraphviz`` is installed, else by our own code with the order
within a layer by barycentres. Nothing is random.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.draw.scene import part_of
from graphgames.draw.svg import text_width
from graphgames.graphs.order import is_acyclic, neighbours, topological_order

Places = NDArray[np.float64]

FEW = 200
"""Up to so many vertices with cycles are placed by stress."""

_LOOPS = 60
"""Among more vertices, loops do not make a cycle of what else has layers."""

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
    beside: Places | None


class Layout(NamedTuple):
    """The places of the vertices, shape (n, 2), the least coordinates 0, and the routes of the links, where known."""

    places: Places
    routes: tuple[Route | None, ...]


def layout(arena: Arena, links: Sequence[Link], rank: Sequence[int] | None, gap: float, radius: float) -> Layout:
    """Return the layout of a small arena, whose edges are drawn as these links, part by part.

    Graphviz lays out in layers and routes the edges around vertices where ``pygraphviz`` is installed. Otherwise, and
    where that would take seconds, our own layers are used, and the links have no routes. The rank says how far each
    vertex is from where the play goes, or -1: it makes our own layers where there are cycles. No two vertices of this
    radius come closer than the gap.
    """
    from scipy.sparse.csgraph import connected_components

    if arena.n == 0:
        return Layout(np.zeros((0, 2)), ())
    count, component = connected_components(arena.to_scipy(), directed=False)
    places = np.zeros((arena.n, 2))
    routes: list[Route | None] = [None] * len(links)
    parts = [np.flatnonzero(component == k) for k in range(count)]
    for k, part in enumerate(parts):
        inner = part_of(arena, part)[0]
        own = [i for i, link in enumerate(links) if component[link.tail] == k] if len(part) > 1 else []
        number = {v: i for i, v in enumerate(part.tolist())}
        within = [links[i]._replace(tail=number[links[i].tail], head=number[links[i].head]) for i in own]
        ranks = None if rank is None else [rank[v] for v in part.tolist()]
        places[part], found = _placed(inner, within, ranks, gap, radius)
        for i, route in zip(own, found, strict=False):
            routes[i] = route
    moved = packed(places, parts, gap)
    shift = moved - places
    return Layout(moved, tuple(_moved(route, shift[link.tail]) for route, link in zip(routes, links, strict=True)))


def _moved(route: Route | None, shift: Places) -> Route | None:
    return route and Route(route.points + shift, None if route.beside is None else route.beside + shift)


def moved(found: Layout, shift: Places) -> Layout:
    """Return a layout somewhere else."""
    return Layout(found.places + shift, tuple(_moved(route, shift) for route in found.routes))


def _placed(
    arena: Arena, links: Sequence[Link], rank: Sequence[int] | None, gap: float, radius: float
) -> tuple[Places, Sequence[Route | None]]:
    """Place a connected arena."""
    if arena.n > _LOOPS:
        kept = arena.tails != arena.successors
        arena = Arena.from_arrays(arena.tails[kept], arena.successors[kept], arena.n)
    found = _drawn(arena, links, rank, gap, radius)
    wide, tall = np.ptp(found.places, axis=0).tolist()
    if tall > 1.6 * wide and tall > 5 * gap:  # what is high and narrow goes from left to right
        return found.places[:, ::-1], [
            route and Route(route.points[:, ::-1], None if route.beside is None else route.beside[::-1])
            for route in found.routes
        ]
    return found


def _drawn(arena: Arena, links: Sequence[Link], rank: Sequence[int] | None, gap: float, radius: float) -> Layout:
    """Return the layout by stress or in layers, whichever fits."""
    acyclic = is_acyclic(arena)
    if not acyclic and arena.n <= FEW:
        return Layout(by_stress(arena, gap), ())
    graphviz = _graphviz() if _is_quick(arena, acyclic) else None
    if graphviz is not None:
        found = in_graphviz(graphviz, arena.n, links, gap, radius)
        if not _is_wide(found.places, gap):
            return found
    return Layout(in_layers(arena, depth(arena) if acyclic else rank_layers(arena, rank), gap), ())


def _is_wide(places: Places, gap: float) -> bool:
    """Return whether a drawing is too wide for paper and screens."""
    wide, tall = np.ptp(places, axis=0)
    return bool(wide > 24 * gap and wide > _WIDE * tall)


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
    '<<TABLE BORDER="0" CELLPADDING="0" CELLSPACING="0" FIXEDSIZE="TRUE" WIDTH="{}" HEIGHT="12">'
    "<TR><TD></TD></TR></TABLE>>"
)
"""The room of words; the words themselves would make Graphviz look for fonts."""


def in_graphviz(library: Any, n: int, links: Sequence[Link], gap: float, radius: float) -> Layout:
    """Place vertices and route links with ``dot``, which is told the sizes of vertices and of words."""
    graph = library.AGraph(directed=True, strict=False, nslimit="1", nslimit1="1", mclimit="0.3")
    graph.graph_attr.update(nodesep=f"{(gap - 2 * radius) / 72:.3f}", ranksep=f"{max(gap, 1.1 * gap - 8) / 72:.3f}")
    graph.node_attr.update(shape="circle", fixedsize="true", label="", width=f"{(2 * radius + 3) / 72:.3f}")
    graph.edge_attr.update(dir="none")
    graph.add_nodes_from(range(n))
    for k, link in enumerate(links):
        room = {"label": _ROOM.format(max(12, round(text_width(link.words, 10))))} if link.words else {}
        graph.add_edge(link.tail, link.head, key=str(k), **room)
    graph.layout("dot")

    def points(text: str | None) -> Places:
        numbers = [float(part) for part in (text or "").replace(",", " ").split()]
        return np.array(numbers).reshape(-1, 2) * (1, -1)

    places = np.concatenate([points(graph.get_node(v).attr["pos"]) for v in range(n)])
    routes = []
    for k, link in enumerate(links):
        drawn = graph.get_edge(link.tail, link.head, key=str(k)).attr
        beside = points(drawn["lp"])
        routes.append(Route(points(drawn["pos"]), beside[0] if len(beside) else None))
    return Layout(places, tuple(routes))


def packed(places: Places, parts: Sequence[NDArray[np.int64]], gap: float) -> Places:
    """Put the parts of a drawing beside each other, the largest first, in rows of about the same width."""
    sizes = [np.ptp(places[part], axis=0) + 1.6 * gap for part in parts]
    order = sorted(range(len(parts)), key=lambda k: (-len(parts[k]), int(parts[k][0])))
    room = max(1.4 * float(np.sqrt(sum(float(size.prod()) for size in sizes))), *(float(size[0]) for size in sizes))
    x = y = high = 0.0
    moved = places.copy()
    for k in order:
        wide, tall = sizes[k].tolist()
        if x > 0 and x + wide > room + 1:
            x, y, high = 0.0, y + high, 0.0
        moved[parts[k]] = places[parts[k]] - places[parts[k]].min(axis=0) + [x, y]
        x, high = x + wide, max(high, tall)
    return moved


def by_stress(arena: Arena, gap: float) -> Places:
    """Place vertices so that distances on paper are like distances on the graph."""
    n = arena.n
    wanted = _distances(arena)
    angle = 2 * np.pi * np.arange(n) / n
    places = np.stack((np.cos(angle), np.sin(angle)), axis=1) * wanted.max(initial=1) / 2
    with np.errstate(divide="ignore"):
        weight = np.where(wanted > 0, 1 / wanted**2, 0)
    laplacian = np.diag(weight.sum(axis=1)) - weight
    inverse = np.linalg.pinv(laplacian)
    for _ in range(200):
        length = _lengths(places)
        pull = np.where(length > 1e-9, weight * wanted / np.maximum(length, 1e-9), 0)
        moved = inverse @ (pull.sum(axis=1)[:, None] * places - pull @ places)
        done = np.abs(moved - places).max() < 1e-3
        places = moved
        if done:
            break
    return spread(_turned(places) * 1.75 * gap, gap)


def _lengths(places: Places) -> Places:
    """Return the lengths of the lines between any two places."""
    dx, dy = (along[:, None] - along for along in places.T)
    return np.asarray(np.sqrt(dx * dx + dy * dy))


def _distances(arena: Arena) -> Places:
    """Return the length of the shortest way between any two vertices, whatever the direction of the edges."""
    from scipy.sparse.csgraph import shortest_path

    far: Places = np.asarray(shortest_path(arena.to_scipy().astype(np.float64), directed=False, unweighted=True))
    finite = far[np.isfinite(far)].max(initial=0)
    return np.where(np.isfinite(far), far, finite + 1)


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


def spread(places: Places, gap: float) -> Places:
    """Push apart the vertices that are closer than the gap: the whole at first, by up to a half, then each pair."""
    n = len(places)
    if n < 2:
        return places
    for attempt in range(60):
        length = _lengths(places) + np.eye(n) * 1e9
        closest = float(length.min())
        if closest >= gap * 0.999:
            break
        if attempt == 0:
            places = places * min(1.5, gap / max(closest, 1e-9))
            continue
        push = np.maximum(gap * 1.02 - length, 0) / np.maximum(length, 1e-9) / 2
        places = places + (push[:, :, None] * (places[:, None] - places[None])).sum(axis=1)
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
            near = np.array(neighbours(arena, v), np.int64)
            fresh = np.unique(near[layer[near] < 0])
            layer[fresh] = layer[v] + 1
            after += fresh.tolist()
        front = after
    return layer


def in_layers(arena: Arena, layer: NDArray[np.int64], gap: float) -> Places:
    """Place vertices in rows by layer, ordered so that few edges cross; a long layer takes several rows."""
    near = [neighbours(arena, v) for v in range(arena.n)]
    rows = _ordered(near, layer)
    widest = max(8, int(2.2 * np.sqrt(arena.n)))
    rows = [row[i : i + widest] for row in rows for i in range(0, len(row), widest)]
    across = np.zeros(arena.n)
    for row in rows:
        across[row] = (np.arange(len(row)) - (len(row) - 1) / 2) * gap
    for _ in range(12):
        for row in rows:
            places = across.tolist()
            across[row] = _settled(np.array([_mean(near[v], v, places) for v in row]), gap)
    down = np.zeros(arena.n)
    for number, row in enumerate(rows):
        down[row] = number * gap * 1.45
    return np.stack((across, down), axis=1)


def _ordered(near: list[list[int]], layer: NDArray[np.int64]) -> list[list[int]]:
    """Return the layers, each ordered by where the neighbours of its vertices stand."""
    rows: list[list[int]] = [np.flatnonzero(layer == k).tolist() for k in np.unique(layer)]
    where = [0.0] * len(near)
    for _ in range(12):
        for row in (*rows, *rows[::-1]):
            row.sort(key=lambda v: _mean(near[v], v, where))
            for k, v in enumerate(row):
                where[v] = (k + 0.5) / len(row)
    return rows


def _mean(near: list[int], v: int, where: list[float]) -> float:
    return sum([where[w] for w in near]) / len(near) if near else where[v]


def _settled(wanted: Places, gap: float) -> Places:
    """Return places near the wanted ones in the same order, no two closer than the gap."""
    settled = wanted.copy()
    for i in range(1, len(settled)):
        settled[i] = max(settled[i], settled[i - 1] + gap)
    back = wanted.copy()
    for i in range(len(back) - 2, -1, -1):
        back[i] = min(back[i], back[i + 1] - gap)
    return np.asarray((settled + back) / 2)
