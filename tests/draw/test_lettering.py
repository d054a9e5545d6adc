"""Words in pictures of graphs meet nothing: no edge, no head of an edge, no vertex but their own, no other words."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

import graphgames as gg
from graphgames.draw.lettering import broken
from graphgames.draw.svg import text_width
from graphgames.explore import gallery
from tests.examples import solved

SVG = "{http://www.w3.org/2000/svg}"
PARTS = ("north", "oak", "station", "request", "idle", "b2")

Points = NDArray[np.float64]
Box = tuple[float, float, float, float]


def names(n: int, length: int) -> list[str]:
    """Return different names of about a length."""
    found = []
    for v in range(n):
        name = str(v)
        for k in range(length // 5):
            name += "_ "[(v + k) % 2] + PARTS[(7 * v + 3 * k) % len(PARTS)]
        found.append(name)
    return found


def game(n: int, m: int, length: int, cyclic: bool = True, weights: int = 0) -> gg.Game:
    """Return a game on a connected arena, with names of about a length and words at edges if there are weights."""
    rng = np.random.default_rng(n + length)
    tails = np.concatenate((np.arange(1, n), rng.integers(0, n, m)))
    heads = np.concatenate([rng.integers(0, np.arange(1, n)), rng.integers(0, n, m)])
    if not cyclic:
        tails, heads = np.maximum(tails, heads), np.minimum(tails, heads)
        tails, heads = tails[tails != heads], heads[tails != heads]
    data = {"weight": rng.integers(-weights, weights, tails.size)} if weights else {}
    if weights:
        tails, heads = np.append(tails, 0), np.append(heads, 0)  # no dead end
        data["weight"] = np.append(data["weight"], 0)
    arena = gg.Arena.from_arrays(tails, heads, n, rng.integers(0, 2, n), labels=names(n, length), edge_data=data)
    return gg.Game(arena, gg.MeanPayoff("weight") if weights else gg.Reach([names(n, length)[0]]))


def lines(d: str) -> Points:
    """Return points along the data of a path that consists of lines and curves."""
    found, at = [], np.zeros(2)
    t = np.linspace(0, 1, 400)[:, None]
    for command, numbers in re.findall(r"([MLQC])([^MLQCz]*)", d):
        control = np.array([float(part) for part in re.findall(r"-?[\d.]+", numbers)]).reshape(-1, 2)
        step = {"M": 1, "L": 1, "Q": 2, "C": 3}[command]
        for k in range(0, len(control), step):
            row = [point * np.ones_like(t) for point in (at, *control[k : k + step])]
            while len(row) > 1:
                row = [(1 - t) * a + t * b for a, b in pairwise(row)]
            found += [] if command == "M" else [row[0]]
            at = control[k + step - 1]
    return np.concatenate(found)


def box_of(text: ET.Element) -> Box:
    """Return about the rectangle of a line of text that is centred, rather too small."""
    size = float(text.get("font-size", 0))
    x, y, wide = float(text.get("x", 0)), float(text.get("y", 0)), 0.9 * text_width(text.text or "", size) / 2
    return x - wide, y - 0.7 * size, x + wide, y


def outline_of(shape: ET.Element) -> tuple[Box, float]:
    """Return the rectangle of the outline of a vertex, and how round its corners are; of a diamond how slanting."""
    if shape.tag == f"{SVG}polygon":
        corners = np.array([pair.split(",") for pair in shape.get("points", "").split()], np.float64)
        (left, top), (right, low) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
        return (left, top, right, low), (top - low) / 2
    x, y, wide, high, r, cx, cy = (float(shape.get(k, 0)) for k in ("x", "y", "width", "height", "r", "cx", "cy"))
    if shape.tag == f"{SVG}circle":
        return (cx - r, cy - r, cx + r, cy + r), r
    return (x, y, x + wide, y + high), float(shape.get("rx", 0))


def inside(points: Points, outline: tuple[Box, float]) -> bool:
    """Return whether one of the points is in the outline, by more than its line is thick."""
    (left, top, right, low), rx = outline
    if rx < 0:  # a diamond, whose middle is as long as it is wider than high
        away = np.abs(points - ((left + right) / 2, (top + low) / 2)) - ((right - left) / 2 + rx, 0)
        return bool((np.maximum(away, 0).sum(axis=1) < -rx - 1.5).any())
    core = np.clip(points, (left + rx, top + rx), (right - rx, low - rx))
    return bool((np.hypot(*(points - core).T) < rx - 1).any())


def meetings(root: ET.Element) -> Iterator[str]:
    """Yield what meets something in a picture of a graph."""
    vertices = [g for g in root.iter(f"{SVG}g") if g.get("class") == "vertex"]
    edges = [g for g in root.iter(f"{SVG}g") if "edge" in g.get("class", "").split()]
    outlines = [outline_of(next(e for e in g if e.tag != f"{SVG}title")) for g in vertices]
    paths = [lines(path.get("d", "")) for g in edges for path in g.iter(f"{SVG}path")]
    words = [(text.text, box_of(text), -1) for g in edges for text in g.iter(f"{SVG}text")]
    words += [(text.text, box_of(text), k) for k, g in enumerate(vertices) for text in g.iter(f"{SVG}text")]
    words += [(text.text, box_of(text), -1) for text in root.iter(f"{SVG}text") if text.get("class") == "label"]
    taken = np.concatenate(paths)
    for k, (text, (left, top, right, low), own) in enumerate(words):
        corners = np.array([(x, y) for x in np.linspace(left, right, 9) for y in (top, (top + low) / 2, low)])
        if ((taken > (left, top)) & (taken < (right, low))).all(axis=1).any():
            yield f"{text} meets an edge"
        for other, (a, b, c, d), _ in words[:k]:
            if left < c and a < right and top < d and b < low:
                yield f"{text} meets {other}"
        for v, outline in enumerate(outlines):
            if v != own and inside(corners, outline):
                yield f"{text} meets a vertex"
        if own >= 0 and not (outlines[own][0][0] < left and right < outlines[own][0][2]):
            yield f"{text} does not fit into its vertex"
    for path in paths:
        yield from ("an edge leads through a vertex" for outline in outlines if inside(path, outline))


@pytest.mark.slow
@pytest.mark.share(0.4)
@pytest.mark.parametrize("cyclic", [True, False], ids=["cycles", "acyclic"])
@pytest.mark.parametrize("length", [2, 10, 28])
@pytest.mark.parametrize(("n", "m"), [(8, 6), (16, 22), (32, 24)])
def test_names_meet_nothing(n: int, m: int, length: int, cyclic: bool) -> None:
    pytest.importorskip("pygraphviz")
    solution = gg.solve(game(n, m, length, cyclic))
    assert not list(meetings(ET.fromstring(solution.draw().svg)))


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("length", [2, 15])
@pytest.mark.parametrize(("n", "m"), [(6, 8), (14, 14), (24, 16)])
def test_words_beside_edges_meet_nothing(n: int, m: int, length: int) -> None:
    pytest.importorskip("pygraphviz")
    root = ET.fromstring(game(n, m, length, weights=1000).draw().svg)
    assert sum(text.get("class") is None for g in root.iter(f"{SVG}g") for text in g) >= n + m
    assert not list(meetings(root))


LETTERED = "energy", "expected-reward", "bounded-reach-probability", "discounted-chance", "mines", "channel"


@pytest.mark.parametrize("name", LETTERED)
def test_words_in_the_pictures_of_examples_meet_nothing(name: str) -> None:
    example = gallery.find(name)
    assert example is not None
    root = ET.fromstring(solved(example).draw().svg)
    assert any("edge" in g.get("class", "") and list(g.iter(f"{SVG}text")) for g in root.iter(f"{SVG}g"))
    assert not list(meetings(root))


@pytest.mark.slow
def test_everything_between_everything_is_drawn_around_vertices() -> None:
    pytest.importorskip("pygraphviz")
    edges = [(u, w) for u in range(12) for w in range(12) if u != w]
    drawn = gg.Game(gg.Arena.from_edges(edges, labels=names(12, 12)), gg.NormalPlay()).draw()
    assert not list(meetings(ET.fromstring(drawn.svg)))


@pytest.mark.slow
@pytest.mark.parametrize("length", [2, 10])
@pytest.mark.parametrize("cyclic", [True, False], ids=["cycles", "acyclic"])
def test_the_text_of_a_picture_for_a_column_can_be_read(length: int, cyclic: bool) -> None:
    problem = game(14, 8, length, cyclic)
    usual, narrow = problem.draw(), problem.draw(theme="print", size="90mm")
    assert (usual.styled(size="90mm").text_points or 9) < 5 < 5.95 < (narrow.text_points or 0)
    assert not list(meetings(ET.fromstring(narrow.svg)))
    assert narrow.svg == problem.draw(theme="print", size="90mm").svg


def test_a_name_is_broken_into_lines_of_about_the_same_length_where_its_parts_meet() -> None:
    assert broken("the end", 90, 10) == ("the end",)
    assert broken("clients ab, b next, passed", 90, 10) == ("clients ab, b", "next, passed")
    assert broken("", 90, 10) == ("",)
    assert "".join(broken("a/b_c-" * 9, 60, 10)) == "a/b_c-" * 9
