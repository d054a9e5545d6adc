"""Memory that reads a play: an automaton over the edges of an arena, and the product of the two.

A vertex with a state of the memory is a position of its own. The product of an arena and an automaton is the arena of
these positions: what needs memory on the one needs none on the other. `product` is the only place where such an arena
is made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphgames.core.arena import Arena
from graphgames.core.arrays import offsets, owned, ranges

Numbers: TypeAlias = NDArray[np.int64]
Update: TypeAlias = Callable[[Numbers, Numbers], NDArray[Any]]
"""From states of the memory and the edges that plays take then, two arrays of one length, to the states after that."""
Allowed: TypeAlias = Callable[[Numbers, Numbers], NDArray[np.bool_]]
"""From states and edges, as there, to whether the edge exists in that state."""
_Leaving: TypeAlias = tuple[Numbers, Numbers, Numbers, Numbers]
"""Some pairs, how many edges leave each, which edges these are, and the pairs that they lead to."""


class Remembered(NamedTuple):
    """A vertex with a state of the memory, by their names."""

    vertex: Any
    memory: Any

    def __str__(self) -> str:
        return f"{self.vertex} / {self.memory}"


def vertex_of(position: Any) -> Any:
    """Return the vertex of a position that remembers something; any other position is returned as it is."""
    return position.vertex if isinstance(position, Remembered) else position


@dataclass(frozen=True, eq=False)
class Automaton:
    """A deterministic automaton whose letters are the edges of an arena.

    Attributes
    ----------
    states : int or None
        How many states it has; they are 0, 1, 2, ... None if they are found while plays go on.
    start : int or array_like of int, shape (n,)
        The state in which a play begins, one for all vertices or one for each.
    update : array_like of int, shape (states, m), or callable
        The state after each edge; or a function that computes it for arrays of states and edges.
    names : sequence of str or callable, optional
        A name for each state, or a function that makes one; by default its number.

    Examples
    --------
    Count edges modulo 2:

    >>> parity = Automaton(2, 0, lambda memory, edge: 1 - memory)
    >>> parity.begin(5), parity.after(0, 3)
    (0, 1)
    """

    states: int | None
    start: ArrayLike
    update: ArrayLike | Update
    names: Sequence[str] | Callable[[int], str] | None = None
    leaving: Numbers | None = field(init=False, default=None)
    """The states after each state and each vertex that a play leaves, where nothing else counts."""

    def __post_init__(self) -> None:
        if np.ndim(self.start):
            object.__setattr__(self, "start", owned(self.start, np.int64))
        if not callable(self.update):
            table = owned(self.update, np.int64)
            object.__setattr__(self, "update", lambda memory, edge: table[memory, edge])

    @classmethod
    def of_vertices(
        cls, table: NDArray[Any], arena: Arena, names: Sequence[str] | Callable[[int], str] | None = None
    ) -> Self:
        """Return the automaton that goes on by the vertices that a play leaves, from state 0; a table (states, n)."""
        leaving, tails = owned(table, np.int64), arena.tails
        made = cls(len(leaving), 0, lambda memory, edge: leaving[memory, tails[edge]], names)
        made.__dict__["leaving"] = leaving
        return made

    def same(self, other: Automaton, arena: Arena) -> bool:
        """Return whether another automaton is in the same states after all plays on an arena."""
        if self is other or (self.leaving is not None and other.leaving is not None):
            return self is other or np.array_equal(self.leaving, other.leaving)  # type: ignore[arg-type]
        states, vertices = self.states or 0, np.arange(arena.n)
        if other.states != states or not np.array_equal(self.starts(vertices), other.starts(vertices)):
            return False
        memory, edge = np.divmod(np.arange(states * arena.m), max(arena.m, 1))
        return np.array_equal(self.updated(memory, edge), other.updated(memory, edge))

    def begin(self, v: int) -> int:
        """Return the state in which a play begins at vertex v."""
        return int(self.starts(np.array([v]))[0])

    def after(self, memory: int, edge: int) -> int:
        """Return the state after a state and an edge, by its number."""
        return int(self.updated(np.array([memory]), np.array([edge]))[0])

    def starts(self, vertices: Numbers) -> Numbers:
        """Return the states in which plays begin at these vertices."""
        start: Any = self.start
        return start[vertices] if np.ndim(start) else np.full(vertices.size, start, np.int64)

    def updated(self, memory: Numbers, edge: Numbers) -> Numbers:
        """Return the states after these states and edges, two arrays of one length."""
        update: Any = self.update
        return np.asarray(update(memory, edge)).astype(np.int64, copy=False)

    def name(self, memory: int) -> str:
        """Return the name of a state."""
        names = str if self.names is None else self.names
        return names(memory) if callable(names) else names[memory]


@dataclass(eq=False)
class Product:
    """An arena whose vertices are pairs of a vertex and a state of the memory.

    Owners, probabilities and data are those of the first arena.

    Attributes
    ----------
    arena : Arena
        The pairs; their labels are `Remembered`, or those of the vertices if there is one state alone.
    vertex, memory : ndarray of int64, shape (n',)
        The two of each pair.
    edge : ndarray of int64, shape (m',)
        For each edge that of the first arena.
    start : ndarray of int64
        The pair in which the play begins, for each vertex where it may begin.
    """

    arena: Arena
    vertex: Numbers
    memory: Numbers
    edge: Numbers
    start: Numbers

    def lifted(self, moves: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return moves for each state and vertex, shape (k, n), as moves from pair to pair; -1 where none is an edge.

        Of parallel edges it is the first.
        """
        arena = self.arena
        heads = np.repeat(moves[self.memory, self.vertex], arena.out_degree)
        edges = np.flatnonzero(self.vertex[arena.successors] == heads)[::-1]
        found = np.full(arena.n, -1, np.int32)
        found[arena.tails[edges]] = arena.successors[edges]
        return found


def product(
    arena: Arena, automaton: Automaton, begin: ArrayLike | None = None, taken: Allowed | None = None
) -> Product:
    """Return the product of an arena and an automaton.

    Parameters
    ----------
    arena : Arena
        With n vertices and m edges.
    automaton : Automaton
        With k states.
    begin : array_like of int, optional
        Vertices where plays begin: then the product has the pairs that can be reached alone, in the order of breadth
        first search. By default it has all, and the pair of v and q has the number ``q n + v``.
    taken : callable, optional
        From states and edges, two arrays of one length, to whether the edge exists in that state; by default all do.

    It takes O(k (n + m)), or the size of what is reached.

    Examples
    --------
    >>> arena = Arena.from_edges([(0, 1), (1, 0)], labels=["here", "there"])
    >>> thrice = Automaton(3, 0, lambda memory, edge: np.minimum(memory + 1, 2))
    >>> [str(label) for label in product(arena, thrice, begin=[0]).arena.names]
    ['here / 0', 'there / 1', 'here / 2', 'there / 2']
    >>> product(arena, thrice).arena.n
    6
    """
    vertices = np.arange(arena.n) if begin is None else np.asarray(begin, np.int64)
    start, left = automaton.starts(vertices) * arena.n + vertices, partial(_left, arena, automaton, taken)
    if begin is None:
        assert automaton.states is not None
        pairs, count, edge, head = left(np.arange(automaton.states * arena.n))
    else:
        pairs, count, edge, head, start = _reached(left, start, arena.n * (automaton.states or 1))
    memory, vertex = np.divmod(pairs, max(arena.n, 1))
    made = Arena.trusted(
        offsets(count),
        head.astype(np.int32, copy=False),
        None if arena.owner is None else arena.owner[vertex],
        _Labels(arena, automaton, vertex, memory),
        None if arena.probability is None else arena.probability[edge],
        None if arena.denominator is None else arena.denominator[vertex],
        {name: values[edge] for name, values in arena.edge_data.items()},
        {name: values[vertex] for name, values in arena.vertex_data.items()},
    )
    return Product(made, vertex, memory, edge, start)


def _left(arena: Arena, automaton: Automaton, taken: Allowed | None, pairs: Numbers) -> _Leaving:
    """Return what leaves some pairs."""
    memory, vertex = np.divmod(pairs, max(arena.n, 1))
    count = arena.indptr[vertex + 1] - arena.indptr[vertex]
    edge = ranges(arena.indptr[vertex], count)
    memory = np.repeat(memory, count)
    if taken is not None:
        kept = taken(memory, edge)
        if not kept.all():
            count = np.bincount(np.repeat(np.arange(pairs.size), count)[kept], minlength=pairs.size)
            memory, edge = memory[kept], edge[kept]
    return pairs, count, edge, automaton.updated(memory, edge) * arena.n + arena.successors[edge]


def _reached(left: Callable[[Numbers], _Leaving], start: Numbers, most: int) -> tuple[Numbers, ...]:
    """Return what leaves all pairs that can be reached from some, where it leads by their numbers, and the start's."""
    number = np.zeros(most, np.int32)  # of each pair, and 1; memory is used where it is
    none = np.empty(0, np.int64)
    rounds, size = [(none, none, none, none)], 0
    number, front = _fresh(number, start)
    while front.size:
        number[front] = np.arange(size + 1, size + front.size + 1)
        size += front.size
        rounds.append(left(front))
        number, front = _fresh(number, rounds[-1][3])
    pairs, count, edge, head = (np.concatenate(part) for part in zip(*rounds, strict=True))
    return pairs, count, edge, number[head] - 1, number[start].astype(np.int64) - 1


def _fresh(number: NDArray[np.int32], pairs: Numbers) -> tuple[NDArray[np.int32], Numbers]:
    """Return the numbers with room for some pairs, and those of the pairs that have none yet, ascending."""
    most = int(pairs.max(initial=-1)) + 1
    if most > number.size:
        number = np.concatenate([number, np.zeros(max(most, 2 * number.size) - number.size, np.int32)])
    return number, np.unique(pairs[number[pairs] == 0])


@dataclass(eq=False)
class _Labels(Sequence[Any]):
    """The labels of pairs, made when they are asked for."""

    arena: Arena
    automaton: Automaton
    vertex: Numbers
    memory: Numbers

    def __len__(self) -> int:
        return self.vertex.size

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, slice):
            return [self[i] for i in range(*k.indices(len(self)))]
        label = self.arena.label(int(self.vertex[k]))
        return label if self.automaton.states == 1 else Remembered(label, self.automaton.name(int(self.memory[k])))
