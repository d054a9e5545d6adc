"""The verifier: what it costs beside solving, on random games, and how many searches its bisection of priorities needs.

Use: python benchmarks/verifier.py [random] [nested] [--vertices N]
"""

from __future__ import annotations

import argparse
from time import perf_counter
from unittest.mock import patch

import numpy as np

from graphgames import Arena, Buchi, Game, NormalPlay, Parity, Reach, Solution, Strategy, StrategyPair, solve
from graphgames.verifier import check, parity
from measure import machine, seconds, table


def random_arena(n: int, low: int, high: int, ends: float = 0.0) -> Arena:
    """Give a random arena with out-degrees from ``low`` to ``high``, and a share of dead ends."""
    rng = np.random.default_rng(3)
    degree = rng.integers(low, high + 1, n)
    degree[rng.random(n) < ends] = 0
    indptr = np.concatenate(([0], np.cumsum(degree)))
    return Arena(indptr, rng.integers(0, n, indptr[-1], np.int32), rng.integers(0, 2, n, np.uint8))


def random_games(n: int) -> str:
    """Solve and verify random games; the certificate, where it is made when asked for, is counted apart."""
    rng, rows = np.random.default_rng(4), []
    for low, high in ((1, 4), (2, 10)):
        arena, stopping, mask = random_arena(n, low, high), random_arena(n, low, high, 0.05), rng.random(n) < 0.1
        games = {"reach": Game(arena, Reach(mask)), "normal": Game(stopping, NormalPlay())}
        games |= {"buchi": Game(arena, Buchi(mask))}
        games |= {f"parity, {d:,} priorities": Game(arena, Parity(rng.integers(0, d, n))) for d in (3, 10, 1000, n)}
        for name, game in games.items():
            game.arena.reverse  # noqa: B018
            start = perf_counter()
            solution = solve(game)
            solved = perf_counter()
            assert solution.certificate is not None
            certified = perf_counter()
            assert check(solution).ok
            cost = seconds(lambda: check(solution))  # noqa: B023
            rows.append((f"{name}, out-degree {low} to {high}", solved - start, certified - solved, cost))
    return table([f"{n:,} vertices", "solve, s", "certificate, s", "verify, s"], rows)


def nested(n: int) -> str:
    """Verify games of one component and a priority for each vertex, where taking tops away one by one is hopeless."""
    rows = []
    for size in (n // 100, n // 10, n):
        for shuffled in (False, True):
            solution = nested_game(size // 2, shuffled)
            with patch.object(parity, "divide", side_effect=parity.divide) as divide:
                start = perf_counter()
                assert check(solution).ok
                rows.append((f"{size:,}{', shuffled' * shuffled}", divide.call_count, perf_counter() - start))
    return table(["vertices and priorities, nested", "searches", "verify, s"], rows)


def nested_game(k: int, shuffled: bool) -> Solution:
    """Give a chain of 2-cycles, each with an even priority above an odd one, joined both ways through the even ones."""
    odd = np.arange(k, dtype=np.int32) * 2
    even = odd + 1
    rank = np.random.default_rng(0).permutation(k) if shuffled else np.arange(k)
    priority = np.empty(2 * k, np.int64)
    priority[odd], priority[even] = 2 * rank + 1, 2 * rank + 2
    tails = np.concatenate((odd, even, even[:-1], even[1:]))
    heads = np.concatenate((even, odd, odd[1:], odd[:-1]))
    arena = Arena.from_arrays(tails, heads, 2 * k, np.ones(2 * k, np.uint8))
    moves = Strategy(np.full(2 * k, -1, np.int32))
    return Solution(Game(arena, Parity(priority)), np.zeros(2 * k, np.uint8), moves, "by hand", StrategyPair())


def main() -> None:
    """Run the parts that were asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=["random", "nested"])
    parser.add_argument("--vertices", type=int, default=10**6)
    arguments = parser.parse_args()
    print(machine())
    if "random" in arguments.parts:
        print(random_games(arguments.vertices))
    if "nested" in arguments.parts:
        print(nested(arguments.vertices))


if __name__ == "__main__":
    main()
