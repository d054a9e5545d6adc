"""How a picture is shown: its title, legend, size, theme and font, with a sentence for every value that is none."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from graphgames.core.errors import GameError, did_you_mean, shown
from graphgames.draw import style, svg

READABLE = 6
"""Text of fewer points is too small for paper."""

_LARGEST = 10_000.0
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(px|mm)?\s*(?:[x×]\s*(\d+(?:\.\d+)?)\s*(px|mm)?)?\s*")
_FONT = re.compile(r"[\w ,.'-]{1,200}")


class Presentation(NamedTuple):
    """What `presentation` gives; a title of None is the picture's own, the empty one leaves it out."""

    title: str | None = None
    legend: bool = True
    size: svg.Size | None = None
    theme: str = "auto"
    font: str = svg.FONT


PLAIN = Presentation()

OPTIONS = Presentation._fields
"""The options that every picture takes."""


def presentation(
    title: Any = None, legend: Any = True, size: Any = None, theme: Any = "auto", font: Any = svg.FONT
) -> Presentation:
    """Return how a picture is shown.

    The ``title`` stands instead of the picture's own, the empty text for none; the ``legend`` says what the symbols
    mean; the ``size`` is width x height, as ``"800x600"`` (px), ``"120x80mm"`` or a pair, or the width alone, as
    ``"120mm"``; the ``theme`` is ``auto``, which is light, but on a page dark for a reader who prefers that, ``light``,
    ``dark``, or ``print``, which needs no colours; and the ``font`` names fonts, the first choice first. Raise
    `GameError` if one of them has another value.

    Examples
    --------
    >>> presentation(size="120x80mm").size
    Size(width=120.0, height=80.0, unit='mm')
    >>> presentation(theme="drak")
    Traceback (most recent call last):
        ...
    graphgames.core.errors.GameError: there is no theme 'drak'; did you mean 'dark'? The themes are: auto, light,
    dark, print
    """
    if title is not None and not isinstance(title, str):
        raise GameError(f"the title is {shown(title)}; expected a text")
    if not isinstance(legend, bool):
        raise GameError(f"legend is {shown(legend)}; expected True or False")
    if not isinstance(theme, str) or theme not in style.THEMES:
        hint = did_you_mean(theme, list(style.THEMES)) if isinstance(theme, str) else ";"
        raise GameError(f"there is no theme {shown(theme)}{hint} The themes are: {', '.join(style.THEMES)}")
    if not isinstance(font, str) or not _FONT.fullmatch(font):
        raise GameError(f"the font is {shown(font)}; expected names of fonts, such as 'Helvetica, sans-serif'")
    return Presentation(title, legend, size if size is None or isinstance(size, svg.Size) else _size(size), theme, font)


def _size(size: Any) -> svg.Size:
    text = "x".join(map(str, size)) if isinstance(size, tuple | list) else str(size)
    found = _SIZE.fullmatch(text)
    if found is not None:
        width, first, height, second = found.groups()
        unit = second or first or "px"
        wanted = svg.Size(float(width), None if height is None else float(height), unit)
        extents = [wanted.width, *([] if wanted.height is None else [wanted.height])]
        if (first or unit) == unit and all(1 <= extent * wanted.pixels <= _LARGEST for extent in extents):
            return wanted
    raise GameError(
        f"the size is {shown(size)}; expected width x height of 1 to {_LARGEST:.0f} pixels, such as 800x600 or "
        "120x80mm, or the width alone"
    )
