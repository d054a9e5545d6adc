"""Pictures in every format and in every presentation: valid, the same bytes twice, and as the options say."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames.catalogue.find import concrete_game
from graphgames.catalogue.rows import Example
from graphgames.draw import style
from graphgames.explore import gallery
from graphgames.explore.loaded_game import read_problem
from tests.draw.test_graph import SVG, green_game, random_arena

THINGS: dict[str, Callable[[], Any]] = {
    "graph": lambda: gg.solve(green_game()),
    "summary": lambda: gg.solve(gg.Game(random_arena(2000, 4000), gg.Reach([3]))),
    "strip": lambda: gg.solve(concrete_game("treblecross").read(b"2\n.....\nX..X.\n")),
    "grid": lambda: gg.solve(gg.BlockedGrid([(1, 1), (4, 2)], start=(6, 5))),
    "plot": lambda: gg.heap_game(".77", 300),
}


def words(drawn: gg.Picture) -> list[str]:
    return [text.text or "" for text in ET.fromstring(drawn.svg).iter(f"{SVG}text")]


def box(drawn: gg.Picture) -> tuple[list[float], str, str]:
    root = ET.fromstring(drawn.svg)
    return [float(part) for part in root.get("viewBox", "").split()], root.get("width", ""), root.get("height", "")


@pytest.mark.parametrize("name", THINGS)
@pytest.mark.parametrize("theme", style.THEMES)
def test_every_picture_in_every_theme_is_valid_svg_and_tikz(name: str, theme: str) -> None:
    thing = THINGS[name]()
    drawn = thing.draw(theme=theme)
    root, tex = ET.fromstring(drawn.svg), drawn.tex()
    assert drawn.svg == thing.draw(theme=theme).svg and tex == thing.draw(theme=theme).tex()
    colours = set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]{6})"', drawn.svg))
    if theme == "print":
        assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours)
    assert ("#ffffff" in colours) == (theme != "dark")
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    assert {used[5:-1] for used in re.findall(r'"(url\(#[\w-]+\))"', drawn.svg)} <= ids
    assert tex.count("{") == tex.count("}") and tex.startswith("\\documentclass[tikz]{standalone}")
    assert set(re.findall(r"gg[0-9A-F]{6}", tex)) == set(re.findall(r"definecolor\{(gg\w+)\}", tex))
    assert len(re.findall(r"^\\node", tex, re.M)) == len(words(drawn))
    assert all(line.endswith(";") for line in tex.splitlines() if line.startswith(("\\path", "\\node")))


def test_print_tells_the_regions_apart_without_colour() -> None:
    looks = [style.themed(f'fill="{look.paper}" stroke="{look.line}"', "print") for look in style.REGIONS]
    assert len({*looks[:3]}) == 2 and looks[1] == looks[2]  # hatch and dots on the same paper
    drawn = gg.solve(gg.Game(gg.Arena.from_edges([(0, 1), (1, 0), (2, 3), (4, 2)]), gg.NormalPlay())).draw(
        theme="print"
    )
    assert 'id="graphgames-print-hatched"' in drawn.svg and "url(#graphgames-print-dotted)" in drawn.svg


def test_title_legend_and_font() -> None:
    solution = gg.solve(green_game())
    plain, other = solution.draw(), solution.draw(title="Who wins; and <why>", legend=False, font="Times, serif")
    assert "the strategy" in words(plain) and "the strategy" not in words(other)
    assert words(other)[0] == "Who wins; and <why>" and 'font-family="Times, serif"' in other.svg
    untitled = solution.draw(title="")
    assert words(untitled)[0] != words(plain)[0] and box(untitled)[0][3] < box(plain)[0][3]
    assert plain.styled(legend=False) == solution.draw(legend=False)
    long = solution.draw(title="five words of a title " * 12)
    assert sum("words of a" in line for line in words(long)) > 1 and box(long)[0][1] < 0


@pytest.mark.parametrize(
    ("size", "width", "height"),
    [("800x600", "800", "600"), ("120x80mm", "120mm", "80mm"), ((300, 200), "300", "200"), ("90mm", "90mm", None)],
)
def test_sizes(size: Any, width: str, height: str | None) -> None:
    (_, _, wide, tall), shown_width, shown_height = box(green_game().draw(size=size))
    assert shown_width == width and (height is None or shown_height == height)
    ratio = float(shown_width.removesuffix("mm")) / float(shown_height.removesuffix("mm"))
    assert ratio == pytest.approx(wide / tall, rel=0.01)  # nothing is stretched


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"theme": "drak"},
            "there is no theme 'drak'; did you mean 'dark'\\? The themes are: auto, light, dark",
        ),
        ({"theme": 3}, "there is no theme 3"),
        ({"size": "wide"}, "expected width x height of 1 to 10000 pixels"),
        ({"size": "0x10"}, "expected width x height"),
        ({"size": "10pxx20mm"}, "expected width x height"),
        ({"size": "99999x5"}, "expected width x height"),
        ({"title": 3}, "the title is 3; expected a text"),
        ({"legend": "no"}, "expected True or False"),
        ({"font": 'a"b'}, "expected names of fonts"),
    ],
)
def test_other_values_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(gg.GameError, match=message):
        green_game().draw(**options)


@pytest.mark.parametrize("zoom", [10**4, float("inf"), float("nan"), 0, -1.0, "2"])
def test_png_is_not_enlarged_beyond_what_memory_holds(zoom: Any) -> None:
    with pytest.raises(gg.GameError, match=r"^zoom is .*; this picture can be enlarged by more than 0 and at most "):
        green_game().draw().png(zoom)


def test_png_has_the_size_that_is_asked_for() -> None:
    data = green_game().draw(size="300x200").png()
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (300, 200)


def test_pdf_is_one_page_of_that_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = gg.solve(green_game()).draw(size="120x80mm", theme="print")
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(gg.MissingDependencyError, match=r"typst.*graphgames\[pdf\]"):
        drawn.save(tmp_path / "a.pdf")
    monkeypatch.undo()
    pytest.importorskip("typst")
    drawn.save(tmp_path / "a.pdf")
    data = (tmp_path / "a.pdf").read_bytes()
    assert data.startswith(b"%PDF-") and data == drawn.pdf()
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1
    found = re.search(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)", data)
    assert found is not None
    assert [float(side) * 25.4 / 72 for side in found.groups()] == pytest.approx([120, 80], abs=0.2)


def lacks_tex() -> bool:
    """Return whether LaTeX or its class for pictures is missing."""
    found = shutil.which("pdflatex") and shutil.which("kpsewhich")
    return not found or subprocess.run(["kpsewhich", "standalone.cls"], capture_output=True).returncode != 0


@pytest.mark.slow
@pytest.mark.skipif(lacks_tex(), reason="no TeX with the class standalone is installed")
@pytest.mark.parametrize("example", gallery.examples(), ids=lambda example: example.name)
def test_tikz_compiles(example: Example, tmp_path: Path) -> None:
    solution = gg.solve(read_problem(example.text.encode(), example.file, example.options))
    solution.draw(theme="print").save(tmp_path / "a.tex")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-2000:]


def test_tikz_escapes_names() -> None:
    signs = gg.Game(gg.Arena.from_edges([(0, 1)], labels=["a<b>c", "x|y"]), gg.NormalPlay()).draw().tex()
    assert "{a$<$b$>$c}" in signs and "{x$|$y}" in signs
    names = ["50% & $x_1$", "{a}\\b^~#"]
    drawn = gg.Game(gg.Arena.from_edges([(0, 1)], labels=names), gg.NormalPlay()).draw()
    assert r"{50\% \& \$x\_1\$}" in drawn.tex()
    assert r"{\{a\}\textbackslash{}b\textasciicircum{}\textasciitilde{}\#}" in drawn.tex()


def test_dot_takes_title_size_and_theme() -> None:
    text = gg.solve(green_game()).draw(theme="dark", title='so "it" is', size="96x48").to_bytes("dot").decode()
    assert 'label="so \\"it\\" is" labelloc=t' in text and 'size="1,0.5"' in text
    assert 'bgcolor="#15181c"' in text and "#cfe5f5" not in text
    with pytest.raises(gg.GameError, match="stands on no graph"):
        gg.heap_game(".77", 50).draw().to_bytes("dot")


def test_of_names_that_are_cut_the_part_that_differs_is_kept() -> None:
    labels = [f"the/very/long/way/to/{colour}/room/number/one" for colour in ("green", "blue", "red")]
    drawn = gg.Game(gg.Arena.from_edges([(0, 1), (1, 2), (2, 0)], labels=labels), gg.NormalPlay()).draw()
    assert {"…green…", "…blue…", "…red…"} <= set(words(drawn))


def test_graphviz_routes_edges_around_vertices() -> None:
    pytest.importorskip("pygraphviz")
    edges = [(v, v + 1) for v in range(9)] + [(v, v + k) for k in (2, 3, 5) for v in range(10 - k)]
    drawn = gg.Game(gg.Arena.from_edges(edges), gg.NormalPlay()).draw()
    root = ET.fromstring(drawn.svg)
    middles = [
        (float(g[1].get("cx", 0)), float(g[1].get("cy", 0))) for g in root.iter(f"{SVG}g") if g.get("class") == "vertex"
    ]
    lines = [g[0].get("d", "") for g in root.iter(f"{SVG}g") if (g.get("class") or "").startswith("edge")]
    assert len(lines) == len(edges) and sum("C" in line for line in lines) == len(edges)
    for line in lines:
        numbers = [float(part) for part in re.findall(r"-?[\d.]+", line)]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        for k in range(0, len(points) - 1, 3):
            for t in (0.1, 0.3, 0.5, 0.7, 0.9):
                weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
                x = sum(w * p[0] for w, p in zip(weights, points[k : k + 4], strict=True))
                y = sum(w * p[1] for w, p in zip(weights, points[k : k + 4], strict=True))
                assert min((x - a) ** 2 + (y - b) ** 2 for a, b in middles) > 20**2
    assert drawn.svg == gg.Game(gg.Arena.from_edges(edges), gg.NormalPlay()).draw().svg


def test_heaps_are_plotted_as_far_as_is_asked_and_axes_have_titles() -> None:
    drawn = gg.heap_game(".07", 3000).draw(up_to=3000)
    dots = next(e for e in ET.fromstring(drawn.svg).iter(f"{SVG}path") if e.get("class") == "values")
    assert dots.get("d", "").count("M") == 3001
    assert {"size of the heap", "Grundy value", "3000"} <= set(words(drawn)) and "of 3000" not in drawn.title
    assert gg.heap_game(".77", 3000).draw().title.endswith("; heaps 0 to 119 of 3000")
    large = gg.solve(gg.Game(random_arena(2000, 4000), gg.Reach([3]))).draw()
    assert {"value", "how many"} <= set(words(large))


def test_graphviz_is_silent_about_words_beside_edges(capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pygraphviz")
    drawn = gg.Game(gg.Arena.from_edges([(0, 1)] * 5 + [(1, 2), (0, 2)]), gg.NormalPlay()).draw()
    assert "×5" in words(drawn) and capfd.readouterr() == ("", "")
