"""Backwards over an arena that is spread over processes, layer by layer: what attractors and remoteness have in common.

The processes agree on each layer: those to whom decided vertices belong send updates to their predecessors, and the
next layer is what is decided by them. So ranks and remoteness are those of one process, and of several winning moves
all take the one to the least vertex. The memory of a process is O((n + m) / processes).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.engines.checkpoint import Checkpoint
from graphgames.engines.kernels import layers as kernel
from graphgames.engines.spread_game import Share, SpreadArena, SpreadGame, pieces
from graphgames.engines.team import NOTHING, Ints, Team

_PIECE = 1 << 18
"""So many edges are worked on at a time, 2 MiB of messages."""

UNDECIDED = 2


class Labels(NamedTuple):
    """What is known of the own vertices: winner, rank (or remoteness), move, and how many successors are left."""

    winner: NDArray[np.uint8]
    rank: NDArray[np.int32]
    moves: NDArray[np.int32]
    left: NDArray[np.int32]

    @classmethod
    def of(cls, arena: SpreadArena) -> Labels:
        """Return the labels with which everything begins: nothing is decided."""
        k = arena.share.count
        left = np.diff(arena.indptr).astype(np.int32)
        return cls(np.full(k, UNDECIDED, np.uint8), np.full(k, -1, np.int32), np.full(k, -1, np.int32), left)


@dataclass(frozen=True, eq=False)
class Backwards:
    """The edges of a game by the vertex to which they lead."""

    game: SpreadGame
    starts: Ints
    tails: NDArray[np.int32]

    @classmethod
    def of(cls, game: SpreadGame) -> Backwards:
        """Return the reverse of a game's arena, O((n + m) / processes)."""
        arena = game.arena
        cuts = arena.pieces(_PIECE)

        def edges(rows: Ints) -> Ints:
            indptr, heads = arena.rows(rows)
            return heads.astype(np.int64) << 32 | np.repeat(arena.share.numbers(rows), np.diff(indptr))

        return cls(game, *grouped(game.team, arena.share, edges, cuts))

    def spread(
        self,
        labels: Labels,
        front: Ints,
        layer: int = 0,
        after: Callable[[Ints], None] = lambda found: None,
        kept: Checkpoint | None = None,
    ) -> int:
        """Decide what follows from the vertices of a layer, given by place, layer by layer; label the winning moves.

        ``after`` is called after each layer with the places that were decided in it; ``kept`` saves the labels before
        each. Return the number of the last layer, in which nothing was decided.
        """
        team, share = self.game.team, self.game.arena.share
        owner = np.empty(0, np.uint8) if self.game.arena.owner is None else self.game.arena.owner
        while not team.least(int(front.size == 0)):
            if kept is not None:
                kept.save(layer=layer)
            layer += 1
            fronts: list[Ints] = []
            here = np.array([share.bits, share.size, layer], np.int64)

            def receive(items: Ints, fronts: list[Ints] = fronts, here: Ints = here) -> None:
                for arrived in team.send([items], 32 + share.bits):
                    found = np.empty(arrived.size, np.int64)
                    many = kernel.apply_updates(arrived, here, owner, labels.left, *labels[:3], found)
                    fronts.append(found[:many].copy())

            self.updates(labels.winner, front, receive)
            front = np.concatenate([NOTHING, *fronts])
            after(front)
        return layer

    def from_layer_0(self, labels: Labels, kept: Checkpoint) -> None:
        """Decide what follows from the vertices of rank 0, or go on where a checkpoint was made."""
        layer = kept.restore().get("layer", 0)
        self.spread(labels, np.flatnonzero(labels.rank == layer), layer, kept=kept)
        kept.remove()

    def updates(self, winner: NDArray[np.uint8], front: Ints, send: Callable[[Ints], None]) -> None:
        """Call ``send`` with the updates that vertices are decided, for all their predecessors, piece by piece."""

        def make(piece: Ints) -> Ints:
            items = np.empty(int((self.starts[piece + 1] - self.starts[piece]).sum()), np.int64)
            kernel.pack_updates(piece, self.game.arena.share.numbers(piece), winner, self.starts, self.tails, items)
            return items

        self.game.team.each(make, pieces(front, self.starts[front + 1] - self.starts[front], _PIECE), send, NOTHING)


def grouped(
    team: Team, share: Share, items: Callable[[Ints], Ints], parts: list[Ints]
) -> tuple[Ints, NDArray[np.int32]]:
    """Return pairs of vertices as compressed rows by the first, each at the process to whom this one belongs.

    ``items`` gives those of a piece as ``first << 32 | second``. Pairs of one sender keep their order. They are made
    twice, once to be counted, so that no message has to be kept.
    """
    starts = np.zeros(share.count + 1, np.int64)

    def count(made: Ints) -> None:
        for come in team.send([made], 32 + share.bits):
            kernel.count(come, share.bits, share.size, starts)

    def fill(made: Ints) -> None:
        for come in team.send([made], 32 + share.bits):
            kernel.fill(come, share.bits, share.size, ends, rows)

    team.each(items, parts, count, NOTHING)
    np.cumsum(starts, out=starts)
    rows, ends = np.empty(int(starts[-1]), np.int32), starts[:-1].copy()
    team.each(items, parts, fill, NOTHING)
    return starts, rows


def of_heads(game: SpreadGame, rows: Ints, array: NDArray[np.int32]) -> tuple[Ints, NDArray[np.int32]]:
    """Return the entries of an array over all own vertices at the heads of the edges out of some, as compressed rows.

    All processes call it together.
    """
    share = game.arena.share
    indptr, heads = game.arena.rows(rows)
    numbers = heads.astype(np.int64)
    return indptr, game.team.ask([numbers], lambda asked: array[share.local(asked)], np.int32(-1), share.bits)[0]


def stay(game: SpreadGame, labels: Labels, rows: Ints) -> None:
    """Label some own vertices with their first move to a vertex that has the same winner, where there is one."""

    def first_moves(piece: Ints) -> tuple[Ints, NDArray[np.int32]]:
        indptr, winner = of_heads(game, piece, labels.winner.astype(np.int32))
        good = np.flatnonzero(winner == np.repeat(labels.winner[piece], np.diff(indptr)))
        row, first = np.unique(np.searchsorted(indptr, good, "right") - 1, return_index=True)
        return piece[row], game.arena.rows(piece)[1][good[first]]

    def write(found: tuple[Ints, NDArray[np.int32]]) -> None:
        labels.moves[found[0]] = found[1]

    game.team.each(first_moves, pieces(rows, np.diff(game.arena.indptr)[rows], _PIECE), write, NOTHING)
