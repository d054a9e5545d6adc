"""Pictures of mean payoff games mark the loops that optimal play comes to, and say so in the legend."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.strategy import Strategy
from graphgames.core.value import Bracket
from graphgames.draw import arenas, described, graph, picture
from graphgames.draw.folding import fold, folded

SVG = "{http://www.w3.org/2000/svg}"
LEGEND = "where optimal play goes round"
ROOMS = [
    ("dock", "hall", -1),
    ("hall", "door", -2),
    ("hall", "dock", 3),
    ("door", "lab", 0),
    ("door", "hall", -1),
    ("lab", "ramp", 4),
    ("ramp", "dock", -2),
    ("ramp", "lab", -3),
]
OWNER = {"dock": 0, "hall": 0, "door": 1, "lab": 0, "ramp": 1}
LOOPS = {("dock", "hall"), ("hall", "dock"), ("lab", "ramp"), ("ramp", "lab")}


def robot(objective: gg.Objective) -> gg.Game:
    arena = gg.Arena.from_edges([way[:2] for way in ROOMS], owner=OWNER, edge_data={"weight": [w for *_, w in ROOMS]})
    return gg.Game(arena, objective)


def lines(drawn: str, look: str) -> list[tuple[str, float]]:
    """Return the way and the width of each line of a look."""
    every = (group for group in ET.fromstring(drawn).iter(f"{SVG}g") if group.get("class") == look)
    return [(str(group[0].get("d")), float(group[0].get("stroke-width", 0))) for group in every]


def test_loops_are_where_long_plays_are() -> None:
    rng = np.random.default_rng(5)
    for n in (0, 1, 2, 3, 7, 40):
        for _ in range(30):
            moves = rng.integers(-1, max(n, 1), n).astype(np.int32)
            there = set()
            for v in range(n):
                for _ in range(n):
                    v = v if moves[v] < 0 else int(moves[v])
                there.add(v)
            expected = [v in there and moves[v] >= 0 for v in range(n)]
            assert Strategy(moves).loops().tolist() == expected


def test_the_average_of_every_loop_is_the_value_of_its_vertices() -> None:
    rng = np.random.default_rng(6)
    for n in (1, 4, 9, 20):
        edges = [(v, int(w)) for v in range(n) for w in {*rng.integers(0, n, 3).tolist()}]
        arena = gg.Arena.from_edges(edges, n, rng.integers(0, 2, n))
        weight = dict(zip(edges, rng.integers(-9, 10, len(edges)).tolist(), strict=True))
        solution = gg.solve(gg.Game(arena, gg.MeanPayoff([weight[edge] for edge in arena.edges()])))
        assert isinstance(solution.strategy, gg.Strategy)
        on = np.flatnonzero(solution.strategy.loops()).tolist()
        assert on
        for v in on:
            way = solution.strategy.play(v)
            assert way[-1] == v, "a loop"
            seen = [weight[step] for step in pairwise(way)]
            assert Fraction(sum(seen), len(seen)) == solution.value(v)


def test_a_picture_marks_every_loop_and_nothing_else() -> None:
    solution = gg.solve(robot(gg.MeanPayoff(threshold="3/4")))
    drawn = solution.draw()
    widths = {look: {width for _, width in lines(drawn.svg, look)} for look in ("edge", "edge strategy")}
    loops = lines(drawn.svg, "edge strategy loop")
    assert len(loops) == len(LOOPS) and {width for _, width in loops}.isdisjoint(widths["edge strategy"])
    assert min(width for _, width in loops) > max(widths["edge strategy"]) > max(widths["edge"])
    assert len(lines(drawn.svg, "edge strategy")) == 1 and drawn.svg.count(f">{LEGEND}<") == 1
    boldest = re.findall(r"^  (\d) -> (\d) .*penwidth=6", drawn.to_bytes("dot").decode(), re.M)
    names = solution.arena.names
    assert {(names[int(u)], names[int(w)]) for u, w in boldest} == LOOPS
    wide = f"line width={loops[0][1] * 0.75:.3g}bp"
    assert drawn.to_bytes("tex").decode().count(wide) == len(LOOPS) + 1, "and the legend's"


def test_of_parallel_edges_the_one_that_is_taken_is_marked() -> None:
    ways = [("a", "b", 1), ("a", "b", 5), ("a", "b", 5), ("b", "a", 12), ("b", "a", 0), ("c", "a", 1), ("c", "a", 3)]
    weights = [weight for *_, weight in ways]
    for order in (range(7), range(6, -1, -1)):
        data = {"weight": [weights[k] for k in order]}
        owner = {"a": 0, "b": 1, "c": 1}
        arena = gg.Arena.from_edges([ways[k][:2] for k in order], owner=owner, edge_data=data)
        solution = gg.solve(gg.Game(arena, gg.MeanPayoff()))
        assert solution.value("a") == Fraction(5, 2)
        drawn = solution.draw()
        said = re.findall(r'label="(\d+)", style=bold, penwidth=(\d)', drawn.to_bytes("dot").decode())
        assert sorted(said) == [("0", "6"), ("1", "3"), ("5", "6")]
        groups = [group for group in ET.fromstring(drawn.svg).iter(f"{SVG}g") if "strategy" in str(group.get("class"))]
        marked = {group.get("class"): set[str]() for group in groups}
        for group in groups:
            marked[group.get("class")] |= {str(text.text).split()[0] for text in group.iter(f"{SVG}text")}
        assert marked == {"edge strategy": {"1"}, "edge strategy loop": {"0", "5"}} and len(groups) == 3


@pytest.mark.parametrize(("mover", "best"), [(0, {"5"}), (1, {"1"})])
def test_so_it_is_where_edges_have_rewards(mover: int, best: set[str]) -> None:
    ways = [("a", "b", 3), ("a", "b", 5), ("a", "b", 1)]
    arena = gg.Arena.from_edges([way[:2] for way in ways], owner={"a": mover, "b": 0}, edge_data={"reward": [3, 5, 1]})
    drawn = gg.solve(gg.Game(arena, gg.ExpectedReward(["b"]))).draw()
    assert set(re.findall(r'label="(\d+)", style=bold', drawn.to_bytes("dot").decode())) == best


@pytest.mark.parametrize("objective", [gg.Buchi(accepting_edges=[1]), gg.Parity(edge_priority=[0, 1])])
@pytest.mark.parametrize("mover", [0, 1])
def test_so_it_is_where_edges_have_marks(objective: Any, mover: int) -> None:
    """Here a mark, like the priority 1, is better for one player and worse for the other."""
    arena = gg.Arena.from_edges([("a", "a"), ("a", "a")], owner={"a": mover})
    graph_view = arenas.graph_view(gg.solve(gg.Game(arena, objective)))
    likes = mover == 0 if isinstance(objective, gg.Buchi) else mover == 1
    assert list(graph_view.strategy_edges(0)) == [int(likes)]


@pytest.mark.parametrize("owner", [0, 1])
def test_of_parallel_edges_with_discounts_the_one_that_is_worth_most_is_marked(owner: int) -> None:
    """The larger weight, or the smaller one for player 1, is worse by its discount."""
    sign = 1 - 2 * owner
    ways = [("a", "b", 3 * sign, "1/10"), ("a", "b", 2 * sign, "9/10"), ("b", "b", 10 * sign, "1/2")]
    for order in (range(3), range(2, -1, -1)):
        data = {"weight": [ways[k][2] for k in order], "discount": [ways[k][3] for k in order]}
        for weights in (None, {"a": sign, "b": 10 * sign}):
            arena = gg.Arena.from_edges([ways[k][:2] for k in order], owner={"a": owner, "b": owner}, edge_data=data)
            solution = gg.solve(gg.Game(arena, gg.Discounted(vertex_weight=weights)))
            assert solution.value("a") == sign * (19 if weights else 20) and gg.verify(solution)
            graph_view = arenas.graph_view(solution)
            (marked,) = graph_view.strategy_edges(arena.vertex("a"))
            assert arena.edge_data["discount"][marked] == Fraction(9, 10)
            drawn = re.findall(r'label="([^"]+)", style=bold', solution.draw().to_bytes("dot").decode())
            assert sorted(one.split()[-1] for one in drawn) == ["1/2", "9/10"]


def test_of_parallel_edges_with_brackets_the_bound_that_is_kept_decides() -> None:
    """Player 0 keeps the lower bound, player 1 the upper one."""
    arena = gg.Arena.from_edges([("a", "b"), ("a", "b"), ("b", "b")], owner={"a": 0, "b": 0})
    objective = gg.Game(arena, gg.Discounted([0, 3, 1], discount=["1/2", 0, 0])).objective
    value = Bracket(Fraction(5), Fraction(7))
    assert objective.taken([0, 1], 0, value) == 1, "2.5 is less than 3"
    assert objective.taken([0, 1], 1, value) == 1, "3.5 is more than 3"


def test_the_page_marks_them_too() -> None:
    graph_view = arenas.graph_view(gg.solve(robot(gg.MeanPayoff())))
    sent: dict[str, Any] = described.described(graph_view, graph.arranged(graph_view, np.arange(5)))
    label = [vertex["label"] for vertex in sent["vertices"]]
    assert {(label[edge["from"]], label[edge["to"]]) for edge in sent["edges"] if edge.get("loop")} == LOOPS
    assert [key["mark"] for key in sent["keys"] if key["meaning"] == LEGEND] == ["loop"]


def test_of_a_group_no_loop_is_marked() -> None:
    graph_view = arenas.graph_view(gg.solve(robot(gg.MeanPayoff())))
    found = fold(graph_view, "mean payoff")
    assert found.count.max() == 3, "the vertices of each value"
    assert not any(map(folded(graph_view, found).on_loop, range(found.nodes.size)))
    whole = found
    for head in (0, 2):
        whole = whole.opened(graph_view, head)
    assert list(map(folded(graph_view, whole).on_loop, range(5))) == list(map(graph_view.on_loop, range(5)))


@pytest.mark.parametrize("thing", [gg.solve(robot(gg.Energy())), robot(gg.MeanPayoff())], ids=["energy", "unsolved"])
def test_where_no_loop_counts_none_is_marked(thing: Any) -> None:
    drawn = picture(thing).svg
    assert not lines(drawn, "edge strategy loop") and LEGEND not in drawn


def test_a_play_that_stops_has_no_loop() -> None:
    arena = gg.Arena.from_edges([(0, 1), (1, 2)], owner=[0, 1, 0])
    assert LEGEND not in gg.solve(gg.Game(arena, gg.MeanPayoff([1, 2]))).draw().svg
