"""What a reader is told of a file besides its text: names of columns and players, marked vertices, the first number."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames.formats import edges
from tests.cli.test_edges import Call, call  # noqa: F401

ROADS = "from,to,cost,who\ndock,hall,2,Robot\nhall,ward,-1,Guest\nhall,dock,3,Guest\nward,dock,1,Robot\n"
DOT = 'digraph { a [who="Robot"]; b [who="Guest"]; a -> b [cost=3]; b -> a [cost=-1]; }'
TOLD: dict[str, Any] = {"columns": {"owner": "who", "weight": "cost"}, "players": ("Robot", "Guest")}


def file(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text)
    return str(folder / name)


@pytest.mark.parametrize(("name", "text"), [("roads.csv", ROADS), ("roads.dot", DOT)])
def test_columns_and_players_have_names_of_their_own(tmp_path: Path, name: str, text: str, call: Call) -> None:  # noqa: F811
    game = gg.read(file(tmp_path, name, text), **TOLD)
    assert game.objective.name == "mean-payoff" and game.players == ("Robot", "Guest")
    assert game.arena.owner.tolist()[:2] == [0, 1]
    by_command = call(
        "solve",
        file(tmp_path, name, text),
        "--column",
        "owner=who",
        "--column",
        "weight=cost",
        "--players",
        "Robot,Guest",
    )
    assert by_command.code == 0 and "Robot wins" in by_command.out and "mean-payoff" in by_command.out


@pytest.mark.parametrize("beside", [{}, {"owner": "who"}, {"weight": "cost"}, {"owner": "who", "weight": "cost"}])
@pytest.mark.parametrize("header", ["id,u,v,cost,who", "id,tail,head,cost,who", "from,u,v,cost,who", "to,v,u,cost,who"])
def test_the_ends_of_edges_have_names_of_their_own(tmp_path: Path, header: str, beside: dict[str, str]) -> None:
    text = f"{header}\n1,dock,hall,2,Robot\n2,hall,dock,-1,Guest\n3,hall,ward,3,Guest\n4,ward,dock,1,Robot\n"
    columns = {"source": header.split(",")[1], "target": header.split(",")[2], **beside}
    players = ("Robot", "Guest") if "owner" in beside else None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        game = gg.read(file(tmp_path, "roads.csv", text), columns=columns, players=players)
    edges = [(game.arena.label(u), game.arena.label(w)) for u, w in game.arena.edges()]
    assert sorted(edges) == [("dock", "hall"), ("hall", "dock"), ("hall", "ward"), ("ward", "dock")]
    assert game.arena.owner is None if not players else game.arena.owner.tolist() == [0, 1, 0]
    assert ("weight" in game.arena.edge_data) == ("weight" in beside)
    with pytest.raises(
        gg.GameError, match=f"no column is called 'x'. There are: {', '.join(sorted(header.split(',')))}"
    ):
        gg.read(file(tmp_path, "roads.csv", text), columns={**columns, "target": "x"})


def test_a_column_that_is_not_there_is_an_error_with_those_that_are(tmp_path: Path, call: Call) -> None:  # noqa: F811
    path = file(tmp_path, "roads.csv", ROADS)
    with pytest.raises(gg.GameError, match=r"no column is called 'wo'; did you mean 'who'.*cost, from, to, who"):
        gg.read(path, columns={"owner": "wo"})
    turned = call("solve", path, "--column", "who=owner")
    assert turned.code == 2 and "did you mean owner=who?" in turned.err
    unnamed = call("solve", path, "--column", "owner=who")
    assert unnamed.code == 0 and "player 0 is Robot, who is named first, and player 1 is Guest" in unnamed.err
    needed = call("solve", path, "--objective", "mean-payoff")
    assert "'cost' is read as the weight" in needed.err
    assert "cost in the file is ignored" in call("solve", path).err
    assert "two names" in call("solve", path, "--players", "Robot").err


@pytest.mark.parametrize(
    ("marks", "objective", "winner"),
    [("target", None, [0, 0, 0]), ("accepting", None, [0, 0, 0]), ("avoid", "safe", None), ("safe", None, [1, 1, 1])],
)
def test_marks_stand_for_priorities_where_there_are_some_or_none(
    tmp_path: Path, marks: str, objective: str | None, winner: list[int] | None
) -> None:
    partly = "digraph { node [owner=0]; a [priority=1]; a -> b; b -> c; c -> a; }"
    path = file(tmp_path, "partly.dot", partly)
    if winner is None:
        with pytest.raises(gg.GameError, match="'avoid' marks no vertices of a safe objective"):
            gg.read(path, marks={marks: ["c"]}, objective=objective)
        return
    game = gg.read(path, marks={marks: ["c"]})
    assert game.objective.data == marks and gg.solve(game).winner.tolist() == winner
    with pytest.raises(gg.GraphGamesError, match="'d'"):
        gg.read(path, marks={marks: ["d"]})


def test_a_target_among_vertices_of_chance_is_reached_with_a_probability(tmp_path: Path, call: Call) -> None:  # noqa: F811
    chain = "digraph { a [owner=chance]; b [owner=0]; c [owner=0]; a -> b [probability=0.5]; a -> c [probability=0.5]; "
    path = file(tmp_path, "chain.dot", f"{chain} b -> b; c -> c; }}")
    done = call("solve", path, "--target", "c")
    assert "reach-probability game" in done.out and "1/2" in done.out


def test_an_edge_list_says_with_its_first_line_or_is_told_where_its_numbers_begin(tmp_path: Path, call: Call) -> None:  # noqa: F811
    headed, bare = "4 5\n1 2\n2 3\n3 1\n3 4\n1 4\n", "1 2\n2 3\n3 1\n3 4\n"
    guessed = gg.read(file(tmp_path, "g.edges", headed))
    assert guessed.arena.n == 4 and [*guessed.arena.names] == [1, 2, 3, 4]
    assert gg.solve(guessed).outcome(1) == "win" and guessed.arena.successors_of(guessed.arena.vertex(3)).tolist() == [
        0,
        3,
    ]
    assert "--base" not in call("solve", file(tmp_path, "g.edges", headed)).err
    with pytest.raises(gg.FormatError, match="vertex 4 is too large; the first line, 4"):
        gg.read(file(tmp_path, "g.edges", headed), base=0)
    told = gg.read(file(tmp_path, "b.txt", bare), base=1)
    assert told.arena.n == 4 and [*told.arena.names] == [1, 2, 3, 4]
    assert [*gg.read(file(tmp_path, "b.edges", bare)).arena.names] == [1, 2, 3, 4]
    assert gg.read(file(tmp_path, "b.edges", bare), base=0).arena.n == 5
    with pytest.raises(gg.GameError, match="vertex 0"):
        gg.read(file(tmp_path, "z.edges", "0 1\n"), base=1)
    done = call("solve", file(tmp_path, "b.edges", bare))
    assert "vertices are numbered from 1 to 4 (with --base 0 from 0 to 4)" in done.err and "4 vertices" in done.out
    lonely = file(tmp_path, "lonely.edges", "5 5\n1 2\n2 3\n3 1\n3 4\n1 4\n")
    assert "from 1 to 5 (with --base 0 from 0 to 4)" in call("solve", lonely).err
    done = call("solve", lonely, "--base", "0")
    assert "from 0 to 4 (without --base 0 from 1 to 5)" in done.err and "5 vertices" in done.out
    into = str(tmp_path / "into.edges")
    done = call("convert", lonely, into, "--base", "0")
    assert "from 0 to 4 (without --base 0 from 1 to 5)" in done.err


def test_what_a_document_says_itself_is_not_told_again(tmp_path: Path) -> None:
    path = file(tmp_path, "green.in", "1 1 1 1 2 0 1 1\n")
    for more in ({"columns": {"owner": "x"}}, {"players": ("A", "B")}, {"base": 1}, {"marks": {"target": [1]}}):
        with pytest.raises(gg.GameError, match="says everything about the game"):
            gg.read(path, game="gra-w-zielone", **more)


def test_a_header_of_as_many_edges_as_vertices_is_one_where_they_are_numbered_from_one() -> None:
    game = edges.read_game(b"3 3\n1 2\n2 3\n1 3\n")
    assert (game.arena.n, game.arena.m, [*game.arena.names]) == (3, 3, [1, 2, 3])


def test_subtraction_sets_are_understood_as_they_are_written() -> None:
    assert gg.HeapGame.from_code("S(1, 3,4)") == gg.HeapGame.subtraction([1, 3, 4])
    assert gg.HeapGame.from_code("S(2)") == gg.HeapGame.subtraction([2])
    with pytest.raises(gg.GameError, match="not the code"):
        gg.HeapGame.from_code("S()")


def test_heaps_after_a_code_are_where_it_starts(call: Call) -> None:  # noqa: F811
    assert call("explain", "kayles 3,5").out == call("explain", "kayles", "--start", "3,5").out != ""


@pytest.mark.slow
def test_several_games_and_a_solver_are_shown_by_name(call: Call) -> None:  # noqa: F811
    for typed in (("--long", "great-game", "stone-game"), ("great-game", "stone-game")):
        done = call("games", *typed)
        assert done.code == 0 and "great-game\n" in done.out and "stone-game\n" in done.out
    assert "grundy" in call("solvers", "grundy").out
    done = call("solve", "chomp 3x4", "--start", "2,1")
    assert "the player not to move wins" in done.out and "at (2, 1, 0, 0): the player to move loses" in done.out
    assert "proved" in call("solve", "kayles 5 + kayles 8 + nim 2", "--misere", "--verify").out


def test_an_owner_of_one_vertex_is_no_column(tmp_path: Path, call: Call) -> None:  # noqa: F811
    done = call("solve", file(tmp_path, "hop.csv", "from,to\n1,2\n2,1\n"), "--owner", "2=1")
    assert done.code == 2 and "a column owner in the file says who moves at each vertex" in done.err
