"""The labels of some tiers in memory, by number: what a tier is solved against."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from graphgames.games.tables.blocks import TierFile
from graphgames.games.tables.kernels import labels as kernel
from graphgames.games.tables.kernels.window import Window
from graphgames.games.tables.rules import BLOCK, Ints, Space, Tier

_BYTES = BLOCK // 8


def used_in(bits: NDArray[np.uint8]) -> Ints:
    """Return the numbers whose bits are set, counted from the first bit."""
    return np.flatnonzero(np.unpackbits(bits, bitorder="little")).astype(np.int64, copy=False)


def members(bits: NDArray[np.uint8]) -> int:
    """Return the number of bits that are set."""
    return kernel.members(bits.view(np.uint64))


class Labels:
    """The labels of some tiers; those of the last one are to be found.

    Parameters
    ----------
    space : Space
        The tiers of the game.
    known : sequence of (tier, TierFile)
        Tiers that are solved.
    tier : hashable
        The tier to solve.
    bits : ndarray of uint8
        The bitmap of its positions, whole blocks.

    Attributes
    ----------
    window : Window
        All of them, for the kernels.
    own : ndarray of uint16
        The labels of the tier to solve, as they stand; 0 at first.
    """

    def __init__(self, space: Space, known: Sequence[tuple[Tier, TierFile]], tier: Tier, bits: NDArray[np.uint8]):
        self.tier, self.bits = tier, bits
        tiers = [*(child for child, _ in known), tier]
        sizes = np.array([*(_BYTES * file.used.size for _, file in known), bits.size], np.int64)
        starts = np.concatenate([[0], np.cumsum(sizes)])
        joined = np.empty(int(starts[-1]), np.uint8)
        total = sum(int(file.used.sum()) for _, file in known) + members(bits)
        labels = np.zeros(total, np.uint16)
        at = 0
        for (_, file), start in zip(known, starts[:-1].tolist(), strict=False):
            for b, block in enumerate(file.blocks()):
                joined[start + b * _BYTES : start + (b + 1) * _BYTES] = block.bits
                labels[at : at + block.labels.size] = block.labels
                at += block.labels.size
        joined[int(starts[-2]) :] = bits
        words = joined.view(np.uint64)
        before, base = np.empty(words.size, np.uint16), np.empty(-(-words.size // 1024), np.int64)
        kernel.count(words, before, base)
        first = np.array([space.offset[t] for t in tiers], np.int64)
        last = np.array([space.offset[t] + space.size[t] for t in tiers], np.int64)
        self.window = Window(first, last, 8 * starts[:-1] - first, (words, before, base), labels)
        self.own = labels[at:]

    def pieces(self, about: int = BLOCK) -> Iterator[tuple[Ints, NDArray[np.uint16]]]:
        """Yield the positions of the tier to solve, in order and about so many at a time: their indices and labels."""
        blocks = self.bits.reshape(-1, _BYTES)
        counts = [members(block) for block in blocks]
        begin, at, some = 0, 0, 0
        for b, many in enumerate(counts):
            some += many
            if some and (some >= about or b + 1 == len(counts)):
                yield used_in(blocks[begin : b + 1].ravel()) + begin * BLOCK, self.own[at : at + some]
                begin, at, some = b + 1, at + some, 0
