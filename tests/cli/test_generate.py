"""``graphgames generate``: the same bytes from the same seed, and the same game as from Python."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import numpy as np
import pytest

import graphgames as gg
from graphgames import formats
from graphgames.catalogue.find import concrete_games
from graphgames.cli import generate as command
from graphgames.cli.main import run as main
from graphgames.games.buchi import gra_w_zielone
from graphgames.games.buchi.families import buchi_descent
from graphgames.games.parity import families as parity
from graphgames.games.random_games import random_dag, random_game
from graphgames.readers.source import Source
from tests.cli.test_cli import program

GAMES = [game.name for game in concrete_games()]


def text(game: gg.Game, name: str) -> str:
    file = io.BytesIO()
    formats.write_to(game, file, formats.find(name))
    return file.getvalue().decode()


def test_every_family_is_listed_and_made(tmp_path: Path) -> None:
    rows = [json.loads(line) for line in program("generate", "--list", "--json").stdout.splitlines()]
    assert [row["family"] for row in rows] == [*command.families()]
    assert {"random", "random-parity", "out-regular", "buchi-ladder", *parity.FAMILIES} <= {r["family"] for r in rows}
    for row in rows:
        assert row["summary"].endswith((".", ":")) and set(row["options"]) <= set(command.OPTIONS)
        game = command.find(row["family"])(6)
        assert row["family"] in GAMES or game.arena.n >= 6
    assert "random-parity" in program("generate", "--list").stdout
    assert "falling" in program("generate", "--list", "--long", "random-parity").stdout


@pytest.mark.parametrize("family", sorted({*command.families()} - {*GAMES}))
def test_every_family_is_printed_in_a_format_that_holds_it(
    family: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["generate", family, "4"]) == 0
    printed = capfdbinary.readouterr().out
    assert formats.game_in(Source(printed, "<stdin>")).arena.n > 0


def test_the_same_seed_gives_the_same_file(tmp_path: Path) -> None:
    words = ["generate", "random-parity", "500", "--priorities", "7", "--degrees", "2-10", "--bipartite"]
    files = [tmp_path / f"{i}.pg" for i in range(3)]
    for file, seed in zip(files, (5, 5, 6), strict=True):
        done = program(*words, "--falling", "0.5", "--seed", str(seed), "-o", file)
        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr.startswith(f"{file}: parity game, 500 vertices, ")
    assert files[0].read_bytes() == files[1].read_bytes() != files[2].read_bytes()
    made = parity.random_parity(500, 7, (2, 10), seed=5, bipartite=True, falling=0.5)
    assert files[0].read_text() == text(made, "pgsolver")


def test_a_size_may_stand_behind_options() -> None:
    first = program("generate", "random", "6", "--objective", "buchi", "--seed", "1")
    assert first.stdout and program("generate", "random", "--objective", "buchi", "6", "--seed", "1") == first
    assert program("generate", "buchi", "6", "--seed", "1").stdout == first.stdout


@pytest.mark.slow
def test_buchi_games_and_games_without_owners(tmp_path: Path) -> None:
    done = program("generate", "buchi-descent", "9", "--seed", "2")
    assert (done.returncode, done.stderr) == (0, "") and done.stdout == text(buchi_descent(9, 2), "pgsolver")
    file = tmp_path / "random.pg.gz"
    words = ("--objective", "cobuchi", "--share", "0.2", "--degrees", "3", "--quiet", "-o", file)
    done = program("generate", "random", "60", *words)
    assert (done.returncode, done.stderr) == (0, "")
    game, made = gg.read(file, objective="cobuchi"), random_game(60, "cobuchi", (3, 3), 0.2)
    assert np.array_equal(game.arena.successors, made.arena.successors)
    assert np.array_equal(gg.solve(game).winner, gg.solve(made).winner)
    graph = tmp_path / "hard.edges"
    assert program("generate", "out-regular", "20", "--degree", "2", "--seed", "1", "-o", graph).returncode == 0
    assert (gg.read(graph).arena.n, gg.read(graph).arena.m) == (20, 40)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "a family and a size are needed"),
        (("ladder",), "a family and a size are needed"),
        (("lader", "3"), "did you mean 'ladder'?"),
        (("ladder", "0"), "'0' is not a whole number from 1 to"),
        (("random", "--seed", "1", "0"), "'0' is not a whole number from 1 to"),
        (("random", "5", "--seed", "1", "6"), "unexpected: 6"),
        (("random", "99999999999999999999"), "'99999999999999999999' is not a whole number from 1 to"),
        (("random", "5", "--seed", "-1"), "'-1' is not a whole number from 0 to"),
        (("ladder", "3", "--seed", "1"), "ladder does not take --seed; it takes nothing but a size"),
        (("buchi-ladder", "3", "--share", "1"), "does not take --share; it takes --seed"),
        (("clique", "1"), "at least 2 vertices"),
        (("gra-w-zielone", "1"), "at least 2 fields"),
        (("treblecross", "2"), "at least 3"),
        (("great-game", "1"), "at least 2 positions"),
        (("treblecross", "9", "--share", "1"), "treblecross does not take --share; it takes --seed"),
        (("random-parity", "9", "--degrees", "4-x"), "'4-x' is not a range such as 1-4"),
        (("random-parity", "9", "--degrees", "4-2"), "degrees are 4 to 2"),
    ],
)
def test_what_cannot_be_made_is_said(words: tuple[str, ...], said: str) -> None:
    done = program("generate", *words)
    assert done.returncode == 2 and said in done.stderr and not done.stdout


@pytest.mark.parametrize(("n", "degrees"), [(1, (1, 4)), (2, (0, 4)), (50, (3, 3)), (300, (0, 9))])
def test_random_acyclic_games_lead_forward_by_different_moves(n: int, degrees: tuple[int, int]) -> None:
    game = random_dag(n, degrees=degrees, seed=n)
    edges = list(zip(game.arena.tails.tolist(), game.arena.successors.tolist(), strict=True))
    assert game.impartial and len(set(edges)) == len(edges) and all(tail < head for tail, head in edges)
    counts = np.bincount(game.arena.tails, minlength=n)
    assert all(min(degrees[0], n - 1 - v) <= counts[v] <= degrees[1] for v in range(n))
    assert gg.verify(gg.solve(game)) and gg.verify(gg.grundy_values(game.arena))
    with pytest.raises(gg.GameError, match="never end"):
        random_dag(5, "buchi")


@pytest.mark.parametrize("name", GAMES)
def test_a_random_input_of_every_concrete_game_is_solved_and_proved(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def made(size: int, seed: int) -> str:
        assert main(["generate", name, str(size), "--seed", str(seed)]) == 0
        return capfd.readouterr().out

    file = tmp_path / "game.in"
    for size in (3, 4, 7, 20):
        for seed in range(3):
            file.write_text(made(size, seed))
            assert main(["judge", name, str(file), "--verify", "--quiet"]) == 0
            assert capfd.readouterr().out
    assert made(20, 1) == made(20, 1) and len({made(20, seed) for seed in range(5)}) == 5


@pytest.mark.slow
def test_inputs_stay_within_the_limits_of_the_documents() -> None:
    read = {game.name: game.read for game in concrete_games()}
    make = command.families()
    green = read["gra-w-zielone"](make["gra-w-zielone"](3000).encode())
    assert (green.arena.n, green.objective.accepting.sum()) == (3000, 100) and green.arena.m <= 30_000
    stones = read["games-are-important"](make["games-are-important"](1000).encode())
    assert stones.arena.m <= 10_000 and stones.stones.max() <= 1000
    for positions in (12_000, 50_000):
        assert read["great-game"](make["great-game"](positions).encode()).test(0).arena.m <= 50_000
    boxes = read["stone-game"](make["stone-game"](1000).encode())
    assert boxes.sizes.max() <= 10**6 and boxes.stones.min() >= 1
    assert read["playing-with-stones"](make["playing-with-stones"](1000).encode()).sizes.max() <= 2 * 10**18


def test_an_input_is_written_to_files_and_in_the_formats_that_hold_its_game(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["generate", "green-game", "8", "--seed", "3", "--count", "2", "-o", "gz.in.gz"]) == 0
    assert capfd.readouterr().err == "".join(f"gz-{k}.in.gz: an input of gra-w-zielone, size 8\n" for k in (1, 2))
    for k in (1, 2):
        with gzip.open(f"gz-{k}.in.gz", "rt") as file:
            assert file.read() == gra_w_zielone.generate(8, 2 + k)
    assert main(["generate", "gra-w-zielone", "8", "--seed", "3", "-o", "gz.json"]) == 0
    solved = gg.solve(gg.read("gz.json"))
    assert np.array_equal(solved.winner, gg.solve(gg.read("gz-1.in.gz", game="gra-w-zielone")).winner)
    assert main(["generate", "treblecross", "9", "-o", "strip.pg"]) == 2
    assert not Path("strip.pg").exists()


def test_a_worksheet_is_a_game_that_each_player_wins_somewhere_and_its_key_the_same_game(tmp_path: Path) -> None:
    how = ["generate", "random", "6", "--degrees", "1-2", "--contested", "--count", "3", "--seed", "2", "-o"]
    folder = f"{tmp_path}/sheets/"
    assert main([*how, folder, "--to", "pgsolver"]) == main([*how, f"{tmp_path}/sheet.svg"]) == 0
    assert main([*how, f"{tmp_path}/key.svg", "--solved"]) == 0
    for k in (1, 2, 3):
        game: gg.Game = gg.read(f"{folder}random-6-{k}.pgsolver", objective="buchi")
        assert min(gg.solve(game).won) > 0
        sheet, key = ((tmp_path / f"{name}-{k}.svg").read_text() for name in ("sheet", "key"))
        assert "Eve wins" not in sheet and "Eve wins" in key and game.idle is None
        assert sheet.count('class="edge') == key.count('class="edge') == game.arena.m


def test_a_size_at_which_no_game_is_contested_is_refused_after_some_seeds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphgames.cli.generate.MOST", 20)
    out = tmp_path / "one.pg"
    assert main(["generate", "random", "1", "--contested", "-o", str(out)]) == 2
    assert "in 0 of 20 games each player moves and wins somewhere; expected 1" in capsys.readouterr().err
    assert not out.exists()
