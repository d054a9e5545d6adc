"""Files as people have them: with a header, numbered from 1, without priorities, with names misspelt or given twice."""

from __future__ import annotations

import re
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import graphgames as gg
from graphgames.cli.main import run
from graphgames.core.errors import FormatError
from graphgames.formats import csv_, dot, edges
from graphgames.formats.priorities import meant


def test_a_header_with_the_counts_is_passed_over_where_it_fits() -> None:
    game = edges.read_game(b"4 5\n0 1\n1 2\n2 3\n0 2\n0 3\n")
    assert (game.arena.n, game.arena.m) == (4, 5)
    assert (
        gg.solve(game).winner.tolist()
        == gg.solve([(0, 1), (1, 2), (2, 3), (0, 2), (0, 3)], gg.NormalPlay()).winner.tolist()
    )
    assert edges.read_game(b"4 5\n1 2\n2 3\n3 4\n1 3\n1 4\n").arena.names == range(1, 5)


def test_a_line_without_its_second_number_is_a_fault_where_the_header_counts_it() -> None:
    with pytest.raises(gg.FormatError, match="<input>:3:2: the line ends after one number"):
        edges.read_game(b"3 3\n1 2\n2\n3 1\n")
    assert edges.read_game(b"0 1\n1 2\n3\n").arena.n == 4


@pytest.mark.parametrize("text", [b"a b\nc\n", b"# roads\na b\nc\n", b"a b\n", b"a b 3\nc\n", b"0 1 5\n2\n"])
def test_a_short_edge_list_of_words_or_weights_may_hold_a_vertex_alone(text: bytes) -> None:
    game = edges.read_game(text)
    assert (game.arena.n, game.arena.m) == (2 + (b"\nc" in text or b"\n2" in text), 1)


def test_names_that_an_edge_list_loses_are_noted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "one.edges").write_text("3 2\n1 2\n2 3\n")
    assert run(["convert", str(tmp_path / "one.edges"), str(tmp_path / "two.edges")]) == 0
    assert "vertices have numbers from 0 there" in capsys.readouterr().err
    assert run(["convert", str(tmp_path / "two.edges"), str(tmp_path / "one.edges")]) == 0
    assert "vertices have numbers" not in capsys.readouterr().err


def test_edges_between_words_are_read_by_the_name_of_their_format(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "words.txt").write_text("a b\nb c\nc a\n")
    assert run(["solve", str(tmp_path / "words.txt")]) == 0
    assert "read as an edge list" in capsys.readouterr().err
    (tmp_path / "words.txt").write_text("a b\nb c\nc a\nand so on\n")
    assert run(["solve", str(tmp_path / "words.txt")]) == 2
    assert "an edge list is read with: --format edges" in capsys.readouterr().err
    (tmp_path / "words.txt").write_text("a b\nb c\nc a\n")
    assert run(["solve", str(tmp_path / "words.txt"), "--format", "edges"]) == 0


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (b"3 2\n1 2\n2 3\n", range(1, 4)),
        (b"3 2\n0 1\n1 2\n", range(3)),
        (b"5 3\n1 2\n4 5\n3 5\n", range(1, 6)),
        (b"3 3\n3 2\n3 1\n2 1\n", range(1, 4)),
        (b"4 3\n2 3\n3 4\n4 2\n", range(1, 5)),
        (b"4 3\n1 2\n2 3\n1 3\n", range(1, 5)),  # the last has no edge
    ],
)
def test_a_header_is_one_where_the_edges_would_be_in_no_order_with_it(text: bytes, names: range) -> None:
    game = edges.read_game(text)
    assert game.arena.m == text.count(b"\n") - 1 and list(game.arena.names) == list(names)
    assert "says that" in game.remark


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (b"5\n0 1\n1 2\n", range(5)),
        (b"# a path\n3\n1 2\n2 3\n", range(1, 4)),
        (b"3\n1 2\n", range(1, 4)),
    ],
)
def test_a_first_number_that_no_edge_exceeds_is_how_many_vertices_there_are(text: bytes, names: range) -> None:
    game = edges.read_game(text)
    assert list(game.arena.names) == list(names) and "says that there are" in game.remark
    for vertex in (b"3\n0 1\n1 3\n", b"7\n8 9\n", b"2\n", b"0 1\n3\n", b"1\n0 1\n5\n"):
        assert "says that" not in edges.read_game(vertex).remark


