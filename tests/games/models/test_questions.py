"""The game that a property asks about: its solution in files, proved again later, its policy, its picture."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames.cli.main import run as main
from graphgames.core.errors import FormatError, GameError
from graphgames.explore.loaded_game import read_problem
from graphgames.games.models.language import Program

ROBOT = """
mdp
const int slow;
module robot
  s : [0..3] init 0;
  [safe] s=0 -> 0.9 : (s'=1) + 0.1 : (s'=0);
  [fast] s=0 -> 0.7 : (s'=2) + 0.3 : (s'=3);
  [go] s=1 -> (s'=2);
  [stay] s>1 -> true;
endmodule
label "done" = s=2;
rewards "time" s<2 : slow; endrewards
"""


@pytest.fixture
def robot(tmp_path: Path) -> Path:
    path = tmp_path / "robot.prism"
    path.write_text(ROBOT)
    return path


ASKED: list[tuple[str, Any, str]] = [
    ('Pmax=? [ F "done" ]', 1, "safe"),
    ('Pmax=? [ F<=1 "done" ]', Fraction(7, 10), "fast"),
    ('Pmin=? [ F "done" ]', Fraction(7, 10), "fast"),
    ("Pmax=? [ G s!=3 ]", 1, "safe"),
    ("Pmin=? [ G s<3 ]", Fraction(7, 10), "fast"),
    ('R{"time"}min=? [ F "done" ]', Fraction(38, 9), "safe"),
    ("Rmax=? [ C<=2 ]", 4, "safe"),
]


@pytest.mark.parametrize(("asked", "value", "action"), ASKED)
def test_a_property_is_a_game_whose_policy_speaks_of_states_and_actions(asked: str, value: Any, action: str) -> None:
    program = Program(ROBOT)
    game = program.with_property(asked, "slow=2")
    solution: Any = gg.solve(game)
    start = solution.arena.label(game.start)
    assert start.startswith("(s=0)") and solution.value(start) == value and solution.action(start) == action
    assert program.ask(asked, {"slow": 2})[0].value == value
    assert gg.verify(solution)


@pytest.mark.parametrize(("asked", "value", "action"), ASKED)
def test_its_solution_is_proved_later_against_model_and_property(
    asked: str, value: Any, action: str, robot: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = robot.with_name("out.json")
    how = ["--const", "slow=2", "--property", asked]
    if asked.startswith("Pmin=? [ F"):
        assert main(["solve", str(robot), *how, "--solution", str(out), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["value"] == str(value)
    else:
        gg.write(gg.solve(gg.read(robot, property=asked, constants={"slow": 2})), out)
    found = json.loads(out.read_text())
    assert found["property"] == asked and found["constants"] == {"slow": "2"}
    assert main(["verify", str(robot), str(out)]) == 0
    assert gg.verify(gg.read_solution(gg.read(robot), out)) and "proved" in capsys.readouterr().out
    other = robot.with_name("other.prism")
    other.write_text(ROBOT.replace("0.3", "0.2 : (s'=0) + 0.1"))
    with pytest.raises(FormatError, match="another game"):
        gg.read_solution(gg.read(other), out)


def test_a_file_of_another_property_or_none_is_refused(robot: Path) -> None:
    out = robot.with_name("out.json")
    gg.write(gg.solve(gg.read(robot, property='Pmax=? [ F "done" ]', constants="slow=1")), out)
    text = out.read_text()
    for old, new in (("Pmax", "Pmin"), ('\\"done\\"', "s=3"), ("reach-probability", "avoid-probability")):
        assert old in text
        out.write_text(text.replace(old, new))
        with pytest.raises(FormatError):
            gg.read_solution(gg.read(robot), out)
    out.write_text(text.replace('"property"', '"properties"'))
    with pytest.raises(GameError, match="does not say which property"):
        gg.read_solution(gg.read(robot), out)


def test_the_policy_goes_to_files(robot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--const", "slow=1", "--property", 'Pmax=? [ F<=2 "done" ]', "--quiet"]
    for ending in ("csv", "tra", "dot", "json"):
        assert main(["solve", str(robot), *asked, "--strategy", str(robot.with_suffix(f".{ending}"))]) == 0
    table = robot.with_suffix(".csv").read_text().splitlines()
    assert table[0] == "state,action,value" and "(s=0) #2,safe,97/100" in table and "(s=0) #3,fast,7/10" in table
    chain = [line.split() for line in robot.with_suffix(".tra").read_text().splitlines()]
    total: dict[str, Fraction] = {}
    for state, _, p in chain[1:]:
        total[state] = total.get(state, Fraction(0)) + Fraction(p)
    assert chain[0] == ["8", str(len(chain) - 1)] and set(total.values()) == {1} and len(total) == 8
    assert json.loads(robot.with_suffix(".json").read_text())["policy"]["(s=0) #2"] == "safe"
    assert "fast: 7/10" in robot.with_suffix(".dot").read_text()
    assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_it_is_drawn_played_and_explored(robot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--const", "slow=1", "--property", 'R{"time"}min=? [ F "done" ]']
    for ending in ("svg", "html", "dot"):
        assert main(["show", str(robot), *asked, "-o", str(robot.with_suffix(f".{ending}")), "--quiet"]) == 0
        assert "(s=1)" in robot.with_suffix(f".{ending}").read_text()
    assert main(["explain", str(robot), *asked]) == 0 and "Min takes safe" in capsys.readouterr().out
    how = {"property": asked[3], "constants": "slow=1"}
    assert gg.solve(read_problem(robot.read_bytes(), robot.name, how)).value("(s=1)") == 1


def test_questions_that_are_no_single_game(robot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = Program(ROBOT)
    for asked, said in (
        ('Pmax=? [ F "done" ]; Pmin=? [ F "done" ]', "asks 2 questions"),
        ('Pmax=? [ F "done" ] + 1', "combines values"),
        ('Pmax=? [ F "dome" ]', "no label 'dome'"),
    ):
        with pytest.raises((GameError, FormatError), match=said):
            program.with_property(asked, {"slow": 1})
    many = ["solve", str(robot), "--const", "slow=1:2", "--property", 'Rmin=? [ F "done" ]', "--solution", "x.json"]
    assert main(many) == 2 and "for one question, and there are 2" in capsys.readouterr().err
    with pytest.raises(GameError, match="objective of its own"):
        gg.read(_pg(robot), property="Pmax=? [ F s=1 ]")


def _pg(beside: Path) -> Path:
    path = beside.with_name("game.pg")
    path.write_text("parity 0;\n0 0 0 0;\n")
    return path


def test_states_of_a_table_are_named_like_labels() -> None:
    rows = [
        ("on", "wait", "on", "9/10"),
        ("on", "wait", "off", "1/10"),
        ("on", "press", "off", 1),
        ("off", "on", "on", 1),
    ]
    solution: Any = gg.solve(gg.Model.from_table(rows).with_property('Pmax=? [ F<=1 "off" ]'))
    assert solution.value("on #2") == 1 and solution.action("on #2") == "press"


def test_the_reference_checker_reads_the_property_from_the_file(
    robot: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = robot.with_name("out.json")
    for asked in ('R{"time"}min=? [ F "done" ]', 'Pmax=? [ G F "done" ]'):
        gg.write(gg.solve(gg.read(robot, property=asked, constants="slow=1")), out)
        assert main(["verify", "--reference", str(robot), str(out)]) == 0
        assert "property" in capsys.readouterr().out  # it says that nobody proves what the game was made from
    out.write_text(out.read_text().replace('"property"', '"properties"'))
    assert main(["verify", "--reference", str(robot), str(out)]) == 2
    assert "does not say which property" in capsys.readouterr().err


@pytest.mark.parametrize("text", ['T=? [ F "goal" ]', 'Tmin=? [ F "goal" ]', 'Tmax<=3 [ F "goal" ]'])
def test_expected_times_are_named_with_what_there_is_instead(text: str) -> None:
    model = gg.Model.from_table([("start", "go", "goal", 1, 1), ("goal", "stay", "goal", 1, 0)])
    refused, instead = model.ask(f'{text}\nR=? [ F "goal" ]')
    assert refused.value is None and "expected times (T) are not supported" in refused.error
    assert "expected R, as in R=? [ F target ], with a reward of 1 for each step" in refused.error
    assert instead.value == 1
