"""Models with actions: the reference checker believes their solutions, and no value or action that is altered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.cli.main import run
from graphgames.formats.json_ import write_solution
from graphgames.reference.__main__ import main
from graphgames.reference.check import check
from graphgames.reference.files import check_files
from tests.games.models.test_models import random_model
from tests.reference.claims import (
    FREE,
    by_fast_checker,
    by_reference,
    game_file,
    leaves,
    no_numbers,
    other_entries,
    other_spellings,
    solution_file,
    with_entry,
    without,
)
from tests.share import share

TABLE = """state,action,next,probability,reward
hall,wait,hall,0.5,1
hall,wait,yard,0.5,3
hall,run,yard,1,2
hall,jump,yard,1,5
yard,dig,hall,1/3,0
yard,dig,pit,2/3,0
"""
PLAYERS = [
    ("a", "on", "b", 1, 2, 0),
    ("a", "stay", "a", 1, 1, 0),
    ("b", "back", "a", "1/2", 0, 1),
    ("b", "back", "b", "1/2", 0, 1),
    ("b", "up", "a", 1, 1, 1),
]

BOUNDED = ('Pmax=? [ F<=2 "pit" ]', 'Pmin=? [ G<=2 !"pit" ]', "Rmax=? [ C<=2 ]", "Rmin=? [ I=2 ]")
"""Questions of so many steps, which are counted in the states: where all are done, no action is left."""

ABOUT = ("property", "constants")
"""What a file says of how the states were made: that the question means them is not proved here."""


def asked(model: gg.Model) -> Iterator[gg.Objective]:
    """Yield objectives of every name over the states of a model."""
    first, last = model.name(0), model.name(model.states - 1)
    yield gg.ReachProbability([last], within=[first, last])
    yield gg.AvoidProbability([last])
    yield gg.BoundedReachProbability([last], steps=2)
    yield gg.BoundedReachProbability([last], steps="3")  # type: ignore[arg-type]  # as --set steps=3 says it
    yield gg.MeanPayoff(threshold=1)
    yield gg.Discounted(discount=0.9)
    yield gg.Parity(np.arange(model.states) % 3 + 1, convention="min-even")
    yield gg.Buchi([first])
    yield gg.CoBuchi([first])
    for unreached in ("inf", "continue"):
        if not (model.rewards and model.rewards[""].negative):
            yield gg.ExpectedReward([last], unreached=unreached)


@cache
def games() -> list[Any]:
    """Return small models with every objective and bound; one whose rewards are costs, and one of two players."""
    table = [line.split(",") for line in TABLE.splitlines()[1:]]
    models = [gg.Model.from_table(rows) for rows in (table, PLAYERS)] + [random_model(np.random.default_rng(3))]
    lost = gg.Model.from_table([(s, a, w, p, -int(r)) for s, a, w, p, r in table])
    found: list[Any] = [model.with_objective(one) for model in models for one in asked(model)]
    found += [models[0].with_property(one) for one in BOUNDED]
    return [*found, lost.with_objective(gg.ExpectedReward(["pit"]))]


NAMES = [f"{k}-{game.given_objective.name}" for k, game in enumerate(games())]


@pytest.mark.parametrize("game", games(), ids=NAMES)
def test_solutions_of_models_are_proved(game: Any) -> None:
    report = check(game_file(game), json.dumps(solution_file(gg.solve(game))))
    assert report.ok and report.proves.endswith("values and policy by the names of states"), str(report)
    assert report.unproved == ["solver", *(key for key in ABOUT if key in solution_file(gg.solve(game)))]


@pytest.mark.slow
@pytest.mark.share(0.4)
@pytest.mark.parametrize("game", games(), ids=NAMES)
def test_every_altered_entry_is_refused_or_still_true(game: Any) -> None:
    """Both checkers say the same; another action may be named that is as good."""
    file, document = game_file(game), solution_file(gg.solve(game))
    for path, value in share(
        [(path, value) for path, value in leaves(document) if path[0] not in (*FREE, *ABOUT)], 0.12
    ):
        if path[0] not in ("certificate", "problem"):
            assert not by_reference(file, without(document, path)), path
        if isinstance(value, dict | list) or value is None:
            continue
        for entry in other_entries(value, game.arena.n) + no_numbers(value):
            altered = with_entry(document, path, entry)
            believed = by_reference(file, altered)
            wider = path[0] == "value" and str(entry).startswith("[")
            assert not believed or path[0] in ("strategy", "certificate") or wider, (path, entry)
            assert believed == by_fast_checker(game, altered), (path, entry)


@pytest.mark.slow
@pytest.mark.share(0.8)
@pytest.mark.parametrize("game", games()[::5], ids=NAMES[::5])
def test_both_checkers_take_the_same_spellings_and_want_all_that_is_told(game: Any) -> None:
    """Values by name are compared as they are written, so ``-0`` is none of them; a single action is told, too."""
    file, document = game_file(game), solution_file(gg.solve(game))
    told = [
        (path, value) for path, value in leaves(document) if path[0] in ("values", "value", "policy", "marked", "asked")
    ]
    for path, value in told[:12]:
        for altered in [without(document, path), *(with_entry(document, path, one) for one in other_spellings(value))]:
            assert by_reference(file, altered) == by_fast_checker(game, altered), (path, value, altered)
    nothing = with_entry(document, ("value",), None)
    assert by_reference(file, nothing) == by_fast_checker(game, nothing) == (document["value"] is None)


def test_of_actions_that_lead_to_one_state_the_better_one_is_named() -> None:
    """Hall and yard: ``run`` and ``jump`` lead to the yard, and ``jump`` gains more."""
    model = gg.Model.from_table([line.split(",") for line in TABLE.splitlines()[1:]])
    game = model.with_objective(gg.Discounted(discount="1/2"))
    file, document = game_file(game), solution_file(gg.solve(game))
    assert document["policy"]["hall"] == "jump" and by_reference(file, document)
    lies: list[dict[str, Any]] = [{"hall": "run"}, {"hall": "wait"}, {}, {"hall": "jump", "yard": "stay"}]
    for policy in [*lies, document["policy"] | {"hall": "run"}]:
        lie = document | {"policy": policy}
        assert not by_reference(file, lie) and not by_fast_checker(game, lie), policy
    for values in ({"hall": "1", **document["values"]}, {**document["values"], "moon": 1}, {"hall": 1}):
        assert by_reference(file, document | {"values": values}) == (values == document["values"])
    reached = gg.solve(model, gg.ReachProbability(["yard"]))
    file, document = game_file(reached.problem), solution_file(reached)
    for action in ("run", "jump", "wait", "walk", 1, None):
        other = with_entry(document, ("policy", "hall"), action)
        assert by_reference(file, other) == by_fast_checker(reached.problem, other) == (action in ("run", "jump"))


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('"1/2"', '"1/3"', "not positive with the sum 1"),
        ('"owner": [0,0,0]', '"owner": [0,0,2]', "an integer from 0 to 1"),
        ('[2,"stay"', '[0,"stay"', "are not sorted by state"),
        ('[2,"stay"', '[1,"stay"', "solution.vertices is 4"),  # the play is over there, which is another game
        ('"states": ["hall","yard"', '"states": ["hall","hall"', "two states have one name"),
    ],
)
def test_a_model_that_cannot_be_is_refused(before: str, after: str, message: str) -> None:
    table = [line.split(",") for line in TABLE.splitlines()[1:]]
    solution = gg.solve(gg.Model.from_table(table), gg.Discounted(discount="1/2"))
    file, document = game_file(solution.problem).decode(), json.dumps(solution_file(solution))
    assert check(file, document).ok
    assert message in str(check(file.replace(before, after, 1), document))


@pytest.mark.parametrize("sign", [1, -1, 0])
@pytest.mark.parametrize(
    "objective",
    [
        gg.Discounted(discount="1/2"),
        gg.Discounted(discount=0),
        gg.MeanPayoff(),
        gg.ExpectedReward(["pit"]),
        gg.ExpectedReward(["yard"], unreached="zero"),
    ],
    ids=repr,
)
def test_rewards_that_depend_on_the_next_state_are_proved_from_a_table_and_in_full(
    objective: gg.Objective, sign: int, tmp_path: Path
) -> None:
    """The sign 0 stands for rewards of both signs, with a mean of one: until a target the mean stands with the action.

    What follows an action is altered there in turn, so that nothing is proved any more.
    """
    table = [line.split(",") for line in TABLE.splitlines()[1:]]
    rows = [(s, a, w, p, -1 if (sign, r) == (0, "1") else (sign or 1) * int(r)) for s, a, w, p, r in table]
    path = tmp_path / "yard.csv"
    path.write_text("\n".join([TABLE.splitlines()[0], *(",".join(map(str, row)) for row in rows)]))
    if getattr(objective, "unreached", "") == "zero" and sign == 0:
        with pytest.raises(gg.GameError, match="both signs"):
            gg.Model.from_table(path).with_objective(objective)
        return
    game = gg.Model.from_table(path).with_objective(objective)
    document = solution_file(gg.solve(game))
    text, problem = json.dumps(document).encode(), json.loads(game_file(game))
    for file in (path.read_bytes(), json.dumps(problem).encode()):
        report = check_files(file, text)
        assert report is not None and report.ok, str(report)
    uneven = next(k for k, action in enumerate(problem["actions"]) if isinstance(action[2], list))
    given = problem["actions"][uneven][2]
    for rewards in ([given[0], "7"], given[::-1], given[:1], [*given, "0"], []):
        other = with_entry(problem, ("actions", uneven, 2), rewards)
        report = check_files(json.dumps(other).encode(), text)
        mean = getattr(objective, "discount", 1) == 0 or (sign == 0 and isinstance(objective, gg.ExpectedReward))
        assert report is not None and report.ok == (mean and rewards == given[::-1]), rewards


@pytest.mark.parametrize("asked", [{"priority": []}, {"priority": 5}, {"priority": ["x", None]}, {"priority": {}}])
def test_what_is_asked_may_be_anything_in_a_file(asked: dict[str, Any]) -> None:
    """It is refused in a sentence."""
    game = gg.Model.from_table([line.split(",") for line in TABLE.splitlines()[1:]]).with_objective(
        gg.Parity([0, 1, 2])
    )
    problem, solution = json.loads(game_file(game)), json.dumps(solution_file(gg.solve(game))).encode()
    report = check_files(json.dumps(problem | {"asked": asked}).encode(), solution)
    assert report is not None and not report.ok and report.faults


def test_a_table_is_read_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, solution = tmp_path / "yard.csv", tmp_path / "yard.json"
    table.write_text(TABLE)
    game = [str(table), "--objective", "discounted", "--set", "discount=9/10"]
    assert run(["solve", *game, "--solution", str(solution), "--quiet"]) == 0
    assert main([str(table), str(solution)]) == 0
    assert run(["verify", "--reference", *game[:1], str(solution), *game[1:]]) == 0
    full = tmp_path / "yard.problem"
    assert run(["convert", str(table), str(full), *game[1:], "--quiet"]) == 0 == main([str(full), str(solution)])
    assert capsys.readouterr().out.count("proved by the reference checker") == 3
    for before, after in (
        ("0.5,1", "0.4,1"),
        ("jump,yard,1,5", "jump,yard,1,6"),
        ("2/3", "two thirds"),
        ("next,", "n,"),
    ):
        table.write_text(TABLE.replace(before, after))
        assert main([str(table), str(solution)]) == 1
    assert capsys.readouterr().out.count("refused by the reference checker") == 4


@pytest.mark.parametrize("between", [",", ";", "\t"])
def test_a_table_may_name_its_columns_otherwise_and_separate_its_cells_so(tmp_path: Path, between: str) -> None:
    table, solution = tmp_path / "two.csv", tmp_path / "two.json"
    table.write_text(TABLE.replace("next,probability,reward", "Next State,Prob,R").replace(",", between))
    with solution.open("wb") as file:
        write_solution(gg.solve(gg.Model.from_table(table), gg.Discounted(discount="1/2")), file)
    assert main([str(table), str(solution)]) == 0
    for lie in (table.read_text().replace("Prob", "Next"), table.read_text() + between.join(["pit", "lie", "pit"])):
        table.write_text(lie)
        assert main([str(table), str(solution)]) == 1


def test_a_table_with_players_costs_and_more_than_a_solution_says(tmp_path: Path) -> None:
    table, solution = tmp_path / "two.csv", tmp_path / "two.json"
    heading = "state,action,next,probability,reward,player\n"
    table.write_text(heading + "".join(",".join(map(str, row)) + "\n" for row in PLAYERS))
    model = gg.Model.from_table(table)
    for objective in (gg.MeanPayoff(), gg.ReachProbability(["b"])):
        with solution.open("wb") as file:
            write_solution(gg.solve(model, objective), file)
        assert main([str(table), str(solution)]) == 0
    told = json.loads(solution.read_text())
    lies: list[Any] = [{"target": [0]}, {"target": []}, {}, {"target": [1], "within": [0, 1]}, {"target": ["b"]}, None]
    for marked in lies:
        solution.write_text(json.dumps(told | {"marked": marked}))
        assert main([str(table), str(solution)]) == 1


@pytest.mark.parametrize("more", [{"asked": {}}, {"marked": {}}, {"asked": {"steps": 2}}], ids=str)
def test_a_file_that_tells_the_question_tells_nothing_that_was_made_of_it(more: dict[str, Any]) -> None:
    game = next(game for game in games() if game.question)
    document = solution_file(gg.solve(game))
    assert by_reference(game_file(game), document)
    assert not by_reference(game_file(game), document | more) and not by_fast_checker(game, document | more)


def test_a_constant_is_spelled_in_one_way() -> None:
    """Which values the constants had is not proved, but what a file says of them is a number in lowest terms."""
    game = games()[0].model.with_property('const double p; P>=p [ F "pit" ]', {"p": "1/3"})
    file, document = game_file(game), solution_file(gg.solve(game))
    assert document["constants"] == {"p": "1/3"}
    assert by_reference(file, document) and by_fast_checker(game, document)
    for other in ("2/6", "0.5", "01/3", 1, None, True):
        lie = document | {"constants": {"p": other}}
        assert not by_reference(file, lie) and not by_fast_checker(game, lie), other
