"""The Great Game: ``graphgames judge great-game`` against a C++ program of the same induction.

Whole processes, a file as standard input, output compared. Run: ``python benchmarks/races.py [--edges M]``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from measure import Table, process, reference, report, table


def board(rng: np.random.Generator, n: int, m: int, hop: int) -> NDArray[np.int64]:
    """Return m transitions on n positions, each at most ``hop`` up, one at least out of every position."""
    tails = np.concatenate([np.arange(1, n), rng.integers(1, n, m - n + 1)])
    heads = np.minimum(n, tails + rng.integers(1, hop + 1, m))
    return rng.permutation(np.stack([tails, heads], axis=1))


def write(path: Path, rng: np.random.Generator, tests: int, n: int, m: int) -> None:
    """Write tests of one size, with short and long transitions in turn."""
    with path.open("w") as file:
        file.write(f"{tests}\n")
        for test in range(tests):
            red, black = rng.integers(1, max(2, n // 10), 2)
            edges = board(rng, n, m, (4, 40, 2000, n)[test % 4])
            file.write(f"{n} {m}\n{red} {black}\n")
            file.write("".join(f"{u} {v}\n" for u, v in edges.tolist()))


def judges(options: argparse.Namespace) -> Table:
    """Measure inputs of every proportion, from one large test to ten thousand small ones."""
    program, peer = Path(sys.executable).with_name("graphgames"), reference("great_game", options.folder)
    m, path = options.edges, options.folder / "in"
    sizes = [(200, m // 200, m // 200), (200, m // 2000, m // 200), (10_000, 5, 6), (1, m // 10, m), (2, 2, 1)]
    rows: list[list[object]] = []
    rng = np.random.default_rng(1)
    for tests, n, edges in sizes:
        write(path, rng, tests, n, edges)
        ours = process([program, "judge", "great-game"], path, options.repeat)
        theirs = process([peer], path, options.repeat)
        assert ours.output == theirs.output
        size = f"{path.stat().st_size / 1e6:.3g}"
        rows.append([tests, n, edges, size, ours.seconds, theirs.seconds, ours.seconds / theirs.seconds])
    return table(["tests", "n", "m", "file, MB", "ours, s", "C++, s", "ratio"], rows)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--edges", type=int, default=10_000_000, help="transitions of the largest input")
    parser.add_argument("--repeat", type=int, default=7)


if __name__ == "__main__":
    report(__doc__, {"judges": judges}, arguments)
