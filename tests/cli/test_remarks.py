"""Notes on what was taken for granted of a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphgames.cli.main import run

GRAPH = """digraph { node [priority=0]; edge [%s];
  a [owner=0, start=1]; b [owner=1, priority=%d]; a -> a; a -> b; b -> b; }"""
SUMMED = 'every vertex counts as "target"; --priorities says which priorities do'
SETS = "the priority of a vertex is read as the sets that hold it"
DROPPED = "a parity game ignores"


@pytest.mark.parametrize(
    ("said", "priority", "options", "notes"),
    [
        ("", 2, "--objective reach", [SUMMED]),
        ("", 1, "--objective reach", []),
        ("", 2, "--objective reach --priorities 2", []),
        ("", 2, "--objective reach --priorities 0,2", []),
        ("", 2, "--objective reach --quiet", []),
        ("", 2, "--objective cobuchi", ['no vertex counts as "rejecting"; --priorities says which priorities do']),
        ("", 2, "--objective parity", []),
        ("", 2, "--objective rabin", [f"{SETS}: bits 2i and 2i + 1 say whether it is in the first and in the second"]),
        ("", 2, "--objective gr1", [f"{SETS}: bit 2i says whether it is in assumption i, bit 2i + 1"]),
        ("", 2, "--objective generalized-buchi", [f"{SETS}: bit i says whether it is in set i; --objective parity"]),
        ("", 2, "", []),
        ("cost=1", 2, "--objective expected-reward", ["the expected reward counts moves: each is worth 1", SUMMED]),
        ("weight=1", 2, "--objective expected-reward --priorities 2", []),
        ("weight=1", 2, "--objective mean-payoff", []),
        ("weight=1", 2, "--objective parity", []),
        ("weight=1", 2, "", [f"{DROPPED} weight in the file; --objective "]),
        ("reward=1", 2, "", [f"{DROPPED} reward in the file; --objective expected-reward does"]),
        ("weight=1, reward=2", 2, "", [f"{DROPPED} reward and weight in the file; --objective "]),
    ],
)
def test_what_is_taken_for_granted_is_said(
    said: str, priority: int, options: str, notes: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.dot"
    path.write_text(GRAPH % (said, priority))
    assert run(["solve", str(path), *options.split()]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == len(notes), lines
    assert all(f"graphgames: {path}: {note}" in line for line, note in zip(lines, notes, strict=True)), lines


def test_a_probability_where_no_vertex_belongs_to_chance_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.dot").write_text("digraph { a [owner=0]; b [owner=0]; a -> b [probability=1]; a -> a; b -> b }")
    assert run(["solve", str(tmp_path / "game.dot"), "--objective", "normal"]) == 2
    assert "game.dot:1:39: edge 'a' -> 'b' has a probability" in capsys.readouterr().err
