"""The parent of all objectives: what player 0 wants of a play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

if TYPE_CHECKING:
    from graphgames.core.arena import Arena


@dataclass(frozen=True, eq=False)
class Objective:
    """The parent of all objectives.

    Attributes
    ----------
    name : str
        The name on the command line and in JSON.
    needs_owner : bool
        Whether the arena must say who moves where; otherwise it may be impartial.
    allows_dead_ends : bool
        Whether a play may stop because there is no move.
    has_draws : bool
        Whether there can be positions that neither player wins.
    allows_chance : bool
        Whether chance may own vertices.
    counts_moves : bool
        Whether the value of a vertex is a number of moves.
    """

    name: ClassVar[str] = ""
    needs_owner: ClassVar[bool] = True
    allows_dead_ends: ClassVar[bool] = False
    has_draws: ClassVar[bool] = False
    allows_chance: ClassVar[bool] = False
    counts_moves: ClassVar[bool] = False

    def bind(self, arena: Arena) -> Self:
        """Return the objective with its data as arrays over the vertices of this arena.

        Raises
        ------
        GameError
            If a vertex is out of range or an array has the wrong length.
        """
        return self
