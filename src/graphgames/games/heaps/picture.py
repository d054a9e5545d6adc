"""Pictures of heap games: a plot of the values with their period marked, and a board of heaps."""

from __future__ import annotations

from typing import Any

from graphgames.catalogue.find import by_class
from graphgames.core.arguments import integer
from graphgames.core.errors import counted
from graphgames.draw import style, svg
from graphgames.draw.board import Board, Track
from graphgames.draw.picture import HEAD, Picture
from graphgames.draw.plots import LEFT, MIDDLE, TALL, WIDTH, axis
from graphgames.draw.scene import GraphView
from graphgames.draw.stone_boards import HeapRows
from graphgames.games.heaps.misere import MisereQuotient
from graphgames.games.heaps.problem import heaps_of
from graphgames.games.heaps.solution import HeapSolution
from graphgames.games.impartial.picture import rules_graph_view

picture = by_class()


MOST_HEAPS = 20_000
"""No more heaps are plotted: there are not so many dots to tell apart."""

_SEPARATE, _NARROWEST = 1000, 4.0


@picture.register
def plot(solution: HeapSolution, up_to: int | None = None, start: Any = None) -> Picture:
    """Draw the Grundy values of a heap game against the size of the heap, the pre-period and every other period shaded.

    By default all heaps that were computed are drawn, but of a game with a period the pre-period and four periods.
    Above `MOST_HEAPS` the picture says where it ends.
    With a ``start`` it is these heaps that are drawn, as a board, and no values.
    """
    if start is not None:
        return heaps_board(solution).paint(Track([heaps_of(start)]))
    period, values = solution.period, solution.values
    wanted = values.size - 1 if up_to is None else integer(up_to, "the largest heap of the picture")
    if period is not None and up_to is None:
        wanted = max(period.preperiod + 4 * period.period, 40)
    last = min(values.size - 1, wanted, MOST_HEAPS)
    shown = values[: last + 1].tolist()
    most, top = max(1, *shown), HEAD + 26
    floor, step = top + 2 * TALL, (WIDTH - LEFT - 24) / max(1, last)
    title = f"{solution.problem.title}: {period or f'no period is certain in heaps 0 to {values.size - 1}'}"
    if last < values.size - 1:
        title += f"; heaps 0 to {last} of {values.size - 1}"
    bands = period is not None and period.period * step >= _NARROWEST
    parts = []
    if period is not None:
        parts = _bands(period.preperiod, period.period if bands else last, last, step, top, floor)
    places = [(LEFT + n * step, floor - 2 * TALL * value / most) for n, value in enumerate(shown)]
    if last > _SEPARATE:  # one line of round dots, which has a tenth of the size
        d = "".join(f"M{svg.number(x)} {svg.number(y)}h0" for x, y in places)
        dots = {"stroke": style.REGIONS[0].outline, "stroke_width": 2, "stroke_linecap": "round", "fill": "none"}
        parts.append(svg.element("path", d=d, class_="values", **dots))
    else:
        radius = 1.6 if last > 120 else 2.6
        for n, (x, y) in enumerate(places):
            name = svg.element("title", f"heap {n}: {shown[n]}")
            dot = {"cx": x, "cy": y, "r": radius, "fill": style.REGIONS[0].outline}
            parts.append(svg.element("circle", name, class_="value", **dot))
    for n in range(0, last + 1, _step(last)):
        parts.append(svg.text(LEFT + n * step, floor + 15, n, 10))
    keys = []
    if period is not None:
        keys = (
            [style.Key("square", 1, f"the pre-period, of {counted(period.preperiod, 'heap')}")]
            if period.preperiod
            else []
        )
        which = "every other period" if bands else "the periods"
        keys.append(style.Key("square", 2, f"{which}, each of {counted(period.period, 'heap')}"))
    for value in range(_step(most), most, _step(most)):
        parts.append(svg.text(LEFT - 6, floor - 2 * TALL * value / most + MIDDLE, value, 10, text_anchor="end"))
    parts += axis(floor, top, most, "size of the heap", "Grundy value")
    return Picture(title, tuple(parts), WIDTH, floor + 34, tuple(keys))


def _step(last: int) -> int:
    """Return a round distance of marks that are at most ten."""
    power: int = 10 ** max(0, len(str(last)) - 2)
    return next(round_ * power for round_ in (1, 2, 5, 10, 20) if last <= 10 * round_ * power)


def _bands(preperiod: int, period: int, last: int, step: float, top: float, floor: float) -> list[str]:
    """Shade the pre-period, and every other period after it."""
    spans = [(0, preperiod, 1)] if preperiod else []
    spans += [(n, n + period, 2) for n in range(preperiod, last + 1, 2 * max(1, period))]
    parts = []
    for begin, end, region in spans:
        x, right = LEFT + (begin - 0.5) * step, LEFT + min(end - 0.5, last + 0.5) * step
        band = {"x": max(x, LEFT), "y": top, "width": max(0.0, right - max(x, LEFT)), "height": floor - top}
        parts.append(svg.element("rect", fill=style.fill(region), opacity=0.4, class_="band", **band))
    return parts


graph_view = by_class()


@graph_view.register
def quotient_graph_view(solution: MisereQuotient, start: Any = None) -> GraphView:
    """Return the graph view of the positions from a sum of heaps; by default the game's, or the largest heap alone."""
    return rules_graph_view(solution, start or solution.start or (solution.problem.up_to,))


board = by_class()


@board.register
def heaps_board(solution: HeapSolution) -> Board:
    """Return the board on which matches are taken from heaps."""
    game = solution.problem.game
    anywhere = any(digit & 12 for digit in game.digits[1:])
    return HeapRows(solution.problem.title, solution.nimber, "match", anywhere).board()
