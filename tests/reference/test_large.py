"""The reference checker on 10,000 vertices: a second of processor time at most, twice that on a slow machine."""

from __future__ import annotations

import json
from time import process_time
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


def proved_in_time(game: Any) -> None:
    file, document = game_file(game), json.dumps(solution_file(gg.solve(game)))
    before = process_time()
    assert check(file, document).ok
    assert process_time() - before < 2


@pytest.mark.slow
@pytest.mark.share(0.4)
@pytest.mark.parametrize("k", range(9))
def test_games_of_two_players(k: int) -> None:
    rng = np.random.default_rng(1)
    arena = random_arena(rng, N, 2.5)
    proved_in_time(Game(arena, objectives(rng, arena.m)[k]))


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
        proved_in_time(game)


@pytest.mark.slow
def test_heaps_that_may_be_split_and_numbers_with_many_values() -> None:
    proved_in_time(HeapProblem(HeapGame.from_code(".6"), N))
    floors = gg.Spec({"up": bool}, {"floor": (1, 1000)}, sys_trans=["floor' <= floor + 1"], sys_goals=["floor = 40"])
    proved_in_time(floors)
