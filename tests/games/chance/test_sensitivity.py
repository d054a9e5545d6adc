"""Which probability matters most: the exact derivatives, against values with a probability changed a little."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import graphgames as gg
from tests import naive_chance as naive
from tests.games.chance.test_almost_sure import random_arena
from tests.share import cases, share

STEP = Fraction(1, 10**9)


def changed(arena: gg.Arena, e: int) -> gg.Arena:
    """Return a chain with a larger probability of one edge, at the cost of the others of its vertex in proportion."""
    v, likely = int(arena.tails[e]), [arena.probability_of(k) for k in range(arena.m)]
    here = likely[e]
    assert here is not None
    for k in range(int(arena.indptr[v]), int(arena.indptr[v + 1])):
        likely[k] = here + STEP if k == e else likely[k] * (1 - here - STEP) / (1 - here)  # type: ignore[operator]
    return gg.Arena(arena.indptr, arena.successors, arena.owner, probability=likely)


@pytest.mark.slow
def test_slopes_of_chains_are_those_of_small_changes() -> None:
    seen = 0
    for k in share(range(80), 1):
        rng = np.random.default_rng([0, k])
        random = random_arena(rng, 7)
        n = random.n
        arena = gg.Arena(random.indptr, random.successors, np.full(n, 2), probability=rng.integers(1, 5, random.m))
        target = rng.random(n) < 0.3
        weight = [Fraction(int(one)) for one in rng.integers(-9, 10, arena.m)]
        discount = [Fraction(int(one), 10) for one in rng.integers(1, 10, arena.m)]
        reached = gg.sensitivity(gg.solve(gg.Game(arena, gg.ReachProbability(target))), 0)
        worth = gg.sensitivity(gg.solve(gg.Game(arena, gg.Discounted(weight, discount=discount))), 0)
        for found in (reached, worth):
            for one in found.rows:
                v, w = int(one.vertex), int(one.to)
                edges = [e for e in range(arena.m) if arena.tails[e] == v and arena.successors[e] == w]
                if len(edges) > 1:
                    continue
                after = changed(arena, edges[0])
                if found is reached:
                    value = naive.probabilities(after, target.tolist())[0]
                else:
                    value = naive.discounted(after, weight, discount)[0]
                assert isinstance(found.value, int | Fraction)
                assert abs((value - found.value) / STEP - one.slope) < Fraction(1, 10**5)
                seen += 1
    assert seen > cases(100, 1)


def test_the_strategies_stay_as_they_are() -> None:
    arena = gg.Arena.from_edges(
        [("choice", "dice"), ("choice", "coin"), ("dice", "win"), ("dice", "end"), ("coin", "win"), ("coin", "end")],
        owner={"choice": 0, "dice": 2, "coin": 2, "win": 0, "end": 0},
        probability=[None, None, "2/3", "1/3", "1/2", "1/2"],
    )
    solution = gg.solve(arena, gg.ReachProbability(["win"]))
    found = gg.sensitivity(solution, "choice")
    assert [(one.vertex, one.to, one.slope) for one in found.rows] == [("dice", "win", 1), ("dice", "end", -1)]
    assert "dice -&gt; win" in found.draw().svg and found.to_dict()["edges"][0]["slope"] == "1"
    reward = gg.solve(arena, gg.ExpectedReward(["win", "end"], [1, 0, 3, 0, 2, 2]))
    assert [one.slope for one in gg.sensitivity(reward, "choice").rows] == [3, -3]


def test_slopes_of_what_is_lost_are_those_of_the_value_that_is_shown() -> None:
    rows = [("s", "a", "goal", "1/3", -1), ("s", "a", "s", "2/3", -1), ("goal", "c", "goal", 1, 0)]
    solution = gg.solve(gg.Model.from_table(rows), gg.ExpectedReward(["goal"]))
    assert solution.value("s") == -3  # -1/p for the probability p of the goal
    assert [(one.to, one.slope) for one in gg.sensitivity(solution, "s").rows] == [("goal", 9), ("s", -9)]


def test_visits_of_an_action_are_how_often_it_is_taken_each_time_discounted() -> None:
    always, never = [("s", "go", "s", "1/10", 0), ("s", "go", "t", "9/10", 1)], [("s", "stay", "s", 1, -9)]
    for rows in (always, always + never):  # a state with one action, and one where somebody chooses
        model = gg.Model.from_table([*rows, ("t", "go", "s", 1, 2)])
        found = gg.sensitivity(gg.solve(model, gg.Discounted("9/10")), "s")
        assert {one.visits for one in found.rows} == {Fraction(1000, 181)}  # v = 1 + 9/10 (v/10 + 9/10 * 9/10 v)
        assert {abs(one.slope) for one in found.rows} == {Fraction(280_000, 32_761)}


def test_what_has_no_slopes_is_refused() -> None:
    arena = gg.Arena.from_edges([(0, 1), (0, 2), (1, 0), (1, 1)], 3, [2, 2, 0], probability=[1, 2, 1, 5])
    game = gg.Game(arena, gg.ReachProbability([2]))
    with pytest.raises(gg.GameError, match="the game has no start"):
        gg.sensitivity(gg.solve(game))
    with pytest.raises(gg.GameError, match="sensitivity needs the solution of a game of"):
        gg.sensitivity(gg.solve(gg.Game(gg.Arena.from_edges([(0, 0)], owner=[0]), gg.Parity([0]))), 0)
    plain = gg.Arena.from_edges([(0, 1)], owner=[0, 0])
    with pytest.raises(gg.GameError, match="chance never moves"):
        gg.sensitivity(gg.solve(gg.Game(plain, gg.ReachProbability([1]))), 0)
