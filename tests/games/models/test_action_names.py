"""Every action has a name that a person understands, the same wherever it is shown; what is written is read back."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames.cli.main import run
from graphgames.draw.arenas import solution_graph_view
from graphgames.games.models.language import Program
from graphgames.play import Session, adapter_for

pytest.importorskip("stormpy")

WALK = """mdp
module m
  s : [0..5] init 0;
  [go] s=0 -> 1/2:(s'=1) + 1/2:(s'=2);
  [wait] s=0 -> true;
  [] s=1 -> 1/2:(s'=3) + 1/2:(s'=0);
  [] s=1 -> (s'=4);
  [] s=2 -> (s'=5);
  [on] s=5 -> (s'=3);
  [STAY] s=3 -> LEAD;
endmodule
label "goal" = s=3;
"""
ASKED = 'Pmax=? [ F "goal" ]'
NAMES = {0: "go", 1: "action 1 of 2", 2: "the only action", 4: "stay", 5: "on"}
"""Of states by the value of their variable; 4 is a deadlock."""


@pytest.mark.parametrize(
    ("named", "lead", "goal"),
    [("rest", "true", "rest"), ("stay", "true", "stay"), ("", "true", "stay"), ("back", "(s'=0)", "stay")],
)
def test_a_name_is_the_same_wherever_it_is_shown_and_read_back(
    named: str,
    lead: str,
    goal: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("walk.prism").write_text(WALK.replace("STAY", named).replace("LEAD", lead))
    asked = ["walk.prism", "--property", ASKED]
    assert run(["solve", *asked, "--strategy", "p.csv", "-o", "s.json", "--quiet"]) == 0
    rows = {row["state"]: row["action"] for row in csv.DictReader(Path("p.csv").read_text().splitlines())}
    assert rows == {f"(s={s})": name for s, name in (NAMES | {3: goal}).items()}
    assert json.loads(Path("s.json").read_text())["policy"] == rows
    for command in (
        ["verify", *asked[:1], "s.json", *asked[1:]],
        ["verify", "--reference", *asked[:1], "s.json", *asked[1:]],
        ["evaluate", *asked[:1], "p.csv", *asked[1:]],
        ["simulate", *asked, "--opponent", "p.csv", "--plays", "3"],
    ):
        capsys.readouterr()
        assert run(command) == 0, capsys.readouterr().err
    capsys.readouterr()
    assert run(["explain", *asked]) == 0
    told = capsys.readouterr().out
    assert "Max takes go" in told and 'Max takes "action 1 of 2"' in told and "Max: on." in told
    assert "choice" not in told


def test_pictures_and_plays_name_the_actions_among_which_one_chooses() -> None:
    program = Program(WALK.replace("STAY", "rest").replace("LEAD", "true"))
    solution = gg.solve(program.build(), gg.ReachProbability(["(s=3)"]))
    view = solution_graph_view(solution)
    written = {view.edge_text(e) for e in range(solution.arena.m)}
    assert written >= {"wait", "action 2 of 2", "rest", "on"} and "the only action" not in written
    offered = {s: list(Session(adapter_for(solution, f"(s={s})")).moves()) for s in (0, 1, 2, 5)}
    assert offered == {0: ["go", "wait"], 1: ["action 1 of 2", "action 2 of 2"], 2: ["(s=5)"], 5: ["on"]}


TWICE = """mdp
module m
  x : [0..2] init 0;
  [a] x=0 -> (x'=1);
  [a] x=0 -> (x'=2);
  [c] x>0 -> true;
endmodule
label "goal" = x=1;
"""


def test_actions_of_one_name_in_a_state_are_told_apart(tmp_path: Path) -> None:
    """A policy that says ``a`` said nothing, and a shield forbade both although one is safe."""
    path = tmp_path / "twice.prism"
    path.write_text(TWICE)
    model: Any = gg.read(path)
    solution: Any = gg.solve(model.with_property(ASKED))
    assert solution.action("(x=0)") == "a (1 of 2)"
    session = Session(adapter_for(solution))
    assert list(session.moves()) == ["a (1 of 2)", "a (2 of 2)"]
    session.play("a (2 of 2)")
    assert str(solution.arena.label(session.position)) == "(x=2)"
    shield = gg.shield(model, ["(x=2)"])
    assert shield.allowed == {"(x=0)": ["a (1 of 2)"], "(x=1)": ["c"], "(x=2)": []} and shield.lost == ["(x=2)"]
    assert not shield.allows("(x=0)", "a (2 of 2)")
