"""Proofs of geography made by hand: each wrong in one respect, and the sentence with which the verifier refuses it.

Vertices and arcs go by number; arcs are listed by tail, so that the k-th pair of a list is arc k. Winners are a text:
N, P, ``-`` for undecided, ``?`` for a code that does not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import pytest

from graphgames import Arena, verify
from graphgames.core.report import Report
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

ARCS, VERTICES, EDGES, POINTS = GEOGRAPHY
"""The game on arcs and the one on vertices, directed; then both undirected."""

CODES = {"N": 0, "P": 1, "?": 2, "-": 3}

Pairs = Sequence[tuple[int, int]]
Parts = Sequence[Part]


def said(kind: str, edges: Pairs, winner: str, parts: Parts, n: int | None = None) -> Report:
    """What the verifier says of a claim about one graph; it has a vertex for each winner."""
    arena = Arena.from_edges(edges, n=len(winner) if n is None else n)
    codes = np.array([CODES[name] for name in winner], np.uint8)
    problem, proof = Geography(kind, [arena]), GeographyProof((tuple(parts),))
    return verify(GeographySolution(problem, (codes,), (("",) * len(winner),), "by hand", proof, play_on))


def assert_refused(report: Report, sentence: str, wrong: str) -> None:
    assert any(sentence in str(failure) for failure in report.failures), f"{wrong}: {report}"


def ranks(vertices: Any, rank: Any) -> RankedLabels:
    return RankedLabels(np.asarray(vertices), np.asarray(rank))


def matching(mate: Any, barrier: Any, steps: Any, n: int | None = None) -> MatchingWitness:
    """A proof for every vertex."""
    return MatchingWitness(
        np.arange(len(mate) if n is None else n), np.asarray(mate), whole(barrier), np.asarray(steps)
    )


def forest(vertices: Sequence[int], loses: Any) -> TreeLabels:
    return TreeLabels(whole(vertices), np.asarray(loses))


def kernels(vertices: Sequence[int], *sets: str) -> EvenKernels:
    """A proof with a set for each vertex; the k-th digit is 1 if the k-th of the vertices is in it."""
    bits = np.array([[int(digit) for digit in text] for text in sets], np.uint8).reshape(len(sets), len(vertices))
    return EvenKernels(whole(vertices), np.packbits(bits, axis=1))


def search(roots: dict[int, int], places: Any, arcs: Any, *nodes: ProofNode) -> ProofDag:
    """A proof over positions, and for each vertex it proves the position."""
    return ProofDag(whole([*roots]), whole(places), whole(arcs), nodes, tuple(roots.values()))


def whole(numbers: Any) -> Any:
    """An array, of whole numbers also if it is empty."""
    return np.asarray(numbers) if len(numbers) else np.zeros(0, np.int64)


def table(names: str, rows: Iterable[tuple[Any, ...]]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test for each row; the first column says what is wrong, or what is right."""
    rows = list(rows)
    return pytest.mark.parametrize(names, rows, ids=[row[0] for row in rows])


# Numbers of the report.


def test_the_report_counts() -> None:
    path = ranks([0, 1], [1, 0])
    assert said(ARCS, [(0, 1)], "NP", [path]) == Report(4)
    sink = ProofNode(1, 0, False, "all")
    twice = search({1: 0}, [0, 1], [0], sink, sink, sink)
    assert said(ARCS, [(0, 1)], "NP", [path, twice]) == Report(7)
    report = said(ARCS, [], "P" * 25, [])
    assert (report.checked, report.found, len(report.failures)) == (25, 25, 20)


def test_one_proof_and_one_list_of_winners_for_each_graph() -> None:
    graph, winner, parts = Arena([0, 0], []), np.array([1], np.uint8), (ranks([0], [0]),)
    for winners, proofs in ((2, 2), (1, 2), (3, 2), (2, 1), (2, 3)):
        solution = GeographySolution(
            Geography(ARCS, [graph] * 2),
            (winner,) * winners,
            (("",),) * 2,
            "",
            GeographyProof((parts,) * proofs),
            play_on,
        )
        report = verify(solution)
        assert report.ok == ((winners, proofs) == (2, 2))
        if not report.ok:
            assert "; expected 2 entries" in str(report)


# A graph and its parts.


class Oracle(Part):
    kind = "oracle"


@table(
    "wrong, winner, part, sentence",
    [
        ("a winner too few", "N", ranks([0, 1], [1, 0]), "winner[0] has 1 entry; expected 2 entries"),
        ("a winner too many", "NPP", ranks([0, 1], [1, 0]), "winner[0] has 3 entries; expected 2 entries"),
        ("a code that does not exist", "N?", ranks([0, 1], [1, 0]), "a winner is neither player, nor undecided"),
        ("a vertex below 0", "NP", ranks([0, -1], [1, 0]), "vertices[1] is -1; expected 0 to 1"),
        ("a vertex at n", "NP", ranks([0, 2], [1, 0]), "vertices[1] is 2; expected 0 to 1"),
        (
            "vertices that are no whole numbers",
            "NP",
            ranks([0.0, 1.0], [1, 0]),
            "vertices has dtype float64; expected integers",
        ),
        (
            "vertices as a mask",
            "NP",
            ranks([False, True], [1, 0]),
            "vertices has dtype bool; expected integers",
        ),
        (
            "vertices in a square",
            "NP",
            ranks([[0, 1]], [[1, 0]]),
            "vertices has shape (1, 2); expected (any,)",
        ),
        ("a vertex twice", "NP", ranks([0, 1, 1], [1, 0, 0]), "a proof by backward induction names a vertex twice"),
        (
            "a vertex without a proof",
            "NP",
            ranks([1], [0]),
            "vertex 0: it is called decided, and no part of the proof is about it",
        ),
        ("a proof of no known kind", "NP", Oracle(np.array([0, 1])), "proofs by oracle are not known here"),
    ],
)
def test_parts(wrong: str, winner: str, part: Part, sentence: str) -> None:
    assert_refused(said(ARCS, [(0, 1)], winner, [part], n=2), sentence, wrong)


# Backward induction.

NOT_N = "it is called N, and no arc leads to a P vertex of smaller rank"
NOT_P = "it is called P, and an arc leads to something else than an N vertex of smaller rank"
RANK_ALONE = "it has a rank without a winner, or no rank"
EACH_A_RANK = "there is not one rank for each vertex"


@table(
    "right, kind, edges, winner, parts",
    [
        ("arcs", ARCS, [(0, 1), (1, 2)], "PNP", [ranks([0, 1, 2], [2, 1, 0])]),
        ("vertices", VERTICES, [(0, 1), (1, 2)], "PNP", [ranks([0, 1, 2], [2, 1, 0])]),
        ("an arc that does not matter", ARCS, [(0, 0), (0, 1)], "NP", [ranks([0, 1], [1, 0])]),
    ],
)
def test_ranks_are_accepted(right: str, kind: str, edges: Pairs, winner: str, parts: Parts) -> None:
    assert said(kind, edges, winner, parts)


