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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import offsets
from graphgames.core.claim import Each, Integer, Word
from graphgames.core.errors import GraphGamesError
from graphgames.engines.team import Ints, Team
from graphgames.formats.fields import WrongError, record_of
from graphgames.games.tables.space import BLOCK

MAGIC = b"GGTABLE1"
_TAIL = struct.Struct("<QQI8s")
_BITMAP = BLOCK // 8
_ESCAPE = 255
_MOST = _BITMAP + BLOCK // 4 + 3 * BLOCK
"""No block is larger than this, unpacked."""
_MOST_WORDS = 1 << 24
"""No description of a tier is longer than this."""


@dataclass(frozen=True)
class About:
    """What a file says of its tier: how many wins and losses of each remoteness, or nimber, it has, and draws."""

    tier: Annotated[str, Word()]
    win: Annotated[tuple[int, ...], Each(Integer(0))]
    loss: Annotated[tuple[int, ...], Each(Integer(0))]
    draw: Annotated[int, Integer(0)]
    packer: Annotated[str, Word(("zlib", "zstd"))]


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
            return "zstd", lambda data: zstandard.ZstdCompressor(level=3).compress(data), _unpack_zstd
    return "zlib", lambda data: zlib.compress(data, 6), _unpack_zlib


def _unpack_zstd(data: bytes) -> bytes:
    """Return what was packed; raise an error if that is no block, before it takes more memory than one."""
    import zstandard

    if zstandard.frame_content_size(data) > _MOST:
        raise ValueError(f"it would unpack to more than {_MOST:,} bytes")
    return zstandard.ZstdDecompressor().decompress(data, max_output_size=_MOST, allow_extra_data=False)


def _unpack_zlib(data: bytes) -> bytes:
    """As `_unpack_zstd`."""
    machine = zlib.decompressobj()
    plain = machine.decompress(data, _MOST + 1)
    if not machine.eof or machine.unused_data:
        raise ValueError(f"it is cut short or has more after it, or would unpack to more than {_MOST:,} bytes")
    return plain


