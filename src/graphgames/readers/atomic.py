"""Write to a path or ``-``, compressed if the ending asks for it; a file appears complete or not at all."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from graphgames.core.errors import Fault, FormatError, MissingFileError

_CHUNK = 1 << 18


@contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a file for writing that appears when the block ends well, and not at all when it does not.

    It is written beside its place and renamed. ``-`` is standard output; an ending ``.gz`` or ``.bz2`` packs; something
    that is no plain file (a pipe, ``/dev/null``), or is already open (``/dev/stdout``), is written as it is. Raise
    `FormatError` if the file cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with atomic_write(f"{folder}/game.pg.gz") as file:
    ...         _ = file.write(b"parity 0;")
    ...     import gzip; gzip.open(f"{folder}/game.pg.gz").read()
    b'parity 0;'
    """
    name = os.fspath(path)
    if name == "-":
        with _standard_output() as file:
            yield file
        return
    try:
        with _opened(Path(name)) as plain, _packing(plain, name) as file:
            yield file
    except FileNotFoundError:
        fault = Fault(f"this cannot be written: there is no folder {os.path.dirname(name) or '.'}")  # noqa: PTH120
        raise MissingFileError([fault], name) from None
    except OSError as error:
        what = error.strerror or str(error)
        raise FormatError([Fault(f"this cannot be written: {what}")], name) from None


def _descriptor(path: Path) -> int | None:
    """Return which open file of this process a path is, as /dev/stdout and /dev/fd/3 are; None for other paths."""
    for _ in range(40):  # as many links as the system follows
        folder = Path(os.path.realpath(path.parent))
        if str(folder) in ("/dev/fd", f"/proc/{os.getpid()}/fd") and path.name.isdecimal():
            return int(path.name)
        if not path.is_symlink():
            break
        path = folder / path.readlink()
    return None


@contextmanager
def _standard_output() -> Iterator[IO[bytes]]:
    """Write to standard output; a broken pipe is raised to the caller, a full disk is an error."""
    try:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left must not fail again at the end
        raise FormatError([Fault(f"this cannot be written: {error.strerror}")], "<stdout>") from None


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    """Open what a path leads to: a file that is open already, no plain file, or a plain one by `_beside`."""
    if (number := _descriptor(path)) is not None:
        sys.stdout.flush()  # what was shown before comes first
        with open(os.dup(number), "wb") as direct:  # noqa: PTH123
            yield direct
        return
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    special = target.exists() and not target.is_file() and not target.is_dir()
    with target.open("wb") if special else _beside(target) as plain:
        yield plain


@contextmanager
def _beside(target: Path) -> Iterator[IO[bytes]]:
    """Make a temporary file in the same directory, which takes the place of the target where the block ends well.

    Its name is chosen before it is made, so that there is no moment when Ctrl-C would leave it behind.
    """
    if target.is_dir():
        raise IsADirectoryError(21, "it is a directory")
    temporary = target.parent / f".{target.name[:100]}.{os.urandom(6).hex()}"
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with open(descriptor, "wb", buffering=_CHUNK) as plain:  # noqa: PTH123
            os.fchmod(descriptor, _mode(target))
            yield plain
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def _mode(target: Path) -> int:
    """Return the permissions of the file that will be replaced, or those of a new one."""
    with suppress(OSError):
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


@contextmanager
def _packing(plain: IO[bytes], name: str) -> Iterator[IO[bytes]]:
    """Compress the output if the name's ending asks for it."""
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
