"""The plain form of a game of chance: one player wants to reach the target, the other to prevent it.

An objective says who wants what (`reaching`); from here on player 0 is Max, who wants to reach the target, and player 1
is Min. A play is over at the target and at lost vertices, so the edges that leave those do not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.arrays import offsets_of
from graphgames.core.chance import CHANCE
from graphgames.core.game import Game
from graphgames.games.chance.objective import Probability
from graphgames.graphs.compressed_rows import components, transposed
from graphgames.graphs.kernels import attractor
from graphgames.graphs.kernels.csr import Graph
from graphgames.graphs.order import adjacency, first_edges

Mask = NDArray[np.bool_]

MAX, MIN = 0, 1


@dataclass(frozen=True)
class Reaching:
    """A game on an arena: its owners as Max, Min and chance; where Max has won, and where she has lost."""

    arena: Arena
    """The graph, with its probabilities."""
    owner: NDArray[np.uint8]
    """0 for Max, 1 for Min, 2 for chance, shape (n,)."""
    target: Mask
    lost: Mask
    """Where the play is over, shape (n,)."""

    @classmethod
    def of(cls, game: Game) -> Reaching:
        """Return that of a game."""
        assert isinstance(game.objective, Probability)
        arena, (target, lost, player) = game.arena, game.objective.reaching(game.arena)
        owner = owners(arena)
        if player == MIN:
            owner = np.array([1, 0, 2], np.uint8)[owner]
        return cls(arena, owner, target, lost)

    @cached_property
    def tails(self) -> NDArray[np.int32]:
        """The tail of each edge."""
        return self.arena.tails

    @property
    def heads(self) -> NDArray[np.int32]:
        """The head of each edge."""
        return self.arena.successors

    @cached_property
    def by_chance(self) -> Mask:
        """The edges that chance takes."""
        return np.asarray((self.owner == CHANCE)[self.tails])

    @cached_property
    def live(self) -> Mask:
        """The edges that a play can take."""
        return ~(self.target | self.lost)[self.tails]

    @cached_property
    def numerator(self) -> NDArray[np.int64]:
        """The probability of each edge times the denominator of its tail; 0 where a player moves."""
        found = self.arena.probability
        return np.zeros(self.arena.m, np.int64) if found is None else found

    @cached_property
    def denominator(self) -> NDArray[np.int64]:
        """The common denominator of the probabilities at each vertex."""
        found = self.arena.denominator
        return np.ones(self.arena.n, np.int64) if found is None else found

    def attracted(self, edges: Mask, target: Mask, willing: Mask) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the ranks of the attractor of a target along some edges, -1 elsewhere, and the moves.

        A willing vertex is attracted by one of its edges, the others by all of them, if they have one. O(n + m).
        """
        return attracted(self.arena.n, self.tails[edges], self.heads[edges], target, willing)

    def within(self, inside: Mask, target: Mask, willing: Mask) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return what `attracted` does along the edges that a play can take and whose ends are both inside."""
        owner = np.where(inside, np.where(self.target | self.lost, 2, ~willing), 3).astype(np.uint8)
        return _attracted(adjacency(self.arena), owner, target)

    def to_edges(self, edges: Mask, good: Mask, willing: Mask) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return ranks and moves as `attracted` does along some edges, where the target is to take a good one.

        The move along a good edge is the number n.
        """
        n = self.arena.n
        heads = np.where(good, n, self.heads)[edges].astype(np.int32)
        beyond = np.append(np.zeros(n, np.bool_), True)
        rank, moves = attracted(n + 1, self.tails[edges], heads, beyond, np.append(willing, False))
        return rank[:-1], moves[:-1]

    @cached_property
    def far(self) -> NDArray[np.int32]:
        """In how many steps Max reaches the target with positive probability; -1 where she does not."""
        return self.within(np.ones(self.arena.n, np.bool_), self.target, self.owner != MIN)[0]

    @property
    def hopeless(self) -> Mask:
        """Where Max reaches the target with probability 0: the value is 0."""
        return self.far < 0

    @property
    def sure(self) -> Mask:
        """Where Max reaches the target almost surely: the value is 1."""
        return self.surely[0] >= 0

    @cached_property
    def surely(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The ranks of the vertices that are `sure`, -1 elsewhere, and Max's moves there.

        de Alfaro, Henzinger, Kupferman, *Concurrent reachability games* (1998). O(n (n + m)), mostly a few rounds.
        """
        everywhere, inside, bad = np.ones(self.arena.n, np.bool_), ~self.hopeless, self.hopeless
        while True:
            if bad.any():
                inside = self.within(everywhere, ~inside | bad, self.owner != MAX)[0] < 0
            rank, moves = self.within(inside, self.target, self.owner != MIN)
            bad = inside & (rank < 0)
            if not bad.any():
                return rank, moves

    @cached_property
    def likely(self) -> NDArray[np.float64]:
        """The probability of each edge, rounded."""
        return np.asarray(self.numerator / np.repeat(self.denominator, self.arena.out_degree))

    @cached_property
    def factor(self) -> NDArray[np.float64]:
        """By what the value behind each edge counts: how likely it is where chance moves, else 1."""
        return np.where(self.by_chance, self.likely, 1.0)

    def along(self, moves: NDArray[np.int32]) -> Mask:
        """Return the edges from each vertex to where it moves."""
        return np.asarray(self.heads == np.repeat(moves, self.arena.out_degree))

    def edges_to(self, moves: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return the first edge of each vertex to where it moves, -1 where it does not."""
        return first_edges(self.arena, self.along(moves))

    @cached_property
    def unknown(self) -> Mask:
        """Where attractors alone do not tell the value."""
        return ~(self.sure | self.hopeless)

    @cached_property
    def in_order(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The vertices of unknown value, component by component, and where each begins; at last how many there are.

        Those come first on which others depend, and in a component those near the target. Sweeps in this order carry
        values through a graph without cycles at once. O(n log n + m).
        """
        found, count = components((self.arena.indptr, self.heads), self.unknown)
        vertices = np.flatnonzero(self.unknown)
        component = found[vertices]
        starts = offsets_of(component, count)
        order = np.empty(vertices.size, np.int32)
        if count == vertices.size:
            order[component] = vertices
        else:
            far = self.far[vertices].astype(np.int64)
            order[:] = vertices[np.argsort(component * (far.max() + 1) + far, kind="stable")]
        return order, starts

    @cached_property
    def cyclic(self) -> Mask:
        """The vertices of unknown value to which a play can come back while it is unknown."""
        found, (order, starts) = np.zeros(self.arena.n, np.bool_), self.in_order
        found[self.tails[self.heads == self.tails]] = True
        sizes = np.diff(starts)
        found[order] |= np.repeat(sizes > 1, sizes)
        return found & self.unknown


def attracted(n: int, tails: NDArray[np.int32], heads: NDArray[np.int32], target: Mask, willing: Mask
              ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:  # fmt: skip
    """Return the ranks of an attractor in a graph whose edges come by their tails, -1 elsewhere, and the moves."""
    forward = offsets_of(tails, n), heads
    return _attracted((forward, transposed(forward)), (~willing).view(np.uint8), target)


def _attracted(rows: Any, owner: NDArray[np.uint8], target: Mask) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    rank, moves = (np.empty(owner.size, np.int32) for _ in range(2))
    attractor.attract(Graph(*rows), owner, target.view(np.uint8), 0, rank, moves)
    return rank, moves


def end_components(game: Reaching, kept: Mask, alive: Mask) -> tuple[NDArray[np.int64], Mask, Mask]:
    """Return the block of each vertex, which blocks are end components, and the edges inside these.

    An end component is a set of vertices that are ``alive``, which the play need not leave, if only these edges may be
    taken; the maximal ones are blocks, and each other vertex is one. de Alfaro, *Formal verification of probabilistic
    systems* (1997).
    """
    n, left = game.arena.n, np.flatnonzero(alive)
    edges = np.flatnonzero(kept & alive[game.tails])
    while True:
        place = np.full(n, -1, np.int32)
        place[left] = np.arange(left.size)
        tails, heads = place[game.tails[edges]], place[game.arena.successors[edges]]
        component, _ = components((offsets_of(tails[heads >= 0], left.size), heads[heads >= 0]))
        inner = (heads >= 0) & (component[tails] == component[heads])
        leaves, stays = np.zeros(left.size, np.bool_), np.zeros(left.size, np.bool_)
        leaves[tails[~inner]], stays[tails[inner]] = True, True
        good = np.where(game.owner[left] == CHANCE, ~leaves, stays)
        if good.all():
            break
        left, edges = left[good], edges[good[tails]]
    single = np.flatnonzero(place < 0)
    number = np.empty(n, np.int64)
    number[single], number[left] = np.arange(single.size), component + single.size
    inside = np.zeros(game.arena.m, np.bool_)
    inside[edges[inner]] = True
    return number, np.arange(int(number.max(initial=-1)) + 1) >= single.size, inside
