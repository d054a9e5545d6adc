"""Races: every play tried on small ones, the general solver on their expansion, the checker and planted faults."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.certificates import RaceDistances
from graphgames.games.races.problem import Position
from tests import naive
from tests.share import cases, share

TWO = (((0, 0), (1, 1), (0, 1), (1, 0)), (0, 1))
SCHEDULES = [
    TWO,
    (((0, 0), (1, 0)), (0,)),
    (((0, 0), (0, 0), (1, 0), (1, 1), (0, 1)), (1, 0)),
    (((1, 1), (0, 0), (0, 2)), (0, 0, 1)),
    (((0, 0),), (0, 1)),
]


def every_dag(n: int) -> list[list[list[int]]]:
    """All graphs on 0 to n - 1 whose edges go up."""
    pairs = [(u, v) for u in range(n) for v in range(u + 1, n)]
    chosen = product((False, True), repeat=len(pairs))
    return [
        [[v for (a, v), c in zip(pairs, choice, strict=True) if c and a == u] for u in range(n)] for choice in chosen
    ]


def make(
    graph: list[list[int]], starts: list[int], schedule: tuple[tuple[int, int], ...], wants: tuple[int, ...]
) -> gg.Race:
    n = len(graph)
    arena = gg.Arena(np.cumsum([0, *map(len, graph)]), [w for ws in graph for w in ws])
    return gg.Race(arena, n - 1, starts, wants, schedule)


def random_race(rng: np.random.Generator, n: int, k: int) -> gg.Race:
    schedule, wants = SCHEDULES[k % len(SCHEDULES)]
    density = rng.choice([0.3, 0.6])
    graph = [[v for v in range(u + 1, n) if rng.random() < density] for u in range(n)]
    return make(graph, rng.integers(0, n - 1, len(wants)).tolist(), schedule, wants)


def hold_to_account(race: gg.Race) -> None:
    """Every reachable position: outcome and remoteness against the general solver, best moves against both."""
    solution, game = gg.solve(race), gg.expand(race)
    assert gg.verify(solution).ok
    general = gg.solve(game)
    assert game.arena.labels is not None
    for position in game.arena.labels:
        assert solution.winner_of(position) == general.winner_of(position), race.render(position)
        assert solution.outcome(position) == general.outcome(position)
        assert solution.explain(position)
        rated = solution.best_moves(position)
        assert {move.position for move in rated} == set(race.moves(position))
        results = [move.result for move in rated]
        assert results == sorted(results, key=("win", "draw", "loss").index)
        assert not rated or results[0] == solution.outcome(position)


@pytest.mark.slow
@pytest.mark.parametrize(("schedule", "wants"), SCHEDULES)
def test_every_small_race_is_what_trying_every_play_gives(
    schedule: tuple[tuple[int, int], ...], wants: tuple[int, ...]
) -> None:
    for graph, starts in share(product(every_dag(4), product(range(3), repeat=len(wants))), 8, f"{schedule}"):
        race = make(graph, list(starts), schedule, wants)
        assert gg.solve(race).winner_of() == naive.race(graph, 3, race.start, race)


def test_random_races_agree_with_the_general_solver_and_with_every_play() -> None:
    rng = np.random.default_rng(5)
    for k in range(cases(60, 0.4)):
        race = random_race(rng, 7, k)
        graph = [race.arena.successors_of(v).tolist() for v in range(race.arena.n)]
        assert gg.solve(race).winner_of() == naive.race(graph, race.goal, race.start, race)
        hold_to_account(race)


def test_playing_by_the_best_moves_ends_when_it_was_said() -> None:
    rng = np.random.default_rng(6)
    for k in range(cases(40, 0.4)):
        race = random_race(rng, 20, k)
        solution = gg.solve(race)
        first, position, moves = solution.first(), race.start, 0
        while first is not None and race.arrived(position) is None:
            position = solution.best_moves(position)[0].position
            moves += 1
        assert first is None or (race.arrived(position), moves) == first


def test_the_winner_of_a_race_wins_against_any_play() -> None:
    rng = np.random.default_rng(7)
    for k in range(cases(40, 0.4)):
        race = random_race(rng, 20, k)
        solution = gg.solve(race)
        winner, position, moves = solution.winner_of(), race.start, 0
        while race.arrived(position) is None and moves < 400:
            options = race.moves(position)
            mine = race.mover(position) == winner
            position = solution.best_moves(position)[0].position if mine else options[rng.integers(len(options))]
            moves += 1
        token = race.arrived(position)
        assert winner is None or (token is not None and race.wants[token] == winner)


def test_a_token_that_stands_still_forever_is_a_draw() -> None:
    race = make([[1], [], []], [0, 0], *TWO)
    solution = gg.solve(race)
    assert solution.winner_of() is None and solution.first() is None and solution.arrivals() == (None, None)
    assert solution.outcome(race.start) == "draw" and "a draw" in solution.explain()
    assert solution.best_moves(((1, 1), 0)) == (gg.RatedMove(1, ((1, 1), 1), gg.Outcome.DRAW, None),)
    assert gg.verify(solution).ok


def changed(solution: gg.RaceSolution, token: int, turn: int, v: int, by: int) -> gg.RaceSolution:
    tables = [table.copy() for table in solution.certificate.moves]
    tables[token][turn, v] += by
    return replace(solution, certificate=RaceDistances(tuple(tables)))


@pytest.mark.slow
def test_every_changed_number_is_found() -> None:
    rng = np.random.default_rng(8)
    for k in range(10):
        solution = gg.solve(random_race(rng, 6, k))
        for token, table in enumerate(solution.certificate.moves):
            for turn, v in np.ndindex(table.shape):
                for by in (-1, 1):
                    report = gg.verify(changed(solution, token, turn, v, by))
                    assert not report and re.search("at its turn|expected", str(report))


LIES: list[tuple[str, Callable[[gg.RaceSolution], object], str]] = [
    ("arrivals", lambda s: (7, 7), "it is"),
    ("winner_of", lambda s: 1 - (s.winner_of() or 0), "claimed to win"),
]


@pytest.mark.parametrize(("name", "lie", "words"), LIES)
def test_a_wrong_answer_on_right_distances_is_found(
    name: str, lie: Callable[[gg.RaceSolution], object], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    solution = gg.solve(make([[1], [2], []], [0, 1], *TWO))
    told = lie(solution)
    monkeypatch.setattr(gg.RaceSolution, name, lambda self, position=None: told)
    assert words in str(gg.verify(solution))


def test_a_certificate_of_the_wrong_shape_or_on_a_cycle_proves_nothing() -> None:
    solution = gg.solve(make([[1], [2], []], [0, 1], *TWO))
    tables = solution.certificate.moves
    for moves, fault in (((tables[0][:1], tables[1]), "expected (2, 3)"), (tables[:1], "moves has 1 entry")):
        assert fault in str(gg.verify(replace(solution, certificate=RaceDistances(moves))))
    cyclic = object.__new__(gg.Race)
    for back in ((1, 0), (1, 1)):
        arena = gg.Arena.from_edges([(0, 1), back, (1, 2)])
        cyclic.__dict__.update(solution.problem.__dict__, arena=arena)
        assert "has a cycle" in str(gg.verify(replace(solution, problem=cyclic)))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"starts": [0, 2]}, "token 2 starts on the goal"),
        ({"starts": [0, 9]}, "vertex 9 is not in the arena"),
        ({"starts": [0]}, "there are 1 starts, 2 wants"),
        ({"wants": (0, 2)}, "neither 0 nor 1"),
        ({"schedule": []}, "the schedule must name tokens from 0 to 1"),
        ({"schedule": [(0, 2)]}, "the schedule must name tokens from 0 to 1"),
    ],
)
def test_what_is_no_race_is_refused(arguments: dict[str, object], words: str) -> None:
    race = make([[1], [2], []], [0, 1], *TWO)
    with pytest.raises(gg.GameError, match=words):
        replace(race, **arguments, tokens=())  # type: ignore[arg-type]


def test_a_race_on_a_cycle_is_refused_and_names_it() -> None:
    arena = gg.Arena.from_edges([(0, 1), (1, 0), (1, 2)], labels=["a", "b", "home"])
    with pytest.raises(gg.CycleError, match=r"a race needs an acyclic graph, .* [ab] -> [ab] -> [ab]$"):
        gg.Race(arena, 2, [0], [0], [(0, 0)])


def test_solution_as_plain_data() -> None:
    solution = gg.solve(make([[1], [2], []], [0, 1], *TWO))
    assert solution.to_dict()["certificate"]["moves"] == [[[2, 1, 0]] * 2] * 2
    assert "certificate" not in solution.to_dict(full=False)
    assert repr(solution).startswith("RaceSolution(2 tokens on Arena(n=3, m=2")
    position: Position = ((2, 1), 1)
    assert solution.explain(position).endswith("Eve has won.") and solution.best_moves(position) == ()


def test_arrivals_and_winner_must_follow_from_the_distances(monkeypatch: pytest.MonkeyPatch) -> None:
    race = make([[1, 2], [2], []], [0], ((0, 0), (1, 0)), (0,))
    solution = gg.solve(race)
    assert gg.verify(solution)
    with monkeypatch.context() as patched:
        patched.setattr(type(solution), "arrivals", lambda self, *_: (99,))
        assert "claimed to be home at the moves (99,)" in str(gg.verify(solution))
    monkeypatch.setattr(type(solution), "winner_of", lambda self, *_: 1)
    assert "player 1 is claimed to win" in str(gg.verify(solution))


@pytest.mark.parametrize("table", [np.zeros(3, np.int64), np.zeros((2, 2), np.int64), np.zeros((2, 3))])
def test_distances_of_another_shape_are_a_failure(table: Any) -> None:
    solution = gg.solve(make([[1, 2], [2], []], [0], ((0, 0), (1, 0)), (0,)))
    report = gg.verify(replace(solution, certificate=replace(solution.certificate, moves=(table,))))
    assert re.search(r"expected \(2, 3\)|dtype float64", str(report))
