"""Graphs in which groups of vertices are drawn as one node each, with their number; any group can be opened.

A `Fold` gives every vertex its group: strongly connected components, regions, or vertices with like numbers (rank,
priority). Groups are named by their least vertex, so that a name stays while others are opened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.errors import GameError, counted, did_you_mean, shown
from graphgames.draw.scene import NONE, GraphView
from graphgames.draw.style import BLANK, Key
from graphgames.graphs.compressed_rows import components

FEW = 60
"""A group of up to so many vertices is opened into them, a larger one into parts."""

PARTS = 12
MOST_NODES = 300
"""Among more nodes nothing can be seen; the smallest groups are put together."""

_LISTED = 5

Groups = tuple[NDArray[np.int64], Sequence[str]]
"""The number of each vertex's group, and the names of the groups, empty where the number of vertices says enough."""


@dataclass(frozen=True, eq=False)
class Fold:
    """The group of each vertex, by its least vertex, and the names of groups by the same."""

    arena: Arena
    head: NDArray[np.int32]
    names: Mapping[int, str] = field(default_factory=dict)

    @cached_property
    def count(self) -> NDArray[np.int64]:
        """How many vertices are in the group of which a vertex is the least."""
        return np.bincount(self.head, minlength=self.arena.n)

    @cached_property
    def nodes(self) -> NDArray[np.int64]:
        """The least vertices of the groups, ascending."""
        return np.flatnonzero(self.count)

    @cached_property
    def node(self) -> NDArray[np.int64]:
        """For each vertex the place of its group among the nodes."""
        return (np.cumsum(self.count > 0) - 1)[self.head]

    @cached_property
    def quotient(self) -> Arena:
        """The arena of the groups; edge data: how many edges are one (``times``), the number of the first (``first``).

        O(n + m). Edges within a group are left out.
        """
        many = self.nodes.size
        key = self.node[self.arena.tails] * many + self.node[self.arena.successors]
        times = np.bincount(key, minlength=many * many)
        first = np.zeros(many * many, np.int64)
        first[key[::-1]] = np.arange(self.arena.m)[::-1]
        pairs = np.flatnonzero(times)
        tails, heads = pairs // many, pairs % many
        kept = (tails != heads) | (self.count[self.nodes[tails]] == 1)
        data = {"times": times[pairs][kept], "first": first[pairs][kept]}
        labels = [self.name(v) for v in self.nodes.tolist()]
        return Arena.from_arrays(tails[kept], heads[kept], many, labels=labels, edge_data=data)

    def name(self, head: int) -> str:
        """Return what a group is called: its one vertex, its name, or how many vertices it has."""
        if self.count[head] == 1:
            return str(self.arena.display_name(head))
        return self.names.get(head) or f"{rounded(int(self.count[head]))} vertices"

    def counted(self, head: int) -> str:
        """Return the number of vertices of a group that is called something else."""
        number = f"{rounded(int(self.count[head]))} vertices"
        return number if self.name(head) != number else ""

    def opened(self, graph_view: GraphView, head: int) -> Fold:
        """Return the fold with a group opened: into its vertices if they are few, else into the first parts there are.

        Raise `GameError` if there is no such group.
        """
        if not 0 <= head < self.arena.n or self.count[head] < 2:
            raise GameError("there is no such group")
        own = np.flatnonzero(self.head == head)
        inner = self.head.copy()
        if own.size <= FEW or self.arena.n <= MOST_NODES:
            inner[own] = own
            return Fold(self.arena, inner, self.names)
        of, names = next(found for found in _splits(graph_view, own) if np.ptp(found[0]))
        inner[own], named = _heads(own, of, names)
        opened = Fold(self.arena, inner, {**self.names, **named})
        if opened.nodes.size > MOST_NODES:
            raise GameError(f"at most {MOST_NODES} vertices and groups can be shown; collapse the others first")
        return opened


def foldings(graph_view: GraphView) -> list[str]:
    """Return by what vertices can be put together: ``components``, ``regions``, and what the game has numbers of."""
    return ["components", *(["regions"] if graph_view.regions() else []), *graph_view.charts]


def fold(graph_view: GraphView, by: str) -> Fold:
    """Return the groups of all vertices by one of the ``foldings``; raise `GameError` if it is none of them."""
    known, every = foldings(graph_view), np.arange(graph_view.arena.n)
    if not isinstance(by, str) or by not in known:
        hint = did_you_mean(by, known) if isinstance(by, str) else "."
        ways = ", ".join(known)
        raise GameError(f"this game cannot be collapsed by {shown(by)}{hint} It can be collapsed by: {ways}")
    if by == "components":
        of, names = _components(graph_view)
    elif by == "regions":
        of, names = _regions(graph_view, every)
    else:
        of, names = _binned(graph_view, every, by, graph_view.charts[by]())
    heads, named = _heads(every, of, names)
    return Fold(graph_view.arena, heads, named)


