"""The labels of some tiers in memory, by number: what a tier is solved against."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from graphgames.games.tables.blocks import TierFile
from graphgames.games.tables.index import Ints
from graphgames.games.tables.kernels import labels as kernel
from graphgames.games.tables.kernels.window import Window
from graphgames.games.tables.space import BLOCK, Space, Tier
from graphgames.spread.team import Team

BYTES = BLOCK // 8
"""A block has so many bytes of bitmap."""

SPARSE = 64
"""The bits of at most so many blocks are unpacked at a time, a byte each."""

Bits = NDArray[np.uint8]


def used_in(bits: Bits) -> Ints:
    """Return the numbers whose bits are set, counted from the first bit."""
    if bits.size > (most := SPARSE * BYTES):
        return np.concatenate([used_in(bits[at : at + most]) + 8 * at for at in range(0, bits.size, most)])
    return np.flatnonzero(np.unpackbits(bits, bitorder="little").view(np.bool_)).astype(np.int64, copy=False)


def members(bits: Bits) -> int:
    """Return the number of bits that are set."""
    return int(kernel.members(bits.view(np.uint64)))


def blocks_of_tier(space: Space, tier: Tier) -> int:
    """Return how many blocks of numbers a tier has."""
    return -(-space.size[tier] // BLOCK)


def own_blocks(space: Space, tier: Tier, team: Team) -> range:
    """Return the blocks of a tier that belong to this member of the team."""
    first = (team.rank - space.offset[tier] // BLOCK) % team.size
    return range(first, blocks_of_tier(space, tier), team.size)


class Used:
    """The positions of a tier that are here, in order.

    Parameters
    ----------
    blocks : range
        Which blocks of the tier are here.
    bits : ndarray of uint8
        The bitmap of the positions, these blocks joined.

    Attributes
    ----------
    starts : ndarray of int64
        How many positions are before each block, and in all.
    """

    def __init__(self, blocks: range, bits: Bits):
        self.blocks, self.bits = blocks, bits
        self.starts = np.cumsum([0, *map(members, bits.reshape(-1, BYTES))])

    @cached_property
    def pieces(self) -> list[slice]:
        """The positions, `BLOCK` at a time."""
        many = int(self.starts[-1])
        return [slice(at, min(at + BLOCK, many)) for at in range(0, many, BLOCK)]

    def index(self, piece: slice | None, rows: Ints | None = None) -> Ints:
        """Return the indices in the tier of the positions of a piece, or of some of them, which ascend."""
        if piece is None:
            return np.empty(0, np.int64)
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


class Labels(Used):
    """The labels of some tiers, as far as they belong to this member of the team; those of the last are to be found.

    Parameters
    ----------
    space : Space
        The tiers of the game.
    team : Team
        Who works together.
    known : sequence of (tier, TierFile)
        Tiers that are solved.
    tier : hashable
        The tier to solve.
    bits : ndarray of uint8
        The bitmap of the positions of the table, all tiers.

    Attributes
    ----------
    window : Window
        All of them, for the kernels.
    own : ndarray of uint16
        The labels of the tier to solve, as they stand; 0 at first.
    place : int
        Where they begin among all labels.
    """

    def __init__(self, space: Space, team: Team, known: Sequence[tuple[Tier, TierFile]], tier: Tier, bits: Bits):
        self.tier, blocks = tier, own_blocks(space, tier, team)
        begin = space.offset[tier] // 8
        part = bits[begin : begin + blocks_of_tier(space, tier) * BYTES].reshape(-1, BYTES)[blocks.start :: team.size]
        mine = [own_blocks(space, child, team) for child, _ in known]
        stored = [(file, b) for (_, file), here in zip(known, mine, strict=True) for b in here]
        joined = np.empty((len(stored) + len(blocks), BYTES), np.uint8)
        joined[len(stored) :] = part
        super().__init__(blocks, joined[len(stored) :].reshape(-1))
        ends = np.cumsum([0, *(file.used[b] for file, b in stored)], dtype=np.int64)
        labels = np.zeros(int(ends[-1] + self.starts[-1]), np.uint16)

        def read(i: int | None) -> None:
            if i is not None:
                joined[i], labels[ends[i] : ends[i + 1]] = stored[i][0].block(stored[i][1])

        team.each(read, range(len(stored)), lambda done: None)
        words = joined.reshape(-1).view(np.uint64)
        counts = np.empty(words.size, np.uint16), np.empty(len(joined), np.int64)
        kernel.count(words, *counts)
        tiers = [*(child for child, _ in known), tier]
        first = np.array([space.offset[t] for t in tiers], np.int64)
        last = np.array([space.offset[t] + space.size[t] for t in tiers], np.int64)
        # the first block of a tier that is here has this number, once only those that are here are counted
        ahead = np.array([(space.offset[t] // BLOCK + own_blocks(space, t, team).start) // team.size for t in tiers])
        before = np.cumsum([0, *map(len, mine)])
        self.window = Window(first, last, (before - ahead) * BLOCK, team.size, (words, *counts), labels)
        self.place = int(ends[-1])
        self.own = labels[self.place :]

    def look_up(self, team: Team, columns: Sequence[Ints]) -> list[NDArray[np.uint16]]:
        """Return the labels of numbers, as `kernels.labels.look_up` has them, whoever of the team knows them."""

        def answer(numbers: Ints) -> NDArray[np.uint16]:
            found = np.empty(numbers.size, np.uint16)
            kernel.look_up(self.window, numbers, found)
            return found

        return team.ask(columns, answer, np.uint16(kernel.NO_MOVE))

    def of(self, piece: slice | None) -> NDArray[np.uint16]:
        """Return the labels of a piece, to be written."""
        return self.own[piece or slice(0)]
