"""Edge lists and what NetworkX reads."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphgames import (
    Arena,
    Buchi,
    FormatError,
    Game,
    GameError,
    MiserePlay,
    NormalPlay,
    Parity,
    read,
    solve,
)
from graphgames.formats import edges, networkx_
from graphgames.formats.labelled import NAMED
from tests.share import cases


def written(game: Game) -> bytes:
    file = io.BytesIO()
    edges.write_game(game, file)
    return file.getvalue()


def test_an_edge_list() -> None:
    game = edges.read_game(b"\xef\xbb\xbf# four vertices\n\n2 1\r\n1 0 # an edge\n\t2\t0 \n3", "f.el", "misere")
    assert list(game.arena.edges()) == [(1, 0), (2, 1), (2, 0)] and game.arena.n == 4
    assert isinstance(game.objective, MiserePlay) and game.impartial


@pytest.mark.slow
@settings(max_examples=cases(50, 2))
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=30), st.integers(1, 40))
def test_what_is_written_is_read_again(pairs: list[tuple[int, int]], n: int) -> None:
    arena = Arena.from_edges([(u % n, w % n) for u, w in pairs], n=n)
    again = edges.read_game(written(Game(arena, NormalPlay()))).arena
    assert (list(again.edges()), again.n) == (list(arena.edges()), n)


def test_what_an_edge_list_cannot_say() -> None:
    with pytest.raises(GameError, match="an edge list holds no owners"):
        written(Game(Arena.from_edges([(0, 0)], owner=[0]), NormalPlay()))
    with pytest.raises(GameError, match="an edge list has no owners and no priorities"):
        edges.read_game(b"0 1\n", "f.el", "buchi")


PAJEK = b'*vertices 3\n1 "a"\n2 "b"\n3 "c"\n*arcs\n1 2\n1 3\n2 3\n'


def graph() -> nx.DiGraph[str]:
    made: nx.DiGraph[str] = nx.DiGraph()
    made.add_node("a", owner=0, priority=1)
    made.add_node("b", owner=1, priority=2)
    made.add_edges_from([("a", "b"), ("b", "a"), ("b", "b")])
    return made


@pytest.mark.parametrize(("dialect", "write"), [("graphml", nx.write_graphml), ("gml", nx.write_gml)])
def test_graphs_with_owners_and_priorities(dialect: str, write: type) -> None:
    file = io.BytesIO()
    write(graph(), file)
    game = networkx_.read_game(file.getvalue(), "f", dialect=dialect)
    assert isinstance(game.objective, Parity)
    assert list(game.arena.labels or ()) == ["a", "b"] and list(game.arena.edges()) == [(0, 1), (1, 0), (1, 1)]
    buchi = networkx_.read_game(file.getvalue(), "f", "buchi", dialect=dialect)
    assert isinstance(buchi.objective, Buchi)
    normal = networkx_.read_game(file.getvalue(), "f", "normal", dialect=dialect)
    assert isinstance(normal.objective, NormalPlay)


@pytest.mark.parametrize(
    ("dialect", "text"),
    [
        ("adjlist", b"a b c\nb c\n"),
        ("edgelist", b"a b\na c\nb c\n"),
        ("pajek", b'*vertices 3\n1 "a"\n2 "b"\n3 "c"\n*arcs\n1 2\n1 3\n2 3\n'),
    ],
)
def test_graphs_without(dialect: str, text: bytes) -> None:
    game = networkx_.read_game(text, "f", dialect=dialect)
    assert isinstance(game.objective, NormalPlay) and game.impartial
    assert list(game.arena.labels or ()) == ["a", "b", "c"] and list(game.arena.edges()) == [(0, 1), (0, 2), (1, 2)]


@pytest.mark.parametrize(
    ("dialect", "text", "message"),
    [
        ("graphml", b"", "f: the file is empty\n    expected a graph in the format graphml"),
        ("graphml", b"<graphml", "f: NetworkX cannot read this as graphml: ParseError"),
        ("gml", b"parity 1; 0 0 0 0;", "it looks like a game in PGSolver's format"),
        (
            "gml",
            b'graph [ node [ id 0 label "a" owner 0 ] node [ id 1 label "b" ] ]',
            "vertex 'b' has no owner, but others have one",
        ),
        ("gml", b'graph [ node [ id 0 label "a" owner 5 ] ]', "vertex 'a' has owner 5"),
        (
            "gml",
            b"graph [ node [ id 0 owner 1 priority 1 label 0 ] node [ id 1 owner 1 label 1 ] ]",
            "1 has no priority",
        ),
        ("gml", b'graph [ node [ id 0 label "a" owner 1 priority "x" ] ]', "vertex 'a' has the priority 'x'"),
    ],
)
def test_bad_graphs(dialect: str, text: bytes, message: str) -> None:
    with pytest.raises(FormatError) as error:
        networkx_.read_game(text, "f", dialect=dialect)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("owners", "players"),
    [
        ((0, 1), None),
        (("0", "1"), None),
        (("eve", "ADAM"), None),
        (("Max", "MIN"), None),
        (("it", "we"), ("it", "we")),
    ],
)
@pytest.mark.parametrize("attribute", ["owner", "player"])
def test_the_owners_of_a_graph_are_those_of_its_file(
    owners: tuple[Any, Any], players: tuple[str, str] | None, attribute: str, tmp_path: Path
) -> None:
    graph = nx.DiGraph([("a", "b"), ("b", "a"), ("b", "b")], **dict(zip(NAMED, players or (), strict=False)))
    nx.set_node_attributes(graph, dict(zip("ab", owners, strict=True)), attribute)
    nx.write_graphml(graph, tmp_path / "graph.graphml")
    file, arena = read(tmp_path / "graph.graphml"), Arena.from_networkx(graph, players=players)
    assert arena.owner is not None and file.arena.owner is not None
    assert file.arena.owner.tolist() == arena.owner.tolist()


def test_a_graph_without_owners_names_the_attributes_that_it_has() -> None:
    graph = nx.DiGraph([("a", "b"), ("b", "a"), ("b", "b")])
    nx.set_node_attributes(graph, {"a": 0, "b": 1}, "turn")
    nx.set_node_attributes(graph, {"a": 1, "b": 0}, "goal")
    with pytest.warns(UserWarning, match=r"vertices have turn: owner='turn' \(--column owner=turn\) reads it"):
        solve(graph, Buchi("goal"))
    assert solve(graph, Buchi("goal"), owner="turn").winner.tolist() == [1, 1]
    nx.set_node_attributes(graph, {"a": "robot", "b": "wind"}, "player")
    with pytest.warns(UserWarning, match="player 0 is robot, who is named first, and player 1 is wind"):
        assert solve(graph, Buchi("goal")).problem.winners == ("robot", "wind")
