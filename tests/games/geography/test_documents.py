"""The four geographies as documents: what is read, what is written, and what is said of bad input."""

from __future__ import annotations

from typing import Any

import pytest

from graphgames import FormatError, GameError, solve
from graphgames.catalogue.find import concrete_game
from graphgames.games.geography import documents
from graphgames.games.geography.lists import read_lists

SAMPLE = b"[(0,[1,2]), (1, [3,4]), (2,[0]), (3,[4]), (4,[])]\n"


def test_sample() -> None:
    assert documents.write(solve(documents.read(SAMPLE))) == "[0,2,4]\n"


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
    assert documents.write(solve(documents.read(text))).split() == answer.split()


def answer(name: str, text: bytes) -> str:
    return documents.write(solve(documents.read(text, "<input>", name)))


def test_relatives() -> None:
    path = b"[(0,[1]),(1,[2]),(2,[1])]"
    assert answer("undirected-edge-geography", path) == "[0,2]\n"
    assert answer("undirected-vertex-geography", path) == "[0,2]\n"
    assert answer("vertex-geography", path) == "[0]\n"
    assert answer("vertex-geography", b"[(0,[0,1]),(1,[0,0])]") == "[]\n"


@pytest.mark.parametrize("name", ["edge", "vertex", "undirected-edge", "undirected-vertex"])
def test_table(name: str) -> None:
    assert concrete_game(f"{name}-geography").read(SAMPLE).kind == f"{name}-geography"


def test_notes() -> None:
    notes = documents.read(b"[(0,[0,1,1]),(1,[])]").notes
    assert "self-loop at 0 may be used once" in notes[0]
    assert "1 listed again as a target of 0" in notes[1]
    assert "can never be used" in documents.read(b"[(0,[0])]", "<input>", "vertex-geography").notes[0]


def test_undirected_edges_are_counted_once() -> None:
    def read(text: bytes, kind: str = "undirected-edge-geography") -> Any:
        return documents.read(text, "<input>", kind)

    assert read(b"[(0,[1]),(1,[0])]").graphs[0].m == 1
    assert read(b"[(0,[1,1]),(1,[0])]").graphs[0].m == 2
    assert read(b"[(0,[0,1])]").graphs[0].m == 2
    assert read(b"[(0,[1,1,0]),(1,[0])]", "undirected-vertex-geography").graphs[0].m == 1


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
        documents.read(text, "game.txt")
    fault = caught.value.faults[0]
    assert (fault.line, fault.column) == (line, column)
    assert words in fault.message


def test_several_faults_at_once() -> None:
    with pytest.raises(FormatError) as caught:
        read_lists(b"[(0,[1)]\n[(0,[1])]\n[(a,[])]\n")
    assert [fault.line for fault in caught.value.faults] == [1, 3]


def test_undecided_is_not_written() -> None:
    ring = [(u, [(u + k) % 14 for k in (1, 3, 4)]) for u in range(14)]
    solution = solve(documents.read(str(ring).encode()), nodes=0)
    assert solution.stats["stopped"] == "nodes"
    with pytest.raises(GameError, match="not decided"):
        documents.write(solution)
