"""The portfolio lets a second solver in where the first is slow."""

from __future__ import annotations

import pytest

import graphgames as gg
from graphgames.solvers import portfolio, tangles, zielonka
from tests import naive_parity as naive
from tests.contract.test_parity import random_games


def test_whoever_is_quicker_gives_the_solution() -> None:
    wanted = {"zielonka", "tangles"}
    for game in random_games(60, 300, 21):
        name, outcome = portfolio.race(game.arena, naive.priorities(game), portfolio.HORSES, 50)
        wanted.discard(name)
        solution = gg.Solution(game, outcome.winner, gg.Strategy(outcome.moves), name, gg.StrategyPair())
        assert gg.verify(solution)
    assert not wanted


def test_the_order_of_the_solvers_does_not_matter() -> None:
    horses = (("tangles", tangles.start), ("zielonka", zielonka.start))
    for game in random_games(20, 60, 22):
        _, outcome = portfolio.race(game.arena, naive.priorities(game), horses, 10)
        assert outcome.winner.tolist() == gg.solve(game, "zielonka").winner.tolist()


def test_measures_that_do_not_fit_are_an_error() -> None:
    n = 40_000
    arena = gg.Arena.from_arrays(range(n), range(n), n, [0] * n)
    with pytest.raises(gg.SolverError, match="would hold 800000000 numbers"):
        gg.solve(gg.Game(arena, gg.Parity(range(n))), "measures")
