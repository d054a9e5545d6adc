"""What a certificate file says of a parity game: a progress measure, made from the strategies alone.

The measure of a vertex is a list of levels, each with a height, from the highest level down. Take the moves that the
strategies allow inside a region, and the strongly connected components of this graph: a component is higher than those
that it leads to. Inside a component the largest priority is good for the winner. Without the vertices whose priority is
above all bad ones there, it falls apart into smaller components, which get their heights at the next level, and so on.
So the heights never rise along a move below a level; and a vertex of a bad priority is in the end a component by
itself, from which every move to a priority that is not larger leads lower. Emerson & Lei, *Modalities for model
checking: branching time logic strikes back*, Science of Computer Programming 8 (1987), take graphs apart in this way.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import offsets, offsets_of
from graphgames.core.solution import ArenaSolution
from graphgames.formats.cert import Lines, Rows, arena_lines, as_column
from graphgames.games.parity.kernels.levels import Heights


def lines(solution: ArenaSolution) -> Lines:
    """Return the lines of the game with priorities on vertices, of which the largest decides, even ones for player 0.

    A false claim gets some measure, too, which the checker refuses.
    """
    solution = solution.in_vertex_form
    priority = solution.problem.objective.priorities(solution.arena)
    return arena_lines(solution, "parity", "progress-measure", [priority], progress_measure(solution, priority))


class Part(NamedTuple):
    """What is still to be taken apart: vertices, to which part each belongs, and the edges inside of parts."""

    vertices: NDArray[np.int64]
    """Numbers of vertices of the arena, ascending."""
    part: NDArray[np.int64]
    tails: NDArray[np.int64]
    heads: NDArray[np.int64]
    """Places in ``vertices``."""


def progress_measure(solution: ArenaSolution, priority: NDArray[np.int32]) -> Rows:
    """Return the measure: for each vertex the pairs of level and height one after the other.

    O((n + m) k) for components inside components k deep, at most one for each bad priority and mostly much fewer.
    """
    arena = solution.arena
    winner, moves = as_column(solution.winner, arena.n), as_column(solution.strategy.moves, arena.n)
    owner = np.zeros(0, np.uint8) if arena.owner is None else arena.owner
    tails, heads = arena.tails, arena.successors
    allowed = (owner != winner)[tails] | (moves[tails] == heads)
    allowed &= winner[tails] == winner[heads]
    bad = (priority & 1) != winner
    everything = np.arange(arena.n)
    left = Part(everything, winner, tails[allowed].astype(np.int64), heads[allowed].astype(np.int64))
    where, what = [everything[:0]], [np.empty((0, 2), np.int64)]
    while left.vertices.size:
        left, entries = _divided(left, priority[left.vertices], bad[left.vertices])
        where.append(entries[:, 0])
        what.append(entries[:, 1:])
    vertices = np.concatenate(where)
    order = np.argsort(vertices, kind="stable")
    indptr = offsets(2 * np.bincount(vertices, minlength=arena.n))
    return Rows(indptr, np.concatenate(what)[order].ravel())


def _divided(given: Part, priority: NDArray[np.int32], bad: NDArray[np.bool_]) -> tuple[Part, NDArray[np.int64]]:
    """Take each part apart into components; return what is left of these, and rows of vertex, level and height."""
    n, parts = given.vertices.size, int(given.part.max()) + 1
    indptr = offsets_of(given.tails, n)
    graph = indptr, given.heads.astype(np.int32)
    component, height, count = Heights(graph, graph, np.ones(n, np.int32), np.full(n, -1, np.int32)).heights()
    level = np.zeros(parts, np.int64)
    np.maximum.at(level, given.part, priority)
    first = np.full(parts, -1)
    first[given.part] = component
    several = np.zeros(parts, np.bool_)
    several[given.part[component != first[given.part]]] = True
    mask = several[given.part]
    entries = np.stack([given.vertices, level[given.part], height], 1)[mask]
    return _without_top(given, priority, bad, component, count), entries


def _without_top(
    given: Part, priority: NDArray[np.int32], bad: NDArray[np.bool_], component: NDArray[np.int32], count: int
) -> Part:
    """Return the components that have a cycle and a bad priority, without the vertices above all bad ones."""
    inside = component[given.tails] == component[given.heads]
    tails, heads = given.tails[inside], given.heads[inside]
    cyclic = np.zeros(count, np.bool_)
    cyclic[component[tails]] = True
    largest, largest_bad = np.full(count, -1, np.int64), np.full(count, -1, np.int64)
    np.maximum.at(largest, component, priority)
    np.maximum.at(largest_bad, component[bad], priority[bad])
    below = np.where(largest_bad < largest, largest_bad, largest - 1)  # a bad largest one: the claim is false
    kept = (cyclic & (largest_bad >= 0))[component] & (priority <= below[component])
    number = np.cumsum(kept) - 1
    stays = kept[tails] & kept[heads]
    return Part(given.vertices[kept], component[kept].astype(np.int64), number[tails[stays]], number[heads[stays]])
