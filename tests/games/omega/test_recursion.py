"""Rabin, Streett and Emerson-Lei games on their own arena: winners, the memory needed, files, planted faults."""

from __future__ import annotations

from dataclasses import replace
from math import factorial
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import graphgames as gg
from graphgames.games.omega.recursion import recursion
from graphgames.reference.check import check
from tests.arenas import every_arena, random_arena
from tests.games.omega.oracle import mcnaughton
from tests.share import cases, share


def pairs_on(rng: np.random.Generator, kind: Any, count: int, n: int = 12) -> gg.Game:
    arena = random_arena(rng, n, 2.2)
    return gg.Game(arena, kind([(rng.random(n) < 0.3, rng.random(n) < 0.3) for _ in range(count)]))


@pytest.mark.slow
def test_tiny_games_are_as_the_definition_says() -> None:
    for k, arena in share(enumerate([*every_arena(2), *every_arena(3)[::41]]), 10):
        sets = [[v for v in range(arena.n) if (k * 5 + 3) >> (2 * v + i) & 1] for i in range(3)]
        formula = ("Inf(0) & (Fin(1) | Inf(2))", "(Fin(0) & Inf(1)) | (Fin(2) & Inf(0))", "Fin(0) | Fin(1) & Fin(2)")[
            k % 3
        ]
        game = gg.Game(arena, gg.EmersonLei(sets, formula))
        solution = recursion(game)
        assert solution.winner.tolist() == mcnaughton(game) and gg.verify(solution)


@pytest.mark.parametrize("solver", ["recursion", "zielonka-tree", "recursion-or-tree"])
@pytest.mark.parametrize(("kind", "player"), [(gg.Rabin, 0), (gg.Streett, 1)])
def test_who_has_the_rabin_condition_remembers_nothing(kind: Any, player: int, solver: str) -> None:
    rng, moving = np.random.default_rng(4), 0
    for _ in range(cases(20, 12)):
        game = pairs_on(rng, kind, 3)
        solution = gg.solve(game, solver=solver)
        own = (solution.winner == player) & (game.arena.owner == player)
        moves = solution.strategy.moves[:, own]
        assert (moves == moves[0]).all() and gg.verify(solution)
        moving += int(own.sum())
    assert moving > 20


@pytest.mark.slow
def test_the_memory_is_what_the_game_needs_and_no_more_than_theory_says() -> None:
    rng, states = np.random.default_rng(6), []
    for _ in range(30):
        game = pairs_on(rng, gg.Streett, 3)
        solution = recursion(game)
        assert (solution.winner == gg.solve(game).winner).all() and gg.verify(solution)
        states.append(solution.stats["states"])
        assert len(solution.strategy.moves) == states[-1]
    assert max(states) <= 6 and min(states) < 6


def test_the_recursion_is_left_where_it_takes_many_attractors() -> None:
    """A ring with short cuts takes many; all three solvers say the same of it, and of a random graph."""
    rng, n = np.random.default_rng(5), 300
    v = np.arange(n)
    heads = np.concatenate([(v + 1) % n, (v + rng.integers(-30, 60, n)) % n])
    ring = gg.Arena.from_arrays(np.tile(v, 2), heads, n, rng.integers(0, 2, n))
    for arena, chosen in ((ring, "zielonka-tree"), (random_arena(rng, n, 3.0), "recursion")):
        game = gg.Game(arena, gg.Streett([(rng.random(n) < 0.1, rng.random(n) < 0.1) for _ in range(3)]))
        solution = gg.solve(game)
        assert solution.solver == chosen and gg.verify(solution)
        for solver in ("zielonka-tree", "recursion"):
            assert (gg.solve(game, solver=solver).winner == solution.winner).all()


def rounds(levels: int, spokes: int, leave: bool = False) -> gg.Game:
    """Return a Streett game that player 0 wins: a hub asks for all its spokes, and player 1 chooses the next hub.

    If he can leave the rounds, he wins all of it. But the pairs have the order in which the recursion finds first that
    player 0 wins the rounds with one spoke and its hub left out.
    """
    hubs, last = range(0, levels * (1 + spokes), 1 + spokes), levels * (1 + spokes)
    edges = [(hub, hub + 1 + j) for hub in hubs for j in range(spokes)]
    edges += [(tail, hub) for _, tail in edges for hub in (*hubs, *[last] * leave)]
    pairs = [([hub], [hub + 1 + j, *[last] * (hub + j > 0)]) for hub in hubs for j in range(spokes)]
    pairs[0][0].append(last)
    owner = [int(v not in hubs) for v in range(last + 1)]
    return gg.Game(gg.Arena.from_edges([*edges, (last, last if leave else 0)], owner=owner), gg.Streett(pairs))


