"""Arenas that are made edge by edge."""

from __future__ import annotations

import copy
import inspect
import pickle
from typing import Any, cast

import numpy as np
import pytest

import graphgames as gg

ANY: Any = gg


def test_an_arena_without_arguments_is_made_edge_by_edge() -> None:
    graph: Any = gg.Arena()
    assert type(graph).__name__ == "ArenaBuilder"
    assert graph.add_vertex("hall", owner=0, priority=1) == "hall"
    graph.add_node("lift", owner=1, priority=2)
    graph.add_edge("hall", "lift")
    graph.add_edge("lift", "hall")
    graph.add_edge("hall", "hall")
    arena = graph.build()
    assert (arena.labels, arena.owner.tolist(), arena.m) == (("hall", "lift"), [0, 1], 3)
    assert arena.vertex_data["priority"].tolist() == [1, 2] and repr(graph) == "ArenaBuilder(n=2, m=3)"
    solution = ANY.solve(graph, gg.Parity("priority"))
    assert gg.verify(solution) and solution.won == (2, 0)
    assert ANY.solve(graph, gg.Buchi(["lift"])).strategy["hall"] == "lift"
    graph.add_vertex("roof", owner=1, priority=1)  # the arena made before does not change
    graph.add_edge("lift", "roof")
    graph.add_edge("roof", "roof")
    assert arena.n == 2 and ANY.solve(graph, gg.Parity("priority")).won == (0, 3)


def test_what_an_arena_without_arguments_returns_is_a_builder_and_never_an_arena() -> None:
    graph: Any = gg.Arena()
    graph.add_edge("hall", "lift", weight=3)
    assert type(graph).__mro__[:-1] == gg.ArenaBuilder.__mro__[:-1] and gg.Arena not in type(graph).__mro__
    for copied in (copy.copy(graph), copy.deepcopy(graph), pickle.loads(pickle.dumps(graph))):
        assert type(copied) is type(graph) and [*copied.edges(data="weight")] == [("hall", "lift", 3)]
    arena = gg.Arena({"hall": ["lift"], "lift": ["hall"]}, owner=[0, 1])
    for same in (copy.copy(arena), copy.deepcopy(arena), pickle.loads(pickle.dumps(arena)), arena.with_labels(None)):
        assert type(same) is gg.Arena and same.successors.tolist() == [1, 0] and not same.successors.flags.writeable
    assert list(inspect.signature(gg.Arena).parameters)[:3] == ["indptr", "successors", "owner"]
    with pytest.raises(gg.ArenaError, match="an Arena takes"):
        gg.Arena(labels=None)


def test_vertices_without_names_are_numbers_and_keep_their_places() -> None:
    graph: Any = gg.ArenaBuilder()
    graph.add_edge(2, 0, weight=3)
    graph.add_edge(0, 1, weight=-1)
    graph.add_edge(1, 2, weight=0)
    assert [*graph.nodes] == [0, 1, 2] and 1 in graph and 3 not in graph
    assert ANY.solve(graph, gg.Energy(), owner=[0, 1, 0]).values.tolist() == [1, 0, 0]
    assert ANY.solve(graph, gg.Reach([1]), owner=[0, 0, 0]).values.tolist() == [1, 0, 2]
    assert [gg.ArenaBuilder().add_vertex(), graph.add_vertex()] == [0, 3]


def test_where_chance_moves_edges_have_probabilities() -> None:
    graph: Any = gg.ArenaBuilder()
    for name, owner in {"coin": "chance", "win": 0, "lose": 0}.items():
        graph.add_vertex(name, owner)
    graph.add_edge("coin", "win", probability="1/3")
    graph.add_edge("coin", "lose", probability="2/3")
    graph.add_edge("win", "win")
    graph.add_edge("lose", "lose")
    assert str(ANY.solve(graph, gg.ReachProbability(["win"])).value("coin")) == "1/3"


def test_what_lacks_an_owner_or_a_number_is_named() -> None:
    graph: Any = gg.ArenaBuilder()
    graph.add_vertex("a", owner=0)
    graph.add_edge("a", "b", weight=1)
    graph.add_edge("b", "a")
    with pytest.raises(gg.ArenaError, match="node 'b' has no 'owner', but others have"):
        graph.build()
    graph.add_vertex("b", owner=1)
    with pytest.raises(gg.ArenaError, match="'weight'"):
        graph.build()


