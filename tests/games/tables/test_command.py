"""``graphgames table``: every command and option has an effect, or is refused with a sentence."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from graphgames.cli.main import run
from graphgames.core.errors import GameError
from graphgames.games.tables.board_games import GAMES, game
from graphgames.games.tables.manifest import fingerprint
from graphgames.games.tables.table import open_table

FOUR = ["connect-four", "--width", "4", "--height", "3"]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    assert run(["table", "build", *FOUR, "-o", "four", "--quiet"]) == 0
    return "four"


def said(capfd: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    capfd.readouterr()
    assert run(["table", *words]) == code
    out, err = capfd.readouterr()
    assert "Traceback" not in err
    return err if code else out


def told(capfd: pytest.CaptureFixture[str], *words: str) -> Any:
    return json.loads(said(capfd, *words, "--json"))


@pytest.mark.slow
def test_statistics_have_the_names_that_scripts_rely_on(table: str, capfd: pytest.CaptureFixture[str]) -> None:
    data = told(capfd, "stats", table)
    assert data["positions"] == data["win"] + data["loss"] + data["draw"] and data["longest"] > 0
    assert data["start"] == {"outcome": "draw", "remoteness": None}
    examples = told(capfd, "stats", table, "--longest")["examples"]
    assert set(examples) == {"win", "loss"}
    said(capfd, "stats", table, "--picture", "out.svg")
    assert Path("out.svg").read_text().startswith("<svg")


@pytest.mark.slow
def test_a_build_says_what_it_takes_and_what_it_made(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    dry = told(capfd, "build", *FOUR, "--dry-run")
    assert dry["strategies"] == {"one pass": 13} and dry["memory"] > 0
    assert "at most" in said(capfd, "build", *FOUR, "--dry-run")
    made = told(capfd, "build", *FOUR, "-o", str(tmp_path / "four"))
    assert made["positions"] <= dry["numbers"] and "seconds" in made
    assert "already exists" in said(capfd, "build", *FOUR, "-o", str(tmp_path / "four"), code=2)
    assert run(["table", "build", *FOUR, "-o", str(tmp_path / "four"), "--resume"]) == 0
    assert "the table was complete and its checksums fit" in capfd.readouterr().err
    again = told(capfd, "build", *FOUR, "-o", str(tmp_path / "four"), "--resume")
    assert again["positions"] == made["positions"]
    nimbers = told(capfd, "build", "chomp", "--width", "3", "--height", "2", "--nimbers", "-o", str(tmp_path / "chomp"))
    assert nimbers["start"]["nimber"] > 0


@pytest.mark.slow
def test_a_table_is_probed(table: str, capfd: pytest.CaptureFixture[str]) -> None:
    data = told(capfd, "probe", table)
    assert data["outcome"] == "draw" and len(data["moves"]) == 4
    assert "column 1" in said(capfd, "probe", table, "X///O")
    assert "expected 4 columns" in said(capfd, "probe", table, "X", code=2)


def test_a_game_without_wins_has_no_longest(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    words = ["build", "connect-four", "--width", "2", "--height", "2", "-o", str(tmp_path / "table")]
    assert "no position is won or lost\n" in said(capfd, *words)
    assert told(capfd, "stats", str(tmp_path / "table"))["longest"] is None
    for most in (0, -1, "all"):
        with pytest.raises(GameError, match="the number of positions"):
            open_table(tmp_path / "table").longest(most)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """What builds the table of a game once, and returns its directory."""

    @cache
    def directory(*game: str) -> str:
        path = str(tmp_path_factory.mktemp("built") / "table")
        assert run(["table", "build", *game, "-o", path, "--quiet"]) == 0
        return path

    return directory


@pytest.mark.share(0.7)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "position", "answer"),
    [
        (["chess"], "8/8/8/8/8/8/1Q6/K1k5 w", "is not in the table: it is not a legal position; expected one such as"),
        (["chess"], "8/8/8/8/8/8/1R6/K1k5 w", "it is of tier 'KRk'; the tiers are 'KQk', 'Kk'"),
        (["chess"], "8/8/8/8/8/8/1Q6/K1k6 b", ": the board, row by row from the eighth, and w or b to move"),
        (["chomp", "--width", "3", "--height", "2"], "foo", "is not a position of Chomp; expected one such as (3, 3)"),
        (["chomp", "--width", "3", "--height", "2"], "(1, 2)", "; expected one such as (3, 3)"),
        (["chomp", "--width", "3", "--height", "2"], "(9,)", "(3, 3): the squares in each row, from the bottom"),
        (["awari", "--seeds", "2"], "3", "is not a position of Awari; expected one such as ((1, 1, 0, 0,"),
        (["awari", "--seeds", "2"], "((1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 0, 0, 0)", "is not a position of Awari"),
        (["dots-and-boxes", "--width", "1", "--height", "1"], "(9, 2, 2, 0)", "is not a position of Dots and Boxes"),
        (["dots-and-boxes", "--width", "1", "--height", "1"], "(1, 0, 0)", "is not a position of Dots and Boxes"),
        (["dots-and-boxes", "--width", "1", "--height", "1"], "(0, 1, 0, 0)", "; expected one such as (0, 0, 0, 0)"),
        (["breakthrough", "--width", "2", "--height", "4"], "('w', '.w', '.b', '..', 'w.')", "is not a position of"),
        (["breakthrough", "--width", "2", "--height", "4"], "('w', 'ww.', '.bb', '..')", "is not a position of"),
        (["nine-mens-morris", "--variant", "three", "--men", "3"], "XX....... 4 O", "X or O to move"),
        (["nine-mens-morris", "--variant", "three", "--men", "3"], "XX.....X. 4 X", "is not a position of Three Men's"),
        (["nine-mens-morris", "--variant", "three", "--men", "3"], "XX.....Z. 0 X", "is not a position of Three Men's"),
        (["breakthrough", "--width", "2", "--height", "4"], "('w', 'ww')", "; expected one such as ('w', 'ww', 'ww',"),
    ],
)
def test_what_is_no_position_is_shown_one(
    game: list[str], position: str, answer: str, built: Callable[..., str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert answer in said(capfd, "probe", built(*game), position, code=2)


@pytest.mark.slow
def test_a_table_is_verified(table: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert said(capfd, "verify", table).startswith("proved")
    assert told(capfd, "verify", table)["proved"] is True
    path = Path(table) / "tier-00004.table"
    data = bytearray(path.read_bytes())
    data[10] ^= 1
    path.write_bytes(data)
    assert "tier-00004.table: block 0 is damaged" in said(capfd, "verify", table, code=1)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["build", *FOUR, "-o", "x", "--jsn"], "there is no option --jsn; did you mean '--json'?"),
        (["build", "conect-four"], "did you mean 'connect-four'?"),
        (["build", "connect-four", "--width", "99"], "'99' is not a whole number from 1 to 7"),
        (["build", *FOUR], "the table needs a directory: -o DIR"),
        (["build", *FOUR, "-o", "x", "--strategy", "edges", "--nimbers"], "--strategy has no effect with --nimbers"),
        (["build", *FOUR, "-o", "x", "--nimbers"], "has no nimbers"),
        (["verify", "nowhere"], "nowhere is not a table"),
        (["probe", "nowhere"], "nowhere is not a table"),
    ],
)
def test_mistakes_are_answered(
    words: list[str], answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert answer in said(capfd, *words, code=2)


@pytest.mark.slow
def test_a_table_is_played_explained_and_shown_by_its_directory(table: str, capfd: pytest.CaptureFixture[str]) -> None:
    for words in (
        ["play", table, "--as", "none"],
        ["explain", table],
        ["explain", table, "--game", "table"],
        ["solve", table],
    ):
        capfd.readouterr()
        assert run(words) == 0, words
        assert "column" in capfd.readouterr().out
    assert run(["show", table, "-o", "out.svg"]) == 0 and Path("out.svg").exists()
    Path("empty").mkdir()
    assert run(["solve", "empty"]) == 2 and "this is a directory" in capfd.readouterr().err


@pytest.mark.slow
def test_a_start_is_typed_as_for_probe(table: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for words in (["explain", table], ["play", table, "--as", "none"], ["show", table, "-o", "out.svg"]):
        assert run([*words, "--start", "X///O"]) == 0, words
    assert Path("out.svg").read_text().count('class="man"') == 2
    assert run(["table", "build", "chomp", "--width", "3", "--height", "2", "-o", "bar", "--quiet"]) == 0
    assert run(["explain", "bar", "--start", "3,1"]) == 0
    capfd.readouterr()
    assert run(["explain", table, "--start", "X"]) == 2 and "expected 4 columns" in capfd.readouterr().err


@pytest.mark.slow
def test_the_moves_of_a_probe_stand_below_each_other(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for more, worth in ([], "win in 5 "), (["--nimbers"], "win (nimber 0) "):
        path = str(tmp_path / f"bar{len(more)}")
        said(capfd, "build", "chomp", "--width", "3", "--height", "2", "-o", path, *more)
        moves = [line for line in said(capfd, "probe", path).splitlines() if line.startswith("  ")]
        assert worth in moves[0] and len({line.index("row") for line in moves}) == 1 < len(moves)


def test_a_game_without_a_table_says_how_to_make_one(capfd: pytest.CaptureFixture[str]) -> None:
    for command in ("play", "explain"):
        assert run([command, "awari"]) == 2
        assert "graphgames table build awari -o DIR" in capfd.readouterr().err
    assert run(["play", "tictacto"]) == 2 and "did you mean 'tic-tac-toe'?" in capfd.readouterr().err


def test_cells_of_tic_tac_toe_are_typed_with_or_without_slashes() -> None:
    rules = game("tic-tac-toe")
    assert rules.parse("X../.O./...") == rules.parse("x...o....") == "X...O...."
    for text in ("XXX......", "XXX", "X.../O../...", "X..Z....."):
        with pytest.raises(GameError, match=r"expected one such as .*: nine cells . X O, row by row, as many X as O"):
            rules.position(text)


@pytest.mark.slow
def test_the_longest_are_counted_and_can_be_probed(table: str, capfd: pytest.CaptureFixture[str]) -> None:
    text, every = said(capfd, "stats", table, "--longest"), open_table(table).longest(None)
    assert f"the longest win, in 9 moves; 3 of {len(every['win'])} are shown" in text
    assert f"3 of {len(every['loss'])} are shown" in text
    asked = [shlex.split(line.split("to move; ")[1]) for line in text.splitlines() if "is to move; " in line]
    assert len(asked) == 6
    for words in asked:
        assert words[:3] == ["graphgames", "table", "probe"]
        answer = said(capfd, *words[2:])
        assert "wins in 9 moves" in answer or "loses in 8 moves" in answer


OPTIONS: dict[str, dict[str, tuple[Any, Any]]] = {
    "connect-four": {"width": (4, 5), "height": (4, 5), "connect": (4, 3)},
    "awari": {"seeds": (4, 5)},
    "breakthrough": {"width": (2, 3), "height": (4, 5)},
    "chess": {"men": ("KQK", "KRK")},
    "chomp": {"width": (3, 4), "height": (2, 3)},
    "dots-and-boxes": {"width": (1, 2), "height": (2, 1)},
    "edge-geography": {"graph": ("[(0,[1]),(1,[0])]", "[(0,[1]),(1,[])]")},
    "gridgame": {"width": (4, 5), "height": (4, 5), "impassable": ("1,2", "2,1/3,3")},
    "nine-mens-morris": {"variant": ("three", "six"), "men": (4, 3), "flying": (1, 0)},
}
"""Two values of each option."""


@pytest.mark.share(0.4)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in ("breakthrough", "nine-mens-morris") else [])
        for name in GAMES
    ],
)
def test_every_option_of_a_game_changes_its_rules(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    options = OPTIONS.get(name, {})
    assert game(name).options().keys() == options.keys()
    usual = {option: values[0] for option, values in options.items()}
    plain = fingerprint(game(name, usual))
    for option, (_, other) in options.items():
        chosen = usual | {option: other}
        assert fingerprint(game(name, chosen)) != plain
        words = ["build", name, "--dry-run", *(f"--{word}={value}" for word, value in chosen.items())]
        assert told(capfd, *words)["options"] == chosen
        assert "-1" in said(capfd, *words, f"--{option}=-1", code=2)
