"""The picture of a partizan game: its thermograph, with Left's wall on the left, as *Winning Ways* draws it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from graphgames.catalogue.find import by_class
from graphgames.core.errors import GameError
from graphgames.core.naming import in_one_line
from graphgames.core.value import in_words
from graphgames.draw import style, svg
from graphgames.draw.board import Board, Track, inside
from graphgames.draw.picture import HEAD, Picture
from graphgames.draw.places import PlaceBoard
from graphgames.draw.plots import LEFT, TALL, WIDTH
from graphgames.games.partizan.problem import PartizanProblem
from graphgames.games.partizan.solution import Partizan, Turn
from graphgames.games.partizan.thermograph import Thermograph
from graphgames.games.partizan.values import CanonicalForm

board = by_class()


@board.register
def rules_board(problem: PartizanProblem) -> Board | None:
    """Return how the positions of rules look that have a board for them, None for others."""
    if not hasattr(problem.rules, "board"):
        return None

    def inner(at: Any) -> Any:
        return at.position if isinstance(at, Turn) else at

    def of(track: Track) -> Board:
        drawn: PlaceBoard = problem.rules.board(inner(track.positions[-1]))
        return drawn.board()

    return inside(of, inner)


@board.register
def solution_board(solution: Partizan) -> Board | None:
    """Return how positions look."""
    return rules_board(solution.problem)


picture = by_class()


@picture.register
def form_picture(value: CanonicalForm) -> Picture:
    """Draw the thermograph of a canonical form."""
    return _thermograph(value.thermograph, str(value))


@picture.register
def thermograph_picture(graph: Thermograph) -> Picture:
    """Draw a thermograph."""
    return _thermograph(graph, "thermograph")


@picture.register
def solution_picture(solution: Partizan, start: Any = None) -> Picture:
    """Draw the thermograph of the start, or of a position: temperatures upward, values from right to left.

    Raise `GameError` if there is no start.
    """
    at = solution.start if start is None else start
    if at is None:
        raise GameError("the rules have no start, so name a position: draw(start=...)")
    value = solution.value(at)
    return _thermograph(value.thermograph, f"{in_one_line(solution.render(at))} is worth {value}")


def _thermograph(graph: Thermograph, called: str) -> Picture:
    """Draw a thermograph: temperatures upward, values from right to left."""
    title = f"{called}: mean {in_words(graph.mean)}, temperature {in_words(graph.temperature)}"
    points = [point for wall in (graph.left, graph.right) for point in wall.points]
    high = max(Fraction(1), Fraction(max(t for t, _ in points)) * Fraction(4, 3))
    low, most = min(v for _, v in points), max(v for _, v in points)
    room = max(Fraction(1), Fraction(most - low)) / 8
    low, most = low - room, most + room
    floor, wide = HEAD + 26 + 2 * TALL, WIDTH - LEFT - 24

    def place(t: Any, v: Any) -> tuple[float, float]:
        return LEFT + float((most - v) / (most - low)) * wide, floor - 2 * TALL * float(t / high)

    parts = [svg.element("path", d=f"M{svg.number(LEFT)} {svg.number(floor)}h{svg.number(wide)}", stroke=svg.INK)]
    for region, wall in enumerate((graph.left, graph.right)):
        line = [place(t, v) for t, v in (*wall.points, (high, graph.mean))]
        d = "".join(f"{'L' if k else 'M'}{svg.number(x)} {svg.number(y)}" for k, (x, y) in enumerate(line))
        look = style.REGIONS[region]
        parts.append(svg.element("path", d=d, fill="none", stroke=look.outline, stroke_width=style.WALLS[region]))
    ticks = {v for t, v in points if t == 0} | {graph.mean}
    parts += [svg.text(place(0, v)[0], floor + 15, in_words(v), 10) for v in sorted(ticks)]
    heights = sorted({t for t, _ in points})
    parts += [svg.text(LEFT - 8, place(t, low)[1] + 3, in_words(t), 10, text_anchor="end") for t in heights]
    parts.append(svg.text(LEFT, HEAD + 14, "temperature", 11, text_anchor="start"))
    keys = tuple(
        style.Key("wall", region, words)
        for region, words in enumerate(("Left's wall: Left moves first", "Right's wall: Right moves first"))
    )
    return Picture(title, tuple(parts), WIDTH, floor + 34, keys)
