"""Zielonka's recursion for games that a few attractors decide, as most large random ones are.

It never turns the edges of the whole graph round, which is what other solvers spend most of their time with where edges
go far, and gives up as soon as a game turns out to be deep. McNaughton, *Infinite games played on finite graphs*, APAL
65 (1993); Zielonka, *Infinite games on finitely coloured graphs*, TCS 200 (1998).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.graphs.compressed_rows import Rows
from graphgames.graphs.kernels import attractor, csr, graph, sweep

MOST_ATTRACTORS = 8
"""After so many attractors a game is no longer a shallow one."""

MOST_FORCED = 1 / 16
"""Where a larger share of vertices has a single edge, an attractor takes many sweeps, each of which reaches little."""

SMALLEST_SHARE = 64
"""A level whose highest vertices are less than this part of it is not worth an attractor of its own."""


class Shallow(NamedTuple):
    """What was found: winners, moves (-1 where the owner does not win), and how much work it was."""

    winner: NDArray[np.uint8]
    moves: NDArray[np.int32]
    edges: int
    attractors: int


def is_likely(forward: Rows) -> bool:
    """Tell whether an attempt is quicker than to turn the edges round, as a sample of the vertices shows."""
    if not graph.goes_far(*forward):
        return False
    indptr, step = forward[0], forward[0].size // 4096 + 1
    forced = indptr[1::step] - indptr[:-1:step] == 1
    return bool(np.mean(forced) <= MOST_FORCED)


def solve_shallow(forward: Rows, owner: NDArray[np.uint8], priority: NDArray[np.int32]) -> Shallow | None:
    """Return who wins where the highest priority seen infinitely often decides, or None if the game is deep.

    Every vertex must have a successor. O(n + m), about as much as reading the edges a few times.
    """
    game = _Game(forward, owner, priority)
    if not game.decide(np.ones(owner.size, np.uint8)):
        return None
    game.moves[game.winner != owner] = -1
    return Shallow(game.winner, game.moves, game.edges, game.attractors)


class _Game:
    """The game with what is known of it so far."""

    def __init__(self, forward: Rows, owner: NDArray[np.uint8], priority: NDArray[np.int32]):
        self.forward, self.owner, self.priority = forward, owner, priority
        self.winner, self.moves = np.zeros(owner.size, np.uint8), np.full(owner.size, -1, np.int32)
        self.edges = self.attractors = 0

    def decide(self, there: NDArray[np.uint8]) -> bool:
        """Decide the subgame of the vertices that are there; return False if it is deep."""
        while size := np.count_nonzero(there):
            state = np.empty_like(there)
            player, tops = sweep.mark_top(self.priority, there, state)
            if tops * SMALLEST_SHARE < size or not self.attract(player, state):
                return False
            rest = np.equal(state, 1)
            if not self.decide(rest.view(np.uint8)):
                return False
            rest &= self.winner != player
            state = there + rest
            if rest.any() and not self.attract(1 - player, state):
                return False
            lost = state == 2
            self.winner[lost] = 1 - player
            if np.count_nonzero(lost) == np.count_nonzero(rest):  # what is left of the level is decided
                self.winner[state == 1] = player
                region = np.where(state == 1, np.uint8(player), np.uint8(2))
                attractor.stay(csr.Graph(self.forward, self.forward), self.owner, region, player, self.moves)
                break
            there = np.equal(state, 1).view(np.uint8)
            self.moves[state == 1] = -1
        return True

    def attract(self, player: int, state: NDArray[np.uint8]) -> bool:
        """Attract to what is reached, unless that was done too often."""
        self.attractors += 1
        if self.attractors > MOST_ATTRACTORS:
            return False
        self.edges += sweep.attract(*self.forward, self.owner, player, state, self.moves)
        return True
