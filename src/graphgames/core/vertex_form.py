"""Turn games with priorities or marks on edges into games with priorities or marks on vertices.

An edge with a mark, or a priority that can decide a play, becomes a vertex with that mark or priority between its two
ends; the vertices of the game itself have none. Of parallel edges, only the best one for the player who moves is kept,
so a move to a vertex identifies the edge. The winners stay the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.chance import CHANCE
from graphgames.core.memory import Automaton
from graphgames.core.objective import Objective
from graphgames.core.oracle import DRAW


@dataclass(frozen=True, eq=False)
class SplitEdges:
    """An arena, and an objective over it, some of whose edges have become k vertices, behind the n that it had.

    The new vertices stand between ``tails`` and ``heads``, of shape (k,).
    """

    arena: Arena
    objective: Objective
    tails: NDArray[np.int32]
    heads: NDArray[np.int32]

    @property
    def n(self) -> int:
        """The number of vertices before the split."""
        return self.arena.n - self.tails.size

    def moves_back(self, moves: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return the moves of a strategy on the split arena as moves from vertex to vertex, shape (n,) or (k, n)."""
        stands = np.concatenate([np.arange(self.n, dtype=np.int32), self.heads, np.array([-1], np.int32)])
        back: NDArray[np.int32] = stands[moves[..., : self.n]]
        return back

    def memory_back(self, memory: Automaton, arena: Arena) -> Automaton:
        """Return a memory that goes on by the vertices of the split arena as one that goes on by edges of the arena.

        Of parallel edges all are like the one that was kept.
        """
        assert memory.leaving is not None
        ends, new = arena.tails * np.int64(arena.n) + arena.successors, self.tails * np.int64(arena.n) + self.heads
        after, order = memory.leaving[:, arena.tails], np.argsort(new)
        if new.size:
            place = order[np.searchsorted(new, ends, sorter=order) % new.size]
            split = new[place] == ends
            after[:, split] = memory.leaving[after[:, split], self.n + place[split]]
        return Automaton(memory.states, memory.start, after, memory.names)

    def claim(self, winner: NDArray[np.uint8], moves: NDArray[np.int32]) -> tuple[NDArray[Any], NDArray[np.int32]]:
        """Return winners and moves over all vertices of the split arena, from those of the first n.

        There may be a row of moves for each state of a memory.
        """
        owner = self.arena.owner
        assert owner is not None
        after = winner[self.heads]
        mover = owner[self.n :]
        moving = (mover != CHANCE) & ((after == mover) | (after == DRAW))
        through = np.broadcast_to(np.where(moving, self.heads, np.int32(-1)), (*moves.shape[:-1], self.tails.size))
        moves = np.concatenate([moves, through], axis=-1)
        rows = np.atleast_2d(moves)  # a view
        state, taken = np.nonzero(rows[:, self.tails] == self.heads)
        rows[state, self.tails[taken]] = (self.n + taken).astype(np.int32)
        return np.concatenate([winner, after]), moves


def split_edges(arena: Arena, objective: Objective) -> SplitEdges:
    """Return the arena, with owners, whose edges that the objective speaks of are vertices; O(n + m log m)."""
    data, owner = objective.edge_data, arena.owner
    assert data is not None and owner is not None
    kept = _best_of_parallel(arena, objective.preference(data))
    tails, heads, data = arena.tails[kept], arena.successors[kept], data[kept]
    special = np.flatnonzero(data != objective.neutral)
    new = (arena.n + np.arange(special.size)).astype(np.int32)
    into = heads.copy()
    into[special] = new
    likely = None
    if arena.probability is not None:
        likely = np.concatenate([arena.probability[kept], (owner[tails[special]] == CHANCE).astype(np.int64)])
    split = Arena.from_arrays(
        np.concatenate([tails, new]),
        np.concatenate([into, heads[special]]),
        arena.n + special.size,
        np.concatenate([owner, owner[tails[special]]]),
        _Names(arena, tails[special], heads[special]),
        probability=likely,
    )
    over = np.concatenate([np.full(arena.n, objective.neutral, data.dtype), data[special]])
    return SplitEdges(split, objective.on_vertices(over), tails[special], heads[special])


def with_vertices_on(arena: Arena, edges: NDArray[np.int64]) -> Arena:
    """Return an arena with owners that has a vertex on each of some edges, behind the others, where its owner moves on.

    The edges keep their numbers and lead to these vertices; those that leave them come behind. Their data are zeros.

    >>> twice = Arena.from_edges([(0, 0), (0, 0)], owner=[1])
    >>> list(with_vertices_on(twice, np.array([1])).edges())
    [(0, 0), (0, 1), (1, 0)]
    """
    assert arena.owner is not None
    tails, heads, into = arena.tails[edges], arena.successors[edges], arena.successors.copy()
    into[edges] = arena.n + np.arange(edges.size)
    rows = np.concatenate([arena.indptr, arena.m + 1 + np.arange(edges.size)])
    ends = zip(tails.tolist(), heads.tolist(), edges.tolist(), strict=True)
    names = [f"{arena.label(u)} -> {arena.label(w)} by edge {e}" for u, w, e in ends]
    return Arena.trusted(
        rows,
        np.concatenate([into, heads]),
        np.concatenate([arena.owner, arena.owner[tails]]),
        None if arena.labels is None else (*arena.labels, *names),
        None,
        None,
        {name: np.concatenate([one, np.zeros(edges.size, one.dtype)]) for name, one in arena.edge_data.items()},
        {name: np.concatenate([one, np.zeros(edges.size, one.dtype)]) for name, one in arena.vertex_data.items()},
    )


def _best_of_parallel(arena: Arena, values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the edges, ascending, without those that have a parallel one that is better for whoever moves."""
    tails, heads = arena.tails, arena.successors
    order = np.lexsort((np.where(owners(arena)[tails] == 0, values, -values), heads, tails))
    last = np.ones(order.size, np.bool_)
    last[:-1] = (np.diff(tails[order]) != 0) | (np.diff(heads[order]) != 0)
    last |= owners(arena)[tails[order]] == CHANCE
    return np.sort(order[last])


@dataclass(eq=False)
class _Names(Sequence[Any]):
    """The labels of a split arena: those of the vertices, and ``u -> w`` for an edge."""

    arena: Arena
    tails: NDArray[np.int32]
    heads: NDArray[np.int32]

    def __len__(self) -> int:
        return self.arena.n + self.tails.size

    def __getitem__(self, v: Any) -> Any:
        if isinstance(v, slice):
            return [self[k] for k in range(*v.indices(len(self)))]
        if not -len(self) <= v < len(self):
            raise IndexError(v)
        label, k = self.arena.label, v % len(self) - self.arena.n
        return label(v % len(self)) if k < 0 else f"{label(int(self.tails[k]))} -> {label(int(self.heads[k]))}"
