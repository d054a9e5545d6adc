"""Who follows the best moves wins: on arenas with cycles and in sums of them, against every kind of opponent."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from graphgames import Arena, NimberSolution, Sum, by_rule, grundy_values, verify
from graphgames.games.impartial.certificate import LoopyValues
from tests.arenas import random_arena
from tests.share import cases


def loopy(rng: np.random.Generator, n: int, degree: float) -> NimberSolution:
    return grundy_values(random_arena(rng, n, degree, owned=False, dead_ends=True), loopy=True)


def spoilers(rng: np.random.Generator, solution: NimberSolution) -> list[Any]:
    """An opponent who plays at random, and one who raises the counter as far as he can."""

    def high(v: int) -> int:
        highest: int = max(solution.arena.successors_of(v).tolist(), key=lambda w: (solution.measure(w), w))
        return highest

    return [lambda v: int(rng.choice(solution.arena.successors_of(v))), high]


def test_the_move_that_wins_is_named_first() -> None:
    solution = grundy_values(Arena.from_edges([(0, 1), (1, 0), (1, 2)]), loopy=True)
    assert [move.move for move in solution.best_moves(1)] == [2, 0]
    assert solution.explain(1).endswith("wins by moving to 2.")
    assert Sum.of(solution, 1).best_moves()[0].move[2] == 2
    assert Sum.of(solution, 1).explain().endswith("wins by moving from 1 to 2.")
    assert solution.play(1) == [1, 2]


@pytest.mark.slow
def test_on_random_arenas_the_advice_wins() -> None:
    rng, won = np.random.default_rng(1), 0
    for size in range(cases(2500, 0.5)):
        solution = loopy(rng, 2 + size % 9, 1.2 + (size % 5) / 4)
        for v in range(solution.arena.n):
            if solution.outcome(v) != "win":
                continue
            for spoil in spoilers(rng, solution):
                at, rounds = v, 0
                while True:
                    at, rounds = solution.best_moves(at)[0].position, rounds + 1
                    if not solution.moves(at):
                        break
                    at = spoil(at)
                    assert rounds <= 4 * solution.arena.n
                won += 1
    assert won > cases(5000, 0.45)


@pytest.mark.slow
@pytest.mark.share(0.34)
@pytest.mark.parametrize("seed", range(3))
def test_in_sums_of_arenas_the_advice_wins(seed: int) -> None:
    rng, won = np.random.default_rng(seed), 0
    nim = by_rule(range)
    for _ in range(cases(700, 10)):
        parts = [loopy(rng, int(rng.integers(2, 7)), 1.6) for _ in range(2)]
        total = sum_of([Sum.of(part, int(rng.integers(part.arena.n))) for part in parts])
        total = total + int(rng.integers(0, 3)) * nim.at(int(rng.integers(0, 4)))
        if total.outcome() != "win":
            continue
        assert verify(total), str(verify(total))
        for spite in (False, True):
            at, rounds = total, 0
            while True:
                at, rounds = at.best_moves()[0].position, rounds + 1
                moves = at.best_moves()
                if not moves:
                    break
                at = moves[-1 if spite else int(rng.integers(len(moves)))].position
                assert rounds < 200
            won += 1
    assert won > 50


def sum_of(parts: list[Sum]) -> Sum:
    total = Sum()
    for part in parts:
        total = total + part
    return total


def test_moves_that_do_not_win_stand_in_the_order_of_the_arena() -> None:
    """The counter says which winning move ends a play; of other moves it says nothing."""
    arena = Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 3), (4, 0)])
    solution = grundy_values(arena, loopy=True)
    other = replace(solution, certificate=LoopyValues(solution.values, np.array([0, 0, 1, 0, 0], np.int32)))
    assert verify(other)
    assert [other.best_moves(v) for v in range(5)] == [solution.best_moves(v) for v in range(5)]
    assert all(move.progress for move in other.best_moves(1))