@table(
    "wrong, kind, edges, winner, parts, sentence",
    [
        (
            "an undirected graph",
            EDGES,
            [(0, 1)],
            "NP",
            [ranks([0, 1], [1, 0])],
            "backward induction proves nothing about an undirected graph",
        ),
        (
            "a rank for both",
            ARCS,
            [(0, 1)],
            "NP",
            [ranks([0, 1], [1])],
            "rank has 1 entry; expected 2 entries",
        ),
        (
            "a rank too many",
            ARCS,
            [(0, 1)],
            "NP",
            [ranks([0, 1], [1, 0, 0])],
            "rank has 3 entries; expected 2 entries",
        ),
        (
            "ranks that are no whole numbers",
            ARCS,
            [(0, 1)],
            "NP",
            [ranks([0, 1], [1.5, 0.5])],
            "rank has dtype float64; expected integers",
        ),
        ("a rank below 0", ARCS, [(0, 1)], "-P", [ranks([1], [-1])], f"vertex 1: {RANK_ALONE}"),
        ("a rank without a winner", ARCS, [(0, 1)], "-P", [ranks([0, 1], [1, 0])], f"vertex 0: {RANK_ALONE}"),
        ("N, to P of the same rank", ARCS, [(0, 1)], "NP", [ranks([0, 1], [0, 0])], f"vertex 0: {NOT_N}"),
        ("N, to N only", ARCS, [(0, 1)], "NN", [ranks([0, 1], [1, 0])], f"vertex 0: {NOT_N}"),
        (
            "N, to P by another proof",  # which comes back along the arc that led there
            ARCS,
            [(0, 1), (1, 0)],
            "NP",
            [ranks([0], [0]), search({1: 0}, [0, 1], [0, 1], ProofNode(1, 3, False, "kernel", kernel=(1,)))],
            f"vertex 0: {NOT_N}",
        ),
        ("P, to P", ARCS, [(0, 1)], "PP", [ranks([0, 1], [1, 0])], f"vertex 0: {NOT_P}"),
        (
            "P, to N of the same rank",
            ARCS,
            [(0, 1), (1, 2)],
            "PNP",
            [ranks([0, 1, 2], [1, 1, 0])],
            f"vertex 0: {NOT_P}",
        ),
        ("P, to N without a rank", ARCS, [(0, 1), (1, 2)], "PNP", [ranks([0, 2], [1, 0])], f"vertex 0: {NOT_P}"),
    ],
)
def test_ranks(wrong: str, kind: str, edges: Pairs, winner: str, parts: Parts, sentence: str) -> None:
    assert_refused(said(kind, edges, winner, parts), sentence, wrong)


# Matchings: most of the claims are about the path 0 - 1 - 2, where 1 is N.

PATH = [(0, 1), (1, 2)]
WALK = [(-1, -1, 2), (0, 1, 0)]
"""The given matching misses 2; turned around 1, it misses 0."""

NO_FIT = "the matching does not fit the graph"
NO_BARRIER = "the barrier is not in the graph"
NO_TRIPLES = "the steps are not three numbers each"
NO_MISS = "it is called P, and no maximum matching that misses it is given"
NO_COVER = "it is called N, and the barrier does not show that every maximum matching covers it"
TURNS = "is not a rotation of the matching before it"
FOLLOWS = "does not follow from the matchings before it"


@table(
    "right, edges, winner, part",
    [
        ("barrier and rotation", PATH, "PNP", matching([1, 0, -1], [1], WALK)),
        ("an even component", [(0, 1)], "NN", matching([1, 0], [], np.zeros((0, 3), np.int32))),
        ("a loop does not count", [(0, 0)], "P", matching([-1], [], [(-1, -1, 0)])),
        ("no graph", [], "", matching(np.zeros(0, np.int32), [], np.zeros((0, 3), np.int32))),
        (
            "two rotations of one matching",
            [(0, 1), (1, 2), (1, 3)],
            "PNPP",
            matching([1, 0, -1, -1], [1], [(-1, -1, 2), (0, 1, 0), (-1, -1, 3), (2, 1, 0)]),
        ),
    ],
)
def test_matchings_are_accepted(right: str, edges: Pairs, winner: str, part: Part) -> None:
    assert said(POINTS, edges, winner, [part])


@pytest.mark.parametrize("kind", [ARCS, VERTICES, EDGES])
def test_matchings_of_other_games(kind: str) -> None:
    report = said(kind, PATH, "PNP", [matching([1, 0, -1], [1], WALK)])
    assert_refused(report, "a matching decides undirected vertex geography only", kind)


@table(
    "wrong, edges, winner, part, sentence",
    [
        (
            "a mate too few",
            PATH,
            "PNP",
            matching([1, 0], [1], WALK),
            "mate has 2 entries; expected 3 entries",
        ),
        (
            "a mate too many",
            PATH,
            "PNP",
            matching([1, 0, -1, -1], [1], WALK, 3),
            "mate has 4 entries; expected 3 entries",
        ),
        (
            "a mate below -1",
            PATH,
            "PNP",
            matching([1, 0, -2], [1], WALK),
            "mate is -2; expected -1 to 2",
        ),
        (
            "a mate at n",
            PATH,
            "PNP",
            matching([1, 0, 3], [1], WALK),
            "mate is 3; expected -1 to 2",
        ),
        (
            "mates that are no whole numbers",
            PATH,
            "PNP",
            matching([1.0, 0.0, np.nan], [1], WALK),
            "mate has dtype float64; expected integers",
        ),
        ("a mate of another", PATH, "PNP", matching([1, 2, 1], [1], WALK), "vertex 0: its mate has another mate"),
        ("a mate without one", PATH, "PNP", matching([-1, 0, -1], [1], WALK), "vertex 1: its mate has another mate"),
        ("no edge", PATH, "PNP", matching([2, -1, 0], [1], WALK), "vertex 0: no edge leads to its mate"),
        ("no edge but a loop", [(0, 0)], "N", matching([0], [], WALK), "vertex 0: no edge leads to its mate"),
        (
            "a barrier below 0",
            PATH,
            "PNP",
            matching([1, 0, -1], [-2], WALK),
            "barrier[0] is -2; expected 0 to 2",
        ),
        (
            "a barrier at n",
            PATH,
            "PNP",
            matching([1, 0, -1], [1, 3], WALK),
            "barrier[1] is 3; expected 0 to 2",
        ),
        (
            "a barrier as a mask",
            PATH,
            "PNP",
            matching([1, 0, -1], [False, True, False], WALK),
            "barrier has dtype bool; expected integers",
        ),
        (
            "a matching too small",
            PATH,
            "PPP",
            matching([-1, -1, -1], [1], [(-1, -1, 0), (-1, -1, 1), (-1, -1, 2)]),
            "the barrier does not show that the matching is maximum",
        ),
        ("P, not missed", PATH, "PNP", matching([1, 0, -1], [1], WALK[:1]), f"vertex 0: {NO_MISS}"),
        ("N, not in the barrier", PATH, "PNP", matching([1, 0, -1], [], WALK), f"vertex 1: {NO_COVER}"),
        ("N, missed", PATH, "NNP", matching([1, 0, -1], [1], WALK), f"vertex 0: {NO_COVER}"),
        (
            "steps in a row",
            PATH,
            "PNP",
            matching([1, 0, -1], [1], [-1, -1, 2]),
            "steps has shape (3,); expected (any, 3)",
        ),
        (
            "steps of four numbers",
            PATH,
            "PNP",
            matching([1, 0, -1], [1], [(-1, -1, 2, 0)]),
            "steps has shape (1, 4); expected (any, 3)",
        ),
        (
            "steps that are no whole numbers",
            PATH,
            "PNP",
            matching([1, 0, -1], [1], [(-1.0, -1.0, 2.0)]),
            "steps has dtype float64; expected integers",
        ),
    ],
)
def test_matchings(wrong: str, edges: Pairs, winner: str, part: Part, sentence: str) -> None:
    assert_refused(said(POINTS, edges, winner, [part]), sentence, wrong)


