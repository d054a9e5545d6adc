"""Edge geography: what each exact rule is worth, the polynomial cases at size, and word chains.

Graphs have three arcs out of every vertex, to different vertices, and no sinks; the question is who wins from the first
one. Rules are added in turn to a search that only remembers positions; a table cell is the median over the instances of
nodes (positions entered) and seconds, and how many were decided within the limit. Once a row has decided less than half
of a size it is not tried on larger ones.

    python benchmarks/geography.py [--instances 9] [--limit 2] [--long 60] [--sizes 36 48 60 72 84 96] [--part rules]
    python benchmarks/geography.py --part words --words /usr/share/dict/words
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median

import numpy as np

from graphgames import Arena, solve, verify
from graphgames.games.geography.families import out_regular, word_list
from graphgames.games.geography.problem import Geography
from graphgames.games.geography.solution import UNDECIDED
from graphgames.games.geography.words import read
from measure import Measured, Table, report, seconds, table

STEPS = (
    ("memo alone", ()),
    ("+ reachable arcs", ("reach",)),
    ("+ cancelling pairs", ("cancel",)),
    ("+ sinks", ("sinks",)),
    ("+ components", ("exits",)),
    ("+ parity", ("parity",)),
    ("+ balanced kernels", ("kernel",)),
    ("+ order, forced moves (all)", ("order",)),
)

MADE_UP = ((60, 8), (100, 12), (150, 12), (300, 10))


def cell(arcs: int, instances: int, solver: str, rules: Sequence[str], limit: float) -> tuple[str, float]:
    """Return a table cell, and the share of instances decided."""
    nodes, seconds, decided = [], [], 0
    for seed in range(instances):
        problem = Geography("edge-geography", [out_regular(arcs // 3, 3, seed)])
        solution = solve(problem, solver=solver, start=0, reductions=rules, seconds=limit)
        done = int(solution.winner[0][0]) != UNDECIDED
        decided += done
        nodes.append(float(solution.stats["nodes"]) if done else float("inf"))
        seconds.append(float(solution.stats["seconds"]) if done else float("inf"))
    if decided <= instances // 2:
        return f"{decided}/{instances} in {limit:g} s", decided / instances
    return f"{median(nodes):,.0f}; {median(seconds):.3f} s; {decided}/{instances}", decided / instances


def rules_table(arguments: argparse.Namespace) -> Table:
    """Rules in turn, then all of them with proof numbers."""
    rows: list[list[str]] = []
    rules: list[str] = []
    for name, more in STEPS:
        rules += more
        last = name == STEPS[-1][0]
        rows.append(row(name, "geography-depth-first", rules, arguments.long if last else arguments.limit, arguments))
    rows.append(row("all, proof-number search", "geography-proof-number", rules, arguments.long, arguments))
    head = ["rules", *(f"{arcs} arcs" for arcs in arguments.sizes)]
    return table(head, rows, "Who wins from the first vertex: nodes, seconds, decided")


def row(name: str, solver: str, rules: Sequence[str], limit: float, arguments: argparse.Namespace) -> list[str]:
    """One row of the table."""
    cells, share = [name], 1.0
    for arcs in arguments.sizes:
        if share < 0.5:
            cells.append("")
            continue
        text, share = cell(arcs, arguments.instances, solver, rules, limit)
        cells.append(text)
    return cells


def polynomial_table(arguments: argparse.Namespace) -> Table:
    """The cases that a theorem decides, with their certificates made and checked."""
    rng = np.random.default_rng(1)
    sides = np.stack([rng.integers(0, 1500, 6000), 1500 + rng.integers(0, 1500, 6000)], axis=1)
    tree = np.array([(v, int(rng.integers(0, v))) for v in range(1, 100_000)])
    upwards = np.sort(rng.integers(0, 300_000, (1_000_000, 2)), axis=1) + np.array([0, 1])
    cases = [
        ("undirected-vertex-geography", "random, 10^5 edges", 50_000, rng.integers(0, 50_000, (100_000, 2))),
        ("undirected-edge-geography", "bipartite, 3000 vertices, 6000 edges", 3000, sides),
        ("undirected-edge-geography", "tree, 10^5 vertices", 100_000, tree),
        ("edge-geography", "no cycles, 10^6 arcs", 300_001, upwards),
    ]
    rows, proved = [], list[bool]()
    for kind, what, n, edges in cases:
        problem = Geography(kind, [Arena.from_edges(edges, n=n)])
        solutions = []
        solved = seconds(lambda: solutions.append(solve(problem)), arguments.repeat)  # noqa: B023
        checked = seconds(lambda: proved.append(bool(verify(solutions.pop()))), arguments.repeat)  # noqa: B023
        rows.append([kind, what, solved, checked, "yes" if all(proved) else "NO"])
    return table(["game", "graph", "solve, s", "prove and check, s", "proved"], rows, "Decided by a theorem")


def words_table(arguments: argparse.Namespace) -> Table:
    """Word chains: made-up lists, and samples of a real one; all first letters, in one search with one limit."""
    path, limit = arguments.words, arguments.limit
    lists = [(f"made up, {letters} letters", word_list(count, letters, 1)) for count, letters in MADE_UP]
    if path is not None:
        real = list(read(Path(path).read_bytes(), path).words)
        Random(1).shuffle(real)
        sizes = [size for size in (1000, 3000, 10_000) if size < len(real)]
        lists += [(Path(path).name, real[:size]) for size in (*sizes, len(real))]
    rows = []
    for name, words in lists:
        start = time.perf_counter()
        problem = read("\n".join(words).encode())
        solution = solve(problem, seconds=limit)
        decided = int(np.count_nonzero(solution.winner[0] != UNDECIDED))
        cells = [name, len(words), f"{decided} of {problem.graphs[0].n}", f"{solution.stats['nodes']:,}"]
        rows.append([*cells, Measured([time.perf_counter() - start])])
    head = ["words", "how many", "first letters decided", "nodes", "read and solve, s"]
    return table(head, rows, "Word chains, all first letters in one search")


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--instances", type=int, default=9)
    parser.add_argument("--limit", type=float, default=2, help="seconds an instance while rules are missing")
    parser.add_argument("--long", type=float, default=60, help="seconds an instance with all rules")
    parser.add_argument("--sizes", type=int, nargs="+", default=[36, 48, 60, 72, 84, 96])
    parser.add_argument("--repeat", type=int, default=3, help="how often the polynomial cases are run")
    parser.add_argument("--words", metavar="FILE", help="a list of words, one a line")


if __name__ == "__main__":
    report(__doc__, {"rules": rules_table, "polynomial": polynomial_table, "words": words_table}, options)
