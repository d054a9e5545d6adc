"""Games as plain data, as the page reads them: vertices with their places, edges, the legend, targets on a board.

A graph that can be drawn whole is sent whole; of a larger one, the part near the pawn or near the requested vertex.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.find import function_for, kind_of
from graphgames.core.arena import Arena
from graphgames.core.value import Infinite, brief, ends
from graphgames.core.walkthrough import Step, Walkthrough
from graphgames.draw import graph, proof_keys, scene
from graphgames.draw.board import Target
from graphgames.draw.edge_paths import Drawn, clear
from graphgames.draw.folding import Fold
from graphgames.draw.scene import GraphView
from graphgames.draw.style import Key
from graphgames.play.adapter import GameAdapter

MOST_LISTED = 200
"""So many moves are listed."""

LISTED = 20
"""So many neighbours of a vertex are listed."""

MOST = 100
"""Of a graph that is too large to be drawn whole at most so many vertices are shown at once."""

BENT = 150
"""Among so many vertices edges are bent around those that are in their way."""

STEPS = 400
"""So many steps of an algorithm are shown; the last one is followed by the answer."""


class Viewport(NamedTuple):
    """The part of a graph to show: near some vertices, up to a number of edges away."""

    centres: tuple[int, ...]
    radius: int


def vertices_in(arena: Arena, look: Viewport) -> NDArray[np.int64]:
    """Return the vertices that are shown, ascending."""
    if graph.is_small(arena):
        return np.arange(arena.n)
    share = max(1, MOST // max(1, len(look.centres)))
    parts = [scene.ball(arena, centre, look.radius, share) for centre in look.centres]
    return np.unique(np.concatenate([np.zeros(0, np.int64), *parts]))


def described(
    graph_view: GraphView, drawn: Drawn, used: Collection[int] = (), gone: Collection[int] = ()
) -> dict[str, Any]:
    """Return the piece as plain Python; edges by number that are ``used``, and vertices that are ``gone``, say so."""
    ids, edges = drawn.vertices.tolist(), _edges(graph_view, drawn, set(drawn.vertices.tolist()), used)
    many = any(edge["count"] > 1 or "×" in edge.get("note", "") for edge in edges)
    return {
        "n": graph_view.arena.n,
        "m": graph_view.arena.m,
        "directed": graph_view.directed,
        "owned": graph_view.arena.owner is not None,
        "size": drawn.radius,
        "vertices": [_vertex(graph_view, drawn, i, v, v in gone) for i, v in enumerate(ids)],
        "edges": edges,
        "keys": [key_of(key) for key in (*graph_view.keys, *([graph.MANY] if many else []))],
    }


def node_of(fold: Fold, v: int) -> int:
    """Return the number by which the page knows the group of a vertex: its own, or of several n and the least one's."""
    head = int(fold.head[v])
    return head + fold.arena.n * bool(fold.count[head] > 1)


def grouped(graph_view: GraphView, fold: Fold, drawn: Drawn, seen: Collection[int]) -> dict[str, Any]:
    """Return the groups of a fold as plain Python; a group of several vertices says which of ``seen`` it holds."""
    nodes, n = fold.nodes.tolist(), fold.arena.n
    ids = [node_of(fold, v) for v in nodes]
    found = described(graph_view, drawn) | {"n": n, "m": fold.arena.m, "owned": fold.arena.owner is not None}
    for edge in found["edges"]:
        edge |= {"from": ids[edge["from"]], "to": ids[edge["to"]]}
    for k, vertex in enumerate(found["vertices"]):
        vertex["id"] = ids[k]
        if ids[k] >= n:
            held = [v for v in seen if fold.head[v] == nodes[k]]
            vertex |= {"group": int(fold.count[nodes[k]]), "holds": held, "start": False}
    return found


