"""Strategies: what a player does where he wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import frozen, plain_array
from graphgames.core.errors import GameError
from graphgames.core.remembering import ReadOnly


@dataclass(frozen=True, eq=False)
class Strategy(ReadOnly):
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
        object.__setattr__(self, "moves", vertex_codes(self.moves, "the strategy", np.int32, -1))

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


def vertex_codes(values: Any, what: str, dtype: Any, least: int) -> NDArray[Any]:
    """Return integers of a solution as a read-only array of a type in which none of them turns into another.

    Raises
    ------
    GameError
        If they are no row of integers from ``least`` on that the type can hold.
    """
    array = plain_array(values, what)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iub"):
        raise GameError(f"{what} has shape {array.shape} and dtype {array.dtype}; expected an integer for each vertex")
    if array.size and array.dtype != dtype:
        top = np.iinfo(dtype).max
        if int(array.min()) < least or int(array.max()) > top:
            v = int(np.argmax((array < least) | (array > top)))
            raise GameError(f"{what} says {array[v]} for vertex {v}; expected {least} to {top}")
    return frozen(array, dtype)
