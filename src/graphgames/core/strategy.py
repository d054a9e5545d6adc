"""Strategies: what a player does at each vertex, perhaps by what he remembers of the play.

Both kinds can be played: `Playable.start` and `Playable.move` say how. Vertices and edges are numbers here, as in all
arrays.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Protocol, Self, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphgames.core.arena import Arena
from graphgames.core.arguments import integer, place, replies
from graphgames.core.arrays import owned, plain_array
from graphgames.core.drawing import Drawable
from graphgames.core.errors import GameError, counted, shown
from graphgames.core.memory import Automaton, Numbers, Product, product
from graphgames.core.remembering import ReadOnly
from graphgames.core.report import Failure, Report
from graphgames.core.solution_base import followed
from graphgames.core.unknown_attributes import Suggesting

Taken: TypeAlias = Callable[[int, Sequence[int]], int]


class Acting(Protocol):
    """What names the actions of a strategy."""

    @property
    def policy(self) -> Mapping[Any, Any]:
        """From each state to its action."""

    def action(self, state: object) -> Any:
        """Return the action in a state."""


_SHOWN = 20


class Playable(Suggesting):
    """The interface of strategies; a memoryless one has a single state of memory, number 0."""

    arena: Arena | None
    """Where it is played; the strategy of a solution knows its arena."""
    automaton: Automaton
    """The memory: what it keeps of a play."""
    taken: Taken | None = None
    """Chooses among the numbers of parallel edges, given their tail; without it the first is taken."""
    acts: Acting | None = None
    """Names the moves, where these are actions: the solution of a model."""

    @property
    @abstractmethod
    def opening(self) -> NDArray[np.int32]:
        """The next vertex, or -1, where a play begins, shape (n,)."""

    @abstractmethod
    def next(self, v: int, memory: int) -> int | None:
        """Return the vertex to move to from v, or None where there is no move to make."""

    @abstractmethod
    def to_data(self) -> dict[str, Any]:
        """Return the strategy as plain data that JSON can hold."""

    def __len__(self) -> int:
        return self.opening.size

    def __iter__(self) -> Iterator[int | None]:
        return (None if move < 0 else move for move in self.opening.tolist())

    @overload
    def __getitem__(self, position: int) -> int | None: ...
    @overload
    def __getitem__(self, position: Any) -> Any: ...

    def __getitem__(self, position: Any) -> Any:
        """Return the first move from a vertex: by a number the number of the next, by a label its label; the action
        in a state of a model.
        """
        if self.acts is not None:
            return self.acts.action(position)
        if isinstance(position, int | np.integer) and not isinstance(position, bool):
            return self.first(int(position))
        if self.arena is None:
            raise GameError(f"the strategy belongs to no arena with a vertex {shown(position)}; expected a number")
        move = self.first(self.arena.vertex(position))
        return None if move is None else self.arena.label(move)

    def keys(self) -> list[Any]:
        """Return the vertices with a first move, as ``strategy[vertex]`` takes them; what ``dict(strategy)`` asks for.

        Raise `GameError` where labels are numbers other than those of the vertices: `to_dict` goes by labels.
        """
        found = list(self.to_dict())
        arena = None if self.acts is not None else self.arena
        if arena is not None and any(isinstance(v, int | np.integer) and arena.vertex(v) != v for v in found):
            raise GameError("the labels are numbers, and not those of the vertices; strategy.to_dict() goes by labels")
        return found

    def items(self) -> Iterable[tuple[Any, Any]]:
        """Return the pairs of `to_dict`."""
        return self.to_dict().items()

    def first(self, v: int) -> int | None:
        """Return the vertex to move to from v when a play begins, or None where there is no move to make."""
        return self.next(v, self.start(v))

    def continued(self, memory: int) -> Self:
        """Return the strategy of plays that begin with this state of the memory."""
        return self

    def to_dict(self) -> dict[Any, Any]:
        """Return the first moves as a dictionary from vertex to next vertex, without the vertices that have none.

        The vertices are labels where the arena has some, else numbers. Of a model it is the action from each state.
        """
        if self.acts is not None:
            return dict(self.acts.policy)
        decided = np.flatnonzero(self.opening >= 0).tolist()
        label = (lambda v: v) if self.arena is None else self.arena.label
        return {label(v): label(w) for v, w in zip(decided, self.opening[decided].tolist(), strict=True)}

    def start(self, v: int) -> int:
        """Return the state of the memory when a play begins at vertex v."""
        return self.automaton.begin(v if self.arena is None else place(v, self.arena.n, "a vertex"))

    def move(self, v: int, memory: int = 0) -> tuple[int, int] | None:
        """Return the edge to take from v and the state of the memory after it, None where there is no move to make.

        Of parallel edges it is the one that is best for whoever moves, if the strategy is a solution's, else the first.
        Raise `GameError` if the strategy is not on an arena, or goes along no edge.
        """
        w = self.next(v, memory)
        if w is None:
            return None
        edge = self._edge(v, w)
        return edge, self.after(memory, edge)

    def after(self, memory: int, edge: int) -> int:
        """Return the state of the memory after an edge that anybody takes."""
        if self.automaton.states is not None:
            memory = place(memory, self.automaton.states, "a state of the memory")
        return self.automaton.after(memory, edge if self.arena is None else place(edge, self.arena.m, "an edge"))

    def along(self, memory: int, v: int, w: int) -> int:
        """Return the state of the memory after a move from v to w, along the first edge if there are several."""
        return memory if self.automaton.states == 1 else self.after(memory, self._edge(v, w))

    def _edge(self, v: int, w: int) -> int:
        if self.arena is None:
            raise GameError("the strategy belongs to no arena; take one from a solution, or strategy.on(arena)")
        edges = self.arena.between(v, w)
        if not edges:
            raise GameError(f"there is no edge from {self.arena.label(v)} to {self.arena.label(w)}")
        return edges[0] if self.taken is None or len(edges) == 1 else self.taken(v, edges)

    def to_json(self) -> str:
        """Return the strategy as JSON."""
        import json

        return json.dumps(self.to_data(), separators=(",", ":"), ensure_ascii=False)

    def play(
        self, v: int, opponent: Callable[[int], int | None] | Mapping[int, int] | None = None, limit: int = 1000
    ) -> list[int]:
        """Follow the strategy from a vertex for at most so many moves, and return the vertices in order.

        The opponent, a function or a dictionary, has the next vertex where the strategy has no move, or None to stop.
        By default the play stops there, and where it has run into a cycle, so that its last vertex came before.
        """
        reply = replies(opponent)

        def after(v: int, memory: int) -> tuple[int, int] | None:
            w = self.next(v, memory)
            if w is None and reply is not None:
                w = reply(v)
            return None if w is None else (w, self.along(memory, v, w))

        return followed(v, self.start(v), after, integer(limit, "the limit"), closes=reply is None)


@dataclass(frozen=True, eq=False, repr=False)
class Strategy(Playable, ReadOnly):
    """For each vertex the move its owner should make, as the next vertex; -1 where there is none to make.

    There is a move exactly where the player who moves wins and still has something to do: on an arena with owners that
    covers both players at once, since each vertex belongs to one of them.

    Nothing is left to do at a dead end, in the target of a reachability game and at an unsafe vertex of a safety game.
    A draw is not won, so no move stands there.

    Examples
    --------
    >>> from graphgames import Reach, solve
    >>> solution = solve({"a": ["a", "b"], "b": []}, Reach(["b"]), owner={"a": 0, "b": 1})
    >>> solution.strategy["a"], solution.strategy.to_dict()
    ('b', {'a': 'b'})
    """

    moves: NDArray[np.int32]
    """The next vertex, or -1, shape (n,)."""
    arena: Arena | None = None
    """Where it is played, if that is known."""
    taken: Taken | None = None
    """Which of parallel edges it takes, if a solution says so."""
    acts: Acting | None = None
    """What names its moves, if these are actions."""
    automaton = Automaton(1, 0, lambda memory, edge: memory)

    def __post_init__(self) -> None:
        object.__setattr__(self, "moves", vertex_codes(self.moves, "the strategy", np.int32, -1))

    def __repr__(self) -> str:
        if self.acts is not None:  # of a model, whose vertices are states and actions
            return f"Strategy(actions at {counted(len(self.acts.policy), 'state')})"
        moves = counted(int((self.moves >= 0).sum()), "move")
        return f"Strategy({moves} at {counted(len(self), 'vertex', 'vertices')})"

    def __str__(self) -> str:
        """Return what it is, and its first moves."""
        moves = list(self.to_dict().items())
        lines = [f"{tail} -> {head}" for tail, head in moves[:_SHOWN]]
        more = [f"... {len(moves) - _SHOWN:,} more"] if len(moves) > _SHOWN else []
        return "\n".join([repr(self), *lines, *more])

    def on(self, arena: Arena | None, taken: Taken | None = None, acts: Acting | None = None) -> Strategy:
        """Return the strategy on an arena, how it chooses among parallel edges, and what names its moves."""
        return replace(self, arena=arena, taken=taken, acts=acts)

    @property
    def opening(self) -> NDArray[np.int32]:
        """The moves."""
        return self.moves

    def start(self, v: int) -> int:
        """Return 0, the only state of the memory."""
        place(v, self.moves.size, "a vertex")
        return 0

    def next(self, v: int, memory: int = 0) -> int | None:
        move = int(self.moves[place(v, self.moves.size, "a vertex")])
        return None if move < 0 else move

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

    def to_data(self) -> dict[str, Any]:
        return {"moves": self.moves.tolist()}


@dataclass(frozen=True, eq=False)
class InTurn(Strategy):
    """A strategy that takes some edges of a vertex in turn: it remembers for each vertex which of them is next.

    The move there is the first. There are so many states of this memory that they are no table: each is a number of any
    size, some bits of which belong to each vertex.

    >>> arena = Arena.from_edges([(0, 0), (0, 1), (1, 0)], owner=[0, 1])
    >>> both = InTurn([1, -1], arena, turns=np.array([True, True, False]))
    >>> both.play(0, opponent=lambda v: 0, limit=5)
    [0, 1, 0, 0, 1, 0]
    """

    turns: NDArray[np.bool_] | None = None
    """The edges that are taken in turn, shape (m,)."""
    begins: int = 0
    """The state in which a play begins."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.turns is not None:
            object.__setattr__(self, "turns", owned(self.turns, np.bool_))

    @cached_property
    def _heads(self) -> dict[int, tuple[int, list[int]]]:
        """For each vertex where there is a choice the place of its bits, and the moves beginning with the first."""
        arena = self.arena
        if arena is None or self.turns is None:
            return {}
        edges = np.flatnonzero(self.turns)
        heads: dict[int, list[int]] = {}
        for v, w in zip(arena.tails[edges].tolist(), arena.successors[edges].tolist(), strict=True):
            heads.setdefault(v, [int(self.moves[v])]).append(w)
        found, place = dict[int, tuple[int, list[int]]](), 0
        for v, several in heads.items():
            if len(different := list(dict.fromkeys(several))) > 1:
                found[v] = (place, different)
                place += len(different).bit_length()
        return found

    @cached_property
    def _tails(self) -> list[int]:
        return [] if self.arena is None else self.arena.tails.tolist()

    @property
    def automaton(self) -> Automaton:  # type: ignore[override]
        """The memory."""
        return Automaton(None, 0, _too_many, self._in_words) if self._heads else Strategy.automaton

    def continued(self, memory: int) -> Self:
        return replace(self, begins=memory)

    def start(self, v: int) -> int:
        """Return the state of the memory when a play begins."""
        return self.begins

    def _next(self, v: int, memory: int) -> int:
        place, heads = self._heads[v]
        return memory >> place & (1 << len(heads).bit_length()) - 1

    def next(self, v: int, memory: int = 0) -> int | None:
        return self._heads[v][1][self._next(v, memory)] if v in self._heads else super().next(v)

    def after(self, memory: int, edge: int) -> int:
        assert self.arena is not None
        v = self._tails[place(edge, self.arena.m, "an edge")]
        if v not in self._heads:
            return memory
        (bits, heads), now = self._heads[v], self._next(v, memory)
        return memory + ((now + 1) % len(heads) - now << bits)

    def _in_words(self, memory: int) -> str:
        """Return the vertices where the next move is not the first one."""
        assert self.arena is not None
        label, now = self.arena.label, {v: heads[self._next(v, memory)] for v, (_, heads) in self._heads.items()}
        names = [f"{label(v)} -> {label(w)}" for v, w in now.items() if w != self.moves[v]]
        return ", ".join(names[:_SHOWN]) + ", ..." * (len(names) > _SHOWN)