@table(
    "wrong, edges, winner, mate, barrier, steps, sentence",
    [
        ("a vertex below 0", PATH, "PNP", [1, 0, -1], [1], [(-1, -1, -1), WALK[1]], f"step 0 {FOLLOWS}"),
        ("a vertex at n", PATH, "PNP", [1, 0, -1], [1], [(-1, -1, 3)], f"step 0 {FOLLOWS}"),
        ("a first step with a parent", PATH, "PNP", [1, 0, -1], [1], [(0, 1, 0)], f"step 0 {FOLLOWS}"),
        ("a parent undone", PATH, "PNP", [1, 0, -1], [1], [*WALK, WALK[0], (1, 1, 0)], f"step 3 {FOLLOWS}"),
        ("a parent that is not there", PATH, "PNP", [1, 0, -1], [1], [WALK[0], (5, 1, 0)], f"step 1 {FOLLOWS}"),
        (
            "a first step around a vertex",
            PATH,
            "PNP",
            [1, 0, -1],
            [1],
            [(-1, 0, 2)],
            "vertex 2: the matching of step 0 does not miss it",
        ),
        (
            "a first step to a vertex covered",
            PATH,
            "PPP",
            [1, 0, -1],
            [1],
            [(-1, -1, 1)],
            "vertex 1: the matching of step 0 does not miss it",
        ),
        (
            "a hinge below 0",
            PATH,
            "PNP",
            [1, 0, -1],
            [1],
            [WALK[0], (0, -9, 0)],
            "steps[1][1] is -9; expected -1 to 2147483647",
        ),
        ("a hinge at n", PATH, "PNP", [1, 0, -1], [1], [WALK[0], (0, 3, 0)], f"vertex 0: step 1 {TURNS}"),
        ("a hinge with another mate", PATH, "PPP", [1, 0, -1], [1], [WALK[0], (0, 1, 1)], f"vertex 1: step 1 {TURNS}"),
        ("a hinge without an edge", [(0, 1)], "PNP", [1, 0, -1], [], [WALK[0], (0, 1, 0)], f"vertex 0: step 1 {TURNS}"),
    ],
)
def test_rotations(
    wrong: str, edges: Pairs, winner: str, mate: list[int], barrier: list[int], steps: Any, sentence: str
) -> None:
    assert_refused(said(POINTS, edges, winner, [matching(mate, barrier, steps)]), sentence, wrong)


# Values on a forest.

NO_VALUES = "there are not two values for each edge"
NO_VALUE = "the value of an edge at it does not follow from those beyond it"
NO_WINNER = "the values of its edges say that the other player wins"


@table(
    "right, edges, winner, parts",
    [
        ("one edge", [(0, 1)], "NN", [forest([0, 1], [[True], [True]])]),
        ("a vertex alone", [], "P", [forest([0], np.zeros((2, 0), np.bool_))]),
        (
            "pairs that cancel",
            [(0, 1), (0, 0), (0, 0), (1, 2), (2, 1)],
            "NNP",
            [forest([0, 1, 2], [[True, False, False, False, False]] * 2)],
        ),
        (
            "another component",
            [(0, 1), (2, 3)],
            "NNNN",
            [forest([0, 1], [[True, False]] * 2), kernels([2, 3], "01", "10")],
        ),
    ],
)
def test_forests_are_accepted(right: str, edges: Pairs, winner: str, parts: Parts) -> None:
    assert said(EDGES, edges, winner, parts)


@pytest.mark.parametrize("kind", [ARCS, VERTICES, POINTS])
def test_forests_of_other_games(kind: str) -> None:
    report = said(kind, [(0, 1)], "NN", [forest([0, 1], [[True], [True]])])
    assert_refused(report, "values on a forest decide undirected edge geography only", kind)


@table(
    "wrong, edges, winner, part, sentence",
    [
        (
            "one value for each edge",
            [(0, 1)],
            "NN",
            forest([0, 1], [[True]]),
            "loses has shape (1, 1); expected (2, 1)",
        ),
        (
            "values as numbers",
            [(0, 1)],
            "NN",
            forest([0, 1], [[1], [1]]),
            "loses has dtype int64; expected booleans",
        ),
        ("an edge that leads out", [(0, 1)], "NN", forest([0], [[True], [True]]), "an edge leads out of the forest"),
        ("an edge that leads in", [(0, 1)], "NN", forest([1], [[True], [True]]), "an edge leads out of the forest"),
        (
            "a ring",
            [(0, 1), (0, 2), (1, 2)],
            "NNN",
            forest([0, 1, 2], [[True] * 3] * 2),
            "the edges do not make a forest",
        ),
        ("a loop", [(0, 0)], "N", forest([0], [[True], [True]]), "the edges do not make a forest"),
        ("a wrong value at the tail", [(0, 1)], "NP", forest([0, 1], [[True], [False]]), f"vertex 0: {NO_VALUE}"),
        ("a wrong value at the head", [(0, 1)], "PN", forest([0, 1], [[False], [True]]), f"vertex 0: {NO_VALUE}"),
        ("P, with a winning edge", [(0, 1)], "NP", forest([0, 1], [[True], [True]]), f"vertex 1: {NO_WINNER}"),
        ("N, without one", [], "N", forest([0], np.zeros((2, 0), np.bool_)), f"vertex 0: {NO_WINNER}"),
    ],
)
def test_forests(wrong: str, edges: Pairs, winner: str, part: Part, sentence: str) -> None:
    assert_refused(said(EDGES, edges, winner, [part]), sentence, wrong)


# Even kernels.

