"""A play with the heaps of a heap game, under normal or misère play."""

from __future__ import annotations

from collections.abc import Hashable

from graphgames.core.ending import LAST_MOVE, NOT_LAST_MOVE
from graphgames.core.errors import GameError
from graphgames.core.naming import part_move
from graphgames.games.heaps.misere import MisereQuotient
from graphgames.games.heaps.problem import START, heaps_of, normal
from graphgames.games.heaps.solution import HeapSolution
from graphgames.play.adapter import GameAdapter


def player(solution: HeapSolution | MisereQuotient, start: Hashable, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter; the heaps, such as ``3,5,7``, are given, or those of the game, or a few."""
    game, up_to = solution.problem.game, solution.problem.up_to
    at = game.start or tuple(heap for heap in START if heap <= up_to) or normal((up_to,))
    at = at if start is None else heaps_of(start)
    if not at:
        raise GameError("there is no heap to play with; give some as the start, such as 3,5,7")
    return GameAdapter(
        solution,
        at,
        game.rule,
        aims=LAST_MOVE if isinstance(solution, HeapSolution) else NOT_LAST_MOVE,
        render=game.render,
        name=lambda position, move: part_move(position, move.move, game.render),
        threats=solution.best_moves,
    )
