"""The portfolio lets a second solver in where the first is slow."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import graphgames as gg
from graphgames.certificates import StrategyPair
from graphgames.games.parity import portfolio
from graphgames.games.parity.families import FAMILIES, random_parity
from graphgames.games.parity.stepwise import SolverRun, Start
from tests import naive_parity as naive
from tests.games.parity.test_agreement import random_games
from tests.share import cases


@pytest.mark.slow
def test_whoever_is_quicker_gives_the_solution() -> None:
    wanted = {"zielonka", "tangles", "promotion"}
    for game in random_games(60, 300, 21):
        name, outcome = portfolio.dovetail(game.arena, naive.priorities(game), portfolio.SHARES, 50)
        wanted.discard(name)
        solution = gg.ArenaSolution(game, outcome.winner, gg.Strategy(outcome.moves), name, StrategyPair())
        assert gg.verify(solution)
    assert not wanted


def test_the_order_and_the_shares_of_the_solvers_do_not_matter() -> None:
    shares = dict.fromkeys(reversed(portfolio.SHARES), 1.0)
    winners = set()
    for game in random_games(40, 60, 22):
        name, outcome = portfolio.dovetail(game.arena, naive.priorities(game), shares, 10)
        winners.add(name)
        assert outcome.winner.tolist() == gg.solve(game, solver="zielonka").winner.tolist()
    assert "quasipoly" in winners


def test_nobody_works_much_more_than_the_quickest(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: dict[str, SolverRun] = {}
    start_of = portfolio.start_of

    def noted(name: str) -> Start:
        def start(arena: gg.Arena, priority: NDArray[np.int32]) -> SolverRun:
            runs[name] = start_of(name)(arena, priority)
            return runs[name]

        return start

    monkeypatch.setattr(portfolio, "start_of", noted)
    for family, size in (("recursive-ladder", 200), ("chained-counters", 10), ("symmetric", 60), ("distractions", 100)):
        game = FAMILIES[family](size)
        first = portfolio.edges(game.arena, portfolio.PORTION)
        name, _ = portfolio.dovetail(game.arena, naive.priorities(game), portfolio.SHARES, first)
        work = {other: run.machine.counts()[0] for other, run in runs.items()}
        for other, share in portfolio.SHARES.items():
            most = share * (portfolio.GROWTH * work[name] / portfolio.SHARES[name] + 3 * first)
            assert work.get(other, 0) <= most, (name, other, work)


@pytest.mark.parametrize("name", portfolio.SHARES)
def test_nobody_works_much_longer_than_his_portion(name: str) -> None:
    """Else Ctrl-C would wait, and the race be unfair: a step looks at each edge some times at most."""
    for game in (random_parity(3000, None, (2, 10), seed=1, bipartite=True), FAMILIES["recursive-ladder"](500)):
        run = portfolio.start_of(name)(game.arena, naive.priorities(game))
        looked = portfolio.edges(game.arena, 6)
        for _ in range(100):
            before = run.machine.counts()[0]
            if run.machine.run(1):
                break
            assert run.machine.counts()[0] - before <= looked


def test_who_has_learned_too_much_leaves_the_race(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portfolio, "MAX_MEMORY_BYTES", 1)
    game = FAMILIES["recursive-ladder"](40)
    first = portfolio.edges(game.arena, portfolio.PORTION)
    for shares, winner in (({"tangles": 0.01, "promotion": 1.0}, "promotion"), ({"tangles": 0.01}, "tangles")):
        name, outcome = portfolio.dovetail(game.arena, naive.priorities(game), shares, first)
        assert name == winner
        assert outcome.winner.tolist() == gg.solve(game, solver="tangles").winner.tolist()


def test_measures_that_do_not_fit_are_an_error() -> None:
    n = 40_000
    arena = gg.Arena.from_arrays(range(n), range(n), n, [0] * n)
    with pytest.raises(gg.SolverError, match="would hold 800000000 numbers"):
        gg.solve(gg.Game(arena, gg.Parity(range(n))), solver="measures")


@pytest.mark.slow
def test_two_priorities_make_a_buchi_game() -> None:
    rng = np.random.default_rng(23)
    for game in random_games(cases(60, 10), 80, 24):
        for low, high in ((0, 1), (1, 2), (2, 7), (3, 4)):
            priority = np.where(rng.random(game.arena.n) < 0.3, high, low)
            priority[:2] = (low, high)[: game.arena.n]
            twofold = gg.Game(game.arena, gg.Parity(priority))
            solution = gg.solve(twofold)
            assert game.arena.n < 2 or solution.stats["finished_by"] == "buchi"
            assert solution.winner.tolist() == gg.solve(twofold, solver="zielonka").winner.tolist()
            assert gg.verify(solution), str(gg.verify(solution))
