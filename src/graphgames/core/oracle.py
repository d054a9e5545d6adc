"""What every solved problem can be asked: who wins here, and which moves are best. Faces know only this."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

DRAW = 2


@dataclass(frozen=True)
class RatedMove:
    """A move with what it leads to, seen by the player who makes it.

    Attributes
    ----------
    move : object
        What to play: the next vertex of a game on an arena, a move of a game by rules.
    position : object
        Where it leads.
    result : str
        ``"win"``, ``"draw"`` or ``"loss"`` for the player who makes the move.
    distance : int or None
        Moves until the end after this one, where the objective counts them.
    """

    move: Any
    position: Any
    result: str
    distance: int | None = None


@runtime_checkable
class Oracle(Protocol):
    """A solved problem over positions of its own."""

    def outcome(self, position: Any) -> str:
        """Say ``"win"``, ``"draw"`` or ``"loss"`` for the player to move at the position."""

    def best_moves(self, position: Any) -> Sequence[RatedMove]:
        """Give every move, best first for the player to move; empty at the end of the game."""

    def explain(self, position: Any) -> str:
        """Say in one sentence why the position is what it is."""
