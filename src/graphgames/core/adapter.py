"""The base of game adapters: whose turn it is, how positions look, when a play is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from graphgames.core.errors import GameError
from graphgames.core.oracle import Oracle, RatedMove

FIRST_SECOND = ("First", "Second")
"""The names of players who alternate, where the game gives them none."""


@dataclass(frozen=True)
class Ending:
    """The ending of a play: the winner, None for a draw, and the reason in a sentence."""

    winner: int | None
    reason: str


@dataclass(frozen=True)
class GameAdapter:
    """The adapter of a game, which tells a session how the game is played; by default two players alternate.

    Attributes
    ----------
    oracle : Oracle
        The solved game.
    start : object
        The first position.
    players : pair of str
        Their names.
    mover : callable
        From a position and the number of moves made to the player to move, 0 or 1.
    render : callable
        From a position to how it looks, one or several lines.
    name : callable
        From a position and a move to a short name of the move.
    stop : callable
        From all positions of the play and the player to move to its `Ending` where the rules end it although there may
        be moves, else None. A play also ends where there is no move, as the oracle says.
    """

    oracle: Oracle
    start: Any
    players: tuple[str, str] = FIRST_SECOND
    mover: Callable[[Any, int], int] = lambda position, made: made % 2
    render: Callable[[Any], str] = str
    name: Callable[[Any, RatedMove], str] = lambda position, move: str(move.move)
    stop: Callable[[Sequence[Any], int], Ending | None] = lambda positions, mover: None


def refuse_start(start: Any) -> None:
    """Raise an error if a start is given although the input fixes where the play begins.

    Raise `GameError` if one is.
    """
    if start is not None:
        raise GameError(f"the play begins where the input says; the start {start!r} does not fit")
