"""Plays at random agree with what was proved: strategies are followed, dice are thrown, many times over.

If both players follow their strategies the mean of many plays is the value, but for six standard errors; if one of them
moves at random it is not better for that player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.chance import CHANCE
from graphgames.games.chance.certificate import GainBias
from tests.games.chance import test_almost_sure as endless
from tests.games.chance.test_chance import random_arena, values
from tests.share import cases

PLAYS = cases(2000, 10)
ERRORS = 6
BOTH = frozenset({0, 1})

Floats = np.ndarray[Any, np.dtype[np.float64]]
Scores = Callable[[gg.ArenaSolution, int, frozenset[int], np.random.Generator], Floats]
"""From a start, the players who follow their strategies, and dice to what many plays are worth."""


class Walks:
    """Many plays at once, a vertex each; players who do not follow their strategies move at random."""

    def __init__(
        self, solution: gg.ArenaSolution, start: int, faithful: frozenset[int], rng: np.random.Generator, worth: Any
    ):
        arena, moves, self.rng = solution.arena, solution.strategy.moves, rng
        assert arena.owner is not None
        likely = np.zeros(arena.m)
        for v in range(arena.n):
            edges = range(int(arena.indptr[v]), int(arena.indptr[v + 1]))
            owner = int(arena.owner[v])
            if owner == CHANCE:
                likely[edges] = [float(arena.probability_of(e) or 0) for e in edges]
            elif owner in faithful and moves[v] >= 0:
                meant = [e for e in edges if arena.successors[e] == moves[v]]
                likely[(max, min)[owner](meant, key=worth)] = 1
            elif edges:
                likely[edges] = 1 / len(edges)
        self.successors, self.moving = arena.successors.astype(np.int64), arena.out_degree > 0
        self.upto = np.concatenate([[0.0], np.cumsum(likely)])
        self.indptr = arena.indptr
        self.at = np.full(PLAYS, start)

    def step(self) -> np.ndarray[Any, Any]:
        """Go on, and return the edges taken; -1 where a play has stopped."""
        low, high = self.indptr[self.at], self.indptr[self.at + 1]
        thrown = self.upto[low] + self.rng.random(PLAYS) * (self.upto[high] - self.upto[low])
        edge = np.clip(np.searchsorted(self.upto, thrown, "right") - 1, low, np.maximum(high - 1, low))
        edge = np.where(self.moving[self.at], edge, -1)
        self.at = np.where(edge >= 0, self.successors[edge], self.at)
        return edge


def reached(solution: gg.ArenaSolution, start: int, faithful: frozenset[int], rng: np.random.Generator) -> Floats:
    """Return 1 for each play that comes to the target in time."""
    objective: Any = solution.problem.objective
    inside = np.ones(solution.arena.n, np.bool_) if getattr(objective, "within", None) is None else objective.within
    walks = Walks(solution, start, faithful, rng, lambda e: 0)
    won, going = np.zeros(PLAYS, np.bool_), np.ones(PLAYS, np.bool_)
    for _ in range(400):
        won |= going & objective.mask[walks.at]
        going &= ~won & inside[walks.at] & walks.moving[walks.at]
        if not going.any():
            break
        walks.step()
    return won.astype(float)


def avoided(solution: gg.ArenaSolution, start: int, faithful: frozenset[int], rng: np.random.Generator) -> Floats:
    """Return 1 for each play that never comes to a vertex to be avoided."""
    return 1 - reached(solution, start, faithful, rng)


def collected(solution: gg.ArenaSolution, start: int, faithful: frozenset[int], rng: np.random.Generator) -> Floats:
    """Return the rewards of each play on its way to the target."""
    objective: Any = solution.problem.objective
    reward = np.array([float(one) for one in objective.reward])
    walks, total = Walks(solution, start, faithful, rng, lambda e: reward[e]), np.zeros(PLAYS)
    going = np.ones(PLAYS, np.bool_)
    for _ in range(400):
        going &= ~objective.mask[walks.at] & walks.moving[walks.at]
        if not going.any():
            break
        edge = walks.step()
        total += np.where(going & (edge >= 0), reward[edge], 0)
    return total


def paid(solution: gg.ArenaSolution, start: int, faithful: frozenset[int], rng: np.random.Generator) -> Floats:
    """Return the discounted payoff of each play; after 300 steps at 9/10 the rest is below 10^-11."""
    objective: Any = solution.problem.objective
    weight = np.array([float(one) for one in objective.weight])
    later = [float(value) for value in values(solution)]
    moving = 0.9 * np.array([later[w] for w in solution.arena.successors]) + weight
    walks, total = Walks(solution, start, faithful, rng, lambda e: moving[e]), np.zeros(PLAYS)
    for k in range(300):
        total += 0.9**k * weight[walks.step()]
    return total


def averaged(solution: gg.ArenaSolution, start: int, faithful: frozenset[int], rng: np.random.Generator) -> Floats:
    """Return the average of each play of 500 steps, moved by what its bias can make of that."""
    objective: Any = solution.problem.objective
    proof = solution.certificate
    assert isinstance(proof, GainBias)
    bias = np.array([float(one) for one in proof.bias])
    weight = np.array([float(one) for one in objective.weight])
    steps, value = 500, np.array([float(one) for one in values(solution)])
    worth = weight - value[solution.arena.tails] + bias[solution.arena.successors]
    walks, total = Walks(solution, start, faithful, rng, lambda e: worth[e]), np.zeros(PLAYS)
    for _ in range(steps):
        total += weight[walks.step()]
    average: Floats = (total + bias[walks.at] - bias[start]) / steps
    return average


def right(solution: gg.ArenaSolution, start: int, scores: Scores, seed: int) -> bool:
    """Return whether plays agree with the value of a vertex, for both players and for each of them alone."""
    value = solution.numbered.value(start)
    assert isinstance(value, int | Fraction)
    for faithful, low, high in ((BOTH, True, True), (frozenset({0}), True, False), (frozenset({1}), False, True)):
        worth = scores(solution, start, faithful, np.random.default_rng([seed, start]))
        apart = float(worth.mean()) - float(value)
        error = ERRORS * (float(worth.std()) / PLAYS**0.5 + 1 / PLAYS)
        if (low and apart < -error) or (high and apart > error):
            return False
    return True


def solved(count: int, seed: int, objective: Callable[..., Any], dead_ends: bool) -> Iterator[gg.ArenaSolution]:
    """Yield solved random games."""
    for k in range(count):
        rng = np.random.default_rng([seed, k])
        arena = random_arena(rng, 7) if dead_ends else endless.random_arena(rng, 7)
        if arena.probability is not None:
            yield gg.solve(gg.Game(arena, objective(rng, arena)))


def finite(solution: gg.ArenaSolution) -> list[int]:
    """Return the vertices with finite values."""
    return [v for v, value in enumerate(values(solution)) if isinstance(value, int | Fraction)]


def some(rng: np.random.Generator, arena: gg.Arena, share: float) -> Any:
    return rng.random(arena.n) < share


GAMES: dict[str, tuple[Callable[..., Any], Scores, bool]] = {
    "reach": (lambda rng, arena: gg.ReachProbability(some(rng, arena, 0.3)), reached, True),
    "until": (lambda rng, a: gg.ReachProbability(some(rng, a, 0.3), within=some(rng, a, 0.7)), reached, True),
    "avoid": (lambda rng, arena: gg.AvoidProbability(some(rng, arena, 0.3)), avoided, True),
    "rewards": (
        lambda rng, a: gg.ExpectedReward(some(rng, a, 0.3), rng.integers(0, 3, a.m), unreached="inf"),
        collected,
        True,
    ),
    "costs": (
        lambda rng, a: gg.ExpectedReward(some(rng, a, 0.3), rng.integers(0, 3, a.m), unreached="continue"),
        collected,
        True,
    ),
    "discounted": (
        lambda rng, a: gg.Discounted(rng.integers(-9, 10, a.m), discount=["9/10"] * a.m), paid, False,
    ),
    "mean payoff": (lambda rng, a: gg.MeanPayoff(rng.integers(-9, 10, a.m)), averaged, False),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_plays_at_random_agree_with_the_values(name: str) -> None:
    objective, scores, dead_ends = GAMES[name]
    checked = 0
    for solution in solved(cases(12, 0.25, least=2), 21, objective, dead_ends):
        for v in finite(solution)[: cases(3, 10)]:
            assert right(solution, v, scores, 7), (name, v)
            checked += 1
    assert checked > cases(12, 0.25)


def test_a_move_that_loses_something_shows_in_plays() -> None:
    arena = gg.Arena.from_edges(
        [("a", "fair"), ("a", "poor"), ("fair", "goal"), ("fair", "end"), ("poor", "goal"), ("poor", "end")],
        owner={"a": 0, "fair": 2, "poor": 2, "goal": 0, "end": 0},
        probability=[None, None, "1/2", "1/2", "2/5", "3/5"],
    )
    solution = gg.solve(gg.Game(arena, gg.ReachProbability(["goal"])))
    a, poor = arena.vertex("a"), arena.vertex("poor")
    assert right(solution, a, reached, 1)
    moves = solution.strategy.moves.copy()
    moves[a] = poor
    assert not right(replace(solution, strategy=gg.Strategy(moves)), a, reached, 1)
    wrong = np.array(values(solution), object)
    wrong[a] = Fraction(3, 5)
    assert not right(replace(solution, numbers=wrong), a, reached, 1)
