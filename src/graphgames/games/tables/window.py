"""The labels of some tiers in memory, by number: what a tier is solved against."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.engines.team import NOTHING, Team, shares
from graphgames.games.tables.blocks import Block, TierFile
from graphgames.games.tables.index import Ints
from graphgames.games.tables.indexed_rules import Batch, IndexedRules
from graphgames.games.tables.kernels import labels as kernel
from graphgames.games.tables.kernels.window import Window
from graphgames.games.tables.space import BLOCK, Space, Tier

BYTES = BLOCK // 8
"""A block has so many bytes of bitmap."""

Bits = NDArray[np.uint8]
Shorts = NDArray[np.uint16]

NO_LABELS: Shorts = np.empty(0, np.uint16)


def used_in(bits: Bits) -> Ints:
    """Return the numbers whose bits are set, counted from the first bit."""
    found = np.empty(members(bits), np.int64)
    kernel.used(bits.view(np.uint64), found)
    return found


def members(bits: Bits) -> int:
    """Return the number of bits that are set."""
    return int(kernel.members(bits.reshape(-1).view(np.uint64)))


def bits_of(bits: Bits, space: Space, tier: Tier) -> Bits:
    """Return the bits of a tier among those of all, a row for each block."""
    begin = space.offset[tier] // 8
    return bits[begin : begin + space.blocks[tier] * BYTES].reshape(-1, BYTES)


def own_blocks(space: Space, tier: Tier, team: Team) -> range:
    """Return the blocks of a tier that belong to this member of the team."""
    first = (team.rank - space.offset[tier] // BLOCK) % team.size
    return range(first, space.blocks[tier], team.size)


_BEGUN = 1 << 11
"""To begin with a piece of work takes about as long as so many positions."""


@dataclass(frozen=True, eq=False)
class Piece:
    """Some positions of a tier to work on, and room for their labels, if it is these that are looked for.

    ``index`` returns their indices in the tier, or those of some rows, which ascend. ``start`` is their place among all
    own labels.
    """

    tier: Tier
    size: int
    index: Callable[..., Ints]
    labels: Shorts
    start: int = 0

    @classmethod
    def none(cls, tier: Tier) -> Piece:
        """Return a piece without a position."""
        return cls(tier, 0, lambda rows=None: NOTHING, NO_LABELS)

    def batch(self, rules: IndexedRules, rows: Any = slice(None)) -> Batch:
        """Return what the rules say of the positions, or of some of them."""
        return rules.batch(self.tier, self.index()[rows])


class Used:
    """The positions of a tier that are here, in order.

    Parameters
    ----------
    tier : hashable
        The tier.
    blocks : range
        Which blocks of it are here.
    bits : ndarray of uint8
        The bitmap of the positions, these blocks joined.

    Attributes
    ----------
    starts : ndarray of int64
        How many positions are before each block, and in all.
    labels : ndarray of uint16
        Their labels, if it is these that are looked for.
    """

    def __init__(self, tier: Tier, blocks: range, bits: Bits):
        self.tier, self.blocks, self.bits, self.labels = tier, blocks, bits, NO_LABELS
        self.starts = np.cumsum([0, *map(members, bits.reshape(-1, BYTES))])

    def pieces(self, start: int = 0) -> Iterator[Piece]:
        """Yield the positions, `BLOCK` at a time; their labels begin at a place among all own ones."""
        many = int(self.starts[-1])
        for begin in range(0, many, BLOCK):
            some = slice(begin, min(begin + BLOCK, many))
            yield Piece(self.tier, some.stop - begin, partial(self.index, some), self.labels[some], start + begin)

    def block(self, number: int) -> Block:
        """Return a block that is here, with its labels."""
        j = (number - self.blocks.start) // self.blocks.step
        return Block(self.bits[j * BYTES : (j + 1) * BYTES], self.labels[self.starts[j] : self.starts[j + 1]])

    def index(self, piece: slice, rows: Ints | None = None) -> Ints:
        """Return the indices in the tier of some positions in a row, or of some of them, which ascend."""
        begin, last = map(int, np.searchsorted(self.starts, (piece.start, piece.stop - 1), "right") - 1)
        bits, skipped = self.bits[begin * BYTES : (last + 1) * BYTES], piece.start - int(self.starts[begin])
        if rows is None:
            place = used_in(bits)[skipped : skipped + piece.stop - piece.start]
        else:
            place = np.empty(rows.size, np.int64)
            kernel.places(bits.view(np.uint64), rows + skipped, place)
        if self.blocks.step == 1:
            return place + (self.blocks.start + begin) * BLOCK
        block = self.blocks.start + ((place >> 16) + begin) * self.blocks.step
        return block << 16 | place & (BLOCK - 1)


@contextmanager
def shared(team: Team, pieces: Sequence[Piece], labelled: bool = False) -> Iterator[list[Piece]]:
    """Share pieces of work among a team; the labels that were written into those of others go back to them."""
    pieces = sorted(pieces, key=lambda piece: -piece.size)
    plan = shares(team, [piece.size + _BEGUN for piece in pieces])
    given = [[piece for piece, to in zip(pieces, plan, strict=True) if to == rank] for rank in range(team.size)]
    mine, given[team.rank] = given[team.rank], []
    come = team.swap([[(piece.tier, piece.index()) for piece in some] for some in given])
    remote = [[_remote_piece(*one, labelled) for one in some] for some in come]
    yield sorted([*mine, *(piece for some in remote for piece in some)], key=lambda piece: -piece.size)
    if labelled:
        back = team.swap([[piece.labels for piece in some] for some in remote])
        for some, found in zip(given, back, strict=True):
            for piece, labels in zip(some, found, strict=True):
                piece.labels[:] = labels


def _remote_piece(tier: Tier, index: Ints, labelled: bool) -> Piece:
    """Return a piece of another member of the team."""
    return Piece(tier, index.size, lambda: index, np.empty(index.size if labelled else 0, np.uint16))


class Labels:
    """The labels of some tiers, as far as they belong to this member of the team; those of the last are to be found.

    Parameters
    ----------
    space : Space
        The tiers of the game.
    team : Team
        Who works together.
    known : sequence of (tier, TierFile)
        Tiers that are solved.
    tiers : sequence of hashable
        The tiers to solve.
    bits : ndarray of uint8
        The bitmap of the positions of the table, all tiers.

    Attributes
    ----------
    window : Window
        All of them, for the kernels.
    used : list of Used
        The positions of the tiers to solve.
    own : ndarray of uint16
        Their labels, as they stand; 0 at first.
    place : int
        Where they begin among all labels.
    pieces : list of Piece
        The positions of all of them, with room for their labels.
    none : Piece
        One without a position.
    """

    def __init__(
        self, space: Space, team: Team, known: Sequence[tuple[Tier, TierFile]], tiers: Sequence[Tier], bits: Bits
    ):
        there = [*(child for child, _ in known), *tiers]
        blocks = [own_blocks(space, tier, team) for tier in there]
        stored = [(file, b) for (_, file), here in zip(known, blocks, strict=False) for b in here]
        cuts = np.cumsum([0, *map(len, blocks)])
        joined = np.empty((int(cuts[-1]), BYTES), np.uint8)
        self.tier, self.used = tiers[0], []
        for tier, here, begin in [*zip(there, blocks, cuts.tolist(), strict=False)][len(known) :]:
            part = joined[begin : begin + len(here)]
            part[:] = bits_of(bits, space, tier)[here.start :: team.size]
            self.used.append(Used(tier, here, part.reshape(-1)))
        before = np.cumsum([0, *(file.used[b] for file, b in stored)], dtype=np.int64)
        self.place = int(before[-1])
        labels = np.zeros(self.place + sum(int(used.starts[-1]) for used in self.used), np.uint16)

        def read(i: int | None) -> None:
            if i is not None:
                joined[i], labels[before[i] : before[i + 1]] = stored[i][0].block(stored[i][1])

        team.each(read, range(len(stored)), lambda done: None)
        words = joined.reshape(-1).view(np.uint64)
        counts = np.empty(words.size, np.uint16), np.empty(len(joined), np.int64)
        kernel.count(words, *counts)
        first = np.array([space.offset[t] for t in there], np.int64)
        last = np.array([space.offset[t] + space.size[t] for t in there], np.int64)
        # the first block of a tier that is here has this number, once only those that are here are counted
        ahead = (first // BLOCK + np.array([here.start for here in blocks], np.int64)) // team.size
        self.window = Window(first, last, (cuts[:-1] - ahead) * BLOCK, team.size, (words, *counts), labels)
        self.own, self.pieces, self.none = labels[self.place :], list[Piece](), Piece.none(self.tier)
        begin = 0
        for used in self.used:
            used.labels = self.own[begin : begin + int(used.starts[-1])]
            self.pieces += used.pieces(begin)
            begin += used.labels.size

    def look_up(self, team: Team, columns: Sequence[Ints]) -> list[NDArray[np.uint16]]:
        """Return the labels of numbers, as `kernels.labels.look_up` has them, whoever of the team knows them."""

        def answer(numbers: Ints) -> NDArray[np.uint16]:
            found = np.empty(numbers.size, np.uint16)
            kernel.look_up(self.window, numbers, found)
            return found

        return team.ask(columns, answer, np.uint16(kernel.NO_MOVE))
