"""The interface of solved problems: who wins at a position, and which moves are best. Faces use only this."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

from graphgames.core.unknown_attributes import Suggesting

DRAW = 2
"""The code of a draw in ``winner``, beside 0 and 1 for the players."""


class Outcome(StrEnum):
    """How a play ends for the player to move when both play best; it compares and prints as its word.

    Examples
    --------
    >>> Outcome.WIN, Outcome.WIN == "win", Outcome.WIN.for_the_other, max(Outcome, key=lambda result: result.rank)
    ('win', True, 'loss', 'win')
    """

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"

    @property
    def for_the_other(self) -> Outcome:
        """The same outcome as the other player sees it."""
        return _OTHER[self]

    @property
    def rank(self) -> int:
        """0 for a loss, 1 for a draw, 2 for a win: the more the better."""
        return _RANK[self]

    @classmethod
    def of(cls, winner: int, player: int) -> Outcome:
        """Return the outcome for a player of a play that a player wins, or nobody where the winner is ``DRAW``."""
        return cls.DRAW if winner == DRAW else cls.WIN if winner == player else cls.LOSS

    def __repr__(self) -> str:
        return repr(self.value)


_RANK = {Outcome.LOSS: 0, Outcome.DRAW: 1, Outcome.WIN: 2}
_OTHER = {Outcome.WIN: Outcome.LOSS, Outcome.DRAW: Outcome.DRAW, Outcome.LOSS: Outcome.WIN}


@dataclass(frozen=True)
class RatedMove(Suggesting):
    """A move with what it leads to, seen by the player who makes it.

    Attributes
    ----------
    move : object
        The move: the next vertex of a game on an arena, a move of a game by rules.
    position : object
        Where it leads.
    result : Outcome
        For the player who makes the move.
    distance : int or None
        Moves until the end after this one, where the objective counts them.
    progress : bool
        Whether a winning move belongs to a strategy: who makes only such ones wins. The others keep the win, but a play
        of them may go round for ever.

    Examples
    --------
    >>> from graphgames import NormalPlay, solve
    >>> solution = solve({"a": ["b", "c"], "b": ["c"], "c": []}, NormalPlay())
    >>> [(move.move, str(move.result), move.distance) for move in solution.best_moves("a")]
    [('c', 'win', 0), ('b', 'loss', 1)]
    """

    move: Any
    position: Any
    result: Outcome
    distance: int | None = None
    progress: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "result", Outcome(self.result))

    def __repr__(self) -> str:
        """Return what is not as it mostly is: a position that is the move, no distance, and progress are left out."""
        named = {"position": self.position, "result": self.result, "distance": self.distance, "progress": self.progress}
        usual = {"position": self.move, "distance": None, "progress": True}
        parts = [f"{name}={value!r}" for name, value in named.items() if name not in usual or value != usual[name]]
        return f"RatedMove({', '.join([repr(self.move), *parts])})"


@runtime_checkable
class Oracle(Protocol):
    """A solved problem over positions of its own."""

    def outcome(self, position: Any) -> Outcome:
        """Return the outcome for the player to move at the position."""

    def best_moves(self, position: Any) -> Sequence[RatedMove]:
        """Return every move, best first for the player to move; empty at the end of the game.

        The first of several winning moves makes progress.
        """

    def explain(self, position: Any) -> str:
        """Return the reason for the outcome of the position, in a sentence or a few."""
