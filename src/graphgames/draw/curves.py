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

    path: NDArray[np.int64]
    first: NDArray[np.int64]
    control: Places
    """Their points, shape (degree + 1, number of curves, 2)."""


def _curves(paths: Sequence[Places]) -> Iterator[_Curves]:
    """Yield the curves of ways, degree by degree."""
    for degree in (1, 2, 3):
        own = [i for i, points in enumerate(paths) if min(3, len(points) - 1) == degree]
        parts = [(i, k) for i in own for k in range(0, len(paths[i]) - 1, degree)]
        if parts:
            path, first = np.array(parts).T
            within = np.arange(degree + 1)[:, None]
            offset = np.cumsum([0, *(len(paths[i]) for i in own)])[np.searchsorted(own, path)]
            yield _Curves(path, first, np.concatenate([paths[i] for i in own])[offset + first + within])


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


def begun(paths: Sequence[Places], outlines: Outlines, middles: Places, more: float) -> list[Places]:
    """Return ways without their first parts, up to where each has left an outline around a middle by so much."""
    found = [*paths]
    for path, first, control in _curves(paths):
        t = np.linspace(0, 1, 33)[:, None] * np.ones(len(path))
        for _ in range(2):
            out = outlines.at(path).apart(_at(control, t) - middles[path]) > more
            leaves = np.flatnonzero(out.any(axis=0))
            leaves = leaves[np.unique(path[leaves], return_index=True)[1]]
            path, first, control, t = path[leaves], first[leaves], control[:, leaves], t[:, leaves]
            after, every = out[:, leaves].argmax(axis=0), np.arange(leaves.size)
            ends = t[after, every]
            t = np.linspace(t[np.maximum(after - 1, 0), every], ends, 33)
        rest = _rest(control, ends)
        for k, (i, begin) in enumerate(zip(path.tolist(), first.tolist(), strict=True)):
            found[i] = np.concatenate([rest[:, k], paths[i][begin + len(control) :]])
    return found


def sampled(paths: Sequence[Places]) -> list[Places]:
    """Return points along each way, close enough together to find what it crosses."""
    found = [*paths]
    for path, _, control in _curves(paths):
        length = np.hypot(*np.moveaxis(np.diff(control, axis=0), -1, 0)).sum(axis=0)
        count = np.maximum(2, (length / 4).astype(np.int64))
        ends = np.cumsum(count)
        t = (np.arange(ends[-1]) - np.repeat(ends - count, count)) * np.repeat(1 / (count - 1), count)
        t[ends - 1] = 1
        points = _at(np.repeat(control, count, axis=1), t)
        last = np.append(np.flatnonzero(np.diff(path)), len(path) - 1)
        for i, own in zip(path[last].tolist(), np.split(points, ends[last[:-1]]), strict=True):
            found[i] = own
    return found
