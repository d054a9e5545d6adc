"""Pictures of the Grundy values of an arena, of the positions of a game by rules, and of a sum of games."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from graphgames.catalogue.find import by_class
from graphgames.catalogue.problems import expand
from graphgames.core.errors import CycleError, GameError, LimitExceededError, counted
from graphgames.draw import svg
from graphgames.draw.picture import Picture
from graphgames.draw.scene import NONE, GraphView, size
from graphgames.draw.style import BLANK, Key
from graphgames.games.impartial.by_rule import ByRule
from graphgames.games.impartial.problem import RulesProblem
from graphgames.games.impartial.rules_solution import RulesSolution
from graphgames.games.impartial.solution import NimberSolution
from graphgames.games.impartial.sum import Sum, written, written_in

_ENOUGH = 5_000
"""Of a game by rules a picture asks for no more positions."""

_OPTIONS = 4
"""So many of the values after an infinite one stand in a picture; the reason names all."""

graph_view = by_class()


@graph_view.register
def nimber_graph_view(solution: NimberSolution) -> GraphView:
    """Return the graph view of the Grundy values of an arena."""
    arena, values, oracle = solution.problem.arena, solution.values, solution.numbered
    meanings = ("the player to move wins", "the player not to move wins", "draw")
    codes = {"win": 0, "loss": 1, "draw": 2}
    positive, zero = int(np.count_nonzero(values > 0)), int(np.count_nonzero(values == 0))
    infinite = values.size - positive - zero
    used = range(3 if infinite else 2)
    meaning = "; ∞(0,2): the play need not end, and moves lead to 0 and 2" if infinite else ""
    numbers = Key("text", BLANK, f"Grundy value{meaning}", "n")
    return GraphView(
        arena,
        f"Grundy values, {size(arena)}",
        region=lambda v: codes[oracle.outcome(v)],
        note=lambda v: _infinity(solution.finite_after(v)) if values[v] < 0 else str(values[v]),
        why=oracle.explain,
        move=lambda v: int(oracle.best_moves(v)[0].position) if oracle.outcome(v) == "win" else -1,
        keys=(*(Key("circle", k, meanings[k]) for k in used), Key("edge", 0, "a winning move"), numbers),
        charts={"Grundy values": lambda: np.where(values >= 0, values, NONE)},
        regions=lambda: [("above 0", positive), ("0", zero), ("infinite", infinite)][: len(used)],
    )


@graph_view.register
def rules_graph_view(solution: RulesSolution, start: Any = None) -> GraphView:
    """Return the graph view of the positions of a game by rules, from its start or a position given.

    Raise `GameError` if there is no start, or no move from it, or a picture would need more than a few thousand
    positions.
    """
    at = solution.begun_at(start)
    if at is None:
        raise GameError("the rules have no start, so name a position: draw(start=...)")
    try:
        arena = expand(SimpleNamespace(moves=solution.moves, render=solution.render), _ENOUGH, start=at).arena
        if start is None and not arena.m:
            raise GameError(
                f"the play begins and ends at {written(solution, at)}; name another position: draw(start=...)"
            )
        wins = [solution.outcome(arena.label(v)) == "win" for v in range(arena.n)]
    except (CycleError, LimitExceededError) as error:
        raise GameError(f"there is no picture of the positions: {error}") from None
    label = arena.label
    return GraphView(
        arena,
        f"positions from {written(solution, at)}, {size(arena)}",
        region=lambda v: 0 if wins[v] else 1,
        note=lambda v: str(solution.value(label(v))),
        why=lambda v: solution.explain(label(v)),
        move=lambda v: arena.vertex(best[0].position) if wins[v] and (best := solution.best_moves(label(v))) else -1,
        start=0,
        keys=(
            Key("circle", 0, "the player to move wins", vertices=sum(wins)),
            Key("circle", 1, "the player to move loses", vertices=arena.n - sum(wins)),
            Key("edge", 0, "a winning move"),
            Key("text", BLANK, solution.value_name, "n"),
        ),
        regions=lambda: [("wins", sum(wins)), ("loses", arena.n - sum(wins))],
    )


def _infinity(after: list[int]) -> str:
    """Return an infinite value as it is written, with the nimbers that a move leads to; of many the first."""
    return f"∞({','.join([*map(str, after[:_OPTIONS]), *['…'] * (len(after) > _OPTIONS)])})"


picture = by_class()


@picture.register
def sum_picture(total: Sum) -> Picture:
    """Draw a sum of games: each part with its value in binary, and the nim-sum under the line."""
    rows = [
        (f"{times} × {svg.shortened(written_in(total, game, position), 40)}", _bounded(game, position))
        for game, position, times in total.parts
    ]
    known = [value for _, value in rows if isinstance(value, int)]
    bits = max([1, *(value.bit_length() for value in known)])
    lines = [(words, str(value), f"{value:0{bits}b}" if isinstance(value, int) else "") for words, value in rows]
    together = total.nimber() if len(known) == len(rows) else None
    outcome = "" if together is None else f": the player to move {'wins' if together else 'loses'}"
    title = f"a sum of {counted(sum(times for _, _, times in total.parts), 'game')}{outcome}"
    parts: list[str] = []
    right = 40 + max((svg.text_width(words, 12) for words, _, _ in lines), default=0) + 60
    y, end = 54.0, right + 40 + 9 * bits
    bold = {"font_weight": "bold"}
    digits = {"text_anchor": "end", "font_family": "DejaVu Sans Mono, monospace"}
    if together is not None:
        lines.append(("nim-sum", str(together), f"{together:0{bits}b}"))
    for i, (words, value, binary) in enumerate(lines):
        below = bold if i == len(rows) else {}
        if below:
            parts.append(svg.element("path", d=f"M16 {svg.number(y - 14)}H{svg.number(end)}", stroke=svg.INK))
        parts += [
            svg.text(16, y + 4 * len(below), words, 12, text_anchor="start", **below),
            svg.text(right, y + 4 * len(below), value, 12, text_anchor="end", **below),
            svg.text(end, y + 4 * len(below), binary, 13, **digits, **below),
        ]
        y += 24 if below else 22
    return Picture(title, tuple(parts), max(end + 24, 300.0), y - 6)


def _bounded(game: Any, position: Any) -> Any:
    """Return the value of a part; a game by rule is asked only as far as a picture may take, and may stay unknown."""
    if not hasattr(game, "loses"):
        return game.nimber(position)
    try:
        return ByRule(RulesProblem(game.problem.rules, _ENOUGH)).nimber(position)
    except LimitExceededError:
        return "not known yet"
