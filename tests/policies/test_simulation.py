"""Simulation: means come near the exact values, and the same seed gives the same plays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames.cli.main import run as main
from graphgames.core.errors import GameError
from tests.policies.test_marks import MACHINE

OBJECTIVES = [
    gg.Discounted(discount="9/10"),
    gg.MeanPayoff(),
    gg.ReachProbability(["broken"]),
    gg.AvoidProbability(["broken"]),
    gg.BoundedReachProbability(["broken"], steps=3),
]


@pytest.mark.parametrize("objective", OBJECTIVES, ids=lambda one: one.name)
def test_the_mean_of_many_plays_is_near_the_exact_value(objective: Any) -> None:
    solution: Any = gg.solve(gg.Model.from_table(MACHINE), objective)
    found = solution.simulate(2000, seed=4, steps=400)
    assert abs(found.mean - float(solution.value("new"))) <= 4 * found.error + 0.01 * abs(found.mean)
    assert found.mean == solution.simulate(2000, seed=4, steps=400).mean and found.plays == 2000
    assert sum(count for *_, count in found.histogram) == 2000 and "95 % confidence" in str(found)


def test_rewards_until_a_target_are_summed_and_costs_are_negative() -> None:
    rows = [(s, a, t, p, -abs(r)) for s, a, t, p, r in MACHINE]
    solution: Any = gg.solve(gg.Model.from_table(rows), gg.ExpectedReward(["broken"]))
    found = solution.simulate(4000, seed=1)
    assert found.exact == -60 and abs(found.mean + 60) <= 4 * found.error and not found.cut


def test_an_opponent_who_errs_is_beaten_more_often() -> None:
    rows = [("mine", "try", "his", 1, 0, 0), ("his", "stop", "lost", 1, 0, 1), ("his", "miss", "won", 1, 0, 1)]
    solution: Any = gg.solve(gg.Model.from_table(rows), gg.ReachProbability(["won"]))
    assert solution.simulate(100).mean == 0
    assert 0.3 < solution.simulate(400, opponent="uniform").mean < 0.7
    assert solution.simulate(10, opponent={"his": "miss"}).mean == 1
    with pytest.raises(GameError, match="decided in the limit"):
        gg.solve({"a": ["a"]}, gg.Buchi(["a"]), owner=lambda v: 0).simulate(10, start="a")


def test_commands_simulate_and_shield_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, solution = tmp_path / "machine.csv", tmp_path / "solution.json"
    lines = [",".join(map(str, row)) for row in MACHINE]
    table.write_text("\n".join(["state,action,next,probability,reward", *lines]))
    how = ["--objective", "discounted", "--set", "discount=0.9"]
    policy = tmp_path / "policy.csv"
    assert main(["solve", str(table), *how, "--json", "--solution", str(solution), "--strategy", str(policy)]) == 0
    solved = json.loads(capsys.readouterr().out)
    assert solved["policy"] == {"worn": "service"} and "worn,service" in policy.read_text()
    assert main(["verify", str(table), str(solution), *how, "--quiet"]) == 0
    assert main(["simulate", str(table), str(solution), *how, "--plays", "500", "--seed", "1", "--json"]) == 0
    played = json.loads(capsys.readouterr().out)
    assert played["plays"] == 500 and played["exact"] == solved["start"]["value"]
    assert main(["shield", str(table), "--avoid", "broken", "--json", "--verify"]) == 0
    shielded = json.loads(capsys.readouterr().out)
    assert shielded["allowed"]["worn"] == ["service"] and shielded["verified"] is True
