"""Arenas: every way to build one, what is refused, and what they can be asked."""

from __future__ import annotations

import warnings
from fractions import Fraction
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

import graphgames as gg
from graphgames import Arena, ArenaError, CycleError, Game, NormalPlay
from graphgames.core.arena import Vertex
from graphgames.graphs.compressed_rows import transposed
from graphgames.graphs.order import is_acyclic, reverse_of, topological_order
from tests.share import each

edge_lists = st.integers(1, 12).flatmap(
    lambda n: st.tuples(st.just(n), st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=40))
)


@pytest.mark.slow
@given(edge_lists)
def test_edges_come_back_by_tail_in_their_order(drawn: tuple[int, list[tuple[int, int]]]) -> None:
    n, edges = drawn
    assert list(Arena.from_edges(edges, n).edges()) == sorted(edges, key=lambda edge: edge[0])


@pytest.mark.slow
@given(edge_lists)
def test_the_reverse_has_the_same_edges(drawn: tuple[int, list[tuple[int, int]]]) -> None:
    n, edges = drawn
    indptr, predecessors = reverse_of(Arena.from_edges(edges, n))
    found = [(int(u), v) for v in range(n) for u in predecessors[indptr[v] : indptr[v + 1]]]
    assert sorted(found) == sorted(edges)
    assert found == sorted(found, key=lambda edge: (edge[1], edge[0]))


@pytest.mark.slow
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


@pytest.mark.slow
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


def test_arrays_are_read_only_and_nobody_else_can_write_to_them() -> None:
    indptr, successors, owner = np.array([0, 1, 2]), np.array([1, 0], np.int32), np.array([0, 1], np.uint8)
    arena = Arena(indptr, successors, owner)
    for array in (arena.indptr, arena.successors, arena.owner, reverse_of(arena).predecessors):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1  # type: ignore[index]
    for array in (indptr, successors, owner):
        array[0] = 99
    assert list(arena.edges()) == [(0, 1), (1, 0)] and np.asarray(arena.owner).tolist() == [0, 1]


def test_read_only_arrays_are_not_copied() -> None:
    given = Arena([0, 1, 2], [1, 0], [0, 1])
    arena = Arena(given.indptr, given.successors, given.owner)
    assert arena.indptr is given.indptr and arena.successors is given.successors and arena.owner is given.owner


def test_a_cycle_is_named_with_labels() -> None:
    arena = Arena.from_edges([(0, 1), (1, 2), (2, 1)], labels=["a", "b", "c"])
    with pytest.raises(CycleError, match=r"a cycle of 2: (b -> c -> b|c -> b -> c)"):
        topological_order(arena)


