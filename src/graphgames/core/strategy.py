"""Strategies: what a player does where he wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import frozen

if TYPE_CHECKING:
    pass


@dataclass(frozen=True, eq=False)
class Strategy:
    """For each vertex the move its owner should make, as the next vertex; -1 where there is none to make.

    There is a move exactly where the player who moves wins and still has something to do: on an arena with owners that
    covers both players at once, since each vertex belongs to one of them.

    Nothing is left to do at a dead end, in the target of a reachability game and at an unsafe vertex of a safety game.
    A draw is not won, so no move stands there.

    Attributes
    ----------
    moves : ndarray of int32, shape (n,)
        The next vertex, or -1.
    """

    moves: NDArray[np.int32]

    def __post_init__(self) -> None:
        object.__setattr__(self, "moves", frozen(self.moves, np.int32))

    def __getitem__(self, v: int) -> int | None:
        move = int(self.moves[v])
        return None if move < 0 else move

    def __len__(self) -> int:
        return self.moves.size

    def __iter__(self) -> Iterator[int | None]:
        return (None if move < 0 else move for move in self.moves.tolist())

    def to_dict(self) -> dict[int, int]:
        """Return the moves as a dictionary from vertex to next vertex, without the vertices that have none."""
        chosen = np.flatnonzero(self.moves >= 0)
        return dict(zip(chosen.tolist(), self.moves[chosen].tolist(), strict=True))
