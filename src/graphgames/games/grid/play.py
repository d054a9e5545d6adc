"""A play with a pawn among impassable cells."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from graphgames.core.adapter import GameAdapter
from graphgames.core.errors import GameError, require_test
from graphgames.games.grid.gridgame import GridGameSolution
from graphgames.games.grid.problem import Cell
from graphgames.games.grid.solution import GridSolution

PLAYERS = ("Alice", "Bob")


@singledispatch
def player(solution: Any, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of a solution of this kind."""
    raise GameError(f"a {type(solution).__name__} cannot be played")


@player.register
def grid_player(solution: GridSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of one grid."""
    at = solution.problem.start if start is None else _cell(start)
    solution.problem.require(at)
    return GameAdapter(
        solution, at, PLAYERS, lambda p, made: made % 2, solution.problem.render, lambda p, move: _dotted(move.move)
    )


@player.register
def gridgame_player(solution: GridGameSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of a test; the play begins at its first query."""
    require_test(test, solution.problem.tests)
    case = solution.problem.test(test)
    starts = case.starts.tolist()
    if start is None and not starts:
        raise GameError(f"test {test + 1} asks for no start; give one")
    at = tuple(starts[0]) if start is None else _cell(start)
    case.grid.require(at)
    return GameAdapter(
        solution,
        (test, at),
        PLAYERS,
        lambda position, made: made % 2,
        lambda position: f"the pawn stands at {position[1]}",
        lambda position, move: _dotted(move.move),
    )


def _cell(start: Any) -> Cell:
    try:
        x, y = (int(n) for n in (start.strip("() ").split(",") if isinstance(start, str) else start))
    except (TypeError, ValueError):
        raise GameError(f"{start!r} is no cell; expected its column and row, such as 3,4") from None
    return x, y


def _dotted(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"