RING = [(0, 1), (1, 2), (2, 3), (3, 0)]
NO_SETS = "there is not one set for each vertex"
LEADS_OUT = "an edge leads out of the component, or a loop is left"
NO_KERNEL = "its even kernel is not one, or it is one for the other player"


@table(
    "right, edges, winner, parts",
    [
        ("N", [(0, 1)], "NN", [kernels([0, 1], "01", "10")]),
        ("P", RING, "PPPP", [kernels([0, 1, 2, 3], *["1010", "0101"] * 2)]),
        ("nothing", [], "", [kernels([])]),
        ("two components", [(0, 1), (2, 3)], "NNNN", [kernels([2, 3], "01", "10"), kernels([1, 0], "01", "10")]),
        (
            "pairs that cancel",
            [(0, 0), (0, 0), (0, 1), (0, 1), (0, 1), (0, 2), (2, 0)],
            "NNP",
            [kernels([0, 1], "01", "10"), kernels([2], "1")],
        ),
    ],
)
def test_even_kernels_are_accepted(right: str, edges: Pairs, winner: str, parts: Parts) -> None:
    assert said(EDGES, edges, winner, parts)


@pytest.mark.parametrize("kind", [ARCS, VERTICES, POINTS])
def test_even_kernels_of_other_games(kind: str) -> None:
    report = said(kind, [(0, 1)], "NN", [kernels([0, 1], "01", "10")])
    assert_refused(report, "even kernels decide undirected edge geography only", kind)


@table(
    "wrong, edges, winner, part, sentence",
    [
        (
            "a set too few",
            [(0, 1)],
            "NN",
            kernels([0, 1], "01"),
            "sets has shape (1, 1); expected (2, any)",
        ),
        ("sets too wide", [(0, 1)], "NN", EvenKernels(np.array([0, 1]), np.zeros((2, 2), np.uint8)), NO_SETS),
        ("an edge that leads out", [(0, 1)], "P-", kernels([0], "1"), LEADS_OUT),
        ("an edge that leads in", [(0, 1)], "-P", kernels([1], "1"), LEADS_OUT),
        ("a loop", [(0, 0)], "P", kernels([0], "1"), LEADS_OUT),
        ("N, an even number of edges", [(0, 1)], "NN", kernels([0, 1], "00", "10"), f"vertex 0: {NO_KERNEL}"),
        ("N, itself in the set", RING, "NPPP", kernels(range(4), *["1010", "0101"] * 2), f"vertex 0: {NO_KERNEL}"),
        ("P, itself not in the set", [(0, 1)], "PN", kernels([0, 1], "00", "10"), f"vertex 0: {NO_KERNEL}"),
        ("P, an odd number of edges", [(0, 1)], "PN", kernels([0, 1], "10", "10"), f"vertex 0: {NO_KERNEL}"),
        (
            "edges in the set, evenly many at each",
            [(0, 1), (1, 2), (2, 0)],
            "PNN",
            kernels(range(3), "111", "000", "000"),
            f"vertex 0: {NO_KERNEL}",
        ),
    ],
)
def test_even_kernels(wrong: str, edges: Pairs, winner: str, part: Part, sentence: str) -> None:
    assert_refused(said(EDGES, edges, winner, [part]), sentence, wrong)


