"""Pictures of graphs: valid XML, one shape a vertex, regions by hatch, the strategy bold, the same bytes each time."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.draw import picture
from graphgames.draw.graph import MANY_EDGES, MANY_VERTICES
from graphgames.draw.scene import ball
from graphgames.draw.style import BLANK, Key, legend
from graphgames.draw.svg import cut, text_width

SVG = "{http://www.w3.org/2000/svg}"
GOLDEN = Path(__file__).with_name("ladder.svg")


def parsed(drawn: gg.Picture) -> ET.Element:
    return ET.fromstring(drawn.svg)


def groups(root: ET.Element, name: str) -> list[ET.Element]:
    return [g for g in root.iter(f"{SVG}g") if name in g.get("class", "").split()]


def outlines(root: ET.Element) -> Counter[str]:
    """Count the shapes of the vertices, the outer outline alone."""
    return Counter(
        next(child for child in g if not child.tag.endswith("title")).tag[len(SVG) :] for g in groups(root, "vertex")
    )


def random_arena(n: int, m: int, seed: int = 1) -> gg.Arena:
    rng = np.random.default_rng(seed)
    tails = np.concatenate((np.arange(n), rng.integers(0, n, m - n)))
    return gg.Arena.from_arrays(tails, rng.integers(0, n, m), n, rng.integers(0, 2, n))


def green_game() -> gg.Game:
    edges = [
        (0, 5),
        (0, 6),
        (1, 5),
        (1, 6),
        (1, 7),
        (2, 7),
        (3, 6),
        (4, 7),
        (5, 0),
        (5, 1),
        (6, 0),
        (6, 1),
        (7, 2),
        (7, 3),
    ]
    arena = gg.Arena.from_edges(edges, owner=[0, 0, 0, 0, 0, 1, 1, 1], labels=range(1, 9))
    return gg.Game(arena, gg.Buchi([4, 5, 6]), players=("Ania", "Bolek"))


def test_a_solved_game_shows_owners_regions_targets_and_strategy() -> None:
    solution = gg.solve(green_game())
    root = parsed(solution.draw())
    assert outlines(root) == {"circle": 5, "rect": 3}
    assert len(groups(root, "edge")) == 14
    assert len(groups(root, "strategy")) == len(solution.strategy.to_dict())
    text = solution.draw().svg
    hatched = [g for g in groups(root, "vertex") if "url(#graphgames-hatched)" in ET.tostring(g, "unicode")]
    assert len(hatched) == 3 and 'id="graphgames-hatched"' in text and "stroke-dasharray" in text
    doubled = [g for g in groups(root, "vertex") if sum(child.get("fill") == "none" for child in g) == 1]
    assert len(doubled) == 3
    words = [t.text for t in root.iter(f"{SVG}text")]
    assert {"α 2", "β 1", "Ania wins (5)", "Bolek wins (3)", "accepting", "the strategy"} <= set(words)
    reason = "Bolek wins from 3: whatever Ania does, no accepting vertex comes any more."
    assert f"<title>{reason}</title>" in text  # under the pointer


def test_an_unsolved_game_has_no_regions() -> None:
    root = parsed(green_game().draw())
    assert outlines(root) == {"circle": 5, "rect": 3}
    assert not groups(root, "strategy") and "wins" not in green_game().draw().svg


@pytest.mark.parametrize("objective", ["reach", "safe", "buchi", "cobuchi", "parity", "normal", "misere"])
def test_every_objective_is_drawn(objective: str) -> None:
    kinds = {
        "reach": gg.Reach([1]),
        "safe": gg.Safe([0, 1, 2]),
        "buchi": gg.Buchi([1]),
        "cobuchi": gg.CoBuchi([1]),
        "parity": gg.Parity(np.arange(9) % 4),
        "normal": gg.NormalPlay(),
        "misere": gg.MiserePlay(),
    }
    game = gg.Game(random_arena(9, 20), kinds[objective])
    for thing in (game, gg.solve(game)):
        root = parsed(thing.draw())
        assert sum(outlines(root).values()) == 9
        assert len(groups(root, "edge")) == 20


def test_long_fractions_are_rounded_for_people_and_exact_in_json() -> None:
    arena = gg.Arena.from_edges([(0, 1), (1, 2), (2, 0)], owner=[0, 1, 0])
    objective = gg.Discounted(["1/3", "-7/11", "131453/200000"], discount="221/1000")
    solution = gg.solve(gg.Game(arena, objective))
    assert solution.values is not None
    exact = str(solution.values[0])
    assert len(exact) > 20 and exact in str(solution.to_dict()) and "≈ 0.227251" in solution.explain(0)
    drawn = ET.fromstring(solution.draw().svg)
    words = [text.text or "" for text in drawn.iter() if text.tag.endswith("text") and text.get("class") == "note"]
    assert words == [f"≈ {float(value):.6g}" for value in solution.values]
    assert any((text.text or "").startswith("0.657265") for text in drawn.iter())


def test_parallel_edges_and_loops_are_drawn_apart() -> None:
    game = gg.Game(gg.Arena.from_edges([(0, 1), (0, 1), (1, 0), (1, 1), (1, 1)]), gg.NormalPlay())
    edges = groups(parsed(game.draw()), "edge")
    lines = {edge[0].get("d") for edge in edges}
    assert len(edges) == len(lines) == 5
    shapes = [next(letter for letter in "LQC" if letter in (edge[0].get("d") or "")) for edge in edges]
    assert sorted(shapes) == ["C", "C", "L", "Q", "Q"]  # two loops, a straight edge, and one to either side of it
    many = gg.Game(gg.Arena.from_edges([(0, 1)] * 7), gg.NormalPlay())
    assert len(groups(parsed(many.draw()), "edge")) == 1 and "×7" in many.draw().svg


def test_names_are_escaped() -> None:
    labels = ['<script>alert("1")</script>', "a & b \x00\x1b", "]]>"]
    game = gg.Game(gg.Arena.from_edges([(0, 1), (1, 2)], labels=labels), gg.NormalPlay(), players=("<&>", '"'))
    for thing in (game, gg.solve(game)):
        text = thing.draw().svg
        root = ET.fromstring(text)
        assert "<script" not in text
        assert any("a & b" in (t.text or "") for t in root.iter(f"{SVG}text"))


def test_the_same_bytes_each_time_and_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygraphviz", None)  # our own layout
    ladder = gg.Arena.from_edges([(n, n - k) for n in range(5) for k in (1, 2) if n >= k])
    drawn = gg.solve(gg.Game(ladder, gg.NormalPlay())).draw()
    again = gg.solve(gg.Game(ladder, gg.NormalPlay())).draw()
    assert drawn == again
    assert drawn.svg == GOLDEN.read_text(encoding="utf-8")


def test_a_large_game_is_summed_up_with_a_reason_and_drawn_in_pieces() -> None:
    solution = gg.solve(gg.Game(random_arena(20_000, 40_000), gg.Reach([3])))
    drawn = solution.draw()
    assert "too many to draw" in drawn.svg and not groups(parsed(drawn), "vertex") and len(drawn.svg) < 20_000
    piece = solution.draw(around=3, radius=2)
    inside = ball(solution.problem.arena, 3, 2, MANY_VERTICES)
    assert sum(outlines(parsed(piece)).values()) == inside.size < MANY_VERTICES
    assert "not drawn" in piece.svg
    assert sum(outlines(parsed(solution.draw(around="3", radius=0))).values()) == 1


def test_many_edges_are_a_reason_too() -> None:
    game = gg.Game(random_arena(100, MANY_EDGES + 1), gg.Parity(np.zeros(100, int)))
    assert "too many to draw" in game.draw().svg


@pytest.mark.slow
def test_a_piece_of_a_star_is_cut_off() -> None:
    star = gg.Arena.from_edges([(0, k) for k in range(1, 5000)])
    game = gg.Game(star, gg.NormalPlay())
    assert "no more than" in game.draw(around=0).title


@pytest.mark.slow
def test_two_hundred_vertices_in_layers_do_not_overlap() -> None:
    game = gg.Game(random_arena(200, 400), gg.Reach([3]))
    root = parsed(gg.solve(game).draw())
    places = []
    for g in groups(root, "vertex"):
        outline = next(child for child in g if not child.tag.endswith("title"))
        if outline.tag.endswith("circle"):
            places.append((float(outline.get("cx", 0)), float(outline.get("cy", 0))))
        else:
            half = float(outline.get("width", 0)) / 2
            places.append((float(outline.get("x", 0)) + half, float(outline.get("y", 0)) + half))
    at = np.array(places)
    apart = np.sqrt(((at[:, None] - at[None]) ** 2).sum(axis=2)) + 1e6 * np.eye(len(at))
    assert len(at) == 200 and apart.min() > 26


@pytest.mark.parametrize("edges", [[], [(0, 0)], [(0, 1), (2, 3)], [(u, w) for u in range(12) for w in range(12)]])
def test_odd_shapes(edges: list[tuple[int, int]]) -> None:
    arena = gg.Arena.from_edges(edges, n=max([0, *(max(e) + 1 for e in edges)]))
    root = parsed(gg.Game(arena, gg.NormalPlay()).draw())
    assert sum(outlines(root).values()) == arena.n


def test_grundy_values_with_infinite_ones() -> None:
    solution = gg.grundy_values(gg.Arena.from_edges([(0, 1), (1, 0), (1, 2)]), loopy=True)
    root = parsed(solution.draw())
    notes = [t.text for t in root.iter(f"{SVG}text") if t.get("class") == "note"]
    assert notes == ["0", "1", "0"]
    assert len(groups(root, "strategy")) == 1
    loops = gg.grundy_values(gg.Arena.from_edges([(0, 0), (0, 1), (0, 2), (2, 1), (3, 3)]), loopy=True)
    root = parsed(loops.draw())
    assert {t.text for t in root.iter(f"{SVG}text") if t.get("class") == "note"} == {"∞(0,1)", "∞()", "0", "1"}


def test_what_cannot_be_drawn_says_so() -> None:
    game = green_game()
    refused: list[tuple[dict[str, Any], str]] = [
        ({"around": 99}, "no vertex"),
        ({"around": 1, "radius": -1}, "radius"),
        ({"hue": 1}, "'hue'.* radius, collapse, title, legend, size, theme and font"),
    ]
    for options, message in refused:
        with pytest.raises(gg.GraphGamesError, match=message):
            game.draw(**options)
    with pytest.raises(gg.GameError, match="no picture of int"):
        picture(3)


def test_dot_has_a_line_for_everything() -> None:
    text = picture(gg.solve(green_game())).to_bytes("dot").decode()
    assert "Büchi game, 8 vertices" in text and text.count("->") == 14 and text.count("penwidth") == 4
    assert text.count("shape=box") == 3 and text.count("peripheries=2") == 3 and text.count("dashed") == 3
    named = gg.Game(gg.Arena.from_edges([(0, 1)], labels=['a "b" \\', "c\nd"]), gg.NormalPlay())
    assert (
        r'label="a \"b\" \\"' in picture(named).to_bytes("dot").decode()
        and r'label="c\nd"' in picture(named).to_bytes("dot").decode()
    )
    with pytest.raises(gg.LimitExceededError):
        picture(gg.Game(random_arena(50_000, 100_001), gg.Reach([0]))).to_bytes("dot")


def test_png_of_a_size_in_millimetres_has_300_dots_an_inch() -> None:
    drawn = gg.Game(gg.Arena.from_edges([(1, 0)]), gg.NormalPlay()).draw(size="80mm").png()
    assert abs(int.from_bytes(drawn[16:20], "big") - 80 / 25.4 * 300) <= 1


def test_png_is_painted_and_its_absence_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = green_game().draw()
    drawn.save(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    drawn.save(tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == str(drawn) == drawn._repr_svg_()
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(gg.MissingDependencyError, match=r"graphgames\[png\]"):
        drawn.save(tmp_path / "b.png")
    with pytest.raises(gg.GameError, match="dot or html, not as 'gif'"):
        drawn.save(tmp_path / "b.gif")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.png", "a.svg"]


@pytest.mark.slow
def test_a_notebook_sees_pictures_and_nothing_is_loaded_before() -> None:
    code = (
        "import sys, graphgames as gg; s = gg.solve(gg.Game(gg.Arena.from_edges([(1, 0)]), gg.NormalPlay()));"
        "assert not any(m.startswith('graphgames.draw') for m in sys.modules);"
        "assert s._repr_svg_().startswith('<svg'); assert s.problem._repr_svg_().startswith('<svg')"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.slow
def test_circles_hold_names_or_numbers_and_never_both() -> None:
    for extra, crowded in ((0, False), (200, True)):
        names = ["Glen", "Hill", "Northwood Mill", *(f"v{k}" for k in range(extra))]
        ring = {a: [b] for a, b in zip(names, [*names[1:], names[0]], strict=True)}
        inside = {
            t.text
            for t in parsed(gg.solve(ring, gg.NormalPlay()).draw()).iter(f"{SVG}text")
            if t.get("class") == "name"
        }
        assert inside == (set(map(str, range(len(names)))) if crowded else {"Glen", "Hill", "Northwood", "Mill"})


def test_a_vertex_is_as_wide_as_its_name_and_small_where_that_is_short() -> None:
    arena = gg.Arena.from_edges([("Glen", "Northwood Mill"), ("Northwood Mill", "Glen")], owner=[0, 0])
    glen, mill = groups(parsed(gg.Game(arena, gg.Parity([6, 1])).draw()), "vertex")
    assert [[text.text for text in g.iter(f"{SVG}text")] for g in (glen, mill)] == [
        ["Glen", "p 6"],
        ["Northwood", "Mill", "p 1"],
    ]
    assert next(glen.iter(f"{SVG}circle")).get("r") == "21"
    wide, high = (float(next(mill.iter(f"{SVG}rect")).get(side, 0)) for side in ("width", "height"))
    assert text_width("Northwood", 10) < wide < text_width("Northwood Mill", 10) and 36 < high < 50


def test_the_legend_of_a_piece_counts_what_is_drawn() -> None:
    solution = gg.solve(green_game())
    counted = {text.text for text in parsed(solution.draw(around=1, radius=0)).iter(f"{SVG}text")}
    assert {"Ania wins (1)", "Bolek wins (0)"} <= counted or {"Ania wins (0)", "Bolek wins (1)"} <= counted


def test_words_at_a_loop_lie_on_no_vertex_and_not_upon_the_arrow_of_the_start() -> None:
    arena = gg.Arena.from_edges([(0, 0), (0, 1), (1, 0)], owner=[0, 0], edge_data={"weight": [123456789012, 1, 2]})
    root = parsed(gg.Game(arena, gg.MeanPayoff("weight"), start=0).draw())
    loop = next(t for t in root.iter(f"{SVG}text") if "123456789012" in (t.text or ""))
    wide = text_width(loop.text or "", 10) / 2
    for circle in root.iter(f"{SVG}circle"):
        if circle.get("r") == "21":
            across = abs(float(circle.get("cx", 0)) - float(loop.get("x", 0)))
            assert across > wide + 15 or abs(float(circle.get("cy", 0)) - float(loop.get("y", 0)) + 3.5) > 20


def test_the_mark_of_a_legend_does_not_reach_its_meaning() -> None:
    mark, meaning = legend([Key("text", BLANK, "letters of a step", "a & !b & c")], 0, 400)[0]
    mark_at, meaning_at = (float(ET.fromstring(part).get("x", 0)) for part in (mark, meaning))
    assert mark_at + text_width("a & !b & c", 11) / 2 < meaning_at


def test_names_that_are_cut_stay_different() -> None:
    names = [f"{begin}{'x' * 20}{middle}{'y' * 20}{end}" for begin, middle, end in ("a1b", "a2b", "c3d")]
    assert len(set(cut(names, 36))) == 3


def test_labels_stand_in_place_of_the_names_of_vertices(tmp_path: Path) -> None:
    roads = {"yard": ["tower"], "tower": ["gate", "yard"], "gate": ["yard"]}
    solution = gg.solve(roads, gg.Buchi(["gate"]), owner={"yard": 0, "tower": 0, "gate": 1})
    plain, named = solution.draw(), solution.draw(labels={"gate": "the gate"}, around="gate")
    assert ">gate<" in plain.svg and ">gate<" not in named.svg and ">the gate<" in named.svg
    assert solution.draw(labels=["A", "B", "C"]).svg.count(">B<") == plain.svg.count(">tower<") == 1
    assert solution.draw(labels=True, weights=True).svg == plain.svg and solution.value("gate") == 0
    film = solution.draw(labels={"gate": "the gate"}, play=3, start="gate").svg
    assert ">gate<" not in film and ">the gate<" in film
    page = tmp_path / "page.html"
    solution.draw(page, labels={"gate": "the gate"})
    assert '"the gate"' in page.read_text() and '"gate"' not in page.read_text()
    assert solution.problem.draw(labels={"gate": "G"}).svg.count(">G<") > 0
    with pytest.raises(gg.ArenaError, match="no vertex 'gat'; did you mean 'gate'"):
        solution.draw(labels={"gat": "G"})
    with pytest.raises(gg.GameError, match=r"take labels=\{vertex: name\}"):
        gg.heap_game("kayles", 9).draw(labels={1: "one"})
