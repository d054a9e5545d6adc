"""What the program does with hostile names, full disks, closed streams and numbers out of proportion."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graphgames.cli.main import run as main
from graphgames.core.errors import Fault, FormatError, printable
from tests.cli.test_cli import program
from tests.waiting import PATIENCE

pytestmark = pytest.mark.slow

EVIL = 'parity 1;\n0 0 0 1 "a\x1b[2Jx";\n1 1 1 0 "b\nproved";\n'
SHOWN = (r"a\x1b[2Jx", r"b\nproved")
RING = "parity 1;\n0 0 0 1;\n1 1 1 0;\n"


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    path = tmp_path / "evil.pg"
    path.write_text(EVIL)
    return path


@pytest.mark.parametrize("words", [("solve",), ("solve", "--explain"), ("solve", "--verify", "--explain")])
def test_names_command_no_terminal(evil: Path, words: tuple[str, ...]) -> None:
    done = program(*words, evil)
    assert done.returncode == 0 and "\x1b" not in done.stdout + done.stderr
    assert all(name in done.stdout for name in SHOWN)
    assert not any(line.startswith("proved") for line in done.stdout.splitlines())


def test_names_in_a_play_command_no_terminal(evil: Path) -> None:
    done = program("play", evil, "--as", "none")
    assert done.returncode == 0 and "\x1b" not in done.stdout + done.stderr


def test_names_keep_their_bytes_for_programs(evil: Path, tmp_path: Path) -> None:
    again = program("convert", evil, "-", "--to", "pgsolver").stdout
    assert "\x1b[2J" in again and "b\nproved" in again
    copy = tmp_path / "copy.pg"
    copy.write_text(again)
    assert program("convert", copy, "-", "--to", "pgsolver").stdout == again


def test_names_of_files_command_no_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[2J\nproved.pg"
    done = program("solve", path)
    assert done.returncode == 2 and "\x1b" not in done.stderr and len(done.stderr.splitlines()) == 1
    path.write_text(RING)
    done = program("solve", path)
    assert done.returncode == 0 and "\x1b" not in done.stdout
    assert not any(line.startswith("proved") for line in done.stdout.splitlines())


@pytest.mark.skipif(sys.platform != "linux", reason="pipes have no names there")
def test_a_solution_may_come_through_a_pipe(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, solution = tmp_path / "ring.pg", tmp_path / "ring.json"
    game.write_text(RING)
    assert main(["solve", str(game), "--solution", str(solution), "--quiet"]) == 0
    for how in ([], ["--reference"]):
        out, into = os.pipe()
        os.write(into, solution.read_bytes())
        os.close(into)
        assert main(["verify", *how, str(game), f"/dev/fd/{out}"]) == 0
        assert "proved" in capsys.readouterr().out
        os.close(out)


def test_printable() -> None:
    assert printable("Grüße\tα\xa0∞") == "Grüße\tα\xa0∞"
    assert printable("\x9b2J\u202e\udcff\r\n") == r"\x9b2J\u202e\udcff\r\n"
    assert str(FormatError([Fault("no")], "a\nb")) == r"a\nb: no"


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes there")
def test_names_of_files_that_are_no_text(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/a\xff.pg"
    Path(os.fsdecode(name)).write_text(RING)
    command: list[str | bytes] = [sys.executable, "-m", "graphgames", "solve", name]
    done = subprocess.run([*command, "--json"], capture_output=True, timeout=PATIENCE)
    assert os.fsencode(json.loads(done.stdout.decode())["file"]) == name
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE)
    assert done.returncode == 0 and rb"a\udcff.pg" in done.stdout


def shell(line: str, **more: str) -> Any:
    command = line.replace("graphgames", f"{sys.executable} -m graphgames", 1)
    env = os.environ | more
    return subprocess.run(["sh", "-c", command], capture_output=True, encoding="latin-1", timeout=PATIENCE, env=env)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("command", ["solvers", "solvers --json", "judge gra-w-zielone"])
def test_a_full_output_ends_in_a_sentence(command: str) -> None:
    done = shell(f"graphgames {command} < examples/green-game.in > /dev/full")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
    assert "the output cannot be written: No space left on device" in done.stderr


def test_closed_streams(tmp_path: Path) -> None:
    game, copy = tmp_path / "game.pg", tmp_path / "copy.pg"
    game.write_text(RING)
    done = shell(f"graphgames solve {game} >&-")
    assert done.returncode == 2 and "the output cannot be written: Bad file descriptor" in done.stderr
    done = shell(f"graphgames convert {game} {copy} 2>&-")
    assert done.returncode == 0 and copy.read_text().startswith("parity 1;")
    done = shell("graphgames solve - <&- 2>&-")
    assert done.returncode == 2 and done.stdout == ""


@pytest.mark.parametrize("command", ["solvers", "solvers --json"])
def test_a_reader_that_leaves_is_no_fault(command: str) -> None:
    done = shell(f"(graphgames {command}; echo code $? >&2) | true")
    assert done.stderr == "code 0\n"


def test_a_terminal_that_lacks_characters() -> None:
    done = shell("graphgames solvers --json", PYTHONIOENCODING="latin-1")
    assert done.returncode == 0 and done.stderr == ""
    done = shell("graphgames solvers --json", PYTHONIOENCODING="ascii")
    names = [json.loads(line)["source"] for line in done.stdout.splitlines()]
    assert any("Jurdziński" in name for name in names)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("heaps 1000000000 --to 10", "an amount of 1000000000 is too large"),
        ("heaps .77 --position 2147483646", "wins by leaving"),
        ("heaps .77 --position 2147483646 --json", "all winning moves are listed"),
        ("show examples/green-game.in --game gra-w-zielone --around 1 --radius 2000000000", "<svg"),
        ("show examples/green-game.in --game gra-w-zielone --around 1 --radius 99999999999", "is not a whole number"),
    ],
)
def test_costs_in_proportion(line: str, said: str) -> None:
    done = program(*line.split())
    assert said in done.stdout + done.stderr


def test_an_input_is_not_written_over(tmp_path: Path) -> None:
    path, link = tmp_path / "graph.edges", tmp_path / "link"
    path.write_text("0 1\n1 2\n")
    link.symlink_to(path)
    for words in (("--proof", path), ("--checkpoint", path), ("--proof", link)):
        done = program("geography", path, *words)
        assert done.returncode == 2 and "would write over the input" in done.stderr
    assert path.read_text() == "0 1\n1 2\n"