@pytest.mark.parametrize(
    ("text", "follow"),
    [
        (b"4 4\n1 2\n2 3\n", "2 edges follow with vertices up to 3"),
        (b"3 5\n1 2\n2 3\n", "2 edges follow with vertices up to 3"),
        (b"4 5\n0 1\n1 2\n", "2 edges follow with vertices up to 2"),
        (b"4 3\n1 2\n2 3\n", "2 edges follow with vertices up to 3"),
        (b"4 3\n1 2\n2 3\n3 4\n1 3\n", "4 edges follow with vertices up to 4"),
        (b"6 5\n1 2\n2 3\n3 4\n5 6\n", "4 edges follow with vertices up to 6"),
    ],
)
def test_a_header_with_wrong_counts_is_named_in_a_warning(text: bytes, follow: str) -> None:
    for base in (None,) if b"0" in text else (None, 1):
        with pytest.warns(UserWarning, match=follow):
            game = edges.read_game(text, priorities=meant(base=base))
        assert game.arena.m == text.count(b"\n")


@pytest.mark.parametrize(
    "text", [b"4 4\n1 2\n2 5\n3 4\n1 3\n", b"# of 5\n4 4\n0 1\n1 2\n2 4\n3 0\n", b"4 4\n1 2\n2 99\n3 4\n1 3\n"]
)
def test_a_vertex_beyond_a_header_with_the_right_number_of_edges_is_an_error(text: bytes) -> None:
    with pytest.raises(FormatError, match=r"is too large; the first line, 4 4, says .*, and 4 edges follow"):
        edges.read_game(text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (b"1 2\n2 3\n3 1\n3 4\n", range(1, 5)),
        (b"2 5 # no 1, and no 0\n", range(1, 6)),
        (b"1 2\n2 1\n0\n", range(3)),
        (b"0\n1 2\n", range(3)),
        (b"1 2\n 00 # alone\n", range(3)),
        (b"1 2\n10\n", range(1, 11)),
        (b"0\n", range(1)),
        (b"2\n", range(1, 3)),
    ],
)
def test_vertices_are_numbered_from_one_where_the_file_does_not_name_vertex_0(text: bytes, names: range) -> None:
    game = edges.read_game(text)
    assert list(game.arena.names) == list(names)
    assert ("vertices are numbered from 1" in game.remark) is (names.start == 1)
    counted = edges.read_game(text, priorities=meant(base=0))
    assert list(counted.arena.names) == list(range(names.stop)) and "with --base" not in counted.remark
    if names.stop > 1:
        with pytest.warns(UserWarning, match="names no owners"):
            marked = edges.read_game(text, priorities=meant(marks={"target": ["2"]}))
        assert [*map(str, marked.arena.names)] == [*map(str, names)]


@pytest.mark.parametrize("rows", [[(1, 2)], [(1, 2), (2, 1)], [], [(1, 0)], [(2, 2)], [(0, 1)]])
def test_an_arena_whose_vertex_0_has_no_edge_is_written_so_that_it_is_read_as_it_was(rows: list[Any]) -> None:
    for n in (3, 5):
        game = gg.Game(gg.Arena.from_edges(rows, n), gg.NormalPlay())
        edges.write_game(game, out := BytesIO())
        again = edges.read_game(out.getvalue()).arena
        assert (again.n, again.tails.tolist(), again.successors.tolist(), again.labels) == (
            *(n, game.arena.tails.tolist(), game.arena.successors.tolist(), None),
        )


def test_sets_of_a_generalised_condition_are_bits_of_priorities_and_the_error_says_so() -> None:
    with pytest.raises(FormatError, match="its bits say in which sets the vertex is"):
        dot.read_game(b"digraph { a [owner=0]; b [owner=1]; a -> b; b -> a }", objective="generalized-buchi")


