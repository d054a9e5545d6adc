"""Shields of models by the reference checker: those that are made, and none with an action more or less."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.cli.main import run
from graphgames.reference.__main__ import main
from graphgames.reference.files import check_files
from graphgames.reference.model_shields import check_shield
from tests.games.models.test_models import random_model
from tests.reference.claims import game_file, solution_file

HOW: list[dict[str, Any]] = [
    {},
    {"threshold": "2/5"},
    {"factor": "9/10"},
    {"threshold": "1/2", "horizon": 2},
    {"factor": "4/5", "horizon": 3},
    {"threshold": 0},
    {"factor": 1, "horizon": 1},
]
PLAYERS = [
    ("a", "on", "b", "1/2", 0, 0),
    ("a", "on", "c", "1/2", 0, 0),
    ("a", "up", "c", 1, 0, 0),
    ("b", "back", "a", 1, 0, 1),
    ("b", "down", "pit", "1/2", 0, 1),
    ("b", "down", "a", "1/2", 0, 1),
    ("c", "go", "a", "3/4", 0, 0),
    ("c", "go", "pit", "1/4", 0, 0),
    ("pit", "lie", "pit", 1, 0, 0),
]


def models() -> list[gg.Model]:
    return [random_model(np.random.default_rng(seed)) for seed in range(4)] + [gg.Model.from_table(PLAYERS)]


@pytest.mark.parametrize("how", HOW, ids=str)
@pytest.mark.parametrize("number", range(5))
def test_a_shield_is_proved_and_no_other_is(number: int, how: dict[str, Any]) -> None:
    """Each action changes sides, each state is called lost or not: that is refused."""
    model = models()[number]
    bad = model.name(model.states - 1)
    game = model.with_objective(gg.AvoidProbability([bad]))
    problem, solution = json.loads(game_file(game)), solution_file(gg.solve(game))
    shield = json.loads(json.dumps(gg.shield(model, [bad], **how).to_dict()))
    report = check_shield(problem, shield, solution)
    assert report.ok and report.proves, str(report)
    lies = []
    for state, actions in shield["allowed"].items():
        for action in {*actions, *shield["forbidden"].get(state, [])}:
            lie = copy.deepcopy(shield)
            there = lie["allowed"][state]
            other = lie["forbidden"].setdefault(state, [])
            lie["allowed"][state] = [one for one in there if one != action] if action in there else [*there, action]
            lie["forbidden"][state] = [*other, action] if action in there else [one for one in other if one != action]
            lie["lost"] = [s for s, left in lie["allowed"].items() if not left]
            lies.append(lie)
        rest = [one for one in shield["lost"] if one != state]
        lies.append(shield | {"lost": rest if state in shield["lost"] else [*rest, state]})
        lies.append(shield | {"allowed": {s: some for s, some in shield["allowed"].items() if s != state}})
        lies += [shield | {"allowed": shield["allowed"] | {state: 2 * actions}}] if actions else []
        lies += [shield | {"lost": 2 * shield["lost"]}] if shield["lost"] else []
        lies += [shield | {"forbidden": shield["forbidden"] | {state: []}}]
    lies += [{key: one for key, one in shield.items() if key != left} for left in ("problem", "avoid")]
    lies += [shield | {"promise": "nothing can happen"}, shield | {"promise": f"{shield['promise']} and day"}]
    lies += [shield | {"problem": "sha256:" + 64 * "0"}, shield | {"avoid": []}, shield | {"avoid": 2 * [bad]}]
    bounds = [(key, bound) for key in ("threshold", "factor") if shield[key] is not None for bound in (-1, "3/2", 2)]
    lies += [
        shield | {key: bound, "promise": shield["promise"].replace(str(shield[key]), str(bound))}
        for key, bound in bounds
    ]
    lies += [shield | {"allowed": shield["allowed"] | {"moon": []}}, shield | {"horizon": "3"}, shield | {"more": 1}]
    for lie in lies:
        assert not check_shield(problem, lie, solution).ok, lie


def test_a_shield_is_of_its_model_alone() -> None:
    """Of another model in which the same actions keep the promise it says nothing, nor of other states to avoid."""
    rows = [("a", "on", "b", 1), ("a", "up", "pit", 1), ("b", "go", "a", 1), ("pit", "lie", "pit", 1)]
    other = [("a", "on", "a", 1), *rows[1:]]
    shield, same = (
        json.loads(json.dumps(gg.shield(gg.Model.from_table(some), ["pit"]).to_dict())) for some in (rows, other)
    )
    assert shield["allowed"] == same["allowed"] and shield["avoid"] == ["pit"]
    game = gg.Model.from_table(other).with_objective(gg.AvoidProbability(["pit"]))
    problem = json.loads(game_file(game))
    assert check_shield(problem, same).ok
    assert "of another model" in str(check_shield(problem, shield))


def test_the_program_asks_for_the_solution_and_proves_it_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, problem, solution, shield = (
        str(tmp_path / name) for name in ("m.csv", "m.problem", "s.json", "shield.json")
    )
    heading = "state,action,next,probability,reward,player\n"
    Path(table).write_text(heading + "".join(",".join(map(str, row)) + "\n" for row in PLAYERS))
    asked = [table, "--objective", "avoid-probability", "--avoid", "pit"]
    assert run(["convert", asked[0], problem, *asked[1:], "--quiet"]) == 0
    assert run(["solve", *asked, "--solution", solution, "--quiet"]) == 0
    assert run(["shield", table, "--avoid", "pit", "--threshold", "1/2", "--json"]) == 0
    Path(shield).write_text(capsys.readouterr().out)
    assert main([problem, shield, solution]) == 0
    assert "which actions keep the promise" in capsys.readouterr().out
    assert main([problem, shield]) == 1
    assert "give a solution" in capsys.readouterr().out
    Path(solution).write_text(Path(solution).read_text().replace('"value": [', '"value": [1,', 1))
    assert main([problem, shield, solution]) == 1 and "solution.value" in capsys.readouterr().out


def test_a_model_with_two_actions_of_one_name_in_a_state_is_refused() -> None:
    """Its shield could allow and forbid one name, and the name of a best action tell nothing."""
    model = gg.Model.from_table([("a", "on", "a", 1), ("a", "up", "pit", 1), ("pit", "lie", "pit", 1)])
    game = model.with_objective(gg.AvoidProbability(["pit"]))
    problem, solution = (json.dumps(one) for one in (json.loads(game_file(game)), solution_file(gg.solve(game))))
    shield = json.dumps(gg.shield(model, ["pit"]).to_dict())
    for claim in (shield, solution):
        assert (report := check_files(problem.encode(), claim.encode())) is not None and report.ok
        lie = check_files(problem.replace('"up"', '"on"').encode(), claim.replace('"up"', '"on"').encode())
        assert "two actions of one state have one name" in str(lie)


def test_where_a_state_has_no_action_nothing_is_shielded() -> None:
    model = models()[4]
    game = model.with_objective(gg.AvoidProbability(["pit"]))
    problem, shield = json.loads(game_file(game)), json.loads(json.dumps(gg.shield(model, ["pit"]).to_dict()))
    assert check_shield(problem, shield).ok
    without = [one for one in problem["actions"] if one[1] != "lie"]
    assert "has no action" in str(check_shield(problem | {"actions": without}, shield))


def test_what_a_shield_says_besides_is_named_and_a_model_has_no_negative_probability() -> None:
    model = models()[4]
    game = model.with_objective(gg.AvoidProbability(["pit"]))
    problem, shield = json.loads(game_file(game)), json.loads(json.dumps(gg.shield(model, ["pit"]).to_dict()))
    assert check_shield(problem, shield | {"verified": False, "file": "x"}).unproved == ["file", "verified"]
    for likely in (("3/2", "-1/2"), (1, 0)):
        wrong = copy.deepcopy(problem)
        for part, number in zip(wrong["actions"][0][3], likely, strict=True):
            part[1] = number
        assert "not positive" in str(check_shield(wrong, shield))
