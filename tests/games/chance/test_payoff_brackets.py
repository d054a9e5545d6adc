"""Brackets of payoffs where chance moves: they hold the exact values, and every fault is found by the checker."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.cli.main import run
from graphgames.core.value import INFINITY, Bracket, ends, parse
from graphgames.games.chance.long_run.averages import long_run_average
from graphgames.games.chance.long_run.discounting import discounted_chance
from tests import naive_chance as naive
from tests.games.chance.test_almost_sure import random_arena
from tests.games.chance.test_payoffs import fractions, values
from tests.share import cases


def held(solution: gg.ArenaSolution, exact: list[Fraction], precision: Fraction) -> None:
    """Require brackets around the exact values, no wider than that, and winners that they prove."""
    for value, one, winner in zip(values(solution), exact, solution.winner, strict=True):
        low, high = ends(value)
        assert low <= one <= high and high - low <= precision
        assert winner == (0 if low >= 0 else 1 if high < 0 else 2)


def payoff_games(count: int, seed: int, most: int = 6) -> Iterator[tuple[gg.Game, list[Fraction]]]:
    """Yield random games for discounted payoffs and for averages, of two players, with their values."""
    for k in range(count):
        rng = np.random.default_rng([seed, k])
        arena = random_arena(rng, most)
        if arena.probability is None:
            continue
        weight, discount = fractions(rng, -9, 10, arena.m), [one / 10 for one in fractions(rng, 0, 10, arena.m)]
        yield (
            gg.Game(arena, gg.Discounted(weight, discount=discount)),
            naive.discounted(arena, weight, discount),
        )
        yield gg.Game(arena, gg.MeanPayoff(weight)), naive.averages(arena, weight)


@pytest.mark.slow
@pytest.mark.parametrize("precision", ["5", "1/10", "1e-8"])
def test_brackets_hold_the_payoffs(precision: str) -> None:
    for game, exact in payoff_games(cases(40, 0.3), 3):
        solution = gg.solve(game, precision=precision)
        assert gg.verify(solution), gg.verify(solution)
        held(solution, exact, Fraction(precision))


@pytest.mark.slow
def test_a_bracket_beside_the_payoff_is_refused_at_every_vertex() -> None:
    little = Fraction(1, 10**20)
    for game, exact in payoff_games(cases(25, 10), 4, 5):
        solution = gg.solve(game, precision="1/100")
        assert gg.verify(solution)
        for v, one in enumerate(exact):
            far = one - 10**6, one + 10**6
            wrong = [Bracket(one + little, far[1]), Bracket(far[0], one - little), one + little, one - little]
            wrong += [Bracket(far[0], INFINITY), Bracket(-INFINITY, far[1]), INFINITY]
            for bad in wrong:
                assert not gg.verify(claiming(solution, v, bad))


def claiming(solution: gg.ArenaSolution, v: int, value: Any) -> gg.ArenaSolution:
    """Return the solution with another value at a vertex, and the winner that follows from it."""
    numbers, winner = np.array(values(solution), object), solution.winner.copy()
    numbers[v] = value
    low, high = ends(value)
    winner[v] = 0 if low >= 0 else 1 if high < 0 else 2
    return replace(solution, numbers=numbers, winner=winner)


@pytest.mark.slow
def test_bad_moves_and_winners_do_not_keep_a_bracket() -> None:
    for game, exact in payoff_games(cases(25, 0.3), 5):
        solution, refused = gg.solve(game, precision="1/1000"), 0
        for v in range(game.arena.n):
            winner = solution.winner.copy()
            for code in {0, 1, 2} - {int(winner[v])}:
                winner[v] = code
                assert not gg.verify(replace(solution, winner=winner))
            for w in {-1, *game.arena.successors_of(v).tolist()} - {int(solution.strategy.moves[v])}:
                moves = solution.strategy.moves.copy()
                moves[v] = w
                found = gg.verify(replace(solution, strategy=gg.Strategy(moves)))
                refused += not found
                assert w >= 0 or not found
        assert refused >= np.count_nonzero(game.arena.owner != 2)
        assert len(exact) == game.arena.n


@pytest.mark.parametrize("payoff", ["mean-payoff", "discounted"])
def test_brackets_of_payoffs_are_written_read_back_and_said(payoff: str, tmp_path: Path) -> None:
    arena = gg.Arena.from_edges(
        [("a", "b"), ("a", "c"), ("b", "a"), ("b", "c"), ("c", "c"), ("c", "a"), ("d", "d"), ("e", "d")],
        owner={"a": 0, "b": 2, "c": 1, "d": 0, "e": 0},
        probability=[None, None, "1/3", "2/3", *[None] * 4],
    )
    weight = [3, 1, -1, 2, 1, -2, 0, 0]
    made: dict[str, gg.Objective] = {
        "mean-payoff": gg.MeanPayoff(weight),
        "discounted": gg.Discounted(weight, discount="9/10"),
    }
    game = gg.Game(arena, made[payoff])
    solution = gg.solve(game, precision="1e-3")
    gg.write(solution, tmp_path / "found.json")
    again = gg.read_solution(game, tmp_path / "found.json")
    assert values(again) == values(solution) and gg.verify(again) and again.winner.tolist() == [0, 0, 0, 2, 2]
    said = str(again.explain("a"))
    assert said.startswith("Eve wins from a") and "±" in said
    assert "moves to b, which keeps the lower bound, and no move is worth more than the upper one" in said
    assert "the upper bound" in str(again.explain("c")) and "chance moves" in str(again.explain("b"))
    assert str(again.explain("d")).startswith("From d it is undecided who wins: ")
    assert "undecided" in again.draw().svg and "undecided" in again._repr_html_()
    assert "undecided" not in gg.solve(game).draw().svg
    assert [move.move for move in again.best_moves("a")] == ["b", "c"]
    winner = np.array([0, 0, 0, 0, 2], np.uint8)
    assert "Eve wins, but the value is [-" in str(gg.verify(replace(again, winner=winner)))
    winner[:] = 2
    assert "it is undecided, but the value is [" in str(gg.verify(replace(again, winner=winner)))


@pytest.mark.parametrize("wrong", [0, "-1", "wide"])
def test_a_precision_that_is_none_is_refused(wrong: Any) -> None:
    for game, _ in payoff_games(2, 6):
        with pytest.raises(gg.GraphGamesError, match=r"more than 0|not a number"):
            gg.solve(game, precision=wrong)


@pytest.mark.slow
def test_exact_values_that_are_too_dear_become_brackets() -> None:
    for game, exact in payoff_games(cases(12, 10), 7):
        solution = gg.solve(game, most=0)
        assert gg.verify(solution)
        held(solution, exact, Fraction(1, 10**6))
    arena = gg.Arena.from_edges([("a", "b"), ("b", "a"), ("b", "end")], owner=[0, 2, 0], probability=[None, 1, 1])
    found = gg.solve(gg.Game(arena, gg.ExpectedReward(["end"], [1, 1, 1])), most=0)
    assert gg.verify(found) and ends(found.value("a"))[0] < 4 < ends(found.value("a"))[1]


def test_where_nothing_moves_there_is_nothing_to_bracket() -> None:
    arena = gg.Arena.from_edges([], 0, owner=[], probability=[])
    for objective in (gg.MeanPayoff([]), gg.Discounted([], discount="1/2")):
        solve = long_run_average if isinstance(objective, gg.MeanPayoff) else discounted_chance
        assert values(solve(gg.Game(arena, objective), precision="1/2")) == []


def test_a_region_is_left_for_a_better_one_however_dear_the_way() -> None:
    """Who stays has 0 a step; the way to 1 a step costs 500, and is thrown back half of the time."""
    edges = [("stay", "stay"), ("stay", "toll"), ("toll", "stay"), ("toll", "rich"), ("rich", "rich")]
    for player in (0, 1):
        sign = 1 - 2 * player
        arena = gg.Arena.from_edges(
            edges, owner={"stay": player, "toll": 2, "rich": 1 - player}, probability=[None, None, 1, 1, None]
        )
        weight = [0, -500 * sign, 0, 0, sign]
        solution = gg.solve(gg.Game(arena, gg.MeanPayoff(weight)), precision="1/100")
        assert gg.verify(solution)
        for name in ("stay", "toll", "rich"):
            assert sign in solution.value(name)
            low, high = ends(solution.value(name))
            assert high - low <= Fraction(1, 100)


@pytest.mark.slow
def test_plays_that_go_round_in_step_have_averages_in_brackets() -> None:
    arena = gg.Arena.from_edges(
        [(0, 1), (1, 2), (2, 0), (2, 3), (3, 1)], owner=[0, 1, 2, 0], probability=[None, None, 1, 2, None]
    )
    solution = gg.solve(gg.Game(arena, gg.MeanPayoff([6, 0, 0, 0, 3])), precision="1e-9")
    assert gg.verify(solution)
    held(solution, naive.averages(arena, [Fraction(one) for one in (6, 0, 0, 0, 3)]), Fraction(1, 10**9))


def test_potentials_prove_nothing_about_brackets() -> None:
    arena = gg.Arena.from_edges([("a", "b"), ("b", "a")], owner={"a": 0, "b": 1})
    solution = gg.solve(gg.Game(arena, gg.MeanPayoff([1, 2])))
    wide = np.array([Bracket(1, 2), Bracket(1, 2)], object)
    assert "proves exact values, and some are brackets" in str(gg.verify(replace(solution, numbers=wide)))
    discounted = gg.solve(gg.Game(arena, gg.Discounted([1, 2], discount="1/2")))
    assert gg.verify(replace(discounted, numbers=np.array([Bracket(2, 4), Bracket(2, 4)], object)))
    assert not gg.verify(replace(discounted, numbers=np.array([Bracket(3, 4), Bracket(2, 4)], object)))


def test_the_command_line_asks_for_brackets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "dice.dot"
    path.write_text(
        'digraph { a [player=-1]; b [player=0]; a -> b [probability="1/3"]; a -> a [probability="2/3"];'
        " b -> a [weight=4]; b -> b [weight=1]; }"
    )
    asked = ["solve", str(path), "--objective", "mean-payoff", "--start", "a", "--verify", "--json", "--full"]
    assert run([*asked, "--precision", "1e-4"]) == 0
    found = json.loads(capsys.readouterr().out)
    low, high = ends(parse(found["value"][0]))
    assert found["verified"] and low <= 1 <= high and 0 < high - low <= Fraction(1, 10**4)
    assert run([*asked, "--precision", "none"]) == 2
    assert "is not a number" in capsys.readouterr().err
