"""Pictures of rows: strips of cells, piles of stones, boxes.

A toolkit for the pictures of kinds of games: the caller passes the value of each cell, pile or box.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log2
from typing import Any

from graphgames.core.errors import require_test
from graphgames.draw import style, svg
from graphgames.draw.picture import Picture

CELL = 30.0
EDGE, HEAD = 44.0, 40.0
"""Strips, piles and boxes begin so far from the left; the first row so far from the top."""

MOST_ROWS = 12
"""Of an input with many tests so many are drawn under each other."""

HIGH, MOST_PILES = 20, 16
"""A pile is drawn no higher, and so many of them."""

STONE = 5.0
BOX_ROOM = 70.0

_WIN, _LOSS = style.REGIONS[0].outline, style.REGIONS[1].outline

Row = Callable[[float], tuple[list[str], float, float]]
"""Draws a row whose top is given: elements, width, height."""


@dataclass(frozen=True)
class Heading:
    """What is said over a row of parts: which test it is, if there are several, the nim-sum, and who wins."""

    nim_sum: Any
    wins: bool
    test: int | None = None

    def drawn(self, top: float) -> str:
        """Return the line."""
        words = f"nim-sum {self.nim_sum}, the player to move {'wins' if self.wins else 'loses'}"
        words = words if self.test is None else f"test {self.test + 1}: {words}"
        look = {"fill": _WIN if self.wins else _LOSS, "font_weight": "bold", "class_": "verdict"}
        return svg.text(16, top + 12, words, 11, text_anchor="start", **look)


def tests_to_draw(count: int, test: int | None) -> Sequence[int]:
    """Return the tests to draw: the one asked for, or the first few; raise `GameError` if there is no such test."""
    if test is None:
        return range(min(count, MOST_ROWS))
    require_test(test, count)
    return (test,)


def stacked(title: str, rows: Sequence[Row], keys: Sequence[style.Key], left: int = 0) -> Picture:
    """Draw rows under each other, with a title and a legend; ``left`` tests are said to be left out."""
    parts: list[str] = []
    y, width = HEAD, 360.0
    for row in rows:
        drawn, wide, high = row(y)
        parts += drawn
        y, width = y + high, max(width, wide + 32)
    if left > 0:
        parts.append(svg.text(16, y + 14, f"... and {left} more tests", 11, text_anchor="start", fill=svg.FAINT))
        y += 22
    return Picture(title, tuple(parts), width, y, tuple(keys))


def note(words: str) -> Picture:
    """Draw a line of text in place of what cannot be drawn."""
    return Picture(words, (), 420.0, 34.0)


def text_row(heading: Heading, parts: Sequence[tuple[str, Any]]) -> Row:
    """Return what draws parts as lines of text, each with its nimber."""

    def row(top: float) -> tuple[list[str], float, float]:
        drawn, wide = [heading.drawn(top)], 0.0
        for k, (words, nimber) in enumerate(parts[:MOST_PILES]):
            line = f"{words}: {nimber}"
            drawn.append(svg.text(EDGE, top + 30 + 16 * k, line, 11, text_anchor="start"))
            wide = max(wide, svg.text_width(line, 11))
        high = 30 + 16 * min(len(parts), MOST_PILES)
        return [*drawn, *_rest(len(parts), EDGE, top + high)], EDGE + wide, high + 22

    return row


@dataclass(frozen=True)
class Strip:
    """A strip: the cells, from 1, that win or lose for who writes into them, and runs ``(first, last, nimber)``.

    ``decided`` are the first and the last cell of the row that has decided the game, if there is one.
    """

    cells: str
    winning: frozenset[int] = frozenset()
    losing: frozenset[int] = frozenset()
    runs: Sequence[tuple[int, int, Any]] = ()
    decided: tuple[int, int] | None = None


def strip_row(strip: Strip, test: int | None = None) -> Row:
    """Return what draws one strip."""

    def row(top: float) -> tuple[list[str], float, float]:
        left, size = EDGE, cell_size(len(strip.cells))
        parts = [] if test is None else [svg.text(16, top + 22, f"{test + 1}", 11, text_anchor="start", fill=svg.FAINT)]
        for i, cell in enumerate(strip.cells, 1):
            region = 0 if i in strip.winning else 1 if i in strip.losing else style.BLANK
            parts.append(_cell(left + (i - 1) * size, top + 4, size, cell, region, i))
        for first, last, nimber in strip.runs:
            a, b = left + (first - 1) * size + 3, left + last * size - 3
            line = f"M{svg.number(a)} {svg.number(top + size + 9)}v4H{svg.number(b)}v-4"
            parts.append(svg.element("path", d=line, fill="none", stroke=svg.FAINT))
            parts.append(svg.text((a + b) / 2, top + size + 25, nimber, 11, class_="nimber"))
        return parts, left + len(strip.cells) * size, size + (34 if strip.runs else 14)

    return row


def cell_size(cells: int) -> float:
    """Return the side of a cell in a strip of a number of cells."""
    return CELL if cells <= 40 else CELL / 2


def _cell(x: float, y: float, size: float, mark: str, region: int, number: int) -> str:
    look = style.REGIONS[region]
    outline = (svg.INK, 1) if region == style.BLANK else (look.outline, 1.6)
    paint = {"fill": style.fill(region), "stroke": outline[0], "stroke_width": outline[1], "class_": "cell"}
    name = svg.element("title", f"cell {number}")
    box = svg.element("rect", name, x=x, y=y, width=size, height=size, **paint)
    cx, cy, r = x + size / 2, y + size / 2, size * 0.28
    pen = {"stroke": svg.INK, "stroke_width": size / 10, "fill": "none"}
    if mark == "X":
        box += svg.element("path", d=svg.cross(cx, cy, r), **pen, class_="cross")
    elif mark == "O":
        ring = {"fill": "none", "stroke": svg.INK, "stroke_width": size / 10}
        box += svg.element("circle", cx=cx, cy=cy, r=r, class_="ring", **ring)
    return box


def pile_width(pile: int) -> float:
    """Return how wide the column of a pile is."""
    return max(34.0, svg.text_width(str(pile), 10) + 14)


def pile_room(piles: Sequence[int]) -> float:
    """Return how high the stones of piles can stand; their floor is 20 below that."""
    return min(max((*piles[:MOST_PILES], 1)), HIGH) * STONE + 14


def box_width(size: int, stones: int) -> float:
    """Return how wide the column of a box is."""
    return max(40.0, svg.text_width(f"{stones}/{size}", 10) + 12)


def pile_row(heading: Heading, piles: Sequence[int], nimbers: Sequence[Any]) -> Row:
    """Return what draws piles as columns of stones, large ones by their number alone, each with its nimber."""

    def row(top: float) -> tuple[list[str], float, float]:
        first_piles = piles[:MOST_PILES]
        tall = pile_room(first_piles)
        parts, x = [heading.drawn(top)], EDGE
        for pile, nimber in zip(first_piles, nimbers, strict=False):
            wide = pile_width(pile)
            floor, middle = top + 20 + tall, x + wide / 2
            count = pile if pile <= HIGH else HIGH
            for k in range(count):
                stone = {"cx": middle, "cy": floor - STONE * k - 3, "rx": 11, "ry": 3.2, "fill": _stone(pile, k)}
                parts.append(svg.element("ellipse", stroke="#ffffff", stroke_width=0.8, class_="stone", **stone))
            parts.append(svg.text(middle, floor + 14, pile, 10))
            parts.append(svg.text(middle, floor + 27, f"({nimber})", 10, fill=_WIN, class_="nimber"))
            x += wide
        return [*parts, *_rest(len(piles), x, top + tall)], x, tall + 60

    return row


def _stone(pile: int, k: int) -> str:
    """Return the colour of a stone; in a pile that is higher than can be drawn the middle ones fade."""
    return "#c9cdd2" if pile > HIGH and 8 <= k < 12 else "#5b6470"


def box_row(heading: Heading, boxes: Sequence[tuple[int, int]], nimbers: Sequence[Any]) -> Row:
    """Return what draws boxes (size, stones) by how full they are, on a logarithmic scale, each with its nimber."""

    def row(top: float) -> tuple[list[str], float, float]:
        parts, x, high = [heading.drawn(top)], EDGE, BOX_ROOM
        for (size, stones), nimber in zip(boxes[:MOST_PILES], nimbers, strict=False):
            words, wide = f"{stones}/{size}", box_width(size, stones)
            tall = 18 + (high - 18) * min(1.0, log2(size + 1) / 20)
            full = tall * (stones / size if size else 1)
            floor, left = top + 22 + high, x + wide / 2 - 13
            parts.append(
                svg.element("rect", x=left, y=floor - full, width=26, height=full, fill="#9aa4b0", class_="stones")
            )
            outline = {"x": left, "y": floor - tall, "width": 26, "height": tall, "fill": "none", "stroke": svg.INK}
            parts.append(svg.element("rect", class_="box", stroke_width=1.6, **outline))
            parts.append(svg.text(x + wide / 2, floor + 14, words, 10))
            parts.append(svg.text(x + wide / 2, floor + 27, f"({nimber})", 10, fill=_WIN, class_="nimber"))
            x += wide
        return [*parts, *_rest(len(boxes), x, top + high)], x, high + 62

    return row


def _rest(count: int, x: float, y: float) -> list[str]:
    more = count - MOST_PILES
    return [svg.text(x + 10, y, f"... {more} more", 10, text_anchor="start")] if more > 0 else []
