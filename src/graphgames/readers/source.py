"""Open a path or ``-``, plain or compressed, as bytes with a name for error messages.

A plain file is mapped into memory, a compressed one is recognised by its first bytes whatever its name and unpacked
once, and everything that can go wrong with a file becomes a `FormatError`.
"""

from __future__ import annotations

import mmap
import os
import stat
import sys

from graphgames.core.errors import Fault, FormatError, MissingFileError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO


Data = bytes | bytearray | mmap.mmap
"""What the readers take: any of these can be searched, sliced and scanned."""

_BY_NAME = "write it to a file with the ending of its format, and read that: read('game.ehoa')"
_CHUNK = 1 << 18
_MAP_FROM = 1 << 16  # smaller files are read: mapping costs more


class Source:
    """An input that was opened: its bytes, unpacked, and its name, the path as the user gave it, or ``<stdin>``."""

    __slots__ = ("data", "name")

    def __init__(self, data: Data, name: str):
        self.data, self.name = data, name

    def to_bytes(self) -> bytes:
        """Return the data as ``bytes``; a mapped file is read."""
        return self.data if isinstance(self.data, bytes) else bytes(self.data[:])


def open_source(path: str | os.PathLike[str]) -> Source:
    """Open a file, or standard input for ``-``; gzip and bzip2 are unpacked.

    A name with the end of a line at its own end, or with several, is taken for the text of a file if no file has it,
    and an automaton of Spot's library (whatever says by ``to_str("hoa")`` how it is written) for its text.

    Raise `FormatError` if there is no such file, it is a directory, it may not be read, its compressed data are damaged
    or end too soon, or it is not the name of a file but something else.

    >>> open_source("no-such-game.pg")
    Traceback (most recent call last):
        ...
    graphgames.core.errors.MissingFileError: no-such-game.pg: there is no such file
    """
    if callable(written := getattr(path, "to_str", None)):
        return Source(written("hoa").encode(), "<automaton>")
    try:
        name = os.fspath(path)
    except TypeError:
        raise FormatError([Fault(f"{shown(path)} is not the name of a file", hint=_BY_NAME)]) from None
    if name == "-":
        return Source(unpacked(_standard_input(), "<stdin>"), "<stdin>")
    try:
        with open(name, "rb") as file:  # noqa: PTH123, which would import pathlib
            data = _contents(file)
    except (OSError, ValueError) as error:
        if isinstance(name, str) and (name.endswith("\n") or name.count("\n") > 1):
            return Source(name.encode("utf-8", "replace"), "<text>")
        missing = MissingFileError if isinstance(error, FileNotFoundError) else FormatError
        raise missing([_unreadable(name, error)], name) from None
    return Source(unpacked(data, name), name)


def _standard_input() -> Data:
    if sys.stdin is None:
        raise FormatError([Fault("standard input is closed", hint="name a file instead of '-'")], "<stdin>")
    try:
        if _at_begin(sys.stdin):
            return _contents(sys.stdin.buffer)
        return sys.stdin.buffer.read()
    except OSError as error:
        raise FormatError([_unreadable("<stdin>", error)], "<stdin>") from None


def _at_begin(stream: IO[str]) -> bool:
    """Whether a stream is a file at its begin, not a pipe nor a stream of Python's own."""
    try:
        return os.lseek(stream.fileno(), 0, os.SEEK_CUR) == 0
    except (OSError, ValueError, AttributeError):
        return False


def _contents(file: IO[bytes]) -> Data:
    status = os.fstat(file.fileno())
    if stat.S_ISREG(status.st_mode) and status.st_size >= _MAP_FROM:
        try:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError:  # some file systems cannot map
            pass
    return file.read()


def _unreadable(name: str, error: Exception) -> Fault:
    """Return a sentence on why a path could not be opened."""
    match error:
        case FileNotFoundError():
            return Fault("there is no such file", hint=_similar(name))
        case IsADirectoryError():
            return Fault("this is a directory", expected="a file")
        case PermissionError():
            return Fault("this file may not be read", hint="its permissions do not allow it")
        case _:
            return Fault(f"this cannot be read: {getattr(error, 'strerror', None) or error}")


def _similar(name: str) -> str:
    from pathlib import Path

    path = Path(name)
    try:
        there = os.listdir(path.parent)  # noqa: PTH208
    except OSError:
        return f"nor is there a directory {str(path.parent)!r}"
    from difflib import get_close_matches

    near = [one for one in there if path.suffix == Path(one).suffix or path.stem == Path(one).stem]
    alike = get_close_matches(path.name, near) or get_close_matches(path.name, there, cutoff=0.8)
    close = [one for one in alike if get_close_matches(path.stem, [Path(one).stem])][:1]
    return f"did you mean {str(path.with_name(close[0]))!r}?" if close else ""


def unpacked(data: Data, name: str) -> Data:
    """Return gzip or bzip2 data unpacked and anything else as it is; the first bytes tell.

    Raise `FormatError` if the compressed data are damaged or end too soon.
    """
    if data[:2] == b"\x1f\x8b":
        return _unpack(data, name, "gzip")
    if data[:3] == b"BZh" and data[3:4].isdigit():
        return _unpack(data, name, "bzip2")
    return data


def _unpack(data: Data, name: str, what: str) -> bytearray:
    """Unpack one compressed stream after the other, a chunk at a time, into one growing array."""
    import bz2
    import zlib

    result, at, size = bytearray(), 0, len(data)
    magic, again = bytes(data[:2]), "compress the file again"
    while at < size:
        unpacker: zlib._Decompress | bz2.BZ2Decompressor = (
            zlib.decompressobj(wbits=31) if what == "gzip" else bz2.BZ2Decompressor()
        )
        try:
            while at < size and not unpacker.eof:
                piece = bytes(data[at : at + _CHUNK])
                at += len(piece)
                result += unpacker.decompress(piece)
        except (zlib.error, OSError, EOFError) as error:
            fault = Fault(f"the {what} data are damaged ({error})", hint=f"fetch or {again}")
            raise FormatError([fault], name) from None
        if not unpacker.eof:
            message = f"the {what} data end too soon: the file was cut off after {size} bytes"
            raise FormatError([Fault(message, hint=f"fetch or {again}")], name)
        at -= len(unpacker.unused_data)
        if data[at : at + 2] != magic:  # behind the last stream there may be zeros, to fill a block
            if any(bytes(data[at:])):
                raise FormatError([Fault(f"there is something after the {what} data", hint=again)], name)
            break
    return result
