"""The objectives that the last move decides: normal and misère play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arrays import Vertices, as_mask
from graphgames.core.ending import LAST_MOVE, NOT_LAST_MOVE, Ending
from graphgames.core.errors import GameError
from graphgames.core.objective import Objective


@dataclass(frozen=True, eq=False)
class _LastMove(Objective):
    """The base class of both objectives."""

    value_name: ClassVar[str] = "remoteness"
    needs_owner: ClassVar[bool] = False
    allows_dead_ends: ClassVar[bool] = True
    has_draws: ClassVar[bool] = True
    counts_moves: ClassVar[bool] = True

    def winner_at_ends(self, owner: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return who wins a play that stops at a vertex, from who is to move at each, shape (n,)."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class NormalPlay(_LastMove):
    """A player who cannot move loses; an endless play is a draw. With or without owners.

    Attributes
    ----------
    won : iterable, ndarray or callable, optional
        Ends that the player to move wins: the game is over there. They are given as labels in a list, set or the like;
        as a function that is true of the labels meant; or as a NumPy array, of vertex numbers or a boolean mask of
        length n. Once bound a boolean mask, None if there are none; a vertex with a move is refused.

    Examples
    --------
    >>> from graphgames import solve
    >>> solution = solve({"a": ["b"], "b": ["c"], "c": []}, NormalPlay(won=["c"]))
    >>> [(label, str(solution.outcome(label)), solution.value(label)) for label in "abc"]
    [('a', 'win', 2), ('b', 'loss', 1), ('c', 'win', 0)]
    """

    won: Vertices | None = None
    name: ClassVar[str] = "normal"
    title: ClassVar[str] = "normal play"
    aims: ClassVar[tuple[str, str]] = LAST_MOVE
    mark: ClassVar[str] = "won by the player to move"

    def bind(self, arena: Arena) -> Self:
        """Return the objective with a mask; raise `GameError` if a vertex in ``won`` has a move."""
        if self.won is None:
            return self
        won = as_mask(self.won, arena, "won")
        going = np.flatnonzero(won & (arena.out_degree > 0))
        if going.size:
            raise GameError(
                f"won names {arena.label(int(going[0]))}, which has a move; expected vertices without one, where the "
                "game is over"
            )
        return replace(self, won=won if won.any() else None)

    def winner_at_ends(self, owner: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the player who is not to move, in ``won`` the one who is."""
        return np.asarray(1 - owner if self.won is None else owner ^ ~self.won, np.uint8)

    @property
    def marked(self) -> NDArray[np.bool_] | None:
        """The ends in ``won``, if there are any."""
        return self.won

    def ending(self, arena: Arena, v: int, mover: int) -> Ending | None:
        """Return that the player to move has won at the ends in ``won``."""
        return Ending(mover, "the game is over") if self.won is not None and self.won[v] else None

    def priorities(self, arena: Arena) -> NDArray[np.int32]:
        """Return zeros; raise `GameError` if there are ends that the player to move wins."""
        self._refuse_ends()
        return super().priorities(arena)

    def to_data(self) -> tuple[Mapping[str, NDArray[Any]], Mapping[str, NDArray[Any]]]:
        """Return no data; raise `GameError` if there are ends that the player to move wins."""
        self._refuse_ends()
        return super().to_data()

    def _refuse_ends(self) -> None:
        if self.won is not None:
            raise GameError("which ends the player to move wins is said by normal play alone, in files by .arena alone")

    def renumbered(self, vertices: NDArray[np.int64]) -> Self:
        """Return the objective on another arena, as the base class says; a new vertex is not in ``won``."""
        return self if self.won is None else replace(self, won=np.append(self.won, False)[vertices])


@dataclass(frozen=True, eq=False)
class MiserePlay(_LastMove):
    """A player who cannot move wins; an endless play is a draw. With or without owners."""

    name: ClassVar[str] = "misere"
    title: ClassVar[str] = "misère play"
    aims: ClassVar[tuple[str, str]] = NOT_LAST_MOVE

    def winner_at_ends(self, owner: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the player who is to move."""
        return owner.copy()
