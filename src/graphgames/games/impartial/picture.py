"""Pictures of the Grundy values of an arena, and of a sum of games."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

import numpy as np

from graphgames.core.errors import GameError, LimitExceededError
from graphgames.draw import svg
from graphgames.draw.picture import Picture
from graphgames.draw.scene import GraphView, size
from graphgames.draw.style import BLANK, Key
from graphgames.games.impartial.by_rule import ByRule
from graphgames.games.impartial.problem import RulesProblem
from graphgames.games.impartial.solution import NimberSolution
from graphgames.games.impartial.sum import Sum


@singledispatch
def sheet(thing: Any) -> GraphView:
    """Return the graph view of a problem or solution of this kind."""
    raise GameError(f"there is no picture of {type(thing).__name__} as a graph")


@sheet.register
def nimber_sheet(solution: NimberSolution) -> GraphView:
    """Return the graph view of the Grundy values of an arena."""
    arena, values = solution.problem.arena, solution.values
    meanings = ("the player to move wins", "the player who moved last wins", "draw")
    codes = {"win": 0, "loss": 1, "draw": 2}

    def chosen(v: int) -> int:
        return (
            int(solution.numbered.best_moves(v)[0].position)
            if values[v] and solution.numbered.outcome(v) == "win"
            else -1
        )

    def note(v: int) -> str:
        return "∞" if values[v] < 0 else str(values[v])

    positive, zero = int(np.count_nonzero(values > 0)), int(np.count_nonzero(values == 0))
    infinite = values.size - positive - zero
    used = range(3 if infinite else 2)
    numbers = Key("text", BLANK, "below the name: Grundy value", "n")
    return GraphView(
        arena,
        f"Grundy values, {size(arena)}",
        region=lambda v: codes[solution.numbered.outcome(v)],
        note=note,
        why=solution.numbered.explain,
        chosen=chosen,
        keys=(*(Key("circle", k, meanings[k]) for k in used), Key("edge", 0, "a winning move"), numbers),
        charts=lambda: [("Grundy values", values[values >= 0])],
        regions=lambda: [("above 0", positive), ("0", zero), ("infinite", infinite)][: len(used)],
    )


@singledispatch
def picture(thing: Any) -> Picture:
    """Return the picture of a thing of this kind that does not stand on an arena."""
    raise GameError(f"there is no picture of {type(thing).__name__}")


@picture.register
def sum_picture(total: Sum) -> Picture:
    """Draw a sum of games: each part with its value in binary, and the nim-sum under the line."""
    rows = [
        (f"{count} × {svg.shortened(str(position), 40)}", _bounded(game, position))
        for game, position, count in total.parts
    ]
    known = [value for _, value in rows if isinstance(value, int)]
    bits = max([1, *(value.bit_length() for value in known)])
    lines = [(words, str(value), f"{value:0{bits}b}" if isinstance(value, int) else "") for words, value in rows]
    together = total.nimber() if len(known) == len(rows) else None
    outcome = "" if together is None else f": the player to move {'wins' if together else 'loses'}"
    title = f"a sum of {sum(count for _, _, count in total.parts)} games{outcome}"
    parts = [svg.text(16, 26, title, 14, text_anchor="start", font_weight="bold")]
    right = 40 + max((svg.text_width(words, 12) for words, _, _ in lines), default=0) + 60
    mono = {"text_anchor": "end", "font_family": "DejaVu Sans Mono, monospace"}
    y, end = 54.0, right + 40 + 9 * bits
    for words, value, binary in lines:
        parts.append(svg.text(16, y, words, 12, text_anchor="start"))
        parts += [
            svg.text(right, y, value, 12, text_anchor="end"),
            svg.text(right + 40 + 9 * bits, y, binary, 13, **mono),
        ]
        y += 22
    end = right + 40 + 9 * bits
    if together is not None:
        parts.append(svg.element("path", d=f"M16 {svg.number(y - 14)}H{svg.number(end)}", stroke=svg.INK))
        parts.append(svg.text(16, y + 4, "nim-sum", 12, text_anchor="start", font_weight="bold"))
        parts.append(svg.text(right, y + 4, together, 12, text_anchor="end", font_weight="bold"))
        parts.append(svg.text(end, y + 4, f"{together:0{bits}b}", 13, font_weight="bold", **mono))
        y += 24
    width = max(end + 24, 32 + svg.text_width(title, 14))
    return Picture(title, svg.document(width, y, title, parts))


_ENOUGH = 5_000


class _Counted:
    """A game by rule that raises an error after a number of positions."""

    def __init__(self, game: Any):
        self._game, self._left = game, _ENOUGH
        if hasattr(game, "components"):
            self.components = game.components

    def moves(self, position: Any) -> Any:
        self._left -= 1
        if self._left < 0:
            raise LimitExceededError("a picture asks for no more than this")
        return self._game.moves(position)


def _bounded(game: Any, position: Any) -> Any:
    """Return the value of a part; a game by rule is asked only as far as a picture may take, and may stay unknown."""
    if not hasattr(game, "loses"):
        return game.nimber(position)
    try:
        return ByRule(RulesProblem(_Counted(game))).nimber(position)
    except LimitExceededError:
        return "not known yet"
