"""A play with a pawn among impassable cells."""

from __future__ import annotations

from typing import Any

from graphgames.core.adapter import GameAdapter
from graphgames.core.errors import GameError, require_test
from graphgames.games.grid.gridgame import GridGameSolution
from graphgames.games.grid.problem import cell_of
from graphgames.games.grid.solution import GridSolution


def player(solution: GridSolution | GridGameSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of a grid, or of a test, where the play begins at the first query."""
    many = isinstance(solution, GridGameSolution)
    grid = solution.problem
    if isinstance(solution, GridGameSolution):
        require_test(test, solution.problem.tests)
        case = solution.problem.test(test)
        grid, starts = case.grid, case.starts.tolist()
        if start is None and not starts:
            raise GameError(f"test {test + 1} asks for no start; give one")
        start = starts[0] if start is None else start
    at = grid.start if start is None else cell_of(start)
    grid.require(at)
    return GameAdapter(
        solution,
        (test, at) if many else at,
        ("Alice", "Bob"),
        lambda position, made: made % 2,
        lambda position: grid.render(position[1] if many else position),
        lambda position, move: f"{move.move[0]},{move.move[1]}",
    )
