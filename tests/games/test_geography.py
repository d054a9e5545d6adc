"""The four geographies as documents: what is read, what is written, and what is said of bad input."""

from __future__ import annotations

import pytest

from graphgames import FormatError, GameError, solve
from graphgames.core.graph_text import read_lists
from graphgames.games import (
    edge_geography,
    find,
    undirected_edge_geography,
    undirected_vertex_geography,
    vertex_geography,
)

SAMPLE = b"[(0,[1,2]), (1, [3,4]), (2,[0]), (3,[4]), (4,[])]\n"


def test_sample() -> None:
    assert edge_geography.write(solve(edge_geography.read(SAMPLE))) == "[0,2,4]\n"


@pytest.mark.parametrize(
    "text, answer",
    [
        (b"[]", "[]"),
        (b"[(5,[])]", "[5]"),
        (b" [ ( -7 , [ 12 ] ) ] \r\n\r\n[(1,[2]),(2,[1])]", "[12]\n[1,2]"),
        (b"[(0,[1,\n 2])]\n[(3,[])]", "[1,2]\n[3]"),
        (b"[(0,[0])]", "[]"),
        (b"[(0,[0,0])]", "[0]"),
        (b"[(0,[1,1]),(1,[0])]", "[1]"),
        (b"[(0,[1])] [(1,[0])]", "[1]\n[0]"),
        (b"[(123456789012345678901234567890,[-5])]", "[-5]"),
    ],
)
def test_edge_geography(text: bytes, answer: str) -> None:
    assert edge_geography.write(solve(edge_geography.read(text))).split() == answer.split()


def test_relatives() -> None:
    path = b"[(0,[1]),(1,[2]),(2,[1])]"
    assert undirected_edge_geography.write(solve(undirected_edge_geography.read(path))) == "[0,2]\n"
    assert undirected_vertex_geography.write(solve(undirected_vertex_geography.read(path))) == "[0,2]\n"
    assert vertex_geography.write(solve(vertex_geography.read(path))) == "[0]\n"
    assert vertex_geography.write(solve(vertex_geography.read(b"[(0,[0,1]),(1,[0,0])]"))) == "[]\n"


@pytest.mark.parametrize("name", ["edge", "vertex", "undirected-edge", "undirected-vertex"])
def test_table(name: str) -> None:
    module = find(f"{name}-geography").load()
    assert module.read(SAMPLE).kind == module.KIND == f"{name}-geography"


def test_notes() -> None:
    notes = edge_geography.read(b"[(0,[0,1,1]),(1,[])]").notes
    assert "self-loop at 0 may be used once" in notes[0]
    assert "1 listed again as a target of 0" in notes[1]
    assert "can never be used" in vertex_geography.read(b"[(0,[0])]").notes[0]


def test_undirected_edges_are_counted_once() -> None:
    read = undirected_edge_geography.read
    assert read(b"[(0,[1]),(1,[0])]").graphs[0].m == 1
    assert read(b"[(0,[1,1]),(1,[0])]").graphs[0].m == 2
    assert read(b"[(0,[0,1])]").graphs[0].m == 2
    assert undirected_vertex_geography.read(b"[(0,[1,1,0]),(1,[0])]").graphs[0].m == 1


@pytest.mark.parametrize(
    "text, line, column, words",
    [
        (b"", 0, 0, "there is no graph"),
        (b"\n  \n", 0, 0, "there is no graph"),
        (b"[(0,[1,2])", 1, 11, "ends inside the list of vertices"),
        (b"[(0,[1,2]),]", 1, 12, "found ']'"),
        (b"[(0,[1,x])]", 1, 8, "found 'x'"),
        (b"[(0,1)]", 1, 5, "found '1'"),
        (b"\n[(0,[]),\n (0,[1])]", 3, 2, "listed a second time"),
        (b"[(0,[1]) (1,[])]", 1, 10, "found '('"),
        (b"0 1\n", 1, 1, "found '0'"),
        (b"[(0,[])]]", 1, 9, "found ']'"),
        (b"[(0,[1.5])]", 1, 6, "found '1.5'"),
        (b"[(0,[" + b"9" * 5000 + b"])]", 1, 6, "found '9999"),
        (b"\xff\xfe[", 1, 1, "found"),
    ],
)
def test_bad_input(text: bytes, line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        edge_geography.read(text, "game.txt")
    fault = caught.value.faults[0]
    assert (fault.line, fault.column) == (line, column)
    assert words in fault.message


def test_several_faults_at_once() -> None:
    with pytest.raises(FormatError) as caught:
        read_lists(b"[(0,[1)]\n[(0,[1])]\n[(a,[])]\n")
    assert [fault.line for fault in caught.value.faults] == [1, 3]


def test_undecided_is_not_written() -> None:
    ring = [(u, [(u + k) % 14 for k in (1, 3, 4)]) for u in range(14)]
    solution = solve(edge_geography.read(str(ring).encode()), nodes=0)
    assert solution.stats["stopped"] == "nodes"
    with pytest.raises(GameError, match="not decided"):
        edge_geography.write(solution)
