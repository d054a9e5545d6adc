"""``graphgames show``: pictures in files, whole or not at all."""

from __future__ import annotations

import gzip
import io
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from graphgames.cli.main import run
from graphgames.play import adapters
from graphgames.play.adapter import arena_adapter
from tests.cli.test_cli import GREEN, program


@pytest.mark.parametrize(
    ("name", "magic"),
    [
        ("out.svg", b"<svg "),
        pytest.param("out.png", b"\x89PNG", marks=pytest.mark.slow),
        pytest.param("out.dot", b"digraph ", marks=pytest.mark.slow),
    ],
)
def test_svg_png_and_dot(tmp_path: Path, name: str, magic: bytes) -> None:
    game = tmp_path / "green.in"
    game.write_text(GREEN)
    done = program("show", game, "--game", "gra-w-zielone", "-o", tmp_path / name)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / name).read_bytes().startswith(magic)
    assert "8 vertices" in done.stderr and done.stdout == ""


@pytest.mark.slow
def test_a_named_heap_game_is_plotted_so_far_that_its_period_shows(tmp_path: Path) -> None:
    kayles, page = tmp_path / "k.svg", tmp_path / "k.html"
    assert "period 12 (proved for ever)" in program("show", "kayles", "-o", kayles).stderr
    assert "heaps 0 to 50" in program("show", "kayles", "--up-to", "50", "-o", kayles).stderr
    assert kayles.read_text().count('class="value"') == 51
    assert "Nim; a play of 3 moves" in program("show", "nim", "--start", "1,2", "--play", "6", "-o", kayles).stderr
    assert program("show", "kayles", "-o", page).returncode == 0
    assert "<title>Kayles (.77)</title>" in page.read_text()  # it has a board, no plot that the title could speak of
    done = program("show", "kayles", "--around", "3", "-o", kayles)
    assert "'around' does not fit this picture; it takes up_to, start" in done.stderr


@pytest.mark.slow
def test_presentation_tikz_and_a_page(tmp_path: Path) -> None:
    game = tmp_path / "green.in"
    game.write_text(GREEN)
    look = ("--title", "Ania & Bolek", "--no-legend", "--theme", "print", "--size", "120x80mm")
    for name, begin in (("out.svg", "<svg "), ("out.tex", "\\documentclass"), ("out.html", "<!doctype html>")):
        done = program("show", game, "--game", "gra-w-zielone", *look, "-o", tmp_path / name)
        assert done.returncode == 0, done.stderr
        text = (tmp_path / name).read_text()
        assert (
            text.startswith(begin)
            and "the strategy" not in text.split("<script")[0]
            and "#0b5d94" not in text.split("<svg")[-1]
        )
        assert ("Ania \\& Bolek" if name == "out.tex" else "Ania &amp; Bolek") in text
    assert 'width="120mm"' in (tmp_path / "out.svg").read_text()


@pytest.mark.slow
def test_a_game_is_named_by_its_option_alone_or_by_a_file_behind_other_options(tmp_path: Path) -> None:
    named, behind = tmp_path / "named.svg", tmp_path / "behind.svg"
    assert "treblecross" in program("show", "--game", "treblecross", "-o", named).stderr.casefold()
    assert "period" in program("show", "-o", behind, "kayles").stderr
    assert "there is nothing to draw" in program("show", "-o", named).stderr


def test_stdout_options_and_a_piece() -> None:
    done = program("show", "-", "--game", "gra-w-zielone", "--around", "8", "--radius", "1", stdin=GREEN)
    root = ET.fromstring(done.stdout)
    assert sum(g.get("class") == "vertex" for g in root.iter("{http://www.w3.org/2000/svg}g")) == 5
    plain = program("show", "-", "--game", "gra-w-zielone", "--unsolved", "--to", "dot", stdin=GREEN)
    assert plain.stdout.startswith('digraph "Büchi game') and "penwidth" not in plain.stdout
    normal = program(
        "show", "-", "--objective", "normal", "--solver", "retrograde", stdin="parity 1;\n0 0 0 1;\n1 0 1 0;"
    )
    assert normal.returncode == 0 and "draw (2)" in normal.stdout


