"""A play with the heaps of a heap game, under normal or misère play."""

from __future__ import annotations

from typing import Any

from graphgames.core.adapter import GameAdapter
from graphgames.core.catalogue import by_class
from graphgames.core.errors import GameError
from graphgames.games.heaps.misere import MisereQuotient
from graphgames.games.heaps.problem import normal
from graphgames.games.heaps.solution import HeapSolution

player = by_class()


@player.register
def heaps_player(solution: HeapSolution | MisereQuotient, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter; the heaps, such as ``3,5,7``, are those of the game or given."""
    game = solution.problem.game
    try:
        given = game.start if start is None else start.split(",") if isinstance(start, str) else start
        at = normal(int(heap) for heap in given)
    except (TypeError, ValueError):
        raise GameError(f"{start!r} are no heaps; expected their sizes, such as 3,5,7") from None
    if not at or min(at) < 0:
        raise GameError("there is no heap to play with; give some as the start, such as 3,5,7")
    return GameAdapter(solution, at, render=game.render, name=lambda position, move: f"leave {game.render(move.move)}")
