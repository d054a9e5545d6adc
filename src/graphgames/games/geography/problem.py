"""Geography: graphs on which the players in turn move one token along, never over the same arc or vertex twice.

Four games: on a directed or an undirected graph, in which each arc (*edge geography*) or each vertex (*vertex
geography*, the start counting as visited) may be used once. Whoever cannot move loses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arguments import instance, items
from graphgames.core.arrays import offsets_of
from graphgames.core.claim import Declared, Each, Integer, PerVertex
from graphgames.core.errors import GameError, shown
from graphgames.core.unknown_attributes import Suggesting
from graphgames.games.geography.lists import ListedGraph
from graphgames.games.geography.names import GEOGRAPHY

Position = tuple[int, frozenset[int]]


@dataclass(frozen=True, eq=False)
class Geography(Suggesting):
    """Graphs for one of the four games.

    Parameters
    ----------
    kind : str
        ``edge-geography``, ``vertex-geography``, ``undirected-edge-geography`` or ``undirected-vertex-geography``.
    graphs : sequence of Arena
        Without owners; labels are what people call the vertices. An undirected graph has each edge once, from either
        end; a self-loop is one edge.
    notes : sequence of str
        What the rules make of unusual input (self-loops, repeated arcs), for people.

    Raises
    ------
    GameError
        If the kind is none of the four.

    Examples
    --------
    >>> from graphgames import Arena, solve
    >>> problem = Geography("edge-geography", [Arena.from_edges([(0, 1), (1, 2), (2, 0)])])
    >>> solve(problem).winner[0]
    array([0, 0, 0], dtype=uint8)
    """

    answers: ClassVar[dict[str, Declared]] = {
        "winner": Annotated[tuple[NDArray[np.uint8], ...], Each(PerVertex(Integer(0, 3)), "graphs")]
    }
    places: ClassVar[tuple[str, str]] = ("vertex", "vertices")
    """What the token stands on is called, one and several."""
    kind: str
    graphs: Sequence[Arena]
    notes: Sequence[str] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.kind, str) or self.kind not in GEOGRAPHY:
            raise GameError(f"{shown(self.kind)} is not a kind of geography; there are: {', '.join(GEOGRAPHY)}")
        object.__setattr__(self, "graphs", tuple(items(self.graphs, "the graphs")))
        for graph in self.graphs:
            instance(graph, Arena, "a graph")

    @property
    def directed(self) -> bool:
        """Whether arcs may be used in one direction only."""
        return not self.kind.startswith("undirected")

    @property
    def by_vertex(self) -> bool:
        """Whether it is the vertices that may be used once."""
        return self.kind.endswith("vertex-geography")

    @property
    def extents(self) -> dict[str, Any]:
        """How many graphs there are; for each its vertices, its arcs, and the ways along these."""
        ways = 2 if self.by_vertex and not self.directed else 1
        several = {"n": [graph.n for graph in self.graphs], "m": [graph.m for graph in self.graphs]}
        return {"graphs": len(self.graphs), **several, "ways": [ways * graph.m for graph in self.graphs]}

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.kind.replace("-", " ")

    @property
    def way(self) -> str:
        """What the token moves along is called."""
        return "arc" if self.directed else "edge"

    def move(self, graph: int, e: int, w: int) -> Hashable:
        """Return what the move along arc e to vertex w is called: the label of the vertex."""
        return self.graphs[graph].label(w)

    def reason(self, here: str, how: str, move: str, last: bool) -> str:
        """Return in a sentence who wins from a vertex, and why.

        That is by a move, if one is named; ``last`` says whether there is no move after it, or none at all. ``how`` is
        how it was decided; during a play it is empty.
        """
        if move:
            who = f"Whoever picks {here} loses (by {how})" if how else f"The player to move wins from {here}"
            end = "there is no reply" if last else "every reply can be answered"
            return f"{who}: {'the other player moves' if how else 'move'} to {move}, and {end}."
        who = f"Whoever picks {here} wins (by {how})" if how else f"The player to move loses from {here}"
        answered = f"every move from {'it' if how else 'there'} can be answered"
        return f"{who}: {'there is no move' if last else answered}."

    def first(self, v: int) -> Position:
        """Return the position at the beginning of a play from vertex number v."""
        return v, frozenset({v} if self.by_vertex else ())


def ways(problem: Geography, graph: int, v: int, used: frozenset[int]) -> list[tuple[int, int]]:
    """Return the moves from a vertex without what has been used: the number of the arc, and where it leads."""
    arena = problem.graphs[graph]
    first, last = arena.indptr[v : v + 2].tolist()
    found = list(zip(range(first, last), arena.successors[first:last].tolist(), strict=True))
    if not problem.directed:
        by_head, into = arena.remember("arcs by head", lambda: _by_head(arena))
        found += [(e, w) for e in by_head[into[v] : into[v + 1]].tolist() if (w := arena.tail(e)) != v]
    return [(e, w) for e, w in found if (w if problem.by_vertex else e) not in used]


def _by_head(arena: Arena) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the arcs in the order of their heads, and where those of each head begin."""
    return np.argsort(arena.successors, kind="stable"), offsets_of(arena.successors, arena.n)


def from_lists(name: str, listed: Iterable[ListedGraph]) -> Geography:
    """Make the problem from graphs as they were listed.

    On an undirected graph an edge that is listed from either end, or from both, is one edge. A repeated target is one
    more parallel arc in edge geography, and nothing in vertex geography; a self-loop is an arc like any other in edge
    geography, which leaves the token where it is and passes the turn, and can never be used in vertex geography.
    """
    graphs, notes = [], []
    undirected, by_vertex = name.startswith("undirected"), name.endswith("vertex-geography")
    for graph in listed:
        arcs = Counter(graph.arcs)
        notes += _notes(graph, arcs, by_vertex)
        if undirected:
            arcs = Counter(
                {(u, w): max(k, arcs.get((w, u), 0)) for (u, w), k in arcs.items() if u <= w or (w, u) not in arcs}
            )
        if by_vertex:
            arcs = Counter({(u, w): 1 for u, w in arcs if u != w})
        edges = [arc for arc in sorted(arcs) for _ in range(arcs[arc])]
        graphs.append(Arena.from_edges(edges, n=len(graph.labels), labels=graph.labels))
    return Geography(name, tuple(graphs), tuple(notes))


def _notes(graph: ListedGraph, arcs: Counter[tuple[int, int]], by_vertex: bool) -> list[str]:
    """Return notes on how the rules treat self-loops and repeated arcs."""
    notes = []
    where = f"line {graph.line}: " if graph.line else ""
    loops = [graph.labels[u] for u, w in arcs if u == w]
    repeated = [(graph.labels[u], graph.labels[w]) for (u, w), k in arcs.items() if k > 1]
    if loops:
        rule = "can never be used, its vertex being visited" if by_vertex else "may be used once and passes the turn"
        notes.append(f"{where}the self-loop at {loops[0]}{_others(loops)} {rule}")
    if repeated:
        u, w = repeated[0]
        rule = "makes no difference" if by_vertex else "is a parallel arc, which may be used on its own"
        notes.append(f"{where}{w} listed again as a target of {u}{_others(repeated)} {rule}")
    return notes


def _others(items: Sequence[object]) -> str:
    return f" (and {len(items) - 1} more like it)" if len(items) > 1 else ""
