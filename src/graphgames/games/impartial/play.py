"""A play on an arena whose Grundy values are known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from graphgames.core.adapter import FIRST_SECOND, Ending, GameAdapter
from graphgames.core.errors import GameError
from graphgames.games.impartial.solution import NimberSolution


@singledispatch
def player(solution: Any, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of a solution of this kind."""
    raise GameError(f"a {type(solution).__name__} cannot be played")


@player.register
def nimber_player(solution: NimberSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter: the players alternate, and a play that repeats a vertex is a draw."""
    arena = solution.arena

    def stop(positions: Sequence[int], mover: int) -> Ending | None:
        again = positions[-1] in positions[-3::-2]
        return Ending(None, f"the play has come back to {arena.label(positions[-1])}: a draw") if again else None

    return GameAdapter(
        solution.numbered,
        0 if start is None else arena.vertex(start),
        FIRST_SECOND,
        lambda v, made: made % 2,
        lambda v: f"the pawn stands on {arena.label(v)}",
        lambda v, move: str(arena.label(move.move)),
        stop,
    )
