"""Energy, mean payoff and discounted games: solvers against the definitions and each other, and every fault found."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, cast

import networkx as nx
import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue.find import fitting
from graphgames.certificates import BellmanEquations, EnergyBounds, EnergyLifts, MeanPotentials, TotalRanks
from graphgames.core import checking
from graphgames.core.errors import shown
from graphgames.core.value import INFINITY, Brackets
from graphgames.games.weighted import energy, mean
from graphgames.games.weighted.families import dense_energy, sparse_energy
from tests import naive_weighted as naive
from tests.arenas import random_arena
from tests.share import cases

HUGE = 10**30


def arenas(count: int, most: int = 6, seed: int = 0, dead_ends: bool = False) -> Iterator[tuple[Any, gg.Arena]]:
    for k in range(count):
        rng = np.random.default_rng([seed, k])
        yield rng, random_arena(rng, int(rng.integers(1, most)), 1.8, dead_ends=dead_ends)


def solved(game: gg.Game, without: Set[str] = frozenset()) -> Iterator[gg.ArenaSolution]:
    """Yield the solutions by all solvers but some, each of which must be proved."""
    for solver in fitting(game.objective.name):
        if solver.name in without:
            continue
        solution = gg.solve(game, solver=solver.name)
        report = gg.verify(solution)
        assert report.ok, (solver.name, str(report))
        yield solution


@pytest.mark.share(1)
@pytest.mark.slow
@pytest.mark.parametrize("factor", [1, Fraction(1, 3), 2**60, HUGE])
def test_credits_are_those_of_the_definition(factor: Any) -> None:
    for rng, arena in arenas(cases(150, 0.6)):
        small = rng.integers(-3, 4, arena.m).tolist()
        expected = [one if one == INFINITY else one * factor for one in naive.least_credits(arena, small)]
        game = gg.Game(arena, gg.Energy([one * factor for one in small]))
        without = {"credit-measures"} if factor >= 2**60 else set()  # as many lifts as the credits are large
        for solution in solved(game, without):
            assert solution.values is not None and solution.values.tolist() == expected
            assert solution.winner.tolist() == [int(one == INFINITY) for one in expected]


@pytest.mark.slow
def test_credits_with_a_cap_are_those_of_the_definition() -> None:
    for rng, arena in arenas(cases(200, 0.5), seed=1):
        weight, cap = rng.integers(-3, 4, arena.m).tolist(), int(rng.integers(0, 8))
        for solution in solved(gg.Game(arena, gg.Energy(weight, cap=cap))):
            assert solution.values is not None
            assert solution.values.tolist() == naive.capped_credits(arena, weight, cap)


@pytest.mark.slow
def test_solvers_agree_with_a_cap_on_larger_games() -> None:
    """Weights are larger than the cap, or smaller; several layers are needed, one after the other."""
    layers = set[int]()
    for seed in range(12):
        arena = sparse_energy(50, seed=seed).arena
        weight = np.random.default_rng(seed).integers(-30, 31 + seed, arena.m)
        for cap in (7, 40, 200):
            answers = list(solved(gg.Game(arena, gg.Energy(weight, cap=cap))))
            assert all(one.to_dict()["value"] == answers[0].to_dict()["value"] for one in answers)
            layers.update(
                len(cast("Any", one.certificate).bound) for one in answers if one.certificate.kind == "energy-layers"
            )
    assert len(layers) > 2


@pytest.mark.slow
@pytest.mark.parametrize("factor", [1, Fraction(2, 7), HUGE])
def test_mean_payoffs_are_those_of_the_definition(factor: Any) -> None:
    for rng, arena in arenas(cases(150, 0.15), seed=2):
        small = rng.integers(-3, 4, arena.m).tolist()
        expected = [one * factor for one in naive.mean_payoffs(arena, small)]
        for solution in solved(gg.Game(arena, gg.MeanPayoff([one * factor for one in small]))):
            assert solution.values is not None and solution.values.tolist() == expected


@pytest.mark.parametrize("factor", [1, Fraction(1, 3), 2**60, HUGE])
def test_total_payoffs_are_those_of_the_definition(factor: Any) -> None:
    kinds: set[str] = set()
    for rng, arena in arenas(cases(120, 0.8, least=35), seed=14):
        small = rng.integers(-3, 4, arena.m).tolist()
        expected = [one if one in (INFINITY, -INFINITY) else one * factor for one in naive.total_payoffs(arena, small)]
        for solution in solved(gg.Game(arena, gg.TotalPayoff([one * factor for one in small]))):
            assert solution.values is not None and solution.values.tolist() == expected
        kinds.update(str(one) if one in (INFINITY, -INFINITY) else "-0+"[(one >= 0) + (one > 0)] for one in expected)
    assert len(kinds) == 5


@pytest.mark.slow
def test_total_payoffs_are_infinite_where_the_mean_payoff_is_not_0() -> None:
    for rng, arena in arenas(40, 40, seed=15, dead_ends=True):
        weight = rng.integers(-2, 3, arena.m)
        mean, total = (gg.solve(gg.Game(arena, of(weight))).values for of in (gg.MeanPayoff, gg.TotalPayoff))
        assert mean is not None and total is not None
        for average, worth in zip(mean.tolist(), total.tolist(), strict=True):
            assert (average > 0) == (worth == INFINITY) and (average < 0) == (worth == -INFINITY)


@pytest.mark.slow
def test_discounted_payoffs_are_those_of_the_definition() -> None:
    for rng, arena in arenas(cases(150, 0.4), seed=3):
        weight = [Fraction(int(one), 4) for one in rng.integers(-9, 10, arena.m)]
        discount = [Fraction(int(one), 10) for one in rng.integers(0, 10, arena.m)]
        for solution in solved(gg.Game(arena, gg.Discounted(weight, discount=discount))):
            assert solution.values is not None
            assert solution.values.tolist() == naive.discounted(arena, weight, discount)


@pytest.mark.slow
def test_solvers_agree_on_larger_games() -> None:
    for rng, arena in arenas(cases(25, 1), 60, seed=4, dead_ends=True):
        weight = rng.integers(-9, 10, arena.m)
        objectives = [gg.Energy(weight), gg.MeanPayoff(weight), gg.Discounted(weight, discount="3/4")]
        objectives += [gg.TotalPayoff(weight), gg.TotalPayoff(weight, dead_ends="lose")]
        objectives += [gg.Energy(weight, dead_ends="lose"), gg.MeanPayoff(weight, dead_ends="lose")]
        for objective in objectives:
            answers = [solution.to_dict()["value"] for solution in solved(gg.Game(arena, objective))]
            assert all(answer == answers[0] for answer in answers)


@pytest.mark.slow
@pytest.mark.parametrize("objective", [partial(gg.Discounted, discount="9/10"), gg.MeanPayoff])
def test_the_solution_of_another_game_is_a_place_to_begin_and_no_more(objective: Any) -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        arena = random_arena(rng, 12, 2.0, True, seed % 3 == 0)
        weights = rng.integers(-9, 10, arena.m)
        game, other = (gg.Game(arena, objective(one)) for one in (weights, np.roll(weights, seed)))
        found, expected = gg.solve(game, like=gg.solve(other)), gg.solve(game)
        assert [found.value(v) for v in range(12)] == [expected.value(v) for v in range(12)] and gg.verify(found).ok


@pytest.mark.slow
def test_brackets_of_discounted_payoffs_hold_the_exact_values_and_are_proved() -> None:
    bracketed = 0
    for rng, arena in arenas(cases(120, 0.5), 9, seed=12, dead_ends=True):
        weight = [Fraction(int(one), 3) for one in rng.integers(-9, 10, arena.m)]
        near = 10 ** int(rng.integers(1, 8))
        discount = [1 - Fraction(int(one), near) for one in rng.integers(1, 10, arena.m)]
        game = gg.Game(arena, gg.Discounted(weight, discount=discount, threshold=Fraction(1, 3)))
        rough: Any = gg.solve(game, precision="1e-6")
        exact: Any = gg.solve(game)
        assert gg.verify(rough).ok and rough.winner.tolist() == exact.winner.tolist()
        if isinstance(rough.values, Brackets):
            pairs: list[Any] = list(zip(rough.values.tolist(), exact.values.tolist(), strict=True))
            assert all(value in one and one.width <= Fraction("1e-6") for one, value in pairs)
            again: Any = gg.solve(game, like=rough)
            assert again.values.tolist() == exact.values.tolist()
            aside = replace(rough, numbers=Brackets(rough.values.low, rough.values.low, rough.values.denominator))
            assert not gg.verify(aside).ok  # the lower ends are not the values
            bracketed += 1
    assert bracketed


def test_payoffs_that_a_bracket_would_leave_open_are_exact() -> None:
    ring = gg.Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1])
    even: Any = gg.solve(gg.Game(ring, gg.Discounted([1, -2], discount="1/2")), precision="1e-3")
    assert even.values.tolist() == [0, -2] and even.winner.tolist() == [0, 1]
    for weight, discount, precision in (
        ([1, 1], "1/2", "1e-30"),
        ([10**40, 1], "1/2", 1),
        ([1, 1], 1 - Fraction(1, 10**20), 1),
    ):
        exact = gg.solve(gg.Game(ring, gg.Discounted(weight, discount=discount)), precision=precision)
        assert not isinstance(exact.values, Brackets) and gg.verify(exact).ok


def test_the_credits_are_the_same_whoever_begins() -> None:
    """Where the weights are clearly negative player 1's rounds come first, and the credits from the rest."""
    for seed, less in enumerate((-6, -2, 0, 2, 4, 6)):
        arena = sparse_energy(400, 3, 4, seed).arena
        weight = np.random.default_rng(seed).integers(-8, 9, arena.m) - less
        answers = [one.to_dict()["value"] for one in solved(gg.Game(arena, gg.Energy(weight)), {"credit-measures"})]
        assert all(answer == answers[0] for answer in answers)


