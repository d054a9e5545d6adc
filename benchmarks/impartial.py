"""Impartial games: Grundy values of large arenas against the same loop in C++.

Use: python benchmarks/impartial.py [dag] [--vertices N] [--edges M]
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from pathlib import Path
from time import perf_counter

import numpy as np

from graphgames import Arena, grundy_values
from measure import machine, peak_megabytes, reference, table


def random_dag(n: int, m: int, shuffled: bool) -> Arena:
    """Give a random DAG; with ``shuffled`` its numbering says nothing about its order."""
    rng = np.random.default_rng(1)
    one, two = rng.integers(0, n, m, np.int32), rng.integers(0, n - 1, m, np.int32)
    two += two >= one
    tails, heads = np.maximum(one, two), np.minimum(one, two)
    name = rng.permutation(n).astype(np.int32) if shuffled else np.arange(n, dtype=np.int32)
    return Arena.from_arrays(name[tails], name[heads], n)


def dag(n: int, m: int) -> str:
    """Measure Grundy values of random DAGs; each time is the best of five, the order found anew each time."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        program = reference("grundy", Path(folder))
        for shuffled in (True, False):
            arena = random_dag(n, m, shuffled)
            path = Path(folder) / "dag"
            with path.open("wb") as file:
                for part in (np.array([arena.n, arena.m]), arena.indptr, arena.successors):
                    part.tofile(file)
            theirs, checksum = subprocess.run(
                [program, path], check=True, capture_output=True, text=True
            ).stdout.split()
            ours = []
            for _ in range(5):
                fresh = Arena.trusted(arena.indptr, arena.successors)
                start = perf_counter()
                values = grundy_values(fresh).values
                ours.append(perf_counter() - start)
            total = 0
            for value in values.tolist() if n <= 10**6 else ():
                total = (total * 1000003 + value) % 2**64
            assert n > 10**6 or total == int(checksum)
            name = "random numbering" if shuffled else "edges to smaller vertices"
            rows.append(
                (f"{n:,} / {m:,}, {name}", min(ours), float(theirs), min(ours) / float(theirs), peak_megabytes())
            )
    return table(["DAG (vertices / edges)", "graphgames, s", "C++, s", "ratio", "peak, MB"], rows)


def main() -> None:
    """Run the parts that were asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=["dag"])
    parser.add_argument("--vertices", type=int, default=10**6)
    parser.add_argument("--edges", type=int, default=5 * 10**6)
    arguments = parser.parse_args()
    print(machine())
    if "dag" in arguments.parts:
        print(dag(arguments.vertices, arguments.edges))


if __name__ == "__main__":
    main()
