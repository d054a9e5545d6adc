"""``graphgames convert``: what it writes and what it refuses, from a file or the standard input."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli import process, program

GAME = b"parity 1;\n1 1 1 0;\n0 2 0 1;\n"
ORDERED = "parity 1;\n0 2 0 1;\n1 1 1 0;\n"


def convert(*arguments: str | Path, stdin: bytes = b"") -> Any:
    return program("convert", *arguments, stdin=stdin)


@pytest.mark.slow
def test_from_standard_input_to_standard_output() -> None:
    done = process("convert", "-", "-", "--to", "pgsolver", stdin=GAME)
    assert (done.returncode, done.stdout, done.stderr) == (0, ORDERED, "")


@pytest.mark.slow
def test_packing_and_unpacking(tmp_path: Path) -> None:
    (tmp_path / "a.pg").write_bytes(GAME)
    done = convert(tmp_path / "a.pg", tmp_path / "b.pg.gz")
    assert done.returncode == 0 and done.stderr == f"{tmp_path}/b.pg.gz: parity game, 2 vertices, 2 edges\n"
    done = convert(tmp_path / "b.pg.gz", tmp_path / "c.gm", "--quiet", "--objective", "buchi", "--priorities", "1")
    assert done.returncode == 0 and not done.stdout + done.stderr
    assert (tmp_path / "c.gm").read_bytes() == b"parity 1;\n0 1 0 1;\n1 2 1 0;\n"


@pytest.mark.slow
def test_bad_input_leaves_no_file(tmp_path: Path) -> None:
    done = convert("-", tmp_path / "a.pg", stdin=b"parity 1;\n0 2 0 1;\n1 1 7 0;\n")
    assert done.returncode == 2 and not list(tmp_path.iterdir())
    assert done.stderr == (
        "graphgames: <stdin>:3:5: vertex 1 has owner 7\n    1 1 7 0;\n        ^\n    expected 0 (Even) or 1 (Odd)\n"
    )
    done = convert(tmp_path / "no.pg", "-")
    assert done.returncode == 2 and "no.pg: there is no such file" in done.stderr
    done = convert("-", tmp_path / "no" / "a.pg", stdin=GAME)
    assert done.returncode == 2 and "cannot be written: there is no folder" in done.stderr


@pytest.mark.slow
def test_a_full_disk(tmp_path: Path) -> None:
    (tmp_path / "a.pg").write_bytes(GAME)
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "graphgames", "convert", str(tmp_path / "a.pg"), "-"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.decode() == "graphgames: <stdout>: this cannot be written: No space left on device\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kayles.pg", "kayles.csv", "kayles.npz", "kayles.pg.gz"])
def test_a_file_whose_ending_is_of_arenas_gets_no_problem_in_full(name: str, tmp_path: Path) -> None:
    refused = convert("kayles", tmp_path / name)
    assert refused.returncode == 2 and "a file .problem or .json holds it in full" in refused.stderr
    assert not (tmp_path / name).exists()
    assert convert("kayles", tmp_path / "kayles.json").returncode == 0
    assert '"graphgames-problem"' in (tmp_path / "kayles.json").read_text()
