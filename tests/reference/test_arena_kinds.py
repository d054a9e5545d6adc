"""The reference checker on reachability, last move, Büchi and parity: true claims, altered ones, and all small ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames import Arena, Game
from graphgames.catalogue.find import fitting
from graphgames.reference.check import check
from tests.arenas import random_arena
from tests.contract.claims import every_game, lies, objective_of, planted, rejected, solution_of, wild
from tests.naive import Claimed, claim
from tests.reference.claims import (
    FREE,
    by_fast_checker,
    by_reference,
    game_file,
    leaves,
    no_numbers,
    other_numbers,
    solution_file,
    with_entry,
    without,
)

OBJECTIVES = ("reach", "safe", "buchi", "cobuchi", "parity", "normal", "misere")
ENDS = ("reach", "safe", "normal", "misere")


@cache
def games() -> list[Game]:
    """Return games of every objective, with data on vertices and on edges, in every convention."""
    rng = np.random.default_rng(5)
    found = []
    for n in (1, 3, 6):
        owned, free = random_arena(rng, n, 2.0), random_arena(rng, n, 1.5, dead_ends=True)
        some, edges = rng.random(n) < 0.4, rng.random(owned.m) < 0.4
        found += [Game(owned, kind(some)) for kind in (gg.Buchi, gg.CoBuchi)]
        found += [Game(owned, gg.Buchi(accepting_edges=edges)), Game(owned, gg.CoBuchi(rejecting_edges=edges))]
        for convention in ("max-even", "max-odd", "min-even", "min-odd"):
            on_edges = gg.Parity(edge_priority=rng.integers(0, 4, owned.m), convention=convention)
            found += [Game(owned, gg.Parity(rng.integers(0, 4, n), convention=convention)), Game(owned, on_edges)]
        found += [Game(free, gg.Reach(some)), Game(free, gg.Safe(~some))]
        shared = Arena.from_arrays(free.tails, free.successors, n)
        found += [Game(arena, play) for arena in (free, shared) for play in (gg.NormalPlay(), gg.MiserePlay())]
    ends = Arena.from_edges([(0, 1), (0, 2), (3, 4), (4, 4), (5, 3), (2, 5)])
    return [*found, Game(ends, gg.NormalPlay(won=[1], drawn=[4]))]


def solved(game: Game) -> Iterator[Any]:
    """Solve a game by every solver that solves it."""
    for solver in fitting(game.objective.name):
        yield gg.solve(game, solver=solver.name)


@pytest.mark.parametrize("k", range(len(games())))
def test_what_every_solver_says_is_proved(k: int) -> None:
    game = games()[k]
    for solution in solved(game):
        report = check(game_file(game), json.dumps(solution_file(solution)))
        assert report.ok and report.proves and report.unproved == ["solver"], (solution.solver, str(report))


@pytest.mark.parametrize("k", range(len(games())))
def test_every_altered_entry_is_refused_or_still_true(k: int) -> None:
    """Both checkers say the same of each number that is changed; who wins has one answer."""
    game = games()[k]
    file, document = game_file(game), solution_file(gg.solve(game))
    for path, value in leaves(document):
        if path[0] in FREE:
            continue
        assert not by_reference(file, without(document, path)), path
        if type(value) is not int:
            assert path == ("value",) or not by_reference(file, with_entry(document, path, None)), path
            continue
        for other in no_numbers(value):
            assert not by_reference(file, with_entry(document, path, other)), (path, other)
        for number in other_numbers(value, game.arena.n):
            altered = with_entry(document, path, number)
            believed = by_reference(file, altered)
            assert not believed or path[0] in ("strategy", "certificate"), (path, number)
            assert path[0] == "won" or believed == by_fast_checker(game, altered), (path, number)
    for name in ("winners", "labels", "certificate2"):
        assert not by_reference(file, document | {name: document["winner"]})
        assert not by_reference(file, document | {"certificate": document["certificate"] | {name: document["winner"]}})


def referred(c: Claimed) -> bool:
    """Return whether the reference checker refuses a claim."""
    solution = solution_of(c)
    return not by_reference(game_file(solution.problem), solution_file(solution))


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
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_claims_about_small_games(objective: str) -> None:
    """Thousands of claims about random games of up to five vertices, true, altered and made up."""
    rng = np.random.default_rng(3)
    claims: list[Claimed] = []
    while len(claims) < 8000:
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