@pytest.mark.slow
def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    for arguments, message in (
        (["-o", tmp_path / "x.gif"], "svg, png, pdf, tex, dot, html"),
        (["--size", "9000mm"], "expected width x height"),
        (["--font", "<b>"], "expected names of fonts"),
        (["--around", "99"], "no vertex '99'"),
        (["--around", "1", "--radius", "-1"], "radius: '-1' is not a whole number"),
        (["-o", tmp_path / "none" / "x.svg"], "cannot be written"),
    ):
        done = program("show", "-", "--game", "gra-w-zielone", *arguments, stdin=GREEN)
        assert done.returncode == 2 and message in done.stderr, done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_text_that_is_too_small_on_paper_is_said(tmp_path: Path) -> None:
    game = Path(__file__).parents[2] / "examples" / "arbiter.pg"
    small = program("show", game, "-o", tmp_path / "a.svg", "--size", "40mm").stderr
    assert "on paper the smallest text is 2." in small and "times the size makes it 6" in small
    for size in ("90mm", "40"):
        assert "on paper" not in program("show", game, "-o", tmp_path / "a.svg", "--size", size).stderr


def test_a_page_says_where_the_play_begins_and_sets_it_up_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    made: list[Any] = []

    def counted(*given: Any) -> Any:
        made.append(given)
        return arena_adapter(*given)

    monkeypatch.setattr(adapters, "arena_adapter", counted)
    path = tmp_path / "small.pg"
    path.write_text("parity 2;\n0 0 0 1;\n1 1 1 2;\n2 2 0 0;\n")
    assert run(["show", str(path), "-o", str(tmp_path / "small.html")]) == 0
    assert "the game names no start, so the play begins at 0; --start V" in capfd.readouterr().err
    assert len(made) == 1


def test_a_shield_of_a_model_avoids_an_expression(tmp_path: Path) -> None:
    path = tmp_path / "walk.prism"
    path.write_text(
        "mdp\nmodule m\n  x : [0..2] init 0;\n  [left] x=0 -> (x'=1);\n  [right] x=0 -> (x'=2);\n"
        "  [stay] x>0 -> true;\nendmodule\n"
    )
    shielded = program("shield", path, "--avoid", "x=2", "--verify").stdout
    assert "(x=0): left\n" in shielded and "proved" in shielded


def test_a_shield_of_a_model_with_several_players_is_for_one_that_is_named(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "walk.prism"
    path.write_text(
        "smg\nplayer a [left], [right], [stay] endplayer\nplayer b [push], [wait] endplayer\nmodule m\n"
        "  x : [0..3] init 0;\n  [left] x=0 -> (x'=1);\n  [right] x=0 -> (x'=2);\n  [push] x=1 -> (x'=3);\n"
        "  [wait] x=1 -> (x'=2);\n  [stay] x>1 -> true;\nendmodule\n"
    )
    assert run(["shield", str(path), "--avoid", "x=3"]) == 2
    asked = capfd.readouterr().err.partition("has the players a, b; say whom to shield: --property '")[2].rstrip("'\n")
    assert asked == "<<a>> Pmax=? [ G !(x=3) ]"
    assert run(["shield", str(path), "--property", asked]) == 0
    assert "(x=0): right\n" in capfd.readouterr().out  # after left the other player may push


@pytest.mark.parametrize(
    "name", ["walk.PRISM", "walk.prism.gz", "walk", "walk.txt --format prism", "-  --format prism"]
)
def test_what_a_shield_avoids_is_an_expression_whatever_the_model_is_called(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, *options = name.split()
    text = b"mdp\nmodule m\n  x : [0..2] init 0;\n  [left] x=0 -> (x'=1);\n  [right] x=0 -> (x'=2);\n"
    text += b"  [stay] x>0 -> true;\nendmodule\n"
    path = tmp_path / file
    if file == "-":
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    else:
        path.write_bytes(gzip.compress(text) if file.endswith("gz") else text)
    assert run(["shield", "-" if file == "-" else str(path), "--avoid", "x=2", *options]) == 0
    assert "(x=0): left\n" in capfd.readouterr().out
