"""Strategies with finite memory: Mealy machines over an arena.

They have the same methods as memoryless strategies; they can be written as plain data and read back, drawn with the
states of their memory, and checked. Their product with the arena is an arena on which the strategy needs no memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphgames.core.arena import Arena
from graphgames.core.arrays import frozen
from graphgames.core.drawing import Drawable
from graphgames.core.errors import GameError, counted
from graphgames.core.memory import Automaton, product
from graphgames.core.report import Failure, Report
from graphgames.core.strategy import Playable, Strategy

_SHOWN = 20


class Followed(NamedTuple):
    """The plays that a strategy with memory allows, as an arena.

    Its vertices are pairs of a vertex and a state of the memory. Where the strategy has a move, the edges are those to
    its vertex; elsewhere all. Owners, probabilities and data are those of the arena that is played on. ``strategy`` has
    the same moves, which need no memory any more; ``vertex`` and ``memory`` are the two of each pair.
    """

    arena: Arena
    strategy: Strategy
    vertex: NDArray[np.int64]
    memory: NDArray[np.int64]


@dataclass(frozen=True, eq=False, repr=False)
class FiniteMemoryStrategy(Playable, Drawable):
    """A Mealy machine over an arena: the move depends on the vertex and on the state of the memory.

    Parameters
    ----------
    arena : Arena
        The arena, with n vertices and m edges.
    moves : array_like of int32, shape (k, n)
        The next vertex for each of k states of the memory and each vertex, or -1 where there is no move to make.
    update : array_like of int32, shape (k, n) or (k, m)
        The next state of the memory for each state and each vertex that the play leaves, or each edge that it takes.
    start : int or array_like of int32, shape (n,)
        The state in which a play begins, one for all vertices or one for each.
    names : sequence of str, optional
        A name for each state of the memory; by default its number.
    by_edge : bool, optional
        Whether ``update`` goes by edges; its shape says so unless there are as many edges as vertices.

    Raises
    ------
    GameError
        If the shapes do not fit each other, or a number is out of range. Whether moves are edges is for `check` to say.

    Examples
    --------
    Go round by turns: from 0 first to 1, then to 2.

    >>> arena = Arena.from_edges([(0, 1), (0, 2), (1, 0), (2, 0)], owner=[0, 1, 1])
    >>> turns = FiniteMemoryStrategy(arena, [[1, -1, -1], [2, -1, -1]], [[1, 0, 0], [0, 1, 1]])
    >>> turns
    FiniteMemoryStrategy(2 states of memory, Arena(n=3, m=4, owned))
    >>> turns.play(0, opponent=lambda v: 0, limit=5)
    [0, 1, 0, 2, 0, 1]
    """

    arena: Arena
    moves: NDArray[np.int32]
    update: NDArray[np.int32]
    start: NDArray[np.int32]
    names: tuple[str, ...]
    by_edge: bool

    def __init__(
        self,
        arena: Arena,
        moves: ArrayLike,
        update: ArrayLike,
        start: ArrayLike = 0,
        names: Sequence[str] | None = None,
        by_edge: bool | None = None,
    ):
        table = _table("moves", moves, -1, arena.n - 1)
        count = table.shape[0]
        if table.ndim != 2 or table.shape[1] != arena.n or not count:
            raise GameError(f"moves has shape {table.shape}; expected (states of memory, {arena.n})")
        then = _table("update", update, 0, count - 1)
        if by_edge is None:
            by_edge = then.shape == (count, arena.m) and arena.m != arena.n
        width = arena.m if by_edge else arena.n
        if then.shape != (count, width):
            wanted = f"({count}, {arena.n}) by vertices or ({count}, {arena.m}) by edges"
            raise GameError(f"update has shape {then.shape}; expected {wanted}")
        first = _table("start", start, 0, count - 1)
        if first.ndim and first.shape != (arena.n,):
            raise GameError(f"start has shape {first.shape}; expected one state of the memory, or {arena.n}")
        called = tuple(map(str, range(count) if names is None else names))
        if len(called) != count or len(set(called)) != count:
            raise GameError(f"the names of the memory are {called}; expected {count} different ones")
        values = arena, table, then, np.broadcast_to(first, (arena.n,)), called, by_edge
        for name, value in zip(self.__dataclass_fields__, values, strict=True):
            object.__setattr__(self, name, frozen(value, np.int32) if isinstance(value, np.ndarray) else value)

    @classmethod
    def of(cls, strategy: Strategy, arena: Arena) -> Self:
        """Return a memoryless strategy as a machine with one state of memory."""
        return cls(arena, strategy.moves[None], np.zeros((1, arena.n), np.int32))

    @property
    def memory(self) -> int:
        """The number of memory states."""
        return len(self.names)

    def first(self, v: int) -> int:
        """Return the state of the memory when a play begins at vertex v."""
        return int(self.start[v])

    def move(self, v: int, memory: int = 0) -> int | None:
        """Return the vertex to move to from v, or None where there is no move to make."""
        move = int(self.moves[memory, v])
        return None if move < 0 else move

    def after(self, memory: int, v: int, w: int) -> int:
        """Return the state of the memory after a move from v to w, along the first edge if there are several."""
        if not self.by_edge:
            return int(self.update[memory, v])
        there = np.flatnonzero(self.arena.successors_of(v) == w)
        if not there.size:
            raise GameError(f"there is no edge from {self.arena.label(v)} to {self.arena.label(w)}")
        return int(self.update[memory, self.arena.indptr[v] + there[0]])

    def to_data(self) -> dict[str, Any]:
        """Return the strategy as plain data that JSON can hold; ``strategy_from_data`` reads it."""
        return {
            "memory": list(self.names),
            "start": self.start.tolist(),
            "by": "edge" if self.by_edge else "vertex",
            "update": self.update.tolist(),
            "moves": self.moves.tolist(),
        }

    @property
    def automaton(self) -> Automaton:
        """The memory alone: what it keeps of a play."""
        tails, table, by_edge = self.arena.tails, self.update, self.by_edge
        return Automaton(
            self.memory, self.start, lambda memory, edge: table[memory, edge if by_edge else tails[edge]], self.names
        )

    def followed(self, begin: ArrayLike | None = None) -> Followed:
        """Return the plays from some vertices, by default from all, in which the strategy is followed.

        O(k (n + m)) for k states of the memory.
        """
        arena, n = self.arena, self.arena.n
        from_where = np.arange(n) if begin is None else np.unique(np.asarray(begin, np.int64))
        if from_where.size and not 0 <= from_where[0] <= from_where[-1] < n:
            raise GameError(f"plays begin at a vertex from 0 to {n - 1}")
        tails = arena.tails

        def taken(memory: NDArray[np.int64], edge: NDArray[np.int64]) -> NDArray[np.bool_]:
            move = self.moves[memory, tails[edge]]
            return np.asarray((move < 0) | (move == arena.successors[edge]))

        pairs = product(arena, self.automaton, from_where, taken)
        moves = np.full(pairs.arena.n, -1, np.int32)
        own = np.flatnonzero((self.moves[pairs.memory, pairs.vertex] >= 0) & (pairs.arena.out_degree > 0))
        moves[own] = pairs.arena.successors[pairs.arena.indptr[own]]
        return Followed(pairs.arena, Strategy(moves), pairs.vertex, pairs.memory)

    def check(self, needed: ArrayLike = ()) -> Report:
        """Check that every move is an edge, and that there is a move wherever one is needed.

        ``needed`` are the vertices, as numbers or a mask, where the strategy must have a move, in whatever state of the
        memory a play that begins at one of them and follows the strategy comes there. The failures of the report name
        the vertex and the state of the memory.
        """
        arena = self.arena
        given = np.asarray(needed)
        wanted = np.zeros(arena.n, np.bool_)
        wanted[given if given.size else []] = True
        edges = np.zeros(self.moves.shape, np.bool_)
        for q in range(self.memory):  # a state at a time, to need the room of one
            hits = self.moves[q, arena.tails] == arena.successors
            edges[q, arena.tails[hits]] = True
        bad = [
            Failure(
                v,
                f"{self._at(q, v)}the strategy moves to {arena.label(int(self.moves[q, v]))}, which is not a successor",
            )
            for q, v in np.argwhere((self.moves >= 0) & ~edges).tolist()
        ]
        for q, k in np.argwhere(self.moves[:, arena.chance_vertices] >= 0).tolist():
            v = int(arena.chance_vertices[k])
            bad.append(Failure(v, f"{self._at(q, v)}the strategy has a move, but chance moves there"))
        plays = self.followed(np.flatnonzero(wanted))
        where = wanted[plays.vertex]
        silent = where & (self.moves[plays.memory, plays.vertex] < 0)
        for v, q in zip(plays.vertex[silent].tolist(), plays.memory[silent].tolist(), strict=True):
            bad.append(Failure(v, f"{self._at(q, v)}the strategy has no move"))
        looked = int(np.count_nonzero(self.moves >= 0)) + int(np.count_nonzero(where))
        return Report(looked, tuple(bad[:_SHOWN]), len(bad))

    def _at(self, memory: int, v: int) -> str:
        named = "" if self.arena.labels is None else f"at {self.arena.label(v)}, "
        return named if self.memory == 1 else f"{named}with memory {self.names[memory]}, "

    def __repr__(self) -> str:
        return f"FiniteMemoryStrategy({counted(self.memory, 'state')} of memory, {self.arena!r})"


def strategy_from_data(data: object, arena: Arena) -> Strategy | FiniteMemoryStrategy:
    """Return the strategy over an arena that `Playable.to_data` wrote; raise `GameError` if the data are none.

    Examples
    --------
    >>> arena = Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1])
    >>> import json
    >>> strategy_from_data(json.loads(Strategy([1, -1]).to_json()), arena).move(0)
    1
    """
    if not isinstance(data, dict) or "moves" not in data:
        raise GameError('this is not a strategy; expected an object with "moves"')
    if "memory" not in data:
        moves = _table("moves", data["moves"], -1, arena.n - 1)
        if moves.shape != (arena.n,):
            raise GameError(f"moves has shape {moves.shape}; expected ({arena.n},)")
        return Strategy(moves)
    missing = [key for key in ("update", "start", "by") if key not in data]
    if missing:
        raise GameError(f'the strategy has no "{missing[0]}"')
    if data["by"] not in ("edge", "vertex"):
        raise GameError(f'"by" is {data["by"]!r}; expected "vertex" or "edge"')
    if not isinstance(data["memory"], list):
        raise GameError('"memory" is not a list of names; expected a name for each state of the memory')
    return FiniteMemoryStrategy(
        arena, data["moves"], data["update"], data["start"], data["memory"], data["by"] == "edge"
    )


def _table(what: str, given: ArrayLike, low: int, high: int) -> NDArray[np.int32]:
    """Return integers within a range as an array."""
    try:
        array = np.asarray(given)
    except ValueError:
        raise GameError(f"{what} has rows of different lengths") from None
    if array.size and array.dtype.kind not in "iu":
        raise GameError(f"{what} has dtype {array.dtype}; expected integers")
    outside = (array < low) | (array > high) if array.size else np.zeros(0, np.bool_)
    if outside.any():
        raise GameError(f"{what} has the entry {array[outside].flat[0]}; expected {low} to {high}")
    return array.astype(np.int32)
