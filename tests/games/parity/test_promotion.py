"""Priority promotion: in portions, its counts on its own hard family, and as plain Python."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

import graphgames as gg
from graphgames.games.parity import promotion
from graphgames.games.parity.families import FAMILIES, random_parity
from tests import naive_parity as naive
from tests.share import cases


def test_a_run_in_portions() -> None:
    game = random_parity(2000, 50, seed=3, bipartite=True)
    whole, parts = (promotion.start(game.arena, naive.priorities(game)) for _ in range(2))
    assert not parts.advance(10)
    while not parts.advance(10):
        pass
    assert np.array_equal(parts.collect().moves, whole.finish().moves)


def test_near_edges_and_many_priorities() -> None:
    rng = np.random.default_rng(42)
    for i in range(cases(150, 0.4)):
        n = int(rng.integers(20, 600))
        game = random_parity(n, int(rng.integers(2, n)), (1, 2), seed=i, bipartite=i % 2 == 0)
        solution = gg.solve(game, solver="promotion")
        assert np.array_equal(solution.winner, gg.solve(game, solver="tangles").winner)
        assert gg.verify(solution), str(gg.verify(solution))


def test_few_promotions_where_recursion_doubles() -> None:
    stats = gg.solve(FAMILIES["recursive-ladder"](100), solver="promotion").stats
    assert stats["promotions"] < 1000 and stats["dominions"] >= 1
    few, many = (gg.solve(FAMILIES["promotion"](blocks), solver="promotion").stats["promotions"] for blocks in (8, 12))
    assert many > 4 * few


@pytest.mark.slow
def test_the_kernel_as_plain_python() -> None:
    code = (
        "import graphgames as gg; from graphgames.games.parity.families import FAMILIES\n"
        "for make in FAMILIES.values():\n"
        "    assert gg.verify(gg.solve(make(4), solver='promotion'))\n"
    )
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "GRAPHGAMES_PURE": "1"}, check=True)
