"""The labels of some tiers in memory, by number: what a tier is solved against."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

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
"""A piece has at most so many blocks, however few of their numbers are in use: work on it takes a byte a number."""

Bits = NDArray[np.uint8]


def used_in(bits: Bits) -> Ints:
    """Return the numbers whose bits are set, counted from the first bit."""
    return np.flatnonzero(np.unpackbits(bits, bitorder="little")).astype(np.int64, copy=False)


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


class Piece(NamedTuple):
    """Some blocks of a tier, from ``begin`` to ``end - 1`` of those that are here, and the place of their labels."""

    begin: int
    end: int
    at: int
    many: int


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
    place, ahead : int
        Where they begin among all labels, and so many blocks of other tiers stand before theirs.
    bits : ndarray of uint8
        The bitmap of its positions.
    blocks : range
        Which blocks of it are here.
    """

    def __init__(self, space: Space, team: Team, known: Sequence[tuple[Tier, TierFile]], tier: Tier, bits: Bits):
        self.tier, self.blocks = tier, own_blocks(space, tier, team)
        begin = space.offset[tier] // 8
        part = bits[begin : begin + blocks_of_tier(space, tier) * BYTES].reshape(-1, BYTES)
        part = part[self.blocks.start :: team.size]
        mine = [own_blocks(space, child, team) for child, _ in known]
        joined = np.empty(BYTES * (sum(map(len, mine)) + len(self.blocks)), np.uint8)
        self.bits = joined[joined.size - part.size :]
        self.bits.reshape(-1, BYTES)[:] = part
        used = sum(int(file.used[here.start :: team.size].sum()) for (_, file), here in zip(known, mine, strict=True))
        labels = np.zeros(used + members(self.bits), np.uint16)
        at, place, starts = 0, 0, []
        for (_, file), here in zip(known, mine, strict=True):
            starts.append(place)
            for b in here:
                block = file.block(b)
                joined[place : place + BYTES], labels[at : at + block.labels.size] = block.bits, block.labels
                at, place = at + block.labels.size, place + BYTES
        words = joined.view(np.uint64)
        counts = np.empty(words.size, np.uint16), np.empty(-(-words.size // 1024), np.int64)
        kernel.count(words, *counts)
        tiers = [*(child for child, _ in known), tier]
        first = np.array([space.offset[t] for t in tiers], np.int64)
        last = np.array([space.offset[t] + space.size[t] for t in tiers], np.int64)
        # the first block of a tier that is here has this number, once only those that are here are counted
        ahead = np.array([(space.offset[t] // BLOCK + own_blocks(space, t, team).start) // team.size for t in tiers])
        shift = 8 * np.array([*starts, place], np.int64) - ahead * BLOCK
        self.window = Window(first, last, shift, team.size, (words, *counts), labels)
        self.own, self.place, self.ahead = labels[at:], at, place // BYTES

    @cached_property
    def pieces(self) -> list[Piece]:
        """The positions of the tier to solve, in order, about `BLOCK` at a time, in at most `SPARSE` blocks."""
        found = []
        begin, at, some = 0, 0, 0
        for b, block in enumerate(self.bits.reshape(-1, BYTES)):
            some += members(block)
            if some >= BLOCK or b + 1 - begin == SPARSE or b + 1 == len(self.blocks):
                found.append(Piece(begin, b + 1, at, some))
                begin, at, some = b + 1, at + some, 0
        return found

    def index(self, piece: Piece, rows: Ints | None = None) -> Ints:
        """Return the indices in their tier of the positions of a piece, or of some of them, which ascend."""
        bits = self.bits[piece.begin * BYTES : piece.end * BYTES]
        if rows is None:
            place = used_in(bits)
        else:
            place = np.empty(rows.size, np.int64)
            kernel.places(bits.view(np.uint64), rows, place)
        if self.blocks.step == 1:
            return place + piece.begin * BLOCK
        block = self.blocks.start + ((place >> 16) + piece.begin) * self.blocks.step
        return block << 16 | place & (BLOCK - 1)

    def look_up(self, team: Team, columns: Sequence[Ints]) -> list[NDArray[np.uint16]]:
        """Return the labels of numbers, as `kernels.labels.look_up` has them, whoever of the team knows them."""

        def answer(numbers: Ints) -> NDArray[np.uint16]:
            found = np.empty(numbers.size, np.uint16)
            kernel.look_up(self.window, numbers, found)
            return found

        return team.ask(columns, answer, np.uint16(kernel.NO_MOVE))

    def of(self, piece: Piece) -> NDArray[np.uint16]:
        """Return the labels of a piece, to be written."""
        return self.own[piece.at : piece.at + piece.many]