@pytest.mark.slow
def test_a_row_of_components_is_solved_one_after_the_other() -> None:
    for rng, _ in arenas(6, seed=16):
        parts, size = 12, 5
        blocks = np.arange(parts).repeat(2 * size) * size
        tails, heads = blocks + rng.integers(0, size, (2, 2 * size * parts))
        heads = np.where(rng.random(heads.size) < 0.2, np.minimum(heads + size, parts * size - 1), heads)
        ring = np.arange(parts * size)
        tails, heads = np.append(tails, ring), np.append(heads, ring // size * size + (ring + 1) % size)
        arena = gg.Arena.from_arrays(tails, heads, parts * size, rng.integers(0, 2, parts * size))
        weight = rng.integers(-5, 6, arena.m)
        for objective in (gg.Energy(weight), gg.MeanPayoff(weight), gg.TotalPayoff(weight)):
            answers = [solution.to_dict()["value"] for solution in solved(gg.Game(arena, objective))]
            assert all(answer == answers[0] for answer in answers)


def test_the_sign_of_the_mean_payoff_is_whether_a_credit_is_enough() -> None:
    for game in (sparse_energy(3000, seed=5), dense_energy(200, seed=6), sparse_energy(60, bits=200, seed=7)):
        energy, mean = gg.solve(game), gg.solve(game.arena, gg.MeanPayoff(game.objective.weight))  # type: ignore[attr-defined]
        assert gg.verify(energy) and gg.verify(mean)
        assert np.array_equal(energy.winner, mean.winner)
        assert 0 < energy.won[0] < game.arena.n


@pytest.mark.slow
def test_parity_games_are_mean_payoff_games() -> None:
    for rng, arena in arenas(60, 30, seed=8):
        priority = rng.integers(0, 5, arena.n)
        weights = [(-arena.n) ** int(one) for one in priority]
        parity = gg.solve(gg.Game(arena, gg.Parity(priority)))
        for objective in (gg.MeanPayoff(vertex_weight=weights), gg.Energy(vertex_weight=weights)):
            solution = gg.solve(gg.Game(arena, objective))
            assert gg.verify(solution) and np.array_equal(solution.winner, parity.winner)


@pytest.mark.slow
def test_discounted_payoffs_tend_to_mean_payoffs() -> None:
    for rng, arena in arenas(20, 8, seed=9):
        weight = rng.integers(-5, 6, arena.m)
        mean = gg.solve(gg.Game(arena, gg.MeanPayoff(weight))).values
        distances = []
        for power in (2, 4, 6):
            discount = 1 - Fraction(1, 10**power)
            near = gg.solve(gg.Game(arena, gg.Discounted(weight, discount=discount))).values
            assert near is not None and mean is not None
            distances.append(max(abs((1 - discount) * a - b) for a, b in zip(near, mean, strict=True)))
        assert distances[0] >= distances[1] >= distances[2] and distances[2] < Fraction(1, 1000)


# Certificates.


def proofs(solution: gg.ArenaSolution) -> Iterator[tuple[int, gg.ArenaSolution]]:
    """Yield claims with one entry changed, each with its vertex: values, winners, moves that are no edges."""
    arena = solution.arena
    assert solution.values is not None
    for v in range(arena.n):
        for change in (1, -1, Fraction(1, 7)):
            if solution.values[v] not in (INFINITY, -INFINITY):
                values = solution.values.copy()
                values[v] += change
                yield v, replace(solution, numbers=values)
        values = solution.values.copy()
        values[v] = 5 if values[v] == INFINITY else INFINITY
        yield v, replace(solution, numbers=values)
        winner = solution.winner.copy()
        winner[v] = 1 - winner[v]
        yield v, replace(solution, winner=winner)
        wrong = [w for w in range(arena.n) if w not in arena.successors_of(v)]
        if wrong and arena.successors_of(v).size:
            moves = solution.strategy.moves.copy()
            moves[v] = wrong[0]
            yield v, replace(solution, strategy=gg.Strategy(moves))


@pytest.mark.slow
def test_a_planted_fault_is_found_wherever_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "LIMIT", 1000)
    found = 0
    for rng, arena in arenas(cases(12, 1, least=5), 9, seed=10):
        weight = rng.integers(-4, 5, arena.m)
        for objective in (gg.Energy(weight), gg.MeanPayoff(weight), gg.Discounted(weight, discount="1/2"),
                          gg.Energy(weight, cap=9), gg.TotalPayoff(weight % 3 - 1)):  # fmt: skip
            solution = gg.solve(gg.Game(arena, objective))
            for v, claim in proofs(solution):
                report = gg.verify(claim)
                assert not report.ok, (objective, v, claim.values)
                near = {v, *arena.successors_of(v).tolist(), *(u for u, w in arena.edges() if w == v)}
                assert near & {failure.vertex for failure in report.failures}, str(report)
                found += 1
    assert found > 200


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["energy-bounds", "mean-potentials", "total-ranks", "bellman-equations", "energy-layers"]
)
def test_only_the_truth_is_believed(name: str) -> None:
    """Values, moves and proofs made up: what is accepted has the right values."""
    accepted = 0
    for rng, arena in arenas(cases(60, 1.5, least=24), 4, seed=11):
        weight = rng.integers(-1, 2, arena.m)
        objective = {
            "energy-bounds": gg.Energy(weight),
            "mean-potentials": gg.MeanPayoff(weight),
            "total-ranks": gg.TotalPayoff(weight),
            "bellman-equations": gg.Discounted(weight, discount="1/2"),
            "energy-layers": gg.Energy(weight, cap=2),
        }[name]
        right = gg.solve(gg.Game(arena, objective))
        assert right.values is not None and right.certificate.kind == name
        pool = [*right.values.tolist(), 0, 1, INFINITY] if name.startswith("energy") else [*right.values.tolist(), 0, 1]
        for _ in range(cases(100, 0.16, least=8)):
            values, moves = right.values.copy(), right.strategy.moves.copy()
            for v in rng.integers(0, arena.n, 2).tolist():
                values[v] = pool[int(rng.integers(len(pool)))]
                moves[v] = int(rng.choice(arena.successors_of(v)))
            proof: Any = right.certificate
            if name == "energy-bounds":
                proof = EnergyBounds(arena.n + 1, np.asarray(right.certificate.bound) + rng.integers(-2, 3, arena.n))  # type: ignore[attr-defined]
            elif name == "mean-potentials":
                proof = MeanPotentials(*rng.integers(-3, 4, (2, arena.n)))
            elif name == "total-ranks":
                changed = (
                    np.asarray(one) + rng.integers(-1, 2, arena.n) for one in (proof.bound, proof.alpha, proof.beta)
                )
                proof = TotalRanks(arena.n + 1, *changed)
            short = [one == INFINITY if name.startswith("energy") else one < 0 for one in values]
            winner, strategy = np.array(short, np.uint8), gg.Strategy(moves)
            if gg.verify(replace(right, numbers=values, winner=winner, strategy=strategy, proof=proof)):
                accepted += 1
                assert values.tolist() == right.values.tolist()
    assert accepted > 20


