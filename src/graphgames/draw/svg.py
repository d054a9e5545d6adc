"""The part of SVG that the pictures need: escaped elements as text, and the document around them.

The same drawing always gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
INK, FAINT = "#1f2328", "#8a9199"

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape(text: object) -> str:
    r"""Return a text as it may stand in XML; characters that XML does not know become question marks.

    Examples
    --------
    >>> escape('a < "b" & c\x00')
    'a &lt; &quot;b&quot; &amp; c?'
    """
    known = _FORBIDDEN.sub("?", str(text))
    return known.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def number(value: float) -> str:
    """Return a number with at most one digit behind the point.

    Examples
    --------
    >>> number(2.04), number(-0.01), number(3.25)
    ('2', '0', '3.2')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def element(tag: str, *children: str, **attributes: object) -> str:
    """Return an element; an underscore in an attribute's name stands for a hyphen, None for no attribute.

    Examples
    --------
    >>> element("text", escape("a<b"), x=1.5, font_size=9, fill=None)
    '<text x="1.5" font-size="9">a&lt;b</text>'
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{number(value) if isinstance(value, float) else escape(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{written}>{''.join(children)}</{tag}>" if children else f"<{tag}{written}/>"


def text(x: float, y: float, words: object, size: int = 12, **attributes: object) -> str:
    """Return a line of text, centred at x unless ``text_anchor`` says otherwise."""
    style: dict[str, object] = {"text_anchor": "middle", "fill": INK} | attributes
    return element("text", escape(words), x=float(x), y=float(y), font_size=size, **style)


def text_width(words: str, size: float = 12) -> float:
    """Guess how wide a line of text is, rather too wide."""
    return 0.64 * size * sum(1.8 if ord(c) > 0x2E80 else 1 for c in words)


def shortened(words: str, most: int) -> str:
    """Return a text cut to a number of characters.

    Examples
    --------
    >>> shortened("remoteness", 6)
    'remot…'
    """
    return words if len(words) <= most else words[: most - 1] + "…"


def document(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """Return the whole file, on white paper."""
    size = f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{FONT}">'
    paper = element("rect", width="100%", height="100%", fill="#ffffff")
    return "\n".join([head, element("title", escape(title)), paper, *parts, "</svg>", ""])