def test_edges_between_words_and_with_weights_are_read_where_pairs_of_numbers_are() -> None:
    words = edges.read_game(b"hill mill # down\nmill hill\nlake\n")
    assert words.arena.labels == ("hill", "mill", "lake") and not words.remark
    weighted = edges.read_game(b"3 2\n1 2 5\n2 3 -1.5\n")
    assert weighted.arena.labels == ("1", "2", "3") and "2 edges follow" in weighted.remark
    assert weighted.arena.edge_data["weight"].tolist() == [5, Fraction(-3, 2)]
    for text, fault in (
        (b"a b 3\nb a x\n", ":2:5: edge 'b' -> 'a' has the weight 'x'"),
        (b"a b\nb a 3\n", ":2:1: this line has 3 columns, and lines above have 2"),
        (b"1 2\n2 x\n", ":2:3: found 'x'"),
        (b"a man a plan a canal\n", ":1:1: this looks like text"),
    ):
        with pytest.raises(gg.FormatError, match=re.escape(fault)):
            edges.read_game(text)


@pytest.mark.parametrize(
    "text",
    [b"2 1\n1 0\n", b"3 2\n2 1\n1 0\n", b"2 1\n1 0\n2 0\n", b"2 3\n", b"0 1\n0 0\n", b"#\n"],
)
def test_a_first_line_that_may_be_an_edge_is_one(text: bytes) -> None:
    game = edges.read_game(text)
    assert game.arena.m == text.count(b" ") and "says that" not in game.remark


def _run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = run(words)
    out, errors = capsys.readouterr()
    return code, out, errors


def test_what_may_be_a_slip_is_noted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from_one, misspelt, twice = tmp_path / "one.edges", tmp_path / "slip.csv", tmp_path / "twice.dot"
    from_one.write_text("1 2\n2 3\n")
    misspelt.write_text("source,target\ndock,ship\nship,dock\nship,dokc\n")
    twice.write_text('digraph { a [label="x"]; b [label="x"]; a -> b; b -> a; }\n')
    assert "vertices are numbered from 1" in _run(capsys, "solve", str(from_one))[2]
    assert "'dokc' is named only once, as a successor; did you mean 'dock'?" in _run(capsys, "solve", str(misspelt))[2]
    misspelt.write_text("source,target\ndock,ship\nship,dock\nship,home\n")
    assert "did you mean" not in _run(capsys, "solve", str(misspelt))[2]


def test_a_graph_without_priorities_gets_its_target_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "graph.csv"
    path.write_text("source,target,owner\na,b,0\na,c,0\nb,a,1\nc,c,1\n")
    code, out, errors = _run(capsys, "solve", str(path), "--target", "c", "--start", "a")
    assert code == 0 and "start a: Eve wins" in out and "reach game" in out and not errors
    code, out, _ = _run(capsys, "solve", str(path), "--accepting", "a,b", "--start", "a")
    assert code == 0 and "buchi game" in out and "Eve wins" in out
    code, out, _ = _run(capsys, "solve", str(path), "--accepting", "a", "--objective", "reach")
    assert code == 2
    assert "there is no vertex 'd'" in _run(capsys, "solve", str(path), "--target", "d")[2]


def test_decimals_for_thirds_are_noted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "chain.tra"
    path.write_text("3 4\n0 1 0.3333333333333333\n0 2 0.6666666666666667\n1 1 1\n2 2 1\n")
    asked = ("solve", str(path), "--property", 'P=? [ F "init" ]')
    assert "0.3333333333333333 is read as 1/3, as are others" in _run(capsys, *asked)[2]
    path.write_text("3 4\n0 1 1/3\n0 2 2/3\n1 1 1\n2 2 1\n")
    assert "is read as" not in _run(capsys, *asked)[2]
    path.write_text("3 4\n0 1 0.125\n0 2 0.875\n1 1 1\n2 2 1\n")
    assert "is read as" not in _run(capsys, *asked)[2]


def test_a_wrong_owner_is_shown_where_it_stands_with_what_is_accepted() -> None:
    with pytest.raises(gg.FormatError) as wrong:
        csv_.read_game(b"source,target,owner\na,b,0\nb,a,Bob\n")
    fault = wrong.value.faults[0]
    assert fault.line == 3 and "Eve or Adam" in fault.expected and "Even/Odd" in fault.expected


