"""The Great Game: ``graphgames judge great-game`` against a C++ program of the same induction.

Whole processes, a file as standard input, output compared. Run: ``.venv/bin/python benchmarks/races.py [--edges M]``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from measure import machine, process, reference, table


def board(rng: np.random.Generator, n: int, m: int, hop: int) -> NDArray[np.int64]:
    """Give m transitions on n positions, each at most ``hop`` up, one at least out of every position."""
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edges", type=int, default=10_000_000, help="transitions of the largest input")
    parser.add_argument("--repeat", type=int, default=7)
    arguments = parser.parse_args()
    program = Path(sys.executable).with_name("graphgames")
    m = arguments.edges
    sizes = [(200, m // 200, m // 200), (200, m // 2000, m // 200), (10_000, 5, 6), (1, m // 10, m), (2, 2, 1)]
    rows: list[list[object]] = []
    rng = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as folder:
        peer, path = reference("great_game", Path(folder)), Path(folder) / "in"
        for tests, n, edges in sizes:
            write(path, rng, tests, n, edges)
            ours = process([program, "judge", "great-game"], path, arguments.repeat)
            theirs = process([peer], path, arguments.repeat)
            assert ours.output == theirs.output
            size = path.stat().st_size / 1e6
            rows.append([tests, n, edges, size, ours.seconds, theirs.seconds, ours.seconds / theirs.seconds])
    print(machine() + "\n")
    print(table(["tests", "n", "m", "MB", "graphgames, s", "C++, s", "ratio"], rows))


if __name__ == "__main__":
    main()
