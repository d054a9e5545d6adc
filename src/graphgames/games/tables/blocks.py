"""The files of a table: for each tier the labels of its positions, in blocks that are packed and checked one by one.

A file is blocks, then a table of where they are, and a description at the end::

    blocks           each packed by itself; empty if none of its numbers is in use
    offsets          8 bytes a block, and one more for the end of the last
    used             4 bytes a block: how many of its numbers are in use
    checksums        4 bytes a block: CRC-32 of the packed block
    description      JSON: the tier, the packer, counts
    lengths          of the description and of the whole end part, 8 bytes each; CRC-32 of the end part; "GGTABLE1"

A block of 2^16 numbers, unpacked, is the bitmap of those in use (8,192 bytes), two bits of outcome for each of them
(1 loss, 2 draw, 3 win), a byte of remoteness each, and 2 bytes for each remoteness of 255 or more, in order.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GraphGamesError
from graphgames.games.tables.space import BLOCK
from graphgames.spread.team import Team

MAGIC = b"GGTABLE1"
_TAIL = struct.Struct("<QQI8s")
_BITMAP = BLOCK // 8
_ESCAPE = 255


class DamagedTableError(GraphGamesError, ValueError):
    """A file of a table, or a block of it, is not what was written."""


class Block(NamedTuple):
    """The positions of a block: which of its numbers are in use (packed bits), and the labels of these in order."""

    bits: NDArray[np.uint8]
    labels: NDArray[np.uint16]


def packer(name: str | None = None) -> tuple[str, Callable[[bytes], bytes], Callable[[bytes], bytes]]:
    """Return a packer by its name, with how it packs and unpacks: zstandard if it is installed, else zlib."""
    if name != "zlib":
        try:
            import zstandard
        except ImportError:
            if name == "zstd":
                from graphgames.core.errors import MissingDependencyError

                raise MissingDependencyError("zstandard", "tables") from None
        else:
            # one object for each block: none may be used by two threads
            return (
                "zstd",
                lambda data: zstandard.ZstdCompressor(level=3).compress(data),
                lambda data: zstandard.ZstdDecompressor().decompress(data),
            )
    return "zlib", lambda data: zlib.compress(data, 6), zlib.decompress


def encode(block: Block) -> bytes:
    """Return a block as bytes."""
    if not block.labels.size:
        return b""
    codes, remoteness = (block.labels & 3).astype(np.uint8), block.labels >> 2
    quads = np.zeros(-(-codes.size // 4) * 4, np.uint8)
    quads[: codes.size] = codes
    pairs = quads.reshape(-1, 4) @ np.array([1, 4, 16, 64], np.uint8)
    escaped = remoteness[remoteness >= _ESCAPE].astype("<u2")
    near = np.minimum(remoteness, _ESCAPE).astype(np.uint8)
    return b"".join([block.bits.tobytes(), pairs.tobytes(), near.tobytes(), escaped.tobytes()])


def decode(data: bytes, used: int) -> Block:
    """Return the block that bytes hold."""
    if not used:
        return Block(np.zeros(_BITMAP, np.uint8), np.empty(0, np.uint16))
    plain = np.frombuffer(data, np.uint8)
    quarter = -(-used // 4)
    pairs = plain[_BITMAP : _BITMAP + quarter]
    codes = (pairs[:, None] >> np.array([0, 2, 4, 6], np.uint8) & 3).ravel()[:used]
    remoteness = plain[_BITMAP + quarter : _BITMAP + quarter + used].astype(np.uint16)
    escaped = plain[_BITMAP + quarter + used :].view("<u2")
    remoteness[remoteness == _ESCAPE] = escaped
    remoteness <<= 2
    remoteness |= codes
    return Block(plain[:_BITMAP], remoteness)


@dataclass(frozen=True)
class TierFile:
    """One file of a table, mapped into memory; a block is unpacked, and its checksum compared, when it is asked for.

    Raise `DamagedTableError` if the file is not whole.
    """

    path: Path

    @cached_property
    def _mapped(self) -> mmap.mmap:
        try:
            with self.path.open("rb") as file:
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise DamagedTableError(f"{self.path}: the file is missing") from None
        except ValueError:
            raise DamagedTableError(f"{self.path}: the file is empty") from None

    @cached_property
    def _end(self) -> tuple[NDArray[np.uint64], NDArray[np.uint32], NDArray[np.uint32], dict[str, Any]]:
        data, size = self._mapped, len(self._mapped)
        if size < _TAIL.size or data[-8:] != MAGIC:
            raise DamagedTableError(f"{self.path}: this is not a file of a table, or its end is missing")
        words, length, checksum, _ = _TAIL.unpack(data[-_TAIL.size :])
        end = data[max(0, size - _TAIL.size - length) : size - _TAIL.size]
        if len(end) != length or zlib.crc32(end) != checksum:
            raise DamagedTableError(f"{self.path}: the end of the file, which says where the blocks are, is damaged")
        blocks = (length - words - 8) // 16
        offsets = np.frombuffer(end, "<u8", blocks + 1)
        used = np.frombuffer(end, "<u4", blocks, 8 * (blocks + 1))
        checksums = np.frombuffer(end, "<u4", blocks, 8 * (blocks + 1) + 4 * blocks)
        return offsets, used, checksums, json.loads(end[length - words :])

    @property
    def used(self) -> NDArray[np.uint32]:
        """How many numbers of each block are in use."""
        return self._end[1]

    @property
    def about(self) -> dict[str, Any]:
        """What the file says of its tier."""
        return self._end[3]

    def block(self, number: int) -> Block:
        """Return a block; raise `DamagedTableError`, which names it, if its bytes are not those that were written."""
        packed = self._packed(number)
        return decode(packer(self.about["packer"])[2](packed) if packed else b"", int(self.used[number]))

    def _packed(self, number: int) -> bytes:
        offsets, _, checksums, _ = self._end
        packed = self._mapped[int(offsets[number]) : int(offsets[number + 1])]
        if zlib.crc32(packed) != checksums[number]:
            raise DamagedTableError(f"{self.path}: block {number} is damaged: its checksum is wrong")
        return packed

    def whole(self, first: int = 0, step: int = 1) -> bool:
        """Return whether the file is there and every ``step``-th block has the checksum that was written."""
        try:
            for number in range(first, self.used.size, step):
                self._packed(number)
        except DamagedTableError:
            return False
        return True

    def blocks(self) -> Iterator[Block]:
        """Yield the blocks in order."""
        return map(self.block, range(self.used.size))


_GROUP = 256
"""So many packed blocks of each member of a team wait in memory to be written."""


def write_tier(
    path: Path,
    team: Team,
    numbers: range,
    block: Callable[[int], Block],
    count: int,
    about: dict[str, Any],
    lasting: bool = True,
) -> None:
    """Write the file of a tier together; it appears whole or not at all.

    Parameters
    ----------
    path : Path
        The file.
    team : Team
        Who writes; the bytes do not depend on how many they are.
    numbers : range
        The blocks of this member, every ``team.size``-th of all.
    block : callable
        Returns a block by its number.
    count : int
        How many blocks there are in all.
    about : dict
        The description.
    lasting : bool
        Whether the file is on the disk when this returns, so that it stays whatever happens to the machine.
    """
    name, pack, _ = packer()
    sizes, used, checksums = (np.zeros(count, np.int64) for _ in range(3))
    temporary = path.with_name(f".{path.name}.new")
    if team.rank == 0:
        temporary.write_bytes(b"")
    team.wait()
    end = 0
    with temporary.open("r+b") as file:
        for begin in range(0, count, _GROUP * team.size):
            mine = [b for b in numbers if begin <= b < begin + _GROUP * team.size]
            packed: list[bytes] = []

            def make(b: int | None) -> tuple[bytes, int]:
                made = block(b) if b is not None else None
                return (pack(encode(made)), made.labels.size) if made and made.labels.size else (b"", 0)

            results: list[tuple[bytes, int]] = []
            team.each(make, mine, results.append)
            for b, (data, many) in zip(mine, results, strict=False):  # others may have had more
                sizes[b], used[b], checksums[b] = len(data), many, zlib.crc32(data)
                packed.append(data)
            last = min(begin + _GROUP * team.size, count)
            everybody = team.total(sizes[begin:last])
            offsets = end + np.cumsum(everybody) - everybody
            for b, data in zip(mine, packed, strict=True):
                os.pwrite(file.fileno(), data, int(offsets[b - begin]))
            end += int(everybody.sum())
        sizes, used, checksums = (team.total(values) for values in (sizes, used, checksums))
        if team.rank == 0:
            words = json.dumps({**about, "packer": name}).encode()
            offsets = np.concatenate([[0], np.cumsum(sizes)]).astype("<u8")
            tail = b"".join([offsets.tobytes(), used.astype("<u4").tobytes(), checksums.astype("<u4").tobytes(), words])
            file.seek(end)
            file.write(tail + _TAIL.pack(len(words), len(tail), zlib.crc32(tail), MAGIC))
            file.flush()
        if lasting:
            os.fsync(file.fileno())
    team.wait()
    if team.rank == 0:
        temporary.replace(path)
    team.wait()