def test_even_kernels_of_a_large_ring() -> None:
    n = 514  # more than are looked at together
    ring = [(v, (v + 1) % n) for v in range(n)]
    sets = ["10" * (n // 2), "01" * (n // 2)] * (n // 2)
    assert said(EDGES, ring, "P" * n, [kernels(range(n), *sets)])
    sets[n - 1] = "0" * n
    assert_refused(
        said(EDGES, ring, "P" * n, [kernels(range(n), *sets)]), f"vertex {n - 1}: {NO_KERNEL}", "an empty set"
    )


# Proofs over positions: the graph they are about, and the positions they begin with. The sound one is arc 0 -> 1.

SINK = ProofNode(1, 0, False, "all")
MOVE = ProofNode(0, 1, True, "move", arc=0, children=(0,))
BOTH = {0: 1, 1: 0}
LONE = ProofNode(0, 0, False, "all")
"""A vertex without a move."""

PLACE_THERE = "the proof names a vertex that is not there"
ARC_THERE = "the proof names an arc that is not there"
TWICE = "the proof names a vertex or an arc twice"
UNKNOWN_END = "the proof uses an arc of which it does not know both ends"
LEFT_OUT = "the proof leaves an arc out"
NOT_RANKED = "the proof leaves out an arc to a vertex that no rank proves to be N"
EDGE_OUT = "the proof leaves an edge out"
NOT_THERE = "vertex 0: its proof is not there"
ELSEWHERE = "vertex 0: its proof is about another position"
OTHER_WINS = "vertex 0: its proof says that the other player wins"


@table(
    "right, kind, edges, winner, parts",
    [
        ("arcs", ARCS, [(0, 1)], "NP", [search(BOTH, [0, 1], [0], SINK, MOVE)]),
        ("vertices", VERTICES, [(0, 1)], "NP", [search(BOTH, [0, 1], [0], SINK, MOVE)]),
        (
            "other numbers than the graph's",
            ARCS,
            [(0, 1), (2, 3)],
            "--NP",
            [search({3: 0, 2: 1}, [2, 3], [1], SINK, MOVE)],
        ),
        (
            "both ways along an edge",
            POINTS,
            [(0, 1)],
            "NN",
            [
                search(
                    {0: 1, 1: 3},
                    [0, 1],
                    [0, 1],
                    SINK,
                    MOVE,
                    ProofNode(0, 0, False, "all"),
                    ProofNode(1, 2, True, "move", arc=1, children=(2,)),
                )
            ],
        ),
        (
            "an edge from either end",
            EDGES,
            [(0, 1)],
            "NN",
            [
                search(
                    {0: 1, 1: 3},
                    [0, 1],
                    [0],
                    SINK,
                    MOVE,
                    ProofNode(0, 0, False, "all"),
                    ProofNode(1, 1, True, "move", arc=0, children=(2,)),
                )
            ],
        ),
        ("a loop that is used", ARCS, [(0, 0)], "N", [search({0: 1}, [0], [0], LONE, MOVE)]),
        ("a loop that is left out", VERTICES, [(0, 0)], "P", [search({0: 0}, [0], [], LONE)]),
        ("a loop left out both ways", POINTS, [(0, 0)], "P", [search({0: 0}, [0], [], LONE)]),
        ("a loop that is named", VERTICES, [(0, 0)], "P", [search({0: 0}, [0], [0], LONE)]),
        (
            "an arc to a ranked N, and one beyond it",
            ARCS,
            [(0, 1), (1, 2)],
            "PNP",
            [ranks([1, 2], [1, 0]), search({0: 0}, [0], [], LONE)],
        ),
        ("edges that cancel left out", EDGES, [(0, 1), (1, 0)], "P-", [search({0: 0}, [0], [], LONE)]),
    ],
)
def test_graphs_of_positions_are_accepted(right: str, kind: str, edges: Pairs, winner: str, parts: Parts) -> None:
    assert said(kind, edges, winner, parts)


@table(
    "wrong, kind, edges, winner, parts, sentence",
    [
        (
            "a vertex without a position",
            ARCS,
            [(0, 1)],
            "NP",
            [ProofDag(np.array([0, 1]), np.array([0, 1]), np.array([0]), (SINK, MOVE), (1,))],
            "roots has 1 entry; expected 2 entries",
        ),
        (
            "a place below 0",
            ARCS,
            [(0, 1)],
            "NP",
            [search(BOTH, [0, -1], [0], SINK, MOVE)],
            "places[1] is -1; expected 0 to 1",
        ),
        (
            "a place at n",
            ARCS,
            [(0, 1)],
            "NP",
            [search(BOTH, [0, 2], [0], SINK, MOVE)],
            "places[1] is 2; expected 0 to 1",
        ),
        (
            "places as a mask",
            ARCS,
            [(0, 1)],
            "NP",
            [search(BOTH, [True, True], [0], SINK, MOVE)],
            "places has dtype bool; expected integers",
        ),
        (
            "an arc below 0",
            ARCS,
            [(0, 1)],
            "NP",
            [search(BOTH, [0, 1], [-1], SINK, MOVE)],
            "arcs[0] is -1; expected 0 to 0",
        ),
        (
            "an arc at m",
            ARCS,
            [(0, 1)],
            "NP",
            [search(BOTH, [0, 1], [1], SINK, MOVE)],
            "arcs[0] is 1; expected 0 to 0",
        ),
        (
            "an edge the other way",
            EDGES,
            [(0, 1)],
            "NN",
            [search({}, [0, 1], [1], SINK)],
            "arcs[0] is 1; expected 0 to 0",
        ),
        (
            "an arc at 2 m",
            POINTS,
            [(0, 1)],
            "NN",
            [search({}, [0, 1], [0, 1, 2], SINK)],
            "arcs[2] is 2; expected 0 to 1",
        ),
        ("a place twice", ARCS, [(0, 1)], "NP", [search(BOTH, [0, 1, 1], [0], SINK, MOVE)], TWICE),
        ("an arc twice", ARCS, [(0, 1)], "NP", [search(BOTH, [0, 1], [0, 0], SINK, MOVE)], TWICE),
        ("an arc out of its places", ARCS, [(0, 1)], "N-", [search({0: 0}, [0], [0], LONE)], UNKNOWN_END),
        ("an arc into its places", ARCS, [(0, 1)], "-P", [search({1: 0}, [1], [0], LONE)], UNKNOWN_END),
        ("the way back of an edge out", POINTS, [(0, 1)], "N-", [search({0: 0}, [0], [1], LONE)], UNKNOWN_END),
        ("an arc left out", ARCS, [(0, 1)], "P-", [search({0: 0}, [0, 1], [], LONE)], LEFT_OUT),
        ("an edge left out", EDGES, [(0, 1)], "P-", [search({0: 0}, [0, 1], [], LONE)], LEFT_OUT),
        ("a loop left out", ARCS, [(0, 0)], "P", [search({0: 0}, [0], [], LONE)], LEFT_OUT),
        ("one way of an edge left out", POINTS, [(0, 1)], "P-", [search({0: 0}, [0, 1], [1], LONE)], LEFT_OUT),
        ("the way back left out", POINTS, [(1, 0)], "P-", [search({0: 0}, [0, 1], [0], LONE)], LEFT_OUT),
        (
            "an arc out to a ranked P",
            ARCS,
            [(0, 1)],
            "PP",
            [ranks([1], [0]), search({0: 0}, [0], [], LONE)],
            NOT_RANKED,
        ),
        (
            "an arc out to an N without a rank",
            ARCS,
            [(0, 1), (1, 2)],
            "PNP",
            [search({1: 1, 2: 0}, [1, 2], [1], SINK, MOVE), search({0: 0}, [0], [], LONE)],
            NOT_RANKED,
        ),
        ("an edge out", EDGES, [(0, 1)], "P-", [search({0: 0}, [0], [], LONE)], EDGE_OUT),
        ("an edge in", EDGES, [(1, 0)], "P-", [search({0: 0}, [0], [], LONE)], EDGE_OUT),
        ("three edges out", EDGES, [(0, 1), (0, 1), (1, 0)], "P-", [search({0: 0}, [0], [], LONE)], EDGE_OUT),
        ("an edge out, by vertices", POINTS, [(0, 1)], "P-", [search({0: 0}, [0], [], LONE)], EDGE_OUT),
        ("two of them, which do not cancel", POINTS, [(0, 1), (1, 0)], "P-", [search({0: 0}, [0], [], LONE)], EDGE_OUT),
        (
            "a position below 0",
            ARCS,
            [(0, 1)],
            "NP",
            [search({1: 0, 0: -1}, [0, 1], [0], SINK, MOVE)],
            "roots[1] is -1; expected 0 to 1",
        ),
        (
            "a position too far",
            ARCS,
            [(0, 1)],
            "NP",
            [search({1: 0, 0: 2}, [0, 1], [0], SINK, MOVE)],
            "roots[1] is 2; expected 0 to 1",
        ),
        (
            "a position of no vertex",
            ARCS,
            [],
            "P",
            [search({0: 0}, [0], [], SINK)],
            "vertex 0: its proof is about no position of this graph",
        ),
        ("the position of another", ARCS, [(0, 1)], "P-", [search({0: 0}, [0, 1], [0], SINK, MOVE)], ELSEWHERE),
        ("a later position", ARCS, [(0, 1)], "P-", [search({0: 0}, [0, 1], [0], LONE)], ELSEWHERE),
        (
            "a start to come back to, by vertices",
            VERTICES,
            [(0, 1), (1, 0)],
            "P-",
            [
                search(
                    {0: 2},
                    [0, 1],
                    [0, 1],
                    LONE,
                    ProofNode(1, 2, True, "move", arc=1, children=(0,)),
                    ProofNode(0, 3, False, "all", children=(1,)),
                )
            ],
            ELSEWHERE,
        ),
        ("called P", ARCS, [(0, 1)], "PP", [search(BOTH, [0, 1], [0], SINK, MOVE)], OTHER_WINS),
        ("called undecided", ARCS, [(0, 1)], "-P", [search(BOTH, [0, 1], [0], SINK, MOVE)], OTHER_WINS),
        ("called N", ARCS, [], "N", [search({0: 0}, [0], [], LONE)], OTHER_WINS),
    ],
)
def test_graphs_of_positions(wrong: str, kind: str, edges: Pairs, winner: str, parts: Parts, sentence: str) -> None:
    assert_refused(said(kind, edges, winner, parts), sentence, wrong)


# Positions. Each proof is about vertex 0, by its last position unless another is given.


def proved(kind: str, edges: Pairs, n: int, nodes: Sequence[ProofNode], root: int | None = None) -> Report:
    """What the verifier says of a proof about vertex 0 over the whole graph."""
    root = len(nodes) - 1 if root is None else root
    arcs = range(len(edges) * (2 if kind == POINTS else 1))
    winner = ("N" if nodes[root].wins else "P") + "-" * (n - 1)
    return said(kind, edges, winner, [search({0: root}, range(n), arcs, *nodes)])


def at(vertex: int, unused: int, value: str, rule: str, *facts: tuple[str, int, int, int], **more: Any) -> ProofNode:
    """A position and its value, N or P."""
    return ProofNode(vertex, unused, value == "N", rule, facts, **more)


def stuck(vertex: int) -> ProofNode:
    """A position in which nothing is left."""
    return at(vertex, 0, "P", "all")


LINE = [(0, 1), (1, 2)]
ROUND = [(0, 1), (1, 0)]
TRIANGLE = [(0, 1), (0, 2), (1, 2)]


@table(
    "right, kind, edges, n, nodes",
    [
        ("a win that settles", ARCS, [(0, 1)], 2, [at(0, 1, "N", "settled", ("win", 0, 0, -1))]),
        ("a vertex that settles", VERTICES, [(0, 1)], 2, [at(0, 1, "N", "settled", ("win", 0, 0, -1))]),
        ("an edge that settles", EDGES, [(1, 0)], 2, [at(0, 1, "N", "settled", ("win", 0, 0, -1))]),
        # nobody moves to 1, whence 2 would be the last move
        ("a win elsewhere", ARCS, LINE, 3, [at(0, 3, "P", "all", ("win", 1, 1, -1))]),
        ("a win elsewhere along an edge", EDGES, [(0, 1), (1, 2)], 3, [at(0, 3, "P", "all", ("win", 1, 1, -1))]),
        (
            "a win elsewhere, an edge from its head",
            EDGES,
            [(1, 0), (1, 2)],
            3,
            [at(0, 3, "P", "all", ("win", 1, 1, -1))],
        ),
        ("a win at the token itself", ARCS, [(1, 0)], 2, [at(0, 1, "P", "all", ("win", 0, 1, -1))]),
        (
            "a win by a position",
            ARCS,
            [(0, 1), (1, 1), (1, 1)],
            2,
            [
                at(1, 6, "P", "all", ("cancel", 1, 2, -1)),
                at(0, 7, "N", "settled", ("win", 0, 0, 0)),
            ],
        ),
        (
            "a drop",
            ARCS,
            LINE,
            3,
            [at(1, 2, "N", "settled", ("win", 1, 1, -1)), at(0, 3, "P", "all", ("drop", 0, 0, 0))],
        ),
        ("antiparallel arcs cancel", ARCS, ROUND, 2, [at(0, 3, "P", "all", ("cancel", 0, 1, -1))]),
        ("parallel edges cancel", EDGES, [(0, 1), (0, 1)], 2, [at(0, 3, "P", "all", ("cancel", 0, 1, -1))]),
        ("edges from either end cancel", EDGES, ROUND, 2, [at(0, 3, "P", "all", ("cancel", 1, 0, -1))]),
        ("loops cancel", EDGES, [(0, 0), (0, 0)], 1, [at(0, 3, "P", "all", ("cancel", 0, 1, -1))]),
        ("a loop is taken once", EDGES, [(0, 0)], 1, [stuck(0), at(0, 1, "N", "move", arc=0, children=(0,))]),
        ("a move of several", ARCS, [(0, 0), (0, 1)], 2, [stuck(1), at(0, 3, "N", "move", arc=1, children=(0,))]),
        (
            "a move and all moves",
            ARCS,
            LINE,
            3,
            [stuck(2), at(1, 2, "N", "move", arc=1, children=(0,)), at(0, 3, "P", "all", children=(1,))],
        ),
        (
            "no way back, by vertices",
            VERTICES,
            [(0, 1), (1, 0)],
            2,
            [stuck(1), at(0, 1, "N", "move", arc=0, children=(0,))],
        ),
        ("parity, N", ARCS, [(0, 1)], 2, [at(0, 1, "N", "parity")]),
        ("parity, P", ARCS, LINE, 3, [at(0, 3, "P", "parity")]),
        ("parity, back at the start", ARCS, ROUND, 2, [at(0, 3, "P", "parity")]),
        ("a kernel", ARCS, ROUND, 2, [at(0, 3, "P", "kernel", kernel=(0,))]),
        (
            "a kernel with more arcs in",
            ARCS,
            [(0, 1), (1, 0), (1, 0), (2, 0)],
            3,
            [at(0, 15, "P", "kernel", kernel=(0,))],
        ),
        ("an even kernel, P", EDGES, RING, 4, [at(0, 15, "P", "even", kernel=(0, 2))]),
        ("an even kernel, N", EDGES, [(0, 1)], 2, [at(0, 1, "N", "even", kernel=(1,))]),
        (
            "an even kernel, N, evenly many at another",
            EDGES,
            [(0, 1), (1, 2), (2, 3)],
            4,
            [at(0, 7, "N", "even", kernel=(1, 3))],
        ),
    ],
)
def test_positions_are_accepted(right: str, kind: str, edges: Pairs, n: int, nodes: list[ProofNode]) -> None:
    report = proved(kind, edges, n, nodes)
    assert report, report


@table(
    "wrong, kind, edges, n, nodes, sentence",
    [
        ("a vertex at n", ARCS, [], 1, [stuck(1)], "it is not a position of this graph"),
        ("an arc at m", ARCS, [(0, 1)], 2, [at(0, 3, "N", "parity")], "it is not a position of this graph"),
        (
            "something after the fact that decides",
            ARCS,
            [(0, 1)],
            2,
            [at(0, 1, "N", "settled", ("win", 0, 0, -1), ("win", 0, 0, -1))],
            "something follows fact 0, which decides the position",
        ),
        *(
            (wrong, kind, edges, n, nodes, "no fact decides it as it says")
            for wrong, kind, edges, n, nodes in [
                ("settled without a fact", ARCS, LINE, 3, [at(0, 3, "N", "settled")]),
                ("settled by a fact elsewhere", ARCS, LINE, 3, [at(0, 3, "N", "settled", ("win", 1, 1, -1))]),
                ("settled, and called P", ARCS, [(0, 1)], 2, [at(0, 1, "P", "settled", ("win", 0, 0, -1))]),
                ("settled, and another rule", EDGES, [(0, 1)], 2, [at(0, 1, "P", "all", ("win", 0, 0, -1))]),
                ("settled, and another rule, N", ARCS, [(0, 1)], 2, [at(0, 1, "N", "parity", ("win", 0, 0, -1))]),
            ]
        ),
    ],
)
def test_positions(wrong: str, kind: str, edges: Pairs, n: int, nodes: list[ProofNode], sentence: str) -> None:
    assert_refused(proved(kind, edges, n, nodes), f"position {len(nodes) - 1} of the proof: {sentence}", wrong)


CANNOT_CANCEL = "there are no two arcs to cancel"
ENDS_NOT = "the play does not end after arc"
NO_COMPONENT = "components prove nothing in this game"
BEHIND = "does not prove the position after arc"


@table(
    "wrong, kind, edges, n, unused, fact, sentence",
    [
        ("an arc used before", ARCS, LINE, 3, 2, ("win", 0, 0, -1), "arc 0 is not there"),
        ("an arc at m", ARCS, LINE, 3, 3, ("win", 2, 1, -1), "arc 2 is not there"),
        ("arcs that cancel, by vertices", VERTICES, ROUND, 2, 3, ("cancel", 0, 1, -1), CANNOT_CANCEL),
        ("the two ways of an edge, by vertices", POINTS, [(0, 1)], 2, 3, ("cancel", 0, 1, -1), CANNOT_CANCEL),
        ("an arc below 0 to cancel", ARCS, ROUND, 2, 3, ("cancel", 0, -1, -1), CANNOT_CANCEL),
        ("an arc at m to cancel", ARCS, ROUND, 2, 3, ("cancel", 0, 2, -1), CANNOT_CANCEL),
        ("an arc used before to cancel", ARCS, [*ROUND, (1, 2)], 3, 5, ("cancel", 0, 1, -1), CANNOT_CANCEL),
        ("a loop that cancels itself", ARCS, [(0, 0)], 1, 1, ("cancel", 0, 0, -1), CANNOT_CANCEL),
        ("parallel arcs", ARCS, [(0, 1), (0, 1)], 2, 3, ("cancel", 0, 1, -1), "arcs 0 and 1 do not cancel"),
        ("edges elsewhere", EDGES, LINE, 3, 3, ("cancel", 0, 1, -1), "arcs 0 and 1 do not cancel"),
        ("a win at another vertex", ARCS, LINE, 3, 3, ("win", 1, 0, -1), "arc 1 does not leave vertex 0"),
        ("a win at the head", ARCS, [(0, 1)], 2, 1, ("win", 0, 1, -1), "arc 0 does not leave vertex 1"),
        ("an edge at another vertex", EDGES, LINE, 3, 3, ("win", 1, 0, -1), "arc 1 does not leave vertex 0"),
        ("a vertex below 0", ARCS, ROUND, 2, 3, ("drop", 1, -1, 0), "arc 1 does not leave vertex -1"),
        ("a vertex at n", ARCS, ROUND, 2, 3, ("drop", 1, 2, 0), "arc 1 does not leave vertex 2"),
        ("a win where the play goes on", ARCS, LINE, 3, 3, ("win", 0, 0, -1), f"{ENDS_NOT} 0"),
        ("a win where it goes on along an edge", EDGES, LINE, 3, 3, ("win", 0, 0, -1), f"{ENDS_NOT} 0"),
        ("a win along a loop, by vertices", VERTICES, [(0, 1), (1, 1)], 2, 3, ("win", 1, 1, -1), f"{ENDS_NOT} 1"),
        ("a win back to the token itself", EDGES, [(0, 1)], 2, 1, ("win", 0, 1, -1), f"{ENDS_NOT} 0"),
        ("a drop without a position", ARCS, [(0, 1)], 2, 1, ("drop", 0, 0, -1), f"position -1 {BEHIND} 0"),
        ("a drop by vertices", VERTICES, LINE, 3, 3, ("drop", 0, 0, 0), NO_COMPONENT),
        ("a drop of an edge", EDGES, LINE, 3, 3, ("drop", 0, 0, 0), NO_COMPONENT),
        ("a drop in a ring", ARCS, ROUND, 2, 3, ("drop", 0, 0, 0), "arc 0 does not leave its component"),
        ("a win in a ring", ARCS, ROUND, 2, 3, ("win", 0, 0, 0), "arc 0 does not leave its component"),
        ("a loop that leaves", ARCS, [(0, 0)], 1, 1, ("drop", 0, 0, 0), "arc 0 does not leave its component"),
        ("a drop to P", ARCS, [(0, 2)], 3, 1, ("drop", 0, 0, 1), f"position 1 {BEHIND} 0"),
        ("a win to N", ARCS, LINE, 3, 3, ("win", 0, 0, 0), f"position 0 {BEHIND} 0"),
        ("a drop by a position elsewhere", ARCS, [(0, 2)], 3, 1, ("drop", 0, 0, 0), f"position 0 {BEHIND} 0"),
    ],
)
def test_facts(
    wrong: str, kind: str, edges: Pairs, n: int, unused: int, fact: tuple[str, int, int, int], sentence: str
) -> None:
    """The positions a fact may point to: at 1, N along arc 1; at 2, P."""
    nodes = [at(1, 2, "N", "settled", ("win", 1, 1, -1)), stuck(2), at(0, unused, "P", "all", fact)]
    assert_refused(proved(kind, edges, n, nodes), f"position 2 of the proof: fact 0: {sentence}", wrong)


MOVE_THERE = "the move is not there"
TO_P = "the move does not lead to a position proved to be P"
TO_N = "the move along arc 0 does not lead to a position proved to be N"
ONE_MOVE = at(0, 1, "N", "move", arc=0, children=(0,))


@table(
    "wrong, kind, edges, n, nodes, root, sentence",
    [
        ("no arc", ARCS, [(0, 1)], 2, [stuck(1), at(0, 1, "N", "move", arc=-1, children=(0,))], 1, MOVE_THERE),
        ("an arc of another", ARCS, LINE, 3, [stuck(2), at(0, 3, "N", "move", arc=1, children=(0,))], 1, MOVE_THERE),
        ("an arc used", ARCS, [(0, 1)], 2, [stuck(1), at(0, 0, "N", "move", arc=0, children=(0,))], 1, MOVE_THERE),
        ("a move, and P", ARCS, [(0, 1)], 2, [stuck(1), at(0, 1, "P", "move", arc=0, children=(0,))], 1, MOVE_THERE),
        ("no position", ARCS, [(0, 1)], 2, [stuck(1), at(0, 1, "N", "move", arc=0)], 1, MOVE_THERE),
        ("two positions", ARCS, [(0, 1)], 2, [stuck(1), at(0, 1, "N", "move", arc=0, children=(0, 0))], 1, MOVE_THERE),
        ("a position too far", ARCS, [(0, 1)], 2, [at(0, 1, "N", "move", arc=0, children=(9,)), stuck(1)], 0, TO_P),
        ("a later position", ARCS, [(0, 1)], 2, [at(0, 1, "N", "move", arc=0, children=(1,)), stuck(1)], 0, TO_P),
        ("a position elsewhere", ARCS, [(0, 1)], 3, [stuck(2), ONE_MOVE], 1, TO_P),
        (
            "a position that is N",
            ARCS,
            LINE,
            3,
            [at(1, 2, "N", "parity"), at(0, 3, "N", "move", arc=0, children=(0,))],
            1,
            TO_P,
        ),
        ("too little left", ARCS, LINE, 3, [stuck(1), at(0, 3, "N", "move", arc=0, children=(0,))], 1, TO_P),
        (
            "too much left",
            ARCS,
            ROUND,
            2,
            [at(1, 3, "P", "parity"), at(0, 3, "N", "move", arc=0, children=(0,))],
            1,
            TO_P,
        ),
        (
            "a way back, by vertices",
            VERTICES,
            [(0, 1), (1, 1)],
            2,
            [stuck(1), at(1, 2, "N", "move", arc=1, children=(0,)), at(0, 3, "P", "all", children=(1,))],
            2,
            TO_N,
        ),
        ("all moves, and N", ARCS, [], 1, [at(0, 0, "N", "all")], 0, "not every move is answered"),
        ("a move not answered", ARCS, [(0, 1)], 2, [at(0, 1, "P", "all")], 0, "not every move is answered"),
        (
            "answered twice",
            ARCS,
            [],
            2,
            [stuck(1), at(0, 0, "P", "all", children=(0,))],
            1,
            "not every move is answered",
        ),
        ("a move to P", ARCS, [(0, 1)], 2, [stuck(1), at(0, 1, "P", "all", children=(0,))], 1, TO_N),
    ],
)
def test_moves(wrong: str, kind: str, edges: Pairs, n: int, nodes: list[ProofNode], root: int, sentence: str) -> None:
    assert_refused(proved(kind, edges, n, nodes, root), f"position {root} of the proof: {sentence}", wrong)


NO_PARITY = "parity proves nothing in this game"
OTHER_SIDE = "the play can end on the other side"
NO_VERTEX_KERNEL = "there is no kernel around the vertex"
NO_EVEN_KERNEL = "there is no even kernel for the vertex"


@table(
    "wrong, kind, edges, n, node, sentence",
    [
        ("parity by vertices", VERTICES, [(0, 1)], 2, at(0, 1, "N", "parity"), NO_PARITY),
        ("parity on edges", EDGES, [(0, 1)], 2, at(0, 1, "N", "parity"), NO_PARITY),
        ("parity by vertices, both ways", POINTS, [(0, 1)], 2, at(0, 1, "N", "parity"), NO_PARITY),
        (
            "a triangle",
            ARCS,
            [(0, 1), (1, 2), (2, 0)],
            3,
            at(0, 7, "P", "parity"),
            "the remaining graph is not bipartite",
        ),
        ("ends on the other side, N", ARCS, LINE, 3, at(0, 3, "N", "parity"), OTHER_SIDE),
        ("ends on the other side, P", ARCS, [(0, 1)], 2, at(0, 1, "P", "parity"), OTHER_SIDE),
        ("ends at the start", ARCS, ROUND, 2, at(0, 3, "N", "parity"), OTHER_SIDE),
        ("ends on both sides, N", ARCS, [(0, 1), (0, 2), (2, 3)], 4, at(0, 7, "N", "parity"), OTHER_SIDE),
        ("ends on both sides, P", ARCS, [(0, 1), (0, 2), (2, 3)], 4, at(0, 7, "P", "parity"), OTHER_SIDE),
        ("a kernel by vertices", VERTICES, [], 1, at(0, 0, "P", "kernel", kernel=(0,)), NO_VERTEX_KERNEL),
        ("a kernel on edges", EDGES, [], 1, at(0, 0, "P", "kernel", kernel=(0,)), NO_VERTEX_KERNEL),
        ("a kernel for N", ARCS, [], 1, at(0, 0, "N", "kernel", kernel=(0,)), NO_VERTEX_KERNEL),
        ("a kernel elsewhere", ARCS, ROUND, 2, at(0, 3, "P", "kernel", kernel=(1,)), NO_VERTEX_KERNEL),
        ("no kernel", ARCS, [(0, 1)], 2, at(0, 1, "P", "kernel"), NO_VERTEX_KERNEL),
        (
            "an arc in the kernel",
            ARCS,
            [(0, 1)],
            2,
            at(0, 1, "P", "kernel", kernel=(0, 1)),
            "an arc lies inside the kernel",
        ),
        (
            "a loop in the kernel",
            ARCS,
            [(0, 0)],
            1,
            at(0, 1, "P", "kernel", kernel=(0,)),
            "an arc lies inside the kernel",
        ),
        (
            "more arcs out of the kernel than back",
            ARCS,
            [(0, 1), (0, 1), (1, 0)],
            2,
            at(0, 7, "P", "kernel", kernel=(0,)),
            "vertex 1 has too few arcs into the kernel",
        ),
        (
            "an arc out of the kernel, and on",
            ARCS,
            LINE,
            3,
            at(0, 3, "P", "kernel", kernel=(0,)),
            "vertex 1 has too few arcs into the kernel",
        ),
        ("an even kernel on arcs", ARCS, [(0, 1)], 2, at(0, 1, "N", "even", kernel=(1,)), NO_EVEN_KERNEL),
        ("an even kernel by vertices", POINTS, [(0, 1)], 2, at(0, 1, "N", "even", kernel=(1,)), NO_EVEN_KERNEL),
        ("an even kernel around N", EDGES, RING, 4, at(0, 15, "N", "even", kernel=(0, 2)), NO_EVEN_KERNEL),
        ("an even kernel not around P", EDGES, RING, 4, at(0, 15, "P", "even", kernel=(1, 3)), NO_EVEN_KERNEL),
        (
            "edges in the kernel, evenly many at each",
            EDGES,
            [(0, 1), (1, 2), (2, 0)],
            3,
            at(0, 7, "P", "even", kernel=(0, 1, 2)),
            "an edge lies inside the kernel",
        ),
        (
            "P, an odd number of edges",
            EDGES,
            [(0, 1)],
            2,
            at(0, 1, "P", "even", kernel=(0,)),
            "vertex 1 has 1 edges into the kernel",
        ),
        (
            "N, an odd number of edges at another, too",
            EDGES,
            TRIANGLE,
            3,
            at(0, 7, "N", "even", kernel=(1,)),
            "vertex 2 has 1 edges into the kernel",
        ),
        (
            "N, an even number of edges",
            EDGES,
            [(0, 1), (0, 1)],
            2,
            at(0, 3, "N", "even", kernel=(1,)),
            "vertex 0 has 2 edges into the kernel",
        ),
    ],
)
def test_theorems(wrong: str, kind: str, edges: Pairs, n: int, node: ProofNode, sentence: str) -> None:
    assert_refused(proved(kind, edges, n, [node]), f"position 0 of the proof: {sentence}", wrong)
