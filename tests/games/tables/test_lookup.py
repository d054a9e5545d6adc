"""Single labels of a packed block are those of the whole block, and bytes that are no block are refused."""

from __future__ import annotations

import numpy as np
import pytest

from graphgames.games.tables.blocks import Block, Lookup, decode, encode
from graphgames.games.tables.space import BLOCK


def packed(seed: int, count: int) -> tuple[Block, bytes]:
    """Return a block with so many numbers in use, some of which are far from the end."""
    rng = np.random.default_rng(seed)
    used = np.zeros(BLOCK, np.bool_)
    used[rng.choice(BLOCK, count, replace=False)] = True
    labels = (rng.choice([0, 3, 254, 255, 256, 9000], count) << 2 | rng.integers(1, 4, count)).astype(np.uint16)
    block = Block(np.packbits(used, bitorder="little"), labels)
    return block, encode(block)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 1000])
def test_a_label_is_that_of_the_whole_block(count: int) -> None:
    block, data = packed(count, count)
    assert np.array_equal(decode(data, count).labels, block.labels)
    lookup, used = Lookup(data, count), np.flatnonzero(np.unpackbits(block.bits, bitorder="little")).tolist()
    assert [lookup.label(at) for at in used] == block.labels.tolist()
    free = sorted(set(range(0, BLOCK, 97)) - set(used))
    assert all(lookup.label(at) is None for at in free)


def test_bytes_that_are_no_block_are_refused() -> None:
    block, data = packed(7, 40)
    used = np.flatnonzero(np.unpackbits(block.bits, bitorder="little")).tolist()
    for wrong, count in ((data, 41), (data, 39), (data[: BLOCK // 8 + 20], 40)):
        with pytest.raises(ValueError, match="not have as many numbers"):
            Lookup(wrong, count)
    near = data[: BLOCK // 8 + 10 + 40]  # without the numbers that take two bytes
    none = bytes([*data[: BLOCK // 8], *bytes(10), *data[BLOCK // 8 + 10 :]])
    far = [at for at, label in zip(used, block.labels.tolist(), strict=True) if label >> 2 >= 255]
    for wrong, at in ((near, far[-1]), (none, used[0])):
        with pytest.raises(ValueError, match="an invalid label"):
            Lookup(wrong, 40).label(at)