def test_near_misses_in_python_and_tables_are_answered(tmp_path: Path) -> None:
    path = tmp_path / "model.csv"
    path.write_text("state,action,next,probability\na,x,b,0.5\na,x,b,0.5\nb,y,b,1\n")
    with pytest.warns(UserWarning, match="a,x,b,0.5 appears 2 times") as told:
        gg.Model.from_table(path)
    assert told[0].filename == __file__, "a warning is about the line of the user"
    twice = [("a", "x", "b", Fraction(1, 2))] * 2 + [("b", "y", "b", 1)]
    gg.Model.from_table(twice)  # as Gymnasium writes its models; a warning would be an error here
    with pytest.warns(UserWarning, match="no vertex has an owner") as told:
        gg.solve({"a": ["a"]}, gg.Buchi(["a"]))
    assert told[0].filename == __file__
    graph = nx.DiGraph([("a", "goal"), ("goal", "goal")])
    alone = gg.solve(graph, gg.Reach("goal"), owner={"a": 0, "goal": 0})
    assert alone.winner.tolist() == [0, 0], "the name of a node alone is that node"
    named = {"a": "Min", "goal": "Max"}
    assert gg.Game.from_graph(graph, gg.Reach(["goal"]), owner=named).players == ("Max", "Min")
    with pytest.raises(gg.ArenaError, match="vertex number 0 is '#0'"):
        gg.Arena.from_dict({"a": ["b"], "b": []}).vertex("0")


def test_what_was_taken_for_granted_is_noted_where_vertices_are_marked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ring.txt"
    path.write_text("3 3\n1 2\n2 3\n3 1\n")
    assert "the first line, 3 3, says that 3 vertices and 3 edges follow" in _run(capsys, "solve", str(path))[2]
    noted = _run(capsys, "solve", str(path), "--target", "2")[2]
    assert "the first line, 3 3, says that 3 vertices and 3 edges follow" in noted
    assert "vertices are numbered from 1 to 3" in noted


def test_each_line_with_too_many_columns_is_shown_where_it_stands() -> None:
    with pytest.raises(FormatError) as wrong:
        edges.read_game(b"a b\nb c d\nc a\nd a b\n")
    assert [fault.line for fault in wrong.value.faults] == [2, 4]
    assert all("--format adjlist" in fault.hint for fault in wrong.value.faults)


@pytest.mark.parametrize("text", ["a -> b\nb -> c\nb -> d\nc -> a\nd -> d\n", "1->2\n2->3\n2->4\n3->1\n4->4\n"])
def test_edges_may_have_arrows(tmp_path: Path, text: str) -> None:
    path = tmp_path / "arrows.txt"
    path.write_text(text)
    with pytest.warns(UserWarning, match="names no owners"):
        game = gg.read(path, objective="reach", marks={"target": [text.split()[-1].rpartition(">")[2]]})
    assert (game.arena.n, game.arena.m) == (4, 5)
    assert gg.solve(game).values.tolist() == [2, 1, 3, 0]


def test_a_name_with_a_comma_is_one_vertex(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cities.csv"
    path.write_text('source,target,owner\n"New York, NY",Boston,0\nBoston,Lynn,1\nLynn,Lynn,0\n')
    for named, won in (("New York, NY", 1), ('"New York, NY",Lynn', 3), ("Lynn", 3)):
        code, out, _ = _run(capsys, "solve", str(path), "--target", named)
        assert code == 0 and f"Eve wins {won} (" in out, named
    path.write_text('source,target,owner\na,a,0\nb,b,0\n"a, b","a, b",0\n')
    assert "Eve wins 2 (" in _run(capsys, "solve", str(path), "--target", "a, b")[1], "all parts are vertices"


def test_players_have_the_names_that_the_file_gives_them() -> None:
    game = csv_.read_game(
        b"source,target,owner\na,b,Even\nb,a,Odd\n", objective="reach", priorities=meant(marks={"target": ["a"]})
    )
    assert game.players == ("Even", "Odd")
    turned = csv_.read_game(
        b"source,target,owner\na,b,odd\nb,a,even\n", objective="reach", priorities=meant(marks={"target": ["a"]})
    )
    assert turned.players == ("Even", "Odd") and [*(turned.arena.owner if turned.arena.owner is not None else ())] == [
        1,
        0,
    ]


@pytest.mark.parametrize(
    ("table", "column"), [("u,v,cost\na,b,1\nb,a,-3\n", {"weight": "cost"}), ("a,b,1\nb,a,-3\n", None)]
)
def test_three_columns_without_known_names(table: str, column: dict[str, str] | None, recwarn: Any) -> None:
    read_as = meant(columns=column)
    game = csv_.read_game(table.encode(), objective="mean-payoff", priorities=read_as)
    assert gg.solve(game).value("a") == -1
    noted = any("from column 'u' to column 'v'" in str(one.message) for one in recwarn)
    assert noted == (column is not None)


def test_labels_in_a_third_column_are_not_taken_for_a_header() -> None:
    with pytest.raises(FormatError, match="does not say which are source and target"):
        csv_.read_game(b"a,b,x\nb,a,y\n")


@pytest.mark.parametrize(
    ("name", "text", "asked"),
    [
        ("model.csv", "state,action,next,probability\ns,a,s,0.333\ns,a,t,0.667\nt,b,t,1\n", ("--target", "t")),
        ("game.csv", "from,to,probability,owner\na,a,0.333,2\na,b,0.667,2\nb,b,,0\n", ("--target", "b")),
        (
            "model.prism",
            "dtmc\nmodule m\ns : [0..1];\n[] s=0 -> 0.333:(s'=0) + 0.667:(s'=1);\n[] s=1 -> true;\nendmodule\n",
            ("--property", "P=? [ F s=1 ]"),
        ),
    ],
)
def test_decimals_that_may_be_thirds_are_noted_although_they_sum_to_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, asked: tuple[str, str]
) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert "0.333 is read as 333/1000; if 1/3 is meant, write 1/3" in _run(capsys, "solve", str(path), *asked)[2]
    path.write_text(text.replace("0.333", "1/3").replace("0.667", "2/3"))
    assert "is read as" not in _run(capsys, "solve", str(path), *asked)[2]
    path.write_text(text.replace("0.333", "0.125").replace("0.667", "0.875"))
    assert "is read as" not in _run(capsys, "solve", str(path), *asked)[2]


