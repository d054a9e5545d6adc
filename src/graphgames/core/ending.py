"""How a play ends, and what the players want where the last move decides."""

from __future__ import annotations

from typing import NamedTuple

from graphgames.core.arena import Arena
from graphgames.core.oracle import DRAW

FIRST_SECOND = ("First", "Second")
"""The names of players who alternate, where the game gives them none."""

LAST_MOVE = ("to make the last move", "to make the last move")
"""What both players want in normal play, where whoever cannot move loses."""

NOT_LAST_MOVE = ("not to make the last move", "not to make the last move")
"""What both players want in misère play, where whoever cannot move wins."""


class Ending(NamedTuple):
    """The ending of a play: the winner, None for a draw, and the reason in a sentence."""

    winner: int | None
    reason: str
    won: bool = True
    """Whether plays have winners; otherwise nobody wins or draws, and the reason says what the play was worth."""

    @property
    def code(self) -> int:
        """The winner, ``DRAW`` for a draw."""
        return DRAW if self.winner is None else self.winner


def came_back(arena: Arena, v: int) -> str:
    """Return what is said of a play that has come back to vertex v, before what is said of the way round."""
    return f"the play has come back to {arena.display_name(v)}"
