"""Opening and atomic_write files: compressed or not, missing, damaged, whole or not at all."""

from __future__ import annotations

import bz2
import gzip
import io
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from graphgames import FormatError, read
from graphgames.readers.atomic import atomic_write
from graphgames.readers.source import open_source

GAME = b"parity 1;\n0 2 0 1;\n1 1 1 0;\n"


class Stdin:
    def __init__(self, data: bytes):
        self.buffer = io.BytesIO(data)


@pytest.mark.parametrize("pack", [lambda data: data, gzip.compress, bz2.compress])
@pytest.mark.parametrize("name", ["game.pg", "game.pg.gz", "game"])
@pytest.mark.parametrize("size", [1, 10_000])
def test_packed_by_content_not_by_name(tmp_path: Path, pack: type[bytes], name: str, size: int) -> None:
    data = GAME * size
    (tmp_path / name).write_bytes(pack(data))
    source = open_source(tmp_path / name)
    assert source.to_bytes() == data and source.name == str(tmp_path / name)


@pytest.mark.parametrize("pack", [lambda data: data, gzip.compress, bz2.compress])
def test_standard_input(pack: type[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Stdin(pack(GAME)))
    assert read("-").arena.n == 2
    monkeypatch.setattr("sys.stdin", Stdin(b"parity 2;\n0 2 0 1;\n"))
    with pytest.raises(FormatError, match="<stdin>:1:8: the header says 2, but there is 1 vertex"):
        read("-")
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(FormatError, match="standard input is closed"):
        read("-")


def test_streams_behind_each_other_and_padding(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_bytes(gzip.compress(b"0 0 0") + gzip.compress(b" 0;") + b"\0" * 100)
    assert open_source(path).to_bytes() == b"0 0 0 0;"
    path.write_bytes(bz2.compress(b"0 0 0") + bz2.compress(b" 0;"))
    assert open_source(path).to_bytes() == b"0 0 0 0;"
    for pack in (gzip.compress, bz2.compress):
        path.write_bytes(pack(b"0 0 0 0;") + b"\0\0 what nobody would read")
        with pytest.raises(FormatError, match="there is something after the"):
            open_source(path)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress])
def test_cut_off_and_damaged(tmp_path: Path, pack: type[bytes]) -> None:
    whole, path = pack(os.urandom(5000)), tmp_path / "game.pg"
    for size in (4, 11, 20, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        with pytest.raises(FormatError, match=rf"game\.pg: the \w+ data end too soon: .* cut off after {size} bytes"):
            open_source(path)
    path.write_bytes(whole[:2000] + b"\xff" * 500 + whole[2500:])
    with pytest.raises(FormatError, match="data are damaged"):
        open_source(path)


def test_what_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "ladder.pg").write_bytes(GAME)
    with pytest.raises(FormatError) as error:
        open_source(tmp_path / "lader.pg")
    assert str(error.value) == (f"{tmp_path}/lader.pg: there is no such file\n    did you mean '{tmp_path}/ladder.pg'?")
    with pytest.raises(FormatError, match="nor is there a directory"):
        open_source(tmp_path / "no" / "where.pg")
    with pytest.raises(FormatError, match="this is a directory\n    expected a file"):
        open_source(tmp_path)
    with pytest.raises(FormatError, match="this cannot be read"):
        open_source("a\0b")
    with pytest.raises(FormatError, match="this cannot be read: File name too long"):
        open_source("x" * 5000)
    for given, what in (
        (io.BytesIO(GAME), "a BytesIO|is not the name"),
        (5, "5 is"),
    ):
        with pytest.raises(FormatError, match=rf"{what}[^\n]*\n.*write it to a file"):
            open_source(given)  # type: ignore[arg-type]
    assert open_source("parity 1;\n").to_bytes() == b"parity 1;\n"  # the text of a file


def test_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(FormatError, match="this file may not be read"):
        open_source("secret.pg")


@pytest.mark.parametrize("ending", ["", ".gz", ".bz2"])
def test_written_whole(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"game.pg{ending}"
    with atomic_write(path) as file:
        for _ in range(1000):
            file.write(GAME)
        assert not path.exists()
    assert open_source(path).to_bytes() == GAME * 1000
    assert (path.read_bytes() == GAME * 1000) == (ending == "")
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask


def test_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "game.pg.gz"
    path.write_bytes(b"old")
    path.chmod(0o600)
    with pytest.raises(ZeroDivisionError), atomic_write(path) as file:
        file.write(GAME)
        raise ZeroDivisionError
    assert path.read_bytes() == b"old" and len(list(tmp_path.iterdir())) == 1
    with atomic_write(path) as file:
        file.write(GAME)
    assert open_source(path).to_bytes() == GAME and stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "game")
    with atomic_write(tmp_path / "link") as file:
        file.write(GAME)
    assert (tmp_path / "link").is_symlink() and (tmp_path / "game").read_bytes() == GAME


def test_what_cannot_be_written(tmp_path: Path) -> None:
    with (
        pytest.raises(FormatError, match=r"nowhere/game: this cannot be written: there is no folder .*nowhere"),
        atomic_write(tmp_path / "nowhere" / "game"),
    ):
        pass
    with pytest.raises(FormatError, match="this cannot be written"), atomic_write(tmp_path):
        pass


def test_a_device_is_written_as_it_is() -> None:
    with atomic_write("/dev/null") as file:
        file.write(GAME)
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize("mode", ["wb", "ab"])
def test_a_file_that_is_already_open_is_written_and_not_replaced(tmp_path: Path, mode: str) -> None:
    (tmp_path / "link").symlink_to("/dev/stdout")
    program = (
        "from graphgames.readers.atomic import atomic_write\n"
        "print('before')\n"
        f"for path in ('/dev/stdout', '/dev/fd/1', {str(tmp_path / 'link')!r}):\n"
        "    with atomic_write(path) as file:\n"
        "        file.write(b'whole\\n')\n"
        "print('after')\n"
    )
    log = tmp_path / "log"
    log.write_bytes(b"earlier\n")
    with log.open(mode) as stdout:
        subprocess.run([sys.executable, "-c", program], stdout=stdout, check=True, timeout=60)
    assert log.read_bytes() == b"earlier\n" * (mode == "ab") + b"before\n" + b"whole\n" * 3 + b"after\n"
    piped = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, timeout=60)
    assert piped.stdout == b"before\n" + b"whole\n" * 3 + b"after\n" and (tmp_path / "link").is_symlink()


def test_a_missing_folder_is_a_missing_file(tmp_path: Path) -> None:
    with (
        pytest.raises(FileNotFoundError, match=r"there is no folder .*nowhere"),
        atomic_write(tmp_path / "nowhere" / "game"),
    ):
        pass
