"""The look of regions, owners and legends: by colour, and also by hatch and outline for colour-blind readers.

The colours are of Okabe & Ito's palette, which most colour-blind people can tell apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from graphgames.draw import svg
from graphgames.draw.pieces import DARK, LIGHT
from graphgames.draw.shapes import Shape, basic
from graphgames.draw.svg import INK, element, text, text_width


class Look(NamedTuple):
    """Of a region: paper and lines of its hatch, outline, dashes of the outline."""

    name: str
    paper: str
    line: str
    outline: str
    dashes: str | None


REGIONS = (
    Look("plain", "#cfe5f5", "#cfe5f5", "#0b5d94", None),
    Look("hatched", "#fde6d3", "#eda772", "#b24a00", "6 3"),
    Look("dotted", "#f0f0f0", "#9a9a9a", "#5c5c5c", "1.5 3"),
    Look("blank", "#ffffff", "#ffffff", INK, None),
)
"""The region of player 0, that of player 1, draws, and what is not known."""

THEMES: dict[str, dict[str, str]] = {
    "auto": {},
    "light": {},
    "dark": {
        svg.PAPER: "#15181c",
        svg.INK: "#e8eaed",
        svg.FAINT: "#9aa1a9",
        "#cfe5f5": "#123c5c",
        "#0b5d94": "#6db9ee",
        "#fde6d3": "#48290f",
        "#eda772": "#a8612a",
        "#b24a00": "#f2a065",
        "#f0f0f0": "#2b2e32",
        "#9a9a9a": "#7d8288",
        "#5c5c5c": "#b4b9be",
        "#7c838b": "#8d949c",
        "#c6cbd1": "#3b4148",
        "#3a3f45": "#8d949c",
        "#5b6470": "#a9b4c0",
        "#c9cdd2": "#4a5058",
        "#eceef0": "#2b3238",
        "#9aa4b0": "#5e6a77",
        "#c8102e": "#ff6b81",
        "#00795c": "#3ec79f",
        "#8a4fbf": "#c496f0",
    },
    "print": {
        "#cfe5f5": "#dcdcdc",
        "#0b5d94": "#000000",
        "#fde6d3": "#ffffff",
        "#eda772": "#5a5a5a",
        "#b24a00": "#000000",
        "#f0f0f0": "#ffffff",
        "#9a9a9a": "#5a5a5a",
        "#5c5c5c": "#000000",
        "#7c838b": "#4a4a4a",
        svg.INK: "#000000",
        svg.FAINT: "#5a5a5a",
        "#a8794a": "#eeeeee",  # dark wood, hollows in it, and what stands on it
        "#7d5530": "#d0d0d0",
        "#5a3418": "#a0a0a0",
        "#74471f": "#dedede",
        "#fff8ea": "#000000",
        "#ffd43b": "#000000",
        "#2b62c4": "#d0d0d0",  # a frame, and the stones behind it
        "#d6382d": "#5a5a5a",
        "#f5c62f": "#ffffff",
    },
}
"""By the name of a theme what becomes of a colour; other colours stay, in print as grey. ``auto`` is light, and on a
page dark for those who want it so."""

BLANK = 3
LOOP, BOLD, THIN = 5.6, 3.2, 1.3
"""How wide edges are: those on which optimal play goes round, other ones of the strategy, and the rest."""


def themed(drawn: str, theme: str) -> str:
    """Return SVG or DOT text in the colours of a theme."""
    if not THEMES[theme]:
        return drawn
    change = THEMES[theme]

    def other(found: re.Match[str]) -> str:
        colour = found[2]
        red, green, blue = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
        grey = "#" + 3 * f"{round(0.3 * red + 0.59 * green + 0.11 * blue):02x}"
        return f'{found[1]}="{change.get(colour, grey if theme == "print" else colour)}"'

    drawn = re.sub('(fill|stroke|color)="(#[0-9a-f]{6})"', other, drawn)
    return re.sub(r'(id="|url\(#)graphgames-', rf"\1graphgames-{theme}-", drawn)


def fill(region: int) -> str:
    """Return what a region is filled with."""
    look = REGIONS[region]
    return look.paper if look.paper == look.line else f"url(#graphgames-{look.name})"


def definitions() -> str:
    """Return the hatches; they are the same in every picture, so that two can share a page."""
    stripe = element("rect", width=1.6, height=6, fill=REGIONS[1].line)
    dot = element("circle", cx=2, cy=2, r=0.9, fill=REGIONS[2].line)
    return element("defs", _pattern(REGIONS[1], stripe, "rotate(45)"), _pattern(REGIONS[2], dot))


def _pattern(look: Look, mark: str, turn: str | None = None) -> str:
    size: dict[str, object] = {"width": 6, "height": 6}
    name, paper = f"graphgames-{look.name}", element("rect", **size, fill=look.paper)
    return element("pattern", paper, mark, id=name, **size, patternUnits="userSpaceOnUse", patternTransform=turn)


WALLS = (4, 2)
"""How wide the walls of thermographs are, so that both are seen where one is upon the other."""


class Key(NamedTuple):
    """One entry of a legend: what is drawn (a shape, ``edge``, ``wall``, or ``text``, its mark), how, what it means."""

    shape: str
    region: int
    meaning: str
    mark: str = ""
    colour: str = INK
    vertices: int | None = None
    """How many of the vertices that are drawn look like this; None says nothing of it."""

    @property
    def words(self) -> str:
        """What is written beside the sample."""
        return self.meaning if self.vertices is None else f"{self.meaning} ({self.vertices:,})"

    @property
    def room(self) -> float:
        """How wide the sample is."""
        return max(22.0, text_width(self.mark, 11) if self.shape == "text" else 44.0 * (self.mark == "both"))


def shape(outline: Shape, x: float, y: float, region: int, **attributes: object) -> str:
    """Return an outline with the look of a region."""
    look = REGIONS[region]
    style: dict[str, object] = {
        "fill": fill(region),
        "stroke": look.outline,
        "stroke_width": 1.8,
        "stroke_dasharray": look.dashes,
    } | attributes
    return outline.drawn(x, y, **style)


def legend(keys: Sequence[Key], top: float, width: float) -> tuple[list[str], float]:
    """Draw a legend in rows of a width; return its elements and its height."""
    parts, x, y = [], 16.0, top + 14
    for key in keys:
        needed = 12 + key.room + text_width(key.words, 11) + 16
        if x > 16 and x + needed > width:
            x, y = 16.0, y + 22
        parts.append(_sample(key, x + key.room / 2, y))
        parts.append(text(x + 6 + key.room, y + 4, key.words, 11, text_anchor="start"))
        x += needed
    return parts, (y + 14 - top if keys else 0)


def _sample(key: Key, x: float, y: float) -> str:
    if key.shape == "edge":
        width = LOOP if key.mark == "loop" else BOLD
        return element("path", d=f"M{x - 11} {y}H{x + 9}", stroke=INK, stroke_width=width, fill="none")
    if key.shape == "wall":
        look = {"stroke": REGIONS[key.region].outline, "stroke_width": WALLS[key.region]}
        return element("path", d=f"M{x - 11} {y}H{x + 9}", fill="none", **look)
    if key.shape == "text":
        edge = {"stroke": LIGHT, "stroke_width": 0.5} if key.colour == DARK else {}
        return text(x, y + 4, key.mark, 11, font_weight="bold", fill=key.colour, **edge)
    if key.mark == "both":
        return _sample(key._replace(mark=""), x - 11, y) + _sample(key._replace(mark="wide"), x + 11, y)
    outline = basic(key.shape, 8)
    if key.mark == "wide":
        outline = outline._replace(high=outline.high - 3)
    sample = shape(outline, x, y, key.region)
    if key.mark == "double":
        sample += shape(outline.grown(-3), x, y, key.region, fill="none", stroke_dasharray=None, stroke_width=1.2)
    return sample


def legend_width(keys: Sequence[Key]) -> float:
    """Return the width that the widest entry needs."""
    return max((28 + key.room + text_width(key.words, 11) for key in keys), default=0) + 16
