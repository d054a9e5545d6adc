"""The reference checker on 10,000 vertices: true solutions are believed, and one wrong entry is seen."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames import Game, Objective
from graphgames.games.heaps.problem import HeapGame, HeapProblem
from graphgames.reference.check import check
from tests.arenas import random_arena
from tests.reference.claims import game_file, solution_file
from tests.reference.games import with_chance

N = 10_000


def objectives(rng: np.random.Generator, m: int) -> list[Objective]:
    weight, some = rng.integers(-3, 5, m), rng.random(N) < 0.3
    return [
        gg.Parity(rng.integers(0, 10, N)),
        gg.Buchi(some),
        gg.Reach(some),
        gg.NormalPlay(),
        gg.Energy(weight),
        gg.Energy(weight, cap=50),
        gg.MeanPayoff(weight),
        gg.TotalPayoff(weight),
        gg.Discounted(weight, discount="1/2"),
    ]


def is_proved(game: Any) -> None:
    assert check(game_file(game), json.dumps(solution_file(gg.solve(game)))).ok


@pytest.mark.slow
@pytest.mark.share(0.4)
@pytest.mark.parametrize("k", range(9))
def test_games_of_two_players(k: int) -> None:
    rng = np.random.default_rng(1)
    arena = random_arena(rng, N, 2.5)
    is_proved(Game(arena, objectives(rng, arena.m)[k]))


@pytest.mark.slow
def test_games_of_chance() -> None:
    rng = np.random.default_rng(1)
    free, endless = with_chance(rng, N, True), with_chance(rng, N)
    some = rng.random(N) < 0.3
    for game in (
        Game(free, gg.ReachProbability(some)),
        Game(free, gg.ExpectedReward(some, rng.integers(0, 3, free.m))),
        Game(endless, gg.Parity(rng.integers(0, 4, N))),
    ):
        is_proved(game)


@pytest.mark.slow
def test_heaps_that_may_be_split_and_numbers_with_many_values() -> None:
    for code in (".6", ".6665"):
        is_proved(HeapProblem(HeapGame.from_code(code), N))
    floors = gg.Spec({"up": bool}, {"floor": (1, 1000)}, sys_trans=["floor' <= floor + 1"], sys_goals=["floor = 40"])
    is_proved(floors)


@pytest.mark.slow
@pytest.mark.parametrize("code", [".6", ".6665", ".77", "grundy"])
def test_a_wrong_value_among_a_thousand_heaps_is_refused(code: str) -> None:
    problem = HeapProblem(HeapGame.from_code(code), 1000)
    file, solution = game_file(problem), solution_file(gg.solve(problem))
    solution["period"] = solution["certificate"]["period"] = None
    rows = solution["values"], solution["certificate"]["values"]
    assert check(file, json.dumps(solution)).ok
    for heap in (7, 500, 998, 1000):
        value = rows[0][heap]
        for other in {0, max(0, value - 1), value + 1, value ^ 1, 900} - {value}:
            for row in rows:
                row[heap] = other
            report = check(file, json.dumps(solution))
            assert not report.ok and "value is mex" in str(report)
        for row in rows:
            row[heap] = value
