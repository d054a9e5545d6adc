"""Geography: every solver against playing it out, on all small graphs and thousands of random ones."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain, combinations, product

import numpy as np
import pytest

from graphgames import Arena, solve
from graphgames.catalogue.find import fitting
from graphgames.games.geography.names import GEOGRAPHY
from graphgames.games.geography.problem import Geography
from graphgames.games.geography.solution import UNDECIDED
from graphgames.games.geography.solver import ALL_REDUCTIONS
from tests import naive
from tests.share import cases, share

Arcs = tuple[tuple[int, int], ...]
SOLVERS = [entry.name for entry in fitting("edge-geography")]


def every_graph(n: int, undirected: bool) -> Iterator[Arcs]:
    """All graphs of n vertices with self-loops."""
    pairs = [(u, w) for u, w in product(range(n), repeat=2) if u <= w or not undirected]
    return chain.from_iterable(combinations(pairs, k) for k in range(len(pairs) + 1))


def random_arcs(rng: np.random.Generator, n: int, m: int) -> Arcs:
    """Arcs with repetitions and loops."""
    return tuple((int(u), int(w)) for u, w in rng.integers(0, n, (m, 2)))


def arena(n: int, arcs: Arcs) -> Arena:
    return Arena.from_edges(np.array(arcs, np.int64).reshape(-1, 2), n=n)


def expected(kind: str, n: int, arcs: Arcs) -> list[int]:
    return naive.geography(n, arcs, kind.startswith("undirected"), kind.endswith("vertex-geography"))


@pytest.mark.slow
@pytest.mark.parametrize("kind", GEOGRAPHY)
def test_every_small_graph(kind: str) -> None:
    n = 3
    every = [arcs for arcs in every_graph(n, kind.startswith("undirected")) if len(arcs) <= 7]
    graphs = list(share(every, 6, kind, least=60))
    problem = Geography(kind, [arena(n, arcs) for arcs in graphs])
    want = [expected(kind, n, arcs) for arcs in graphs]
    for solver in SOLVERS:
        solution = solve(problem, solver=solver)
        assert [winner.tolist() for winner in solution.winner] == want, solver


@pytest.mark.share(0.5)
@pytest.mark.parametrize("kind", GEOGRAPHY)
def test_random_graphs(kind: str) -> None:
    rng = np.random.default_rng(1)
    for _ in range(cases(250, 0.4)):
        n = int(rng.integers(1, 8))
        arcs = random_arcs(rng, n, int(rng.integers(0, 10)))
        want = expected(kind, n, arcs)
        for solver in SOLVERS:
            (winner,) = solve(
                Geography(kind, [arena(n, arcs)]), solver=solver, memory=int(rng.choice([0, 1 << 20]))
            ).winner
            assert winner.tolist() == want, (solver, n, arcs)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["edge-geography", "vertex-geography", "undirected-edge-geography"])
def test_each_rule_alone_and_left_out(kind: str) -> None:
    rng = np.random.default_rng(2)
    for _ in range(cases(60, 0.15)):
        n = int(rng.integers(2, 7))
        arcs = random_arcs(rng, n, int(rng.integers(2, 10)))
        want = expected(kind, n, arcs)
        for rule in ALL_REDUCTIONS:
            for used in ([], [rule], [other for other in ALL_REDUCTIONS if other != rule]):
                for solver in SOLVERS[1:]:
                    (winner,) = solve(
                        Geography(kind, [arena(n, arcs)]), solver=solver, reductions=used, memory=4096
                    ).winner
                    assert winner.tolist() == want, (solver, used, n, arcs)


def test_solvers_agree_beyond_brute_force() -> None:
    rng = np.random.default_rng(3)
    for kind in GEOGRAPHY:
        for _ in range(12):
            n = int(rng.integers(8, 13))
            problem = Geography(kind, [arena(n, random_arcs(rng, n, 2 * n + 2))])
            first, *others = (solve(problem, solver=solver).winner[0].tolist() for solver in SOLVERS)
            assert all(other == first for other in others)


def test_arc_sets_of_any_size() -> None:
    """Long cycles with chords: many words an arc set, lines thousands of arcs deep."""
    n = 3001
    cycle = tuple((v, (v + 1) % n) for v in range(n))
    (winner,) = solve(Geography("edge-geography", [arena(n, cycle)]), start=5).winner
    assert winner[5] == 0 and np.count_nonzero(winner == UNDECIDED) == n - 1
    chords = tuple((v, (v + 7) % 200) for v in range(0, 200, 20)) + tuple((v, (v + 1) % 200) for v in range(200))
    results = [
        solve(Geography("edge-geography", [arena(200, chords)]), solver=s, start=3).winner[0][3] for s in SOLVERS
    ]
    assert len(set(results)) == 1


def test_limits_say_what_is_known() -> None:
    rng = np.random.default_rng(4)
    arcs = tuple((u, int(w)) for u in range(28) for w in rng.choice(28, 3, replace=False) if w != u)
    for options in ({"nodes": 20}, {"seconds": 0.0}):
        solution = solve(Geography("edge-geography", [arena(28, arcs)]), **options)
        assert solution.stats["stopped"] == ("nodes" if "nodes" in options else "time")
        assert UNDECIDED in solution.winner[0]
        assert "not decided" in solution.explain(int(np.flatnonzero(solution.winner[0] == UNDECIDED)[0]))


@pytest.mark.slow
def test_ctrl_c_says_what_is_known() -> None:
    calls = []

    def interrupt(*counters: int) -> None:
        calls.append(counters)
        if len(calls) == 10:
            raise KeyboardInterrupt

    rng = np.random.default_rng(4)
    arcs = tuple((u, int(w)) for u in range(40) for w in rng.choice(40, 3, replace=False) if w != u)
    problem = Geography("edge-geography", [arena(40, arcs), arena(40, arcs)])
    solution = solve(problem, progress=interrupt)
    assert solution.stats["stopped"] == "interrupted" and len(calls) == 10
    assert UNDECIDED in solution.winner[0] and len(calls[0]) == 5


@pytest.mark.slow
def test_a_hard_start_keeps_no_easy_one_waiting() -> None:
    """Vertex 0 is hard; the last vertices, of another component, are decided all the same."""
    rng = np.random.default_rng(4)
    arcs = tuple((u, int(w)) for u in range(40) for w in rng.choice(40, 3, replace=False) if w != u)
    more = tuple((40 + u, 40 + int(w)) for u in range(9) for w in rng.choice(9, 3, replace=False) if w != u)
    solution = solve(Geography("edge-geography", [arena(49, arcs + more)]), nodes=40_000)
    assert solution.stats["stopped"] == "nodes"
    assert UNDECIDED in solution.winner[0][:40] and UNDECIDED not in solution.winner[0][40:]


def test_a_small_table_is_enough() -> None:
    rng = np.random.default_rng(5)
    arcs = tuple((u, int(w)) for u in range(14) for w in rng.choice(14, 3, replace=False) if w != u)
    problem = Geography("edge-geography", [arena(14, arcs)])
    large = solve(problem).winner[0].tolist()
    assert solve(problem, memory=0).winner[0].tolist() == large
    assert solve(problem, solver="geography-proof-number", memory=0).winner[0].tolist() == large


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("kind", GEOGRAPHY)
def test_it_plays_as_it_says(kind: str) -> None:
    """Follow the rated moves against every reply; the ratings hold to the end."""
    rng = np.random.default_rng(9)
    for _ in range(12):
        n = int(rng.integers(1, 6))
        arcs = random_arcs(rng, n, int(rng.integers(0, 8)))
        solution = solve(Geography(kind, [arena(n, arcs)]))
        waiting: list[tuple[int, frozenset[int]]] = [(v, frozenset()) for v in range(n)]
        while waiting:
            position = waiting.pop()
            moves = solution.best_moves(position)
            wins = [move for move in moves if move.result == "win"]
            assert solution.outcome(position) == ("win" if wins else "loss")
            waiting += [move.position for move in (wins[:1] or moves)]


UNCOMPILED = """
import numpy as np
from graphgames import Arena, solve, verify
from graphgames.core import compiled as kernels
from graphgames.games.geography.problem import Geography
from graphgames.games.geography.names import GEOGRAPHY
from tests import naive
from tests.share import cases
rng = np.random.default_rng(6)
assert not kernels.compiled() or kernels.PURE
for kind in GEOGRAPHY:
    for _ in range(cases(12, 10)):
        n = int(rng.integers(1, 6))
        edges = rng.integers(0, n, (int(rng.integers(0, 9)), 2))
        want = naive.geography(n, map(tuple, edges.tolist()), kind.startswith("un"), kind.endswith("vertex-geography"))
        for solver in ("geography", "geography-depth-first", "geography-proof-number"):
            solution = solve(Geography(kind, [Arena.from_edges(edges, n=n)]), solver=solver, memory=1000)
            assert solution.winner[0].tolist() == want and verify(solution)
print("agree")
"""


@pytest.mark.slow
def test_uncompiled_kernels_agree() -> None:
    environment = os.environ | {"GRAPHGAMES_PURE": "1"}
    command = [sys.executable, "-c", UNCOMPILED]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert result.stdout == "agree\n", result.stderr
