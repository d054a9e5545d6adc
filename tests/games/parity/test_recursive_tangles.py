"""Recursive tangle learning: in portions, its counts where the other solvers are slow, and as plain Python."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

import graphgames as gg
from graphgames.games.parity import portfolio, recursive_tangles
from graphgames.games.parity.families import FAMILIES, random_parity
from tests import naive_parity as naive
from tests.share import cases


def test_a_run_in_portions() -> None:
    game = random_parity(2000, 50, seed=3, bipartite=True)
    whole, parts = (recursive_tangles.start(game.arena, naive.priorities(game)) for _ in range(2))
    assert not parts.advance(10)
    while not parts.advance(10):
        pass
    assert np.array_equal(parts.collect().moves, whole.finish().moves)


def test_near_edges_and_many_priorities() -> None:
    rng = np.random.default_rng(42)
    for i in range(cases(150, 0.4)):
        n = int(rng.integers(20, 600))
        game = random_parity(n, int(rng.integers(2, n)), (1, 2), seed=i, bipartite=i % 2 == 0)
        solution = gg.solve(game, solver="recursive-tangles")
        assert np.array_equal(solution.winner, gg.solve(game, solver="promotion").winner)
        assert gg.verify(solution), str(gg.verify(solution))


@pytest.mark.parametrize("bits", [10, 20, 30])
def test_one_round_a_bit_on_two_counters(bits: int) -> None:
    solution = gg.solve(FAMILIES["two-counters"](bits), solver="recursive-tangles")
    assert solution.stats["rounds"] <= bits + 3
    assert gg.verify(solution)


def test_the_rounds_double_on_chained_counters() -> None:
    few, many = (
        gg.solve(FAMILIES["chained-counters"](bits), solver="recursive-tangles").stats["rounds"] for bits in (6, 8)
    )
    assert many > 3 * few


def test_the_default_solves_two_counters_by_it() -> None:
    game = FAMILIES["two-counters"](24)
    first = portfolio.edges(game.arena, portfolio.PORTION)
    name, outcome = portfolio.dovetail(game.arena, naive.priorities(game), portfolio.SHARES, first)
    assert name == "recursive-tangles"
    assert outcome.stats["edges"] < 2_000_000
    solution = gg.solve(game)
    assert gg.verify(solution)
    assert np.array_equal(solution.winner, outcome.winner)


@pytest.mark.slow
def test_the_kernel_as_plain_python() -> None:
    code = (
        "import graphgames as gg; from graphgames.games.parity.families import FAMILIES\n"
        "for make in FAMILIES.values():\n"
        "    assert gg.verify(gg.solve(make(4), solver='recursive-tangles'))\n"
    )
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "GRAPHGAMES_PURE": "1"}, check=True)
