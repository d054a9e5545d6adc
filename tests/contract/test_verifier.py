"""The verifier: it accepts what is right, finds every planted fault, and believes nothing that is false."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphgames import Arena, ArenaSolution, Buchi, Game, NormalPlay, Parity, Reach, Strategy, verify
from graphgames.catalogue.find import objectives
from graphgames.certificates import AttractorRanks, BuchiLabels, Remoteness, StrategyPair
from graphgames.core import checking as common
from graphgames.games.parity import checker as parity
from tests import naive
from tests.contract.claims import (
    DRAWS,
    checker,
    every_game,
    faulty,
    lies,
    planted,
    random_claim,
    rejected,
    solution_of,
    wild,
)
from tests.naive import Claimed
from tests.oracles import oracle
from tests.share import cases

NAMES = [name for name in objectives() if oracle(name).spelled]
KINDS = [(name, True) for name in NAMES] + [(name, False) for name in DRAWS]
SHARE = {"parity": 20}
"""Of the games with three vertices every so many are taken, or all."""

kinds = pytest.mark.parametrize(("objective", "owned"), KINDS)


def right_claims(objective: str, owned: bool, share: int) -> list[Claimed]:
    """Right claims about all games of one and two vertices and every so many of those with three."""
    games = [game for n in (1, 2) for game in every_game(objective, n, owned)]
    games += islice(every_game(objective, 3, owned), None, None, share)
    return [naive.claim(arena, objective, data) for arena, data in games]


@pytest.mark.slow
@pytest.mark.share(0.45)
@kinds
def test_no_planted_fault_is_missed_on_small_arenas(objective: str, owned: bool) -> None:
    """One entry changed at a time: the verdict is that of the text, and only another right move is forgiven."""
    right = right_claims(objective, owned, SHARE.get(objective, 4))
    assert all(map(naive.claim_holds, right))
    assert not any(rejected(right))
    plants = [plant for c in right for plant in planted(c)]
    faults = [not naive.claim_holds(plant.claim) for plant in plants]
    assert rejected([plant.claim for plant in plants]) == faults
    assert all(fault for plant, fault in zip(plants, faults, strict=True) if plant.kind != "move")


@pytest.mark.slow
@pytest.mark.share(0.45)
@kinds
def test_planted_faults_are_named_on_random_arenas(
    objective: str, owned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(common, "LIMIT", 1000)
    rng = np.random.default_rng([len(objective), owned])
    found = 0
    for n in [*range(2, 9)] * cases(2, 0.5):
        right = random_claim(rng, objective, n, owned)
        report = verify(solution_of(right))
        assert report.ok and report.checked > 0, (right, str(report))
        for plant in planted(right):
            report = verify(solution_of(plant.claim))
            assert report.ok == naive.claim_holds(plant.claim), (plant, str(report))
            if report.ok:
                assert plant.kind == "move"
                continue
            found += 1
            v = plant.vertex
            near = {v, *right.successors[v]} | {u for u, after in enumerate(right.successors) if v in after}
            assert report.found == len(report.failures) > 0
            if plant.kind != "move":
                assert near & {failure.vertex for failure in report.failures}, (plant, str(report))
    assert found > 100


@kinds
def test_numbers_out_of_range_are_faults_of_their_vertex(objective: str, owned: bool) -> None:
    right = random_claim(np.random.default_rng(7), objective, 5, owned)
    for v, claim in wild(right):
        report = verify(solution_of(claim))
        assert [failure.vertex for failure in report.failures] == [v], (claim, str(report))
        assert "expected" in report.failures[0].message


@pytest.mark.slow
@pytest.mark.share(0.45)
@kinds
def test_only_the_truth_is_believed_on_small_arenas(objective: str, owned: bool) -> None:
    """All winners, all strategies that have moves where they are due, and labels that suit them."""
    right = right_claims(objective, owned, {"parity": 200}.get(objective, 40) if owned else 3)
    told = [(c.winner, lie) for c in right for lie in lies(c)]
    wrong = rejected([lie for _, lie in told])
    assert wrong == [not naive.claim_holds(lie) for _, lie in told]
    assert all(no or lie.winner == truth for no, (truth, lie) in zip(wrong, told, strict=True))
    assert 0 < sum(wrong) < len(told)


@pytest.mark.slow
@settings(max_examples=cases(150, 2))
@given(st.data())
def test_only_the_truth_is_believed(data: st.DataObject) -> None:
    """Several entries of a right claim changed at once, or all of them made up."""
    objective, owned = data.draw(st.sampled_from(KINDS))
    seed, n = data.draw(st.integers(0, 10**6)), data.draw(st.integers(1, 7))
    right = random_claim(np.random.default_rng(seed), objective, n, owned)
    vertices = st.sets(st.integers(0, n - 1), max_size=3)
    numbers = st.integers(-1, n)
    claim = right
    for v in data.draw(vertices):
        code = data.draw(st.integers(0, 2 if objective in DRAWS else 1))
        claim = claim._replace(winner=[*claim.winner[:v], code, *claim.winner[v + 1 :]])
    for v in data.draw(vertices):
        move = data.draw(st.sampled_from([-1, *right.successors[v]]))
        claim = claim._replace(moves=[*claim.moves[:v], move, *claim.moves[v + 1 :]])
    for name in right.labels:
        label = claim.labels[name].copy()
        for v in data.draw(vertices):
            label[v] = data.draw(numbers)
        claim = claim._replace(labels=claim.labels | {name: label})
    report = verify(solution_of(claim))
    assert report.ok == naive.claim_holds(claim)
    assert not report.ok or claim.winner == right.winner


VALUES = ("values_are_ranks", "values_are_remoteness", "values_are_labels")
"""Conditions about the solution's values, which have a test of their own."""


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("objective", ["safe", "misere", "buchi", "parity"])
def test_no_condition_is_idle(objective: str) -> None:
    """The verifier with any one of its conditions left out would miss a fault."""
    right = right_claims(objective, True, 300 if objective == "parity" else 40)
    claims = [plant.claim for c in right for plant in planted(c)] + [lie for c in right for lie in lies(c)]
    faults = [not naive.claim_holds(claim) for claim in claims]
    assert rejected(claims) == faults
    for i, condition in enumerate(checker(objective).CONDITIONS):
        if condition.__name__ not in VALUES:
            assert rejected(claims, leave_out=i) != faults, f"nothing fails without {condition.__name__}"


