"""Games whose arrays are spread over processes: a vertex belongs to one, with its owner, mark and edges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import offsets, ranges
from graphgames.core.errors import GameError, shown
from graphgames.core.game import Game
from graphgames.core.objective import Objective
from graphgames.engines.team import Team

Ints = NDArray[np.int64]

_EDGES = 1 << 16
"""A piece has about so many edges."""


@dataclass(frozen=True)
class Share:
    """Which of the vertices 0 to n - 1 belong to a process: every ``size``-th block of ``2**bits``.

    >>> share = Share(10, 1, 2, 1)
    >>> share.numbers(), share.local(np.array([6, 7]))
    (array([2, 3, 6, 7]), array([2, 3]))
    """

    n: int
    bits: int
    size: int
    rank: int

    @classmethod
    def of(cls, n: int, team: Team) -> Share:
        """Return what belongs to a member of a team: blocks of at most 2^16 vertices, several for each member."""
        return cls(n, min(16, max(0, (n // (8 * team.size)).bit_length() - 1)), team.size, team.rank)

    @property
    def blocks(self) -> Iterator[tuple[int, int]]:
        """The first vertex of each block, and the one behind its last."""
        for begin in range(self.rank << self.bits, self.n, self.size << self.bits):
            yield begin, min(begin + (1 << self.bits), self.n)

    @cached_property
    def count(self) -> int:
        """How many vertices belong to the process."""
        return sum(end - begin for begin, end in self.blocks)

    def numbers(self, rows: NDArray[Any] | None = None) -> Ints:
        """Return the vertices at places of the process's arrays; without places all."""
        rows = np.arange(self.count) if rows is None else rows.astype(np.int64, copy=False)
        found: Ints = ((rows >> self.bits) * self.size + self.rank << self.bits) | (rows & ((1 << self.bits) - 1))
        return found

    def local(self, numbers: NDArray[Any]) -> Ints:
        """Return the places of vertices in the arrays of the process to whom they belong."""
        found: Ints = ((numbers >> self.bits) // self.size << self.bits) | (numbers & ((1 << self.bits) - 1))
        return found.astype(np.int64, copy=False)

    def owner_ranks(self, numbers: NDArray[Any]) -> Ints:
        """Return to whom vertices belong."""
        found: Ints = (numbers >> self.bits) % self.size
        return found


@dataclass(frozen=True, eq=False)
class SpreadArena:
    """The edges out of the vertices of a process."""

    share: Share
    """Which vertices are its own."""
    indptr: Ints
    """The edges out of the own vertex at place i are numbers ``indptr[i]`` to ``indptr[i + 1] - 1``, shape (k + 1,)."""
    successors: NDArray[np.int32]
    """The head of each edge, by its number in the whole arena."""
    owner: NDArray[np.uint8] | None
    """Who moves at the own vertices, shape (k,), or None."""
    m: int
    """How many edges the whole arena has."""

    @property
    def n(self) -> int:
        """How many vertices the whole arena has."""
        return self.share.n

    def vertex(self, name: object) -> int:
        """Return a vertex by its number, which may be written in digits; raise `GameError` if there is none."""
        v = int(name) if isinstance(name, str) and name.isascii() and name.isdigit() else name
        if not isinstance(v, int | np.integer) or not 0 <= v < self.n:
            raise GameError(f"{shown(name)} is not a vertex; expected a number from 0 to {self.n - 1}")
        return int(v)

    def label(self, v: int) -> int:
        """Return the label of a vertex: its number."""
        return v

    def rows(self, rows: Ints) -> tuple[Ints, NDArray[np.int32]]:
        """Return the offsets and the heads of the edges out of some own vertices, by their places."""
        degrees = self.indptr[rows + 1] - self.indptr[rows]
        indptr = offsets(degrees)
        return indptr, self.successors[ranges(self.indptr[rows], degrees)]

    def pieces(self, most: int = _EDGES) -> list[Ints]:
        """Return the places of the own vertices in pieces of about so many edges, and at most so many vertices."""
        return pieces(np.arange(self.share.count), np.diff(self.indptr), most)


def pieces(rows: Ints, degrees: NDArray[Any], most: int) -> list[Ints]:
    """Return vertices with so many edges each in pieces of about so many edges, and at most so many vertices."""
    cuts = np.searchsorted(np.cumsum(degrees), np.arange(most, int(degrees.sum()), most))
    return np.split(rows, np.unique(np.concatenate([cuts, np.arange(most, rows.size, most)])))


@dataclass(frozen=True, eq=False)
class SpreadGame:
    """A game whose vertices are spread over the processes of a team; each process has its own of these."""

    arena: SpreadArena
    """The own vertices."""
    objective: Objective
    """With its data over the own vertices."""
    team: Team
    """The processes."""
    start: int | None = None
    """The number of the vertex where the play begins."""
    players: tuple[str, str] = ("Eve", "Adam")
    """The names of player 0 and player 1."""
    engine = "mpi"

    @property
    def kind(self) -> str:
        """The name of the objective, by which solvers are found."""
        return self.objective.name

    @property
    def impartial(self) -> bool:
        """Whether the players alternate."""
        return self.arena.owner is None

    def idle(self) -> int | None:
        """Return the player who has no vertex where vertices have owners; all processes call it together."""
        if self.arena.owner is None or not self.arena.n:
            return None
        known: dict[str, Any] = vars(self)  # a game is frozen and keeps who has vertices
        if "_there" not in known:
            known["_there"] = self.team.total(np.bincount(self.arena.owner, minlength=2)) > 0
        return None if known["_there"].all() else int(known["_there"][0])

    @property
    def draw_words(self) -> tuple[str, str]:
        """What a draw is called, and several of them."""
        return self.objective.draw_words

    @classmethod
    def of(cls, game: Game, team: Team) -> SpreadGame:
        """Return the part of a game that belongs to this process; each process has the whole."""
        if game.arena.probability is not None:
            raise GameError("a game in which chance moves is not solved by several processes together")
        game, share = game.vertex_form, Share.of(game.vertex_form.arena.n, team)
        own, whole = share.numbers(), game.arena
        everything = SpreadArena(share, whole.indptr, whole.successors, whole.owner, whole.m)
        owner = None if whole.owner is None else whole.owner[own]
        arena = SpreadArena(share, *everything.rows(own), owner, whole.m)
        return cls(arena, game.objective.renumbered(own), team, game.start, game.players)

    def __repr__(self) -> str:
        return f"SpreadGame(n={self.arena.n}, m={self.arena.m}, {self.objective.name}, processes={self.team.size})"
