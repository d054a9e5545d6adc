"""Impartial games: large arenas against the same loop in C++, whole judge processes, heap games against all splits.

    python benchmarks/impartial.py [--part dag judge heaps long] [--vertices N] [--edges M] [--repeat 5]

``long`` is Treblecross to heap 10^6, which takes a minute or two, and the period of .16 proved again by the verifier.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from graphgames import Arena, HeapGame, grundy_values, solve, verify
from graphgames.games.heaps.problem import HeapProblem
from graphgames.games.heaps.solution import HeapSolution
from measure import Measured, Table, peak_megabytes, process, reference, report, seconds, table

HEAPS = ("code", "heaps to", "sparse space, s", "all splits, s", "period")


def random_dag(n: int, m: int, shuffled: bool) -> Arena:
    """Return a random DAG; with ``shuffled`` its numbering says nothing about its order."""
    rng = np.random.default_rng(1)
    one, two = rng.integers(0, n, m, np.int32), rng.integers(0, n - 1, m, np.int32)
    two += two >= one
    tails, heads = np.maximum(one, two), np.minimum(one, two)
    name = rng.permutation(n).astype(np.int32) if shuffled else np.arange(n, dtype=np.int32)
    return Arena.from_arrays(name[tails], name[heads], n)


def dag(options: argparse.Namespace) -> Table:
    """Measure Grundy values of random DAGs, the order found anew each time."""
    rows, n, m, path = [], options.vertices, options.edges, options.folder / "dag"
    program = reference("grundy", options.folder)
    for shuffled in (True, False):
        arena = random_dag(n, m, shuffled)
        with path.open("wb") as file:
            for part in (np.array([arena.n, arena.m]), arena.indptr, arena.successors):
                part.tofile(file)
        said = [process([program, path], repeat=1).output.split() for _ in range(options.repeat)]
        theirs = Measured(float(took) for took, _ in said)
        copies = iter([Arena.trusted(arena.indptr, arena.successors) for _ in range(options.repeat)])
        ours = seconds(lambda: grundy_values(next(copies)), options.repeat)  # noqa: B023
        if n <= 10**6:
            assert checksum(grundy_values(arena).values) == int(said[0][1])
        name = "random numbering" if shuffled else "edges to smaller vertices"
        rows.append((f"{n:,} / {m:,}, {name}", ours, theirs, ours / theirs, peak_megabytes()))
    return table(["DAG (vertices / edges)", "ours, s", "C++, s", "ratio", "ours, MB"], rows, "Grundy values of a DAG")


def checksum(values: NDArray[np.int32]) -> int:
    """Return what the C++ program says of its values."""
    total = 0
    for value in values.tolist():
        total = (total * 1000003 + value) % 2**64
    return total


def judge(options: argparse.Namespace) -> Table:
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
    rows, path = [], options.folder / "input"
    for (name, what), text in inputs.items():
        path.write_text(text)
        run = process([sys.executable, "-m", "graphgames", "judge", name], path, options.repeat)
        rows.append((name, what, run.seconds, run.megabytes))
    return table(["game", "input", "ours, s", "ours, MB"], rows, "Judges, whole processes")


def graphs(tests: Sequence[Sequence[tuple[int, int]]], n: int) -> str:
    """Return an input of Games Are Important: graphs of n vertices with a stone on each."""
    parts = [f"{n} {len(edges)}\n" + "".join(f"{v} {w}\n" for v, w in edges) + "1 " * n + "\n" for edges in tests]
    return "".join(parts) + "0 0\n"


def strip(rng: random.Random, cells: str, longest: int) -> str:
    """Return a random strip without equal marks side by side."""
    text = "..."
    for _ in range(rng.randint(0, longest - 3)):
        cell = rng.choice(cells)
        text += "." if cell == text[-1] else cell
    return text


def heaps(_: argparse.Namespace) -> Table:
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
    return table(HEAPS, rows, "Values of heap games, alone")


def heap_row(code: str, n: int, compare: bool) -> tuple[object, ...]:
    """Measure one game to one heap size, perhaps against all splits."""
    problem = HeapProblem(HeapGame.from_code(code), n)
    fast, ours = timed(problem, "sparse-space")
    theirs: object = ""
    if compare:
        slow, theirs = timed(problem, "all-splits")
        assert np.array_equal(fast.values, slow.values)
    return code, f"{n:,}", ours, theirs, fast.certificate.period or "none"


def timed(problem: HeapProblem, solver: str) -> tuple[HeapSolution, Measured]:
    """Solve three times, or once if that takes more than a second."""
    times = list[float]()
    while len(times) < 3 and sum(times) < 1:
        start = perf_counter()
        found: HeapSolution = solve(problem, solver=solver)
        times.append(perf_counter() - start)
    return found, Measured(times)


def long(_: argparse.Namespace) -> Iterator[Table]:
    """Measure Treblecross to heap 10^6 and the check of the period of .16."""
    yield table(HEAPS, [heap_row(".007", 10**6, compare=False)], "Treblecross, far")
    period = solve(HeapProblem(HeapGame.from_code(".16"), 10**6))
    checked = seconds(lambda: verify(period), 1)
    rows = [("the period of .16, every value derived again by its definition in NumPy", checked)]
    yield table(["checked", "ours, s"], rows)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--vertices", type=int, default=10**6)
    parser.add_argument("--edges", type=int, default=5 * 10**6)
    parser.add_argument("--repeat", type=int, default=5)


if __name__ == "__main__":
    report(__doc__, {"dag": dag, "judge": judge, "heaps": heaps, "long": long}, arguments, unasked=["long"])
