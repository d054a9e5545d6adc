"""Print a solution: a summary line, a table of its first vertices, and the reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphgames.cli.output import described, more, show, show_table
from graphgames.core.errors import counted, printable, printable_lines
from graphgames.core.oracle import DRAW
from graphgames.core.solution import ArenaSolution, OnArena
from graphgames.core.solution_base import SHOWN_ROWS
from graphgames.core.value import is_rounded

FIRST_ROWS = 10
"""So many rows are shown of a table that has too many."""

ROUNDED = "  ≈ marks rounded values, and ± brackets that hold them; --json --full has the values and the ends exactly"
"""What stands below values of which one is rounded."""

PROOF = {True: "; proved", False: "; NOT proved", None: ""}
"""What is said behind an answer, by the verdict of the verifier."""


def counts(solution: Any) -> str:
    """Return what the solver counted, as a line to put behind others."""
    stats = getattr(solution, "stats", None) or {}
    text = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in stats.items())
    return f"\n  {solution.solver}: {text or 'no statistics'}"


def summarise(
    path: str,
    solution: Any,
    seconds: Mapping[str, float | None],
    verified: bool | None,
    verbose: bool = False,
) -> None:
    """Print what was solved, by what, in what time, and whether it is proved; ``verbose``: what the solver counted."""
    times = ", ".join(f"{step} {time:.3f} s" for step, time in seconds.items() if time is not None)
    show(f"{printable(path)}: {_size(solution)}; solved by {solution.solver} ({times}){PROOF[verified]}")
    if isinstance(solution, ArenaSolution):
        show("  " + regions(solution))
    if verbose:
        show(printable_lines(counts(solution).lstrip("\n")))


def line(
    path: str, solution: Any, seconds: Mapping[str, float | None], verified: bool | None, start: str | None
) -> str:
    """Return one line on one of several files: its size, who wins how many, by what, how fast, and if it is proved."""
    parts = [_size(solution), *([start] if start else [])]
    parts += [regions(solution)] if isinstance(solution, ArenaSolution) else []
    time = sum(time for time in seconds.values() if time is not None)
    return f"{printable(path)}: {'; '.join(parts)}; {solution.solver}, {time:.3f} s{PROOF[verified]}"


def _size(solution: Any) -> str:
    if not isinstance(solution, ArenaSolution):
        return str(solution).partition("\n")[0]
    return described(solution.problem)


def regions(solution: ArenaSolution) -> str:
    """Return how many vertices each player wins; where the players alternate, how many N- and P-positions there are."""
    won = solution.won
    draws = solution.problem.objective.has_draws or any(won[DRAW:])
    if solution.problem.impartial:
        parts = [counted(won[0], "N-position"), counted(won[1], "P-position")]
    else:
        total = max(1, solution.length)
        names, absent = solution.problem.legend[:2], solution.problem.absent
        there = [(name, count) for k, (name, count) in enumerate(zip(names, won, strict=False)) if count or k != absent]
        form = "{0} {1:,}" if names == solution.problem.region_names[:2] else "{1:,} {0}"  # "Eve wins 3"
        parts = [f"{form.format(name, count)} ({100 * count / total:.3g} %)" for name, count in there]
    return ", ".join([*parts, *([counted(won[DRAW], *solution.problem.draw_words)] if draws else [])])


def explain(solution: Any, each: bool = False, full: bool = False, start: str | None = None) -> None:
    """Print the table of a game; with ``each`` one sentence for every vertex, or for the start alone if it is given.

    What is long is cut unless ``full``.
    """
    on_arena, begun = isinstance(solution, OnArena), getattr(solution, "start", None)
    if isinstance(solution, ArenaSolution) and not each:
        vertex_table(solution, full)
        return
    if each and start is not None and (on_arena or begun is not None):
        show(printable(solution.explain(start)) if on_arena else printable_lines(solution.explain(begun)))
        return
    lines = None if on_arena else solution.explain().split("\n")
    count = (getattr(solution, "length", 0) or solution.arena.n) if lines is None else len(lines)
    rows = count if full or count <= SHOWN_ROWS else SHOWN_ROWS if each else FIRST_ROWS
    if lines is None:
        lines = [printable(solution.numbered.explain(v)) for v in range(rows)]
    show("\n".join([*lines[:rows], *([more(count - rows, "lines")] if rows < count else [])]))
    if each and hasattr(solution, "statistics"):  # of a table the lines are about all positions
        from graphgames.play.adapters import adapter_for  # which most answers do without
        from graphgames.play.whole_argument import LINES, format_steps

        show(printable_lines(format_steps(adapter_for(solution, start, 0), None, None if full else LINES)))


def vertex_table(solution: ArenaSolution, full: bool = False) -> None:
    """Print one row per vertex: owner, winner, move and number; of many vertices the first, unless ``full``."""
    length, won = solution.length, solution.problem.objective.regions is None
    rows = length if full or length <= SHOWN_ROWS else FIRST_ROWS
    if not rows:
        return
    heading, *cells = solution.rows(rows)
    numbers = len(heading) - 1 if solution.vertex_values is not None else len(heading)
    styles = [("green", "red", "yellow")[winner] if won else "" for winner in solution.winner[:rows].tolist()]
    show_table(heading, cells, styles, numbers)
    if any(is_rounded(row[-1]) for row in cells):
        show(ROUNDED)
    if solution.remembers:
        show("The strategy has memory; these are its first moves. --solution OUT.json writes all.")
    if rows < length:
        show(more(length - rows, "rows"))
