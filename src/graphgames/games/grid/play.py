"""A play with a pawn among impassable cells."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import Any

from graphgames.core.adapter import GameAdapter
from graphgames.core.errors import GameError, require_test, shown
from graphgames.games.grid.gridgame import GridGameSolution
from graphgames.games.grid.problem import BlockedGrid, Cell
from graphgames.games.grid.solution import GridSolution

PLAYERS = ("Alice", "Bob")
WIDTH, HEIGHT = 14, 10  # of the board, in cells


@singledispatch
def player(solution: Any, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of a solution of this kind."""
    raise GameError(f"a {type(solution).__name__} cannot be played")


@player.register
def grid_player(solution: GridSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of one grid."""
    at = solution.problem.start if start is None else _cell(start)
    return _adapter(solution, solution.problem, at, at, lambda position: position)


@player.register
def gridgame_player(solution: GridGameSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of a test; the play begins at its first query."""
    require_test(test, solution.problem.tests)
    case = solution.problem.test(test)
    starts = case.starts.tolist()
    if start is None and not starts:
        raise GameError(f"test {test + 1} asks for no start; give one")
    at = tuple(starts[0]) if start is None else _cell(start)
    return _adapter(solution, case.grid, at, (test, at), lambda position: position[1])


def _adapter(oracle: Any, grid: BlockedGrid, at: Cell, start: Any, cell: Callable[[Any], Cell]) -> GameAdapter:
    """Return the game adapter of a grid with the pawn at a cell; `cell` is where it stands in a position."""
    grid.require(at)
    return GameAdapter(
        oracle,
        start,
        "The players in turn move the pawn left or down, any distance, but not onto or past impassable cells.",
        PLAYERS,
        render=lambda position: grid.render(cell(position)),
        name=lambda position, move: _dotted(move.move),
        board=lambda position: _board(grid, cell(position)),
    )


def _board(grid: BlockedGrid, at: Cell) -> str:
    """Return the cells to the left of the pawn and below it, as many as fit, with a margin."""
    left, low = max(0, at[0] - WIDTH), max(0, at[1] - HEIGHT)
    columns, rows = range(left, at[0] + 2), range(at[1] + 1, low - 1, -1)
    wide = len(str(columns[-1]))
    tall = len(str(rows[0]))
    blocked = {y: set(grid.by_row.get(y, ())) for y in rows}

    def sign(x: int, y: int) -> str:
        return "@" if (x, y) == at else "#" if x in blocked[y] else "."

    lines = [f"{y:>{tall}} {' '.join(f'{sign(x, y):>{wide}}' for x in columns)}" for y in rows]
    lines.append(f"{'':>{tall}} {' '.join(f'{x:>{wide}}' for x in columns)}")
    return "\n".join([*lines, f"{grid.render(at)}; # is impassable"])


def _cell(start: Any) -> Cell:
    try:
        x, y = (int(n) for n in (start.strip("() ").split(",") if isinstance(start, str) else start))
    except (TypeError, ValueError):
        raise GameError(f"{shown(start)} is no cell; expected its column and row, such as 3,4") from None
    return x, y


def _dotted(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"
