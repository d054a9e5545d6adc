"""Print a solution: a summary line, a table of the vertices if there are few, and the reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphgames.cli.output import show
from graphgames.core.errors import printable
from graphgames.core.oracle import DRAW
from graphgames.core.solution import ArenaSolution

FEW = 60
"""A table of more vertices than this helps nobody; the counts do."""

_PROOF = {True: "; proved", False: "; NOT proved", None: ""}

_AS_WORDS = str.maketrans({"α": "alpha", "β": "beta", "∞": ""})


def summarise(path: str, solution: Any, seconds: Mapping[str, float | None], verified: bool | None) -> None:
    """Print what was solved, by what, in what time, and whether it is proved."""
    times = ", ".join(f"{step} {time:.3f} s" for step, time in seconds.items() if time is not None)
    show(f"{printable(path)}: {_size(solution)}; solved by {solution.solver} ({times}){_PROOF[verified]}")
    if isinstance(solution, ArenaSolution):
        show("  " + regions(solution))


def line(path: str, solution: Any, seconds: Mapping[str, float | None], verified: bool | None) -> str:
    """Return one line on one of several files: its size, who wins how many, by what, how fast, and if it is proved."""
    won = f"; {regions(solution)}" if isinstance(solution, ArenaSolution) else ""
    time = sum(time for time in seconds.values() if time is not None)
    return f"{printable(path)}: {_size(solution)}{won}; {solution.solver}, {time:.3f} s{_PROOF[verified]}"


def _size(solution: Any) -> str:
    if not isinstance(solution, ArenaSolution):
        return str(solution)
    game = solution.problem
    return f"{game.objective.name} game, {_count(game.arena.n, 'vertex', 'vertices')}, {_count(game.arena.m, 'edge')}"


def regions(solution: ArenaSolution) -> str:
    """Return how many vertices each player wins."""
    names = (
        ("the player to move", "the player who moved last") if solution.problem.impartial else solution.problem.players
    )
    total = max(1, solution.problem.arena.n)
    parts = [
        f"{name} wins {count} ({100 * count / total:.3g} %)" for name, count in zip(names, solution.won, strict=False)
    ]
    if len(solution.won) > DRAW:
        parts.append(f"{solution.won[DRAW]} drawn ({100 * solution.won[DRAW] / total:.3g} %)")
    return ", ".join(parts)


def explain(solution: Any, each: bool = False) -> None:
    """Print the table of a small game; with ``each`` one sentence for every vertex."""
    if not isinstance(solution, ArenaSolution):
        show(solution.explain())
        return
    if each:
        show("\n".join(printable(solution.numbered.explain(v)) for v in range(solution.problem.arena.n)))
    elif 0 < solution.problem.arena.n <= FEW:
        show(vertex_table(solution))


def vertex_table(solution: ArenaSolution) -> Any:
    """Return one row a vertex: owner, winner, move and number."""
    from rich import box
    from rich.table import Table

    game, arena = solution.problem, solution.problem.arena
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("vertex", style="bold")
    if arena.owner is not None:
        table.add_column("owner")
    table.add_column("winner")
    table.add_column("move")
    value = solution.values
    if value is not None:
        table.add_column(game.objective.value_name, justify="right")
    for v in range(arena.n):
        winner, move = int(solution.winner[v]), solution.strategy[v]
        row = [printable(str(arena.label(v)))]
        if arena.owner is not None:
            row.append(game.players[int(arena.owner[v])])
        row.append(_winner(solution, winner))
        row.append("" if move is None else f"-> {printable(str(arena.label(move)))}")
        if value is not None:
            row.append(_value(solution, v))
        table.add_row(*row, style=("green", "red", "yellow")[winner])
    return table


def _winner(solution: ArenaSolution, winner: int) -> str:
    if winner == DRAW:
        return "draw"
    return ("to move", "moved last")[winner] if solution.problem.impartial else solution.problem.players[winner]


def _value(solution: ArenaSolution, v: int) -> str:
    text = solution.problem.objective.value_text(solution.numbered.value(v), int(solution.winner[v]))
    return text.translate(_AS_WORDS) if not solution.problem.objective.value_types else text.replace("∞", "inf")


def _count(number: int, one: str, many: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}".replace(",", " ")
