"""Games with weights by all pairs of memoryless strategies."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, cast

import numpy as np

import graphgames as gg
from tests import naive_weighted as naive
from tests.arenas import random_arena
from tests.oracles import Oracle


def _games(make: Callable[[list[int]], gg.Objective]) -> Callable[[np.random.Generator], gg.Game]:
    def game(rng: np.random.Generator) -> gg.Game:
        arena = random_arena(rng, int(rng.integers(1, 6)), 1.8)
        return gg.Game(arena, make(rng.integers(-3, 4, arena.m).tolist()))

    return game


def _weights(game: gg.Game) -> list[Any]:
    return cast("list[Any]", cast("Any", game.objective).weight.tolist())


def _discounted(game: gg.Game) -> list[Any]:
    return naive.discounted(game.arena, _weights(game), [Fraction(7, 10)] * game.arena.m)


ORACLES = {
    "energy": Oracle(lambda game: naive.least_credits(game.arena, _weights(game)), _games(gg.Energy)),
    "mean-payoff": Oracle(lambda game: naive.mean_payoffs(game.arena, _weights(game)), _games(gg.MeanPayoff)),
    "total-payoff": Oracle(lambda game: naive.total_payoffs(game.arena, _weights(game)), _games(gg.TotalPayoff)),
    "discounted": Oracle(_discounted, _games(lambda weight: gg.Discounted(weight, discount="7/10"))),
}
