"""The quasi-polynomial solver: in portions, on hard games beside the others, and as plain Python."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

import graphgames as gg
from graphgames.games.parity import quasipoly
from graphgames.games.parity.families import FAMILIES, random_parity
from tests import naive_parity as naive
from tests.share import cases


def test_a_run_in_portions() -> None:
    game = FAMILIES["recursive-ladder"](15)
    whole, parts = (quasipoly.start(game.arena, naive.priorities(game)) for _ in range(2))
    assert not parts.advance(10)
    while not parts.advance(10):
        pass
    assert np.array_equal(parts.collect().moves, whole.finish().moves)


@pytest.mark.slow
def test_many_parts_and_few_large_dominions() -> None:
    rng = np.random.default_rng(41)
    for i in range(cases(150, 0.3)):
        n = int(rng.integers(20, 300))
        game = random_parity(n, int(rng.integers(2, n)), (1, 2), seed=i, bipartite=i % 2 == 0)
        solution = gg.solve(game, solver="quasipoly")
        assert np.array_equal(solution.winner, gg.solve(game, solver="tangles").winner)
        assert gg.verify(solution), str(gg.verify(solution))


def test_half_the_precision_keeps_the_calls_few() -> None:
    """Five blocks more would be 32 times the calls of the plain recursion; here they are about four times as many."""
    calls = [
        gg.solve(FAMILIES["recursive-ladder"](blocks), solver="quasipoly").stats["calls"] for blocks in (15, 20, 25)
    ]
    assert calls[1] < 8 * calls[0] and calls[2] < 8 * calls[1]


@pytest.mark.slow
def test_the_kernel_as_plain_python() -> None:
    code = (
        "import graphgames as gg; from graphgames.games.parity.families import FAMILIES\n"
        "for make in FAMILIES.values():\n"
        "    assert gg.verify(gg.solve(make(4), solver='quasipoly'))\n"
    )
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "GRAPHGAMES_PURE": "1"}, check=True)
