"""Places for up to a hundred thousand vertices, in groups: each group fills a disc, and neighbours are near each other.

Distances to a few pivots, far from each other, give coordinates by their principal components: Brandes & Pich,
*Eigensolver methods for progressive multidimensional scaling of large data* (2007). Within a group only the order of
the coordinates is kept: columns of equal numbers make a square, and the map of Shirley & Chiu, *A low distortion map
between disk and square* (1997), bends it into a disc, so that no two vertices meet. Nothing is random.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from math import ceil, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.draw.layout import Plan, packed

SPACE = 24.0
"""So far vertices are from each other, about."""

MARGIN = 1.2
"""So many times that is free between the vertices of a group and its border."""

PIVOTS, _ROUNDS = 10, 6

Places = NDArray[np.float64]


class Discs(NamedTuple):
    """The middle of each group's disc, shape (k, 2), and its radius, shape (k,)."""

    middle: Places
    radius: Places


def coordinates(arena: Arena, poll: Callable[[], None] = lambda: None) -> Places:
    """Return two coordinates of each vertex, shape (n, 2), by which neighbours are near each other.

    O(n + m) for each of a few pivots; ``poll`` is called between them, and may raise.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order

    n = arena.n
    once = csr_array((np.ones(arena.m, np.int8), arena.successors, arena.indptr), shape=(n, n))
    both = csr_array(once + once.T)
    distance = np.full(n, np.inf)
    found = np.zeros((n, min(PIVOTS, n)))
    pivot = 0
    for k in range(found.shape[1]):
        poll()
        order, before = breadth_first_order(both, pivot, directed=True)
        steps = _steps(order, before, n)
        found[:, k] = np.where(steps < 0, steps.max() + 1, steps)
        distance = np.minimum(distance, np.where(steps < 0, np.inf, steps))
        pivot = int(np.argmax(distance))
    squares = found**2
    centred = squares - squares.mean(axis=0)
    centred -= centred.mean(axis=1)[:, None]
    _, axes = np.linalg.eigh(centred.T @ centred)
    places: Places = centred @ axes[:, :-3:-1] if axes.shape[0] > 1 else np.repeat(centred, 2, axis=1)
    degree = np.maximum(np.diff(both.indptr), 1)[:, None]
    weights = both.astype(np.float64)
    weights.data[:] = 1
    for _ in range(_ROUNDS):  # many are as far from all pivots: by their neighbours they are told apart
        poll()
        places = (places + (weights @ places) / degree) / 2
    return places


def _steps(order: NDArray[Any], before: NDArray[Any], n: int) -> NDArray[np.int64]:
    """Return how many edges each vertex is from the first of an order by breadth, -1 for those that are not in it."""
    at = np.zeros(n, np.int64)
    at[order] = np.arange(order.size)
    parents = at[before[order[1:]]].tolist()  # ascending, since the order is by breadth
    depth, begin, level = np.zeros(order.size, np.int64), 1, 0
    while begin < order.size:
        level += 1
        end = 1 + bisect_left(parents, begin, begin - 1)
        depth[begin:end] = level
        begin = end
    steps = np.full(n, -1, np.int64)
    steps[order] = depth
    return steps


def discs(count: NDArray[np.int64], band: NDArray[np.int64]) -> Discs:
    """Return discs with room for so many vertices each, those of a band together: in a row, or the large ones first.

    A single band stands in several rows, in which it has more room.
    """
    radius = SPACE * (np.sqrt(count / np.pi) + MARGIN)
    sizes = np.repeat(radius[:, None], 2, axis=1)
    plan = Plan(room=1.0, slim=1.5)
    places = np.zeros(sizes.shape)
    bands = [np.flatnonzero(band == one) for one in np.unique(band)]
    for own in bands:
        if own.size > ROW:
            order = own[np.argsort(-radius[own], kind="stable")]
            places[order] = packed(places[order], sizes[order], list(np.arange(order.size)[:, None]), SPACE / 2, plan)
            continue
        top, wide = 0.0, own.size if len(bands) > 1 else ceil(sqrt(1.5 * own.size))
        for line in (own[begin : begin + wide] for begin in range(0, own.size, wide)):
            high = float(radius[line].max())
            places[line, 0], places[line, 1] = np.cumsum(2 * radius[line] + SPACE) - radius[line], top + high
            top += 2 * high + SPACE
    return Discs(packed(places, sizes, bands, 2 * SPACE, plan), radius)


ROW = 14
"""So many groups of a band stand in a row, in their order."""


def filled(places: Places, group: NDArray[np.int64], room: Discs) -> Places:
    """Return the places of vertices by their coordinates and groups, each within the disc of its group; O(n log n)."""
    count = np.bincount(group, minlength=room.radius.size)
    wide = np.maximum(1, np.ceil(np.sqrt(count))).astype(np.int64)  # of a group, its columns
    first = np.cumsum(count) - count
    order = np.lexsort((places[:, 0], group))
    rank = np.empty(group.size, np.int64)
    rank[order] = np.arange(group.size) - first[group[order]]
    size, columns = count[group], wide[group]
    column = rank * columns // size
    begin = -(-column * size // columns)  # the ranks of a column
    high = -(-(column + 1) * size // columns) - begin
    order = np.lexsort((places[:, 1], column, group))
    rank[order] = np.arange(group.size) - first[group[order]]
    square = np.stack(((column + 0.5) / columns, (rank - begin + 0.5) / high), axis=1) * 2 - 1
    inner = (room.radius - SPACE * MARGIN)[group]
    return room.middle[group] + _disc(square) * np.maximum(inner, 0)[:, None]


def _disc(square: Places) -> Places:
    """Map points of the square from -1 to 1 to the disc; areas keep their ratios."""
    x, y = square.T
    across = np.abs(x) >= np.abs(y)
    radius = np.where(across, x, y)
    part = np.divide(np.where(across, y, x), radius, out=np.zeros(x.size), where=radius != 0)
    angle = np.pi / 4 * part
    along, beside = radius * np.cos(angle), radius * np.sin(angle)
    return np.stack((np.where(across, along, beside), np.where(across, beside, along)), axis=1)