def test_a_zero_cycle_does_not_hide_a_credit_that_is_too_large() -> None:
    """Both vertices could wait for each other: credits of 5 would satisfy the equations of the least ones."""
    game = gg.Game(gg.Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1]), gg.Energy([1, -1]))
    right = gg.solve(game)
    assert right.values is not None and right.values.tolist() == [0, 1]
    for bound in ([16, 19], [10**9, 10**9], [0, 1]):
        proof = EnergyBounds(3, np.array(bound))
        claim = replace(right, numbers=np.array([5, 6], object), proof=proof)
        assert not gg.verify(claim)


def test_bounds_of_another_game_or_of_no_kind_are_refused() -> None:
    game = gg.Game(gg.Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1]), gg.Energy([1, -1]))
    right = gg.solve(game)
    for proof in (
        EnergyBounds(0, np.array([0, 1])),
        EnergyBounds(cast(Any, "3"), np.array([0, 1])),
        EnergyBounds(3, np.array([0])),
        EnergyBounds(3, np.array([0.5, 1])),
        EnergyLifts((0,), (1,)),
        MeanPotentials(np.array([0, 0]), np.array([0, 0])),
        TotalRanks(3, *np.zeros((3, 2), np.int64)),
        BellmanEquations(),
    ):
        assert not gg.verify(replace(right, proof=proof))
    assert "the solution has no values to prove" in str(gg.verify(replace(right, numbers=None)))
    assert not gg.verify(replace(right, numbers=np.array([-INFINITY, 1], object)))


