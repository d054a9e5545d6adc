"""The table of formats, guessing, and reading and writing by name."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from graphgames import Arena, Buchi, FormatError, Game, GameError, NormalPlay, Parity, read, read_solution, write
from graphgames.formats import by_ending, find, guess, table
from graphgames.formats.solutions import solution_from_arrays
from graphgames.readers.sniff import looks_like
from graphgames.readers.source import Source
from tests.formats.test_solutions import ARENA, ints, solution

PG = b"parity 0;\n0 0 0 0;\n"


def test_every_format_can_do_what_the_table_says() -> None:
    for entry in table():
        module = entry.load()
        reads = "game" if entry.reads == "model" else entry.reads  # a model becomes a game once a property asks
        assert not entry.reads or hasattr(module, f"read_{reads}")
        assert not entry.writes or hasattr(module, f"write_{entry.writes}")
        assert find(entry.name) is entry
        for ending in entry.endings:
            alike = [other for other in table() if other.writes == entry.writes]
            assert by_ending(f"a.b{ending}", alike) is by_ending(f"x{ending.upper()}.gz", alike) is entry
    endings = [(ending, entry.writes or entry.reads) for entry in table() for ending in entry.endings]
    assert len(endings) == len(set(endings)) and by_ending("game.txt") is None


def test_an_unknown_format() -> None:
    with pytest.raises(GameError, match=r"there is no format 'pgsolve'; did you mean 'pgsolver'\? The formats are: pg"):
        find("pgsolve")


@pytest.mark.parametrize(
    ("data", "name", "holds", "format"),
    [
        (PG, "x.txt", "game", "pgsolver"),
        (PG, "x.gml", "game", "pgsolver"),
        (b"0 1 0 0;", "x", "game", "pgsolver"),
        (b"0 1\n", "x.el", "game", "edges"),
        (b"0 1 2\n", "x.adjlist", "game", "adjlist"),
        (b"graph [ ]", "x", "game", "gml"),
        (b'<?xml version="1.0"?>\n<graphml/>', "x", "game", "graphml"),
        (b"paritysol 0;", "x", "solution", "paritysol"),
        (b"0 1;1 0 0;", "x", "solution", "paritysol"),
        (b"0 1 0;1 0 0;", "x.sol", "solution", "paritysol"),
        (b'{"format": "graphgames-solution"}', "x", "solution", "json"),
        (b'{"jani-version": 1}', "x", "game", "jani"),
        (b"// queue\nctmc\nmodule q", "x", "game", "prism"),
    ],
)
def test_guesses(data: bytes, name: str, holds: str, format: str) -> None:
    assert guess(Source(data, name), holds).name == format


@pytest.mark.parametrize(
    ("data", "holds", "message"),
    [
        (b"", "game", "x: the file is empty\n    expected a game"),
        (b"\x7fELF\0", "game", "x: this looks like a program\n    expected a game: pgsolver (.pg .gm), edges"),
        (b"2 1\n1 2 3 4\n", "game", "a file of numbers"),
        (b"popta\nmodule q", "game", "PRISM and PRISM-games solve these"),
        (b"[(0,[1,2])]", "game", "a graph as a Haskell list"),
        (b"paritysol 0;", "game", "it would be read as a solution, where a game is expected"),
        (PG, "solution", "it would be read as a game, where a solution is expected"),
        (b"hello", "game", "text in another format"),
        (b"\1\2\3", "solution", "binary data"),
    ],
)
def test_nothing_to_guess(data: bytes, holds: str, message: str) -> None:
    with pytest.raises(FormatError) as error:
        guess(Source(data, "x"), holds)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"HOA: v1", "an automaton in the HOA format"),
        (b"\x1f\x8b\x08", "data compressed twice by gzip"),
        (b"digraph G { a -> b }", "a graph in Graphviz's DOT"),
        (b"p cnf 3 2", "a formula in DIMACS format"),
        (b"aag 1 2 3", "a circuit in the AIGER format"),
        (b"des (0,1,2)", "a transition system in Aldebaran's format"),
        (b"<!DOCTYPE html>", "a web page"),
        (b"<?xml version='1.0'?><other/>", "XML"),
        (b"*Vertices 3", "a graph in Pajek's format"),
        (b" " * 9000, "the file is empty"),
        (b"state,action,value\na,go,1", "a policy as a table"),
        (b"state,action,value_low,value_high\na,go,1,2", "a policy as a table"),
        (b'"state";"action";"p"\r\na;go;1', "a policy as a table"),
        (b"label,owner,winner,move,value,target\na,Eve,Eve,t,1,False", "a policy as a table"),
        (b"state,action,value,next\na,go,1,b", "a model as a table: state, action, next"),
        (b"state,action,nxt\na,go,b", "a model as a table: state, action, next"),
    ],
)
def test_what_it_looks_like(data: bytes, what: str) -> None:
    assert looks_like(data).what == what


@pytest.mark.parametrize(
    "piece",
    [b"<?xml <!-- -->", b"<!-- -->", b"Creator  ", b"Version ", b"1 ", b"1,", b" ", b"{", b"[", b"1"],
)
def test_a_guess_looks_at_each_byte_a_few_times(piece: bytes) -> None:
    """Would take years if the patterns could share the bytes in many ways."""
    for start in (b"", b"<?xml ", b"graph [", b"1 1 1", b"Creator"):
        assert looks_like(start + piece * 5000) == looks_like(start + piece * 500)


def test_reading_and_writing_by_name(tmp_path: Path) -> None:
    game = Game(ARENA, Buchi([2]), start=1)
    for name in ("a.pg", "a.gm.gz", "a.pg.bz2"):
        write(game, tmp_path / name)
        assert (again := read(tmp_path / name, objective="buchi", priorities=[2])).start == 1
        assert isinstance(again.objective, Buchi) and np.asarray(again.objective.accepting).tolist() == [
            False,
            False,
            True,
        ]
    write(game, tmp_path / "plain", format="pgsolver")
    assert isinstance(read(tmp_path / "plain", format="pgsolver").objective, Parity)
    impartial = Game(Arena.from_edges([(1, 0)]), NormalPlay())
    write(impartial, tmp_path / "a.el")
    assert read(tmp_path / "a.el").impartial


def test_solutions_by_name(tmp_path: Path) -> None:
    thing = solution(Parity([1, 1, 2]), None)
    for name in ("a.sol", "a.json.gz", "a.paritysol"):
        write(thing, tmp_path / name)
        assert read_solution(thing.problem, tmp_path / name).to_dict()["winner"] == [1, 1, 0]
    with pytest.raises(FormatError, match="it would be read as a solution"):
        read(tmp_path / "a.sol")


def test_what_does_not_go_together(tmp_path: Path) -> None:
    game = Game(ARENA, Parity([0, 0, 0]))
    with pytest.raises(GameError, match="a game cannot be written in the format paritysol; these hold one: pgsolver"):
        write(game, tmp_path / "a.sol")
    with pytest.raises(GameError, match="a solution cannot be written in the format pgsolver"):
        write(solution_from_arrays(game, ints(0, 0, 0).astype("uint8"), ints(0, 0, 0)), tmp_path / "a.pg")
    with pytest.raises(GameError, match="a dict cannot be written"):
        write({}, tmp_path / "a.pg")
    (tmp_path / "a.pg").write_bytes(PG)
    with pytest.raises(GameError, match="the format json holds no game"):
        read(tmp_path / "a.pg", format="json")
    with pytest.raises(GameError, match="the format gml holds no solution"):
        read_solution(game, tmp_path / "a.pg", format="gml")
    assert not (tmp_path / "a.sol").exists()


def test_networkx_by_name(tmp_path: Path) -> None:
    nx.write_gml(nx.DiGraph([("a", "b")]), tmp_path / "a.gml")
    assert list(read(tmp_path / "a.gml").arena.labels or ()) == ["a", "b"]


def test_the_only_column_of_numbers_is_the_one_that_is_missing(tmp_path: Path) -> None:
    (tmp_path / "agv.csv").write_text("from,to,owner,cost\ndock,a,0,-1\na,b,0,-2\nb,dock,0,3\n")
    with pytest.warns(UserWarning, match="agv.csv: 'cost' is read as the weight"):
        game = read(tmp_path / "agv.csv", objective="energy")
    assert game.arena.edge_data["weight"].tolist() == [-1, -2, 3]
    (tmp_path / "agv.csv").write_text("from,to,owner,cost,time\ndock,a,0,-1,1\na,b,0,-2,1\nb,dock,0,3,1\n")
    with pytest.raises(FormatError, match="there is cost, time"):
        read(tmp_path / "agv.csv", objective="energy")
