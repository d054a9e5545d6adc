"""Circuits from elsewhere beside their specifications: what is written is read as it was, and lies are found."""

from __future__ import annotations

import random
from io import BytesIO
from pathlib import Path

import pytest

from graphgames.cli.main import run as main
from graphgames.core.errors import FormatError, LimitExceededError
from graphgames.games.synthesis import circuits
from graphgames.games.synthesis.circuits import hoa_of
from graphgames.games.synthesis.hoa import read_game
from graphgames.games.synthesis.machines import write_machine
from graphgames.reference.controllers import check_controller
from tests.cli.test_cli import program
from tests.games.synthesis.test_hoa import controller
from tests.naive_hoa import parity_condition, random_table

SPEC = (
    'HOA: v1 States: 2 Start: 0 AP: 2 "r" "g" controllable-AP: 1 acc-name: Buchi Acceptance: 1 Inf(0) --BODY-- '
    "State: 0 {0} [!0 | 1] 0 [0 & !1] 1 State: 1 [1] 0 [!1] 1 --END--"
)
GRANT = b"aag 1 1 0 1 0\n2\n2\ni0 r\no0 g\n"


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["ascii", "binary"])
def test_exactly_the_circuits_that_win_are_proved(ending: str) -> None:
    """Every table of answers of small automata, written as a circuit and read again."""
    rng, verdicts = random.Random(8), list[bool]()
    for _ in range(6):
        table = random_table(rng, 2, parity_condition(rng.randint(1, 3), True, True), False)
        game = read_game(table.text())
        for answers in table.controllers():
            file = BytesIO()
            write_machine(controller(game, answers), file, ending)  # type: ignore[arg-type]
            wins = all(table.accepts(answers, inputs) for inputs in table.environments())
            assert check_controller(table.text(), hoa_of(file.getvalue(), "c")).ok == wins
            verdicts.append(wins)
    assert 5 < sum(verdicts) < len(verdicts) - 5


def test_a_controller_from_elsewhere_is_checked(tmp_path: Path) -> None:
    """Those of ltlsynt and Strix are circuits; only controllers as they are made could be checked."""
    spec, right, wrong = tmp_path / "spec.ehoa", tmp_path / "right.aag", tmp_path / "wrong.aag"
    spec.write_text(SPEC)
    alone = tmp_path / "alone.ehoa"
    alone.write_text(SPEC.replace("controllable-AP: 1 ", ""))
    right.write_bytes(GRANT)
    assert program("verify", alone, right).returncode == 0
    wrong.write_bytes(GRANT.replace(b"2\n2\n", b"2\n0\n"))
    done = program("verify", spec, right)
    assert done.returncode == 0 and "3 conditions hold" in done.stdout
    done = program("verify", spec, wrong)
    assert done.returncode == 1 and "refused" in done.stdout


ORDER = (
    'HOA: v1 States: 2 Start: 0 AP: 2 "g" "r" controllable-AP: 0 Acceptance: 1 Inf(0) --BODY-- '
    "State: 0 [!1 | 0] 0 {0} [1 & !0] 1 State: 1 [0] 0 {0} [!0] 1 --END--"
)
MET_BY_INPUTS = (
    'HOA: v1 States: 2 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 1 Inf(0) --BODY-- '
    "State: 0 [0] 0 [!0] 1 {0} State: 1 [t] 0 --END--"
)
NOTHING_CHOSEN = (
    'HOA: v1 States: 1 Start: 0 AP: 1 "r" controllable-AP: Acceptance: 1 Inf(0) --BODY-- '
    "State: 0 [0] 0 {0} [!0] 0 --END--"
)


@pytest.mark.parametrize(("text", "met"), [(ORDER, True), (MET_BY_INPUTS, False), (NOTHING_CHOSEN, False)])
@pytest.mark.parametrize("ending", ["aag", "aig"])
def test_what_synth_writes_is_checked_whoever_it_is_for(tmp_path: Path, text: str, met: bool, ending: str) -> None:
    spec, machine = tmp_path / "spec.ehoa", tmp_path / f"machine.{ending}"
    spec.write_text(text)
    assert main(["synth", str(spec), "-o", str(machine), "--quiet"]) == (not met)
    assert main(["verify", str(spec), str(machine)]) == 0
    spec.write_text(text.replace("1 Inf(0)", f"1 Inf(0) {'&' if met else '|'} Fin(0)"))
    assert main(["verify", str(spec), str(machine)]) == 1


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"aag 1 1 0 1\n2\n2\n", "no circuit"),
        (b"aag 1 1 0 1 0\n2\n4\ni0 r\no0 g\n", "no circuit"),  # an output of nothing
        (b"aag 2 1 1 1 0\n2\n4 4 1\n4\ni0 r\no0 g\n", "no circuit"),  # a latch that is 1 at first
        (b"aag 3 1 0 1 2\n2\n4\n4 6 2\n6 4 2\ni0 r\no0 g\n", "no circuit"),  # gates that go round
        (b"aag 1 1 0 1 0\n2\n2\ni0 r\n", "o0 has no name"),
        (b"aig 2 1 0 1 1\n4\n\xff", "no circuit"),
        (b"aag 2 1 0 1 2\n2\n4\n4 3 3\n2 0 0\ni0 r\no0 g\n", "no circuit"),  # a gate that is the input
        (b"aag 2 1 0 1 2\n2\n4\n4 3 3\n4 2 2\ni0 r\no0 g\n", "no circuit"),  # two gates that are one
        (b"aag 2 1 1 1 0\n2\n5 2\n2\ni0 r\no0 g\n", "no circuit"),  # a latch that is the opposite of one
        (b"aag 0 1 0 1 0\n2\n2\ni0 r\no0 g\n", "no circuit"),  # more than there are
        (b"aag 1 1 0 1 0\n0\n0\ni0 r\no0 g\n", "no circuit"),  # an input that is the constant
        (b"aag 1 1 0 1 0\n2\n2\ni0 x\ni0 r\no0 g\n", "no circuit"),  # two names
        (b"aag 1 1 0 1 0\n2\n2\ni0 r\no0 g\no1 h\n", "no circuit"),  # a name of nothing
        (b"aag 1 1 0 1 0\n0_2\n2\ni0 r\no0 g\n", "no circuit"),
        (b"aag 1 1 0 1 0\n0\n0\ni0 r\no0 g\n", "an odd literal, 0"),  # an input that is the constant false
    ],
)
def test_a_circuit_that_is_none_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        hoa_of(data, "c.aag")


def test_gates_may_stand_in_any_order_and_large_circuits_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    ordered = hoa_of(b"aag 4 2 0 1 2\n2\n4\n8\n6 2 4\n8 6 3\ni0 a\ni1 b\no0 g\n", "c.aag")
    assert ordered == hoa_of(b"aag 4 2 0 1 2\n2\n4\n8\n8 6 3\n6 2 4\ni0 a\ni1 b\no0 g\n", "c.aag")
    monkeypatch.setattr(circuits, "MOST", 3)
    with pytest.raises(LimitExceededError, match="steps"):
        hoa_of(b"aag 2 2 0 1 0\n2\n4\n2\ni0 a\ni1 b\no0 g\n", "c.aag")
