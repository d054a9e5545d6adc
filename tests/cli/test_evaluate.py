"""``graphgames evaluate``: games and policies in all forms, the mark sheet, its files, and faults of policies."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from graphgames.cli.main import run
from graphgames.games.tables.build import build
from graphgames.games.tables.tic_tac_toe import TicTacToe

ROBOT = """state,action,next,probability,reward
low,work,low,0.7,2
low,work,dead,0.3,2
low,charge,high,1,-1
high,work,low,0.4,5
high,work,high,0.6,5
dead,lie,dead,1,0
"""
YARD = """mdp
module m
 x : [0..3] init 0;
 [go] x=0 -> 9/10:(x'=1) + 1/10:(x'=3);
 [wait] x=0 -> 1/2:(x'=0) + 1/2:(x'=1);
 [run] x=1 -> 4/5:(x'=2) + 1/5:(x'=3);
 [creep] x=1 -> 19/20:(x'=2) + 1/20:(x'=3);
 [] x>1 -> true;
endmodule
label "home" = x=2;
"""
FORK = 'parity 3;\nstart 0;\n0 1 0 1,2 "a";\n1 2 1 0 "b";\n2 3 1 0,2 "c";\n'
DISCOUNTED = ("--objective", "discounted", "--discount", "0.9")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"robot.csv": ROBOT, "yard.prism": YARD, "fork.pg": FORK, "toe.txt": "tic-tac-toe"}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def marked(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """Return the mark that the command prints as JSON."""
    capsys.readouterr()
    assert run(["evaluate", *words, "--json"]) == 0, capsys.readouterr().err
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_mark_sheet(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["evaluate", "fork.pg", "uniform", "--objective", "mean-payoff", "--verify"]) == 0
    head, best, *rest = capsys.readouterr().out.splitlines()
    assert head == "value 7/4 (1.75) against the best reply"
    assert best == "a perfect player gets 2; exploitability 1/4 (0.25)"
    rows = [line.split("   ") for line in rest if line.startswith((" a", " b", " c"))]
    assert [[cell.strip() for cell in row if cell.strip()] for row in rows] == [
        ["a", "b 1/2, c 1/2", "c", "1/2 a visit", "0.5 of the steps", "0.25"], ["b", "a", "for ever"],
        ["c", "a", "for ever"]
    ]  # fmt: skip
    assert "proved: " in rest[-2] and rest[-1] == "  not checked: visits, cost"


@pytest.mark.slow
def test_games_and_policies_come_in_the_forms_in_which_they_are_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", "robot.csv", *DISCOUNTED, "-o", "s.json", "--strategy", "p.csv", "--quiet"]) == 0
    assert run(["solve", "robot.csv", *DISCOUNTED, "--strategy", "p.json", "--quiet"]) == 0
    (folder / "mine.json").write_text('{"low": {"work": 0.5, "charge": "1/2"}, "high": "work"}')
    (folder / "mine.csv").write_text("position;move;prob\nlow;work;1/2\nlow;charge;1/2\nhigh;work;1\n")
    for policy in ("p.csv", "p.json", "s.json", "optimal"):
        found = marked(capsys, "robot.csv", policy, *DISCOUNTED)
        assert (found["value"], found["exploitability"]) == ("505/17", 0), policy
    assert marked(capsys, "robot.csv", "s.json")["value"] == "505/17"  # the solution says what was asked
    worth = {marked(capsys, "robot.csv", one, *DISCOUNTED)["value"] for one in ("mine.json", "mine.csv", "uniform")}
    assert len(worth) == 1 and worth != {"505/17"}
    asked = ("--property", 'Pmax=? [ F "home" ]')
    found = marked(capsys, "yard.prism", "uniform", *asked)
    assert (found["value"], found["exploitability"]) == ("49/60", "2/15")
    least = marked(capsys, "yard.prism", "uniform", "--property", "Pmin=? [ F x=3 ]")
    assert (least["player"], least["value"], least["exploitability"]) == (1, "11/60", "2/15")
    assert run(["solve", "fork.pg", "-o", "fork.sol", "--quiet"]) == 0
    assert marked(capsys, "fork.pg", "fork.sol")["exploitability"] == 0
    assert marked(capsys, "fork.pg", "uniform", "--player", "Adam", "--against", "fork.sol")["value"] == 1
    toe = marked(capsys, "toe.txt", "uniform", "--game", "table")
    assert (toe["exploitability"], toe["positions"]) == ("887/945", 5478)


@pytest.mark.slow
def test_a_table_on_disk_is_a_game_and_a_policy(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    build(TicTacToe(), folder / "toe")
    found = marked(capsys, "toe", "optimal", "--player", "1", "--draw", "1/2", "--verify")
    assert (found["value"], found["exploitability"], found["verified"]) == ("1/2", 0, True)
    assert "Table(TicTacToe()" in found["rests_on"]
    assert run(["evaluate", "toe", "optimal", "-o", "mark.json"]) == 2
    assert "rests on a table" in capsys.readouterr().err


@pytest.mark.slow
def test_a_mark_is_written_and_verified(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("--property", 'Pmax=? [ F "home" ]')
    assert run(["evaluate", "yard.prism", "uniform", *asked, "-o", "mark.json", "--quiet"]) == 0
    for how in ([], ["--reference"]):
        assert run(["verify", "yard.prism", "mark.json", *how]) == 0, how
    lie = (folder / "mark.json").read_text().replace('"exploitability": "2/15"', '"exploitability": 0')
    (folder / "mark.json").write_text(lie)
    assert run(["verify", "yard.prism", "mark.json"]) == 1
    for out in ("mark.csv", "mark.svg"):
        assert run(["evaluate", "robot.csv", "uniform", "--objective", "mean-payoff", "-o", out, "--quiet"]) == 0
    assert (folder / "mark.csv").read_text().startswith("position,regret,once,visits,cost\nlow,69/140,,")
    assert "exploitability 23/7" in (folder / "mark.svg").read_text()


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("p.csv", "state,action\nlow,jump\n", "p.csv:2:5: at 'low' the policy says 'jump', which is not a move there"),
        ("p.csv", "state,action\nlow,work\nlow,charge\n", "p.csv:3:1: 'low' already has an action"),
        ("p.csv", "state,action,p\nlow,work,.3\nlow,charge,.6\nhigh,work,1\n", "p.csv:2:5: at 'low' the prob.*9/10"),
        ("p.csv", "state,action,p\nlow,work,1/2\nlow,work,1/2\n", "p.csv:3:5: 'low' already has the action 'work'"),
        ("p.csv", "state,action,p\nlow,work,x\n", "p.csv:2:10: the probability is 'x'"),
        (
            "p.csv",
            "state,action,p\nlow,work,-1\nlow,charge,2\n",
            "p.csv:2:5: at 'low' the policy has the probability -1",
        ),
        ("p.csv", "state,action\nlow,work\nhigg,work\n", "p.csv:3:1: .*'higg'.* did you mean 'high'"),
        ("p.csv", "state,action\nhigh,work\n", "p.csv: the policy says nothing at 'low'|says nothing at 'low'"),
        ("p.csv", "state,action\n", "p.csv:1:1: the policy says nothing"),
        ("p.csv", "\n", "p.csv: the file is empty"),
        ("p.csv", "a,b\nlow,work\n", "p.csv:1:1: there is no column 'state'"),
        ("p.json", '{"policy": {"low": "fly"}}', "p.json:1:13: at 'low' the policy says 'fly'"),
        ("p.json", '{"low": {"work": "x"}}', "p.json:1:2: a probability at 'low' is 'x'"),
        ("p.json", '{"low": ["work"]}', "p.json:1:2: the action at 'low' is"),
        ("p.json", '{"low": "work", "low": "charge"}', "appears twice"),
        ("p.json", '{"format": "graphgames-marks"}', "p.json:1:1: this is not a policy, but graphgames-marks"),
        ("p.json", '{"policy": {"low": ', "p.json:1:19: the file ends"),
    ],
)
def test_what_is_wrong_with_a_policy_has_a_place(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, said: str
) -> None:
    (folder / name).write_text(text)
    assert run(["evaluate", "robot.csv", name, *DISCOUNTED]) == 2
    out, err = capsys.readouterr()
    assert not out and re.search(said, err) and "Traceback" not in err, err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("robot.csv unifrom --target high", "there is no file unifrom; did you mean 'uniform'?"),
        ("robot.csv uniform", "a model needs an objective"),
        ("robot.csv uniform --target high --draw 1/2", "--draw is for games by rules"),
        ("robot.csv uniform --target high --against uniform", "the other player has no choice"),
        ("robot.csv uniform --target high --player 1", "that player has no choice"),
        ("fork.pg uniform --player Bob", "--player is Bob; expected one of 0, 1, Eve, Adam"),
        ("kayles uniform", "a policy of heaps cannot be evaluated"),
        ("robot.csv uniform -o out.foo", "expected .json, .csv, .svg"),
    ],
)
def test_what_is_asked_in_vain_is_said(folder: Path, capsys: pytest.CaptureFixture[str], words: str, said: str) -> None:
    assert run(["evaluate", *words.split()]) == 2
    assert said in capsys.readouterr().err


def test_a_shield_is_verified_with_what_it_avoids(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["shield", "robot.csv", "--avoid", "dead", "--json"]) == 0
    (folder / "shield.json").write_text(capsys.readouterr().out)
    assert run(["verify", "--reference", "robot.csv", "shield.json", "--avoid", "dead"]) == 0
    assert "proved by the reference checker" in capsys.readouterr().out
    for how, said in (
        (["--reference"], "is a shield; name the states that it avoids"),
        ([], "is a shield: graphgames"),
    ):
        assert run(["verify", *how, "robot.csv", "shield.json"]) == 2
        assert said in capsys.readouterr().err


def test_what_is_not_proved_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Visits are rounded, and no condition is about them, nor about slopes; an answer without a game has no proof."""
    model = tmp_path / "ice.csv"
    model.write_text(
        "state,action,next,probability\nshore,run,far,3/4\nshore,run,sea,1/4\nfar,stay,far,1\nsea,stay,sea,1\n"
    )
    asked = [str(model), "--target", "far", "--start", "shore"]
    assert run(["evaluate", *asked[:1], "uniform", *asked[1:], "--verify"]) == 0
    assert "conditions hold\n  not checked: visits, cost" in capsys.readouterr().out
    assert run(["evaluate", *asked[:1], "uniform", *asked[1:], "--verify", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["not checked"] == ["visits", "cost"]
    assert run(["sensitivity", *asked, "--verify"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("probability 3/4 from shore; proved\n") and "not checked: visits, slope" in printed
    assert run(["sensitivity", *asked, "--json", "--verify"]) == 0
    assert json.loads(capsys.readouterr().out)["not checked"] == ["visits", "slope"]
    assert run(["solve", str(model), "-p", 'filter(count, "far")', "--verify"]) == 0
    assert capsys.readouterr().out.startswith("1  not verified")
