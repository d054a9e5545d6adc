"""Every solver of parity games: against two oracles on small games, against each other, and before the verifier."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue.find import fitting
from graphgames.catalogue.rows import Solver
from tests import naive_parity as naive
from tests.arenas import Made, every_arena, random_arena
from tests.share import cases, share

SOLVERS = fitting("parity")
EXPONENTIAL = ("measures", "quasipoly")
"""Solvers for reference, for which random games with many priorities are hard."""
each_solver = pytest.mark.parametrize("entry", SOLVERS, ids=[entry.name for entry in SOLVERS])


def small_games(part: float = 1) -> Iterator[gg.Game]:
    """A share of all games of two vertices with priorities up to 3, and of three vertices with some priorities."""
    return share(small(), part)


def small() -> Made[gg.Game]:
    """All small games."""
    rng, arenas = np.random.default_rng(3), {n: every_arena(n) for n in (1, 2, 3)}

    def game(choice: tuple[int, int, Any]) -> gg.Game:
        n, place, priority = choice
        return gg.Game(arenas[n][place], gg.Parity(priority))

    of_all = [(n, k, some) for n in (1, 2) for k in range(len(arenas[n])) for some in product(range(4), repeat=n)]
    return Made(game, of_all + [(3, k, rng.integers(0, 5, 3)) for k in range(len(arenas[3]))])


@cache
def solved_small_games() -> list[tuple[gg.Game, list[int]]]:
    return [(game, naive.parity_recursive(game)) for game in small_games(0.06)]


@cache
def solved_random_games() -> list[tuple[gg.Game, list[int]]]:
    return [(game, naive.parity_recursive(game)) for game in random_games(cases(200, 0.4), 30, 4)]


@cache
def solved_larger_games(most: int) -> list[tuple[gg.Game, Any]]:
    return [(game, gg.solve(game, solver="zielonka").winner) for game in random_games(cases(12, 10), most, 5)]


def random_games(count: int, most: int, seed: int) -> Iterator[gg.Game]:
    """Random games, half of them with edges to near vertices only, with few or many priorities."""
    rng = np.random.default_rng(seed)
    for i in range(count):
        n = int(rng.integers(1, most))
        arena = random_arena(rng, n, float(rng.uniform(1, 4)))
        if i % 2:
            near = (arena.tails + rng.integers(-3, 4, arena.m)) % n
            arena = gg.Arena(arena.indptr, near, arena.owner)
        yield gg.Game(arena, gg.Parity(rng.integers(0, int(rng.integers(1, n + 3)), n)))


def check(solution: gg.ArenaSolution) -> None:
    """Each region is closed under its winner's moves, which leave no cycle that the loser wins."""
    arena, moves = solution.problem.arena, solution.strategy.moves.tolist()
    assert arena.owner is not None
    priority, winner = naive.priorities(solution.problem).tolist(), solution.winner.tolist()
    for player in (0, 1):
        after: list[list[int]] = [[] for _ in range(arena.n)]
        for v in range(arena.n):
            if winner[v] == player:
                successors = arena.successors_of(v).tolist()
                after[v] = [moves[v]] if arena.owner[v] == player else successors
                assert set(after[v]) <= set(successors)
                assert all(winner[w] == player for w in after[v])
        assert not naive.odd_cycle_vertices(after, priority, 1 - player)


@pytest.mark.slow
def test_the_oracles_agree() -> None:
    for game in small_games(0.1):
        assert naive.parity_recursive(game) == naive.parity_by_strategies(game)


@pytest.mark.slow
@each_solver
def test_every_small_game(entry: Solver) -> None:
    for i, (game, expected) in enumerate(solved_small_games()):
        solution = gg.solve(game, solver=entry.name)
        assert solution.winner.tolist() == expected, (game.arena.tails, game.arena.successors)
        check(solution)
        if i % 40 == 0:
            assert gg.verify(solution), str(gg.verify(solution))


@pytest.mark.slow
@each_solver
def test_random_games(entry: Solver) -> None:
    for game, expected in solved_random_games():
        solution = gg.solve(game, solver=entry.name)
        assert solution.winner.tolist() == expected
        check(solution)
        assert gg.verify(solution), str(gg.verify(solution))


@pytest.mark.slow
@each_solver
def test_solvers_agree_on_larger_games(entry: Solver) -> None:
    for game, expected in solved_larger_games(100 if entry.name in EXPONENTIAL else 2000):
        solution = gg.solve(game, solver=entry.name)
        assert np.array_equal(solution.winner, expected)
        assert gg.verify(solution)


@each_solver
def test_huge_priorities_and_no_vertices(entry: Solver) -> None:
    arena = gg.Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 1)], owner=[0, 1, 0])
    solution = gg.solve(gg.Game(arena, gg.Parity([2**31 - 1, 2**31 - 2, 1])), solver=entry.name)
    assert solution.winner.tolist() == [1, 1, 1]
    assert gg.verify(solution)
    empty = gg.solve(gg.Game(gg.Arena([0], [], owner=[]), gg.Parity([])), solver=entry.name)
    assert empty.won == (0, 0)


@each_solver
def test_a_wrong_winner_or_move_is_found_out(entry: Solver) -> None:
    game = next(random_games(1, 30, 6))
    solution = gg.solve(game, solver=entry.name)
    for v in range(game.arena.n):
        winner = solution.winner.copy()
        winner[v] ^= 1
        wrong = gg.ArenaSolution(game, winner, solution.strategy, entry.name, solution.certificate)
        assert not gg.verify(wrong)
