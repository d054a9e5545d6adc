"""What a notebook shows of a solution: a table with one row per vertex, or the reason, and beside it the picture."""

from __future__ import annotations

from html import escape
from typing import Any

from graphgames.core.errors import counted
from graphgames.core.solution import ArenaSolution
from graphgames.core.solution_base import SHOWN_ROWS, Solution
from graphgames.core.value import written


def notebook(solution: Solution[Any]) -> str:
    """Return the HTML of a notebook's cell."""
    beside = table(solution) if isinstance(solution, ArenaSolution) else _lines(solution)
    style = "display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start"
    return f'<div style="{style}"><div>{beside}</div><div>{solution._repr_svg_() or ""}</div></div>'


def _lines(solution: Solution[Any]) -> str:
    """Return the first lines of the summary."""
    lines = solution._summary().splitlines()
    more = [f"... and {len(lines) - SHOWN_ROWS} more lines"] if len(lines) > SHOWN_ROWS else []
    return f"<pre>{escape(chr(10).join([*lines[:SHOWN_ROWS], *more]))}</pre>"


def table(solution: ArenaSolution) -> str:
    """Return the first rows as an HTML table; the reason of each shows when the pointer stands on it."""
    n, found = solution.arena.n, solution._columns(SHOWN_ROWS, solution.arena.display_name)
    more = f"<p>... and {n - SHOWN_ROWS} more vertices</p>" if n > SHOWN_ROWS else ""
    head = "".join(f"<th>{escape(name)}</th>" for name in found)
    words, body = {None: "", True: "yes", False: "no"}, ""
    for v, cells in enumerate(zip(*found.values(), strict=True)):
        texts = [words[cell] if cell is None or isinstance(cell, bool) else written(cell) for cell in cells]
        body += (
            f'<tr title="{escape(solution._explain(v))}">{"".join(f"<td>{escape(text)}</td>" for text in texts)}</tr>'
        )
    rows = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if n else ""
    return f"<p>{escape(_summary(solution))}</p>{rows}{more}"


def _summary(solution: ArenaSolution) -> str:
    """Return how many vertices each player wins."""
    game = solution.problem
    counts = list(zip(game.region_names, solution.won, strict=True))
    won = [
        f"{name} {count}"
        for k, (name, count) in enumerate(counts)
        if count or (k < 2 and k != game.absent) or (k == 2 and game.objective.has_draws)
    ]
    many = counted(game.arena.n, "vertex", "vertices")
    title = f"{game.objective.title or game.objective.name}{game.objective.settings_in_words}"
    return f"{title}, {many}: {', '.join(won)}; solver {solution.solver}"
