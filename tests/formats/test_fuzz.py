"""Whatever bytes a reader is given: it reads them or raises a `GraphGamesError`, and it does so at once."""

from __future__ import annotations

import bz2
import gzip
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphgames import Arena, FormatError, Game, GraphGamesError, NormalPlay
from graphgames.formats import arena_json, edges, game_in, json_, networkx_, paritysol, pgsolver
from graphgames.games.synthesis import hoa
from graphgames.readers.source import Source, unpacked
from tests.share import cases

GAME = b'parity 3;\nstart 1;\n0 6 1 2,1 "river";\n1 5 0 0;\n3 8 1 2,3 "a; \xc3\xa9";\n2 7 0 3,1,0;\n'
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # a broken file may be read with a warning

SOLUTION = b"paritysol 3;\n0 0;\n1 0 0;\n2 1;\n3 1 2;\n"
EDGES = b"# edges\n0 1\n1 2 # here\n3\n2 0\n"
JSON = (
    b'{"format": "graphgames-solution", "version": 1,\n"objective": "normal", "vertices": 4, "edges": 1,\n'
    b'"won": [1, 2, 1], "winner": [0, 1, 1, 2],\n"strategy": [1, -1, -1, -1],\n"value": [1, 0, 0, -1],\n'
    b'"certificate": {"kind": "remoteness", "remoteness": [1, 0, 0, -1]}}'
)
HOA = (
    b'HOA: v1 States: 2 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 2 Inf(1) | Fin(0)\nAlias: @a !0 & !1\n'
    b'--BODY-- State: 0 "idle" [@a] 0 {1} [0 & (1 | f)] 1 /* one */ State: 1 {0} [!0] 0 [0] 1 {1} --END--'
)
GML = b'graph [ directed 1 node [ id 0 label "a" owner 0 ] node [ id 1 label "b" owner 1 ] edge [ source 0 target 1 ] ]'
GRAPHML = (
    b'<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="d0" for="node" attr.name="owner" '
    b'attr.type="long"/><graph edgedefault="directed"><node id="a"><data key="d0">0</data></node>'
    b'<node id="b"><data key="d0">1</data></node><edge source="a" target="b"/></graph></graphml>'
)
ARENA = (
    b'{"format": "graphgames-arena", "version": 1,\n"vertices": 3, "owner": [0, 2, 1], "labels": ["a", ["b", 1], 2],\n'
    b'"edges": [[0, 1], [1, 0], [1, 2], [2, 2]],\n"probability": [null, "1/3", "2/3", null],\n'
    b'"edge_data": {"weight": [1, "-7/3", 0, "0.1"]}, "vertex_data": {"good": [true, false, true]},\n"start": 1}'
)
ARENA_GAME = (
    b'{"format": "graphgames-arena", "version": 1, "vertices": 2, "owner": [0, 1], "edges": [[1, 0], [0, 1]],\n'
    b'"start": 0, "players": ["A", "B"],\n"objective": {"name": "parity", "priority": [0, 1]}}'
)
FOUR = Game(Arena.from_edges([(0, 1)], n=4), NormalPlay())

READERS: dict[str, tuple[bytes, Callable[[bytes], Any]]] = {
    "pgsolver": (GAME, lambda data: pgsolver.read_game(data, "f")),
    "pgsolver-reach": (GAME, lambda data: list(pgsolver.read_game(data, "f", "reach").arena.labels or ())),
    "paritysol": (SOLUTION, lambda data: paritysol.read_arrays(data, "f", 4)),
    "paritysol-alone": (SOLUTION, lambda data: paritysol.read_arrays(data, "f")),
    "edges": (EDGES, lambda data: edges.read_game(data, "f")),
    "json": (JSON, lambda data: json_.read_solution(data, "f", FOUR).certificate),
    "arena": (ARENA, lambda data: arena_json.read_arena(data, "f")),
    "arena-game": (ARENA_GAME, lambda data: arena_json.read_game(data, "f")),
    "hoa": (HOA, lambda data: hoa.read_game(data, "f")),
    "guessed": (GAME, lambda data: game_in(Source(data, "f"))),
    "gzip": (gzip.compress(GAME, mtime=0), lambda data: unpacked(data, "f")),
    "bzip2": (bz2.compress(GAME), lambda data: unpacked(data, "f")),
}
GRAPHS = {
    "gml": GML,
    "graphml": GRAPHML,
    "adjlist": EDGES,
    "edgelist": EDGES,
    "pajek": b'*vertices 2\n1 "a"\n*arcs\n1 2\n',
}

WORDS = [b'"', b";", b",", b"\n", b"-", b" ", b"#", b"parity", b"start", b"0", b"3", b"99999999999999999999"]
WORDS += [b"!", b"&", b"|", b"(", b")", b"]", b"State:", b"Inf(", b"@a", b"--END--", b"/*"]
WORDS += [b"2147483647", b"\xff", b"\0", b"\xef\xbb\xbf", b"[", b"{", b"}", b"null", b"true", b"1e999", b"<", b"&#0;"]


@st.composite
def mutations(draw: st.DrawFn, valid: bytes) -> bytes:
    """Change some bytes of a valid input, put some in, take some out, cut it off."""
    data = bytearray(valid)
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(data)))
        match draw(st.integers(0, 4)):
            case 0:
                data[at : at + 1] = draw(st.binary(min_size=1, max_size=1))
            case 1:
                data[at:at] = draw(st.sampled_from(WORDS))
            case 2:
                del data[at : at + draw(st.integers(1, 10))]
            case 3:
                data[at:at] = data[draw(st.integers(0, len(data))) :][:30]
            case _:
                del data[at:]
    return bytes(data)


def reads_or_raises(read: Callable[[bytes], Any], data: bytes) -> bool:
    """Return whether the data is read; if it is not, the error must say something."""
    try:
        read(data)
    except FormatError as error:
        assert 1 <= len(error.faults) <= 10
        for fault in error.faults:
            assert fault.message and 0 <= fault.caret <= max(len(fault.text), 110)
        return False
    except GraphGamesError as error:
        assert str(error)
        return False
    return True


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("reader", READERS)
@settings(max_examples=cases(150, 0.4))
@given(st.data())
def test_mutated_files(reader: str, data: st.DataObject) -> None:
    valid, read = READERS[reader]
    reads_or_raises(read, data.draw(mutations(valid)))


@pytest.mark.slow
@pytest.mark.parametrize("dialect", GRAPHS)
@settings(max_examples=25)
@given(st.data())
def test_mutated_graphs(dialect: str, data: st.DataObject) -> None:
    reads_or_raises(lambda text: networkx_.read_game(text, "f", dialect=dialect), data.draw(mutations(GRAPHS[dialect])))


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS)
def test_every_beginning_of_a_file(reader: str) -> None:
    valid, read = READERS[reader]
    assert reads_or_raises(read, valid)
    refused = sum(not reads_or_raises(read, valid[:size]) for size in range(len(valid)))
    assert refused == 1 if reader == "edges" else refused > 0.8 * len(valid)  # a list of edges may stop anywhere


@pytest.mark.parametrize("reader", READERS)
@settings(max_examples=cases(60, 2))
@given(st.binary(max_size=200))
def test_any_bytes(reader: str, data: bytes) -> None:
    reads_or_raises(READERS[reader][1], data)
