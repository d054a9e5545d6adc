"""Random paths of a model: each step is one of the model, all occur as often as is likely, and rewards are its own."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames.games.models.language import Program
from tests.cli.test_edges import Call, call  # noqa: F401

ROWS: list[tuple[Any, ...]] = [
    ("home", "bus", "work", "3/4", 2),
    ("home", "bus", "late", "1/4", 7),
    ("home", "walk", "work", 1, "1/3"),
    ("late", "run", "work", 1, 0),
    ("work", "stay", "work", 1, 0),
]
QUEUE = """
ctmc
module queue
  n : [0..2] init 0;
  [] n<2 -> 2 : (n'=n+1);
  [] n>0 -> 3 : (n'=n-1);
endmodule
rewards "length" true : n; endrewards
"""


def test_each_step_is_one_of_the_model_and_earns_what_the_model_says() -> None:
    model = gg.Model.from_table(ROWS)
    known = {(s, a, t): Fraction(r) for s, a, t, _, r in ROWS}
    for seed in range(50):
        rows = model.walk(5, seed)
        assert rows == model.walk(5, seed) and [row["step"] for row in rows] == [*range(len(rows))]
        assert rows[0]["state"] == "home" and rows[-1]["state"] == "work" and len(rows) in (2, 3)
        for one, row in pairwise(rows):
            assert row["reward"] == known[one["state"], row["action"], row["state"]]
    assert [row["state"] for row in model.walk(0)] == ["home"]


@pytest.mark.slow
def test_actions_are_as_likely_and_what_follows_as_the_model_says() -> None:
    model = gg.Model.from_table(ROWS)
    firsts = Counter((row["action"], row["state"]) for row in (model.walk(1, seed)[1] for seed in range(4000)))
    likely = {("bus", "work"): 3 / 8, ("bus", "late"): 1 / 8, ("walk", "work"): 1 / 2}
    assert firsts.keys() == likely.keys()
    for one, share in likely.items():  # five standard deviations
        assert abs(firsts[one] - 4000 * share) < 5 * (4000 * share * (1 - share)) ** 0.5


@pytest.mark.slow
def test_in_continuous_time_a_state_keeps_its_mean_time_and_earns_by_it() -> None:
    rows = Program(QUEUE).walk(6000)
    spent: dict[str, list[float]] = {}
    for one, row in pairwise(rows):
        assert one["state"] != row["state"]
        spent.setdefault(one["state"], []).append(row["time"] - one["time"])
        assert row["reward length"] == pytest.approx(int(one["state"][3]) * spent[one["state"]][-1], abs=1e-9)
    for state, rate in (("(n=0)", 2), ("(n=1)", 5), ("(n=2)", 3)):
        times = spent[state]
        assert abs(sum(times) / len(times) - 1 / rate) < 5 / rate / len(times) ** 0.5
    ups = Counter(b["state"] for a, b in pairwise(rows) if a["state"] == "(n=1)")
    count = ups.total()
    assert abs(ups["(n=2)"] - count * 2 / 5) < 5 * (count * 6 / 25) ** 0.5


@pytest.mark.parametrize(
    ("words", "way"),
    [
        ("solve queue.sm -simpath 4 stdout", "simulate queue.sm --path 4"),
        ("simulate queue.sm -simpath 4 out.txt", "simulate queue.sm --path 4 -o out.txt"),
        ("queue.sm -simpath 4 stdout", "simulate queue.sm --path 4"),
    ],
)
def test_the_words_of_prism_print_a_path(words: str, way: str, call: Call) -> None:  # noqa: F811
    Path("queue.sm").write_text(QUEUE)
    done = call(*words.split())
    written = Path("out.txt").read_text() if "out.txt" in words else done.out
    assert done.code == 0 and "is read as" in done.err and "--path 4" in done.err, done
    assert written.splitlines()[0].split() == ["step", "action", "state", "time", "reward", "length"]
    assert len(written.splitlines()) == 6
    again = call(*way.split())
    assert (Path("out.txt").read_text() if "out.txt" in words else again.out) == written


def test_a_path_as_json_and_what_has_none(call: Call) -> None:  # noqa: F811
    Path("trip.csv").write_text("state,action,next,probability,reward\na,go,b,1,1/2\nb,stay,b,1,0\n")
    found: Any = json.loads(call("simulate", "trip.csv", "--path", "9", "--json").out)
    assert found == {
        "path": [
            {"step": 0, "action": None, "state": "a", "reward": None},
            {"step": 1, "action": "go", "state": "b", "reward": "1/2"},
        ]
    }
    Path("game.pg").write_text("parity 0;\n0 0 0 0;\n")
    assert "is not a model" in call("simulate", "game.pg", "--path", "3").err
    assert "--path 10 prints one random path" in call("simulate", "trip.csv").err
    assert "with --plays" in call("simulate", "trip.csv", "--path", "3", "--plays", "9").err
