"""Python in, Python out: arenas from pairs, from NetworkX and from arrays, and the strategy as a dictionary.

    python benchmarks/objects.py [--edges 1000000] [--repeat 3]

The same random edges, a fifth as many vertices, are given to each builder. The peers make their own graph of them:
NetworkX a ``DiGraph``, to which ours are held from the same names, and ``stormpy`` a matrix, row by row, where it is
installed. Seconds of the processor, the least of the repeats, all in turn.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from time import process_time

import networkx as nx
import numpy as np

import graphgames as gg
from measure import Measured, Table, report, table


def timed(works: Sequence[Callable[[], object]], repeat: int) -> list[Measured]:
    """Return the seconds of the processor that each of some functions takes, run in turn."""
    took: list[list[float]] = [[] for _ in works]
    for _ in range(repeat):
        for times, work in zip(took, works, strict=True):
            begin = process_time()
            work()
            times.append(process_time() - begin)
    return [Measured(times, min(times)) for times in took]


def storm_matrix(pairs: Sequence[tuple[int, int]]) -> object:
    """Return a sparse matrix of ``stormpy`` with a one for each edge, by its builder; the pairs are in order."""
    from stormpy.datastructures import SparseMatrixBuilder

    builder = SparseMatrixBuilder()
    for row, column in pairs:
        builder.add_next_value(row, column, 1.0)
    return builder.build()


def building(options: argparse.Namespace) -> Table:
    """The table of arenas made from what a Python program has."""
    rng, m = np.random.default_rng(1), options.edges
    n = m // 5
    codes = np.unique(rng.integers(0, n * n, m))
    tails, heads = codes // n, codes % n
    numbers = list(zip(tails.tolist(), heads.tolist(), strict=True))
    words = [f"vertex {v}" for v in range(n)]
    named = [(words[v], words[w]) for v, w in numbers]
    graph = nx.DiGraph(named)
    works: dict[str, Callable[[], object]] = {
        "pairs of numbers": lambda: gg.Arena.from_edges(numbers),
        "pairs of strings": lambda: gg.Arena.from_edges(named),
        "arrays of tails and heads": lambda: gg.Arena.from_arrays(tails, heads),
        "a graph of NetworkX": lambda: gg.Arena.from_networkx(graph),
        "peer: NetworkX from pairs of numbers": lambda: nx.DiGraph(numbers),
        "peer: NetworkX from pairs of strings": lambda: nx.DiGraph(named),
    }
    if find_spec("stormpy"):
        works["peer: stormpy's matrix builder"] = lambda: storm_matrix(numbers)
    took = dict(zip(works, timed(list(works.values()), options.repeat), strict=True))
    rows: list[tuple[object, ...]] = []
    for name, one in took.items():
        given = "strings" if name in ("pairs of strings", "a graph of NetworkX") else "numbers"
        peer = took[f"peer: NetworkX from pairs of {given}"]
        rows.append((name, f"{codes.size:,}", one, "-" if name.startswith("peer") else one / peer))
    return table(("from", "edges", "s", "ours / NetworkX"), rows, "Arenas from Python")


def strategy(options: argparse.Namespace) -> Table:
    """The table of a solution brought back to Python."""
    n = options.edges // 5
    rng = np.random.default_rng(2)
    pairs = zip(np.repeat(np.arange(n), 5).tolist(), rng.integers(0, n, 5 * n).tolist(), strict=True)
    arena = gg.Arena.from_edges(
        [(f"vertex {v}", f"vertex {w}") for v, w in pairs], owner={f"vertex {v}": v % 2 for v in range(n)}
    )
    solution = gg.solve(gg.Game(arena, gg.Buchi([f"vertex {v}" for v in range(0, n, 3)])))
    works = [
        solution.strategy.to_dict,
        lambda: [solution.winner_of(label) for label in arena.labels or ()],
    ]
    names = ("the strategy as a dictionary", "the winner of each vertex, asked one by one")
    rows = [(name, f"{n:,}", one) for name, one in zip(names, timed(works, options.repeat), strict=True)]
    return table(("what", "vertices", "s"), rows, "Answers in Python")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--edges", type=int, default=10**6)
    parser.add_argument("--repeat", type=int, default=3, help="how often each is run; the least counts")


if __name__ == "__main__":
    report(__doc__, {"building": building, "strategy": strategy}, arguments)
