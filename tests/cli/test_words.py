"""What the program says to a person who types something nearly right, and what it refuses to overwrite."""

from __future__ import annotations

from pathlib import Path

import pytest

import graphgames as gg
from graphgames.catalogue.find import concrete_games
from tests.cli.test_cli import program

GAME = 'parity 1;\nstart 0;\n0 2 0 1 "hill";\n1 1 1 0 "mill";\n'


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "g.pg").write_text(GAME)
    return tmp_path / "g.pg"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--hlep", "found --hlep where a command is expected; did you mean '--help'?"),
        ("--foo", "options come after it, and graphgames --help lists the commands"),
        ("--lang", "all texts are in English"),
        ("--tl", "graphgames solve FILE --solver tl solves with it"),
        (
            "solve treblecross",
            "treblecross is a concrete game, not a file; play, explain and judge take its name",
        ),
        ("judge", "name a concrete game, one of: gra-w-zielone, "),
    ],
)
def test_words_that_are_no_commands(words: str, said: str) -> None:
    done = program(*words.split())
    assert done.returncode == 2 and said in done.stderr


@pytest.mark.parametrize(
    "words", ["show IN -o IN", "convert IN IN", "solve IN --solution IN", "show IN --output OTHER", "convert IN OTHER"]
)
def test_an_input_is_not_written_over(game: Path, words: str) -> None:
    link = game.with_name("link.pg")
    link.symlink_to(game)
    done = program(*({"IN": game, "OTHER": link}.get(word, word) for word in words.split()))
    assert done.returncode == 2 and "would write over the input; choose another file" in done.stderr
    assert game.read_text() == GAME


def test_a_name_that_is_nearly_one(game: Path) -> None:
    done = program("solve", game, "--start", "hil")
    assert "there is no vertex 'hil'; did you mean 'hill'? They are 'hill', 'mill'" in done.stderr


def test_what_was_expected_is_said(game: Path) -> None:
    done = program("solve", game, "--expect", "adam")
    assert done.returncode == 1 and f"{game}: start hill: Eve wins, where adam was expected" in done.stderr
    assert not program("solve", game, "--expect", "adam", "--quiet").stderr


@pytest.mark.slow
def test_all_lines_of_an_argument() -> None:
    kayles = gg.heap_game(".77", 30)
    assert gg.argument(kayles, (6, 7, 8), lines=5).splitlines()[5:] == [
        "... and more; ask for a smaller depth, or for all lines (--full, lines=None)"
    ]
    assert len(gg.argument(kayles, (6, 7, 8), lines=None).splitlines()) > 1000
    assert len(program("explain", "kayles", "--start", "6,7,8", "--full").stdout.splitlines()) > 1000


@pytest.mark.slow
def test_every_concrete_game_says_what_it_reads_and_writes() -> None:
    said = program("games", "--long").stdout
    assert all("\n  input: " in entry and "\n  output: " in entry for entry in said.split("\n\n"))
    for game in concrete_games():
        entry = program("games", "--long", game.name).stdout
        answer = game.write(gg.solve(game.read(game.example.encode())))
        for text in (game.example, answer):
            assert "\n".join(f"    {line}" for line in text.splitlines()) in entry
    assert program("games", "--long", "green-game").stdout.startswith("gra-w-zielone")


def test_a_play_takes_capitals_and_says_when_there_is_nothing_to_review() -> None:
    done = program("play", "nim", "--start", "1,2", stdin="Hint\nREVIEW\nQ\n")
    assert "From one heap take any number." in done.stdout
    assert "2) 2 -> 1: win" in done.stdout and "No move has been made yet." in done.stdout


def test_titles_of_options_are_sentences() -> None:
    said = program("solve", "--help").stdout
    assert (
        "What to ask of a model (.prism, .nm, .pm, .smg, .jani, .umb, .tra, .drn, .csv, .tsv):" in said
        and "How to read the game:" in said
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nim", "Kayles", "dawson", "Dawson's Kayles", ".137", "great-game", "Great Game"])
@pytest.mark.parametrize("command", ["show {} -o OUT", "explain {} --depth 0"])
def test_a_name_that_one_command_takes_is_taken_by_all(tmp_path: Path, command: str, name: str) -> None:
    words = [word.replace("OUT", str(tmp_path / "a.svg")).format(name) for word in command.split()]
    done = program(*words)
    assert done.returncode == 0 and not done.stdout.startswith("graphgames:")


def test_a_file_comes_before_a_name(tmp_path: Path) -> None:
    (tmp_path / "nim").write_text(GAME)
    assert "normal" not in program("solve", "nim", cwd=tmp_path).stdout
    assert program("solve", "nim").stdout.startswith("nim: heap game Nim up to heap 7")
    assert "did you mean 'kayles'?" in program("show", "kales", "-o", "a.svg", cwd=tmp_path).stderr


def test_the_moves_of_a_strategy_that_remembers_are_called_first_moves() -> None:
    arena = gg.Arena.from_edges([("a", "b"), ("b", "a"), ("a", "c"), ("c", "a")], owner={"a": 0, "b": 0, "c": 0})
    solution = gg.solve(arena, gg.GeneralizedBuchi([["b"], ["c"]]))
    assert "first move" in str(solution) and solution.rows()[0][-1] == "first move"
    assert "first move" not in str(gg.solve(arena, gg.Buchi(["b"])))
