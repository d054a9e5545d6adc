"""Pictures of geography: a graph with the first vertices that win, the token, and what has been used."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np

from graphgames.catalogue.find import SOLVED_ONLY, by_class
from graphgames.core.errors import counted, require_test
from graphgames.core.oracle import RatedMove
from graphgames.draw import vertex_tokens
from graphgames.draw.board import View
from graphgames.draw.scene import GraphView
from graphgames.draw.style import BLANK, Key
from graphgames.games.geography.solution import PICKER, GeographySolution
from graphgames.games.geography.words import WordList

graph_view = by_class(SOLVED_ONLY)


@graph_view.register
def geography_graph_view(solution: GeographySolution, test: int = 0) -> GraphView:
    """Return the graph view of one graph of geography: who wins from each first vertex."""
    problem = solution.problem
    require_test(test, len(problem.graphs))
    arena, winner = problem.graphs[test], solution.winner[test]
    meanings = ((0, 0, "wins for the player to move from it"), (1, PICKER, "wins for the player who picks it"))
    counts = [(region, meaning, int(np.count_nonzero(winner == code))) for region, code, meaning in meanings]
    unknown = int(np.count_nonzero(winner > PICKER))
    keys = [Key("circle", region, f"{meaning} ({count})") for region, meaning, count in counts]
    return GraphView(
        arena,
        f"{problem.title}, {counted(arena.n, *problem.places)}, {counted(arena.m, problem.way)}",
        region=lambda v: int(winner[v]) if winner[v] <= PICKER else BLANK,
        why=lambda v: solution.explain((v, frozenset()), test),
        keys=[*keys, Key("circle", BLANK, f"not decided ({unknown})")] if unknown else keys,
        charts={"moves from a vertex": lambda: arena.out_degree},
        regions=lambda: [(meaning, count) for _, meaning, count in counts],
        directed=problem.directed,
        edge_text=(lambda e: problem.words[e]) if isinstance(problem, WordList) else lambda e: "",
    )


def view(solution: GeographySolution, test: int) -> View:
    """Return the view of a position of a play on one graph."""
    problem = solution.problem

    def dress(graph_view: GraphView, position: Any, moves: Collection[RatedMove]) -> GraphView:
        """Show which vertices win for the player who moves there."""
        if position is None:
            return graph_view
        region = {move.position[0]: int(move.result == "win") for move in moves}
        marked = vertex_tokens.on_vertex(position[0], "the token")
        return replace(graph_view, region=lambda v: region.get(v, BLANK), tokens=marked)

    def spent(position: Any) -> tuple[Collection[int], Collection[int]]:
        used = frozenset() if position is None else position[1]
        return ((), used) if problem.by_vertex else (used, ())

    def ends(position: Any, move: RatedMove) -> tuple[int, int]:
        return -1 if position is None else position[0], move.position[0]

    def pawns(position: Any) -> tuple[int, ...]:
        return (0,) if position is None else (position[0],)

    return View(geography_graph_view(solution, test), pawns, ends, dress, spent, problem.first)
