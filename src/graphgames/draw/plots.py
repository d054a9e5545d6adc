"""Plots as plain SVG: shares, histograms, and axes for other plots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.draw import style, svg
from graphgames.draw.picture import HEAD, Picture
from graphgames.draw.scene import NONE

WIDTH, LEFT, TALL = 640.0, 56.0, 130.0
BINS = 40
MIDDLE = 3.0
"""So far below a height stands the number beside it, whose middle is then at that height."""


def shares(counts: Sequence[tuple[str, int]], total: int, top: float) -> tuple[list[str], float]:
    """Draw a bar divided by regions, with a legend; return the elements and where they end."""
    parts, x = [], 20.0
    for region, (_, count) in enumerate(counts):
        width = (WIDTH - 40) * count / max(1, total)
        if count:
            look = style.REGIONS[region]
            bar = {"x": x, "y": float(top), "width": max(width, 1.0), "height": 26, "fill": style.fill(region)}
            parts.append(svg.element("rect", **bar, stroke=look.outline, stroke_dasharray=look.dashes))
        x += width
    keys = [
        style.Key("square", region, f"{meaning}: {count:,} ({100 * count / max(1, total):.3g} %)")
        for region, (meaning, count) in enumerate(counts)
    ]
    entries, height = style.legend(keys, top + 32, WIDTH)
    return parts + entries, top + 32 + height + 8 if counts else top


def histogram(values: NDArray[Any], name: str, top: float) -> tuple[list[str], float]:
    """Draw how often each number occurs; return the elements and the height."""
    title = svg.text(20, top + 20, name, 12, text_anchor="start", font_weight="bold")
    values = values[values != NONE]
    if not values.size:
        return [title, svg.text(LEFT, top + 40, "none", 11, text_anchor="start")], 56
    low, high = int(values.min()), int(values.max())
    if low == high:
        words = f"{low} for {'each' if values.size > 1 else 'the only one'} of {values.size}"
        return [title, svg.text(LEFT, top + 40, words, 11, text_anchor="start")], 56
    return bars(np.bincount(values.astype(np.int64) - low), name, top, low=low)


def bars(
    counts: Sequence[int] | NDArray[Any], name: str, top: float, across: str = "value", low: int = 0
) -> tuple[list[str], float]:
    """Draw how often ``low`` and the numbers after it occur; return the elements and the height."""
    title = svg.text(20, top + 20, name, 12, text_anchor="start", font_weight="bold")
    if not len(counts):
        return [title, svg.text(LEFT, top + 40, "none", 11, text_anchor="start")], 56
    wide = max(1, -(-len(counts) // BINS))
    count = np.add.reduceat(np.asarray(counts, np.int64), range(0, len(counts), wide))
    step, most = (WIDTH - LEFT - 24) / count.size, int(count.max())
    floor, parts = top + 44 + TALL, [title]
    for k, number in enumerate(count.tolist()):
        if not number:
            continue
        tall = max(1.0, TALL * number / most)
        first = low + k * wide
        meaning = f"{first}: {number:,}" if wide == 1 else f"{first} to {first + wide - 1}: {number:,}"
        bar = {"x": LEFT + k * step + 1, "y": floor - tall, "width": max(1.0, min(step - 2, 44.0)), "height": tall}
        parts.append(
            svg.element("rect", svg.element("title", svg.escape(meaning)), **bar, fill=style.REGIONS[0].outline)
        )
    ticks = sorted({0, count.size - 1, *range(0, count.size, max(1, count.size // 8))})
    for k in ticks:
        x = LEFT + k * step + min(step, 46.0) / 2
        parts.append(svg.text(x, floor + 14, low + k * wide, 10))
    across += f", {wide} values to a bar" * (wide > 1)
    return [*parts, *axis(floor, floor - TALL, most, across, "how many")], 44 + TALL + 44


def lengths(rows: Sequence[tuple[str, float, str]], title: str) -> Picture:
    """Draw a bar for each row, from the left: its name, how long it is, and what is shown when the pointer rests on it.

    Examples
    --------
    >>> lengths([("hall", 2.0, "two"), ("yard", 0.5, "a half")], "Costs").title
    'Costs'
    """
    most = max((length for _, length, _ in rows), default=0.0) or 1.0
    parts, top = [] if rows else [svg.text(20, HEAD + 20, "none", 11, text_anchor="start")], HEAD + 8
    for name, length, explanation in rows:
        bar = {"x": 230.0, "y": top, "width": max(1.0, (WIDTH - 320) * length / most), "height": 14.0}
        meaning = svg.element("title", svg.escape(explanation))
        parts += [
            svg.text(20, top + 10, svg.shortened(name, 30), 11, text_anchor="start"),
            svg.element("rect", meaning, **bar, fill=style.REGIONS[0].outline),
            svg.text(WIDTH - 20, top + 10, f"{length:.4g}", 11, text_anchor="end"),
        ]
        top += 20
    return Picture(title, tuple(parts), WIDTH, top + 24, head=HEAD)


def curve(points: Sequence[tuple[Any, Any]], title: str, across: str, upward: str) -> Picture:
    """Draw numbers as they grow and shrink: a line through points, from left to right.

    Examples
    --------
    >>> curve([(0, 1), (100, 0.25), (200, 0)], "Learning", "plays", "regret").title
    'Learning'
    """
    x, y = np.array([[float(one) for one in point] for point in points]).reshape(-1, 2).T
    most, least = float(y.max(initial=0)), float(y.min(initial=0))
    tall, floor, wide = most - least or 1.0, HEAD + 22 + TALL, WIDTH - LEFT - 20
    begin, span = (float(x.min()), float(np.ptp(x))) if x.size else (0.0, 0.0)
    places = zip(LEFT + wide * (x - begin) / (span or 1), floor - TALL * (y - least) / tall, strict=True)
    d = "".join(f"{'L' if k else 'M'}{svg.number(a)} {svg.number(b)}" for k, (a, b) in enumerate(places))
    line = svg.element("path", d=d, fill="none", stroke=style.REGIONS[0].outline, stroke_width=2)
    ticks = [svg.text(LEFT + wide * share, floor + 14, f"{begin + span * share:,.6g}", 10) for share in (0, 0.5, 1)]
    parts = [*axis(floor, floor - TALL, f"{least + tall:.3g}", across, upward, f"{least:.3g}"), *ticks, line]
    return Picture(title, tuple(parts), WIDTH, floor + 34)


def axis(floor: float, ceiling: float, most: int | str, across: str, upward: str, least: str = "0") -> list[str]:
    """Draw the two lines, what each of them counts, and the largest and least number beside the upright one."""
    d = f"M{svg.number(LEFT)} {svg.number(ceiling)}V{svg.number(floor)}H{svg.number(WIDTH - 20)}"
    return [
        svg.element("path", d=d, fill="none", stroke=svg.INK),
        svg.text(LEFT - 6, ceiling + MIDDLE, most if isinstance(most, str) else f"{most:,}", 10, text_anchor="end"),
        svg.text(LEFT - 6, floor + MIDDLE, least, 10, text_anchor="end"),
        svg.text(WIDTH - 20, floor + 28, across, 10, text_anchor="end", fill=svg.FAINT),
        svg.text(LEFT - 40, ceiling - 10, upward, 10, text_anchor="start", fill=svg.FAINT),
    ]
