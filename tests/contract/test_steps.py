"""Algorithms step by step: what the last step finds is what the solver found, and no step says otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue.find import function_for
from graphgames.core.solution import ArenaSolution
from graphgames.core.steps import OPEN, Step
from graphgames.core.value import ends
from graphgames.games.random_games import random_game
from tests.games.chance.oracle import random_arena
from tests.share import cases

ENDING = ("reach", "safe", "buchi", "cobuchi", "parity", "normal", "misere", "energy")
CLOSING = ("mean-payoff", "discounted")
STUCK = ("reach", "safe", "normal", "misere")
WITHIN = ("parity", "energy")
"""In the middle of which a winner is that of a part of the game, or a credit is still too low to say."""


def course(solution: ArenaSolution) -> Iterator[Step]:
    """Yield the steps, each of which must be well formed."""
    function = function_for(solution, "steps")
    assert function is not None
    for step in function(solution):
        assert step.says.endswith(".") and len(step.winner) == solution.arena.n
        assert {*step.lit, *step.notes, *(step.among or ())} <= set(range(solution.arena.n))
        yield step


def agrees(step: Step, solution: ArenaSolution) -> bool:
    """Say whether what a step knows is so."""
    return all(who in (OPEN, real) for who, real in zip(step.winner, solution.winner.tolist(), strict=True))


def bracket(words: str) -> tuple[Fraction, Fraction]:
    """Return the ends of what a note says."""
    middle, _, half = words.partition(" ± ")
    return Fraction(middle) - Fraction(half or 0), Fraction(middle) + Fraction(half or 0)


@pytest.mark.parametrize("objective", ENDING)
def test_the_last_step_is_the_answer(objective: str) -> None:
    for seed in range(cases(300, 0.1)):
        solution = gg.solve(random_game(3 + seed % 9, objective, (objective not in STUCK, 4), seed=seed))
        found = list(course(solution))
        assert list(found[-1].winner) == solution.winner.tolist(), seed
        assert objective in WITHIN or all(agrees(step, solution) for step in found)
        if objective == "energy":
            assert [found[-1].notes[v] for v in range(solution.arena.n)] == [
                str(one) for one in np.asarray(solution.values)
            ]


@pytest.mark.parametrize("objective", ["rabin", "streett", "emerson-lei", "generalized-buchi", "gr1"])
def test_the_recursion_over_a_condition_ends_with_the_answer(objective: str) -> None:
    for seed in range(cases(200, 0.1)):
        solution = gg.solve(random_game(3 + seed % 8, objective, (1, 3), seed=seed))
        assert list(list(course(solution))[-1].winner) == solution.winner.tolist(), (objective, seed)


def test_grundy_values_step_by_step() -> None:
    for seed in range(cases(100, 0.1)):
        rng = np.random.default_rng(seed)
        edges = [(v, int(w)) for v in range(1, 12) for w in rng.choice(v, min(v, int(rng.integers(0, 4))), False)]
        solution = gg.grundy_values(gg.Arena.from_edges(edges, 12))
        function = function_for(solution, "steps")
        assert function is not None
        found = list(function(solution))
        assert [found[-1].notes[v] for v in range(12)] == [str(one) for one in solution.values.tolist()]
        assert sorted(v for step in found for v in step.lit) == list(range(12))


@pytest.mark.parametrize("objective", CLOSING)
def test_brackets_hold_the_values(objective: str) -> None:
    for seed in range(cases(60, 0.05)):
        solution = gg.solve(random_game(2 + seed % 5, objective, seed=seed))
        closing(list(course(solution)), solution)


@pytest.mark.parametrize("objective", [gg.ReachProbability, gg.AvoidProbability])
def test_brackets_of_chance_close(objective: type[gg.ReachProbability | gg.AvoidProbability]) -> None:
    for seed in range(cases(100, 0.1)):
        rng = np.random.default_rng(seed)
        arena = random_arena(rng)
        solution = gg.solve(arena, objective((rng.random(arena.n) < 0.3).nonzero()[0]))
        found = list(course(solution))
        closing(found, solution)
        widths = [high - low for low, high in (bracket(words) for words in found[-1].notes.values())]
        assert max(widths) < Fraction(1, 10), seed


def test_steps_backwards_in_time() -> None:
    for seed in range(cases(100, 0.1)):
        rng = np.random.default_rng(seed)
        arena = random_arena(rng)
        solution = gg.solve(arena, gg.BoundedReachProbability((rng.random(arena.n) < 0.3).nonzero()[0], steps=4))
        found = list(course(solution))
        assert len(found) == 5 and all(agrees(step, solution) for step in found)
        closing(found[-1:], solution)


def closing(found: list[Step], solution: ArenaSolution) -> None:
    """Hold the brackets of every step against the values; they never become wider."""
    assert found
    for step in found:
        assert agrees(step, solution)
        for v, words in step.notes.items():
            (low, high), value = bracket(words), ends(solution.numbered.value(v))
            assert low <= value[1] and value[0] <= high, (step.says, v)


def test_what_has_no_steps_says_so() -> None:
    for objective in (gg.TotalPayoff(vertex_weight=[1, -1]), gg.Buchi(accepting_edges=[0])):
        function = function_for(
            solution := gg.solve(gg.Game(gg.Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1]), objective)), "steps"
        )
        assert function is not None and function(solution) is None
