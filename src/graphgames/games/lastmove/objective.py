"""The objectives that the last move decides: normal and misère play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arrays import Vertices, as_mask
from graphgames.core.ending import LAST_MOVE, NOT_LAST_MOVE, Ending
from graphgames.core.errors import GameError
from graphgames.core.objective import Objective
from graphgames.core.oracle import DRAW


@dataclass(frozen=True, eq=False)
class _LastMove(Objective, ABC):
    """The base class of both objectives."""

    value_name: ClassVar[str] = "remoteness"
    endless: ClassVar[int | None] = DRAW
    needs_owner: ClassVar[bool] = False
    allows_dead_ends: ClassVar[bool] = True
    has_draws: ClassVar[bool] = True
    counts_moves: ClassVar[bool] = True
    last_move: ClassVar[bool] = True

    @abstractmethod
    def winner_at_ends(self, owner: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return who wins a play that stops at a vertex, from who is to move at each, shape (n,)."""


@dataclass(frozen=True, eq=False)
class NormalPlay(_LastMove):
    """A player who cannot move loses; an endless play is a draw. With or without owners.

    Attributes
    ----------
    won, drawn, lost : iterable, ndarray or callable, optional
        Ends where the game is over by its rules, and what that is for the player to move. Won and lost ends have no
        move; the only move of a drawn one is to itself. They are given as labels in a list, set or the like; as a
        function that is true of the labels meant; or as a NumPy array, of vertex numbers or a boolean mask of length n.
        Once bound boolean masks, None if there are none. At other ends the player to move has lost as well, for want of
        a move.

    Examples
    --------
    >>> from graphgames import solve
    >>> solution = solve({"a": ["b"], "b": ["c"], "c": []}, NormalPlay(won=["c"]))
    >>> [(label, str(solution.outcome(label)), solution.value(label)) for label in "abc"]
    [('a', 'win', 2), ('b', 'loss', 1), ('c', 'win', 0)]
    """

    won: Vertices | None = None
    drawn: Vertices | None = None
    lost: Vertices | None = None
    name: ClassVar[str] = "normal"
    title: ClassVar[str] = "normal play"
    aims: ClassVar[tuple[str, str]] = LAST_MOVE
    mark: ClassVar[str] = "won by the player to move"

    def bind(self, arena: Arena) -> Self:
        """Return the objective with masks; raise `GameError` if a vertex in one of them is no such end."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        masks = {name: as_mask(ends, arena, name) for name, ends in given.items() if ends is not None}
        for name, mask in masks.items():
            _require_ends(arena, name, np.flatnonzero(mask))
        for v in np.flatnonzero(masks["won"] & masks["lost"]).tolist() if {"won", "lost"} <= masks.keys() else ():
            raise GameError(f"won and lost both name {arena.label(v)}; keep it in one of them")
        return replace(self, **{name: mask if mask.any() else None for name, mask in masks.items()}) if masks else self

    def winner_at_ends(self, owner: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the player who is not to move, in ``won`` the one who is."""
        return np.asarray(1 - owner if self.won is None else owner ^ ~self.won, np.uint8)

    @property
    def aims_in_words(self) -> tuple[str, str]:
        """To make the last move, or just to win where the game has ends of its own."""
        return ("to win", "to win") if self.arrays else self.aims

    @property
    def marked(self) -> NDArray[np.bool_] | None:
        """The ends in ``won``, if there are any."""
        return self.won

    @property
    def over(self) -> NDArray[np.bool_] | None:
        """The ends in ``drawn``, which have a move, if there are any."""
        return self.drawn

    def ending(self, arena: Arena, v: int, mover: int) -> Ending | None:
        """Return that the game is over at the ends that it names, and who has won."""
        for winner, ends in ((mover, self.won), (None, self.drawn), (1 - mover, self.lost)):
            if ends is not None and ends[v]:
                return Ending(winner, "the game is over")
        return None

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
            raise GameError(
                "only normal play has ends that the player to move wins, and only files in the format .arena hold them"
            )

    def renumbered(self, vertices: NDArray[np.int64]) -> Self:
        """Return the objective on another arena, as the base class says; a new vertex is no end that it names."""
        return replace(self, **{name: np.append(ends, False)[vertices] for name, ends in self.arrays.items()})


def _require_ends(arena: Arena, name: str, ends: NDArray[np.int64]) -> None:
    """Raise `GameError` unless all of these vertices are such as `NormalPlay` has in the field of this name."""
    degree = arena.out_degree[ends]
    if name != "drawn":
        wrong, found, expected = degree > 0, "has a move", "vertices without one"
    else:
        wrong, found, expected = degree != 1, "has another move, or none", "vertices whose only move is to themselves"
        alone = np.flatnonzero(~wrong)
        wrong[alone] = arena.successors[arena.indptr[ends[alone]]] != ends[alone]
    for v in ends[wrong].tolist():
        raise GameError(f"{name} names {arena.label(v)}, which {found}; expected {expected}, where the game is over")


@dataclass(frozen=True, eq=False)
class MiserePlay(_LastMove):
    """A player who cannot move wins; an endless play is a draw. With or without owners.

    Examples
    --------
    >>> from graphgames import MiserePlay, NormalPlay, solve
    >>> heap = {3: [2, 1], 2: [1, 0], 1: [0], 0: []}
    >>> [solve(heap, play).winner.tolist() for play in (NormalPlay(), MiserePlay())]
    [[1, 0, 0, 1], [0, 1, 0, 0]]
    """

    name: ClassVar[str] = "misere"
    title: ClassVar[str] = "misère play"
    aims: ClassVar[tuple[str, str]] = NOT_LAST_MOVE

    def winner_at_ends(self, owner: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the player who is to move."""
        return owner.copy()
