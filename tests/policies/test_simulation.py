"""Simulation: means come near the exact values, and the same seed gives the same plays."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue.find import kinds
from graphgames.cli.main import run as main
from graphgames.core.errors import GameError
from graphgames.policies.simulation import Simulation
from tests.policies.test_marks import MACHINE

EXACT: list[int | Fraction] = [Fraction(171, 200), 3, Fraction(16900, 1031)]
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
    assert sum(count for *_, count in found.histogram) == 2000
    assert ("95 % confidence" if found.error else "the same in each play") in str(found)


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
        gg.solve({"a": ["a"]}, gg.GeneralizedBuchi([["a"]]), owner=lambda v: 0).simulate(10, start="a")


def test_commands_simulate_and_shield_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, solution = tmp_path / "machine.csv", tmp_path / "solution.json"
    lines = [",".join(map(str, row)) for row in MACHINE]
    table.write_text("\n".join(["state,action,next,probability,reward", *lines]))
    how = ["--objective", "discounted", "--set", "discount=0.9"]
    policy = tmp_path / "policy.csv"
    assert main(["solve", str(table), *how, "--json", "--solution", str(solution), "--strategy", str(policy)]) == 0
    solved = json.loads(capsys.readouterr().out)
    assert (
        solved["policy"] == {"new": "run", "worn": "service", "broken": "repair"}
        and "worn,service" in policy.read_text()
    )
    assert main(["verify", str(table), str(solution), *how, "--quiet"]) == 0
    assert main(["verify", str(table), str(solution)]) == 0 and "proved" in capsys.readouterr().out  # it says how
    assert main(["verify", "--reference", str(table), str(solution), "--quiet"]) == 0
    assert main(["simulate", str(table), str(solution), "--plays", "100", "--seed", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["plays"] == 100
    assert main(["simulate", str(table), str(solution), *how, "--plays", "500", "--seed", "1", "--json"]) == 0
    played = json.loads(capsys.readouterr().out)
    assert played["plays"] == 500 and played["exact"] == solved["start"]["value"]
    assert main(["shield", str(table), "--avoid", "broken", "--json", "--verify"]) == 0
    shielded = json.loads(capsys.readouterr().out)
    assert shielded["allowed"]["worn"] == ["service"] and shielded["verified"] is True


def near(found: Any) -> bool:
    """Return whether the exact value lies within twice the interval of the mean."""
    return bool(abs(found.mean - float(found.exact)) <= 4 * found.error + 1e-12)


def test_parity_games_are_decided_where_a_play_stays_for_ever() -> None:
    ways = [("go", "toss"), ("toss", "good"), ("toss", "bad"), ("toss", "go"), ("good", "good"), ("bad", "bad")]
    likely = [None, "1/2", "1/4", "1/4", None, None]
    arena = gg.Arena.from_edges(ways, owner={"go": 0, "toss": 2, "good": 0, "bad": 1}, probability=likely)
    priority = {"go": 0, "toss": 3, "good": 2, "bad": 1}
    for objective in (gg.ParityProbability(priority), gg.Parity(priority), gg.Buchi(["good"])):
        found = gg.simulate(gg.solve(arena, objective, start="go"), plays=2000)
        assert str(found.exact) == "2/3" and near(found) and found.cut == 0 and set(found.payoffs) == {0, 1}
    assert "2,000 plays" in found.draw().title and "2/3" in found.draw().title


def test_an_opponent_who_remembers_or_errs_in_a_buchi_game() -> None:
    graph = {"gate": ["yard", "cage"], "yard": ["gate"], "cage": ["cage"]}
    game = gg.Game.from_graph(graph, gg.Buchi(["yard"]), owner={"gate": 1, "yard": 0, "cage": 0}, start="gate")
    solution = gg.solve(game)
    assert gg.simulate(solution).mean == 0
    patient = gg.MemoryPolicy(0, lambda at, n: "yard", lambda n, at, move: n)
    strict = gg.MemoryPolicy(0, lambda at, n: "yard" if n < 3 else "cage", lambda n, at, move: min(n + 1, 3))
    assert gg.simulate(solution, opponent=patient).mean == 1 and gg.simulate(solution, opponent=strict).mean == 0
    assert gg.simulate(solution, opponent="uniform").mean == 0


class Nim:
    start = 6

    def moves(self, n: int) -> list[int]:
        return [n - k for k in (1, 2) if n >= k]


def test_rules_are_played_and_an_erring_opponent_lets_the_second_best_win() -> None:
    solution: Any = gg.solve(Nim())
    assert gg.simulate(solution).mean == 0 and gg.simulate(solution).exact == 0
    erring = gg.simulate(solution, plays=2000, opponent="uniform")
    mark: Any = gg.evaluate(Nim(), "uniform", player=1, against=solution)
    assert abs(erring.mean - (1 - float(mark.value))) < 5 * erring.error + 1e-12


@pytest.mark.slow
def test_a_table_on_disk_is_played(tmp_path: Path) -> None:
    assert main(["table", "build", "tic-tac-toe", "-o", str(tmp_path / "table"), "--quiet"]) == 0
    table: Any = gg.open_table(tmp_path / "table")
    assert gg.simulate(table, plays=50, draw="1/2").mean == 0.5
    found = gg.simulate(table, plays=1000, opponent="uniform", draw="1/2", seed=3)
    against: Any = gg.evaluate(table, "uniform", player=1, against=table, draw="1/2")
    assert abs(found.mean - (1 - float(against.value))) < 5 * found.error and found.mean > 0.8


def test_the_opponent_may_be_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, solution = tmp_path / "game.csv", tmp_path / "solution.json"
    rows = ["a,stay,a,1,0", "a,ask,b,1,0", "b,no,lost,1,1", "b,yes,won,1,1", "won,rest,won,1,0", "lost,rest,lost,1,0"]
    model.write_text("\n".join(["state,action,next,probability,player", *rows]))
    how = ["--objective", "reach-probability", "--target", "won"]
    assert main(["solve", str(model), *how, "--solution", str(solution), "--quiet"]) == 0
    for name, text, mean in (
        ("kind.csv", "state,action\na,\nb,yes\n", 1),
        ("kind.json", '{"policy": {"b": "yes"}}', 1),
        ("rude.json", '{"b": "no"}', 0),
    ):
        (tmp_path / name).write_text(text)
        played = ["simulate", str(model), str(solution), *how, "--plays", "5", "--json", "--start", "b"]
        assert main([*played, "--opponent", str(tmp_path / name)]) == 0
        assert json.loads(capsys.readouterr().out)["mean"] == mean
    (tmp_path / "wrong.json").write_text("[1]")
    for wrong in ("perfect", str(tmp_path / "wrong.json")):
        assert main([*played, "--opponent", wrong]) == 2 and "expected" in capsys.readouterr().err


def test_a_false_solution_is_not_called_exact(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, solution = tmp_path / "game.pg", tmp_path / "solution.json"
    file.write_text("parity 1;\n0 0 0 0,1;\n1 1 0 1;\n")
    assert main(["solve", str(file), "--solution", str(solution), "--quiet"]) == 0
    played = ["simulate", str(file), str(solution), "--start", "0", "--plays", "5", "--json"]
    assert main(played) == 0 and json.loads(capsys.readouterr().out)["verified"] is True
    data = json.loads(solution.read_text())
    data["winner"][0] = 1
    solution.write_text(json.dumps(data))
    assert main(played) == 2
    told = capsys.readouterr()
    assert told.out == "" and "is not proved" in told.err


PLAIN: dict[str, Any] = {
    "reach": gg.Reach(["d"]),
    "safe": gg.Safe(["a", "b", "d"]),
    "buchi": gg.Buchi(["d"]),
    "cobuchi": gg.CoBuchi(["a"]),
    "parity": gg.Parity([0, 1, 2, 1]),
    "normal": gg.NormalPlay(),
    "misere": gg.MiserePlay(),
    "discounted": gg.Discounted(discount="1/2"),
    "mean-payoff": gg.MeanPayoff(),
    "reach-probability": gg.ReachProbability(["d"]),
    "avoid-probability": gg.AvoidProbability(["c"]),
    "bounded-reach-probability": gg.BoundedReachProbability(["c"], steps=3),
    "expected-reward": gg.ExpectedReward(["c"]),
    "parity-probability": gg.ParityProbability([0, 1, 2, 1]),
}
IN_THE_LIMIT = {"energy", "total-payoff", "generalized-buchi", "generalized-cobuchi", "gr1", "rabin", "streett"}
IN_THE_LIMIT |= {"emerson-lei", "fair-reach", "fair-safe", "fair-buchi", "fair-cobuchi", "fair-parity"}


def test_every_objective_is_played_or_refused() -> None:
    assert {name for kind in kinds() for name in kind.objectives} == PLAIN.keys() | IN_THE_LIMIT


@pytest.mark.parametrize("objective", PLAIN.values(), ids=PLAIN)
def test_without_chance_the_mean_is_the_exact_value_of_every_start(objective: Any) -> None:
    ways = [("a", "b", 3), ("a", "c", 1), ("b", "a", 2), ("b", "d", 1), ("d", "a", 4), ("d", "d", 2), ("c", "c", 2)]
    if objective.name in ("normal", "misere"):
        ways.pop()
    arena = gg.Arena.from_edges(ways, owner={"a": 0, "b": 1, "c": 0, "d": 0})
    solution = gg.solve(arena, objective)
    for start in "abcd":
        found = gg.simulate(solution, plays=2, start=start, steps=2000)
        endless = found.cut == 2 and float(found.exact) == float("inf")  # what was collected grows for ever
        assert endless or found.mean == pytest.approx(float(found.exact), abs=0.01), start


def test_a_policy_is_played_beside_its_own_exact_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [("ok", "run", "ok", 0.9, 10), ("ok", "run", "broken", 0.1, 10), ("ok", "service", "ok", 1, 6)]
    rows += [
        ("broken", "repair", "ok", 0.6, -5),
        ("broken", "repair", "broken", 0.4, -5),
        ("broken", "wait", "broken", 1, 0),
    ]
    policy = {"ok": "run", "broken": "wait"}  # worth 10 / (1 - 0.81), if it waits for ever
    solution = gg.solve(gg.Model.from_table(rows), gg.Discounted("9/10"))
    found = gg.simulate(solution, 2000, start="ok", policy=policy)
    assert found.exact == Fraction(1000, 19) and abs(found.mean - 1000 / 19) < 4 * found.error
    mark = gg.evaluate(solution, policy, start="ok")
    assert (gg.simulate(mark, 2000).payoffs == found.payoffs).all()
    assert (solution.simulate(2000, start="ok", policy=policy).payoffs == found.payoffs).all()
    files = {"mdp.csv": [["state", "action", "next", "probability", "reward"], *rows]}
    files["policy.csv"] = [["state", "action"], *policy.items()]
    for name, lines in files.items():
        (tmp_path / name).write_text("\n".join(",".join(map(str, line)) for line in lines))
    (tmp_path / "policy.json").write_text(json.dumps(policy))
    game = ["simulate", str(tmp_path / "mdp.csv"), "--discount", "9/10", "--plays", "9"]
    for given in (["policy.csv"], ["policy.json"], ["--policy", "policy.csv"]):
        assert main([*game, *(word if word[0] == "-" else str(tmp_path / word) for word in given)]) == 0
        assert "exact 1000/19 (52.6316)" in capsys.readouterr().out
    assert main([*game, "uniform"]) == 2 and "--policy for player 0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("plays", "quantile"), [(2, 12.706), (3, 4.303), (8, 2.365), (30, 2.045), (121, 1.980), (1_000_000, 1.960)]
)
def test_the_interval_is_that_of_the_tables_of_students_t(plays: int, quantile: float) -> None:
    payoffs = np.arange(plays, dtype=np.float64)
    found = Simulation(payoffs, Fraction(1, 3), 0, 1.0, True)
    low, high = found.interval
    assert (high - low) / 2 / found.error == pytest.approx(quantile, abs=5e-4)
    assert (high + low) / 2 == pytest.approx(found.mean)


def test_the_exact_value_is_printed_twice_only_where_it_is_a_fraction() -> None:
    payoffs = np.arange(4, dtype=np.float64)
    lines = {one: str(Simulation(payoffs, one, 0, 1.0, True)).split("exact ")[1].split("\n")[0] for one in EXACT}
    assert lines == {Fraction(171, 200): "171/200 (0.855)", 3: "3", Fraction(16900, 1031): "≈ 16.3919"}
