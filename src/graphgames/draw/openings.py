"""The pictures of a graph with groups of vertices as one node each, for a page that has no server to draw them.

From the picture of each way to put vertices together, groups are opened one by one; what is behind a node is another
picture, as far as there is room for it on the page.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from graphgames.core.errors import GameError
from graphgames.draw import described, graph
from graphgames.draw.folding import FEW, MOST_NODES, Fold, fold, folded, foldings
from graphgames.draw.scene import GraphView

_ROOM = 3000
"""So many nodes and edges are drawn in all pictures together."""

_EDGES = 600
"""Among more edges of groups nothing can be seen."""


def openings(
    graph_view: GraphView, places: Sequence[int], by: str | None, kept: Callable[[dict[str, Any]], Any]
) -> dict[str, Any]:
    """Return the pictures as ``folds``: ``ways`` and the picture each begins with, the way to begin with, the pictures.

    A picture says in which node each of the ``places``, vertices in ascending order, is, and which picture opens a
    node, -1 for a group whose picture is not there; ``kept`` makes what it says of the graph shorter. Without a ``by``
    a page begins with the components. Empty for a graph of few vertices. Raise `GameError` if there is no such way.
    """
    if by is None and graph_view.arena.n < FEW:
        return {}
    pictures: list[dict[str, Any]] = []
    first: dict[str, int] = {}
    names = dict.fromkeys([*([by] if by else []), *foldings(graph_view)])
    waiting = deque((partial(fold, graph_view, name), first, name) for name in names)
    room = _ROOM
    while waiting and room > 0:
        make, opens, name = waiting.popleft()
        try:
            one = make()
        except GameError:
            if opens is first:
                raise
            continue  # more nodes than can be seen
        if one.nodes.size > min(room, MOST_NODES) or one.quotient.m > _EDGES:
            continue
        # the groups of a large graph take long to find
        room -= one.nodes.size + one.quotient.m + graph_view.arena.n // 10_000
        opens[name] = len(pictures)
        pictures.append(_picture(graph_view, one, places, kept))
        opens = pictures[-1]["opens"]
        for node in np.flatnonzero(one.count[one.nodes] > 1).tolist():
            name = str(described.node_of(one, int(one.nodes[node])))
            opens[name] = -1
            waiting.append((partial(one.opened, graph_view, int(one.nodes[node])), opens, name))
    begin = by or "components"
    begin = begin if begin in first else ""
    return {"folds": {"ways": first, "begin": begin, "pictures": pictures, "places": list(places)}}


def _picture(
    graph_view: GraphView, one: Fold, places: Sequence[int], kept: Callable[[dict[str, Any]], Any]
) -> dict[str, Any]:
    """Return the picture of a fold, in which node of it each place is, and what opens its nodes: nothing yet."""
    view = folded(graph_view, one)
    drawn = described.grouped(view, one, graph.placed(view, np.arange(one.nodes.size), graph.QUICK), ())
    return {"graph": kept(drawn), "node": [described.node_of(one, v) for v in places], "opens": {}}
