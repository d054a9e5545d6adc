"""Pictures of the machines of games of synthesis: a vertex for each state, an edge for each step with its letters."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from graphgames.core.arena import Arena
from graphgames.core.errors import GameError
from graphgames.draw.scene import GraphView, size
from graphgames.draw.style import BLANK, Key
from graphgames.games.synthesis.automata import Machine


@singledispatch
def graph_view(thing: Any) -> GraphView:
    """Return the graph view of a thing of this kind that is no game."""
    raise GameError(f"there is no picture of {type(thing).__name__} as a graph")


@graph_view.register
def machine_graph_view(machine: Machine) -> GraphView:
    """Return the graph view of a controller, or of the environment's machine where there is none."""
    steps = [(state, *step) for state, row in enumerate(machine.steps) for step in row]
    arena = Arena.from_edges([(state, target) for state, _, target in steps], len(machine.names), labels=machine.names)
    whose = "the controller" if machine.player == 0 else "the environment"
    return GraphView(
        arena,
        f"machine of {whose}, {size(arena)}",
        start=machine.start,
        keys=(Key("text", BLANK, "beside an edge: the letters of the step", "a & !b"),),
        edge_text=lambda e: machine.letters.named(steps[e][1]),
    )
