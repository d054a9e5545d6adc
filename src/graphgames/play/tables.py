"""The game adapter of a solved game: for games on arenas here, for other kinds by the ``player`` of their row."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphgames.core.adapter import FIRST_SECOND, GameAdapter, pawn_adapter
from graphgames.core.catalogue import function_for
from graphgames.core.errors import GameError, require_test
from graphgames.core.solution import ArenaSolution


def table_for(solution: Any, start: Any = None, test: int = 0, person: int | None = None) -> GameAdapter:
    """Set up a solved game for a session.

    Parameters
    ----------
    solution : object
        A solution of `graphgames.solve`.
    start : object, optional
        A vertex (its label or number), or a cell of a grid, where the play begins.
    test : int
        Of an input of many tests which one, from 0.
    person : int, optional
        Where no start is given or known, begin at a vertex that this player wins.

    Raises
    ------
    GameError
        If the solution cannot be played, or the start or the test does not exist.
    """
    made = function_for(solution, "player")
    if made is not None:
        adapter: GameAdapter = made(solution, start, test, person)
        return adapter
    if isinstance(solution, ArenaSolution):
        return _arena(solution, start, test, person)
    raise GameError(f"a {type(solution).__name__} cannot be played")


def _arena(solution: ArenaSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Play on an arena from vertex to vertex."""
    require_test(test, 1)
    game, arena, objective = solution.problem, solution.problem.arena, solution.problem.objective
    if arena.n == 0:
        raise GameError("the game has no vertex, so there is nothing to play")
    if start is not None:
        at = arena.vertex(start)
    elif game.start is not None:
        at = game.start
    else:
        won = np.flatnonzero((solution.winner == (person or 0)) & (arena.out_degree > 0))
        at = int(won[0]) if won.size else 0
    return pawn_adapter(
        arena,
        solution.numbered,
        at,
        objective.describe,
        players=FIRST_SECOND if game.impartial else game.players,
        aims=objective.aims,
        ending=lambda v, mover: objective.ending(arena, v),
        loop_ending=lambda cycle: objective.cycle_ending(arena, cycle),
        loop_rule=objective.loop_rule,
    )
