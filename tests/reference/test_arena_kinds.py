"""The reference checker on reachability, last move, Büchi and parity: true claims, altered ones, and all small ones."""

from __future__ import annotations

import numpy as np
import pytest

from graphgames import Game
from tests.arenas import random_arena
from tests.contract.claims import every_game, lies, objective_of, planted, rejected, solution_of, wild
from tests.naive import Claimed, claim
from tests.reference.claims import (
    by_reference,
    game_file,
    solution_file,
)
from tests.share import cases

OBJECTIVES = ("reach", "safe", "buchi", "cobuchi", "parity", "normal", "misere")
ENDS = ("reach", "safe", "normal", "misere")


def referred(c: Claimed) -> bool:
    """Return whether the reference checker refuses a claim."""
    solution = solution_of(c)
    return not by_reference(game_file(solution.problem), solution_file(solution))


@pytest.mark.slow
@pytest.mark.share(0.4)
@pytest.mark.parametrize(
    ("objective", "owned"), [*((name, True) for name in OBJECTIVES), ("normal", False), ("misere", False)]
)
def test_all_claims_about_the_smallest_games(objective: str, owned: bool) -> None:
    """Games of one and two vertices: all winners, all strategies with labels to suit, and one entry off."""
    claims = []
    for n, step in ((1, 1), (2, 9)):
        for arena, data in list(every_game(objective, n, owned))[::step]:
            true = claim(arena, objective, data)
            claims += [true, *lies(true), *(one.claim for one in planted(true))]
    claims = claims[:: 1 + len(claims) // 1500]
    assert [referred(c) for c in claims] == rejected(claims)


@pytest.mark.slow
@pytest.mark.share(0.4)
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_claims_about_small_games(objective: str) -> None:
    """Thousands of claims about random games of up to five vertices, true, altered and made up."""
    rng = np.random.default_rng(3)
    claims: list[Claimed] = []
    while len(claims) < cases(8000, 0.03):
        n = int(rng.integers(1, 6))
        arena = random_arena(rng, n, float(rng.uniform(1, 2.2)), True, objective in ENDS)
        data = rng.integers(0, 5, n) if objective == "parity" else rng.random(n) < 0.4
        true = claim(arena, objective, [int(d) for d in data])
        claims += [true, *(one.claim for one in planted(true))]
        made_up = list(lies(true)) if n < 4 else []
        claims += [made_up[k] for k in rng.integers(0, len(made_up), 40)] if made_up else []
    assert [referred(c) for c in claims] == rejected(claims)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_entries_out_of_range_are_refused(objective: str) -> None:
    rng = np.random.default_rng(4)
    for _ in range(3):
        arena = random_arena(rng, 3, 2.0, True, objective in ENDS)
        data = rng.integers(0, 5, 3) if objective == "parity" else rng.random(3) < 0.4
        true = claim(arena, objective, [int(d) for d in data])
        game = game_file(Game(arena, objective_of(objective, np.array(true.data))))
        document = solution_file(solution_of(true))
        for _, c in wild(true):
            entries = {"winner": c.winner, "strategy": c.moves}
            assert not by_reference(game, document | entries | {"certificate": document["certificate"] | c.labels})
