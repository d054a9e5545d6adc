"""The part of SVG that the pictures need: escaped elements as text, and the document around them.

The same drawing always gives the same bytes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
INK, FAINT, PAPER = "#1f2328", "#8a9199", "#ffffff"

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SPECIAL = re.compile('[&<>"]|' + _FORBIDDEN.pattern)


def escape(text: object) -> str:
    r"""Return a text as it may stand in XML; characters that XML does not know become question marks.

    Examples
    --------
    >>> escape('a < "b" & c\x00')
    'a &lt; &quot;b&quot; &amp; c?'
    """
    found = str(text)
    if _SPECIAL.search(found) is None:
        return found
    clean = _FORBIDDEN.sub("?", found)
    return clean.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def number(value: float) -> str:
    """Return a number with at most one digit behind the point.

    Examples
    --------
    >>> number(2.04), number(-0.01), number(3.25)
    ('2', '0', '3.2')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


@cache
def _attribute(name: str) -> str:
    """Return how the attribute is written that an argument stands for."""
    return name.rstrip("_").replace("_", "-")


def element(tag: str, *children: str, **attributes: object) -> str:
    """Return an element; an underscore in an attribute's name stands for a hyphen, None for no attribute.

    Examples
    --------
    >>> element("text", escape("a<b"), x=1.5, font_size=9, fill=None)
    '<text x="1.5" font-size="9">a&lt;b</text>'
    """
    written = "".join(
        f' {_attribute(name)}="{number(value) if isinstance(value, float) else escape(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{written}>{''.join(children)}</{tag}>" if children else f"<{tag}{written}/>"


def text(x: float, y: float, words: object, size: int = 12, **attributes: object) -> str:
    """Return a line of text, centred at x unless ``text_anchor`` says otherwise."""
    style: dict[str, object] = {"text_anchor": "middle", "fill": INK} | attributes
    return element("text", escape(words), x=float(x), y=float(y), font_size=size, **style)


def cross(x: float, y: float, r: float) -> str:
    """Return the path of a cross around a middle, ``r`` to each side."""
    side = number(2 * r)
    return f"M{number(x - r)} {number(y - r)}l{side} {side}m0 {number(-2 * r)}l{number(-2 * r)} {side}"


def text_width(words: str, size: float = 12) -> float:
    """Guess how wide a line of text is, rather too wide."""
    return 0.64 * size * (len(words) if words.isascii() else sum(1.8 if ord(c) > 0x2E80 else 1 for c in words))


def shortened(words: str, most: int, common: tuple[int, int] = (0, 0)) -> str:
    """Return a text cut to a number of characters: what it has in common with others goes first, then its middle.

    So what is kept may still be the same for two texts that differ only in the middle of a long part.

    Examples
    --------
    >>> shortened("remoteness", 6), shortened("rooms/green/door", 9, common(["rooms/green/door", "rooms/blue/door"]))
    ('rem…ss', '…green…')
    """
    if len(words) <= most:
        return words
    begin, end = common
    if begin + end > 2:
        before, after = "…" * (begin > 1), "…" * (end > 1)
        kept = words[begin if before else 0 : len(words) - end if after else None]
        if kept:
            return f"{before}{shortened(kept, most - len(before + after))}{after}"
    tail = (most - 1) // 2
    return f"{words[: most - 1 - tail]}…{words[len(words) - tail :]}"


def cut(names: Sequence[str], most: int) -> list[str]:
    """Return texts cut to a number of characters, up to twice as long where different ones would look the same.

    Examples
    --------
    >>> cut(["a red door of oak", "a red gate of oak", "a red boar of oak"], 6)
    ['…door…', '…gate…', '…boar…']
    """
    shared = common(names)

    short = {name: shortened(name, most, shared) for name in names}
    for room in (most + most // 2, 2 * most):
        times = Counter(short.values())
        short = {name: shortened(name, room, shared) if times[kept] > 1 else kept for name, kept in short.items()}
    return [short[name] for name in names]


def common(names: Sequence[str]) -> tuple[int, int]:
    """Return how many characters names have in common at the beginning and at the end; of one name none.

    Examples
    --------
    >>> common(["rooms/green/door", "rooms/blue/door"])
    (6, 5)
    """
    different = list(dict.fromkeys(names))
    if len(different) < 2:
        return 0, 0
    begin = _prefix(different)
    return begin, _prefix([name[begin:][::-1] for name in different])


def _prefix(names: Sequence[str]) -> int:
    columns = zip(*names, strict=False)
    return next((k for k, column in enumerate(columns) if len(set(column)) > 1), min(map(len, names)))


def wrapped(words: str, width: float, size: float) -> list[str]:
    """Return the lines of a text in a width, broken at semicolons or commas where that is enough, else between words.

    Examples
    --------
    >>> wrapped("five vertices; solved by tangles", 180, 14), wrapped("a machine, 3 vertices, 5 edges", 260, 14)
    (['five vertices', 'solved by tangles'], ['a machine, 3 vertices,', '5 edges'])
    """
    return _broken(words, width, size, ("; ", ", ", " ")) if words else []


def _broken(words: str, width: float, size: float, ends: tuple[str, ...]) -> list[str]:
    """Return the lines of a text broken at the first of the ends, pieces that are too long at those behind it."""
    lines: list[str] = []
    for piece in words.split(ends[0]):
        joined = f"{lines[-1]}{ends[0]}{piece}" if lines else piece
        if text_width(joined, size) < width:
            lines[-1:] = [joined]
            continue
        if lines and ends[0] == ", ":
            lines[-1] += ","
        lines += _broken(piece, width, size, ends[1:]) if ends[1:] else [piece]
    return lines


class Size(NamedTuple):
    """How large a picture is to be, in a unit (``px`` or ``mm``); without a height that which the width gives."""

    width: float
    height: float | None
    unit: str

    @property
    def pixels(self) -> float:
        """The number of pixels of a unit."""
        return 1.0 if self.unit == "px" else 96 / 25.4

    @property
    def in_pixels(self) -> Size:
        """The same size in pixels, 96 an inch."""
        return Size(self.width * self.pixels, None if self.height is None else self.height * self.pixels, "px")


def document(
    box: tuple[float, float, float, float], size: Size | None, title: str, font: str, parts: Iterable[str]
) -> str:
    """Return the whole file of what is in a box (left, top, width, height), on white paper, enlarged to a size."""
    left, top, width, height = box
    natural = width, height
    if size is not None and size.height is not None:  # paper to either side, or above and below
        width = max(width, height * size.width / size.height)
        height = max(height, natural[0] * size.height / size.width)
        left, top = left - (width - natural[0]) / 2, top - (height - natural[1]) / 2
    wanted = size or Size(width, height, "px")
    unit = "" if wanted.unit == "px" else wanted.unit
    tall = wanted.width * height / width if wanted.height is None else wanted.height
    head = element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        width=number(wanted.width) + unit,
        height=number(tall) + unit,
        viewBox=" ".join(number(value) for value in (left, top, width, height)),
        role="img",
        font_family=font,
    )
    paper = element("rect", x=float(left), y=float(top), width=float(width), height=float(height), fill=PAPER)
    return "\n".join([head.removesuffix("/>") + ">", element("title", escape(title)), paper, *parts, "</svg>", ""])