def _too_many(memory: Numbers, edge: Numbers) -> Numbers:
    """Refuse to go on by tables."""
    raise GameError("a strategy that takes edges in turn has too many states of memory for a table")


class Followed(NamedTuple):
    """The plays that a strategy with memory allows: their product with it, and the strategy on that.

    Where the strategy has a move, the edges are those to its vertex; elsewhere all. On the product the strategy needs
    no memory any more.
    """

    plays: Product
    strategy: Strategy


@dataclass(frozen=True, eq=False, repr=False)
class FiniteMemoryStrategy(Playable, Drawable):
    """A Mealy machine over an arena: the move depends on the vertex and on the state of the memory.

    Parameters
    ----------
    arena : Arena
        The arena, with n vertices and m edges.
    moves : array_like of int32, shape (k, n)
        The next vertex for each of k states of the memory and each vertex, or -1 where there is no move to make.
    update : array_like of int, shape (k, n) or (k, m), or Automaton
        The next state of the memory for each state and each vertex that the play leaves, or each edge that it takes; or
        the automaton that is the memory.
    start : int or array_like of int, shape (n,)
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
    >>> turns.start(0), turns.move(0, 0), turns.move(0, 1)
    (0, (0, 1), (1, 0))
    >>> turns.play(0, opponent=lambda v: 0, limit=5)
    [0, 1, 0, 2, 0, 1]
    """

    arena: Arena
    moves: NDArray[np.int32]
    automaton: Automaton

    def __init__(
        self,
        arena: Arena,
        moves: ArrayLike,
        update: ArrayLike | Automaton,
        start: ArrayLike = 0,
        names: Sequence[str] | None = None,
        by_edge: bool | None = None,
    ):
        table = _table("moves", moves, -1, arena.n - 1)
        count = table.shape[0] if table.ndim else 0
        if table.ndim != 2 or table.shape[1] != arena.n or not count:
            raise GameError(f"moves has shape {table.shape}; expected (states of memory, {arena.n})")
        automaton = update
        if not isinstance(automaton, Automaton):
            automaton = _automaton(arena, count, automaton, start, names, by_edge)
        if automaton.states != count:
            raise GameError(f"the memory has {automaton.states} states, but moves has {count} rows; expected as many")
        put = {"arena": arena, "moves": owned(table, np.int32), "automaton": automaton}
        self.__dict__.update(put)

    @classmethod
    def of(cls, strategy: Strategy, arena: Arena) -> Self:
        """Return a memoryless strategy as a machine with one state of memory."""
        return cls(arena, strategy.moves[None], strategy.automaton)

    @property
    def memory(self) -> int:
        """The number of memory states."""
        return len(self.moves)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the memory states."""
        return tuple(map(self.automaton.name, range(self.memory)))

    @property
    def opening(self) -> NDArray[np.int32]:
        vertices = np.arange(self.arena.n)
        found: NDArray[np.int32] = self.moves[self.automaton.starts(vertices), vertices]
        return found

    def next(self, v: int, memory: int) -> int | None:
        known = place(memory, self.memory, "a state of the memory"), place(v, self.arena.n, "a vertex")
        move = int(self.moves[known])
        return None if move < 0 else move

    def continued(self, memory: int) -> Self:
        made = copy(self)
        made.__dict__["automaton"] = replace(self.automaton, start=memory)
        return made

    def choosing(self, taken: Taken, acts: Acting | None = None) -> Self:
        """Return the strategy that chooses so among parallel edges, and whose moves are named so."""
        made = copy(self)
        made.__dict__.update({"taken": taken, "acts": acts})
        return made

    def to_data(self) -> dict[str, Any]:
        memory, edge = np.divmod(np.arange(self.memory * self.arena.m), max(self.arena.m, 1))
        return {
            "memory": list(self.names),
            "start": self.automaton.starts(np.arange(self.arena.n)).tolist(),
            "by": "edge",
            "update": self.automaton.updated(memory, edge).reshape(self.memory, self.arena.m).tolist(),
            "moves": self.moves.tolist(),
        }

    def followed(self, begin: ArrayLike | None = None) -> Followed:
        """Return the plays from some vertices, by default from all, in which the strategy is followed.

        O(k (n + m)) for k states of the memory.
        """
        arena, n = self.arena, self.arena.n
        from_where = np.arange(n) if begin is None else np.unique(np.asarray(begin, np.int64))
        if from_where.size and not 0 <= from_where[0] <= from_where[-1] < n:
            raise GameError(f"plays begin at a vertex from 0 to {n - 1}")
        tails = arena.tails

        def taken(memory: Numbers, edge: Numbers) -> NDArray[np.bool_]:
            move = self.moves[memory, tails[edge]]
            return np.asarray((move < 0) | (move == arena.successors[edge]))

        plays = product(arena, self.automaton, from_where, taken)
        return Followed(plays, Strategy(plays.lifted(self.moves), plays.arena))

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
        moving, chance = self.moves >= 0, np.zeros(arena.n, np.bool_)
        chance[arena.chance_vertices] = True
        plays = self.followed(np.flatnonzero(wanted)).plays
        where = wanted[plays.vertex]
        silent = where & ~moving[plays.memory, plays.vertex]
        bad = [
            (q, v, f"moves to {arena.label(int(self.moves[q, v]))}, which is not a successor")
            for q, v in np.argwhere(moving & ~edges).tolist()
        ]
        bad += [(q, v, "has a move, but chance moves there") for q, v in np.argwhere(moving & chance).tolist()]
        bad += [(q, v, "has no move") for q, v in np.column_stack([plays.memory, plays.vertex])[silent].tolist()]
        failures = [Failure(v, f"{self._at(q, v)}the strategy {words}") for q, v, words in bad[:_SHOWN]]
        return Report(int(np.count_nonzero(moving)) + int(np.count_nonzero(where)), tuple(failures), len(bad))

    def _at(self, memory: int, v: int) -> str:
        named = "" if self.arena.labels is None else f"at {self.arena.label(v)}, "
        return named if self.memory == 1 else f"{named}with memory {self.automaton.name(memory)}, "

    def __repr__(self) -> str:
        return f"FiniteMemoryStrategy({counted(self.memory, 'state')} of memory, {self.arena!r})"


def _automaton(
    arena: Arena, count: int, update: ArrayLike, start: ArrayLike, names: Sequence[str] | None, by_edge: bool | None
) -> Automaton:
    """Return the memory that tables describe."""
    then = _table("update", update, 0, count - 1)
    if by_edge is None:
        by_edge = then.shape == (count, arena.m) and arena.m != arena.n
    if then.shape != (count, arena.m if by_edge else arena.n):
        wanted = f"({count}, {arena.n}) by vertices or ({count}, {arena.m}) by edges"
        raise GameError(f"update has shape {then.shape}; expected {wanted}")
    first = _table("start", start, 0, count - 1)
    if first.ndim and first.shape != (arena.n,):
        raise GameError(f"start has shape {first.shape}; expected one state of the memory, or {arena.n}")
    called = tuple(map(str, range(count) if names is None else names))
    if len(called) != count or len(set(called)) != count:
        raise GameError(f"the names of the memory are {called}; expected {count} different ones")
    return Automaton(count, first, then if by_edge else then[:, arena.tails], called)


def _table(what: str, given: ArrayLike, low: int, high: int) -> NDArray[np.int32]:
    """Return integers within a range as an array."""
    try:
        array = np.asarray(given)
    except ValueError:
        raise GameError(f"{what} has rows of different lengths") from None
    if array.size and array.dtype.kind not in "iu":
        raise GameError(f"{what} has dtype {array.dtype}; expected integers")
    if array.size and (int(array.min()) < low or int(array.max()) > high):
        outside = (array < low) | (array > high)
        raise GameError(f"{what} has the entry {array[outside].flat[0]}; expected {low} to {high}")
    return array.astype(np.int32, copy=False)


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
    return owned(array, dtype)
