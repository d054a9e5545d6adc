"""Memoryless strategies: the move of each player where he wins.

Strategies with memory are in ``graphgames.core.finite_memory``. Both kinds return moves, can be followed, and can be
written as JSON. Vertices are numbers here, as in all arrays.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import frozen, plain_array
from graphgames.core.errors import GameError
from graphgames.core.remembering import ReadOnly


class Playable(ABC):
    """The interface of strategies; a memoryless one has a single memory state, number 0."""

    @abstractmethod
    def first(self, v: int) -> int:
        """Return the state of the memory when a play begins at vertex v."""

    @abstractmethod
    def move(self, v: int, memory: int = 0) -> int | None:
        """Return the vertex to move to from v, or None where there is no move to make."""

    @abstractmethod
    def after(self, memory: int, v: int, w: int) -> int:
        """Return the state of the memory after a move from v to w."""

    @abstractmethod
    def to_data(self) -> dict[str, Any]:
        """Return the strategy as plain data that JSON can hold; ``graphgames.core.finite_memory`` reads it."""

    def to_json(self) -> str:
        """Return the strategy as JSON; ``graphgames.core.finite_memory`` reads it, once it is parsed."""
        import json

        return json.dumps(self.to_data(), separators=(",", ":"), ensure_ascii=False)

    def play(self, v: int, opponent: Callable[[int], int | None] | None = None, limit: int = 1000) -> list[int]:
        """Follow the strategy from a vertex for at most so many moves, and return the vertices in order.

        The opponent returns the next vertex where the strategy has no move, or None to stop; by default the play stops
        there, and where it has run into a cycle, so that its last vertex is one that came before.
        """
        walk, memory, seen = [v], self.first(v), {(v, self.first(v))}
        while len(walk) <= limit:
            w = self.move(v, memory)
            if w is None and opponent is not None:
                w = opponent(v)
            if w is None:
                break
            v, memory = w, self.after(memory, v, w)
            walk.append(v)
            if opponent is None and (v, memory) in seen:
                break
            seen.add((v, memory))
        return walk


@dataclass(frozen=True, eq=False)
class Strategy(Playable, ReadOnly):
    """For each vertex the move its owner should make, as the next vertex; -1 where there is none to make.

    There is a move exactly where the player who moves wins and still has something to do: on an arena with owners that
    covers both players at once, since each vertex belongs to one of them.

    Nothing is left to do at a dead end, in the target of a reachability game and at an unsafe vertex of a safety game.
    A draw is not won, so no move stands there.
    """

    moves: NDArray[np.int32]
    """The next vertex, or -1, shape (n,)."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "moves", vertex_codes(self.moves, "the strategy", np.int32, -1))

    def __getitem__(self, v: int) -> int | None:
        move = int(self.moves[v])
        return None if move < 0 else move

    def __len__(self) -> int:
        return self.moves.size

    def __iter__(self) -> Iterator[int | None]:
        return (None if move < 0 else move for move in self.moves.tolist())

    def first(self, v: int) -> int:
        """Return 0, the only state of the memory."""
        return 0

    def move(self, v: int, memory: int = 0) -> int | None:
        """Return the vertex to move to from v, or None where there is no move to make."""
        return self[v]

    def after(self, memory: int, v: int, w: int) -> int:
        """Return 0, the only state of the memory."""
        return 0

    def loops(self) -> NDArray[np.bool_]:
        """Return which vertices lie on the loops that plays come to by these moves, shape (n,). O(n log n).

        Examples
        --------
        >>> Strategy([1, 2, 1, 3, -1]).loops()
        array([False,  True,  True,  True, False])
        """
        after = np.where(self.moves < 0, np.arange(self.moves.size), self.moves)
        for _ in range(self.moves.size.bit_length()):  # at last after more than n moves
            after = after[after]
        there = np.zeros(self.moves.size, np.bool_)
        there[after] = True
        return there & (self.moves >= 0)

    def to_dict(self) -> dict[int, int]:
        """Return the moves as a dictionary from vertex to next vertex, without the vertices that have none."""
        chosen = np.flatnonzero(self.moves >= 0)
        return dict(zip(chosen.tolist(), self.moves[chosen].tolist(), strict=True))

    def to_data(self) -> dict[str, Any]:
        """Return the strategy as plain data that JSON can hold; ``graphgames.core.finite_memory`` reads it."""
        return {"moves": self.moves.tolist()}


def vertex_codes(values: Any, what: str, dtype: Any, least: int) -> NDArray[Any]:
    """Return integers of a solution as a read-only array of a type in which none of them turns into another.

    Raise `GameError` if they are no row of integers from ``least`` on that the type can hold.
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
