"""Rewards that depend on the next state: what a play earns, wherever the model becomes a graph."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.errors import GameError
from tests.cli.test_edges import Call, call  # noqa: F401

END = [("won", "stay", "won", 1, 0), ("lost", "stay", "lost", 1, 0)]
OBJECTIVES: dict[str, Any] = {
    "discounted": gg.Discounted(discount="9/10"),
    "mean-payoff": gg.MeanPayoff(),
    "expected-reward": gg.ExpectedReward(["won", "lost"]),
}


def coin(good: int, bad: int, choose: bool) -> Any:
    """Return a model in which one throw earns this or that; with another action beside it there is a choice."""
    rows = [("bet", "flip", "won", "1/2", good), ("bet", "flip", "lost", "1/2", bad), *END]
    return gg.Model.from_table([*rows, ("bet", "pass", "lost", 1, 0)] if choose else rows)


@pytest.mark.parametrize("choose", [False, True])
@pytest.mark.parametrize("name", OBJECTIVES)
def test_the_edges_of_chance_carry_the_rewards_of_the_rows(name: str, choose: bool) -> None:
    game = coin(10, 2, choose).with_objective(OBJECTIVES[name], start="bet")
    arena, solution = game.arena, gg.solve(game)
    into: dict[str, list[Fraction]] = {str(game.arena.label(w)): [] for w in range(game.states)}
    payoffs = game.objective.rewards(arena) if name == "expected-reward" else game.objective.payoffs(arena)[1]
    for e in range(arena.m):
        if arena.probability_of(e) == Fraction(1, 2):
            into[str(arena.label(int(arena.successors[e])))].append(Fraction(payoffs[e]))
    behind = Fraction(10, 9) if name == "discounted" and choose else 2 if name == "mean-payoff" else 1
    assert into == {"bet": [], "won": [10 * behind], "lost": [2 * behind]} and not game.averaged
    assert gg.verify(solution) and solution.value("bet") == (0 if name == "mean-payoff" else 6)
    if name != "mean-payoff":
        assert set(gg.simulate(solution, 50).payoffs.round(9).tolist()) == {2, 10}


@pytest.mark.parametrize("tiny", ["0.5", "0.0000000000001", "0.12345678901234567890123"])
def test_what_an_action_gains_is_the_exact_sum(tiny: str) -> None:
    """Beside sums that 63 bits hold there are those of numbers that are too long for them."""
    rows: list[Any] = [("a", "go", "b", "1/3", tiny), ("a", "go", "a", "0.5", "-7/9"), ("a", "go", "c", "1/6", 10**12)]
    rows += [("b", "go", "a", "1/4", 2), ("b", "go", "c", "3/4", 6), ("c", "go", "c", 1, 0)]
    gained = gg.Model.from_table(rows).rewards[""].choices
    assert gained is not None
    first = Fraction(tiny) / 3 - Fraction(7, 18) + Fraction(10**12, 6)
    assert gained.tolist() == [first, 5, 0]


def test_what_counts_only_at_the_target_is_what_the_plays_there_earned() -> None:
    model = coin(10, 0, False)
    alone = gg.ExpectedReward(["won"], unreached="zero")
    assert gg.solve(model, alone).value("bet") == 5
    assert gg.solve(coin(0, 10, False), alone).value("bet") == 0
    mixed = gg.Model.from_table([("bet", "flip", "won", "1/2", 10), ("bet", "flip", "lost", "1/2", -2), *END])
    with pytest.raises(GameError, match="both signs"):
        gg.solve(mixed, alone)


@pytest.mark.parametrize("choose", [False, True])
def test_brackets_are_proved_where_actions_have_several_rewards(choose: bool) -> None:
    solution = gg.solve(coin(10, -4, choose), OBJECTIVES["discounted"], precision=Fraction(1, 1000))
    assert gg.verify(solution) and abs(float(solution.value("bet")) - 3) < 0.001


def table(folder: Path, good: int, bad: int) -> str:
    rows = [f"bet,flip,won,0.5,{good}", f"bet,flip,lost,0.5,{bad}", "won,stay,won,1,0", "lost,stay,lost,1,0"]
    path = folder / "coin.csv"
    path.write_text("\n".join(["state,action,next,probability,reward", *rows]))
    return str(path)


def test_a_play_collects_what_its_rows_say_and_a_file_keeps_it(tmp_path: Path, call: Call) -> None:  # noqa: F811
    path = table(tmp_path, 10, 4)
    asked = ("--objective", "expected-reward", "--target", "won,lost")
    played = call("play", path, *asked).out
    assert ("10 was collected" in played) != ("4 was collected" in played) and "7 was" not in played
    dot = str(tmp_path / "coin.dot")
    assert call("convert", path, dot, "--objective", "discounted", "--discount", "0.9").code == 0
    simulated = call("simulate", dot, "--objective", "discounted", "--plays", "20").out
    assert "the same in each play" not in simulated and " 10  " in simulated and " 4  " in simulated


def test_where_edges_cannot_carry_them_a_play_says_what_is_expected(tmp_path: Path, call: Call) -> None:  # noqa: F811
    played = call("play", table(tmp_path, 10, -4), "--objective", "expected-reward", "--target", "won,lost")
    assert "rewards that depend on the next state stand as their expectation" in played.err
    assert "3 was collected in expectation" in played.out


def test_only_rewards_that_are_asked_for_are_said_to_stand_as_expectations() -> None:
    model = coin(10, -4, False)
    steps = dataclasses.replace(model.rewards[""], choices=np.ones(3, np.int64), branches=None)
    both = dataclasses.replace(model, rewards={"earned": model.rewards[""], "steps": steps})
    for name, averaged in (("earned", True), ("steps", False)):
        assert both.with_objective(gg.ExpectedReward(["won", "lost"], reward=name)).averaged is averaged