def with_value(solution: ArenaSolution, value: Any) -> ArenaSolution:
    return ArenaSolution(solution.problem, solution.winner, solution.strategy, "by hand", solution.certificate, value)


@pytest.mark.parametrize(("objective", "owned"), [kind for kind in KINDS if kind[0] != "parity"])
def test_values_must_be_those_of_the_certificate(objective: str, owned: bool) -> None:
    c = random_claim(np.random.default_rng(3), objective, 6, owned)
    solution = solution_of(c)
    value = np.array(
        [max(labels) for labels in zip(*c.labels.values(), strict=True)]  # where one of two counts, the other is -1
    )
    assert verify(with_value(solution, value)).ok
    for v in range(6):
        wrong = value.copy()
        wrong[v] = 0 if wrong[v] else 1
        report = verify(with_value(solution, wrong))
        assert [failure.vertex for failure in report.failures] == [v]
        assert not faulty(with_value(solution, wrong), checker(objective), len(checker(objective).CONDITIONS) - 1).any()
    assert "value has 5 entries" in str(verify(with_value(solution, value[:5])))


MISSHAPEN: list[tuple[Any, str]] = [
    (np.zeros(3, np.int32), "has 3 entries"),
    (np.zeros((2, 1), np.int32), "shape (2, 1)"),
    (np.zeros(2), "dtype float64"),
    (np.zeros(2, bool), "dtype bool"),
    (["a", "b"], "dtype <U1"),
    ([[1], [1, 2]], "parts of different lengths"),
    ([10**30, 1], "dtype object"),
    (None, "shape ()"),
    (np.array([2**63 + 5, 0], np.uint64), "expected -1 to 2"),
]


@pytest.mark.parametrize(("labels", "says"), MISSHAPEN)
def test_misshapen_labels_are_failures_and_no_exceptions(labels: Any, says: str) -> None:
    owned = Arena.from_edges([(0, 1), (1, 1)], owner=[0, 1])
    right = np.array([0, 0], np.int32)
    for game, proof in (
        (Game(owned, Reach([1])), AttractorRanks(0, labels)),
        (Game(owned, NormalPlay()), Remoteness(labels)),
        (Game(owned, Buchi([1])), BuchiLabels(0, labels, right)),
        (Game(owned, Buchi([1])), BuchiLabels(0, right, labels)),
    ):
        report = verify(ArenaSolution(game, np.array([0, 0], np.uint8), Strategy(np.array([1, -1])), "by hand", proof))
        assert not report.ok
        assert says in str(report)


