"""Where memory runs out the program says so in one line, and nothing half-written is left."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from graphgames.cli.guard import BAD_INPUT, guarded

LIMIT = 1 << 30
SAID = "graphgames: there is not enough memory for this game on this machine\n"


def limited(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the program with a gigabyte of address space."""
    command = [sys.executable, "-m", "graphgames", *map(str, words)]
    hold = resource.setrlimit
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        preexec_fn=lambda: hold(resource.RLIMIT_AS, (LIMIT, LIMIT)),
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("generate", "random-parity", "200000000", "-o", "OUT"),
        ("heaps", ".77", "--to", "2000000000", "--picture", "OUT"),
        ("convert", "IN", "OUT"),
    ],
)
def test_too_large_a_game_is_a_sentence(words: tuple[str, ...], tmp_path: Path) -> None:
    game, out = tmp_path / "game.pg", tmp_path / ("out.svg" if words[0] == "heaps" else "out.pg")
    if "IN" in words:
        with game.open("wb") as file:  # half a gigabyte that takes no room on the disk
            file.write(b"parity 1;\n")
            file.truncate(1 << 29)
    before = set(tmp_path.iterdir())
    done = limited(*(game if word == "IN" else out if word == "OUT" else word for word in words))
    assert done.returncode == BAD_INPUT and done.stderr.startswith("graphgames: ")
    assert done.stderr == SAID or ("IN" in words and "Cannot allocate memory" in done.stderr)
    assert set(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        ImportError("libscipy_openblas64_.so: failed to map segment from shared object"),
        ImportError("libz.so: cannot allocate memory in static TLS block"),
        RuntimeError("can't start new thread"),
    ],
)
def test_every_way_to_run_out_of_memory_is_one(error: Exception, capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> int:
        raise error

    assert guarded(work, quiet=True) == BAD_INPUT
    assert capsys.readouterr().err == SAID


@pytest.mark.parametrize("error", [RuntimeError("dictionary changed size during iteration"), TypeError("no")])
def test_a_failure_of_the_program_is_said_and_is_no_verdict(
    error: Exception, capsys: pytest.CaptureFixture[str]
) -> None:
    def work() -> int:
        raise error

    assert guarded(work, quiet=True) == 2
    said = capsys.readouterr().err
    assert "Traceback" in said and str(error) in said and "this is a bug in graphgames" in said.splitlines()[-1]
