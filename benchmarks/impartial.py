"""Impartial games: large arenas against the same loop in C++, whole judge processes, heap games against all splits.

Use: python benchmarks/impartial.py [dag] [judge] [heaps] [long] [--vertices N] [--edges M]

``long`` is Treblecross to heap 10^6, which takes a minute or two, and the period of .16 proved again by the verifier.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import numpy as np

from graphgames import Arena, HeapGame, HeapProblem, grundy_values, solve, verify
from measure import machine, peak_megabytes, process, reference, table


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


def judge() -> str:
    """Measure whole processes of ``graphgames judge`` on large inputs and on ten thousand small tests."""
    rng = random.Random(1)
    inputs = {
        ("games-are-important", "a chain of 1000"): graphs([[(v + 1, v) for v in range(999)]], 1000),
        ("games-are-important", "20 graphs of 10,000 edges"): graphs(
            20 * [[(v, w) for v in range(142) for w in range(v)][:10_000]], 1000
        ),
        ("games-are-important", "10,000 graphs of 4"): graphs(
            [[(v, w) for v in range(4) for w in range(v) if rng.random() < 0.5] for _ in range(10_000)], 4
        ),
        ("playing-with-stones", "10,000 tests to 2e18"): "10000\n"
        + "".join(f"3\n{rng.randint(1, 2 * 10**18)} {rng.randint(1, 2 * 10**18)} 5\n" for _ in range(10_000)),
        ("stone-game", "10,000 cases to 1e6"): "".join(
            f"2\n{rng.randint(10, 10**6)} {rng.randint(0, 10)}\n1000000 999\n" for _ in range(10_000)
        )
        + "0\n",
        ("treblecross", "10,000 boards of up to 200"): "10000\n"
        + "".join(f"{strip(rng, '........X', 200)}\n" for _ in range(10_000)),
        ("say-goodbye-to-tic-tac-toe", "10,000 strips of up to 100"): "10000\n"
        + "".join(f"{strip(rng, '.....XO', 100)}\n" for _ in range(10_000)),
    }
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "input"
        for (name, what), text in inputs.items():
            path.write_text(text)
            run = process([sys.executable, "-m", "graphgames", "judge", name], stdin=path)
            rows.append((name, what, run.seconds, run.megabytes))
    return table(["game", "input", "whole process, s", "peak, MB"], rows)


def graphs(tests: Sequence[Sequence[tuple[int, int]]], n: int) -> str:
    """Give an input of Games Are Important: graphs of n vertices with a stone on each."""
    parts = [f"{n} {len(edges)}\n" + "".join(f"{v} {w}\n" for v, w in edges) + "1 " * n + "\n" for edges in tests]
    return "".join(parts) + "0 0\n"


def strip(rng: random.Random, cells: str, longest: int) -> str:
    """Give a random strip without equal marks side by side."""
    text = "..."
    for _ in range(rng.randint(0, longest - 3)):
        cell = rng.choice(cells)
        text += "." if cell == text[-1] else cell
    return text


def heaps() -> str:
    """Measure values of heap games by sparse space and by all splits, and the heaps that were rare in the end."""
    rows = []
    for code, sizes in {
        ".77": (10**4, 10**6),
        ".137": (10**4, 10**6),
        ".16": (10**4, 10**5, 10**6),
        "grundy": (10**4, 10**5, 10**6),
        ".007": (10**4, 10**5),
    }.items():
        for n in sizes:
            rows.append(heap_row(code, n, compare=n <= 10**4 or (n <= 10**5 and code == "grundy")))
    return table(["code", "heaps to", "sparse space, s", "all splits, s", "period"], rows)


def heap_row(code: str, n: int, compare: bool) -> tuple[object, ...]:
    """Measure one game to one heap size, perhaps against all splits."""
    problem = HeapProblem(HeapGame.from_code(code), n)
    start = perf_counter()
    fast = solve(problem, "sparse-space")
    ours = perf_counter() - start
    theirs: object = ""
    if compare:
        start = perf_counter()
        slow = solve(problem, "all-splits")
        theirs = perf_counter() - start
        assert np.array_equal(fast.values, slow.values)
    return code, f"{n:,}", ours, theirs, fast.certificate.period or "none"


def long() -> str:
    """Measure Treblecross to heap 10^6 and the check of the period of .16."""
    period = solve(HeapProblem(HeapGame.from_code(".16"), 10**6))
    start = perf_counter()
    assert verify(period)
    checked = perf_counter() - start
    rows = [heap_row(".007", 10**6, compare=False)]
    text = table(["code", "heaps to", "sparse space, s", "all splits, s", "period"], rows)
    return f"{text}\n\nThe period of .16, every value derived again by its definition in NumPy: {checked:.0f} s\n"


def main() -> None:
    """Run the parts that were asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=["dag", "judge", "heaps"])
    parser.add_argument("--vertices", type=int, default=10**6)
    parser.add_argument("--edges", type=int, default=5 * 10**6)
    arguments = parser.parse_args()
    print(machine())
    parts = {"dag": lambda: dag(arguments.vertices, arguments.edges), "judge": judge, "heaps": heaps, "long": long}
    for name, part in parts.items():
        if name in arguments.parts:
            print(f"\n{part()}", flush=True)


if __name__ == "__main__":
    main()