def test_a_square_matrix_of_0_and_1_is_a_graph_and_one_of_two_columns_a_list_of_edges() -> None:
    matrix = np.array([[0, 1, 0], [0, 0, 0], [1, 1, 0]])
    for made in (gg.Arena(cast("Any", matrix)), gg.Arena.from_scipy(matrix), gg.solve(matrix).problem.arena):
        assert (made.n, made.tails.tolist(), made.successors.tolist()) == (3, [0, 2, 2], [1, 0, 1])
    assert gg.solve(matrix > 0, gg.Reach([1]), owner=[0, 0, 1]).won == (3, 0)
    assert gg.Arena(cast("Any", np.array([[0, 1], [1, 1]]))).successors.tolist() == [1, 1]
    assert gg.Arena(cast("Any", matrix), owner=[0, 1, 0], edge_data={"weight": [5, 6, 7]}).edge_data["weight"][2] == 7
    for wrong in (matrix * 2, matrix[:2]):
        with pytest.raises(gg.ArenaError, match=r"a matrix|square matrix"):
            gg.solve(wrong, gg.Reach([1]), owner=[0, 0, 1])


def marked(**of_edges: int) -> Any:
    graph: Any = gg.Arena()
    graph.add_vertex("idle", owner=0, priority=2, accepting=True)
    graph.add_vertex("request", owner=1, priority=1)
    graph.add_vertex("error", owner=1, priority=3, rejecting=True, target=True)
    for pair in ("idle request", "request idle", "request error", "error error", "idle idle"):
        graph.add_edge(*pair.split(), **of_edges)
    return graph


def test_an_objective_takes_the_data_of_its_own_name() -> None:
    graph = marked()
    for objective, named in (
        (gg.Parity(), gg.Parity("priority")),
        ("parity", gg.Parity({"idle": 2, "request": 1, "error": 3})),
        (gg.Parity(convention="min-odd"), gg.Parity("priority", convention="min-odd")),
        (gg.Buchi(), gg.Buchi(["idle"])),
        ("buchi", gg.Buchi(["idle"])),
        (gg.CoBuchi(), gg.CoBuchi(["error"])),
        ("reach", gg.Reach(["error"])),
    ):
        assert gg.solve(graph, objective).winner.tolist() == gg.solve(graph, named).winner.tolist(), objective
    assert gg.solve(graph, gg.Parity()).winner.tolist() == [0, 1, 1]
    for v, name in enumerate(("idle", "request", "error")):
        graph.add_vertex(name, accepting=v == 0, rejecting=v == 2, target=v == 2)
    built = graph.build()
    assert gg.solve(built, gg.Buchi()).winner.tolist() == gg.solve(built, gg.Buchi(["idle"])).winner.tolist()
    assert gg.solve(built, gg.Parity()).winner.tolist() == gg.solve(built, "parity").winner.tolist() == [0, 1, 1]
    of_edges: Any = gg.Arena()
    of_edges.add_vertex("a", owner=0)
    of_edges.add_edge("a", "a", edge_priority=1, accepting_edges=1)
    assert (
        gg.solve(of_edges, gg.Parity()).winner.tolist()
        == gg.solve(of_edges.build(), gg.Parity()).winner.tolist()
        == [1]
    )
    assert gg.solve(of_edges, gg.Buchi()).winner.tolist() == [0]


def test_data_on_vertices_and_on_edges_are_not_guessed_from() -> None:
    graph = marked(edge_priority=2)
    pairs = [("a", "a"), ("a", "b"), ("b", "a")]
    data: Any = {"edge_data": {"edge_priority": [1, 1, 1]}, "vertex_data": {"priority": [1, 2]}}
    for given in (graph, gg.Arena.from_edges(pairs, owner={"a": 0, "b": 0}, **data)):
        for objective in (gg.Parity(), "parity"):
            with pytest.raises(gg.GameError, match="exactly one of priority and edge_priority"):
                gg.solve(given, objective)
    with pytest.raises(gg.GameError, match="exactly one of priority and edge_priority"):
        gg.solve({"a": ["a"]}, gg.Parity(), owner={"a": 0})
