"""Claims made up at random about games on arenas: both checkers say the same, and what they believe is true.

A claim is a solution file in which some entries, or all, are drawn anew from the numbers in it, the infinities, and the
numbers next to every bound that a checker knows. Who wins, and what it is worth, must then be what the solver says.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames import Game
from graphgames.reference.check import check
from tests.reference.claims import by_fast_checker, exact, game_file, leaves, solution_file, with_entry
from tests.reference.test_altered import FAMILIES, games
from tests.share import cases

DRAWN = ("winner", "strategy", "value", "certificate")


def pool(game: Game, document: Any) -> list[Any]:
    """Return what the entries of a claim are drawn from."""
    weights = getattr(game.objective, "weight", None)
    top = 1 + max((abs(int(x)) for x in np.asarray(weights).tolist()), default=0) if weights is not None else 1
    cap = getattr(game.objective, "cap", None)
    n = game.arena.n
    bounds = [0, 1, -1, 2, n - 1, n, n + 1, top, -top, top + 1, *([int(cap), int(cap) + 1] if cap is not None else [])]
    ends = [2**63 - 1, -(2**63) + 1, 2**31 - 1]
    mine = [value for path, value in leaves(document) if path[0] in DRAWN and exact(value) is not None]
    return [*dict.fromkeys([*bounds, *ends, *mine, "inf", "-inf", "1/2", "-3/2", "[0, 1]"])]


def spots(document: Any) -> list[tuple[str | int, ...]]:
    """Return the places of the entries that are drawn: numbers, and words that stand for one."""
    return [
        path
        for path, value in leaves(document)
        if path[0] in DRAWN and path[-1] != "kind" and isinstance(value, int | str) and not isinstance(value, bool)
    ]


def made_up(rng: np.random.Generator, game: Game, document: Any, count: int) -> int:
    """Compare what both checkers say of so many claims; return how many they believe."""
    choices, places, file, believed = pool(game, document), spots(document), game_file(game), 0
    for _ in range(count):
        few = int(rng.integers(1, 5)) if rng.random() < 0.6 else len(places)
        claim = document
        for k in rng.permutation(len(places))[:few].tolist():
            claim = with_entry(claim, places[k], choices[int(rng.integers(len(choices)))])
        claim = claim | {"won": [claim["winner"].count(code) for code in range(len(document["won"]))]}
        report = check(file, json.dumps(claim))
        assert report.ok == by_fast_checker(game, claim), (claim, str(report))
        if report.ok:
            believed += 1
            assert claim["winner"] == document["winner"], claim
            assert claim["value"] is None or same(claim["value"], document["value"]), claim
    return believed


def same(given: list[Any], true: list[Any]) -> bool:
    """Return whether values are those that are true, or brackets around them."""
    return all(
        a == b or exact(a) == exact(b) is not None or str(a).startswith("[") for a, b in zip(given, true, strict=True)
    )


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_made_up_claims_about_the_smallest_games(family: str) -> None:
    rng, believed = np.random.default_rng(2), 0
    for game in games(family, (1, 2)):
        if game.arena.n <= 2:
            believed += made_up(rng, game, solution_file(gg.solve(game)), 6)
    assert believed > 2


@pytest.mark.slow
@pytest.mark.share(0.34)
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("seed", range(cases(3, 0.3)))
def test_made_up_claims(family: str, seed: int) -> None:
    rng, believed = np.random.default_rng(seed), 0
    for game in games(family, (1, 2, 3)):
        believed += made_up(rng, game, solution_file(gg.solve(game)), cases(60, 0.3, least=6))
    assert believed > 5
