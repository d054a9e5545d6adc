"""The graph of the states of a model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphgames.catalogue.find import by_class
from graphgames.draw import style, svg
from graphgames.draw.graph import draw
from graphgames.draw.picture import Picture
from graphgames.draw.scene import SHAPES, GraphView
from graphgames.games.models.language import Program
from graphgames.games.models.model import Model, two_player_arena

picture = by_class()


@picture.register
def program_picture(
    program: Program, constants: Mapping[str, object] | None = None, around: object = None, radius: int = 2
) -> Picture:
    """Draw the states that a model in the PRISM language can reach, with values for its open constants."""
    return model_picture(program.build(constants, rewards=False), around, radius)


@picture.register
def model_picture(model: Model, around: object = None, radius: int = 2) -> Picture:
    """Draw the states of a model, and behind them the choices that are left to chance."""
    staged = two_player_arena(model, np.ones(model.states, np.bool_))
    arena = staged.arena
    held = {name: row for name, row in model.labels.items() if name not in ("init", "deadlock")}

    def labels(v: int) -> str:
        return ", ".join(name for name, row in held.items() if v < model.states and row[v])

    marked: Any = np.zeros(arena.n, np.bool_)
    for row in held.values():
        marked[: model.states] |= row
    label = (style.Key("circle", style.BLANK, f"a label holds: {', '.join(held)}", "double"),) if held else ()
    choice = "a choice" if (np.diff(model.choices) > 1).any() else "one way on"
    graph_view = GraphView(
        arena,
        f"{model.type}, {model.states} states, {model.transitions} transitions",
        note=lambda v: svg.shortened(labels(v), 6),
        why=lambda v: f"{arena.display_name(v)} {labels(v)}".strip(),
        edge_text=lambda e: svg.shortened(staged.name_of(model, e), 16),
        marked=marked if held else None,
        start=int(model.initial[0]) if model.initial.size == 1 else None,
        keys=(style.Key(SHAPES[0], style.BLANK, choice), style.Key(SHAPES[2], style.BLANK, "chance moves"), *label),
    )
    return draw(graph_view, around, radius)
