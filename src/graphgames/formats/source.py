"""Opening what a user names: a path or ``-``, plain or compressed, as bytes with a name for the error messages.

A plain file is mapped into memory, a compressed one is recognised by its first bytes whatever its name and unpacked
once, and everything that can go wrong with a file becomes a `FormatError`. Output goes through `replacing`: it appears
whole or not at all.
"""

from __future__ import annotations

import io
import mmap
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from graphgames.core.errors import Fault, FormatError

if TYPE_CHECKING:
    from pathlib import Path

Data: TypeAlias = bytes | bytearray | mmap.mmap
"""What the readers take: any of these can be searched, sliced and scanned."""

_CHUNK = 1 << 18
_MAP_FROM = 1 << 16  # smaller files are read: mapping costs more


class Source(NamedTuple):
    """An input that was opened: its bytes, unpacked, and its name.

    Attributes
    ----------
    data : bytes, bytearray or mmap
        Everything that stands in it.
    name : str
        The path as the user gave it, or ``<stdin>``.
    """

    data: Data
    name: str

    def to_bytes(self) -> bytes:
        """Give the data as ``bytes``; a mapped file is read."""
        return self.data if isinstance(self.data, bytes) else bytes(self.data[:])


def open_source(path: str | os.PathLike[str]) -> Source:
    """Open a file, or standard input for ``-``; gzip and bzip2 are unpacked.

    Raises
    ------
    FormatError
        If there is no such file, it is a directory, it may not be read, or its compressed data are damaged or end too
        soon.

    Examples
    --------
    >>> open_source("no-such-game.pg")
    Traceback (most recent call last):
        ...
    graphgames.core.errors.FormatError: no-such-game.pg: there is no such file
    """
    name = os.fspath(path)
    if name == "-":
        return Source(unpacked(_standard_input(), "<stdin>"), "<stdin>")
    from pathlib import Path  # here, because standard input does not need it

    try:
        with Path(name).open("rb") as file:
            data = _contents(file)
    except (OSError, ValueError) as error:
        raise FormatError([_unreadable(name, error)], name) from None
    return Source(unpacked(data, name), name)


def _standard_input() -> Data:
    if sys.stdin is None:
        raise FormatError([Fault("standard input is closed", hint="name a file instead of '-'")], "<stdin>")
    try:
        with suppress(OSError, ValueError, AttributeError):  # a pipe, or not a file at all: it is read
            if os.lseek(sys.stdin.fileno(), 0, os.SEEK_CUR) == 0:
                return _contents(sys.stdin.buffer)
        return sys.stdin.buffer.read()
    except OSError as error:
        raise FormatError([_unreadable("<stdin>", error)], "<stdin>") from None


def _contents(file: IO[bytes]) -> Data:
    status = os.fstat(file.fileno())
    if stat.S_ISREG(status.st_mode) and status.st_size >= _MAP_FROM:
        with suppress(OSError):  # some file systems cannot map
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return file.read()


def _unreadable(name: str, error: Exception) -> Fault:
    """Say in a sentence why a path could not be opened."""
    match error:
        case FileNotFoundError():
            return Fault("there is no such file", hint=_similar(name))
        case IsADirectoryError():
            return Fault("this is a directory", expected="a file")
        case PermissionError():
            return Fault("this file may not be read", hint="its permissions do not allow it")
        case OSError() if error.strerror:
            return Fault(f"this cannot be read: {error.strerror}")
        case _:
            return Fault(f"this cannot be read: {error}")


def _similar(name: str) -> str:
    from pathlib import Path

    path = Path(name)
    try:
        there = os.listdir(path.parent)  # noqa: PTH208
    except OSError:
        return f"nor is there a directory {str(path.parent)!r}"
    from difflib import get_close_matches

    close = get_close_matches(path.name, there, 1)
    return f"did you mean {str(path.with_name(close[0]))!r}?" if close else ""


class _Unpacker(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = ...) -> bytes: ...


