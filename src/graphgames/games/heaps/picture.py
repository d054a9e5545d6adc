"""Pictures of heap games: a plot of the values with their period marked, and a board of heaps."""

from __future__ import annotations

from typing import Any

from graphgames.core.catalogue import by_class
from graphgames.draw import style, svg
from graphgames.draw.board import Board
from graphgames.draw.picture import Picture
from graphgames.draw.plots import LEFT, TALL, WIDTH, axis
from graphgames.draw.scene import GraphView
from graphgames.draw.stones import HeapRows
from graphgames.games.heaps.misere import MisereQuotient
from graphgames.games.heaps.solution import HeapSolution
from graphgames.games.impartial.picture import rules_sheet

picture = by_class()


@picture.register
def plot(solution: HeapSolution, up_to: int | None = None) -> Picture:
    """Draw the Grundy values of a heap game against the size of the heap, the pre-period and every other period shaded.

    Parameters
    ----------
    solution : HeapSolution
        The values.
    up_to : int, optional
        The largest heap to draw; by default the pre-period and four periods, or the first 200 heaps.
    """
    period, values = solution.period, solution.values
    natural = 200 if period is None else min(1000, period.preperiod + 4 * period.period)
    last = min(values.size - 1, natural if up_to is None else max(0, up_to))
    shown = values[: last + 1].tolist()
    most, top = max(1, *shown), 60.0
    floor, step = top + 2 * TALL, (WIDTH - LEFT - 24) / max(1, last)
    title = f"{solution.problem.game.code}: {period or f'no period up to heap {values.size - 1}'}"
    parts = [style.definitions(), svg.text(20, 28, title, 14, text_anchor="start", font_weight="bold")]
    if period is not None:
        parts += _bands(period.preperiod, period.period, last, step, top, floor)
    for n, value in enumerate(shown):
        at = {"cx": LEFT + n * step, "cy": floor - 2 * TALL * value / most, "r": 1.6 if last > 120 else 2.6}
        name = svg.element("title", f"heap {n}: {value}")
        parts.append(svg.element("circle", name, fill=style.REGIONS[0].outline, class_="value", **at))
    for n in range(0, last + 1, max(1, 10 ** max(0, len(str(last)) - 2) * (5 if last >= 50 else 1))):
        parts.append(svg.text(LEFT + n * step, floor + 16, n, 10))
    keys = [style.Key("text", style.BLANK, "Grundy value of a heap, by its size", "●")]
    if period is not None:
        keys.append(style.Key("square", 1, f"pre-period, {period.preperiod} heaps"))
        keys.append(style.Key("square", 2, f"every other period, {period.period} heaps"))
    entries, more = style.legend(keys, floor + 28, WIDTH)
    wide = max(WIDTH, 40 + svg.text_width(title, 14))
    drawn = [*parts, *axis(floor, top, most), *entries]
    return Picture(title, svg.document(wide, floor + 34 + more, title, drawn))


def _bands(preperiod: int, period: int, last: int, step: float, top: float, floor: float) -> list[str]:
    """Shade the pre-period, and every other period after it."""
    spans = [(0, preperiod, 1)] if preperiod else []
    spans += [(n, n + period, 2) for n in range(preperiod, last + 1, 2 * period)]
    parts = []
    for begin, end, region in spans:
        x, right = LEFT + (begin - 0.5) * step, LEFT + min(end - 0.5, last + 0.5) * step
        band = {"x": max(x, LEFT), "y": top, "width": max(0.0, right - max(x, LEFT)), "height": floor - top}
        parts.append(svg.element("rect", fill=style.fill(region), opacity=0.55, class_="band", **band))
    return parts


sheet = by_class()


@sheet.register
def quotient_sheet(solution: MisereQuotient, start: Any = None) -> GraphView:
    """Return the graph view of the positions from a sum of heaps; by default the game's, or the largest heap alone."""
    return rules_sheet(solution, start or solution.start or (solution.problem.up_to,))


board = by_class()


@board.register
def heaps_board(solution: HeapSolution) -> Board:
    """Return the board on which matches are taken from heaps."""
    game = solution.problem.game
    anywhere = any(digit & 12 for digit in game.digits[1:])
    return HeapRows(f"heap game {game.code}", solution.nimber, "match", anywhere).board()