@pytest.mark.parametrize(("levels", "spokes"), [(1, 3), (2, 2), (3, 2), (3, 3), (4, 2)])
def test_turns_within_turns_take_the_memory_of_the_formula(levels: int, spokes: int) -> None:
    """The children of a node leave out one spoke and its hub each; what is left has a level less."""
    solution = recursion(rounds(levels, spokes))
    assert solution.won == (levels * (1 + spokes) + 1, 0) and gg.verify(solution)
    assert solution.stats["states"] == factorial(levels) * spokes**levels


@pytest.mark.parametrize(("levels", "spokes"), [(4, 2), (5, 2), (3, 3), pytest.param(7, 2, marks=pytest.mark.slow)])
def test_memory_that_the_loser_would_need_is_not_made(levels: int, spokes: int) -> None:
    """Player 0 wins part of the last one with 46,080 states, until she loses it all."""
    solution = gg.solve(rounds(levels, spokes, leave=True), solver="recursion")
    assert solution.won == (0, levels * (1 + spokes) + 1) and gg.verify(solution)
    assert solution.stats["states"] == 1


@pytest.mark.slow
def test_a_winner_who_would_need_too_many_states_is_refused() -> None:
    with pytest.raises(gg.GameError, match="more than 4096 states of memory"):
        gg.solve(rounds(6, 2))


@pytest.mark.slow
@pytest.mark.parametrize("pairs", [8, 10, 12])
@pytest.mark.parametrize("kind", ["ring", "random", "grid"])
def test_many_pairs(kind: str, pairs: int) -> None:
    """Player 0 of a Rabin game remembers nothing, nor does player 1 of the Streett game."""
    rng, n = np.random.default_rng(pairs), 36
    v = np.arange(n)
    row, column = np.divmod(v, 6)
    ways = {
        "ring": [(v + 1) % n, (v + rng.integers(-5, 9, n)) % n],
        "random": [rng.integers(0, n, n), rng.integers(0, n, n)],
        "grid": [(row + 1) % 6 * 6 + column, (row - 1) % 6 * 6 + column, row * 6 + (column + 1) % 6],
    }[kind]
    arena = gg.Arena.from_arrays(np.tile(v, len(ways)), np.concatenate(ways), n, rng.integers(0, 2, n))
    for part in (0.05, 0.15, 0.3):
        sets = [(rng.random(n) < part, rng.random(n) < 0.3) for _ in range(pairs)]
        rabin, streett = (recursion(gg.Game(arena, kind(sets))) for kind in (gg.Rabin, gg.Streett))
        for solution, player in ((rabin, 0), (streett, 1)):
            assert gg.verify(solution)
            own = solution.strategy.moves[:, (solution.winner == player) & (arena.owner == player)]
            assert (own == own[0]).all()


def test_several_pairs_take_turns() -> None:
    """Player 0 must answer both requests, and can answer one at a time: she needs two states."""
    arena = gg.Arena.from_edges([(0, 1), (0, 2), (1, 0), (2, 0)], owner=[0, 1, 1])
    solution = recursion(gg.Game(arena, gg.Streett([([0], [1]), ([0], [2])])))
    assert solution.stats["states"] == 2 and solution.won == (3, 0)
    assert {1, 2} <= set(solution.play(0, limit=8))


def test_files_hold_as_many_states_as_the_strategy_has(tmp_path: Path) -> None:
    game = pairs_on(np.random.default_rng(8), gg.Streett, 3)
    solution = recursion(game)
    assert 1 < len(solution.strategy.moves) < len(cast("Any", game.objective).leaves.after)
    gg.write(solution, tmp_path / "solution.json")
    gg.write(game, tmp_path / "game.arena")
    assert gg.verify(gg.read_solution(game, tmp_path / "solution.json"))
    assert check((tmp_path / "game.arena").read_text(), (tmp_path / "solution.json").read_text()).ok


def test_planted_faults_are_refused() -> None:
    arena = gg.Arena.from_edges([(0, 1), (0, 2), (1, 0), (2, 0)], owner=[0, 1, 1])
    solution = recursion(gg.Game(arena, gg.Streett([([0], [1]), ([0], [2])])))
    proof: Any = solution.certificate
    for update in (proof.update * 0, proof.update[:1], np.ones_like(proof.update), proof.update + 5):
        stays = replace(proof, update=update)
        memory = gg.FiniteMemoryStrategy(arena, solution.strategy.moves, np.clip(update, 0, 1)[[0, -1]], by_edge=False)
        assert not gg.verify(replace(solution, proof=stays, strategy=memory))
        assert not gg.verify(replace(solution, proof=stays))