def unpacked(data: Data, name: str) -> Data:
    """Give gzip or bzip2 data unpacked and anything else as it is; the first bytes tell.

    Raises
    ------
    FormatError
        If the compressed data are damaged or end too soon.
    """
    if data[:2] == b"\x1f\x8b":
        return _unpack(data, name, "gzip", lambda: zlib.decompressobj(wbits=31))
    if data[:3] == b"BZh" and data[3:4].isdigit():
        import bz2

        return _unpack(data, name, "bzip2", bz2.BZ2Decompressor)
    return data


def _unpack(data: Data, name: str, what: str, start: Callable[[], Any]) -> bytearray:
    """Unpack one compressed stream after the other, a chunk at a time, into one growing array."""
    result, at, size = bytearray(), 0, len(data)
    magic = bytes(data[:2])
    while at < size:
        unpacker: _Unpacker = start()
        try:
            while at < size and not unpacker.eof:
                piece = bytes(data[at : at + _CHUNK])
                at += len(piece)
                result += unpacker.decompress(piece)
        except (zlib.error, OSError, EOFError) as error:
            fault = Fault(f"the {what} data are damaged ({error})", hint="fetch or pack the file again")
            raise FormatError([fault], name) from None
        if not unpacker.eof:
            message = f"the {what} data end too soon: the file was cut off after {size} bytes"
            raise FormatError([Fault(message, hint="fetch or pack the file again")], name)
        at -= len(unpacker.unused_data)
        if data[at : at + 2] != magic:  # what comes behind the last stream is padding
            break
    return result


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a file for writing that appears when the block ends well, and not at all when it does not.

    It is written beside its place and renamed. ``-`` is standard output; an ending ``.gz`` or ``.bz2`` packs; something
    that is no plain file (a pipe, ``/dev/null``) is written as it is.

    Raises
    ------
    FormatError
        If the file cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with replacing(f"{folder}/game.pg.gz") as file:
    ...         _ = file.write(b"parity 0;")
    ...     bytes(open_source(f"{folder}/game.pg.gz").data)
    b'parity 0;'
    """
    name = os.fspath(path)
    if name == "-":
        with _standard_output() as file:
            yield file
        return
    from pathlib import Path

    try:
        target = Path(name).resolve()
        if target.exists() and not target.is_file() and not target.is_dir():
            with target.open("wb") as direct, _packing(direct, name) as file:
                yield file
            return
        with _beside(target) as (temporary, plain):
            with _packing(plain, name) as file:
                yield file
            plain.close()
            temporary.replace(target)
    except OSError as error:
        what = error.strerror or str(error)
        raise FormatError([Fault(f"this cannot be written: {what}")], name) from None


@contextmanager
def _standard_output() -> Iterator[IO[bytes]]:
    """Write to standard output; that its reader has left is for the caller to know, a full disk is an error."""
    try:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left must not fail again at the end
        raise FormatError([Fault(f"this cannot be written: {error.strerror}")], "<stdout>") from None


@contextmanager
def _beside(target: Path) -> Iterator[tuple[Path, IO[bytes]]]:
    """Make a temporary file in the same directory and take it away again if it is still there at the end."""
    import tempfile  # here, because it brings much and most jobs write no file
    from pathlib import Path

    if target.is_dir():
        raise IsADirectoryError(21, "it is a directory")
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", dir=target.parent)
    temporary = Path(name)
    try:
        with open(descriptor, "wb", buffering=_CHUNK) as plain:  # noqa: PTH123
            os.fchmod(descriptor, _mode(target))
            yield temporary, plain
    finally:
        temporary.unlink(missing_ok=True)


def _mode(target: Path) -> int:
    """Give the permissions of the file that will be replaced, or those of a new one."""
    with suppress(OSError):
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


@contextmanager
def _packing(plain: IO[bytes], name: str) -> Iterator[IO[bytes]]:
    """Pack what is written, as the name's ending says."""
    if name.endswith(".gz"):
        import gzip

        with gzip.GzipFile("", "wb", compresslevel=6, fileobj=plain, mtime=0) as packed:
            buffered = io.BufferedWriter(packed, _CHUNK)
            yield buffered
            buffered.flush()
            buffered.detach()
    elif name.endswith(".bz2"):
        import bz2

        with bz2.BZ2File(plain, "wb") as packed_bz2:
            yield packed_bz2
    else:
        yield plain
