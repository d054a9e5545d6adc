"""Every objective of the catalogue: each of its solvers agrees with the definition, and nothing false is believed.

A new objective is tested here as soon as its kind lists it; one that has no oracle fails.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue.find import fitting, objectives
from graphgames.catalogue.rows import Kind
from graphgames.core.strategy import Strategy
from graphgames.core.value import Bracket
from tests import oracles
from tests.oracles import oracle

OBJECTIVES = list(objectives())
each_objective = pytest.mark.parametrize("objective", OBJECTIVES)


def answers(solution: gg.ArenaSolution) -> list[Any]:
    """The values of a solution, where the objective has exact ones; else who wins."""
    if not solution.problem.objective.value_types:
        return [int(code) for code in solution.winner]
    assert solution.values is not None
    return list(solution.values)


def agree(found: list[Any], expected: Any) -> bool:
    """Whether values are those expected, or brackets that hold them."""
    return len(found) == len(expected) and all(
        one.low <= right <= one.high if isinstance(one, Bracket) else one == right
        for one, right in zip(found, expected, strict=True)
    )


@pytest.mark.slow
@pytest.mark.share(0.5)
@each_objective
def test_every_solver_agrees_with_the_definition(objective: str) -> None:
    known, rng = oracle(objective), np.random.default_rng(1)
    for _ in range(25):
        game = known.game(rng)
        expected = known.answers(game)
        for entry in fitting(objective):
            solution = gg.solve(game, solver=entry.name)
            assert agree(answers(solution), expected), (entry.name, answers(solution), expected)
            assert gg.verify(solution), (entry.name, str(gg.verify(solution)))


def lies(rng: np.random.Generator, solution: gg.ArenaSolution) -> Any:
    """Yield claims with one entry changed: of the winners, the values, the moves, or an array of the certificate."""
    n, moves, proof = solution.problem.arena.n, solution.strategy.moves, solution.certificate
    for v in range(n):
        winner = solution.winner.copy()
        winner[v] ^= 1
        yield replace(solution, winner=winner)
        if solution.values is not None:
            values = solution.values.copy()
            values[v] = values[v] + 1 if int(rng.integers(2)) else 0
            yield replace(solution, numbers=values)
        changed = moves.copy()
        changed[..., v] = rng.integers(-1, n, moves.shape[:-1])
        strategy: Any = solution.strategy
        strategy = Strategy(changed) if moves.ndim == 1 else type(strategy)(strategy.arena, changed, strategy.automaton)
        yield replace(solution, strategy=strategy)
    for field in fields(proof):
        given = getattr(proof, field.name)
        if isinstance(given, np.ndarray) and given.size:
            array = given.copy()
            place = int(rng.integers(array.size))
            array.flat[place] = array.flat[place] + int(rng.choice([-1, 1]))
            yield replace(solution, proof=replace(proof, **{field.name: array}))


@pytest.mark.share(0.5)
@each_objective
def test_nothing_false_is_believed(objective: str) -> None:
    known, rng, refused = oracle(objective), np.random.default_rng(2), 0
    for _ in range(8):
        game = known.game(rng)
        expected = known.answers(game)
        for lie in lies(rng, gg.solve(game)):
            if gg.verify(lie):
                assert agree(answers(lie), expected), lie
            else:
                refused += 1
    assert refused > 20


def test_an_objective_that_no_oracle_knows_fails_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    known = objectives()
    monkeypatch.setattr(oracles, "objectives", lambda: known | {"muller": known["rabin"]})
    with pytest.raises(AssertionError, match=r"no oracle knows the objective muller: .* tests/games/omega/oracle\.py"):
        oracle("muller")
    monkeypatch.setattr(oracles, "objectives", lambda: {"mine": Kind("graphgames.games.new", "new games")})
    with pytest.raises(AssertionError, match=r"no oracle knows the objective mine: .* tests/games/new/oracle\.py"):
        oracle("mine")
