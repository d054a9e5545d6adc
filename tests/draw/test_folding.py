"""Collapsed graphs: groups hold what they say, their edges are those between their vertices, and all can be opened."""

from __future__ import annotations

from collections import Counter

import networkx as nx
import numpy as np
import pytest

import graphgames as gg
from graphgames.draw import graph_view_of
from graphgames.draw.folding import FEW, MOST_NODES, Fold, fold, folded, foldings
from graphgames.draw.scene import GraphView
from graphgames.games.random_games import random_game


def view(n: int, objective: str = "parity", seed: int = 0) -> tuple[gg.ArenaSolution, GraphView]:
    solution = gg.solve(random_game(n, objective, (1, 3), seed=seed))
    return solution, graph_view_of(solution, {})[0]


def groups(found: Fold) -> dict[int, list[int]]:
    return {int(v): np.flatnonzero(found.head == v).tolist() for v in found.nodes}


@pytest.mark.parametrize("seed", range(8))
def test_components_are_those_of_the_regions(seed: int) -> None:
    solution, graph_view = view(12 + seed, seed=seed)
    graph = nx.DiGraph((u, w) for u, w in solution.arena.edges() if solution.winner[u] == solution.winner[w])
    graph.add_nodes_from(range(solution.arena.n))
    found = groups(fold(graph_view, "components"))
    assert sorted(found.values()) == sorted(sorted(one) for one in nx.strongly_connected_components(graph))
    assert all(head == min(members) for head, members in found.items())


@pytest.mark.parametrize("objective", ["parity", "reach", "normal"])
@pytest.mark.parametrize("seed", range(4))
def test_edges_of_groups_are_those_between_their_vertices(objective: str, seed: int) -> None:
    solution, graph_view = view(30, objective, seed)
    assert foldings(graph_view)[:2] == ["components", "regions"] and len(foldings(graph_view)) > 2
    for way in foldings(graph_view):
        found = fold(graph_view, way)
        assert all(len({int(solution.winner[v]) for v in members}) == 1 for members in groups(found).values())
        counted = Counter((int(found.head[u]), int(found.head[w])) for u, w in solution.arena.edges())
        wanted = {(u, w): k for (u, w), k in counted.items() if u != w or found.count[u] == 1}
        pairs = [(int(found.nodes[u]), int(found.nodes[w])) for u, w in found.quotient.edges()]
        assert dict(zip(pairs, found.quotient.edge_data["times"].tolist(), strict=True)) == wanted


def test_groups_are_opened_down_to_every_vertex() -> None:
    _, graph_view = view(3 * MOST_NODES)
    found, steps = fold(graph_view, "regions"), 0
    while (found.count[found.head] > 1).any() and found.nodes.size < MOST_NODES - FEW:
        largest = int(found.nodes[found.count[found.nodes].argmax()])
        opened = found.opened(graph_view, largest)
        assert (found.head != largest).any() <= (
            opened.head[found.head != largest] == found.head[found.head != largest]
        ).all()
        assert opened.nodes.size > found.nodes.size
        found, steps = opened, steps + 1
    assert steps > 3
    _, small = view(40)
    one = fold(small, "regions")
    for head, members in groups(one).items():
        if len(members) > 1:
            one = one.opened(small, head)
    assert one.nodes.tolist() == list(range(40))
    assert folded(small, one).title == small.title
    with pytest.raises(gg.GameError, match="no such group"):
        one.opened(small, 3)


def test_a_vertex_alone_looks_as_it_does() -> None:
    _, graph_view = view(30, seed=1)
    found = fold(graph_view, "components")
    shown = folded(graph_view, found)
    for k, v in enumerate(found.nodes.tolist()):
        assert shown.region(k) == graph_view.region(v)
        if found.count[v] == 1:
            assert (shown.note(k), shown.shape(k), shown.signed(k)) == (graph_view.note(v), graph_view.shape(v), str(v))
            chosen = graph_view.move(v)
            assert shown.move(k) == (-1 if chosen < 0 else found.node[chosen])
        else:
            assert (
                shown.shape(k) == "group"
                and shown.signed(k) == f"{found.count[v]} vertices"
                and "vertices: " in shown.why(k)
            )


def test_a_picture_of_groups_and_what_is_refused() -> None:
    solution, _ = view(500, seed=2)
    drawn = solution.draw(collapse="priority")
    assert "groups collapsed" in drawn.title and "priority 0" in drawn.svg and "several vertices" in drawn.svg
    assert "doublecircle" in solution.draw(collapse="regions").to_bytes("dot").decode()
    with pytest.raises(gg.GameError, match="cannot be collapsed by 'componets'; did you mean 'components'"):
        solution.draw(collapse="componets")
    with pytest.raises(gg.GameError, match="leave out around and radius, or collapse"):
        solution.draw(collapse="regions", around=3)
    unsolved = solution.problem.draw(collapse="priority")
    assert "priority 1" in unsolved.svg


def test_a_group_says_how_many_vertices_it_has_and_the_legend_what_stands_beside_edges() -> None:
    solution, graph_view = view(500, seed=2)
    drawn = solution.draw(collapse="priority").svg
    found = fold(graph_view, "priority")
    assert all(f">{found.count[v]} vertices</text>" in drawn for v in found.nodes.tolist() if found.count[v] > 1)
    assert (
        ">several vertices as one</text>" in drawn and ">×n</text>" in drawn and ">so many edges as one</text>" in drawn
    )
    plain = gg.solve(gg.Game(gg.Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1]), gg.Buchi([0]))).draw().svg
    assert "×" not in plain
