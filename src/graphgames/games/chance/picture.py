"""The plot of how much each probability matters, and the graph of the states of a model."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from graphgames.catalogue.find import by_class
from graphgames.core.value import written
from graphgames.draw import style, svg
from graphgames.draw.graph import draw
from graphgames.draw.picture import Picture
from graphgames.draw.plots import WIDTH
from graphgames.draw.scene import SHAPES, GraphView
from graphgames.games.chance.models.language import Program
from graphgames.games.chance.models.model import Model, two_player_arena
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


@picture.register
def program_picture(
    program: Program, constants: Mapping[str, object] | None = None, around: object = None, radius: int = 2
) -> Picture:
    """Draw the states that a model in the PRISM language can reach, with values for its open constants."""
    return model_picture(program.build(constants, rewards=False), around, radius)


@picture.register
def model_picture(model: Model, around: object = None, radius: int = 2) -> Picture:
    """Draw the states of a model, and behind them the choices that are left to chance."""
    arena = two_player_arena(model, np.ones(model.states, np.bool_)).arena
    held = {name: row for name, row in model.labels.items() if name not in ("init", "deadlock")}

    def labels(v: int) -> str:
        return ", ".join(name for name, row in held.items() if v < model.states and row[v])

    marked: Any = np.zeros(arena.n, np.bool_)
    for row in held.values():
        marked[: model.states] |= row
    label = (style.Key("circle", style.BLANK, f"a label holds: {', '.join(held)}", "double"),) if held else ()
    choice = "a choice" if (np.diff(model.choices) > 1).any() else "one way on"
    sheet = GraphView(
        arena,
        f"{model.kind}, {model.states} states, {model.transitions} transitions",
        note=lambda v: svg.shortened(labels(v), 6),
        why=lambda v: f"{arena.display_name(v)} {labels(v)}".strip(),
        marked=marked if held else None,
        start=int(model.initial[0]) if model.initial.size == 1 else None,
        keys=(style.Key(SHAPES[0], style.BLANK, choice), style.Key(SHAPES[2], style.BLANK, "chance moves"), *label),
    )
    return draw(sheet, around, radius)
