"""Grundy values of arenas, with and without cycles, against their definitions; and the checker of the proofs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import graphgames as gg
from graphgames import Arena, CycleError, LoopyNimber, NimberSolution, grundy_values, solve, verify
from graphgames.certificates import GrundyValues, LoopyValues
from graphgames.games.impartial.nimbers import nim_outcome, nim_sum
from graphgames.games.impartial.problem import NimberProblem
from tests import naive
from tests.arenas import every_arena, random_arena
from tests.share import cases


def random_dag(rng: np.random.Generator, n: int, m: int, shuffled: bool = True) -> Arena:
    ends = np.sort(rng.integers(0, n, (m, 2)), axis=1)
    ends = ends[ends[:, 0] < ends[:, 1]]
    name = rng.permutation(n) if shuffled else np.arange(n)
    return Arena.from_arrays(name[ends[:, 1]], name[ends[:, 0]], n)


@pytest.mark.parametrize("shuffled", [True, False])
def test_random_dags_against_the_definition(shuffled: bool) -> None:
    rng = np.random.default_rng(1)
    for _ in range(cases(100, 0.4)):
        n = int(rng.integers(1, 30))
        arena = random_dag(rng, n, int(rng.integers(0, 120)), shuffled)
        solution = grundy_values(arena)
        memo: dict[int, int] = {}
        assert solution.values.tolist() == [naive.grundy(arena.successors_of, v, memo) for v in range(n)]
        assert verify(solution), str(verify(solution))
        loopy = grundy_values(arena, loopy=True)
        assert np.array_equal(loopy.values, solution.values)
        assert verify(loopy)


def test_every_order_of_the_numbers() -> None:
    down = Arena.from_edges([(2, 1), (1, 0), (3, 0), (3, 1), (3, 2)])
    up = Arena.from_edges([(3 - u, 3 - w) for u, w in down.edges()])
    assert grundy_values(down).values.tolist() == grundy_values(up).values.tolist()[::-1] == [0, 1, 0, 2]
    assert verify(grundy_values(up))


@pytest.mark.slow
def test_every_small_arena_with_cycles_against_sums_with_nim_heaps() -> None:
    checked = 0
    for arena in every_arena(3, owned=False, dead_ends=True)[::3]:
        solution = grundy_values(arena, loopy=True)
        assert verify(solution), (list(arena.edges()), str(verify(solution)))
        for v in range(3):
            finite, reached = naive.loopy_value(arena, v, 4)
            value = solution.value(v)
            assert value == (min(reached) if finite else LoopyNimber(reached))
            checked += 1
    assert checked == 3 * 171


def test_random_arenas_with_cycles_against_sums_with_nim_heaps() -> None:
    rng = np.random.default_rng(2)
    for _ in range(cases(60, 0.4)):
        n = int(rng.integers(2, 9))
        arena = random_arena(rng, n, 1.7, owned=False, dead_ends=True)
        solution = grundy_values(arena, loopy=True)
        assert verify(solution)
        for v in range(n):
            finite, reached = naive.loopy_value(arena, v, n)
            assert solution.value(v) == (min(reached) if finite else LoopyNimber(reached))


def test_sums_of_loopy_games_against_the_product() -> None:
    assert nim_sum(LoopyNimber(frozenset({1, 9})), 6) == LoopyNimber(frozenset({7, 15}))
    rng = np.random.default_rng(3)
    for _ in range(25):
        one, two = (random_arena(rng, int(rng.integers(2, 6)), 1.5, owned=False, dead_ends=True) for _ in range(2))
        first, second = grundy_values(one, loopy=True), grundy_values(two, loopy=True)
        moves = {
            (u, v): [(int(w), v) for w in one.successors_of(u)] + [(u, int(w)) for w in two.successors_of(v)]
            for u in range(one.n)
            for v in range(two.n)
        }
        for (u, v), outcome in naive.impartial_outcomes(moves).items():
            assert nim_outcome(nim_sum(first.value(u), second.value(v))) == outcome


def test_the_checker_finds_planted_faults() -> None:
    rng = np.random.default_rng(4)
    for _ in range(cases(40, 0.4)):
        solution = grundy_values(random_dag(rng, 12, 40))
        v = int(rng.integers(12))
        for field, change in (("grundy", 1), ("grundy", -1), ("depth", 100), ("depth", -100)):
            array = getattr(solution.certificate, field).copy()
            array[v] += change
            broken = replace(solution.certificate, **{field: array})
            arena = solution.problem.arena
            lonely = not len(arena.successors_of(v)) and not (arena.successors == v).any()
            if field == "depth" and (lonely or not len(arena.successors_of(v)) or not (arena.successors == v).any()):
                continue
            assert not verify(NimberSolution(solution.problem, broken.grundy, "test", broken))


@pytest.mark.slow
def test_the_checker_finds_planted_faults_in_loopy_values() -> None:
    rng = np.random.default_rng(5)
    found = 0
    for _ in range(40):
        solution = grundy_values(random_arena(rng, 10, 1.8, owned=False, dead_ends=True), loopy=True)
        v = int(rng.integers(10))
        for value in (-1, 0, 1, 2):
            if value == solution.values[v]:
                continue
            values = solution.values.copy()
            values[v] = value
            broken = replace(solution.certificate, grundy=values)
            assert not verify(NimberSolution(solution.problem, values, "test", broken))
            found += 1
        flat = LoopyValues(solution.values, np.zeros(10, np.int32))
        found += not verify(NimberSolution(solution.problem, solution.values, "test", flat))
        assert not verify(NimberSolution(solution.problem, 1 - solution.values, "test", solution.certificate))
    assert found > 120


def test_the_checker_refuses_arrays_that_are_no_values() -> None:
    for solution in (grundy_values(Arena.from_edges([(1, 0)]), loopy) for loopy in (False, True)):
        other = "depth" if isinstance(solution.certificate, GrundyValues) else "counter"
        right = getattr(solution.certificate, other)
        for values, second in (
            (solution.values[:1], right),
            (solution.values, right[:1]),
            (solution.values.astype(float), right),
            (solution.values, right.astype(float)),
            (solution.values.astype(np.int32) - 5, right),
        ):
            broken = type(solution.certificate)(values, second)
            assert not verify(NimberSolution(solution.problem, solution.values, "test", broken))


def test_a_cycle_is_named() -> None:
    arena = Arena.from_edges([(0, 1), (1, 2), (2, 3), (3, 1)], labels=["start", "a", "b", "c"])
    with pytest.raises(CycleError, match="cycle of 3") as error:
        grundy_values(arena, loopy=False)
    assert sorted(error.value.cycle) == [1, 2, 3]


def test_a_long_path_and_a_complete_graph() -> None:
    n = 200_000
    path = Arena(np.minimum(np.arange(n + 1), n - 1), np.arange(1, n, dtype=np.int32))
    assert np.array_equal(grundy_values(path).values, (n - 1 - np.arange(n)) % 2)
    complete = Arena.from_edges([(v, w) for v in range(150) for w in range(v)])
    assert grundy_values(complete).values.tolist() == list(range(150))
    assert verify(grundy_values(complete))
    assert grundy_values(complete, loopy=True).values.tolist() == list(range(150))


def test_a_reason_names_every_winning_move() -> None:
    solution = grundy_values(Arena.from_edges([(0, 1), (0, 2), (0, 3), (3, 1), (4, 2), (4, 2)]))
    assert solution.explain(0).endswith("The player to move wins by moving to 1 or 2.")
    assert solution.explain(4).endswith("The player to move wins by moving to 2.")
    loopy = grundy_values(Arena.from_edges([(0, 1), (1, 0), (1, 2), (1, 3)]), loopy=True)
    assert loopy.explain(1).endswith("The player to move wins by moving to 2 or 3."), "not to 0, which comes back"


def test_the_oracle() -> None:
    solution = grundy_values(Arena.from_edges([(0, 1), (1, 0), (0, 2), (2, 3), (3, 2), (3, 4)]), loopy=True)
    assert [solution.outcome(v) for v in range(5)] == ["win", "loss", "loss", "win", "loss"]
    assert [move.result for move in solution.best_moves(3)] == ["win", "win"]
    assert "Grundy value" in solution.explain(0)
    assert len(solution.explain().splitlines()) == 5
    drawn = grundy_values(Arena.from_edges([(0, 1), (1, 0)]), loopy=True)
    assert drawn.outcome(0) == "draw"
    assert "need not end" in drawn.explain(0)
    assert drawn.to_dict()["values"] == [-1, -1]


def test_the_empty_arena() -> None:
    empty = Arena([0], [])
    assert verify(grundy_values(empty))
    assert verify(grundy_values(empty, loopy=True))
    assert solve(NimberProblem(empty)).solver == "grundy"
    assert solve(NimberProblem(empty), solver="loopy-grundy").solver == "loopy-grundy"


def test_a_graph_decides_whether_its_values_are_loopy() -> None:
    acyclic, cyclic = Arena.from_edges([(1, 0)]), Arena.from_edges([(0, 1), (1, 0), (1, 2)])
    assert (grundy_values(acyclic).solver, grundy_values(cyclic).solver) == ("grundy", "loopy-grundy")
    assert solve(NimberProblem(cyclic)).values.tolist() == [0, 1, 0]
    with pytest.raises(CycleError):
        grundy_values(cyclic, loopy=False)


def test_one_nimber_is_asked_of_any_game() -> None:
    graph = {"a": ["b"], "b": []}
    assert [gg.nimber("kayles", 5), gg.nimber(".77", (5, 7)), gg.nimber(range, 7), gg.nimber(graph, "a")] == [
        4,
        6,
        7,
        1,
    ]
    assert gg.nimber(gg.HeapGame.from_code("nim"), (3, 5)) == 6
    assert gg.nimber("kayles", 10**6) == gg.heap_game("kayles").nimber(10**6) == 1
    assert gg.nimber("kayles", (5000, 10**100)) == 1 ^ gg.heap_game("kayles").nimber(10**100)
    with pytest.raises(gg.LimitExceededError, match=r"heap_game\(code, up_to\)"):
        gg.nimber(".16", 10**6)
    with pytest.raises(gg.GameError, match="the heaps are 'five'"):
        gg.nimber("kayles", "five")