@each(
    "make, message",
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
        (lambda: Arena([0, 1], [0], owner=["x"]), "vertex 0 has owner 'x'; the players are 0 and 1, or Eve, Adam"),
        (lambda: Arena([0, 1], [0], owner=[0.5]), "owner has dtype"),
        (lambda: Arena([0, 1], [0], owner=None, labels=7), "labels is 7; expected a list"),  # type: ignore[arg-type]
        (lambda: Arena([0, 1], [0], labels=[]), "there are 0 labels, but the arena has 1 vertices"),
        (lambda: Arena([0.0, 1.0], [0]), "indptr has shape \\(2,\\) and dtype float64"),
        (lambda: Arena([[0, 1]], [0]), "expected one row of integers"),
        (
            lambda: Arena.from_edges([(0, 1, 2), (0, 1)]),
            "edge 1 has no weight, but others have one; give it to every edge",
        ),
        (lambda: Arena.from_edges(np.array([[0.5, 1]])), "expected pairs of integers"),
        (lambda: Arena.from_edges([(0, 1), (1,)]), "edge 1 is \\(1,\\); expected a pair of vertices"),
        (lambda: Arena.from_edges([(0.5, 1.0)]), "edge 0 names 0.5; expected names of vertices"),
        (lambda: Arena.from_edges([(0, 2**70)]), "holds at most 2147483647 vertices"),
        (lambda: Arena.from_edges([([], "a")]), "edge 0 names \\[\\], which is not hashable"),
        (lambda: Arena.from_edges([("a", "c")], labels=["a", "b"]), "edge 0 names 'c', which is none of the labels"),
        (lambda: Arena.from_edges([], n=-1), "n is -1; expected a number of vertices"),
        (lambda: Arena.from_edges(5), "edges are 5; expected pairs of vertices in a list"),  # type: ignore[arg-type]
        (lambda: Arena.from_dict({"a": "b"}), "the successors of 'a' are 'b'; expected a list"),
        (lambda: Arena.from_dict([(0, 1)]), "is not a dictionary from vertices to their successors"),  # type: ignore[arg-type]
        (lambda: Arena.from_edges([("a", "b")], owner={"a": 0}), "owner has nothing for vertex 'b'"),
        (lambda: Arena.from_edges([("a", "b")], owner={"a": 0, "c": 1}), "there is no vertex 'c'; they are 'a', 'b'"),
        (lambda: Arena.from_edges([("a", "b")], owner=5), "owner is 5; expected 0 or 1 for each vertex"),
        (lambda: Arena([0, 0], [], ["Eve"], players=("Ania", "Bolek")), "the players are 0 and 1, or Ania and Bolek"),
        (lambda: Arena([0, 0], [], [0], players=("Ania",)), "expected the names of player 0 and player 1"),  # type: ignore[arg-type]
        (lambda: Arena.from_networkx({0: [1]}), "is not a NetworkX graph; for a dictionary"),  # type: ignore[arg-type]
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
        with pytest.raises(ArenaError, match="whose parts differ in length"):
            Arena.from_edges([(0, 1), (1, 0)], owner=owner)


PLAIN: dict[object, list[object]] = {"a": ["b", (1, 2)], "b": ["a"], (1, 2): []}


def test_names_of_any_kind_become_the_labels() -> None:
    arena = Arena.from_dict(PLAIN)
    assert arena.labels == ("a", "b", (1, 2)) and sorted(arena.edges()) == [(0, 1), (0, 2), (1, 0)]
    same = Arena.from_edges((u, w) for u, heads in PLAIN.items() for w in heads)
    assert same.labels == arena.labels and sorted(same.edges()) == sorted(arena.edges())
    pairs = Arena.from_edges([((0, 0), (0, 1)), ((0, 1), (0, 0))])
    assert pairs.labels == ((0, 0), (0, 1)) and list(pairs.edges()) == [(0, 1), (1, 0)]
    ordered = Arena.from_edges([("b", "a")], labels=["a", "b", "c"])
    assert list(ordered.edges()) == [(1, 0)] and ordered.n == 3


def test_a_dictionary_of_numbers() -> None:
    plain = Arena.from_dict({1: [0], 0: []})
    assert plain.labels is None and list(plain.edges()) == [(1, 0)]
    named = Arena.from_dict({10: [20]})
    assert named.labels == (10, 20) and named.vertex(20) == 1


@pytest.mark.parametrize(
    "owner",
    [
        [0, 1, 0],
        ["Eve", "Adam", 0],
        np.array([False, True, False]),
        {"a": 0, "b": 1, (1, 2): 0},
        {"a": "Even", (1, 2): "Even", "b": "Odd"},
        lambda name: int(name == "b"),
        lambda name: "Min" if name == "b" else "Max",
    ],
)
def test_owners_by_number_by_label_and_by_name(owner: object) -> None:
    found = Arena.from_dict(PLAIN, owner=owner).owner
    assert found is not None and found.tolist() == [0, 1, 0]


def test_owners_by_names_of_ones_own() -> None:
    graph = nx.DiGraph([("a", "b")])
    nx.set_node_attributes(graph, {"a": "Ania", "b": "Bolek"}, "who")
    for arena in (
        Arena.from_networkx(graph, "who", ("Ania", "Bolek")),
        Arena.from_networkx(graph, {"a": 0, "b": 1}),
        Arena.from_edges([(0, 1)], owner={0: "Ania", 1: "Bolek"}, players=("Ania", "Bolek")),
    ):
        assert arena.owner is not None and arena.owner.tolist() == [0, 1]


def test_equal_labels_are_an_error_only_when_they_are_named() -> None:
    arena = Arena.from_edges([(0, 1), (1, 2)], labels=["a", "b", "a"])
    assert arena.vertex("b") == 1 and arena.vertex("#2") == 2 and arena.vertex(Vertex(2)) == 2
    with pytest.raises(ArenaError, match="2 vertices are called 'a': #0, #2"):
        arena.vertex("a")


@pytest.mark.parametrize("name", [-1, 2, 1.0, True, "x", None, [], b"0", 2**70])
def test_what_is_no_vertex(name: object) -> None:
    for labels, there in ((None, "they are 0 to 1"), ([0, 1], "they are 0, 1")):
        with pytest.raises(ArenaError, match=f"there is no vertex .*; {there}"):
            Arena.from_edges([(0, 1)], labels=labels).vertex(name)


def test_chance_is_an_owner_by_name_and_faults_of_it_name_labels() -> None:
    graph: Any = nx.DiGraph()
    graph.add_node("the coin", owner="chance")
    graph.add_node("sea", owner="Eve")
    graph.add_edge("the coin", "sea", probability="2/3")
    graph.add_edge("the coin", "the coin", probability="1/3")
    assert np.array_equal(Arena.from_networkx(graph).owner, [2, 0])  # type: ignore[arg-type]
    for probability, said in (
        ("1/2", 'the probabilities at vertex "the coin" sum to 7/6; expected exactly 1'),
        ("0", 'an edge of vertex "the coin" has the probability 0'),
        (None, 'vertex "the coin" belongs to chance, but an edge of it has no probability'),
        ("x", 'a probability at vertex "the coin": '),
    ):
        graph.edges["the coin", "the coin"]["probability"] = probability
        with pytest.raises(ArenaError, match=said):
            Arena.from_networkx(graph)
    pair = {"a": "chance", "b": "Bolek"}
    arena = Arena.from_edges([("a", "b")], owner=pair, players=("Ania", "Bolek"), probability=[1])
    assert arena.owner is not None and arena.owner.tolist() == [2, 1]
    with pytest.raises(ArenaError, match="or Eve, Adam, Even, Odd, Max, Min; chance is 2, or 'chance'"):
        Arena.from_edges([("a", "b")], owner={"a": "luck", "b": "Eve"})
    with pytest.raises(ArenaError, match="vertex b belongs to chance, but has no edge"):
        Arena.from_edges([("a", "b")], owner={"a": 0, "b": "chance"}, probability=[None])


@pytest.mark.slow
def test_the_reverse_of_a_graph_with_several_buckets_of_heads() -> None:
    rng = np.random.default_rng(1)
    for n in (65_536, 65_537, 140_000):
        tails, far = np.sort(rng.integers(0, n, 200_000)), rng.integers(0, n, 200_000, np.int32)
        near = np.clip(tails + rng.integers(-9, 10, tails.size), 0, n - 1).astype(np.int32)
        indptr = np.searchsorted(tails, np.arange(n + 1))
        for heads in (far, near):
            begin, predecessors = transposed((indptr, heads))
            assert begin.tolist() == np.searchsorted(np.sort(heads), np.arange(n + 1)).tolist()
            assert predecessors.tolist() == tails[np.argsort(heads, kind="stable")].tolist()


def test_numbers_behind_edges_are_probabilities_where_chance_moves_and_weights_elsewhere() -> None:
    owner = {"a": "Eve", "coin": "chance", "b": "Adam"}
    throw = Arena.from_edges([("coin", "b", 0.25), ("a", "coin", -2), ("coin", "a", 0.75), ("b", "a", 3)], owner=owner)
    as_dict: dict[str, Any] = {"coin": {"b": 0.25, "a": 0.75}, "a": {"coin": -2}, "b": {"a": 3}}
    same = Arena.from_dict(as_dict, owner)
    assert {str(throw.probability_of(e)) for e in range(throw.m)} == {"1/4", "3/4", "None"}
    for arena in (throw, same):
        ends = [(arena.names[int(arena.tails[e])], arena.names[int(arena.successors[e])]) for e in range(arena.m)]
        found = {end: (arena.probability_of(e), int(arena.edge_data["weight"][e])) for e, end in enumerate(ends)}
        assert found == {
            ("coin", "b"): (Fraction(1, 4), 0),
            ("coin", "a"): (Fraction(3, 4), 0),
            ("a", "coin"): (None, -2),
            ("b", "a"): (None, 3),
        }
    bare = Arena.from_edges([("coin", "b", 0.25), ("coin", "a", 0.75), ("a", "coin"), ("b", "a")], owner=owner)
    assert bare.probability_of(0) == Fraction(1, 4) and not bare.edge_data
    given = Arena.from_edges([(0, 1, 5), (1, 0, 7)], owner=[2, 0], probability=[1, None])
    assert given.probability_of(0) == 1 and given.edge_data["weight"].tolist() == [5, 7]


def test_lists_of_successors_are_taken_where_they_cannot_be_edges() -> None:
    lists = [[1, 2, 3], [2], [3], []]
    for arena in (Arena(lists), Game.from_graph(lists, NormalPlay()).arena):
        assert [arena.successors_of(v).tolist() for v in range(arena.n)] == lists
    assert Arena([[1], [0]], owner=[0, 1]).owner is not None
    with pytest.raises(ArenaError, match="lists of successors are given by dict"):
        Arena([[1], [5], []])


def test_lists_of_two_that_may_be_successors_are_read_as_edges_with_a_note() -> None:
    with pytest.warns(UserWarning, match="read as edges"):
        arena = Arena.from_edges([[1, 2], [2, 0], [0, 1]])
    assert arena.between(1, 2) is not None and arena.m == 3
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Arena.from_edges([(1, 2), (2, 0), (0, 1)])
        Arena.from_edges([[0, 1], [1, 2]])
        Arena.from_dict(dict(enumerate([[1, 2], [2, 0], [0, 1]])))


ALIKE = [
    ("1", 1),
    ("a", "a "),
    ("a b", "a\nb"),
    ("a\\nb", "a\nb"),
    ("\u00e9", "e\u0301"),
    ("a", "a\u200b"),
    ("a\\u200b", "a\u200b"),
    ("ab", "a\xadb"),
    ("a", "a\ufe0f"),
    ("a", "\u3164a"),
    ("a", "a\x00"),
    (None, "None"),
    ("a\u202eb", "ab"),
]


@pytest.mark.parametrize("names", ALIKE, ids=ascii)
def test_vertices_that_look_alike_are_told_apart_wherever_they_are_shown(names: tuple[object, object]) -> None:
    """In tables, sentences, at the start and in pictures: else what is proved of one is read as said of the other."""
    first, second = names
    arena = Arena.from_dict({first: [first, second], second: [second], "c": [first]}, owner=[1, 0, 0])
    assert [arena.display_name(v) for v in range(3)] == [f"{first} #0", f"{second} #1", "c"]
    assert arena.label(1) == second and arena.vertex(second) == 1
    solution = gg.solve(Game(arena, gg.Buchi([first])))
    assert [row[0].rpartition(" ")[2] for row in solution.rows()[1:]] == ["#0", "#1", "c"]
    assert "#0" in solution.explain() and "#1" in solution.explain(second) and "c" in solution.explain("c")
    assert "#0" in solution.draw().svg and "#1" in solution.draw().svg


def test_a_name_is_not_that_of_another_with_its_number() -> None:
    arena = Arena.from_edges([(0, 1)], labels=["a", "a", "a #1", "b"])
    assert [arena.display_name(v) for v in range(4)] == ["a #0", "a #1", "a #1 #2", "b"]
    several = Arena.from_edges([(0, 1)], labels=["a", "b #0"])
    assert [several.display_name(v) for v in range(2)] == ["a", "b #0"]
    parted = Arena.from_edges([(0, 1)], labels=["a b", "ab"])
    assert [parted.display_name(v) for v in range(2)] == ["a b", "ab"]


def test_tails_and_heads_with_owners_are_no_compressed_rows() -> None:
    tails, heads, owner = np.array([0, 1, 2, 3, 0, 1]), np.array([1, 2, 3, 0, 2, 3]), [0, 1, 0, 1]
    made, meant = Arena(tails, heads, owner=owner), Arena.from_arrays(tails, heads, owner=owner)
    assert list(made.edges()) == list(meant.edges()) and made.owner is not None and made.owner.tolist() == owner
    assert list(Arena([0, 2, 3], [1, 0, 1], [0, 1]).edges()) == [(0, 1), (0, 0), (1, 1)]  # offsets, though as many
    with pytest.raises(ArenaError, match="runs from 0 to 1"):  # which it may be that are wrong
        Arena(tails, heads)
