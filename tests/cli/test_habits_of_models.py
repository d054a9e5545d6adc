"""What people type from habit of a model, a convention or a machine, and what the refusal or the picture says of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from tests.cli.test_edges import Call, call  # noqa: F401
from tests.games.synthesis.test_hoa import ARBITER, NO_GRANTS

BET = """state,action,next,probability,reward
bet,flip,won,0.5,10
bet,flip,lost,0.5,2
won,stay,won,1,0
lost,stay,lost,1,0
"""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("simulate bet.csv optimal --objective mean-payoff", "--opponent optimal is for the other player"),
        ("simulate bet.csv uniform --objective mean-payoff", "--opponent uniform is for the other player"),
        ("simulate bet.csv other --objective mean-payoff", "other: there is no such file"),
        ("solve bet.csv --objective mean-payoff --set minimise=1", "Rmin=? or Pmin=?"),
        ("solve bet.csv --objective mean-payoff --set credit=3", "the least credit to begin with is the answer"),
        ("solve game.pg --set minimize=1", "Rmin=? or Pmin=?"),
        (
            "solve bet.csv --start bet --property true",
            "--start has no effect with --property; a property of other states is asked by filter(state, PROPERTY, ",
        ),
    ],
)
def test_words_of_habit_lead_to_what_does_it_for_a_model(words: str, message: str, call: Call) -> None:  # noqa: F811
    Path("bet.csv").write_text(BET)
    done = call(*words.split())
    assert done.code == 2 and message in done.err, done
    asked = 'filter(state, R=? [ F "won" | "lost" ], "bet")'
    assert call("solve", "bet.csv", "--property", asked).out.startswith("6 ")


def test_the_legend_of_a_model_speaks_of_the_threshold_that_divides_its_states(tmp_path: Path) -> None:
    (path := tmp_path / "bet.csv").write_text(BET)
    solution = gg.solve(gg.Model.from_table(path), gg.Discounted(discount="1/2", threshold=3))
    picture = solution.draw().svg
    assert "worth at least 3 (1)" in picture and "worth less than 3 (2)" in picture and "Max wins (" not in picture


@pytest.mark.parametrize("priority", [[0, 1], {0: 0, 1: 1}])
@pytest.mark.parametrize("convention", ["max-odd", "min-even", "min-odd", "max-even"])
def test_a_convention_in_the_place_of_priorities_of_edges_is_taken_as_one(priority: Any, convention: Any) -> None:
    graph, owner = {0: [1], 1: [0]}, {0: 0, 1: 1}
    by_name = gg.solve(graph, gg.Parity(priority, convention=convention), owner=owner)
    assert gg.solve(graph, gg.Parity(priority, convention), owner=owner).won == by_name.won
    assert by_name.winner_of(0) == {"max-even": 1, "max-odd": 0, "min-even": 0, "min-odd": 1}[convention]


@pytest.mark.parametrize("option", ["--controller", "--picture"])
def test_the_machine_of_the_environment_is_called_so(option: str, call: Call) -> None:  # noqa: F811
    Path("greedy.ehoa").write_bytes(NO_GRANTS)
    Path("arbiter.ehoa").write_bytes(ARBITER)
    out = "m.hoa" if option == "--controller" else "m.svg"
    said = f"graphgames: {out}: this is the machine of the environment, since no controller exists"
    lost, won = (call("synth", name, option, out) for name in ("greedy.ehoa", "arbiter.ehoa"))
    assert (lost.code, won.code) == (1, 0) and said in lost.err and said not in won.err


@pytest.mark.parametrize("header", ["state-player", "spot-state-players", "controllable-ap", "controlable-AP"])
def test_a_header_that_is_like_one_that_says_who_chooses_is_named(header: str, call: Call) -> None:  # noqa: F811
    known = "controllable-AP" if header[0] == "c" else "spot-state-player"
    Path("x.hoa").write_bytes(ARBITER.replace(b"controllable-AP:", f"{header}:".encode()))
    done = call("solve", "x.hoa")
    assert done.code == 2 and f"did you mean '{known}:' by '{header}:'?" in done.err, done
