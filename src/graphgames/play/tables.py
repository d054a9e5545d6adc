"""The game adapter of a solved game: for games on arenas here, for other kinds by the ``player`` of their row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphgames.core.adapter import FIRST_SECOND, Ending, GameAdapter
from graphgames.core.catalogue import function_for
from graphgames.core.errors import GameError, require_test
from graphgames.core.game import Game
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
    game, arena = solution.problem, solution.problem.arena
    if arena.n == 0:
        raise GameError("the game has no vertex, so there is nothing to play")
    if start is not None:
        at = arena.vertex(start)
    elif game.start is not None:
        at = game.start
    else:
        won = np.flatnonzero((solution.winner == (person or 0)) & (arena.out_degree > 0))
        at = int(won[0]) if won.size else 0
    owner = arena.owner

    def mover(v: int, made: int) -> int:
        return made % 2 if owner is None else int(owner[v])

    def render(v: int) -> str:
        return f"the pawn stands on {arena.label(v)}{game.objective.describe(v)}"

    players = game.players if owner is not None else FIRST_SECOND
    return GameAdapter(
        solution.numbered, at, players, mover, render, lambda v, move: str(arena.label(move.move)), _stop(game)
    )


def _stop(game: Game) -> Callable[[Sequence[Any], int], Ending | None]:
    """Return the function that ends a play: when the objective says so, or at a repeated vertex.

    Whoever wins has a strategy without memory, so that the first cycle of a play decides as the endless play would.
    """
    step = 2 if game.impartial else 1  # on an impartial arena with the same player to move

    def stop(positions: Sequence[int], mover: int) -> Ending | None:
        ending = game.objective.ending(game.arena, positions[-1])
        if ending is not None:
            return ending
        earlier = [k for k in range(len(positions) - 1 - step, -1, -step) if positions[k] == positions[-1]]
        return game.objective.cycle_ending(game.arena, positions[earlier[0] : -1]) if earlier else None

    return stop