@pytest.mark.parametrize("winner", [[0], [0, 0, 0]])
def test_misshapen_winners_and_strategies_are_failures(winner: list[int]) -> None:
    game = Game(Arena.from_edges([(0, 1), (1, 1)], owner=[0, 1]), Reach([1]))
    proof = AttractorRanks(0, np.array([1, 0], np.int32))
    moves = np.array([1, -1], np.int32)
    assert "winner has" in str(
        verify(ArenaSolution(game, np.array(winner, np.uint8), Strategy(moves), "by hand", proof))
    )
    short = Strategy(np.array(winner, np.int32))
    assert "move has" in str(verify(ArenaSolution(game, np.zeros(2, np.uint8), short, "by hand", proof)))


def test_a_certificate_of_the_wrong_kind_or_player_is_a_failure() -> None:
    game = Game(Arena.from_edges([(0, 0)], owner=[0]), Buchi([0]))
    numbers = np.zeros(1, np.int32)

    def says(proof: Any) -> str:
        return str(verify(ArenaSolution(game, numbers.astype(np.uint8), Strategy(numbers), "by hand", proof)))

    assert "'remoteness' proves nothing about a buchi game" in says(Remoteness(numbers))
    assert "for player 1; expected 0" in says(BuchiLabels(1, numbers, numbers - 1))
    goal = Game(game.arena, Reach([0]))
    for player, holds in ((0, True), (1, False)):
        proof = AttractorRanks(player, numbers)
        claim = ArenaSolution(goal, numbers.astype(np.uint8), Strategy(numbers - 1), "by hand", proof)
        assert verify(claim).ok == holds, "ranks for the other player"
    assert says(BuchiLabels(0, numbers, numbers - 1)).startswith("proved")
    assert says(StrategyPair()).startswith("proved")


@pytest.mark.parametrize("objective", ["reach", "safe", "normal", "misere", "buchi", "cobuchi", "parity"])
def test_the_empty_arena(objective: str) -> None:
    empty = Arena([0], [], owner=[])
    assert verify(solution_of(naive.claim(empty, objective, []))).ok


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("objective", ["buchi", "cobuchi"])
def test_strategies_alone_prove_buchi_games(objective: str) -> None:
    """As parity games of two priorities: the same verdict on every pair of strategies."""
    right = right_claims(objective, True, 40)
    for c in right[:60]:
        for lie in lies(c):
            solution = solution_of(lie)
            bare = ArenaSolution(solution.problem, solution.winner, solution.strategy, "by hand", StrategyPair())
            as_parity = lie._replace(objective="parity", data=[d + (objective == "buchi") for d in lie.data], labels={})
            assert verify(bare).ok == naive.claim_holds(as_parity)


def test_the_losing_cycle_is_named_in_order() -> None:
    n = 20
    edges = [(v, (v + 1) % n) for v in range(n)] + [(v, v - 2) for v in range(2, n)] + [(5, 5), (0, 1)]
    priority = [2] * n
    priority[5], priority[9] = 4, 3
    game = Game(Arena.from_edges(edges, owner=[1] * n), Parity(priority), players=("Ania", "Bolek"))
    report = verify(ArenaSolution(game, np.zeros(n, np.uint8), Strategy(np.full(n, -1)), "by hand", StrategyPair()))
    assert [failure.vertex for failure in report.failures] == [9]
    assert report.failures[0].message in {
        f"Ania wins, but the strategy leaves the cycle {cycle}, whose top priority 3 is odd"
        for cycle in ("9 -> 10 -> 8 -> 9", "9 -> 10 -> 11 -> 9", "9 -> 7 -> 8 -> 9")
    }
    ring = Arena.from_edges([(v, (v + 1) % n) for v in range(n)], owner=[1] * n, labels=[f"f{v}" for v in range(n)])
    game = Game(ring, Parity([0, 1] + [0] * (n - 2)))
    report = verify(ArenaSolution(game, np.zeros(n, np.uint8), Strategy(np.full(n, -1)), "by hand", StrategyPair()))
    assert str(report.failures[0]) == (
        "vertex 1: at f1, Eve wins, but the strategy leaves the cycle f1 -> f2 -> f3 -> f4 -> f5 -> f6 -> f7 -> f8 "
        "-> f9 -> f10 -> ... (9 more) ... -> f0 -> f1, whose top priority 1 is odd"
    )


