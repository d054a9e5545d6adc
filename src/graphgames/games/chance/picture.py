"""The plot of how much each probability matters."""

from __future__ import annotations

from fractions import Fraction

from graphgames.catalogue.find import by_class
from graphgames.core.value import written
from graphgames.draw import style, svg
from graphgames.draw.picture import Picture
from graphgames.draw.plots import WIDTH
from graphgames.games.chance.sensitivity import Sensitivity

_MOST = 24
_HIGH = 20

picture = by_class()


@picture.register
def sensitivity_picture(found: Sensitivity) -> Picture:
    """Draw a bar for each probability, to the right where the value grows with it; the first few of many."""
    rows, middle = found.rows[:_MOST], 400.0
    most = max((abs(Fraction(one.slope)) for one in rows), default=0) or 1
    parts, y = [], 50.0
    for one in rows:
        words = svg.shortened(f"{one.vertex} -> {one.to}", 30)
        length = float(abs(Fraction(one.slope)) / most) * 130
        region = 0 if one.slope >= 0 else 1
        meaning = svg.element("title", svg.escape(f"probability {one.probability}, slope {one.slope}"))
        place = {"x": middle if one.slope >= 0 else middle - length, "y": y, "width": length, "height": _HIGH - 6}
        look = style.REGIONS[region]
        parts += [
            svg.text(20, y + 10, words, 11, text_anchor="start"),
            svg.text(250, y + 10, svg.shortened(written(one.probability), 12), 11, text_anchor="end"),
            svg.element("rect", meaning, **place, fill=style.fill(region), stroke=look.outline),
            svg.text(WIDTH - 20, y + 10, svg.shortened(f"{float(one.slope):.4g}", 12), 11, text_anchor="end"),
        ]
        y += _HIGH
    line = f"M{svg.number(middle)} 44V{svg.number(y)}"
    parts += [
        svg.element("path", d=line, fill="none", stroke=svg.INK),
        svg.text(250, 40, "probability", 10, text_anchor="end", fill=svg.FAINT),
        svg.text(WIDTH - 20, 40, "slope", 10, text_anchor="end", fill=svg.FAINT),
    ]
    title = f"what the {found.value_name} from {found.start} depends on"
    return Picture(title, tuple(parts), WIDTH, y + 12)