def test_bounds_with_a_scale_that_is_no_positive_integer_are_refused() -> None:
    """With a negative one the energy could grow, and any credit would seem to be needed."""
    game = gg.Game(gg.Arena.from_edges([(0, 0)], owner=[0]), gg.Energy([1]))
    right = gg.solve(game)
    claim = replace(right, numbers=np.array([5], object), proof=EnergyBounds(-1, np.array([1])))
    assert right.value(0) == 0 and not gg.verify(claim)
    total = gg.solve(gg.Game(game.arena, gg.TotalPayoff([1])))
    ranks = (np.array([1]), np.array([0]), np.array([0]))
    for scale in (-1, 0, 1.0, True, "3", None):
        said = f"scale is {shown(scale)}; expected a whole number from 1 on"
        assert said in str(gg.verify(replace(right, proof=EnergyBounds(cast(Any, scale), np.array([1])))))
        assert said in str(gg.verify(replace(total, proof=TotalRanks(cast(Any, scale), *ranks))))


def test_numbers_that_are_no_credits_or_sums_are_refused() -> None:
    """A fraction must not be taken for its numerator, minus infinity not for infinity."""
    arena = gg.Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1])
    for weight, wrong in (([1, -1], Fraction(1, 2)), ([1, 1], -1), ([-1, -1], -INFINITY)):
        right = gg.solve(gg.Game(arena, gg.Energy(weight)))
        values = np.array([right.value(0), wrong], object)
        said = f"the credit is {wrong}; expected a multiple of 1/1 from 0 on, or infinity"
        assert gg.verify(right) and said in str(gg.verify(replace(right, numbers=values)))
    total = gg.solve(gg.Game(arena, gg.TotalPayoff([1, -1])))
    assert total.value(0) == 0 and total.value(1) == -1
    half = replace(total, numbers=np.array([0, Fraction(-1, 2)], object))
    assert gg.verify(total) and "the value is -1/2; expected a multiple of 1/1" in str(gg.verify(half))


