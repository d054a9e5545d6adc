"""The program beside this file says of its types what it relies on; here it runs."""

from __future__ import annotations

from pathlib import Path

from tests.consumer import solitaire


def test_the_program_runs(tmp_path: Path) -> None:
    assert solitaire.green_game() == [0, 1]
    assert solitaire.stones() == "win"
    assert "does not solve parity games" in solitaire.read_and_write(str(tmp_path / "one.pg"))
