"""What is taken in one place is taken in all; what is not is told in a sentence, never by an error of Python's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

import graphgames as gg
from graphgames.play import Session

ANY = cast("Any", gg)
HOA = (
    'HOA: v1 States: 1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 1 Inf(0)\n'
    "--BODY-- State: 0 [!0&!1] 0 {0} [0&1] 0 {0} --END--"
)


def test_a_code_is_a_game_wherever_one_is_taken() -> None:
    assert gg.misere(".77").outcome((1, 2, 3)) == "loss" and gg.by_rule(".77").nimber((3, 4)) == 2
    with pytest.raises(gg.GameError, match=r"'nonsense' is not a game by rules"):
        gg.misere("nonsense")


def test_nimbers_of_plain_graphs() -> None:
    assert gg.grundy_values({"a": ["b", "c"], "b": ["c"], "c": []}).value("a") == 2
    assert gg.grundy_values([("a", "b")]).value("a") == 1


def test_an_opponent_may_be_a_dictionary() -> None:
    solution = gg.solve({4: [3, 2], 3: [2, 1], 2: [1, 0], 1: [0], 0: []}, gg.NormalPlay())
    assert solution.play(3, {3: 1}) == solution.play(3, {3: 1}.__getitem__) == [3, 1, 0]
    with pytest.raises(gg.GameError, match="the opponent has no move from 3; add it to the dictionary"):
        solution.play(3, {})


def test_a_precision_may_be_a_float() -> None:
    arena = gg.Arena.from_edges([(0, 1), (1, 0), (1, 1)], owner=[0, 2], probability=[None, "1/3", "2/3"])
    game = gg.Game(arena, gg.Discounted([1, 0, 2], discount="99/100"))
    assert gg.solve(game, precision=1e-6).values is not None
    bracket = gg.solve(game, precision=1e-6).value(0)
    assert bracket == gg.solve(game, precision="1e-6").value(0) and bracket.width <= 1e-6


def test_wrong_arguments_are_told(tmp_path: Path) -> None:
    (tmp_path / "game.hoa").write_text(HOA)
    game = gg.read(tmp_path / "game.hoa")
    machine = gg.controller(gg.solve(game))
    with pytest.raises(gg.GameError, match=r"verify_controller\(machine, game\)"):
        ANY.verify_controller(game, machine)
    with pytest.raises(gg.GameError, match=r"controller\(solve\(game\)\)"):
        ANY.controller(game)


def test_one_priority_is_a_set(tmp_path: Path) -> None:
    (tmp_path / "game.pg").write_text("parity 1;\n0 1 0 1;\n1 2 1 0;\n")
    game = gg.read(tmp_path / "game.pg", objective="buchi", priorities=2)
    assert gg.solve(game).winner.tolist() == [0, 0]
    with pytest.raises(gg.GameError, match=r"the priorities are 2\.5; expected numbers"):
        ANY.read(tmp_path / "game.pg", objective="buchi", priorities=2.5)


def test_a_session_begins_from_a_solution() -> None:
    session = Session(ANY.solve({2: [1, 0], 1: [0], 0: []}, gg.NormalPlay(), start=2))
    assert set(session.moves()) == {"0", "1"}


def test_strategies_speak_of_labels() -> None:
    solution = gg.solve({"a": ["b", "c"], "b": ["a"], "c": ["c"]}, gg.Reach(["c"]), owner=lambda name: 0)
    assert solution.strategy["a"] == "c" and solution.strategy["c"] is None and solution.strategy[0] == 2
    assert solution.strategy.to_dict() == {"a": "c", "b": "a"}
    with pytest.raises(gg.ArenaError, match="there is no vertex 'd'"):
        solution.strategy["d"]


def test_a_missing_file_is_one_for_python(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as missing:
        gg.read(tmp_path / "none.pg")
    assert isinstance(missing.value, gg.FormatError) and str(missing.value).endswith("none.pg: there is no such file")


def test_a_printed_solution_is_a_table() -> None:
    graph = {"hill": ["mill"], "mill": []}
    solution = gg.solve(graph, gg.Reach(["mill"]), owner={"hill": 0, "mill": 1})
    lines = str(solution).splitlines()
    assert lines[0] == repr(solution) and [line.split() for line in lines[1:]] == [
        ["vertex", "owner", "winner", "move", "rank"],
        ["hill", "Eve", "Eve", "->", "mill", "1"],
        ["mill", "Adam", "Eve", "0"],
    ]
    many = gg.solve([(v, v + 1) for v in range(100)], gg.NormalPlay())
    assert str(many).splitlines()[-1] == "... 91 more rows" and len(str(many).splitlines()) == 13


@pytest.mark.parametrize("objective", [gg.Energy, gg.MeanPayoff, gg.TotalPayoff, gg.Discounted])
def test_the_help_of_weighted_objectives_explains_every_argument(objective: type[gg.Objective]) -> None:
    for name in ("weight", "vertex_weight", "dead_ends"):
        assert f"{name} :" in (objective.__doc__ or "") or f"{name}, " in (objective.__doc__ or "")