def test_credits_without_a_cap_are_not_believed_with_one() -> None:
    arena = gg.Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1])
    right = gg.solve(gg.Game(arena, gg.Energy([3, -3])))
    capped = gg.Game(arena, gg.Energy([3, -3], cap=2))
    assert gg.solve(capped).winner.tolist() == [1, 1] and right.winner.tolist() == [0, 0]
    assert "at most 2 can be stored" in str(gg.verify(replace(right, problem=capped)))
    fits = replace(right, problem=capped, numbers=np.array([0, 2], object))
    assert "a game with a cap" in str(gg.verify(fits))


def test_numbers_beyond_64_bits_are_never_rounded() -> None:
    """A product of two numbers that fit would not: a checker that let it wrap would believe this."""
    for power in (20, 31, 40, 50, 60, 61, 62):
        weight = [2**power, -(2**power) - 1, 3]
        arena = gg.Arena.from_edges([(0, 1), (1, 0), (2, 0)], owner=[0, 1, 0])
        for objective in (gg.Energy(weight), gg.MeanPayoff(weight)):
            solution = gg.solve(gg.Game(arena, objective))
            assert gg.verify(solution) and solution.winner.tolist() == [1, 1, 1]
        assert solution.values is not None and solution.values.tolist() == [Fraction(-1, 2)] * 3


