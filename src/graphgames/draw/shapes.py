"""The outlines of vertices: a circle, a square or a diamond, as wide as what is written in it needs.

The layout keeps them apart, edges go around them and end at them, and the pictures draw them: all by the same `Shape`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.draw.svg import element, number

_BASIC = {"square": 0.9, "diamond": 1.25}
_MARGIN = 4.0


class Shape(NamedTuple):
    """An outline: its kind (``circle``, ``square``, ``diamond``, or ``group``, which is two circles), half its extents.

    A wide circle has straight sides above and below, and a wide diamond is a hexagon.
    """

    name: str
    half: float
    high: float

    def grown(self, by: float) -> Shape:
        """Return the outline so far outside of this one, or inside."""
        return Shape(self.name, self.half + by, self.high + by)

    def drawn(self, x: float, y: float, **look: object) -> str:
        """Return the outline around a middle as SVG."""
        name, half, high = self
        if name == "group":
            front = Shape("circle", half, high)
            return front.drawn(x + 0.2 * high, y - 0.2 * high, **look) + front.drawn(x, y, **look)
        if name == "circle" and half == high:
            return element("circle", cx=float(x), cy=float(y), r=float(high), **look)
        if name == "diamond":
            flat = half - high
            corners = [(-flat, -high), (flat, -high), (half, 0.0), (flat, high), (-flat, high), (-half, 0.0)]
            corners = list(dict.fromkeys((x + a, y + b) for a, b in corners))
            return element("polygon", points=" ".join(f"{number(a)},{number(b)}" for a, b in corners), **look)
        round_ = float(high) if name == "circle" else 2
        return element(
            "rect", x=float(x - half), y=float(y - high), width=2.0 * half, height=2.0 * high, rx=round_, **look
        )


def basic(name: str, r: float) -> Shape:
    """Return the outline of about a radius."""
    size = _BASIC.get(name, 1.0) * r
    return Shape(name, size, size)


@lru_cache(maxsize=1024)
def around(name: str, r: float, wide: float, tall: float) -> Shape:
    """Return the outline of at least about a radius in which there is room for words of a width and a height."""
    shape = basic(name, r)
    if float(outlines([shape]).apart(np.array([[wide / 2, tall / 2]]))[0]) <= 0:
        return shape
    high, x, y = max(shape.high, tall / 2 + _MARGIN), wide / 2 + _MARGIN, tall / 2
    ends = {"square": 0.0, "diamond": y}.get(name, high - sqrt(max(0.0, high * high - y * y)))
    return Shape(name, max(shape.half, high, x + ends), high)


class Outlines(NamedTuple):
    """Outlines as arrays: half their extents, shape (n, 2), which of them are squares, and which diamonds."""

    extents: NDArray[np.float64]
    square: NDArray[np.bool_]
    diamond: NDArray[np.bool_]

    def at(self, numbers: NDArray[np.int64]) -> Outlines:
        """Return the outlines of these numbers."""
        return Outlines(self.extents[numbers], self.square[numbers], self.diamond[numbers])

    def apart(self, offsets: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how far points are outside of the outlines, negative inside.

        The points are given from the middles of the n outlines, shape (..., n, 2); the result has the shape (..., n).
        """
        half, high = self.extents.T
        x, y = np.abs(offsets[..., 0]), np.abs(offsets[..., 1])
        beyond = np.maximum(x - (half - high), 0)
        found = np.hypot(beyond, y) - high
        found = np.where(self.square, np.maximum(x - half, y - high), found)
        return np.asarray(np.where(self.diamond, (beyond + y - high) / sqrt(2), found))


def outlines(shapes: Sequence[Shape]) -> Outlines:
    """Return outlines as arrays."""
    names = np.array([shape.name for shape in shapes])
    extents = np.array([(shape.half, shape.high) for shape in shapes]).reshape(-1, 2)
    return Outlines(extents, names == "square", names == "diamond")
