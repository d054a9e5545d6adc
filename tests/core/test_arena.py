"""Arenas: every way to build one, what is refused, and what they can be asked."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from graphgames import Arena, ArenaError, CycleError
from graphgames.graphs.order import is_acyclic, reverse_of, topological_order

edge_lists = st.integers(1, 12).flatmap(
    lambda n: st.tuples(st.just(n), st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=40))
)


@given(edge_lists)
def test_edges_come_back_by_tail_in_their_order(drawn: tuple[int, list[tuple[int, int]]]) -> None:
    n, edges = drawn
    assert list(Arena.from_edges(edges, n).edges()) == sorted(edges, key=lambda edge: edge[0])


@given(edge_lists)
def test_the_reverse_has_the_same_edges(drawn: tuple[int, list[tuple[int, int]]]) -> None:
    n, edges = drawn
    indptr, predecessors = reverse_of(Arena.from_edges(edges, n))
    found = [(int(u), v) for v in range(n) for u in predecessors[indptr[v] : indptr[v + 1]]]
    assert sorted(found) == sorted(edges)
    assert found == sorted(found, key=lambda edge: (edge[1], edge[0]))


@given(edge_lists)
def test_topological_order_or_a_cycle_that_is_one(drawn: tuple[int, list[tuple[int, int]]]) -> None:
    n, edges = drawn
    arena = Arena.from_edges(edges, n)
    try:
        order = topological_order(arena)
    except CycleError as error:
        cycle = error.cycle
        assert len(set(cycle)) == len(cycle)
        assert all((u, w) in set(edges) for u, w in zip(cycle, (*cycle[1:], cycle[0]), strict=True))
        assert not is_acyclic(arena)
    else:
        place = np.argsort(order)
        assert sorted(order.tolist()) == list(range(n))
        assert all(place[u] < place[w] for u, w in edges)
        assert is_acyclic(arena)


@given(edge_lists)
def test_networkx_and_scipy_there_and_back(drawn: tuple[int, list[tuple[int, int]]]) -> None:
    n, edges = drawn
    arena = Arena.from_edges(edges, n, owner=[v % 2 for v in range(n)])
    back = Arena.from_networkx(arena.to_networkx())
    assert back.owner is not None and arena.owner is not None
    assert sorted(back.edges()) == sorted(edges)
    assert back.owner.tolist() == arena.owner.tolist()
    assert sorted(Arena.from_scipy(arena.to_scipy()).edges()) == sorted(set(edges))


def test_undirected_networkx_edges_become_two() -> None:
    arena = Arena.from_networkx(nx.path_graph(3))
    assert sorted(arena.edges()) == [(0, 1), (1, 0), (1, 2), (2, 1)]
    assert arena.owner is None and arena.labels == (0, 1, 2)


def test_labels_and_their_index() -> None:
    arena = Arena.from_edges([(0, 1)], labels=["home", "end"])
    assert arena.label(1) == "end" and arena.index["home"] == 0
    assert Arena.from_edges([(0, 1)]).label(1) == 1


def test_an_arena_without_vertices() -> None:
    arena = Arena([0], [])
    assert (arena.n, arena.m, len(arena)) == (0, 0, 0)
    assert reverse_of(arena).predecessors.size == 0 and is_acyclic(arena)
    assert Arena.from_edges([]).n == 0


def test_arrays_are_read_only_and_not_copied() -> None:
    successors = np.array([1, 0], np.int32)
    arena = Arena(np.array([0, 1, 2]), successors, np.array([0, 1], np.uint8))
    assert np.shares_memory(arena.successors, successors)
    for array in (arena.indptr, arena.successors, arena.owner, reverse_of(arena).predecessors):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1  # type: ignore[index]


def test_a_cycle_is_named_with_labels() -> None:
    arena = Arena.from_edges([(0, 1), (1, 2), (2, 1)], labels=["a", "b", "c"])
    with pytest.raises(CycleError, match=r"a cycle of 2: (b -> c -> b|c -> b -> c)"):
        topological_order(arena)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Arena([], []), "indptr is empty"),
        (lambda: Arena([0, 1], [3]), "vertex 0 has an edge to 3, but the vertices are 0 to 0"),
        (lambda: Arena([0, 1, 2], [0, -1]), "vertex 1 has an edge to -1"),
        (lambda: Arena([0, 2, 1], [0]), "indptr falls from 2 to 1 at vertex 1"),
        (lambda: Arena([0, 2], [0]), "indptr runs from 0 to 2; expected 0 to the 1 successors"),
        (lambda: Arena([1, 1], [0]), "indptr runs from 1 to 1"),
        (lambda: Arena([0, 1], [0], owner=[3]), "vertex 0 has owner 3; expected 0 or 1, or 2 for chance"),
        (lambda: Arena([0, 1], [0], owner=[2]), "vertex 0 belongs to chance, so its edges need probabilities"),
        (lambda: Arena([0, 1], [0], owner=[0, 1]), "owner has shape \\(2,\\), but the arena has 1 vertices"),
        (lambda: Arena([0, 1], [0], owner=["x"]), "owner has dtype"),
        (lambda: Arena([0, 1], [0], labels=[]), "there are 0 labels, but the arena has 1 vertices"),
        (lambda: Arena([0.0, 1.0], [0]), "indptr has shape \\(2,\\) and dtype float64"),
        (lambda: Arena([[0, 1]], [0]), "expected one row of integers"),
        (lambda: Arena.from_edges([(0, 1, 2)]), "expected pairs of integers"),
        (lambda: Arena.from_edges([(0, 5)], n=2), "edge 0 goes to vertex 5, but the vertices are 0 to 1"),
        (lambda: Arena.from_edges([(-1, 0)]), "edge 0 goes from vertex -1"),
        (lambda: Arena.from_arrays([0], [0, 1]), "there are 1 tails and 2 heads"),
        (lambda: Arena.from_edges([(0, 2**40)]), "holds at most 2147483647 vertices"),
        (lambda: Arena.from_scipy(csr_array((2, 3))), "expected a square one"),
    ],
)
def test_what_is_no_arena_is_refused_with_a_sentence(make: object, message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        make()  # type: ignore[operator]


def test_an_owner_for_some_nodes_only_is_refused() -> None:
    graph = nx.DiGraph([("a", "b")])
    graph.nodes["a"]["owner"] = 1
    with pytest.raises(ArenaError, match="node 'b' has no 'owner', but others have"):
        Arena.from_networkx(graph)


def test_owners_of_different_shapes_are_refused() -> None:
    for owner in ([0, [0, 1]], [[0], 1]):
        with pytest.raises(ArenaError, match="some owner is no number"):
            Arena.from_edges([(0, 1), (1, 0)], owner=owner)  # type: ignore[arg-type]
