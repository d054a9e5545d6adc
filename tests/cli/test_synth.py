"""The command that says whether a specification can be met, and writes who meets it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_cli import program
from tests.games.synthesis.test_hoa import ARBITER, NO_GRANTS


def test_verdicts_controllers_and_checks(tmp_path: Path) -> None:
    good, bad = tmp_path / "arbiter.ehoa", tmp_path / "greedy.ehoa"
    good.write_bytes(ARBITER)
    bad.write_bytes(NO_GRANTS)
    done = program("synth", good, "--controller", tmp_path / "c.hoa", "--verify")
    assert (done.returncode, done.stdout) == (0, "REALIZABLE\n") and "proved" in done.stderr
    assert program("synth", tmp_path / "c.hoa").stdout == "REALIZABLE\n"
    done = program("synth", bad, "--controller", tmp_path / "e.aag", "--verify")
    assert (done.returncode, done.stdout) == (1, "UNREALIZABLE\n") and "proved" in done.stderr
    assert (tmp_path / "e.aag").read_text().startswith("aag ")
    done = program("synth", good, tmp_path / "none.ehoa", bad)
    assert done.returncode == 2 and done.stdout == f"{good}: REALIZABLE\n{bad}: UNREALIZABLE\n"
    assert "there is no such file" in done.stderr
    assert program("synth", good, bad, "--controller", "x").returncode == 2
    for ending, begin in ((".dot", "digraph"), (".py", '"""A controller'), (".aag", "aag "), (".gv", "digraph")):
        assert program("synth", good, "-o", tmp_path / f"d{ending}").returncode == 0
        assert (tmp_path / f"d{ending}").read_text().startswith(begin)
    done = program("synth", good, "-o", tmp_path / "c.svg")
    assert done.returncode == 0 and "<svg" in (tmp_path / "c.svg").read_text()  # as by --picture
    done = program("synth", good, "--controller", "-")
    assert done.stdout.startswith("HOA: v1") and "REALIZABLE" in done.stderr


def test_who_chooses_what_in_a_formula_is_as_in_the_controller(tmp_path: Path) -> None:
    formula, other = tmp_path / "arbiter.ltl", tmp_path / "other.ltl"
    formula.write_text("G(r1 -> F g1) & G(r2 -> F g2) & G !(g1 & g2)\n")
    for name in ("c.aag", "c.hoa"):
        controller = tmp_path / name
        assert program("synth", formula, "--outs", "g1,g2", "-o", controller).returncode == 0
        done = program("verify", formula, controller)
        assert done.returncode == 0 and "that every run makes the formula true" in done.stdout
        other.write_text("G !g1")
        assert program("verify", other, controller).returncode == 1
        other.write_text("F g3")
        assert "'g3' is neither an input nor an output" in program("verify", other, controller).stderr
        other.write_text("inputs: g1\nG !g1")
        assert program("verify", other, controller).returncode == 1
    automaton = tmp_path / "answered.hoa"
    for body, code in (("[!0 | !2] 0 {0}", 0), ("[0&2] 0 {0}", 1)):
        automaton.write_text(
            'HOA: v1\nStates: 1\nStart: 0\nAP: 4 "g2" "r1" "g1" "r2"\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n--BODY--\n'
            f"State: 0\n{body}\n--END--\n"
        )
        assert program("verify", automaton, tmp_path / "c.hoa").returncode == code
    (tmp_path / "game.pg").write_text("parity 0;\n0 0 0 0;\n")
    done = program("verify", tmp_path / "game.pg", tmp_path / "c.hoa")
    assert "checked with its specification, a formula of LTL" in done.stderr


@pytest.mark.slow
def test_a_check_of_a_controller_says_nothing_of_how_a_game_is_made(tmp_path: Path) -> None:
    automaton = """HOA: v1 States: 1 Start: 0 AP: 2 "r" "g" controllable-AP: 1
acc-name: generalized-Buchi 2 Acceptance: 2 Inf(0)&Inf(1) --BODY-- State: 0 [0&1] 0 {0 1} [!0] 0 {0 1} --END--"""
    (tmp_path / "a.hoa").write_text(automaton)
    assert program("synth", tmp_path / "a.hoa", "-o", tmp_path / "c.hoa").returncode == 0
    done = program("verify", tmp_path / "a.hoa", tmp_path / "c.hoa")
    assert done.returncode == 0 and "proved" in done.stdout and not done.stderr


@pytest.mark.slow
def test_a_hoa_file_is_a_game_like_others(tmp_path: Path) -> None:
    (tmp_path / "arbiter.hoa").write_bytes(ARBITER)
    done = program("solve", tmp_path / "arbiter.hoa", "--verify", "--explain")
    assert done.returncode == 0 and "The controller wins from" in done.stdout
    assert program("convert", tmp_path / "arbiter.hoa", tmp_path / "arbiter.pg").returncode == 0
    assert '"for r0"' in (tmp_path / "arbiter.pg").read_text()