def folded(graph_view: GraphView, fold: Fold) -> GraphView:
    """Return the view of the groups; a group of one vertex looks as that vertex does."""
    nodes, many = fold.nodes, fold.count[fold.nodes] > 1
    arena, groups = fold.quotient, int(many.sum())
    times, first = arena.edge_data["times"].tolist(), arena.edge_data["first"].tolist()

    def of_one(of: Callable[[int], str], otherwise: Callable[[int], str]) -> Callable[[int], str]:
        return lambda k: otherwise(k) if many[k] else of(int(nodes[k]))

    def move(k: int) -> int:
        w = -1 if many[k] else graph_view.move(int(nodes[k]))
        return -1 if w < 0 else int(fold.node[w])

    def why(k: int) -> str:
        few = np.flatnonzero(fold.head == nodes[k])[:_LISTED].tolist()
        more = ", …" if fold.count[nodes[k]] > _LISTED else ""
        return f"{fold.count[nodes[k]]} vertices: {', '.join(str(graph_view.arena.display_name(v)) for v in few)}{more}"

    return replace(
        graph_view,
        arena=arena,
        title=graph_view.title + (f"; {counted(groups, 'group')} collapsed" if groups else ""),
        region=lambda k: graph_view.region(int(nodes[k])),
        sides=None,
        note=of_one(graph_view.note, lambda k: fold.counted(int(nodes[k]))),
        why=of_one(graph_view.why, why),
        sign=of_one(graph_view.signed, lambda k: f"{rounded(int(fold.count[nodes[k]]))} vertices"),
        outline=of_one(graph_view.shape, lambda k: "group"),
        move=move,
        taken=GraphView.taken,
        forced=lambda k: not many[k] and graph_view.forced(int(nodes[k])),
        loops=None if graph_view.loops is None else graph_view.loops[nodes] & ~many,
        marked=None if graph_view.marked is None else graph_view.marked[nodes] & ~many,
        start=None if graph_view.start is None else int(fold.node[graph_view.start]),
        rank=None,
        keys=(*graph_view.keys, Key("group", BLANK, "several vertices as one")) if groups else graph_view.keys,
        tokens=lambda k: [token for v in np.flatnonzero(fold.node == k).tolist() for token in graph_view.tokens(v)],
        edge_text=lambda e: f"×{rounded(times[e])}" if times[e] > 1 else graph_view.edge_note(first[e]),
    )


def rounded(count: int) -> str:
    """Return a number of vertices or edges in few characters.

    Examples
    --------
    >>> rounded(37), rounded(1234), rounded(700_500)
    ('37', '1.2k', '700k')
    """
    for size, unit in ((10**6, "M"), (10**3, "k")):
        if count >= size:
            return f"{count / size:.1f}{unit}" if count < 10 * size else f"{count // size}{unit}"
    return str(count)


def _heads(
    own: NDArray[np.int64], of: NDArray[np.int64], names: Sequence[str]
) -> tuple[NDArray[np.int32], dict[int, str]]:
    """Return the least vertex of each vertex's group, and the names of the groups that are there, by it."""
    least = np.full(int(of.max(initial=-1)) + 1, -1, np.int64)
    least[of[::-1]] = own[::-1]
    named = {int(v): name for v, name in zip(least.tolist(), names, strict=False) if v >= 0 and name}
    return least[of].astype(np.int32), named


def _components(graph_view: GraphView) -> Groups:
    """Return the strongly connected components of the regions; beyond `MOST_NODES` the small of a region together."""
    arena, sides = graph_view.arena, graph_view.region_of_each
    tails = arena.tails
    inner = sides[tails] == sides[arena.successors]
    within = Arena.from_arrays(tails[inner], arena.successors[inner], arena.n)
    found, count = components((within.indptr, within.successors))
    of: NDArray[np.int64] = found.astype(np.int64)
    if count <= MOST_NODES:
        return of, ()
    size = np.bincount(of)
    kept = np.argsort(-size, kind="stable")[: min(MOST_NODES // 5, int((size > 1).sum()))]
    number = np.full(count, -1)
    number[kept] = np.arange(kept.size)
    of = np.where(number[of] >= 0, number[of], kept.size + sides)
    return of, [*[""] * kept.size, *(f"small, {name}" for name, _ in graph_view.regions())]


def _regions(graph_view: GraphView, own: NDArray[np.int64]) -> Groups:
    return graph_view.region_of_each[own].astype(np.int64), [name for name, _ in graph_view.regions()]


def _binned(graph_view: GraphView, own: NDArray[np.int64], name: str, values: NDArray[np.int64]) -> Groups:
    """Return groups of vertices of the same region with like numbers."""
    values, sides = values[own], graph_view.region_of_each[own].astype(np.int64)
    distinct = np.unique(values[values != NONE])
    cuts = distinct
    if distinct.size > PARTS:
        cuts = distinct[np.linspace(0, distinct.size, PARTS, endpoint=False).astype(np.int64)]
    of = np.where(values == NONE, cuts.size, np.searchsorted(cuts, values, "right") - 1)
    last = [int(distinct[np.searchsorted(distinct, cut) - 1]) for cut in cuts[1:].tolist()] + distinct[-1:].tolist()
    names = [f"{name} {a}" if a == b else f"{name} {a} to {b}" for a, b in zip(cuts.tolist(), last, strict=True)]
    return sides * (cuts.size + 1) + of, [*names, f"no {name}"] * (int(sides.max(initial=0)) + 1)


def _splits(graph_view: GraphView, own: NDArray[np.int64]) -> list[Groups]:
    """Return the ways to part many vertices, the last one by their numbers."""
    share = -(-own.size // PARTS)
    label = graph_view.arena.display_name
    pieces = [own[k : k + share] for k in range(0, own.size, share)]
    by_number = np.arange(own.size) // share, [f"{label(int(a[0]))} to {label(int(a[-1]))}" for a in pieces]
    by_value = [_binned(graph_view, own, name, values()) for name, values in graph_view.charts.items()]
    return [_regions(graph_view, own), *by_value, by_number]
