"""The contents of a picture of a graph before layout: nodes, edges, labels and the legend.

A `GraphView` returns, on demand, the region, the note and so on of every vertex of the arena; games get theirs from
their objective (`graphgames.draw.arenas`), other kinds from the ``graph_view`` of their row of the catalogue. A scene
is the part of it that is drawn; nothing here goes through the edges of a large arena.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arrays import ranges
from graphgames.core.errors import counted
from graphgames.draw.style import BLANK, Key
from graphgames.graphs.order import neighbours

NONE = np.iinfo(np.int64).min
"""Among the numbers of vertices: this vertex has none."""

SHORT = 4
"""A name of so many characters stands in its vertex."""

SHAPES = ("circle", "square", "diamond")
"""The shape of a vertex by its owner."""


@dataclass(frozen=True)
class GraphView:
    """The data to draw for each vertex of an arena."""

    arena: Arena
    """The graph."""
    title: str
    """A one-line description."""
    region: Callable[[int], int] = lambda v: BLANK
    """From a vertex to the number of its look."""
    note: Callable[[int], str] = lambda v: ""
    """From a vertex to a few characters that stand in it."""
    why: Callable[[int], str] = lambda v: ""
    """From a vertex to a sentence that is shown when the pointer rests on it."""
    move: Callable[[int], int] = lambda v: -1
    """From a vertex to the next one by the strategy, or -1."""
    taken: Callable[[int, Sequence[int]], int] = lambda v, edges: edges[0]
    """From a vertex and the numbers of parallel edges from it to that which the strategy takes."""
    forced: Callable[[int], bool] = lambda v: False
    """From a vertex to whether the strategy takes all edges from it: of its one action chance draws the next vertex."""
    loops: NDArray[np.bool_] | None = None
    """Which vertices the play comes back to for ever by the strategy: its edges from them are marked."""
    marked: NDArray[np.bool_] | None = None
    """Which vertices have a double outline."""
    start: int | None = None
    """Where the play begins."""
    rank: NDArray[Any] | None = None
    """How far it is from each vertex to where the play goes, -1 where there is no such number."""
    keys: Sequence[Key] = ()
    """The legend."""
    charts: Mapping[str, Callable[[], NDArray[Any]]] = field(default_factory=dict)
    """What the summary of a large one shows: by title, what gives an integer for each vertex, ``NONE`` for none."""
    regions: Callable[[], list[tuple[str, int]]] = list
    """Gives what the summary of a large one counts: (meaning, number of vertices) pairs, by number of the look."""
    tokens: Callable[[int], Sequence[tuple[str, str, str]]] = lambda v: ()
    """From a vertex to (colour, name, number) of everything that stands upon it: without a number it is a meeple."""
    directed: bool = True
    """Whether edges have heads."""
    edge_text: Callable[[int], str] = lambda e: ""
    """From the number of an edge to a few characters that stand beside it."""
    sides: NDArray[Any] | None = None
    """The number of the look of each vertex, where there is such an array."""
    sign: Callable[[int], str] | None = None
    """From a vertex to the few characters in its middle, by default its label or number."""
    outline: Callable[[int], str] | None = None
    """From a vertex to its shape, by default that of its owner."""

    def strategy_edges(self, v: int) -> Sequence[int]:
        """Return the numbers of the strategy's edges from a vertex: one or none, or all where it takes all."""
        if self.forced(v):
            return range(int(self.arena.indptr[v]), int(self.arena.indptr[v + 1]))
        edges = self.arena.between(v, self.move(v))
        return [self.taken(v, edges)] if edges else []

    def strategy_heads(self, v: int) -> set[int]:
        """Return where the strategy's edges from a vertex lead."""
        return {int(self.arena.successors[e]) for e in self.strategy_edges(v)}

    def on_loop(self, v: int) -> bool:
        """Return whether the strategy's edge from a vertex is on a loop of the play."""
        return self.loops is not None and bool(self.loops[v])

    @property
    def region_of_each(self) -> NDArray[Any]:
        """The number of the look of each vertex."""
        if self.sides is not None:
            return self.sides
        return np.fromiter(map(self.region, range(self.arena.n)), np.uint8, self.arena.n)

    def signed(self, v: int) -> str:
        """Return what stands in the middle of a vertex."""
        if self.sign is not None:
            return self.sign(v)
        label = str(self.arena.display_name(v))
        return label if len(label) <= SHORT else str(v)

    def shape(self, v: int) -> str:
        """Return the shape of a vertex: ``circle``, ``square`` or ``diamond`` as player 0, player 1 or chance moves."""
        if self.outline is not None:
            return self.outline(v)
        return "circle" if self.arena.owner is None else SHAPES[int(self.arena.owner[v])]

    def edge_note(self, e: int) -> str:
        """Return what is written at edge number e: its probability where chance moves, and its ``edge_text``."""
        likely = self.arena.probability_of(e)
        return ", ".join(text for text in ("" if likely is None else str(likely), self.edge_text(e)) if text)


def size(arena: Arena) -> str:
    """Return how many vertices and edges there are."""
    return f"{counted(arena.n, 'vertex', 'vertices')}, {counted(arena.m, 'edge')}"


def ball(arena: Arena, centre: int, radius: int, most: int) -> NDArray[np.int64]:
    """Return the vertices at most so many edges from one, whichever way they point; no more than ``most`` of them.

    O(edges at those vertices), once the reverse graph is there.
    """
    seen, front = {centre}, [centre]
    for _ in range(min(radius, arena.n)):
        after = []
        for v in front:
            for w in neighbours(arena, v, most):
                if w not in seen:
                    if len(seen) >= most:
                        return np.array(sorted(seen), np.int64)
                    seen.add(w)
                    after.append(w)
        if not after:
            break
        front = after
    return np.array(sorted(seen), np.int64)


def part_of(arena: Arena, vertices: NDArray[np.int64]) -> tuple[Arena, NDArray[np.int64]]:
    """Return the arena on some vertices, renumbered in their order, and for each how many edges lead out of it.

    Its edge data ``"edge"`` are the numbers that the edges have in the whole arena.
    """
    first = arena.indptr[vertices]
    count = arena.indptr[vertices + 1] - first
    edge = ranges(first, count)
    heads, tails = arena.successors[edge], np.repeat(np.arange(vertices.size), count)
    at = np.searchsorted(vertices, heads)
    inside = (at < vertices.size) & (vertices[np.minimum(at, max(0, vertices.size - 1))] == heads)
    hidden = np.bincount(tails[~inside], minlength=vertices.size)
    part = Arena.from_arrays(
        tails[inside].astype(np.int32), at[inside].astype(np.int32), vertices.size, edge_data={"edge": edge[inside]}
    )
    return part, hidden
