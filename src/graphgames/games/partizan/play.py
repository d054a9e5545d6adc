"""A play of a partizan game, which Left begins."""

from __future__ import annotations

from collections.abc import Hashable

from graphgames.core.ending import LAST_MOVE
from graphgames.core.errors import GameError
from graphgames.core.naming import in_one_line
from graphgames.games.partizan.solution import PLAYERS, Partizan, Turn
from graphgames.play.adapter import GameAdapter


def player(solution: Partizan, start: Hashable, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter: a play from the start of the rules or from a position given."""
    at = solution.start if start is None else start
    if at is None:
        raise GameError("the rules have no start; say at which position the play begins")
    rule = getattr(solution.problem.rules, "rule", None)
    return GameAdapter(
        solution,
        at if isinstance(at, Turn) else Turn(at, 0),
        rule if isinstance(rule, str) else GameAdapter.rule,
        PLAYERS,
        aims=LAST_MOVE,
        mover=lambda turn, made: turn.mover,
        render=lambda turn: in_one_line(solution.render(turn)),
        name=lambda turn, move: in_one_line(solution.render(move.move)),
        meant=lambda turn: turn if isinstance(turn, Turn) else Turn(turn, 0),
        board=solution.render,
        threats=solution.best_moves,
    )
