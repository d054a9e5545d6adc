"""Proofs of geography: the verifier accepts what the solvers say, and rejects planted faults and false theorems."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from graphgames import Arena, solve, verify
from graphgames.games.geography.certificate import (
    EvenKernels,
    GeographyProof,
    MatchingWitness,
    Part,
    ProofDag,
    ProofNode,
    RankedLabels,
    TreeLabels,
)
from graphgames.games.geography.names import GEOGRAPHY
from graphgames.games.geography.problem import Geography
from graphgames.games.geography.solution import GeographySolution
from graphgames.games.geography.solver import play_on
from tests.share import cases

SOLVERS = ["geography", "geography-depth-first", "geography-proof-number"]


def random_problems(kind: str, count: int, seed: int) -> Iterator[Geography]:
    rng = np.random.default_rng(seed)
    for _ in range(count):
        n = int(rng.integers(1, 9))
        edges = rng.integers(0, n, (int(rng.integers(0, 17)), 2))
        yield Geography(kind, [Arena.from_edges(edges, n=n)])


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("kind", GEOGRAPHY)
@pytest.mark.parametrize("solver", SOLVERS)
def test_accepts(kind: str, solver: str) -> None:
    for problem in random_problems(kind, cases(60, 8), 11):
        report = verify(solve(problem, solver=solver))
        assert report.ok, report


def test_accepts_nothing_and_many_graphs() -> None:
    assert verify(solve(Geography("edge-geography", [])))
    assert verify(solve(Geography("edge-geography", [Arena([0], []), Arena([0, 1], [0])])))


def test_accepts_what_a_limit_left() -> None:
    rng = np.random.default_rng(4)
    edges = [(u, int(w)) for u in range(20) for w in rng.choice(20, 3, replace=False) if w != u]
    solution = solve(Geography("edge-geography", [Arena.from_edges(edges)]), nodes=60)
    assert solution.stats["stopped"] == "nodes" and verify(solution)


def claim(solution: GeographySolution, parts: list[Part], winner: object = None) -> GeographySolution:
    """The solution of one graph with other parts and perhaps other winners."""
    codes = solution.winner if winner is None else (np.asarray(winner, np.uint8),)
    return replace(solution, winner=codes, proof=GeographyProof((tuple(parts),)))


@pytest.mark.slow
@pytest.mark.parametrize("kind", GEOGRAPHY)
@pytest.mark.parametrize("solver", SOLVERS[:2])
def test_rejects_every_wrong_winner(kind: str, solver: str) -> None:
    for problem in random_problems(kind, cases(15, 10), 12):
        solution = solve(problem, solver=solver)
        for v in range(problem.graphs[0].n):
            winner = solution.winner[0].copy()
            winner[v] ^= 1
            assert not verify(replace(solution, winner=(winner,), proof=solution.certificate))


def faulty_nodes(node: ProofNode, index: int) -> Iterator[ProofNode]:
    """The position with one thing wrong."""
    yield replace(node, wins=not node.wins)
    yield replace(node, unused=node.unused | 1 << 200)
    yield replace(node, rule="magic")
    yield replace(node, facts=(*node.facts, ("drop", 99, 0, 0)))
    if node.children:
        yield replace(node, children=node.children[:-1])
        yield replace(node, children=(index, *node.children[1:]))
    if node.rule == "move":
        yield replace(node, arc=-1)
    if node.rule == "kernel":
        yield replace(node, kernel=tuple(x for x in node.kernel if x != node.vertex))
        yield replace(node, kernel=(node.vertex, *(x + 1000 for x in node.kernel)))
    if node.rule == "even" and not node.wins:
        yield replace(node, kernel=tuple(x for x in node.kernel if x != node.vertex))


@pytest.mark.slow
@pytest.mark.parametrize("kind", GEOGRAPHY[:3])
def test_rejects_every_wrong_position(kind: str) -> None:
    seen = 0
    for problem in random_problems(kind, cases(12, 0.8, least=3), 13):
        solution = solve(problem, solver="geography-depth-first")
        for dag in solution.certificate.graphs[0]:
            assert isinstance(dag, ProofDag)
            for index, node in enumerate(dag.nodes):
                for wrong in faulty_nodes(node, index):
                    nodes = (*dag.nodes[:index], wrong, *dag.nodes[index + 1 :])
                    if (
                        node.rule == "kernel"
                        and wrong.wins is node.wins
                        and not wrong.facts
                        and set(wrong.kernel) == {node.vertex}
                    ):
                        continue
                    seen += 1
                    assert not verify(claim(solution, [replace(dag, nodes=nodes)])), (node, wrong)
    assert seen > 100


def test_rejects_missing_parts_and_wrong_roots() -> None:
    edges = [(0, 1), (1, 2), (2, 0), (0, 2), (2, 3), (3, 1), (3, 4)]
    solution = solve(Geography("edge-geography", [Arena.from_edges(edges, n=5)]), solver="geography-depth-first")
    (dag,) = solution.certificate.graphs[0]
    assert isinstance(dag, ProofDag)
    assert not verify(claim(solution, []))
    assert not verify(replace(solution, proof=GeographyProof(())))
    assert not verify(claim(solution, [replace(dag, roots=(len(dag.nodes), *dag.roots[1:]))]))
    assert not verify(claim(solution, [replace(dag, roots=dag.roots[::-1])]))
    assert not verify(claim(solution, [replace(dag, arcs=dag.arcs[:-1])]))
    assert not verify(claim(solution, [replace(dag, arcs=dag.arcs + 1)]))
    assert not verify(claim(solution, [replace(dag, places=dag.places[::-1])]))


def test_rejects_wrong_ranks() -> None:
    edges = [(3, 2), (2, 1), (1, 0), (3, 1)]
    solution = solve(Geography("edge-geography", [Arena.from_edges(edges)]))
    (labels,) = solution.certificate.graphs[0]
    assert isinstance(labels, RankedLabels) and verify(solution)
    for v in range(1, 4):
        rank = labels.rank.copy()
        rank[v] = 0
        assert not verify(claim(solution, [replace(labels, rank=rank)]))
    assert not verify(claim(solution, [replace(labels, vertices=labels.vertices[1:], rank=labels.rank[1:])]))


@pytest.mark.slow
def test_rejects_wrong_matchings() -> None:
    for problem in random_problems("undirected-vertex-geography", cases(40, 1.5), 14):
        solution = solve(problem)
        (part,) = solution.certificate.graphs[0]
        assert isinstance(part, MatchingWitness)
        for v in np.flatnonzero(part.mate >= 0).tolist():
            mate = part.mate.copy()
            mate[v] = -1
            assert not verify(claim(solution, [replace(part, mate=mate)]))
            mate[part.mate[v]] = -1
            assert not verify(claim(solution, [replace(part, mate=mate)]))
        for i in range(part.barrier.size):
            assert not verify(claim(solution, [replace(part, barrier=np.delete(part.barrier, i))]))
        for i in range(len(part.steps)):
            assert not verify(claim(solution, [replace(part, steps=np.delete(part.steps, i, axis=0))]))
            steps = part.steps.copy()
            steps[i, 1] = part.mate.size
            assert not verify(claim(solution, [replace(part, steps=steps)]))


def test_rotations_that_one_walk_does_not_find() -> None:
    """Graphs on which a vertex has to be missed by a matching of its own."""
    rng, seen = np.random.default_rng(15), 0
    for _ in range(20):
        problem = Geography("undirected-vertex-geography", [Arena.from_edges(rng.integers(0, 400, (1000, 2)), n=400)])
        solution = solve(problem)
        (part,) = solution.certificate.graphs[0]
        assert isinstance(part, MatchingWitness) and verify(solution)
        seen += len(set(part.steps[:, 2].tolist())) < len(part.steps)
    assert seen


@pytest.mark.slow
def test_rejects_wrong_trees_and_kernels() -> None:
    seen = set()
    ring = Arena.from_edges([(0, 1), (1, 2), (2, 3), (3, 0), (3, 4), (0, 5), (5, 6)])
    for problem in (*random_problems("undirected-edge-geography", 60, 16), Geography(GEOGRAPHY[2], [ring])):
        solution = solve(problem)
        parts = solution.certificate.graphs[0]
        for i, part in enumerate(parts):
            seen.add(part.kind)
            faulty: list[Part] = []
            if isinstance(part, TreeLabels):
                tree_edges = [e for e in range(problem.graphs[0].m) if part.loses[:, e].any()]
                for e in tree_edges:
                    loses = part.loses.copy()
                    loses[0, e] ^= True
                    faulty.append(replace(part, loses=loses))
            elif isinstance(part, EvenKernels):
                for row, column in np.ndindex(part.vertices.size, part.vertices.size):
                    sets = part.sets.copy()
                    sets[row, column // 8] ^= 128 >> column % 8
                    faulty.append(replace(part, sets=sets))
                faulty.append(replace(part, vertices=part.vertices[1:], sets=part.sets[1:]))
            for wrong in faulty:
                assert not verify(claim(solution, [*parts[:i], wrong, *parts[i + 1 :]]))
    assert seen == {"values on a forest", "even kernels", "search"}


def test_proofs_do_not_serve_other_games() -> None:
    arena, rejected = Arena.from_edges([(0, 1), (1, 2), (2, 3), (3, 0), (3, 4)]), 0
    for kind in GEOGRAPHY:
        solution = solve(Geography(kind, [arena]))
        for other in GEOGRAPHY:
            if other != kind:
                moved = replace(solution, problem=Geography(other, [arena]), proof=solution.certificate)
                same = np.array_equal(moved.winner[0], solve(moved.problem).winner[0])
                assert not verify(moved) or same
                rejected += not verify(moved)
    assert rejected >= 10  # of twelve


def dag(edges: list[tuple[int, int]], n: int, nodes: list[ProofNode], wins: bool, kind: str) -> bool:
    """Whether the verifier takes a proof of the position at vertex 0, the last node."""
    arena = Arena.from_edges(edges, n=n)
    winner = np.full(n, 3, np.uint8)
    winner[0] = 0 if wins else 1
    part = ProofDag(
        np.array([0]), np.arange(n, dtype=np.int64), np.arange(arena.m, dtype=np.int64), tuple(nodes), (len(nodes) - 1,)
    )
    problem = Geography(kind, [arena])
    solution = GeographySolution(problem, (winner,), (("search",) * n,), "by hand", GeographyProof(((part,),)), play_on)
    return verify(solution).ok


@pytest.mark.parametrize(
    "edges, n, nodes, wins",
    [
        # parallel arcs do not cancel
        ([(0, 1), (0, 1), (1, 2)], 3, [ProofNode(0, 7, False, "all", (("cancel", 0, 1, -1),))], False),
        # the graph is an odd cycle: no two colours
        ([(0, 1), (1, 2), (2, 0)], 3, [ProofNode(0, 7, False, "parity")], False),
        # an arc inside the kernel, and one that cannot be answered
        ([(0, 1), (1, 0)], 2, [ProofNode(0, 3, False, "kernel", kernel=(0, 1))], False),
        ([(0, 1), (0, 1), (1, 0)], 2, [ProofNode(0, 7, False, "kernel", kernel=(0,))], False),
        # the arc stays in its component
        (
            [(0, 1), (1, 0), (0, 2)],
            3,
            [ProofNode(1, 7, True, "all"), ProofNode(0, 7, True, "settled", (("win", 0, 0, 0),))],
            True,
        ),
        # the vertex behind the arc has a move
        ([(0, 1), (1, 2)], 3, [ProofNode(0, 3, True, "settled", (("win", 0, 0, -1),))], True),
        # who has no move loses, although every one of them is answered
        ([(1, 0)], 2, [ProofNode(0, 1, True, "all")], True),
        # something follows the fact that decides
        ([(0, 1)], 2, [ProofNode(0, 1, True, "settled", (("win", 0, 0, -1), ("win", 0, 0, -1)))], True),
    ],
)
def test_rejects_false_theorems(edges: list[tuple[int, int]], n: int, nodes: list[ProofNode], wins: bool) -> None:
    assert not dag(edges, n, nodes, wins, "edge-geography")


def test_rejects_theorems_of_other_games() -> None:
    path = [(0, 1)]
    settled = [ProofNode(0, 1, True, "settled", (("win", 0, 0, -1),))]
    assert dag(path, 2, settled, True, "edge-geography")
    even = [ProofNode(0, 1, True, "even", kernel=(1,))]
    assert dag(path, 2, even, True, "undirected-edge-geography")
    assert not dag(path, 2, even, True, "edge-geography")
    assert not dag(path, 2, [ProofNode(0, 1, True, "parity")], True, "undirected-edge-geography")
    assert not dag(path, 2, [ProofNode(0, 1, True, "even", kernel=(0,))], True, "undirected-edge-geography")