@pytest.mark.parametrize("shuffled", [False, True])
def test_as_many_priorities_as_vertices_need_few_searches(shuffled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """One large component, every other vertex of the loser's parity: taking the tops away one by one needs n rounds."""
    k = 2000
    odd = np.arange(k) * 2
    even, rank = odd + 1, np.random.default_rng(0).permutation(k) if shuffled else np.arange(k)
    tails = np.concatenate((odd, even, even[:-1], even[1:]))
    heads = np.concatenate((even, odd, odd[1:], odd[:-1]))
    priority = np.empty(2 * k, np.int64)
    priority[odd], priority[even] = 2 * rank + 1, 2 * rank + 2
    rounds = []
    divide: Callable[..., Any] = parity.divide

    def counted(*arguments: Any) -> Any:
        rounds.append(arguments)
        return divide(*arguments)

    monkeypatch.setattr(parity, "divide", counted)
    everywhere = np.ones(2 * k, np.uint8)

    def found(priority: Any) -> int:
        game = Game(Arena.from_arrays(tails, heads, 2 * k, everywhere), Parity(priority))
        return verify(
            ArenaSolution(game, everywhere - 1, Strategy(np.full(2 * k, -1)), "by hand", StrategyPair())
        ).found

    assert found(priority) == 0
    assert len(rounds) <= 14
    raised = np.where(priority == 2001, 2003, priority)  # now it is the top of its cycle with one neighbour
    assert found(raised) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("small", [0, parity.SMALL])
@pytest.mark.parametrize("few", [0, parity.FEW])
def test_random_tops_of_cycles(small: int, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With SciPy's search and our own, with the bounds on walks and without."""
    monkeypatch.setattr(parity, "SMALL", small)
    monkeypatch.setattr(parity, "FEW", few)
    rng = np.random.default_rng(11)
    for _ in range(150):
        n = int(rng.integers(2, 25))
        tails, heads = rng.integers(0, n, (2, int(n * rng.uniform(0.8, 2.5))), np.int32)
        tails.sort()
        priority = rng.integers(0, rng.integers(2, 2 * n), n).astype(np.int32)
        asked = rng.random(n) < 0.5
        after = {v: heads[tails == v].tolist() for v in range(n)}
        losers = [int(not q % 2) if a else int(q % 2) for a, q in zip(asked, priority.tolist(), strict=True)]
        expected = sorted(naive.lost_cycles(after, priority.tolist(), losers))
        assert parity.max_priorities_on_cycles(priority, asked, tails, heads).tolist() == expected


ALONE = """
import pickle, sys
for name in ("api", "graphs", "readers", "formats", "draw", "core.compiled"):
    sys.modules[f"graphgames.{name}"] = None
from graphgames.core import arena, game, solution, strategy
from graphgames.catalogue import find
def known(module, name):
    return getattr(__import__(module, fromlist=[name]), name)
for graph, (aim, *data), winners, moves, (kind, *labels) in pickle.load(sys.stdin.buffer):
    problem = game.Game(arena.Arena(*graph), known(*aim)(*data))
    moved, proof = strategy.Strategy(moves), known(*kind)(*labels)
    check = find.checker(proof.kind)
    print(*(check(solution.ArenaSolution(problem, winner, moved, "a file", proof)).ok for winner in winners))
"""


@pytest.mark.slow
def test_the_verifier_works_without_solvers_and_kernels() -> None:
    rng, arrays = np.random.default_rng(1), []
    for objective, owned in KINDS:
        solution = solution_of(random_claim(rng, objective, 8, owned))
        arena, aim, proof = solution.problem.arena, solution.problem.objective, solution.certificate
        graph = (arena.indptr, arena.successors, arena.owner)
        lie = solution.winner.copy()
        lie[3] = 1 - (lie[3] & 1)
        arrays.append(
            (
                graph,
                ((type(aim).__module__, type(aim).__name__), *vars(aim).values()),
                (solution.winner, lie),
                solution.strategy.moves,
                ((type(proof).__module__, type(proof).__name__), *vars(proof).values()),
            )
        )
    run = subprocess.run([sys.executable, "-c", ALONE], input=pickle.dumps(arrays), capture_output=True, check=True)
    assert run.stdout.decode().splitlines() == ["True False"] * len(KINDS)
