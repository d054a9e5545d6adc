"""A play with a pawn among impassable cells."""

from __future__ import annotations

from typing import Any

from graphgames.core.errors import GameError
from graphgames.games.grid.gridgame import GridGameSolution
from graphgames.games.grid.problem import BlockedGrid, Cell, cell_of
from graphgames.games.grid.solution import GridSolution
from graphgames.play.adapter import GameAdapter

WIDTH, HEIGHT = 14, 10  # of the board, in cells


def player(solution: GridSolution | GridGameSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of a grid, or of a test, where the play begins at the first query."""
    many = isinstance(solution, GridGameSolution)
    grid = solution.problem
    if isinstance(solution, GridGameSolution):
        case = solution.problem.test(test)
        grid, starts = case.grid, case.starts.tolist()
        if start is None and not starts:
            raise GameError(f"test {test + 1} has no start; name one by --start")
        start = starts[0] if start is None else start
    at = grid.start if start is None else cell_of(start)
    grid.require(at)

    def cell(position: Any) -> Cell:
        found: Cell = position[1] if many else position
        return found

    return GameAdapter(
        solution,
        (test, at) if many else at,
        "The players in turn move the pawn left or down, any distance, but not onto or past impassable cells.",
        ("Alice", "Bob"),
        render=lambda position: grid.render(cell(position)),
        board=lambda position: _board(grid, cell(position)),
        threats=solution.best_moves,
    )


def _board(grid: BlockedGrid, at: Cell) -> str:
    """Return the cells to the left of the pawn and below it, as many as fit, with a margin."""
    left, low = max(0, at[0] - WIDTH), max(0, at[1] - HEIGHT)
    columns, rows = range(left, at[0] + 2), range(at[1] + 1, low - 1, -1)
    wide, tall = len(str(columns[-1])), len(str(rows[0]))
    blocked = {y: set(grid.by_row.get(y, ())) for y in rows}

    def sign(x: int, y: int) -> str:
        return "@" if (x, y) == at else "#" if x in blocked[y] else "."

    lines = [f"{y:>{tall}} {' '.join(f'{sign(x, y):>{wide}}' for x in columns)}" for y in rows]
    lines.append(f"{'':>{tall}} {' '.join(f'{x:>{wide}}' for x in columns)}")
    return "\n".join([*lines, f"{grid.render(at)}; # is impassable"])
