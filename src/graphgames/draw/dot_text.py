"""A graph view as DOT text for Graphviz and its relatives, with the same shapes, colours and notes."""

from __future__ import annotations

import re

import numpy as np

from graphgames.core.drawing import PICTURE
from graphgames.core.errors import LimitExceededError
from graphgames.draw import scene, style, svg
from graphgames.draw.presentation import PLAIN, Presentation
from graphgames.draw.scene import GraphView, part_of

MOST_EDGES = 100_000
"""No program lays out more than this in a useful time."""

_SHAPES = {"square": "box", "group": "doublecircle"}
_OUTLINES = {None: "solid", "6 3": "dashed", "1.5 3": "dotted"}


def dot(graph_view: GraphView, presentation: Presentation = PLAIN, around: object = None, radius: int = 2) -> str:
    r"""Return the DOT text of a graph view; ``around`` and ``radius`` as for `graphgames.draw.graph.draw`.

    Of the presentation it takes the title, the size and the theme; there is no legend.

    Raise `LimitExceededError` if there are more than `MOST_EDGES` edges or vertices.

    Examples
    --------
    >>> from graphgames import Arena, Game, NormalPlay
    >>> from graphgames.draw import arenas
    >>> print(dot(arenas.game_graph_view(Game(Arena.from_edges([(1, 0)]), NormalPlay()))), end="")
    digraph "normal play, 2 vertices, 1 edge" {
      comment="a picture of a game; graphgames convert writes the game itself"
      node [style=filled]
      0 [label="0", shape=circle, style="filled,solid", fillcolor="#ffffff", color="#1f2328"]
      1 [label="1", shape=circle, style="filled,solid", fillcolor="#ffffff", color="#1f2328"]
      1 -> 0
    }
    """
    arena = graph_view.arena
    most = MOST_EDGES if around is None else 1 << 62
    if max(arena.n, arena.m) > most:
        raise LimitExceededError(
            f"{arena.n} vertices and {arena.m} edges are too many to lay out; draw a piece around a vertex, "
            "or write the graph with graphgames convert"
        )
    vertices = np.arange(arena.n) if around is None else scene.ball(arena, arena.vertex(around), radius, MOST_EDGES)
    drawn, _ = part_of(arena, vertices)
    lines = [f"digraph {_quoted(graph_view.title)} {{", f"  comment={_quoted(PICTURE)}", "  node [style=filled]"]
    if presentation.title:
        lines.append(f"  label={_quoted(presentation.title)} labelloc=t")
    if (size := presentation.size) is not None:
        inches = [side * size.pixels / 96 for side in (size.width, size.height or size.width)]
        lines.append('  size="{:.3g},{:.3g}"'.format(*inches))
    if presentation.theme == "dark":
        lines.append(f'  bgcolor="{svg.PAPER}" node [fontcolor="{svg.INK}"] edge [color="{svg.INK}"]')
    lines += [_node(graph_view, v) for v in vertices.tolist()]
    strategy = {e for v in vertices.tolist() for e in graph_view.strategy_edges(v)}
    for (i, j), e in zip(drawn.edges(), drawn.edge_data["edge"].tolist(), strict=True):
        u, w = int(vertices[i]), int(vertices[j])
        note = graph_view.edge_note(e)
        marks = [f"label={_quoted(note)}"] if note else []
        if e in strategy:
            width, colour = 6 if graph_view.on_loop(u) else 3, style.REGIONS[graph_view.region(u)].outline
            marks += ["style=bold", f"penwidth={width}", f'color="{colour}"']
        lines.append(f"  {u} -> {w}" + (f" [{', '.join(marks)}]" if marks else ""))
    return style.themed("\n".join([*lines, "}", ""]), presentation.theme)


def _node(graph_view: GraphView, v: int) -> str:
    look = style.REGIONS[graph_view.region(v)]
    note, shape = graph_view.note(v), graph_view.shape(v)
    label = str(graph_view.arena.display_name(v)) + (f"\n{note}" if note else "")
    parts = [
        f"label={_quoted(label)}",
        f"shape={_SHAPES.get(shape, shape)}",
        f'style="filled,{_OUTLINES[look.dashes]}"',
        f'fillcolor="{look.paper}"',
        f'color="{look.outline}"',
    ]
    if graph_view.marked is not None and graph_view.marked[v]:
        parts.append("peripheries=2")
    return f"  {v} [{', '.join(parts)}]"


def _quoted(words: str) -> str:
    escaped = words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return '"' + re.sub("[\x00-\x1f\x7f]", "?", escaped) + '"'
