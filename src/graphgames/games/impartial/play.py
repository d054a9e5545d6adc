"""Plays of impartial games: on an arena whose Grundy values are known, and by rules."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from graphgames.catalogue.find import by_class
from graphgames.core.ending import LAST_MOVE, NOT_LAST_MOVE, came_back
from graphgames.core.oracle import RatedMove
from graphgames.games.impartial.problem import MisereProblem
from graphgames.games.impartial.rules_solution import RulesSolution
from graphgames.games.impartial.solution import NimberSolution
from graphgames.games.impartial.sum import Sum, written, written_in
from graphgames.play.adapter import GameAdapter, drawn_where, pawn_adapter, rules_adapter

player = by_class()

LOOPS = "A play that comes back to a position with the same player to move ends in a draw."


@player.register
def nimber_player(solution: NimberSolution, start: Hashable, test: int, person: int | None) -> GameAdapter:
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
        threats=solution.numbered.best_moves,
        **drawn_where(lambda v: came_back(arena, v), LOOPS),
    )


@player.register
def sum_player(solution: Sum, start: Hashable, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of a sum: a play from this sum, or from another one."""

    def name(position: Sum, move: RatedMove) -> str:
        game, before, after = move.move
        return f"{written_in(position, game, before)} -> {written(game, after)}"

    loopy = any(hasattr(game, "measure") for game, _, _ in solution.parts)
    return GameAdapter(
        solution,
        solution if start is None else start,
        "The players in turn move in one of the games.",
        name=name,
        threats=solution.best_moves,
        **drawn_where("the play has come back to {}".format, LOOPS * loopy),
    )


@player.register
def rules_player(solution: RulesSolution, start: Hashable, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter: a play from the start of the rules or from a position given."""
    return rules_adapter(
        solution,
        solution.begun_at(start),
        aims=NOT_LAST_MOVE if isinstance(solution.problem, MisereProblem) else LAST_MOVE,
        render=lambda position: written(solution, position),
        name=lambda position, move: written(solution, move.position),
    )
