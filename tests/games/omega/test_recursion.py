"""Rabin, Streett and Emerson-Lei games on their own arena: winners, the memory needed, files, planted faults."""

from __future__ import annotations

from dataclasses import replace
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
