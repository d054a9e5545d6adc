"""The portfolio lets a second solver in where the first is slow."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import graphgames as gg
from graphgames.generate.parity import FAMILIES
from graphgames.solvers import portfolio
from graphgames.solvers.parity import Run
from tests import naive_parity as naive
from tests.contract.test_parity import random_games


def test_whoever_is_quicker_gives_the_solution() -> None:
    wanted = {"zielonka", "tangles", "promotion"}
    for game in random_games(60, 300, 21):
        name, outcome = portfolio.race(game.arena, naive.priorities(game), portfolio.HORSES, 50)
        wanted.discard(name)
        solution = gg.Solution(game, outcome.winner, gg.Strategy(outcome.moves), name, gg.StrategyPair())
        assert gg.verify(solution)
    assert not wanted


def test_the_order_and_the_shares_of_the_solvers_do_not_matter() -> None:
    horses = [horse._replace(share=1.0) for horse in reversed(portfolio.HORSES)]
    winners = set()
    for game in random_games(40, 60, 22):
        name, outcome = portfolio.race(game.arena, naive.priorities(game), horses, 10)
        winners.add(name)
        assert outcome.winner.tolist() == gg.solve(game, "zielonka").winner.tolist()
    assert "quasipoly" in winners


def test_nobody_works_much_more_than_the_quickest() -> None:
    for family, size in (("recursive-ladder", 200), ("chained-counters", 10), ("symmetric", 60), ("distractions", 100)):
        game = FAMILIES[family](size)
        done: dict[str, int] = {}

        def counted(horse: portfolio.Horse, done: dict[str, int] = done) -> portfolio.Horse:
            def start(arena: gg.Arena, priority: NDArray[np.int32]) -> Run:
                run = horse.start(arena, priority)

                class Counted(Run):
                    def advance(self, budget: int) -> bool:
                        decided = super().advance(budget)
                        done[horse.name] = self.machine.counts()[0]
                        return decided

                return Counted(run.machine, run.collect)

            return horse._replace(start=start)

        looked = game.arena.n + game.arena.m
        horses = [counted(horse) for horse in portfolio.HORSES]
        name, _ = portfolio.race(game.arena, naive.priorities(game), horses, portfolio.PORTION * looked)
        most = portfolio.GROWTH * done[name] + 3 * portfolio.PORTION * looked
        assert all(work <= most for work in done.values()), (name, done)


def test_measures_that_do_not_fit_are_an_error() -> None:
    n = 40_000
    arena = gg.Arena.from_arrays(range(n), range(n), n, [0] * n)
    with pytest.raises(gg.SolverError, match="would hold 800000000 numbers"):
        gg.solve(gg.Game(arena, gg.Parity(range(n))), "measures")


def test_two_priorities_make_a_buchi_game() -> None:
    rng = np.random.default_rng(23)
    for game in random_games(60, 80, 24):
        for low, high in ((0, 1), (1, 2), (2, 7), (3, 4)):
            priority = np.where(rng.random(game.arena.n) < 0.3, high, low)
            priority[:2] = (low, high)[: game.arena.n]
            twofold = gg.Game(game.arena, gg.Parity(priority))
            solution = gg.solve(twofold)
            assert game.arena.n < 2 or solution.stats["finished_by"] == "buchi"
            assert solution.winner.tolist() == gg.solve(twofold, "zielonka").winner.tolist()
            assert gg.verify(solution), str(gg.verify(solution))
