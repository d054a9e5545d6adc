"""Plots, as plain SVG: shares, histograms, and the values of a heap game with their period marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import LimitExceededError
from graphgames.draw import style, svg
from graphgames.draw.picture import Picture

WIDTH, LEFT, TALL = 640.0, 56.0, 130.0
BINS = 40


def shares(counts: Sequence[tuple[str, int]], total: int, top: float) -> tuple[list[str], float]:
    """Draw a bar divided by regions and say what each is; give the elements and where they end."""
    parts, x = [], 20.0
    for region, (_, count) in enumerate(counts):
        width = (WIDTH - 40) * count / max(1, total)
        if count:
            look = style.REGIONS[region]
            parts.append(
                svg.element(
                    "rect",
                    x=x,
                    y=float(top),
                    width=max(width, 1.0),
                    height=26,
                    fill=style.fill(region),
                    stroke=look.outline,
                    stroke_dasharray=look.dashes,
                )
            )
        x += width
    keys = [
        style.Key("square", region, f"{meaning}: {count} ({100 * count / max(1, total):.3g} %)")
        for region, (meaning, count) in enumerate(counts)
    ]
    entries, height = style.legend(keys, top + 32, WIDTH)
    return parts + entries, top + 32 + height + 8 if counts else top


def histogram(values: NDArray[Any], name: str, top: float) -> tuple[list[str], float]:
    """Draw how often each number occurs; give the elements and the height."""
    title = svg.text(20, top + 20, name, 12, text_anchor="start", font_weight="bold")
    if not values.size:
        return [title, svg.text(LEFT, top + 40, "none", 11, text_anchor="start")], 56
    low, high = int(values.min()), int(values.max())
    if low == high:
        words = f"{low} for {'each' if values.size > 1 else 'the only one'} of {values.size}"
        return [title, svg.text(LEFT, top + 40, words, 11, text_anchor="start")], 56
    wide = max(1, -(-(high - low + 1) // BINS))
    count = np.bincount((values.astype(np.int64) - low) // wide)
    step, most = (WIDTH - LEFT - 24) / count.size, int(count.max())
    floor, parts = top + 34 + TALL, [title]
    for k, number in enumerate(count.tolist()):
        if not number:
            continue
        tall = max(1.0, TALL * number / most)
        first = low + k * wide
        meaning = f"{first}: {number}" if wide == 1 else f"{first} to {first + wide - 1}: {number}"
        bar = {"x": LEFT + k * step + 1, "y": floor - tall, "width": max(1.0, min(step - 2, 44.0)), "height": tall}
        parts.append(
            svg.element("rect", svg.element("title", svg.escape(meaning)), **bar, fill=style.REGIONS[0].outline)
        )
    ticks = sorted({0, count.size - 1, *range(0, count.size, max(1, count.size // 8))})
    for k in ticks:
        x = LEFT + k * step + min(step, 46.0) / 2
        parts.append(svg.text(x, floor + 14, low + k * wide, 10))
    return [*parts, *axis(floor, floor - TALL, most)], 34 + TALL + 30


def heaps(solution: Any, up_to: int | None = None) -> Picture:
    """Draw the Grundy values of a heap game against the size of the heap, the pre-period and every other period shaded.

    Parameters
    ----------
    solution : HeapSolution
        The values.
    up_to : int, optional
        The largest heap to draw; by default the pre-period and four periods, or the first 200 heaps.
    """
    period, values = solution.period, solution.values
    natural = 200 if period is None else min(1000, period.preperiod + 4 * period.period)
    last = min(values.size - 1, natural if up_to is None else max(0, up_to))
    shown = values[: last + 1].tolist()
    most, top = max(1, *shown), 60.0
    floor, step = top + 2 * TALL, (WIDTH - LEFT - 24) / max(1, last)
    title = f"{solution.problem.game.code}: {period or f'no period up to heap {values.size - 1}'}"
    parts = [style.definitions(), svg.text(20, 28, title, 14, text_anchor="start", font_weight="bold")]
    if period is not None:
        parts += _bands(period.preperiod, period.period, last, step, top, floor)
    for n, value in enumerate(shown):
        at = {"cx": LEFT + n * step, "cy": floor - 2 * TALL * value / most, "r": 1.6 if last > 120 else 2.6}
        name = svg.element("title", f"heap {n}: {value}")
        parts.append(svg.element("circle", name, fill=style.REGIONS[0].outline, class_="value", **at))
    for n in range(0, last + 1, max(1, 10 ** max(0, len(str(last)) - 2) * (5 if last >= 50 else 1))):
        parts.append(svg.text(LEFT + n * step, floor + 16, n, 10))
    keys = [style.Key("text", style.BLANK, "Grundy value of a heap, by its size", "●")]
    if period is not None:
        keys.append(style.Key("square", 1, f"pre-period, {period.preperiod} heaps"))
        keys.append(style.Key("square", 2, f"every other period, {period.period} heaps"))
    entries, more = style.legend(keys, floor + 28, WIDTH)
    wide = max(WIDTH, 40 + svg.text_width(title, 14))
    drawn = [*parts, *axis(floor, top, most), *entries]
    return Picture(title, svg.document(wide, floor + 34 + more, title, drawn))


def _bands(preperiod: int, period: int, last: int, step: float, top: float, floor: float) -> list[str]:
    """Shade the pre-period, and every other period after it."""
    spans = [(0, preperiod, 1)] if preperiod else []
    spans += [(n, n + period, 2) for n in range(preperiod, last + 1, 2 * period)]
    parts = []
    for begin, end, region in spans:
        x, right = LEFT + (begin - 0.5) * step, LEFT + min(end - 0.5, last + 0.5) * step
        band = {"x": max(x, LEFT), "y": top, "width": max(0.0, right - max(x, LEFT)), "height": floor - top}
        parts.append(svg.element("rect", fill=style.fill(region), opacity=0.55, class_="band", **band))
    return parts


def nim_sum(total: Any) -> Picture:
    """Draw a sum of games: each part with its value in binary, and the nim-sum under the line."""
    rows = [
        (f"{count} × {svg.shortened(str(position), 40)}", _bounded(game, position))
        for game, position, count in total.parts
    ]
    known = [value for _, value in rows if isinstance(value, int)]
    bits = max([1, *(value.bit_length() for value in known)])
    lines = [(words, str(value), f"{value:0{bits}b}" if isinstance(value, int) else "") for words, value in rows]
    together = total.nimber() if len(known) == len(rows) else None
    outcome = "" if together is None else f": the player to move {'wins' if together else 'loses'}"
    title = f"a sum of {sum(count for _, _, count in total.parts)} games{outcome}"
    parts = [svg.text(16, 26, title, 14, text_anchor="start", font_weight="bold")]
    right = 40 + max((svg.text_width(words, 12) for words, _, _ in lines), default=0) + 60
    mono = {"text_anchor": "end", "font_family": "DejaVu Sans Mono, monospace"}
    y, end = 54.0, right + 40 + 9 * bits
    for words, value, binary in lines:
        parts.append(svg.text(16, y, words, 12, text_anchor="start"))
        parts += [
            svg.text(right, y, value, 12, text_anchor="end"),
            svg.text(right + 40 + 9 * bits, y, binary, 13, **mono),
        ]
        y += 22
    end = right + 40 + 9 * bits
    if together is not None:
        parts.append(svg.element("path", d=f"M16 {svg.number(y - 14)}H{svg.number(end)}", stroke=svg.INK))
        parts.append(svg.text(16, y + 4, "nim-sum", 12, text_anchor="start", font_weight="bold"))
        parts.append(svg.text(right, y + 4, together, 12, text_anchor="end", font_weight="bold"))
        parts.append(svg.text(end, y + 4, f"{together:0{bits}b}", 13, font_weight="bold", **mono))
        y += 24
    width = max(end + 24, 32 + svg.text_width(title, 14))
    return Picture(title, svg.document(width, y, title, parts))


_ENOUGH = 5_000


class _Counted:
    """A game by rule that stops being asked after so many positions."""

    def __init__(self, game: Any):
        self._game, self._left = game, _ENOUGH
        if hasattr(game, "components"):
            self.components = game.components

    def moves(self, position: Any) -> Any:
        self._left -= 1
        if self._left < 0:
            raise LimitExceededError("a picture asks for no more than this")
        return self._game.moves(position)


def _bounded(game: Any, position: Any) -> Any:
    """Return the value of a part; a game by rule is asked only as far as a picture may take, and may stay unknown."""
    from graphgames.games.impartial.rules import by_rule

    if not hasattr(game, "loses"):
        return game.nimber(position)
    try:
        return by_rule(_Counted(game)).nimber(position)
    except LimitExceededError:
        return "not known yet"


def axis(floor: float, ceiling: float, most: int) -> list[str]:
    """Draw the two lines and the largest number beside the upright one."""
    d = f"M{svg.number(LEFT)} {svg.number(ceiling)}V{svg.number(floor)}H{svg.number(WIDTH - 20)}"
    line = svg.element("path", d=d, fill="none", stroke=svg.INK)
    return [
        line,
        svg.text(LEFT - 6, ceiling + 8, most, 10, text_anchor="end"),
        svg.text(LEFT - 6, floor, 0, 10, text_anchor="end"),
    ]
