"""Machines beside specifications in formulas: the reference checker says what the simulator says, run by run."""

from __future__ import annotations

import random
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames.cli.main import run
from graphgames.formats.problem_json import write_problem
from graphgames.games.synthesis.machines import hoa_text
from graphgames.reference.controllers import check_controller
from tests.games.synthesis.simulator import fault, from_hoa
from tests.games.synthesis.test_simulated import CONDITIONS, OfSpec
from tests.share import cases


def altered(text: str, rng: random.Random) -> str:
    """A machine with one of its steps leading elsewhere, or with another output, or with another input."""
    states = int(re.findall("States: ([0-9]+)", text)[0])
    spots = [*re.finditer(r"(?<=\] )[0-9]+$|!?\d+(?=[&\]])", text, re.MULTILINE)]
    spot = rng.choice(spots)
    old = spot[0]
    new = str(rng.randrange(states)) if text[spot.start() - 1] == " " else old[1:] if old[0] == "!" else f"!{old}"
    return text[: spot.start()] + new + text[spot.end() :]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["goals", "marks", "reach"])
def test_exactly_the_machines_that_win_are_proved(kind: str, tmp_path: Path) -> None:
    rng, verdicts = random.Random(kind), list[bool]()
    count = cases(12, 1.5, least=4)
    for _ in range(count):
        rules = OfSpec.random(rng, kind)
        if kind == "marks":
            rules.acceptance = rng.choice(CONDITIONS[:3] + CONDITIONS[4:]).split(" ", 1)[1]
        spec, problem = rules.spec(), BytesIO()
        write_problem(spec, problem)
        machine: Any = gg.synthesize(spec).machine()
        right = re.sub(
            r"^over: [0-9]+\n", "", hoa_text(machine), flags=re.MULTILINE
        )  # what is over is a claim of its own
        for text in [right, *(altered(right, rng) for _ in range(6))]:
            report = check_controller(problem.getvalue(), text)
            (tmp_path / "made.hoa").write_text(text)
            try:
                wins = fault(from_hoa(tmp_path / "made.hoa"), rules, machine.player) == ""
            except AssertionError:
                wins = False  # no answer, or more than one
            assert report.ok == wins, (text, rules, report)
            verdicts.append(report.ok)
    assert count < sum(verdicts) < len(verdicts) - count


SPEC = "[INPUT]\nr\nn:1...3\n[OUTPUT]\ng\n[ENV_TRANS]\nn' != 2\n[SYS_TRANS]\n!g | !g'\n[SYS_LIVENESS]\ng | !r\n"


@pytest.mark.parametrize("ending", ["hoa", "aag", "aig"])
@pytest.mark.parametrize("more", ["", "n = 2 & g"])
def test_what_synth_writes_is_checked_beside_its_file(tmp_path: Path, ending: str, more: str) -> None:
    spec, machine = tmp_path / "spec.slugsin", tmp_path / f"machine.{ending}"
    spec.write_text(SPEC + more)
    assert run(["synth", str(spec), "-o", str(machine), "--quiet"]) == bool(more)
    assert run(["verify", str(spec), str(machine), "--quiet"]) == 0
    spec.write_text(SPEC + ("" if more else "n = 2 & g"))
    assert run(["verify", str(spec), str(machine), "--quiet"]) == 1


def test_what_is_not_read_beside_a_specification_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec, machine = tmp_path / "spec.slugsin", tmp_path / "machine.aag"
    machine.write_bytes(b"aag 1 1 0 1 0\n2\n2\ni0 r\no0 g\n")
    for text, said in [("x:0...4095", "13 bits; at most 12"), ("x", 'the propositions "r", "g"; the specification')]:
        spec.write_text(f"[INPUT]\nr\n[OUTPUT]\n{text}\n")
        assert run(["verify", str(spec), str(machine)]) == 1
        assert said in capsys.readouterr().out