@pytest.mark.slow
@pytest.mark.parametrize("tries", [0, 50])
def test_wide_weights_are_solved_without_a_guess_as_well(tries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the leading bits mislead, the same loops run on integers of any size."""
    monkeypatch.setattr(energy, "_TRIES", tries)
    for rng, arena in arenas(20, 30, seed=12):
        tiny = rng.integers(-2, 3, arena.m)
        weight = [HUGE * int(one) + int(rng.integers(-3, 4)) for one in tiny]
        solution = gg.solve(gg.Game(arena, gg.Energy(weight)))
        assert gg.verify(solution)
        assert np.array_equal(solution.winner, gg.solve(gg.Game(arena, gg.MeanPayoff(weight))).winner)


@pytest.mark.slow
def test_a_game_whose_improvement_does_not_end_is_split(monkeypatch: pytest.MonkeyPatch) -> None:
    splits = 0
    for rng, arena in arenas(40, 30, seed=13):
        weight = rng.integers(-5, 6, arena.m)
        right = gg.solve(gg.Game(arena, gg.MeanPayoff(weight)))
        with monkeypatch.context() as patch:
            patch.setattr(mean, "_PATIENCE", 1)
            patch.setattr(mean, "_STEPS", 0)
            solution = gg.solve(gg.Game(arena, gg.MeanPayoff(weight)))
        assert gg.verify(solution) and solution.to_dict()["value"] == right.to_dict()["value"]
        splits += solution.stats["splits"]
    assert splits > 20


# Objectives.


def test_weights_come_as_edges_vertices_names_and_text() -> None:
    edges = [("a", "b"), ("b", "a"), ("b", "b")]
    arena = gg.Arena.from_edges(edges, owner=[0, 1], edge_data={"weight": ["0.5", -1, 2], "cost": [1, 1, 1]})
    assert gg.solve(gg.Game(arena, gg.MeanPayoff())).value("a") == Fraction(-1, 4)
    assert gg.solve(gg.Game(arena, gg.MeanPayoff("cost"))).value("a") == 1
    by_vertex = gg.MeanPayoff(vertex_weight={"a": 3, "b": "-1/2"})
    assert gg.solve(gg.Game(arena, by_vertex)).value("a") == Fraction(-1, 2)
    assert gg.solve(gg.Game(arena, gg.MeanPayoff(vertex_weight=lambda name: 7))).value("b") == 7


@pytest.mark.parametrize(
    "weights",
    [[-0.1, 0.3], np.array([-0.1, 0.3]), ["-0.1", "0.3"], [Fraction(-1, 10), Fraction(3, 10)]],
    ids=["floats", "array", "text", "fractions"],
)
def test_floats_are_the_decimals_that_they_are_written_as_wherever_numbers_are_taken(weights: Any) -> None:
    pairs, owner = [("a", "b"), ("b", "a")], {"a": 0, "b": 0}
    graph: Any = nx.DiGraph()
    graph.add_weighted_edges_from((u, w, one) for (u, w), one in zip(pairs, weights, strict=True))
    nested = {u: {w: one} for (u, w), one in zip(pairs, weights, strict=True)}
    given = (gg.Arena.from_edges(pairs, edge_data={"weight": weights}), graph, nested, gg.Arena(pairs, owner=owner))
    objectives = [gg.MeanPayoff(threshold=0.1)] * 3 + [gg.MeanPayoff(weights, threshold=0.1)]
    for one, objective in zip(given, objectives, strict=True):
        solution = gg.solve(one, objective, owner=owner)
        assert solution.value("a") == Fraction(1, 10) and solution.winner_of("a") == 0
    assert gg.solve(nested, gg.Energy(cap=0.3), owner=owner).value("a") == Fraction(1, 10)
    assert gg.solve(nested, gg.Discounted(discount=0.5), owner=owner).value("a") == Fraction(1, 15)


def test_numbers_in_a_dictionary_of_successors_are_weights_or_where_chance_moves_probabilities() -> None:
    graph: dict[str, Any] = {"a": {"coin": -2, "a": 0}, "coin": {"a": 0.25, "b": 0.75}, "b": {"b": {"weight": 1}}}
    arena = gg.Arena(graph, owner={"a": "Max", "coin": "chance", "b": "Min"})
    assert arena.edge_data["weight"].tolist() == [-2, 0, 0, 0, 1]
    assert [arena.probability_of(e) for e in (2, 3)] == [Fraction(1, 4), Fraction(3, 4)]
    with pytest.raises(gg.ArenaError, match="edge 1 has no weight, but others have one"):
        gg.Arena({"a": {"b": 1}, "b": ["a"]})
    with pytest.raises(gg.ArenaError, match="vertex b belongs to chance, so its edges need probabilities"):
        gg.Arena({"a": {"b": 1}, "b": ["a"]}, owner={"a": 0, "b": 2})


def test_wrong_data_are_refused_with_a_sentence() -> None:
    arena = gg.Arena.from_edges([(0, 0)], owner=[0])
    for objective, said in (
        (gg.Energy(), "no data 'weight'"),
        (gg.Energy([float("nan")]), "'nan' is not a number"),
        (gg.Energy([1, 2]), "2 entries"),
        (gg.Energy([True]), "True and False"),
        (gg.Energy([1], [1]), "exactly one of"),
        (gg.Energy([1], cap=-1), "the cap is -1"),
        (gg.Energy([1], dead_ends="win"), "dead_ends is 'win'"),
        (gg.MeanPayoff([1], threshold=float("nan")), "'nan' is not a number"),
        (gg.Discounted([1]), "expected a discount"),
        (gg.Discounted([1], discount=1), "the discount is 1"),
        (gg.Discounted([1], discount=["-1/2"]), "the discount of edge 0"),
    ):
        with pytest.raises(gg.GraphGamesError, match=said):
            gg.Game(arena, objective)


def test_a_dead_end_is_a_place_to_stay_or_lost() -> None:
    arena = gg.Arena.from_edges([(0, 1), (0, 0), (2, 2)], n=3, owner=[0, 1, 0])
    stay, lose = gg.MeanPayoff(vertex_weight=[1, 4, 0]), gg.MeanPayoff(vertex_weight=[1, 4, 0], dead_ends="lose")
    assert gg.solve(gg.Game(arena, stay)).to_dict()["value"] == [4, 4, 0]
    assert gg.solve(gg.Game(arena, lose)).to_dict()["value"] == ["inf", "inf", 0]
    assert gg.solve(gg.Game(arena, gg.MeanPayoff([1, 1, 1]))).to_dict()["value"] == [1, 0, 1]
    mine = gg.Arena.from_edges([(0, 1)], n=2, owner=[1, 0])
    assert gg.solve(gg.Game(mine, gg.Energy([-3], dead_ends="lose"))).to_dict()["value"] == ["inf", "inf"]
    assert gg.solve(gg.Game(mine, gg.Energy([-3]))).to_dict()["value"] == [3, 0]


def test_the_threshold_decides_who_wins() -> None:
    arena = gg.Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1])
    for threshold, winner in ((0, 0), ("1/2", 0), ("3/5", 1)):
        assert gg.solve(gg.Game(arena, gg.MeanPayoff([0, 1], threshold=threshold))).winner.tolist() == [winner] * 2
    game = gg.Game(arena, gg.Discounted([0, 1], discount="1/2", threshold=1))
    assert gg.solve(game).to_dict()["value"] == ["2/3", "4/3"] and gg.solve(game).winner.tolist() == [1, 0]


def test_the_best_of_parallel_edges_counts() -> None:
    arena = gg.Arena.from_edges([(0, 1), (0, 1), (1, 0), (1, 0)], owner=[0, 1])
    for solution in solved(gg.Game(arena, gg.MeanPayoff([1, 5, -2, 7]))):
        assert solution.to_dict()["value"] == ["3/2", "3/2"]
    for solution in solved(gg.Game(arena, gg.Energy([-1, -5, 2, 1]))):
        assert solution.to_dict()["value"] == [1, 0]


def test_an_empty_game_is_solved() -> None:
    for objective in (gg.Energy([]), gg.MeanPayoff([]), gg.Discounted([], discount=0), gg.Energy([], cap=3)):
        assert [s.to_dict()["value"] for s in solved(gg.Game(gg.Arena([0], [], owner=[]), objective))]


def test_an_explanation_names_the_loop() -> None:
    arena = gg.Arena.from_edges([("a", "c"), ("c", "d"), ("d", "a"), ("b", "a")], owner=[0, 1, 0, 1])
    solution = gg.solve(gg.Game(arena, gg.MeanPayoff([3, 3, 1, 0]), players=("Max", "Min")))
    assert "Max keeps an average of 7/3" in solution.explain("b") and "round a, c, d." in solution.explain("b")
    energy = gg.solve(gg.Game(arena, gg.Energy([-3, 3, 1, 0])))
    assert "a credit of 3 is enough, and less is not: Eve moves to c, where none is needed." in energy.explain("a")


def test_moves_come_best_first() -> None:
    arena = gg.Arena.from_edges([(0, 1), (0, 2), (0, 3), (1, 1), (2, 2), (3, 3)], owner=[0, 1, 1, 1])
    weight = [0, 0, 0, 5, 9, 7]
    assert [m.move for m in gg.solve(gg.Game(arena, gg.MeanPayoff(weight))).best_moves(0)] == [2, 3, 1]
    theirs = gg.Arena(arena.indptr, arena.successors, [1, 1, 1, 1])
    assert [m.move for m in gg.solve(gg.Game(theirs, gg.MeanPayoff(weight))).best_moves(0)] == [1, 3, 2]
    energy = gg.Energy([-4, -1, -6, 0, 0, 0])
    assert [m.move for m in gg.solve(gg.Game(arena, energy)).best_moves(0)] == [2, 1, 3]
    later = gg.Discounted([-9, 0, 4, 6, 1, -2], discount="1/2")
    solution = gg.solve(gg.Game(arena, later))
    assert [m.move for m in solution.best_moves(0)] == [3, 2, 1] and solution.value(0) == 2


WIDE = [2**62, 2**63 - 1, 10**30]


@pytest.mark.parametrize("big", [1000, *WIDE])
def test_sums_are_not_counted_one_by_one(big: int) -> None:
    """Rounds of value iteration were as many as the weights are large: inside of a round, and from round to round."""
    edges = [(0, 0), (0, 2), (0, 1), (1, 1), (2, 1), (2, 0)]
    weight = [-1, 1 - big, big, 1 - big, 1, big - 1]
    game = gg.Game(gg.Arena.from_edges(edges, owner=[0, 1, 0]), gg.TotalPayoff(weight))
    (one,) = solved(game)
    assert one.values is not None and one.values.tolist() == [1 - big, -INFINITY, 0]
    edges = [(0, 1), (0, 4), (0, 3), (1, 0), (2, 3), (3, 0), (3, 3), (4, 3), (4, 1)]
    arena = gg.Arena.from_edges(edges, owner=[1, 0, 1, 0, 0])
    (one,) = solved(gg.Game(arena, gg.TotalPayoff([0, -1, big, 1, 2, -big, 0, -1, 1])))
    assert one.values is not None and one.values.tolist() == [big, big + 1, 2, 0, big + 2]


@pytest.mark.slow
def test_sums_of_plays_that_come_back_are_those_of_the_potential() -> None:
    """Many cycles sum to 0; who loses on an edge is its owner."""
    tried = 0
    for rng, arena in arenas(120, most=6, seed=7):
        height = rng.integers(-9, 10, arena.n)
        slack = rng.integers(0, 2, arena.m) * np.where(arena.owner[arena.tails] == 0, -1, 1)  # type: ignore[index]
        weight = (height[arena.successors] - height[arena.tails] + slack).tolist()
        (one,) = solved(gg.Game(arena, gg.TotalPayoff(weight)))
        assert one.values is not None and one.values.tolist() == naive.total_payoffs(arena, weight)
        tried = max(tried, one.stats["strategies"])
    assert tried >= 3


@pytest.mark.parametrize("big", WIDE)
def test_a_cap_beside_weights_that_need_many_bits(big: int) -> None:
    """What was solved again without the vertices that are lost had small weights in Python's numbers."""
    for weight in ([-big], [big], [Fraction(-1, big)]):
        game = gg.Game(gg.Arena.from_edges([(0, 0)], owner=[0]), gg.Energy(weight, cap=5))
        for one in solved(game, {"credit-measures"}):
            assert one.winner.tolist() == [int(weight[0] < 0)]
    arena = gg.Arena.from_edges([(0, 1), (1, 2), (2, 0), (1, 0), (0, 0)], owner=[0, 1, 0])
    for one in solved(gg.Game(arena, gg.Energy([big, -big, -1, 1 - big, 1], cap=5)), {"credit-measures"}):
        assert one.winner.tolist() == [1, 1, 1]


def test_a_discount_near_one_is_refused_before_it_is_iterated() -> None:
    game = gg.Game(gg.Arena.from_edges([(0, 0)], owner=[0]), gg.Discounted([2**62], discount=1 - Fraction(1, 10**20)))
    assert gg.verify(gg.solve(game))
    with pytest.raises(gg.SolverError, match="discounted-improvement solves this game"):
        gg.solve(game, solver="value-iteration")


def test_weights_of_edges_come_by_pairs_of_labels_or_from_a_function_of_them() -> None:
    arena = gg.Arena.from_dict({"a": ["b"], "b": ["a"]}, owner=[0, 0])
    by_pair = {("a", "b"): -4, ("b", "a"): 5}
    for weight in (by_pair, lambda u, w: by_pair[u, w], [-4, 5]):
        assert gg.solve(arena, gg.Energy(weight=weight)).value("a") == 4
    with pytest.raises(gg.ArenaError, match=r"weight has no entry for the edge \('b', 'a'\)"):
        gg.solve(arena, gg.Energy(weight={("a", "b"): -4}))
