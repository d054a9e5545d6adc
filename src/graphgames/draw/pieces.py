"""Men of board games, drawn as shapes that every format knows: discs, crosses, rings, and the men of chess.

A man is drawn around a middle, in a circle of a radius. The shapes of chess are our own; they look the same everywhere,
which the glyphs of a font do not.
"""

from __future__ import annotations

import re

from graphgames.draw import svg
from graphgames.draw.svg import element, number

LIGHT, DARK = "#fdfcf8", "#23272d"
"""The colours of the two sides; they are no colours of a theme, so that White stays white."""

_BASE = "M-27 44L27 44L27 37Q20 34 18 28"
_SHAPES = {
    "P": "M-26 44L26 44L26 37Q26 28 16 24Q8 12 7 0L14 -3L14 -9L9 -9Q17 -15 15 -25Q12 -37 0 -37Q-12 -37 -15 -25"
    "Q-17 -15 -9 -9L-14 -9L-14 -3L-7 0Q-8 12 -16 24Q-26 28 -26 37Z",
    "R": "M-30 44L30 44L30 36L23 31L19 -10L27 -17L27 -37L15 -37L15 -29L7 -29L7 -37L-7 -37L-7 -29L-15 -29L-15 -37"
    "L-27 -37L-27 -17L-19 -10L-23 31L-30 36Z",
    "B": _BASE + "L11 13L17 10L17 4L13 2Q23 -7 17 -19Q12 -28 4 -35Q8 -38 7 -42Q5 -47 0 -47Q-5 -47 -7 -42Q-8 -38 -4 -35"
    "Q-12 -28 -17 -19Q-23 -7 -13 2L-17 4L-17 10L-11 13L-18 28Q-20 34 -27 37Z",
    "Q": "M-27 44L27 44L27 36L22 30L26 10L38 -24L22 -4L18 -34L7 -7L0 -39L-7 -7L-18 -34L-22 -4L-38 -24L-26 10L-22 30"
    "L-27 36Z",
    "K": "M-27 44L27 44L27 36L22 31L24 17Q43 3 38 -12Q31 -26 13 -19Q9 -17 6 -13Q7 -22 0 -29Q-7 -22 -6 -13"
    "Q-9 -17 -13 -19Q-31 -26 -38 -12Q-43 3 -24 17L-22 31L-27 36Z",
    "N": "M-23 44L28 44L28 37Q35 4 23 -17Q15 -32 0 -36L-7 -46L-12 -35Q-20 -31 -22 -23L-36 -3Q-40 5 -34 10Q-28 13 -22 7"
    "L-11 1Q-4 -1 -1 -7Q0 7 -11 17Q-24 28 -23 44Z",
}
_LINES = {  # what is drawn on a man in the colour of his outline
    "B": "M-7 10L7 10M0 -25L0 -11M-6 -18L6 -18",
    "Q": "M-22 30L22 30M-25 14L25 14",
    "K": "M-22 31L22 31M-24 18L24 18M0 -29L0 -47M-7 -40L7 -40M0 -12L0 16",
    "R": "M-23 31L23 31M-19 -10L19 -10",
    "N": "M-16 -22L-14 -20M-32 5L-30 4",
}


def disc(x: float, y: float, r: float, fill: str, line: str, ring: bool = False) -> str:
    """Return a disc, for one of two colours with a ring in it, so that nobody needs to see the colours."""
    drawn = element("circle", cx=float(x), cy=float(y), r=float(r), fill=fill, stroke=line, stroke_width=1.5)
    inner = {"fill": "none", "stroke": line, "stroke_width": round(0.1 * r, 1)}
    return drawn + (element("circle", cx=float(x), cy=float(y), r=0.55 * r, **inner) if ring else "")


def cross(x: float, y: float, r: float, colour: str) -> str:
    """Return a cross."""
    pen = {"fill": "none", "stroke": colour, "stroke_width": round(0.24 * r, 1), "stroke_linecap": "round"}
    return element("path", d=svg.cross(x, y, 0.78 * r), **pen)


def ring(x: float, y: float, r: float, colour: str) -> str:
    """Return a ring."""
    pen = {"fill": "none", "stroke": colour, "stroke_width": round(0.24 * r, 1)}
    return element("circle", cx=float(x), cy=float(y), r=0.82 * r, **pen)


def chess(x: float, y: float, r: float, man: str) -> str:
    """Return a man of chess by its letter in FEN: White's are capitals."""
    piece = man.upper()
    fill, line = (LIGHT, DARK) if man == piece else (DARK, "#e9e4d8" if piece in _LINES else DARK)
    edge = DARK if man == piece else "#000000"
    pen = {"stroke_width": round(0.09 * r, 1), "stroke_linejoin": "round"}
    drawn = element("path", d=_placed(_SHAPES[piece], x, y, r), fill=fill, stroke=edge, **pen)
    if piece not in _LINES:
        return drawn
    if piece == "K":  # the cross on top stands on the square, not on the man
        drawn += element("path", d=_placed("M0 -29L0 -47M-7 -40L7 -40", x, y, r), stroke=edge, fill="none", **pen)
    lines = _LINES[piece].replace("M0 -29L0 -47M-7 -40L7 -40", "")
    return drawn + element("path", d=_placed(lines, x, y, r), stroke=line, fill="none", stroke_linecap="round", **pen)


def round_hole(x: float, y: float, r: float) -> str:
    """Return the path of a circle, to be a part of a larger path."""
    quarters = "C-50 -27.6 -27.6 -50 0 -50C27.6 -50 50 -27.6 50 0C50 27.6 27.6 50 0 50C-27.6 50 -50 27.6 -50 0"
    return _placed(f"M-50 0{quarters}Z", x, y, r)


def _placed(d: str, x: float, y: float, r: float) -> str:
    """Return a path that was given in a square of side 100, around a middle."""

    def place(pair: re.Match[str]) -> str:
        a, b = x + float(pair[1]) * r / 50, y + float(pair[2]) * r / 50
        return f"{number(a)} {number(b)}"

    return re.sub(r"(-?[\d.]+) (-?[\d.]+)", place, d)