class Lookup:
    """A block of which single labels are asked; it is not expanded, which would take most of the time of an answer.

    Raise `ValueError` if the bytes hold no block with so many numbers in use.
    """

    def __init__(self, plain: bytes, used: int):
        self._plain, self._used, self._near = plain, used, _BITMAP - (-used // 4)
        if len(plain) < self._near + used or int.from_bytes(plain[:_BITMAP], "little").bit_count() != used:
            raise ValueError("it does not have as many numbers as the end of the file says")

    def label(self, at: int) -> int | None:
        """Return the label of a number, None if it is not in use; raise `ValueError` if there is none."""
        plain, (byte, bit) = self._plain, divmod(at, 8)
        if not plain[byte] >> bit & 1:
            return None
        before = int.from_bytes(plain[:byte], "little").bit_count() + (plain[byte] & (1 << bit) - 1).bit_count()
        code, remoteness = plain[_BITMAP + before // 4] >> 2 * (before % 4) & 3, plain[self._near + before]
        if remoteness == _ESCAPE:
            far = plain.count(_ESCAPE, self._near, self._near + before)
            at = self._near + self._used + 2 * far
            remoteness = int.from_bytes(plain[at : at + 2], "little")
            if at + 2 > len(plain) or remoteness >> 14:
                raise ValueError("it has an invalid label")
        if not code:
            raise ValueError("it has an invalid label")
        return remoteness << 2 | code


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
    """Return the block that bytes hold; raise `ValueError` if they hold none with so many numbers in use."""
    if not used and not data:
        return Block(np.zeros(_BITMAP, np.uint8), np.empty(0, np.uint16))
    plain = np.frombuffer(data, np.uint8)
    quarter = -(-used // 4)
    if plain.size < _BITMAP + quarter + used or int(_MEMBERS.take(plain[:_BITMAP]).sum()) != used:
        raise ValueError("it does not have as many numbers as the end of the file says")
    pairs = plain[_BITMAP : _BITMAP + quarter]
    codes = (pairs[:, None] >> np.array([0, 2, 4, 6], np.uint8) & 3).ravel()[:used]
    remoteness = plain[_BITMAP + quarter : _BITMAP + quarter + used].astype(np.uint16)
    far, escaped = remoteness == _ESCAPE, plain[_BITMAP + quarter + used :].view("<u2")
    if escaped.size != np.count_nonzero(far) or (escaped >= 1 << 14).any() or not codes.all():
        raise ValueError("it has an invalid label")
    remoteness[far] = escaped
    remoteness <<= 2
    remoteness |= codes
    return Block(plain[:_BITMAP], remoteness)


_MEMBERS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).sum(1, dtype=np.int64)


@dataclass(frozen=True)
class TierFile:
    """One file of a table, mapped into memory; a block is unpacked, and its checksum compared, when it is asked for.

    Raise `DamagedTableError` if the file is not whole, or not that of a tier with so many numbers.
    """

    path: Path
    numbers: int

    @cached_property
    def _mapped(self) -> mmap.mmap:
        try:
            with self.path.open("rb") as file:
                return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise DamagedTableError(f"{self.path}: the file is missing") from None
        except OSError as error:
            raise DamagedTableError(f"{self.path}: the file cannot be read: {error.strerror}") from None
        except ValueError:
            raise DamagedTableError(f"{self.path}: the file is empty") from None

    @cached_property
    def _end(self) -> tuple[NDArray[np.uint64], NDArray[np.uint32], NDArray[np.uint32], About]:
        data, size = self._mapped, len(self._mapped)
        if size < _TAIL.size or data[-8:] != MAGIC:
            raise DamagedTableError(f"{self.path}: this is not a file of a table, or its end is missing")
        words, length, checksum, _ = _TAIL.unpack(data[-_TAIL.size :])
        blocks = -(-self.numbers // BLOCK)
        fits = length == 16 * blocks + 8 + words <= size - _TAIL.size and words <= _MOST_WORDS
        end = data[size - _TAIL.size - length : size - _TAIL.size] if fits else b""
        fits = fits and zlib.crc32(end) == checksum
        offsets = np.frombuffer(end, "<u8", blocks + 1) if fits else np.zeros(1, np.uint64)
        if not fits or offsets[0] or np.any(offsets[1:] < offsets[:-1]) or offsets[-1] != size - _TAIL.size - length:
            raise DamagedTableError(
                f"{self.path}: the end of the file, which says where the blocks are, is damaged, or of another tier; "
                "graphgames table build GAME -o DIR --resume builds it again"
            )
        used = np.minimum(np.frombuffer(end, "<u4", blocks, 8 * (blocks + 1)), BLOCK)
        checksums = np.frombuffer(end, "<u4", blocks, 8 * (blocks + 1) + 4 * blocks)
        try:
            about_tier = json.loads(end[length - words :])
            if json.dumps(about_tier).encode() != end[length - words :]:
                raise ValueError
            about = record_of(About, about_tier, ())
        except WrongError as wrong:
            raise DamagedTableError(f"{self.path}: in the file's description of its tier, {wrong.named()}") from None
        except (ValueError, RecursionError):
            raise DamagedTableError(
                f"{self.path}: the file's description of its tier is not JSON in the expected form"
            ) from None
        return offsets, used, checksums, about

    def open(self) -> None:
        """Read the end of the file, which says where the blocks are, and load what unpacks them.

        Without that it is done with the first block.
        """
        packer(self.about.packer)

    @property
    def used(self) -> NDArray[np.uint32]:
        """How many numbers of each block are in use."""
        return self._end[1]

    @property
    def about(self) -> About:
        """What the file says of its tier."""
        return self._end[3]

    def block(self, number: int) -> Block:
        """Return a block; raise `DamagedTableError`, which names it, if its bytes are not those that were written."""
        with self._whole(number):
            block = decode(self._plain(number), int(self.used[number]))
        beyond = self.numbers - number * BLOCK
        if beyond < BLOCK and np.unpackbits(block.bits, bitorder="little")[beyond:].any():
            raise DamagedTableError(f"{self.path}: block {number} is damaged: it has more numbers than the tier")
        return block

    def lookup(self, number: int) -> Lookup:
        """Return a block of which single labels are asked; raise `DamagedTableError` as `block`."""
        with self._whole(number):
            return Lookup(self._plain(number) or bytes(_BITMAP), int(self.used[number]))

    def label(self, lookup: Lookup, number: int, at: int) -> int | None:
        """Return the label of a number of a block, None if it is not in use; raise `DamagedTableError` as `block`."""
        with self._whole(number):
            return lookup.label(at)

    def _plain(self, number: int) -> bytes:
        """Return a block as it was before it was packed."""
        packed, unpack = self._packed(number), packer(self.about.packer)[2]
        return unpack(packed) if packed else b""

    @contextmanager
    def _whole(self, number: int) -> Iterator[None]:
        """Raise `DamagedTableError` for whatever goes wrong with a block but a lack of memory."""
        try:
            yield
        except (MemoryError, DamagedTableError):
            raise
        except Exception as error:  # each packer has errors of its own
            raise DamagedTableError(f"{self.path}: block {number} is damaged: {error}") from None

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


class Unwritten(NamedTuple):
    """A tier that is to be written: its file, its blocks in all, and what is said of it; ``block`` returns own ones."""

    path: Path
    blocks: int
    numbers: range
    block: Callable[[int], Block]
    about: dict[str, Any]

    @property
    def temporary(self) -> Path:
        """The name of the file while it is not whole."""
        return self.path.with_name(f".{self.path.name}.new")


def write_tiers(team: Team, tiers: Sequence[Unwritten], lasting: bool = True) -> None:
    """Write the files of some tiers together; each appears whole or not at all.

    ``team``: who writes; the bytes do not depend on how many they are. Each writes his blocks, and looks after every
    ``team.size``-th file. ``lasting``: whether the files are on the disk when this returns, so that they stay whatever
    happens to the machine.
    """
    name, pack, _ = packer()
    begins = np.cumsum([0, *(tier.blocks for tier in tiers)]).tolist()
    sizes, used, checksums = (np.zeros(begins[-1], np.int64) for _ in range(3))
    for tier in tiers[team.rank :: team.size]:
        tier.temporary.write_bytes(b"")
    team.wait()
    mine = [(t, b) for t, tier in enumerate(tiers) for b in tier.numbers]

    def make(one: tuple[int, int] | None) -> tuple[bytes, int]:
        made = tiers[one[0]].block(one[1]) if one is not None else None
        return (pack(encode(made)), made.labels.size) if made and made.labels.size else (b"", 0)

    for begin in range(0, begins[-1], _GROUP * team.size):
        last = min(begin + _GROUP * team.size, begins[-1])
        some = [(t, b) for t, b in mine if begin <= begins[t] + b < last]
        results: list[tuple[bytes, int]] = []
        team.each(make, some, results.append)
        for (t, b), (data, many) in zip(some, results, strict=False):  # others may have had more
            at = begins[t] + b
            sizes[at], used[at], checksums[at] = len(data), many, zlib.crc32(data)
        sizes[begin:last] = team.total(sizes[begin:last])
        ends = np.cumsum(sizes[:last])
        for t, written in groupby(zip(some, results, strict=False), lambda one: one[0][0]):
            first = int(ends[begins[t]] - sizes[begins[t]])
            with tiers[t].temporary.open("r+b") as file:
                for (_, b), (data, _) in written:
                    at = begins[t] + b
                    os.pwrite(file.fileno(), data, int(ends[at] - sizes[at]) - first)
                if lasting:
                    os.fsync(file.fileno())
    used, checksums = (team.total(values) for values in (used, checksums))
    for t in range(team.rank, len(tiers), team.size):
        own = slice(begins[t], begins[t + 1])
        _finish(tiers[t], name, sizes[own], used[own], checksums[own], lasting)
    team.wait()
    for tier in tiers[team.rank :: team.size]:
        tier.temporary.replace(tier.path)
    team.wait()


def _finish(tier: Unwritten, name: str, sizes: Ints, used: Ints, checksums: Ints, lasting: bool) -> None:
    """Write the end of the file of a tier."""
    words = json.dumps({**tier.about, "packer": name}).encode()
    begins = offsets(sizes).astype("<u8")
    tail = b"".join([begins.tobytes(), used.astype("<u4").tobytes(), checksums.astype("<u4").tobytes(), words])
    with tier.temporary.open("r+b") as file:
        file.seek(int(begins[-1]))
        file.write(tail + _TAIL.pack(len(words), len(tail), zlib.crc32(tail), MAGIC))
        file.flush()
        if lasting:
            os.fsync(file.fileno())


def write_whole(path: Path, text: bytes) -> None:
    """Write a file that appears whole or not at all."""
    temporary = path.with_name(f".{path.name}.new")
    temporary.write_bytes(text)
    temporary.replace(path)
