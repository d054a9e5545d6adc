"""Plays of impartial games: on an arena whose Grundy values are known, and by rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphgames.core.adapter import LAST_MOVE, NOT_LAST_MOVE, Ending, GameAdapter, pawn_adapter
from graphgames.core.catalogue import by_class
from graphgames.core.errors import GameError
from graphgames.games.impartial.misere import MisereProblem
from graphgames.games.impartial.rules import RulesSolution
from graphgames.games.impartial.solution import NimberSolution

player = by_class()


@player.register
def nimber_player(solution: NimberSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter: the players alternate, and a play that repeats a vertex is a draw.

    Without a start it begins at a vertex with a move that the person does not lose, if there is one.
    """
    arena = solution.arena
    good = np.flatnonzero(((solution.values != 0) == (person != 1)) & (arena.out_degree > 0))
    first = int(good[0]) if good.size else 0
    return pawn_adapter(
        arena,
        solution.numbered,
        first if start is None else arena.vertex(start),
        loop_ending=lambda cycle: Ending(None, f"the play has come back to {arena.label(cycle[0])}: a draw"),
        loop_rule="A play that comes back to a vertex with the same player to move ends in a draw.",
        threats=solution.numbered.best_moves,
    )


@player.register
def rules_player(solution: RulesSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter: a play from the start of the rules or from a position given."""
    at = solution.start if start is None else start
    if at is None:
        raise GameError("the rules have no start; say at which position the play begins")
    return GameAdapter(
        solution,
        at,
        aims=NOT_LAST_MOVE if isinstance(solution.problem, MisereProblem) else LAST_MOVE,
        render=solution.render,
        name=lambda position, move: solution.render(move.position),
        threats=solution.best_moves,
    )