def test_json_without_a_format_is_not_called_a_solution(tmp_path: Path) -> None:
    path = tmp_path / "graph.json"
    path.write_text('{"a": ["b"], "b": ["a"]}')
    with pytest.raises(FormatError) as wrong:
        gg.read(path)
    assert "solution" not in str(wrong.value) and 'a key "format"' in str(wrong.value)


def test_a_misspelt_successor_is_not_a_vertex_without_an_owner() -> None:
    with pytest.raises(FormatError) as wrong:
        csv_.read_game(b"source,target,owner\ndock,hall,0\nhall,dokc,1\nhall,dock,1\nn1,n2,0\n")
    assert [(fault.line, "did you mean 'dock'" in fault.message) for fault in wrong.value.faults] == [
        (3, True),
        (5, False),
    ]


def test_pairs_with_commas_are_a_table_whatever_the_file_is_called(tmp_path: Path) -> None:
    path = tmp_path / "pairs.txt"
    path.write_text("1,2\n2,3\n3,1\n")
    assert gg.read(path).arena.m == 3


def test_a_known_third_column_makes_a_header_of_three_words() -> None:
    with pytest.warns(UserWarning, match="from column 'Node1' to column 'Node2'"):
        game = csv_.read_game(
            b"Node1,Node2,Owner\na,b,1\nb,a,0\n", objective="safe", priorities=meant(marks={"safe": ["a"]})
        )
    assert game.arena.labels == ("a", "b") and game.arena.owner is not None and game.arena.owner.tolist() == [1, 0]


@pytest.mark.parametrize("sign", ["#", "%", "//"])
@pytest.mark.parametrize("edge", ["1 2\n2 1\n", "a b\nb a\n", "a b 3\nb a -3\n", "1 -> 2\n2 -> 1\n"])
def test_a_comment_of_two_words_is_not_an_edge(tmp_path: Path, sign: str, edge: str) -> None:
    path = tmp_path / "list.txt"
    path.write_text(f"{sign} KONECT\n{sign} 3 2 2\n{edge}")
    game = gg.read(path)
    assert (game.arena.n, game.arena.m) == (2, 2)
    if sign != "%":
        path.write_text(edge.replace("\n", f" {sign} seen\n"))
        assert gg.read(path, format="edges").arena.m == 2


def test_lists_of_successors_may_have_colons(tmp_path: Path) -> None:
    path = tmp_path / "graph.adjlist"
    path.write_text("# roads\na: b c\nb: a\nc: c\n")
    assert set(gg.read(path).arena.names) == {"a", "b", "c"}
    path.write_text("a: b\nb a:\n")
    assert set(gg.read(path).arena.names) == {"a:", "b"}, "a name that has a colon keeps it"
