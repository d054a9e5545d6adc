"""Acceptance beyond parity: GR(1) games directly, and as the parity game of the condition's Zielonka tree.

    python benchmarks/omega.py [--n 100000 1000000] [--repeat 3]

Random graphs with three edges a vertex, rings with a second edge of up to 60 steps, square grids that are closed at two
sides; owners at random, two assumptions and three guarantees, each of which holds a vertex with the probability given.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import numpy as np

import graphgames as gg
from graphgames.core.acceptance import spelled
from measure import Part, Table, report, seconds, table

SHARES = (0.1, 0.01, 0.001)


def arenas(n: int, rng: np.random.Generator) -> Iterator[tuple[str, gg.Arena]]:
    """Yield the graphs with about n vertices."""
    side = int(n**0.5)
    v, cell = np.arange(n), np.arange(side * side)
    right, left = np.where(cell % side < side - 1, cell + 1, cell), np.where(cell % side, cell - 1, cell)
    up, down = (cell + side) % cell.size, np.where(cell < side, cell, cell - side)
    for name, tails, heads in (
        ("random", np.repeat(v, 3), rng.integers(0, n, 3 * n)),
        ("ring", np.tile(v, 2), np.concatenate([(v + 1) % n, (v + rng.integers(-30, 60, n)) % n])),
        ("grid", np.tile(cell, 4), np.concatenate([right, left, up, down])),
    ):
        size = int(tails.max()) + 1
        yield name, gg.Arena.from_arrays(tails, heads, size, rng.integers(0, 2, size))


def explicit(options: argparse.Namespace) -> Table:
    rows = []
    for n in options.n:
        rng = np.random.default_rng(1)
        for name, arena in arenas(n, rng):
            for share in SHARES:
                sets = [rng.random(arena.n) < share for _ in range(5)]
                game = gg.Game(arena, gg.GR1(sets[:2], sets[2:]))
                bound: Any = game.objective
                same = gg.Game(arena, gg.EmersonLei(sets, spelled(bound.condition())))
                solution, other = gg.solve(game), gg.solve(same)
                assert (solution.winner == other.winner).all() and gg.verify(solution)
                took = [seconds(work, options.repeat) for work in works(game, same, solution)]
                rows.append((name, arena.n, share, *took, took[2] / took[0]))
    head = ("graph", "vertices", "share", "goals, s", "verify, s", "zielonka-tree, s", "ratio")
    return table(head, rows, "GR(1), two assumptions and three guarantees")


def works(game: gg.Game, same: gg.Game, solution: Any) -> Iterator[Any]:
    """Yield what is timed: solving directly, checking, and solving as a parity game."""
    yield lambda: gg.solve(game)
    yield lambda: gg.verify(solution)
    yield lambda: gg.solve(same)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--n", type=int, nargs="+", default=[100_000, 1_000_000], help="how many vertices")
    parser.add_argument("--repeat", type=int, default=3, help="how often each is run; the median counts")


if __name__ == "__main__":
    parts: dict[str, Part] = {"explicit": explicit}
    report(__doc__, parts, arguments)
