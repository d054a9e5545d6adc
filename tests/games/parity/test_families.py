"""The families of parity games: who wins them, that all solvers agree, and that the default is not caught by any."""

from __future__ import annotations

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue.rows import Solver
from graphgames.games.parity import families
from tests import naive_parity as naive
from tests.games.parity.test_agreement import check, each_solver
from tests.share import cases

ONE_WINNER = ("model-checking-ladder", "recursive-ladder", "core", "delayed-promotion", "promotion", "climbing")
SMALL = {"two-counters": 3, "chained-counters": 3, "jurdzinski": 3, "symmetric": 3, "robust-core": 5}
"""Up to which size small members of some families are small enough for the slowest solver and the oracle."""
HARD_FOR_ALL = {"two-counters": 10, "chained-counters": 8}
"""Families that every solver finds hard, and up to which size the default is quick."""
each_family = pytest.mark.parametrize("name", sorted(families.FAMILIES))


@pytest.mark.slow
@pytest.mark.share(0.4)
@each_family
@each_solver
def test_every_solver_on_small_members(entry: Solver, name: str) -> None:
    for size in range(2, SMALL.get(name, 10) + 1):
        game = families.FAMILIES[name](size)
        solution = gg.solve(game, solver=entry.name)
        if size < 7:
            assert solution.winner.tolist() == naive.parity_recursive(game)
        assert np.array_equal(solution.winner, gg.solve(game, solver="tangles").winner)
        check(solution)
        assert gg.verify(solution), str(gg.verify(solution))


@each_family
def test_the_default_is_not_caught(name: str) -> None:
    solution = gg.solve(families.FAMILIES[name](HARD_FOR_ALL.get(name, 60)))
    assert solution.stats["edges"] < 10**8
    assert gg.verify(solution)
    if name in ONE_WINNER:
        assert 0 in solution.won


LARGE = {
    "ladder": 30_000,
    "model-checking-ladder": 20_000,
    "recursive-ladder": 10_000,
    "clique": 600,
    "core": 10_000,
    "delayed-promotion": 700,
    "promotion": 10_000,
    "region-recovery": 8_000,
    "climbing": 30_000,
    "robust-core": 120,
    "two-counters": 13,
    "chained-counters": 18,
    "distractions": 5_000,
    "symmetric": 700,
    "jurdzinski": 90,
}
"""Sizes at which the quickest solver takes at most some tenths of a second, and most others would never finish."""


@pytest.mark.slow
@pytest.mark.share(0.4)
@each_family
def test_large_members_with_proof(name: str) -> None:
    solution = gg.solve(families.FAMILIES[name](LARGE[name]))
    assert solution.stats["edges"] < 4 * 10**8
    assert gg.verify(solution), str(gg.verify(solution))
    if name in ONE_WINNER:
        assert 0 in solution.won


@each_solver
def test_mutated_families(entry: Solver) -> None:
    """Families with a few edges, owners and priorities changed: small, and harder than random games."""
    rng = np.random.default_rng(8)
    makers = [make for name, make in families.FAMILIES.items() if name not in SMALL]
    for i in range(cases(150, 0.4)):
        game = makers[i % len(makers)](int(rng.integers(3, 9)))
        arena, priority = game.arena, naive.priorities(game).copy()
        assert arena.owner is not None
        heads, owner = arena.successors.copy(), arena.owner.copy()
        for _ in range(int(rng.integers(1, 5))):
            heads[rng.integers(0, arena.m)] = rng.integers(0, arena.n)
            owner[rng.integers(0, arena.n)] ^= 1
            priority[rng.integers(0, arena.n)] += 1
        mutant = gg.Game(gg.Arena(arena.indptr, heads, owner), gg.Parity(priority))
        solution = gg.solve(mutant, solver=entry.name)
        assert np.array_equal(solution.winner, gg.solve(mutant, solver="tangles").winner)
        check(solution)


def test_random_games_by_law() -> None:
    game = families.random_parity(5000, 10, (2, 3), seed=4, falling=1.0)
    counts = np.bincount(naive.priorities(game), minlength=10)
    assert counts.size == 10
    assert counts[0] > 3 * counts[9]
    again = families.random_parity(5000, 10, (2, 3), seed=4, falling=1.0)
    assert np.array_equal(again.arena.successors, game.arena.successors)
    with pytest.raises(gg.GameError, match="at least 1"):
        families.random_parity(5, 0)
    with pytest.raises(gg.GameError, match="at least 2 vertices"):
        families.clique(1)


def test_jurdzinski_of_any_height() -> None:
    for height in (1, 2, 5):
        game = families.jurdzinski(3, height)
        assert game.arena.n == 7 + 10 * (height - 1) and not game.arena.dead_ends.size
        assert gg.solve(game).winner.tolist() == naive.parity_recursive(game)
