"""Undirected geography where it is polynomial: vertices by maximum matching, edges on forests and on bipartite graphs.

Fraenkel, Scheinerman & Ullman, *Undirected edge geography*, Theoretical Computer Science 112 (1993). Each function
decides what its theorem covers, and returns the P vertices and a function that builds the certificate on demand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.games.geography.certificate import EvenKernels, MatchingWitness, Part, TreeLabels
from graphgames.games.geography.kernels.gf2 import reduce_rows
from graphgames.games.geography.kernels.matching import Matcher

Maker = Callable[[], list[Part]]
Vertices = NDArray[np.int64]


class Edges(NamedTuple):
    """An undirected graph from either end: neighbours in rows, and for each the number of its edge."""

    indptr: NDArray[np.int64]
    neighbours: NDArray[np.int32]
    number: NDArray[np.int32]


def both_ends(arena: Arena, kept: NDArray[np.int64]) -> Edges:
    """Return the rows of an undirected graph with the edges ``kept``."""
    tails = arena.tails[kept]
    heads = arena.successors[kept]
    both = Arena.from_arrays(
        np.concatenate([tails, heads]),
        np.concatenate([heads, tails]),
        arena.n,
        edge_data={"edge": np.concatenate([kept, kept])},
    )
    return Edges(both.indptr, both.successors, both.edge_data["edge"].astype(np.int32))


def by_matching(arena: Arena) -> tuple[Vertices, Maker]:
    """Decide undirected vertex geography: the player to move from v loses exactly if some maximum matching misses v.

    *Proof.* If some maximum matching misses v, the player not to move answers every move along it: the move cannot lead
    to another vertex that it misses, or the matching could be made larger, by a path of the vertices played. If every
    maximum matching covers v, the player to move goes along one of them to w, and without v there is a maximum matching
    of what is left that misses w. O(n m) at worst, by blossoms; usually close to linear.
    """
    tails = arena.tails
    rows = both_ends(arena, np.flatnonzero(tails != arena.successors))
    mate = np.full(arena.n, -1, np.int32)
    matcher = Matcher(rows.indptr, rows.neighbours, mate)
    matcher.maximum()
    even = np.zeros(arena.n, np.uint8)
    matcher.missable(even)
    return np.flatnonzero(even), lambda: [_witness(arena, rows, mate.copy(), even.copy())]


def _witness(arena: Arena, rows: Edges, mate: NDArray[np.int32], even: NDArray[np.uint8]) -> MatchingWitness:
    """Make the certificate: the barrier of Tutte and Berge, and matchings that miss one vertex after the other."""
    n = arena.n
    beside = np.zeros(n, np.bool_)
    ends = np.repeat(np.arange(n), np.diff(rows.indptr))
    beside[rows.neighbours[even[ends] == 1]] = True
    barrier = np.flatnonzero(beside & (even == 0))
    parent, hinge, missed = (np.empty(n, np.int32) for _ in range(3))
    left = even.copy()
    original = mate.copy()
    count = Matcher(rows.indptr, rows.neighbours, mate).rotations(left, parent, hinge, missed)
    steps = np.stack([parent[:count], hinge[:count], missed[:count]], axis=1)
    chains = [steps]
    for v in np.flatnonzero(left).tolist():
        chain = _chain(rows, original, v, sum(map(len, chains)))
        chains.append(np.array(chain, np.int32).reshape(-1, 3))
    return MatchingWitness(np.arange(n), original, barrier, np.concatenate(chains))


def _chain(rows: Edges, mate: NDArray[np.int32], v: int, first: int) -> list[tuple[int, int, int]]:
    """Return rotations from the matching to one that misses v, numbered from ``first``."""
    other = mate.copy()
    found = Matcher(rows.indptr, rows.neighbours, other).free(v)
    assert found
    u = next(int(u) for u in np.flatnonzero((mate < 0) & (other >= 0)))
    chain = [(-1, -1, u)]
    while u != v:
        w = int(other[u])
        u = int(mate[w])
        chain.append((first + len(chain) - 1, w, u))
    return chain


def odd_edges(arena: Arena) -> NDArray[np.int64]:
    """Keep one of parallel edges, and of the loops at a vertex, if their number is odd, else none: pairs cancel."""
    tails = arena.tails.astype(np.int64)
    heads = arena.successors.astype(np.int64)
    key = np.minimum(tails, heads) * arena.n + np.maximum(tails, heads)
    _, first, count = np.unique(key, return_index=True, return_counts=True)
    return np.sort(first[count % 2 == 1])


class Component(NamedTuple):
    """A connected component: its vertices, breadth first, their colours, its edges, and whether colours fit."""

    vertices: list[int]
    colour: list[int]
    edges: int
    bipartite: bool


def components(rows: Edges, n: int) -> list[Component]:
    """Find the connected components and colour them, O(n + m)."""
    indptr, neighbours = rows.indptr.tolist(), rows.neighbours.tolist()
    colour, found = [-1] * n, []
    for start in range(n):
        if colour[start] >= 0:
            continue
        colour[start] = 0
        walk, ends, bipartite = [start], 0, True
        for v in walk:
            ends += indptr[v + 1] - indptr[v]
            for w in neighbours[indptr[v] : indptr[v + 1]]:
                if colour[w] < 0:
                    colour[w] = 1 - colour[v]
                    walk.append(w)
                elif colour[w] == colour[v]:
                    bipartite = False
        found.append(Component(walk, [colour[v] for v in walk], ends // 2, bipartite))
    return found


def on_forest(arena: Arena, rows: Edges, trees: list[Component]) -> tuple[Vertices, Maker]:
    """Decide undirected edge geography on trees: the play never comes back, so each direction of an edge has one value.

    After a move from u to w the rest is played in the part of the tree behind w: w loses exactly if no move onwards,
    other than back, leads to a vertex that loses. The values are computed from the leaves inwards and back: O(n).
    """
    indptr, neighbours, number = rows.indptr.tolist(), rows.neighbours.tolist(), rows.number.tolist()
    tails = arena.tails.tolist()
    loses = np.zeros((2, arena.m), np.bool_)  # [0]: whoever came to the head by the edge has won; [1]: to the tail
    lost: list[int] = []
    for tree in trees:
        above, count = {tree.vertices[0]: (-1, -1)}, dict.fromkeys(tree.vertices, 0)
        for v in tree.vertices:
            for k in range(indptr[v], indptr[v + 1]):
                if neighbours[k] not in above:
                    above[neighbours[k]] = v, number[k]
        for w in reversed(tree.vertices[1:]):
            u, e = above[w]
            if count[w] == 0:
                loses[int(tails[e] != u), e] = True
                count[u] += 1
        for w in tree.vertices[1:]:
            u, e = above[w]
            if count[u] == int(loses[int(tails[e] != u), e]):
                loses[int(tails[e] == u), e] = True
                count[w] += 1
        lost += [v for v in tree.vertices if count[v] == 0]
    vertices = np.array(sorted(v for tree in trees for v in tree.vertices), np.int64)
    return np.array(lost, np.int64), lambda: [TreeLabels(vertices, loses)]


def on_bipartite(rows: Edges, component: Component) -> tuple[Vertices, Maker]:
    """Decide undirected edge geography on a bipartite component by even kernels, for all its vertices at once.

    `reductions.even_kernel` has the theorem. The adjacency matrix of each side, with the identity beside it, is brought
    into reduced row echelon form: the start in column s is N exactly if some row is the unit vector of s, and the
    identity's part of that row is the set to move into. O(n^3 / 64).
    """
    colour = np.array(component.colour)
    black, white = (np.array(component.vertices, np.int64)[colour == side] for side in (0, 1))
    sides = [_Side(rows, black, white), _Side(rows, white, black)]
    return np.concatenate([side.lost for side in sides]), lambda: [_kernels(sides)]


class _Side:
    """The starts of one colour: rows are the vertices of the other, columns these, and then the identity."""

    def __init__(self, rows: Edges, starts: Vertices, others: Vertices):
        self.starts, self.others = starts, others
        place = np.zeros(rows.indptr.size, np.int64)
        place[starts] = np.arange(starts.size)
        matrix = np.zeros((others.size, (starts.size + others.size) // 64 + 1), np.int64)
        self.bits = matrix.view(np.uint8)
        for i, v in enumerate(others.tolist()):
            row = np.zeros(8 * self.bits.shape[1], np.bool_)
            row[place[rows.neighbours[rows.indptr[v] : rows.indptr[v + 1]]]] = True
            row[starts.size + i] = True
            self.bits[i] = np.packbits(row, bitorder="little")
        pivot = np.zeros(others.size, np.int32)
        self.pivot = pivot[: reduce_rows(matrix, self.bits, starts.size, pivot)]
        self.reduced = np.unpackbits(self.bits[: self.pivot.size], axis=1, count=starts.size, bitorder="little")
        units = np.flatnonzero(self.reduced.sum(axis=1, dtype=np.int64) == 1)
        self.unit_row = dict(zip(self.pivot[units].tolist(), units.tolist(), strict=True))
        self.lost = np.delete(starts, self.pivot[units])

    def sets(self) -> Iterator[tuple[int, Vertices]]:
        """Yield each start with its kernel, or the set that the winner moves into."""
        row_of = {int(c): i for i, c in enumerate(self.pivot)}
        free = np.ones(self.starts.size, np.bool_)
        free[self.pivot] = False
        for c, v in enumerate(self.starts.tolist()):
            if c in self.unit_row:
                row = np.unpackbits(self.bits[self.unit_row[c]], bitorder="little")[self.starts.size :]
                yield v, self.others[row[: self.others.size] == 1]
                continue
            f = c if c not in row_of else int(np.flatnonzero(free & (self.reduced[row_of[c]] == 1))[0])
            yield v, self.starts[np.append(self.pivot[self.reduced[:, f] == 1], f)]


def _kernels(sides: list[_Side]) -> EvenKernels:
    """Make the certificate: a bit for each pair of vertices of the component."""
    ordered = np.sort(np.concatenate([side.starts for side in sides]))
    bits = np.zeros((ordered.size, -(-ordered.size // 8)), np.uint8)
    for side in sides:
        for v, members in side.sets():
            mask = np.zeros(ordered.size, np.uint8)
            mask[np.searchsorted(ordered, members)] = 1
            bits[int(np.searchsorted(ordered, v))] = np.packbits(mask)
    return EvenKernels(ordered, bits)
