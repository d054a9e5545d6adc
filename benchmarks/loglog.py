"""Growth: the exponent of a power law through measured points, and plots of such points with both axes logarithmic.

A straight line in such a plot is a power of the size, and its slope is the exponent. Lines are told apart by colour,
by dashes and by marks, in the manner of the draw room, whose shapes they are made of.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from graphgames.draw import svg
from graphgames.draw.picture import Picture

Point = tuple[float, float]

COLOURS = ("#0b5d94", "#b24a00", "#00735c", "#8a4a7d", "#5c5c5c", "#a07800", "#d0021b")
DASHES = (None, "6 3", "1.5 3", "9 3 2 3")
MARKS = ("circle", "square", "diamond", "triangle")
WIDE, TALL, LEFT, TOP = 300.0, 240.0, 62.0, 66.0


class Fit(NamedTuple):
    """The power law ``factor * size ** exponent`` with the standard error of the exponent."""

    exponent: float
    factor: float
    error: float

    def __str__(self) -> str:
        return f"{self.exponent:.2f} ± {self.error:.2f}"

    def size(self, limit: float) -> float:
        """Return the size at which the law comes to a limit.

        Examples
        --------
        >>> round(Fit(2, 3, 0).size(300))
        10
        """
        return float((limit / self.factor) ** (1 / self.exponent))


class Line(NamedTuple):
    """A line of a plot: its name and its points, size first."""

    name: str
    points: Sequence[Point]


def fit(points: Sequence[Point], least: float = 0.0, last: int = 6) -> Fit | None:
    """Fit a power law to the largest sizes by least squares of the logarithms.

    Parameters
    ----------
    points : sequence of (float, float)
        Sizes and what was measured, the smallest size first.
    least : float
        Points below this are left out: what a call costs at any size hides the growth there.
    last : int
        At most so many points count, from the largest size on.

    Returns
    -------
    Fit or None
        None if fewer than three points are left.

    Examples
    --------
    >>> str(fit([(n, 3 * n**2) for n in (1, 2, 4, 8)]))
    '2.00 ± 0.00'
    """
    kept = [(math.log(x), math.log(y)) for x, y in points if x > 0 and y >= least and y > 0][-last:]
    if len(kept) < 3:
        return None
    x0, y0 = (sum(part) / len(kept) for part in zip(*kept, strict=True))
    spread = sum((x - x0) ** 2 for x, _ in kept)
    exponent = sum((x - x0) * (y - y0) for x, y in kept) / spread
    rest = sum((y - y0 - exponent * (x - x0)) ** 2 for x, y in kept)
    return Fit(exponent, math.exp(y0 - exponent * x0), math.sqrt(rest / (len(kept) - 2) / spread))


def loglog(title: str, panels: Sequence[tuple[str, Sequence[Line]]], across: str = "size") -> Picture:
    """Draw panels side by side, the same lines in each, under one title and above one legend.

    Parameters
    ----------
    title : str
        In bold above all.
    panels : sequence of (str, sequence of Line)
        What is measured in each, with its unit, and its lines.
    across : str
        What the size is, under each panel.
    """
    parts: list[str] = []
    for place, (what, lines) in enumerate(panels):
        parts += panel(what, lines, LEFT + place * (WIDE + LEFT + 24), across)
    width = len(panels) * (WIDE + LEFT + 24) + 16
    names = list(dict.fromkeys(line.name for _, lines in panels for line in lines))
    top = TOP + TALL + 58
    for place, name in enumerate(names):
        column, row = place % 2, place // 2
        x, y = 30 + column * (width - 40) / 2, top + 20 * row
        parts.append(stroke([(x - 12, y), (x + 12, y)], place) + mark(x, y, place))
        parts.append(svg.text(x + 20, y + 4, name, 11, text_anchor="start"))
    return Picture(title, tuple(parts), width, top + 20 * math.ceil(len(names) / 2))


def panel(what: str, lines: Sequence[Line], left: float, across: str) -> list[str]:
    """Draw one pair of axes with its lines."""
    everything = [point for line in lines for point in line.points if min(point) > 0]
    parts = [svg.text(left, TOP - 14, what, 12, text_anchor="start")]
    if not everything:
        return parts
    (x0, x1), (y0, y1) = (span(values) for values in zip(*everything, strict=True))

    def at(x: float, y: float) -> Point:
        return left + WIDE * (math.log10(x) - x0) / (x1 - x0), TOP + TALL * (y1 - math.log10(y)) / (y1 - y0)

    for power in range(x0, x1 + 1):
        x = at(10.0**power, 1)[0]
        parts.append(rule(x, TOP, x, TOP + TALL))
        parts.append(svg.text(x, TOP + TALL + 16, power_of_ten(power), 10))
    for power in range(y0, y1 + 1):
        y = at(1, 10.0**power)[1]
        parts.append(rule(left, y, left + WIDE, y))
        parts.append(svg.text(left - 6, y + 4, power_of_ten(power), 10, text_anchor="end"))
    parts.append(svg.text(left + WIDE / 2, TOP + TALL + 34, across, 11))
    for place, line in enumerate(lines):
        points = [at(*point) for point in line.points if min(point) > 0]
        parts.append(stroke(points, place))
        parts += [mark(x, y, place) for x, y in points]
    return parts


def span(values: Sequence[float]) -> tuple[int, int]:
    """Return the powers of ten around some numbers, at least one apart.

    Examples
    --------
    >>> span([3, 200]), span([10])
    ((0, 3), (1, 2))
    """
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def power_of_ten(power: int) -> str:
    """Return a number of an axis.

    Examples
    --------
    >>> power_of_ten(-2), power_of_ten(3), power_of_ten(6)
    ('0.01', '1,000', '10⁶')
    """
    if -3 <= power <= 3:
        return f"{10.0**power:g}" if power < 0 else f"{10**power:,}"
    return "10" + "".join("⁻" if c == "-" else "⁰¹²³⁴⁵⁶⁷⁸⁹"[int(c)] for c in str(power))


def rule(x0: float, y0: float, x1: float, y1: float) -> str:
    """Draw a faint line of the grid."""
    d = f"M{svg.number(x0)} {svg.number(y0)}L{svg.number(x1)} {svg.number(y1)}"
    return svg.element("path", d=d, stroke="#d8dce0", stroke_width=0.8, fill="none")


def stroke(points: Sequence[Point], place: int) -> str:
    """Draw a line through points as the line of that place is drawn."""
    d = "M" + "L".join(f"{svg.number(x)} {svg.number(y)}" for x, y in points)
    dashes = DASHES[place // 2 % len(DASHES)]
    look = {"stroke": COLOURS[place % len(COLOURS)], "stroke_width": 1.6, "stroke_dasharray": dashes}
    return svg.element("path", d=d, fill="none", **look) if points else ""


def mark(x: float, y: float, place: int, r: float = 3.2) -> str:
    """Draw a point's mark."""
    colour, kind = COLOURS[place % len(COLOURS)], MARKS[place % len(MARKS)]
    if kind == "circle":
        return svg.element("circle", cx=float(x), cy=float(y), r=r, fill=colour)
    corners = {
        "square": ((-r, -r), (r, -r), (r, r), (-r, r)),
        "diamond": ((0, -1.3 * r), (1.3 * r, 0), (0, 1.3 * r), (-1.3 * r, 0)),
        "triangle": ((0, -1.2 * r), (1.1 * r, r), (-1.1 * r, r)),
    }[kind]
    d = "M" + "L".join(f"{svg.number(x + dx)} {svg.number(y + dy)}" for dx, dy in corners) + "Z"
    return svg.element("path", d=d, fill=colour)
