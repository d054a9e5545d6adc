"""The verifier: what it costs beside solving, on random games, and how many searches its bisection of priorities needs.

python benchmarks/verifier.py [--part random nested] [--vertices N]
"""

from __future__ import annotations

import argparse
from unittest.mock import patch

import numpy as np

from graphgames import Arena, ArenaSolution, Buchi, Game, NormalPlay, Parity, Reach, Strategy, solve
from graphgames.api import verify as check
from graphgames.certificates import StrategyPair
from graphgames.games.parity import checker as parity
from graphgames.graphs.order import reverse_of
from measure import Table, report, seconds, table


def random_arena(n: int, low: int, high: int, ends: float = 0.0) -> Arena:
    """Return a random arena with out-degrees from ``low`` to ``high``, and a share of dead ends."""
    rng = np.random.default_rng(3)
    degree = rng.integers(low, high + 1, n)
    degree[rng.random(n) < ends] = 0
    indptr = np.concatenate(([0], np.cumsum(degree)))
    return Arena(indptr, rng.integers(0, n, indptr[-1], np.int32), rng.integers(0, 2, n, np.uint8))


def random_games(options: argparse.Namespace) -> Table:
    """Solve and verify random games; the certificate, where it is made when asked for, is counted apart."""
    n, rng, rows = options.vertices, np.random.default_rng(4), []
    for low, high in ((1, 4), (2, 10)):
        arena, stopping, mask = random_arena(n, low, high), random_arena(n, low, high, 0.05), rng.random(n) < 0.1
        games = {"reach": Game(arena, Reach(mask)), "normal": Game(stopping, NormalPlay())}
        games |= {"buchi": Game(arena, Buchi(mask))}
        games |= {f"parity, {d:,} priorities": Game(arena, Parity(rng.integers(0, d, n))) for d in (3, 10, 1000, n)}
        for name, game in games.items():
            reverse_of(game.arena)
            solutions = list[ArenaSolution]()
            solved = seconds(lambda: solutions.append(solve(game)))  # noqa: B023
            each = iter(solutions)
            certified = seconds(lambda: next(each).certificate)  # noqa: B023
            assert check(solutions[0]).ok
            cost = seconds(lambda: check(solutions[0]))  # noqa: B023
            rows.append((f"{name}, out-degree {low} to {high}", solved, certified, cost))
    return table([f"{n:,} vertices", "solve, s", "certificate, s", "verify, s"], rows)


def nested(options: argparse.Namespace) -> Table:
    """Verify games of one component and a priority for each vertex, where taking tops away one by one is hopeless."""
    rows, n, proved = [], options.vertices, list[bool]()
    for size in (n // 100, n // 10, n):
        for shuffled in (False, True):
            solution = nested_game(size // 2, shuffled)
            with patch.object(parity, "divide", side_effect=parity.divide) as divide:
                took = seconds(lambda: proved.append(check(solution).ok), 1)  # noqa: B023
                rows.append((f"{size:,}{', shuffled' * shuffled}", divide.call_count, took))
    assert all(proved)
    return table(["vertices and priorities, nested", "searches", "verify, s"], rows)


def nested_game(k: int, shuffled: bool) -> ArenaSolution:
    """Return a chain of 2-cycles, each with an even priority above an odd one, joined through the even ones."""
    odd = np.arange(k, dtype=np.int32) * 2
    even = odd + 1
    rank = np.random.default_rng(0).permutation(k) if shuffled else np.arange(k)
    priority = np.empty(2 * k, np.int64)
    priority[odd], priority[even] = 2 * rank + 1, 2 * rank + 2
    tails = np.concatenate((odd, even, even[:-1], even[1:]))
    heads = np.concatenate((even, odd, odd[1:], odd[:-1]))
    arena = Arena.from_arrays(tails, heads, 2 * k, np.ones(2 * k, np.uint8))
    moves = Strategy(np.full(2 * k, -1, np.int32))
    return ArenaSolution(Game(arena, Parity(priority)), np.zeros(2 * k, np.uint8), moves, "by hand", StrategyPair())


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--vertices", type=int, default=10**6)


if __name__ == "__main__":
    report(__doc__, {"random": random_games, "nested": nested}, arguments)