def _vertex(graph_view: GraphView, drawn: Drawn, i: int, v: int, gone: bool) -> dict[str, Any]:
    x, y = drawn.places[i].tolist()
    place = {"x": round(x, 1), "y": round(y, 1), "hidden": int(drawn.hidden[i])}
    return vertex(graph_view, v) | place | ({"gone": True} if gone else {})


def vertex(graph_view: GraphView, v: int) -> dict[str, Any]:
    """Return a vertex without its place."""
    found = {
        "id": v,
        "label": str(graph_view.arena.display_name(v)),
        "square": graph_view.shape(v) == "square",
        "region": graph_view.region(v),
        "note": graph_view.note(v),
        "marked": graph_view.marked is not None and bool(graph_view.marked[v]),
        "start": graph_view.start == v,
        "tokens": [list(token) for token in graph_view.tokens(v)],
    }
    return found | ({"diamond": True} if graph_view.shape(v) == "diamond" else {})


def _edges(graph_view: GraphView, drawn: Drawn, shown: set[int], used: Collection[int]) -> list[dict[str, Any]]:
    """Return the edges between shown vertices, parallel ones once with their number; the strategy's are chosen."""
    edges, indptr = [], graph_view.arena.indptr
    for v in drawn.vertices.tolist():
        first, moves = int(indptr[v]), graph_view.strategy_heads(v)
        heads = graph_view.arena.successors_of(v).tolist()
        counts = Counter(heads)
        spent = Counter(w for e, w in enumerate(heads, first) if e in used) if used else Counter()
        notes: dict[int, dict[str, None]] = {}
        for e, w in enumerate(heads, first):
            if w in shown and (note := graph_view.edge_note(e)):
                notes.setdefault(w, {})[note] = None
        for w, count in counts.items():
            if w in shown:
                edge: dict[str, Any] = {"from": v, "to": w, "count": count, "chosen": w in moves}
                edge |= {"loop": True} if w in moves and graph_view.on_loop(v) else {}
                edge |= {"note": ", ".join(notes[w])} if w in notes else {}
                edges.append(edge | {"used": spent[w]} if spent[w] else edge)
    if drawn.vertices.size <= BENT:
        _bend(drawn, edges)
    return edges


def _bend(drawn: Drawn, edges: list[dict[str, Any]]) -> None:
    """Bend the edges that would run through a vertex, as the pictures do."""
    number = {v: i for i, v in enumerate(drawn.vertices.tolist())}
    both = {(edge["from"], edge["to"]) for edge in edges}
    alone = [edge for edge in edges if (edge["to"], edge["from"]) not in both]  # so it is no loop
    ends = [(number[edge["from"]], number[edge["to"]]) for edge in alone]
    for edge, (u, w), bend in zip(alone, ends, clear(drawn, ends), strict=True):
        if bend:
            edge["bend"] = 2 * bend if u < w else -2 * bend


def key_of(key: Key) -> dict[str, Any]:
    """Return an entry of a legend."""
    return {"shape": key.shape, "region": key.region, "meaning": key.words, "mark": key.mark, "colour": key.colour}


def facts(graph_view: GraphView, v: int) -> dict[str, Any]:
    """Return what is known about a vertex."""
    arena = graph_view.arena
    return {
        "id": v,
        "label": str(arena.display_name(v)),
        "owner": None if arena.owner is None else int(arena.owner[v]),
        "region": graph_view.region(v),
        "note": graph_view.note(v),
        "why": graph_view.why(v),
        "moves": int(arena.indptr[v + 1] - arena.indptr[v]),
        "to": [[w, str(arena.display_name(w))] for w in arena.successors_of(v)[:LISTED].tolist()],
        "marked": graph_view.marked is not None and bool(graph_view.marked[v]),
    }


