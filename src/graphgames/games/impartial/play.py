"""Plays of impartial games: on an arena whose Grundy values are known, and by rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphgames.core.adapter import Ending, GameAdapter
from graphgames.core.catalogue import by_class
from graphgames.core.errors import GameError
from graphgames.games.impartial.solution import NimberSolution, RulesSolution

player = by_class()


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
        render=lambda v: f"the pawn stands on {arena.label(v)}",
        name=lambda v, move: str(arena.label(move.move)),
        stop=stop,
    )


@player.register
def rules_player(solution: RulesSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter: a play from the start of the rules or from a position given."""
    at = solution.start if start is None else start
    if at is None:
        raise GameError("the rules have no start; say at which position the play begins")
    return GameAdapter(solution, at, render=solution.render, name=lambda position, move: solution.render(move.position))
