"""Plays as frames: a picture for each position, of which an SVG shows one at a time, or a folder of them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import graphgames as gg
from graphgames.catalogue.rows import Example
from graphgames.cli.main import run
from graphgames.draw.picture import FORMATS
from graphgames.explore.loaded_game import by_number
from graphgames.games.random_games import random_game
from tests.examples import shown_examples, solved


@pytest.mark.share(0.4)
@pytest.mark.parametrize("example", shown_examples())
def test_every_example_is_filmed(example: Example) -> None:
    solution = solved(example)
    drawn = solution.draw(play=9, **({} if example.start is None else {"start": by_number(example.start)}))
    root = ET.fromstring(drawn.svg)
    groups = [one for one in root.iter() if "graphgames-play" in one.get("class", "")]
    assert len(groups) == len(drawn.frames) >= 2
    assert len(drawn.svg) < sum(len(frame.svg) for frame in drawn.frames)
    delays = [float(re.findall(r"delay:(-?[0-9.]+)s", one.get("style", ""))[0]) for one in groups]
    assert delays[0] == 0 and delays[1:] == sorted(delays[1:]) and all(delay < 0 for delay in delays[1:])
    sizes = {(frame.width, frame.height) for frame in drawn.frames}
    assert len(sizes) == 1
    captions = re.findall(r'class="caption">([^<]*)<', drawn.svg)
    assert captions[0].startswith("the start") and captions[1].startswith("1. ")


def test_the_pawn_goes_along_the_best_moves(tmp_path: Path) -> None:
    ladder = gg.Arena.from_edges([(n, n - k) for n in range(8) for k in (1, 2) if n >= k])
    drawn = gg.solve(gg.Game(ladder, gg.NormalPlay())).draw(play=20, start=7, title="Ladder", theme="dark")
    tokens = [
        re.findall(r'<g class="vertex" data-vertex="(\d+)">(?:(?!</g><g class="vertex").)*?the pawn<', f.svg)
        for f in drawn.frames
    ]
    stands = [found[-1] for found in tokens]
    assert stands[0] == "7" and stands[1] == "6" and int(stands[-1]) == 0
    drawn.save(tmp_path / "ladder.svg")
    drawn.save(f"{tmp_path}/frames/")
    names = sorted(path.name for path in (tmp_path / "frames").iterdir())
    assert names == [f"{k:03}.svg" for k in range(len(drawn.frames))]
    assert "Ladder" in (tmp_path / "frames" / "000.svg").read_text()
    assert "Ladder" in (tmp_path / "ladder.svg").read_text()
    drawn.save(tmp_path / "ladder.html")
    assert drawn.svg in (page := (tmp_path / "ladder.html").read_text()) and page.startswith("<!doctype html>")


def test_a_large_game_is_filmed_where_the_play_goes() -> None:
    drawn = gg.solve(random_game(2000, "parity", (1, 3), seed=4)).draw(play=5)
    assert 2 <= len(drawn.frames) <= 6 and drawn.frames[0].svg.count('class="vertex"') < 300


def test_what_cannot_be_filmed_says_so(tmp_path: Path) -> None:
    game = gg.Game(gg.Arena.from_edges([(1, 0)]), gg.NormalPlay())
    solution = gg.solve(game)
    for options, words in (
        ({"play": "all"}, "the number of moves of a play"),
        ({"play": 10**6}, "too long to be drawn; at most 200"),
        ({"play": 3, "start": 9}, "no vertex"),
        ({"play": 3, "around": 1}, "'around' does not fit"),
        ({"start": 1}, "'start' does not fit"),
    ):
        with pytest.raises(gg.GraphGamesError, match=words):
            solution.draw(**options)
    with pytest.raises(gg.GameError, match="solve the game first"):
        game.draw(play=3)
    for format in ("png", "pdf", "tex", "dot"):
        with pytest.raises(gg.GameError, match="a play is written as SVG"):
            solution.draw(play=3).to_bytes(format)


@pytest.mark.slow
def test_a_play_is_written_into_a_folder_in_the_formats_that_its_refusal_names(tmp_path: Path) -> None:
    play = gg.solve(random_game(9, "parity", (1, 3), seed=1)).draw(play=3)
    for format in FORMATS:
        try:
            play.save(f"{tmp_path}/{format}/", format)
        except gg.GameError as error:
            assert f"as svg, png, pdf, tex, not as {format}" in str(error) and not (tmp_path / format).exists()
        else:
            assert len([*(tmp_path / format).iterdir()]) == len(play.frames)


def test_the_command_writes_plays(tmp_path: Path) -> None:
    gg.write(random_game(9, "parity", (1, 3), seed=1), tmp_path / "game.pg")
    assert run(["show", f"{tmp_path}/game.pg", "--play", "4", "-o", f"{tmp_path}/play.svg", "--quiet"]) == 0
    assert "@keyframes" in (tmp_path / "play.svg").read_text()
    out = f"{tmp_path}/frames/"
    assert (
        run(["show", f"{tmp_path}/game.pg", "--play", "4", "--start", "#2", "-o", out, "--to", "tex", "--quiet"]) == 0
    )
    assert (tmp_path / "frames" / "000.tex").exists()
