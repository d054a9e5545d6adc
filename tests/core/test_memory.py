"""Automata that read plays, and their products with arenas, against pairs that are walked one by one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from graphgames import Arena
from graphgames.core.memory import Automaton, Product, Remembered, product
from tests.arenas import random_arena
from tests.share import each


def random_automaton(rng: np.random.Generator, arena: Arena) -> Automaton:
    k = int(rng.integers(1, 5))
    start: Any = rng.integers(0, k, arena.n) if rng.integers(2) else int(rng.integers(k))
    return Automaton(k, start, rng.integers(0, k, (k, arena.m)))


def walked(arena: Arena, automaton: Automaton, begin: list[int], kept: Any = None) -> dict[tuple[int, int], Any]:
    """The pairs that plays come to, each with the edges that leave it and the pairs they lead to, in order."""
    todo = [(v, automaton.begin(v)) for v in begin]
    steps: dict[tuple[int, int], Any] = {}
    while todo:
        v, q = pair = todo.pop()
        if pair not in steps:
            edges = [e for e in range(int(arena.indptr[v]), int(arena.indptr[v + 1])) if kept is None or kept[q, e]]
            steps[pair] = [(e, (int(arena.successors[e]), automaton.after(q, e))) for e in edges]
            todo += [after for _, after in steps[pair]]
    return steps


def steps_of(made: Product) -> dict[tuple[int, int], Any]:
    pairs = list(zip(made.vertex.tolist(), made.memory.tolist(), strict=True))
    assert len(set(pairs)) == len(pairs) == made.arena.n
    rows = np.split(np.arange(made.arena.m), made.arena.indptr[1:-1])
    return {
        pair: [(int(made.edge[e]), pairs[made.arena.successors[e]]) for e in row.tolist()]
        for pair, row in zip(pairs, rows, strict=True)
    }


@each("seed", range(40))
def test_the_product_is_what_walking_finds(seed: int) -> None:
    rng = np.random.default_rng(seed)
    arena = random_arena(rng, int(rng.integers(1, 9)), 1.8, dead_ends=True)
    automaton = random_automaton(rng, arena)
    states = automaton.states or 0
    kept = rng.random((states, arena.m)) < 0.8 if seed % 2 else None
    taken = None if kept is None else lambda q, e: kept[q, e]
    begin = rng.integers(0, arena.n, 2).tolist()
    reached = product(arena, automaton, begin, taken)
    expected = walked(arena, automaton, begin, kept)
    assert steps_of(reached) == expected
    whole = product(arena, automaton, taken=taken)
    assert whole.arena.n == states * arena.n
    found = steps_of(whole)
    assert {pair: found[pair] for pair in expected} == expected
    for made, wanted in ((reached, begin), (whole, range(arena.n))):
        assert [(int(made.vertex[u]), int(made.memory[u])) for u in made.start] == [
            (v, automaton.begin(v)) for v in wanted
        ]
        assert np.asarray(made.arena.owner).tolist() == np.asarray(arena.owner)[made.vertex].tolist()
    assert (whole.memory * arena.n + whole.vertex).tolist() == list(range(whole.arena.n))


def test_states_that_are_found_while_plays_go_on() -> None:
    """The automaton counts edges up to a number that it does not tell."""
    ring = Arena.from_edges([(v, (v + 1) % 5) for v in range(5)])
    made = product(ring, Automaton(None, 0, lambda q, e: np.minimum(q + 1, 1000)), [2])
    assert made.arena.n == 1005
    assert made.memory.tolist() == [*range(1000), *[1000] * 5]
    assert made.vertex.tolist() == [(2 + k) % 5 for k in range(1005)]


def test_labels_chance_and_data_come_along() -> None:
    arena = Arena.from_edges(
        [("a", "a"), ("a", "b"), ("b", "a")], owner={"a": "chance", "b": "Eve"}, probability=["1/3", "2/3", None],
        edge_data={"cost": [5, 7, 9]}, vertex_data={"size": [1, 2]},
    )  # fmt: skip
    toggles = Automaton(2, 0, [[1, 0, 1], [0, 1, 0]], ("even", "odd"))
    made = product(arena, toggles)
    assert made.arena.label(2) == Remembered("a", "odd") and str(made.arena.label(2)) == "a / odd"
    assert made.arena.names[1:3] == [Remembered("b", "even"), Remembered("a", "odd")]
    assert made.arena.vertex(Remembered("b", "odd")) == 3
    assert [made.arena.probability_of(e) for e in range(3)] == [Fraction(1, 3), Fraction(2, 3), None]
    assert made.arena.edge_data["cost"].tolist() == [5, 7, 9, 5, 7, 9]
    assert made.arena.vertex_data["size"].tolist() == [1, 2, 1, 2]
    assert list(product(arena, Automaton(1, 0, lambda q, e: q)).arena.names) == ["a", "b"]


def test_nothing_to_begin_with_is_an_empty_product() -> None:
    arena = Arena.from_edges([(0, 1), (1, 0)])
    automaton = Automaton(2, 0, lambda q, e: 1 - q)
    assert product(arena, automaton, []).arena.n == 0
    assert product(Arena.from_edges([]), automaton).arena.n == 0
