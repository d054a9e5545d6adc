"""Each step of preprocessing alone and all together: what is decided is right, and what is left is a game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

import graphgames as gg
from graphgames.games.parity import preprocess, tangles
from graphgames.games.parity.families import FAMILIES
from graphgames.games.parity.stepwise import ParityResult
from tests import naive_parity as naive
from tests.games.parity.test_agreement import check, random_games, small_games
from tests.share import cases


def made() -> Iterator[gg.Game]:
    yield from small_games(0.03)
    yield from random_games(cases(150, 0.2), 30, 31)
    yield from (make(size) for make in FAMILIES.values() for size in (2, 3))


@cache
def games() -> list[tuple[gg.Game, list[int]]]:
    return [(game, naive.parity_recursive(game)) for game in made()]


@pytest.mark.slow
@pytest.mark.parametrize("name", preprocess.STEPS)
def test_what_a_step_decides_is_right(name: str) -> None:
    decided = 0
    for game, expected in games():
        part = preprocess.Reduction(game.arena, naive.priorities(game))
        preprocess.STEPS[name](part)
        right, known = np.array(expected, np.uint8), part.winner != preprocess.UNDECIDED
        assert np.array_equal(part.winner[known], right[known])
        rest = part.left
        if rest.size:
            arena, priority = part.part(rest)
            assert not arena.dead_ends.size
            assert naive.parity_recursive(gg.Game(arena, gg.Parity(priority))) == right[rest].tolist()
        decided += int(known.sum())
    assert (decided > 0) == (name != "compression")


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("steps", [(step,) for step in preprocess.ALL] + [(), preprocess.ALL], ids="+".join)
def test_solutions_after_preprocessing(steps: tuple[str, ...]) -> None:
    for i, (game, expected) in enumerate(games()):
        solution = gg.solve(game, solver="portfolio", steps=steps)
        assert solution.winner.tolist() == expected
        check(solution)
        if i % 10 == 0:
            assert gg.verify(solution), str(gg.verify(solution))


def test_components_come_in_batches() -> None:
    """A long chain of cycles is not solved one by one, and nothing is solved before what it leads to."""
    n = 4000
    v = np.arange(n)
    heads = np.concatenate([v ^ 1, np.minimum(v + 2, n - 1)])
    owner = np.random.default_rng(1).integers(0, 2, n)
    arena = gg.Arena.from_arrays(np.concatenate([v, v]), heads, n, owner)
    game = gg.Game(arena, gg.Parity(np.random.default_rng(2).integers(0, 9, n)))
    solution = gg.solve(game, solver="portfolio", steps=["components"])
    assert 1 < solution.stats["parts"] <= 2 * preprocess.BATCHES
    assert np.array_equal(solution.winner, gg.solve(game, solver="tangles").winner)
    assert gg.verify(solution)


def test_an_unknown_step_is_an_error() -> None:
    game = next(random_games(1, 9, 1))
    with pytest.raises(gg.SolverError, match="no preprocessing step 'magic'; there are: compression"):
        gg.solve(game, solver="portfolio", steps=["magic"])


def test_all_steps_as_a_solver_of_parts() -> None:
    for game in random_games(20, 500, 32):
        priority = naive.priorities(game)
        outcome = preprocess.preprocessed(game.arena, priority, lambda a, p, _: tangles.start(a, p).finish())
        assert np.array_equal(outcome.winner, gg.solve(game, solver="zielonka").winner)


def test_components_that_are_too_hard_together_are_divided() -> None:
    games = [FAMILIES[family](12) for family in ("recursive-ladder", "symmetric", "promotion", "distractions")] * 5
    starts = np.cumsum([0, *(game.arena.n for game in games)])
    ends = [(game.arena.tails + n, game.arena.successors + n) for game, n in zip(games, starts.tolist(), strict=False)]
    owner = np.concatenate([game.arena.owner for game in games if game.arena.owner is not None])
    tails, heads = (np.concatenate(end) for end in zip(*ends, strict=True))
    arena = gg.Arena.from_arrays(tails, heads, int(starts[-1]), owner)
    priority = np.concatenate([naive.priorities(game) for game in games])
    asked: list[tuple[int, bool]] = []

    def solve(part: gg.Arena, priority: NDArray[np.int32], connected: bool) -> ParityResult | None:
        asked.append((part.n, connected))
        return tangles.start(part, priority).finish() if connected else None

    outcome = preprocess.preprocessed(arena, priority, solve, ["components"])
    assert outcome.winner.tolist() == gg.solve(gg.Game(arena, gg.Parity(priority)), solver="tangles").winner.tolist()
    assert outcome.stats["parts"] == sum(connected for _, connected in asked) >= len(games)
    assert max(n for n, connected in asked if connected) <= max(game.arena.n for game in games)
