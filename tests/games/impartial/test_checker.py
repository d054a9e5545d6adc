"""The checker of generalised Grundy values: whatever is claimed on small arenas, it believes the true values only."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from graphgames import Arena, NimberSolution, grundy_values, verify
from graphgames.games.impartial.certificate import GrundyValues, LoopyValues
from graphgames.games.impartial.problem import NimberProblem
from tests import naive
from tests.arenas import every_arena
from tests.share import share


def least_counter(successors: list[list[int]], values: tuple[int, ...]) -> list[int]:
    """Raise the counters as far as the answers to moves upwards demand, and no further."""
    counter = [0] * len(values)
    for _ in range(len(values) + 2):
        for u, after in enumerate(successors):
            for w in after if values[u] >= 0 else ():
                answers = [counter[x] for x in successors[w] if values[x] == values[u]]
                if answers and not 0 <= values[w] < values[u]:
                    counter[u] = max(counter[u], 1 + min(answers))
    return counter


def believed(arena: Arena, values: tuple[int, ...], counter: list[int]) -> bool:
    numbers = np.array(values, np.int32)
    proof = LoopyValues(numbers, np.array(counter, np.int32))
    return verify(NimberSolution(NimberProblem(arena), numbers, "by hand", proof)).ok


@pytest.mark.slow
def test_only_the_true_values_are_believed() -> None:
    arenas = [arena for n in (1, 2) for arena in every_arena(n, owned=False, dead_ends=True)]
    arenas += share(every_arena(3, owned=False, dead_ends=True), 0.03)
    for arena in arenas:
        successors, _ = naive.graph_of(arena)
        exact = [naive.loopy_value(arena, v, arena.n + 1) for v in range(arena.n)]
        truth = tuple(min(found) if finite else -1 for finite, found in exact)
        for values in product(range(-1, arena.n), repeat=arena.n):
            assert believed(arena, values, least_counter(successors, values)) == (values == truth)


def test_a_depth_that_does_not_fall_proves_nothing() -> None:
    """On a cycle of two a value of 0 and 1 has the mex property, but no depth can fall all the way round."""
    arena = Arena.from_edges([(0, 1), (1, 0)])
    values = np.array([0, 1], np.int32)
    for depth in product(range(-1, 3), repeat=2):
        proof = GrundyValues(values, np.array(depth, np.int32))
        assert not verify(NimberSolution(NimberProblem(arena), values, "by hand", proof))
    assert grundy_values(arena, loopy=True).values.tolist() == [-1, -1]


def proved(arena: Arena, values: Any, depth: Any) -> str:
    """What is said of values and depths of any type."""
    proof = GrundyValues(np.asarray(values), np.asarray(depth))
    return str(verify(NimberSolution(NimberProblem(arena), np.asarray(values, np.int32), "by hand", proof)))


def test_a_vertex_without_moves_is_worth_nothing_even_if_nobody_asks() -> None:
    arena = Arena.from_edges([], n=2)
    nothing = np.zeros(2, np.int32)
    assert proved(arena, nothing, nothing).startswith("proved")
    assert "vertex 1: has no move, but the value 1" in proved(arena, np.array([0, 1], np.int32), nothing)


def test_values_and_depths_are_small_whole_numbers() -> None:
    arena = Arena.from_edges([(1, 0)])
    small = np.array([0, 1], np.int32)
    for wrong, fault in (
        (small.astype(float), "dtype"),
        (small[:1], "1 entry"),
        (small.astype(np.int64) + 2**40, "expected 0 to 2147483647"),
    ):
        assert fault in proved(arena, small, wrong)
    loopy = LoopyValues(small, np.array([0.0, 0.5]))
    assert not verify(NimberSolution(NimberProblem(arena), small, "by hand", loopy))


def test_an_infinite_successor_counts_for_nobody_else() -> None:
    """Vertex 0 goes to a 0 and claims 2; vertex 1, the next, goes to infinity."""
    arena = Arena.from_edges([(0, 2), (1, 3), (3, 3)], n=4)
    values = np.array([2, -1, 0, -1], np.int32)
    for one in (-1, 0):
        values[1] = one
        report = verify(NimberSolution(NimberProblem(arena), values, "by hand", LoopyValues(values, values * 0)))
        assert "has value 2, but its successors miss a smaller one" in str(report)


def test_infinity_is_one_number() -> None:
    arena = Arena.from_edges([(0, 1), (1, 0)])
    for value in (-1, -2):
        values = np.array([-1, value], np.int32)
        report = verify(NimberSolution(NimberProblem(arena), values, "by hand", LoopyValues(values, values * 0)))
        assert [str(failure) for failure in report.failures] == ["vertex 1: values is -2; expected -1 to 2"] * (
            value < -1
        )
