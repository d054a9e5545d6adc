"""Pictures of sums: rows of parts, or stones on a graph. The solution class of a game supplies its details."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

import numpy as np

from graphgames.catalogue.find import by_class, kind_of
from graphgames.core.errors import require_test
from graphgames.core.oracle import RatedMove
from graphgames.draw import svg, vertex_tokens
from graphgames.draw.board import Board, Track, View, inside
from graphgames.draw.picture import HEAD, Picture
from graphgames.draw.scene import GraphView
from graphgames.draw.style import BLANK, REGIONS, Key
from graphgames.games.sums.solution import GraphSums, Position, RowSums

MOST_TESTS, TALL = 12, 3000.0
"""Of an input with many tests so many are drawn, and none that would begin further down."""

picture = by_class()


@picture.register
def row_picture(solution: RowSums, test: int | None = None) -> Picture:
    """Draw the tests of an input under each other: one by its number, from 0, or the first few."""
    if test is not None:
        require_test(test, len(solution))
    tests = range(len(solution)) if test is None else (test,)
    parts, y, width, left_out = list[str](), HEAD, 360.0, len(tests)
    for k in tests[:MOST_TESTS]:
        if y > TALL:
            break
        drawn, wins = solution.drawn(k), bool(solution.wins[k])
        nim_sum = svg.shortened(str(solution.nim_sums[k]), 40)
        words = f"test {k + 1}: nim-sum {nim_sum}, the player to move {'wins' if wins else 'loses'}"
        look = {"fill": REGIONS[0 if wins else 1].outline, "font_weight": "bold", "class_": "verdict"}
        parts.append(svg.text(16, y + 14, words, 11, text_anchor="start", **look))
        parts.append(svg.element("g", *drawn.parts, transform=f"translate(0 {svg.number(y + 14)})"))
        y, width, left_out = y + 20 + drawn.height, max(width, drawn.width), left_out - 1
    if left_out:
        parts.append(svg.text(16, y + 14, f"... and {left_out} more tests", 11, text_anchor="start", fill=svg.FAINT))
        y += 22
    cells = [Key("square", region, meaning) for region, meaning in enumerate(solution.cells)]
    return Picture(_title(solution), tuple(parts), width, y, (*cells, *solution.board("", 0).keys))


def _title(solution: RowSums) -> str:
    """Return the title of the concrete game."""
    name: str = solution.problem.kind
    return next((game.title for game in kind_of(solution).games if game.name == name), name)


board = by_class()


@board.register
def row_board(solution: RowSums) -> Board:
    """Return how a position of a play of one test looks."""

    def of(track: Track) -> Board:
        return solution.board(_title(solution), track.positions[0][0])

    return inside(of, lambda position: position[1], solution.board(_title(solution), 0))


graph_view = by_class()


@graph_view.register
def graph_graph_view(solution: GraphSums, test: int = 0) -> GraphView:
    """Return the graph view of one test: Grundy values and the number of stones on each vertex."""
    require_test(test, len(solution))
    arena, counts = solution.arena(test), solution.stones(test)
    oracle = solution.oracle(test)
    values = [oracle.nimber((v,)) for v in range(arena.n)]
    outcome = "wins" if solution.wins[test] else "loses"
    return GraphView(
        arena,
        f"stones on a graph, test {test + 1}; nim-sum {solution.nim_sums[test]}: the player to move {outcome}",
        region=lambda v: 0 if values[v] else 1,
        note=lambda v: str(values[v]),
        why=lambda v: f"vertex {v}: Grundy value {values[v]}, stones {counts[v]}",
        keys=(
            Key("circle", 0, "a stone here is worth something"),
            Key("circle", 1, "a stone here is worth 0"),
            Key("text", BLANK, "Grundy value", "n"),
            Key("text", BLANK, "stones", "●"),
        ),
        charts={"Grundy values": lambda: np.array(values)},
        tokens=vertex_tokens.stacks(counts),
    )


view = by_class()


@view.register
def pile_view(solution: GraphSums, test: int) -> View:
    """Return the view of a position on its arena."""

    def pawns(position: Position) -> tuple[int, ...]:
        return tuple(dict.fromkeys(position[1]))[:4]

    def ends(position: Position, move: RatedMove) -> tuple[int, int]:
        before: Counter[int] = Counter(position[1])
        after: Counter[int] = Counter(move.position[1])
        return next((before - after).elements()), next((after - before).elements())

    def dress(graph_view: GraphView, position: Position, moves: Collection[RatedMove]) -> GraphView:
        return replace(graph_view, tokens=vertex_tokens.stacks(Counter(position[1])))

    return View(graph_graph_view(solution, test), pawns, ends, dress)
