"""A solved game as a table with one row per vertex, for notebooks, pandas and NetworkX."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphgames.core.errors import counted
from graphgames.core.solution_base import SHOWN_ROWS

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphgames.core.solution import ArenaSolution


def columns(solution: ArenaSolution, count: int | None = None) -> dict[str, list[Any]]:
    """Return the columns of the table, for all vertices or the first few.

    They are ``label``; ``owner``, the player's name, where vertices have owners; ``winner``, a player's name or
    ``"draw"``; ``move``, the label that the strategy moves to, or None; ``value``, where there are numbers; and what
    the objective says of a vertex: its ``priority``, or whether it is marked, under the word for the mark.

    Examples
    --------
    >>> from graphgames import Reach, solve
    >>> columns(solve({"hill": ["mill"], "mill": []}, Reach(["mill"]), owner={"hill": 0, "mill": 1}), 1)
    {'label': ['hill'], 'owner': ['Eve'], 'winner': ['Eve'], 'move': ['mill'], 'value': [1], 'target': [False]}
    """
    return _columns(solution, count, solution.arena.label)


def _columns(solution: ArenaSolution, count: int | None, called: Callable[[int], Any]) -> dict[str, list[Any]]:
    game, arena = solution.problem, solution.arena
    names = ("player to move", "player who moved last") if game.impartial else game.players
    found: dict[str, list[Any]] = {"label": [called(v) for v in range(arena.n)[:count]]}
    if arena.owner is not None:
        found["owner"] = [(*game.players, "chance")[code] for code in arena.owner[:count].tolist()]
    found["winner"] = [(*names, game.draw_words[0])[min(code, 2)] for code in solution.winner[:count].tolist()]
    found["move"] = [None if w < 0 else called(w) for w in solution.strategy.moves[:count].tolist()]
    more = {"value": solution.values, game.objective.data: game.objective.numbers}
    more[game.objective.mark] = game.objective.marked
    return found | {name: array[:count].tolist() for name, array in more.items() if array is not None}


def to_html(solution: ArenaSolution) -> str:
    """Return the first rows as an HTML table; the reason of each shows when the pointer stands on it."""
    from html import escape  # with the first table

    from graphgames.core.value import written

    n, found = solution.arena.n, _columns(solution, SHOWN_ROWS, solution.arena.said)
    more = f"<p>... and {n - SHOWN_ROWS} more vertices</p>" if n > SHOWN_ROWS else ""
    head = "".join(f"<th>{escape(name)}</th>" for name in found)
    words, body = {None: "", True: "yes", False: "no"}, ""
    for v, cells in enumerate(zip(*found.values(), strict=True)):
        texts = [words[cell] if cell is None or isinstance(cell, bool) else written(cell) for cell in cells]
        body += (
            f'<tr title="{escape(solution._explain(v))}">{"".join(f"<td>{escape(text)}</td>" for text in texts)}</tr>'
        )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if n else ""
    return f"<p>{escape(_summary(solution))}</p>{table}{more}"


def _summary(solution: ArenaSolution) -> str:
    """Return how many vertices each player wins."""
    game = solution.problem
    counts = list(zip(game.region_names, solution.won, strict=True))
    won = [f"{name} {count}" for k, (name, count) in enumerate(counts) if k < 2 or game.objective.has_draws or count]
    many = counted(game.arena.n, "vertex", "vertices")
    title = f"{game.objective.title or game.objective.name}{game.objective.said_settings}"
    return f"{title}, {many}: {', '.join(won)}; solver {solution.solver}"
