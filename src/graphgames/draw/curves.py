"""The ways of edges as curves, all at once: a line by two points, a bend by three, else a chain of cubic curves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.draw.layout import Places
from graphgames.draw.shapes import Outlines


class _Curves(NamedTuple):
    """Curves of a degree, those of a way in order: of which way each is, and with which of its points it begins."""

    way: NDArray[np.int64]
    first: NDArray[np.int64]
    control: Places
    """Their points, shape (degree + 1, number of curves, 2)."""


def _curves(ways: Sequence[Places]) -> Iterator[_Curves]:
    """Yield the curves of ways, degree by degree."""
    for degree in (1, 2, 3):
        own = [i for i, points in enumerate(ways) if min(3, len(points) - 1) == degree]
        parts = [(i, k) for i in own for k in range(0, len(ways[i]) - 1, degree)]
        if parts:
            way, first = np.array(parts).T
            offset = np.cumsum([0, *(len(ways[i]) for i in own)])[np.searchsorted(own, way)]
            yield _Curves(way, first, np.concatenate([ways[i] for i in own])[offset + first + _column(degree + 1)])


def _column(n: int) -> NDArray[np.int64]:
    return np.arange(n)[:, None]


def _at(control: Places, t: NDArray[np.float64]) -> Places:
    """Return points of curves; t has the shape (..., number of curves), the result one axis more."""
    row, t = [*control], t[..., None]
    while len(row) > 1:
        row = [(1 - t) * a + t * b for a, b in pairwise(row)]
    return np.asarray(row[0])


def _rest(control: Places, t: NDArray[np.float64]) -> Places:
    """Return the control points of the parts of curves behind t, one for each curve."""
    row, found, t = control, [control[-1]], t[:, None]
    while len(row) > 1:
        row = (1 - t) * row[:-1] + t * row[1:]
        found.append(row[-1])
    return np.array(found[::-1])


def begun(ways: Sequence[Places], outlines: Outlines, middles: Places, more: float) -> list[Places]:
    """Return ways without their first parts, up to where each has left an outline around a middle by so much."""
    found = [*ways]
    for way, first, control in _curves(ways):
        t = np.linspace(0, 1, 33)[:, None] * np.ones(len(way))
        for _ in range(2):
            out = outlines.at(way).apart(_at(control, t) - middles[way]) > more
            leaves = np.flatnonzero(out.any(axis=0))
            leaves = leaves[np.unique(way[leaves], return_index=True)[1]]
            way, first, control, t = way[leaves], first[leaves], control[:, leaves], t[:, leaves]
            after, every = out[:, leaves].argmax(axis=0), np.arange(leaves.size)
            ends = t[after, every]
            t = np.linspace(t[np.maximum(after - 1, 0), every], ends, 33)
        rest = _rest(control, ends)
        for k, (i, begin) in enumerate(zip(way.tolist(), first.tolist(), strict=True)):
            found[i] = np.concatenate([rest[:, k], ways[i][begin + len(control) :]])
    return found


def sampled(ways: Sequence[Places]) -> list[Places]:
    """Return points along each way, close enough together to find what it crosses."""
    found = [*ways]
    for way, _, control in _curves(ways):
        length = np.hypot(*np.moveaxis(np.diff(control, axis=0), -1, 0)).sum(axis=0)
        count = np.maximum(2, (length / 4).astype(np.int64))
        ends = np.cumsum(count)
        t = (np.arange(ends[-1]) - np.repeat(ends - count, count)) * np.repeat(1 / (count - 1), count)
        t[ends - 1] = 1
        points = _at(np.repeat(control, count, axis=1), t)
        last = np.append(np.flatnonzero(np.diff(way)), len(way) - 1)
        for i, own in zip(way[last].tolist(), np.split(points, ends[last[:-1]]), strict=True):
            found[i] = own
    return found
