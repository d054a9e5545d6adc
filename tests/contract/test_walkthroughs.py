"""Algorithms step by step: what the last step finds is what the solver found, and no step says otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue.find import function_for, objective_class, objectives
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import Bracket, ends, in_words
from graphgames.core.walkthrough import OPEN, Step
from graphgames.draw import described
from graphgames.games.random_games import random_game
from tests.arenas import random_arena as plain_arena
from tests.examples import solution_of
from tests.games.chance.oracle import chances_game, random_arena
from tests.share import cases

ENDING = ("reach", "safe", "buchi", "cobuchi", "parity", "normal", "misere", "energy")
CLOSING = ("mean-payoff", "discounted")
STUCK = ("reach", "safe", "normal", "misere")
WITHIN = ("parity", "energy")
"""In the middle of which a winner is that of a part of the game, or a credit is still too low to say."""


def walkthrough(solution: ArenaSolution) -> Iterator[Step]:
    """Yield the steps, each of which must be well formed."""
    function = function_for(solution, "walkthrough")
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
        found = list(walkthrough(solution))
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
        assert list(list(walkthrough(solution))[-1].winner) == solution.winner.tolist(), (objective, seed)


def test_grundy_values_step_by_step() -> None:
    for seed in range(cases(100, 0.1)):
        rng = np.random.default_rng(seed)
        edges = [(v, int(w)) for v in range(1, 12) for w in rng.choice(v, min(v, int(rng.integers(0, 4))), False)]
        solution = gg.grundy_values(gg.Arena.from_edges(edges, 12))
        function = function_for(solution, "walkthrough")
        assert function is not None
        found = list(function(solution))
        assert [found[-1].notes[v] for v in range(12)] == [str(one) for one in solution.values.tolist()]
        assert sorted(v for step in found for v in step.lit) == list(range(12))


@pytest.mark.parametrize("objective", CLOSING)
def test_brackets_hold_the_values(objective: str) -> None:
    for seed in range(cases(60, 0.05)):
        solution = gg.solve(random_game(2 + seed % 5, objective, seed=seed))
        closing(list(walkthrough(solution)), solution)


@pytest.mark.parametrize("objective", [gg.ReachProbability, gg.AvoidProbability])
def test_brackets_of_chance_close(objective: type[gg.ReachProbability | gg.AvoidProbability]) -> None:
    for seed in range(cases(100, 0.1)):
        rng = np.random.default_rng(seed)
        arena = random_arena(rng)
        solution = gg.solve(arena, objective((rng.random(arena.n) < 0.3).nonzero()[0]))
        found = list(walkthrough(solution))
        closing(found, solution)
        widths = [high - low for low, high in (bracket(words) for words in found[-1].notes.values())]
        assert max(widths) < Fraction(1, 10), seed


def test_steps_backwards_in_time() -> None:
    for seed in range(cases(100, 0.1)):
        rng = np.random.default_rng(seed)
        arena = random_arena(rng)
        solution = gg.solve(arena, gg.BoundedReachProbability((rng.random(arena.n) < 0.3).nonzero()[0], steps=4))
        found = list(walkthrough(solution))
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


def last_is_the_answer(solution: Any) -> None:
    """Hold the last of the steps of a solution against it; a sentence says that there are none where values decide."""
    function = function_for(solution, "walkthrough")
    assert function is not None
    found = function(solution)
    if isinstance(found, str):
        objective, values = solution.problem.objective, solution.values
        lost = getattr(objective, "unreached", "") == "zero" or getattr(objective, "dead_ends", "") == "lose"
        assert found.endswith(".") and (lost or any(isinstance(one, Bracket) for one in values.tolist())), found
        return
    steps = list(walkthrough(solution))
    assert all(known in (OPEN, real) for known, real in zip(steps[-1].winner, solution.winner.tolist(), strict=True))
    if found.title == "Better and better strategies":
        assert all(note == in_words(solution.vertex_values[v]) for v, note in steps[-1].notes.items())


@pytest.mark.parametrize("objective", objectives())
def test_every_objective_has_steps_that_end_with_the_answer(objective: str) -> None:
    kind = objective_class(objective)
    for seed in range(cases(40, 0.1)):
        rng = np.random.default_rng(seed)
        owned = kind.needs_owner or seed % 2 == 0
        arena = plain_arena(rng, int(rng.integers(2, 8)), 1.7, owned, kind.allows_dead_ends and seed % 3 == 0)
        last_is_the_answer(gg.solve(gg.Game(arena, kind.random(rng, arena.n))))


@pytest.mark.parametrize("objective", [name for name in objectives() if objective_class(name).allows_chance])
def test_so_it_is_where_chance_moves(objective: str) -> None:
    kind = objective_class(objective)
    for seed in range(cases(60, 0.1)):
        rng = np.random.default_rng(seed)
        game = chances_game(rng)  # in which one player alone chooses
        arena = game.arena if seed % 2 or objective == "parity-probability" else random_arena(rng)
        if kind.allows_dead_ends or not arena.dead_ends.size:
            last_is_the_answer(gg.solve(gg.Game(arena, kind.random(rng, arena.n))))


def test_so_it_is_where_edges_have_marks() -> None:
    for seed in range(cases(40, 0.1)):
        rng = np.random.default_rng(seed)
        arena = plain_arena(rng, int(rng.integers(2, 7)), 2.0, True, False)
        some = rng.random((4, arena.m)) < 0.4
        for objective in (
            gg.Buchi(accepting_edges=some[0]),
            gg.CoBuchi(rejecting_edges=some[0]),
            gg.Parity(edge_priority=rng.integers(0, 4, arena.m)),
            gg.Rabin([(some[0], some[1]), (some[2], some[3])], on="edges"),
            gg.Streett([(some[0], some[1])], on="edges"),
        ):
            last_is_the_answer(gg.solve(gg.Game(arena, objective)))


def test_loopy_values_step_by_step() -> None:
    for seed in range(cases(200, 0.1)):
        rng = np.random.default_rng(seed)
        solution = gg.grundy_values(plain_arena(rng, int(rng.integers(2, 9)), 1.8, False, True))
        function = function_for(solution, "walkthrough")
        assert function is not None
        *_, last = function(solution)
        found = [-1 if last.notes[v] == "∞" else int(last.notes[v]) for v in range(solution.arena.n)]
        assert found == solution.values.tolist(), seed
        outcomes = [("win", "loss", "draw")[who] for who in last.winner]
        assert outcomes == [solution.outcome(v) for v in range(solution.arena.n)]


@pytest.mark.parametrize(
    ("kind", "name"),
    [("models", "mines (shown)"), ("synthesis", "arbiter (shown)"), ("chance", "discounted-chance (shown)")],
)
def test_models_and_automata_have_the_steps_of_their_games(kind: str, name: str) -> None:
    last_is_the_answer(solution_of(kind, name))


def test_what_has_no_steps_says_so_in_a_sentence() -> None:
    for kind, name, words in (("heaps", "nim (shown)", "values of heaps"), ("sums", "treblecross", ".007")):
        found = described.walkthrough(solution_of(kind, name))
        assert found["steps"] == [] and words in found["about"] and found["about"].endswith(".")
    large = described.walkthrough(gg.solve(random_game(2000, "reach", seed=1)))
    assert large["about"] == "Steps are shown on graphs of up to 300 vertices; this one has 2,000."