def walkthrough_of(solution: Any, drawn: bool = True) -> Walkthrough | str:
    """Return the algorithm that can be shown step by step on a solved game, or why there is none.

    It may be that the page has a board in place of the graph, so that this is not ``drawn``.
    """
    arena, function = getattr(solution, "arena", None), function_for(solution, "walkthrough")
    if function is None or arena is None or not drawn:
        how = next((one.summary for one in kind_of(solution).solvers if one.name == solution.solver), "")
        return f"No algorithm is shown step by step on this game. It is solved by {how or solution.solver}."
    if not graph.is_small(arena):
        return f"Steps are shown on graphs of up to {graph.MANY_VERTICES} vertices; this one has {arena.n:,}."
    found: Walkthrough | str = function(solution)
    return found


def walkthrough(solution: Any, drawn: bool = True, most: int = STEPS) -> dict[str, Any]:
    """Return the steps of an algorithm, which end with the answer where they are too many to be shown; or none."""
    steps_shown = walkthrough_of(solution, drawn)
    if isinstance(steps_shown, str):
        return {"title": "No steps to go through", "about": steps_shown, "steps": []}
    steps = list(islice(steps_shown, most + 1))
    if len(steps) > most:
        end = solution.winner.tolist() if hasattr(solution, "winner") else list(steps_shown)[-1].winner
        steps[-1] = Step("There are more steps than can be shown here; this is how it ends.", end)
    return {
        "title": steps_shown.title,
        "about": steps_shown.about,
        "steps": [
            {
                "says": step.says,
                "winner": "".join(map(str, step.winner)),
                "lit": list(step.lit),
                "notes": dict(step.notes),
                "among": None if step.among is None else list(step.among),
                "depth": step.depth,
            }
            for step in steps
        ],
    }


def heading(graph_view: GraphView | None, solution: Any, title: str = "", seconds: float | None = None) -> str:
    """Return what the game is, how many vertices are whose, and how it was solved, in a line."""
    title = title if graph_view is None else graph_view.title
    took = "" if seconds is None else f"in {timed(seconds)} "
    return " · ".join(filter(None, [title, regions(graph_view), f"solved {took}by {solution.solver}"]))


def proof_words(solution: Any) -> str:
    """Return that a solution is proved, in words; nothing of one that is not, or that has found more since then."""
    return "".join(f"{key.mark} {key.words}" for key in proof_keys(solution))


def regions(graph_view: GraphView | None) -> str:
    """Return how many vertices are whose, in words."""
    return "" if graph_view is None else ", ".join(f"{who}: {count}" for who, count in graph_view.regions())


def timed(seconds: float) -> str:
    """Return a time for people.

    Examples
    --------
    >>> timed(0.0002), timed(0.0123), timed(12.34)
    ('under 1 ms', '12 ms', '12.3 s')
    """
    return "under 1 ms" if seconds < 0.001 else f"{1000 * seconds:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


def target(target: Target) -> dict[str, Any]:
    """Return a place to touch on a board, without what its moves lead to."""
    return {
        "at": [round(side, 1) for side in target[:4]],
        "moves": target.moves,
        "place": target.place,
        "path": target.path,
        "text": target.text,
        "reach": target.reach and [round(side, 1) for side in target.reach],
    }


def height(adapter: GameAdapter, position: Any) -> tuple[float | str, str] | None:
    """Return the value of a position, as a rounded number to plot, or which infinity, and in words; None if no number
    says that.
    """
    if adapter.height is not None:
        value, words = adapter.height(position)
    elif adapter.value is not None and adapter.value_in_words is not None:
        value, words = adapter.value(position), adapter.value_in_words(position)
    else:
        return None
    low, high = ends(value)
    if isinstance(low, Infinite) or isinstance(high, Infinite):
        infinite = low if isinstance(low, Infinite) else high
        return "most" if infinite > 0 else "least", brief(words)
    return float(Fraction(low + high) / 2), brief(words)


def rules(adapter: GameAdapter) -> dict[str, Any]:
    """Return the players and the rules."""
    return {
        "players": list(adapter.players),
        "rule": adapter.rule,
        "aims": list(adapter.aims),
        "loops": adapter.loop_rule,
        "valued": adapter.value_in_words is not None,
        "threats": adapter.threats is not None,
    }
