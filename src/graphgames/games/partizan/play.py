"""A play of a partizan game, which Left begins."""

from __future__ import annotations

from collections.abc import Hashable

from graphgames.core.naming import in_one_line
from graphgames.games.partizan.solution import PLAYERS, Partizan, Turn
from graphgames.play.adapter import GameAdapter, rules_adapter


def player(solution: Partizan, start: Hashable, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter: a play from the start of the rules or from a position given."""
    return rules_adapter(
        solution,
        start,
        players=PLAYERS,
        mover=lambda turn, made: turn.mover,
        render=lambda turn: in_one_line(solution.render(turn)),
        name=lambda turn, move: solution.move_name(turn.position, move.move),
        verdict=lambda turn: solution.verdict(turn.position),
        meant=lambda at: at if isinstance(at, Turn) else Turn(solution._at(at), 0),
    )
