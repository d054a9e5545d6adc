"""Games of chance by all pairs of memoryless strategies, and those in time step by step."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, cast

import numpy as np

import graphgames as gg
from tests import naive_chance as naive
from tests.oracles import Oracle


def random_arena(rng: np.random.Generator, most: int = 8, weight: int = 5) -> gg.Arena:
    """Return a small arena with chance, parallel edges, self-loops and dead ends."""
    n = int(rng.integers(1, most))
    owner = rng.choice(3, n, p=[0.3, 0.3, 0.4])
    edges, likely = [], []
    for v in range(n):
        for _ in range(int(rng.integers(owner[v] == 2, 4))):
            edges.append((v, int(rng.integers(n))))
            likely.append(int(rng.integers(1, weight)) if owner[v] == 2 else 0)
    return gg.Arena.from_edges(np.array(edges).reshape(-1, 2), n, owner, probability=np.array(likely, np.int64))


def chances_game(rng: np.random.Generator, most: int = 8, priorities: int = 4) -> gg.Game:
    """Return a small game in which one player alone chooses, or both without chance."""
    n, who = int(rng.integers(1, most)), rng.choice(3)
    owner = rng.choice([0, 1] if who == 2 else [int(who), 2], n)
    degree = rng.integers(1, 4, n)
    owner = np.where((degree == 1) & (rng.random(n) < 0.5), rng.integers(0, 2, n), owner)
    edges = [(v, int(rng.integers(n))) for v in range(n) for _ in range(degree[v])]
    likely = np.array([int(rng.integers(1, 5)) * (owner[v] == 2) for v, _ in edges], np.int64)
    arena = gg.Arena.from_edges(edges, n, owner, probability=likely)
    return gg.Game(arena, gg.ParityProbability(rng.integers(0, priorities, n)))


def in_time(game: gg.Game, v: int, steps: int) -> Fraction:
    """Return the probability by definition."""
    arena, objective = game.arena, cast("Any", game.objective)
    if objective.mask[v]:
        return Fraction(1)
    edges = range(int(arena.indptr[v]), int(arena.indptr[v + 1]))
    if not steps or not edges or (objective.within is not None and not objective.within[v]):
        return Fraction(0)
    after = [in_time(game, int(arena.successors[e]), steps - 1) for e in edges]
    likely = [arena.probability_of(e) for e in edges]
    if likely[0] is not None:
        return sum((cast("Fraction", p) * one for p, one in zip(likely, after, strict=True)), Fraction(0))
    assert arena.owner is not None
    return min(after) if arena.owner[v] == 1 else max(after)


def _target(game: gg.Game) -> list[bool]:
    return cast("list[bool]", cast("Any", game.objective).mask.tolist())


def _games(make: Callable[..., gg.Objective]) -> Callable[[np.random.Generator], gg.Game]:
    def game(rng: np.random.Generator) -> gg.Game:
        arena = random_arena(rng)
        return gg.Game(arena, make(rng.random(arena.n) < 0.3, rng.integers(0, 3, arena.m)))

    return game


ORACLES = {
    "reach-probability": Oracle(
        lambda game: naive.probabilities(game.arena, _target(game)),
        _games(lambda target, reward: gg.ReachProbability(target)),
    ),
    "avoid-probability": Oracle(
        lambda game: [1 - one for one in naive.probabilities(game.arena, _target(game), player=1)],
        _games(lambda target, reward: gg.AvoidProbability(target)),
    ),
    "bounded-reach-probability": Oracle(
        lambda game: [in_time(game, v, 4) for v in range(game.arena.n)],
        _games(lambda target, reward: gg.BoundedReachProbability(target, steps=4)),
    ),
    "parity-probability": Oracle(
        lambda game: naive.winning_chances(game.arena, cast("Any", game.objective).priority.tolist()),
        lambda rng: chances_game(rng, most=6),
    ),
    "expected-reward": Oracle(
        lambda game: naive.expectations(game.arena, _target(game), cast("Any", game.objective).reward.tolist(), True),
        _games(lambda target, reward: gg.ExpectedReward(target, reward, unreached="inf")),
    ),
}
