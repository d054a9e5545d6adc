"""Outputs that are named on the command line, of automata that do not say them, as `ltl2tgba` writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_cli import program

ANSWERED = """HOA: v1
name: "G(!r | Fg)"
States: 2
Start: 0
AP: 2 "r" "g"
acc-name: Buchi
Acceptance: 1 Inf(0)
properties: trans-labels explicit-labels trans-acc complete
properties: deterministic stutter-invariant
--BODY--
State: 0
[!0 | 1] 0 {0}
[0&!1] 1
State: 1
[1] 0 {0}
[!1] 1
--END--
"""


@pytest.mark.parametrize(("outs", "code"), [("g", 0), ("r", 0), ("r,g", 0), ("", 1), ("h", 2)])
def test_outputs_are_named_where_the_file_does_not(tmp_path: Path, outs: str, code: int) -> None:
    file = tmp_path / "answered.hoa"
    file.write_text(ANSWERED)
    done = program("synth", file, "--outs", outs, "--verify")
    assert done.returncode == code, done.stderr
    assert "'r', 'g'" in done.stderr or code < 2
    file.write_text(ANSWERED.replace("acc-name", "controllable-AP: 1\nacc-name"))
    assert "already says what the controller chooses" in program("synth", file, "--outs", "g").stderr
