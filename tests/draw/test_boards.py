"""Boards: what is on them is drawn, and nothing else."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

import graphgames as gg
from graphgames.catalogue.find import concrete_game
from graphgames.draw import picture
from graphgames.draw.plots import MIDDLE


def solved(name: str, text: str) -> Any:
    return gg.solve(concrete_game(name).read(text.encode()))


def drawn(thing: Any, **options: Any) -> list[ET.Element]:
    return list(ET.fromstring(picture(thing, **options).svg).iter())


def count(elements: list[ET.Element], name: str) -> int:
    return sum(name in e.get("class", "").split() for e in elements)


def words(elements: list[ET.Element]) -> list[str]:
    return [e.text or "" for e in elements if e.tag.endswith("text")]


def test_treblecross_shows_crosses_winning_cells_and_nimbers() -> None:
    solution = solved("treblecross", "3\n.....\nX.....X\n....X.X.....\n")
    elements = drawn(solution)
    assert count(elements, "cross") == 4
    looks = [e.get("fill") for e in elements if e.get("class") == "cell"]
    assert len(looks) == 5 + 7 + 12 and looks.count("#cfe5f5") == sum(map(len, solution.winning_cells))
    assert looks.count("url(#graphgames-hatched)") == 4 + 4
    nimbers = [e.text for e in elements if e.get("class") == "nimber"]
    assert nimbers == ["2", "1"] and sum(w.startswith("test ") for w in words(elements)) == 3
    assert count(drawn(solution, test=1), "cross") == 2
    with pytest.raises(gg.GameError, match="no test 4; the input has 3"):
        picture(solution, test=3)


def test_strips_of_x_and_o() -> None:
    elements = drawn(solved("say-goodbye-to-tic-tac-toe", "2\nX..O.\nX.X\n"))
    assert (count(elements, "cross"), count(elements, "ring")) == (3, 1)


def test_many_tests_are_cut_off_with_a_word() -> None:
    elements = drawn(solved("treblecross", "20\n" + "...\n" * 20))
    assert "... and 8 more tests" in words(elements)


def test_the_grid_shows_walls_losing_diagonals_and_the_winning_move() -> None:
    solution = gg.solve(gg.BlockedGrid([(1, 1), (4, 2)], start=(6, 5)))
    elements = drawn(solution)
    assert count(elements, "wall") == 2
    losing = [
        (x, y)
        for y in range(8)
        for x in range(9)
        if (x, y) not in [(1, 1), (4, 2)] and solution.outcome((x, y)) == "loss"
    ]
    assert count(elements, "losing") == len(losing)
    assert count(elements, "segment") >= 1 and count(elements, "move") == len(solution.winning_moves((6, 5)))
    near = drawn(solution, around="1,1", radius=1)
    assert (count(near, "wall"), count(near, "losing")) == (1, 3)
    far = gg.solve(gg.BlockedGrid([(10**9, 5)], start=(10**9, 3)))
    assert "columns 999999963 to" in picture(far).title
    for cell in ("x", "1", (1, -2)):
        with pytest.raises(gg.GameError, match="cell"):
            picture(solution, around=cell)


def test_piles_and_boxes() -> None:
    piles = drawn(solved("playing-with-stones", "1\n3\n4 7 2000000000000000000\n"))
    assert count(piles, "stone") == 4 + 7 and count(piles, "bar") == 2
    assert "nimber 2" in words(piles) and "2000000000000000000" in words(piles)
    boxes = drawn(solved("stone-game", "2\n6 3\n12 2\n0\n"))
    assert count(boxes, "box") == 2 and {"3 of 6", "2 of 12"} <= set(words(boxes))
    many = drawn(solved("playing-with-stones", "1\n30\n" + "3 " * 30))
    assert "and 18 more" in words(many)
    cases = "".join(f"12\n{'3 ' * 12}\n" for _ in range(9))
    assert "... and 5 more tests" in words(drawn(solved("playing-with-stones", f"9\n{cases}")))


def test_a_race_shows_its_meeples_and_the_first_move() -> None:
    text = "1\n4 4\n1 2\n1 2\n2 3\n3 4\n1 3\n"
    solution = solved("great-game", text)
    for elements in (drawn(solution), drawn(solution, test=0), drawn(solution.race(0))):
        assert (count(elements, "vertex"), count(elements, "token"), count(elements, "strategy")) == (4, 2, 1)
        assert [e.text for e in elements if e.get("class") == "note"] == ["2/2", "2/2", "1/1", "0/0"]
    race = drawn(solution.race(0).problem)
    assert (count(race, "token"), count(race, "strategy")) == (2, 0)
    with pytest.raises(gg.GameError, match="no test 2"):
        picture(solution, test=1)


def test_stones_on_a_graph() -> None:
    elements = drawn(solved("games-are-important", "3 3\n0 1\n0 2\n1 2\n5 0 2\n0 0\n"))
    assert (count(elements, "vertex"), count(elements, "edge"), count(elements, "token")) == (3, 3, 2)
    assert [e.text for e in elements if e.get("class") == "note"] == ["2", "1", "0"]


def test_geography_with_and_without_heads() -> None:
    graph = "[(0,[1,2]),(1,[2]),(2,[])]"
    directed = drawn(solved("edge-geography", graph))
    undirected = drawn(solved("undirected-edge-geography", graph))
    for elements, parts in ((directed, 2), (undirected, 1)):
        edges = [e for e in elements if e.get("class") == "edge"]
        assert len(edges) == 3 and all(len(e) == parts for e in edges)


def test_one_test_of_the_grids() -> None:
    solution = solved("gridgame", "2\n1\n1 1\n1\n3 2\n0\n1\n2 2\n")
    assert count(drawn(solution), "wall") == 1 and count(drawn(solution), "move") == 1
    assert count(drawn(solution, test=1), "wall") == 0


def test_heap_values_with_their_period() -> None:
    kayles = gg.heap_game(".77", 300)
    elements = drawn(kayles)
    assert count(elements, "value") == 71 + 4 * 12 + 1
    assert count(elements, "band") == 1 + 3
    assert {"the pre-period, of 71 heaps", "every other period, each of 12 heaps"} <= set(words(elements))
    floor, ceiling = (
        float(e.get("y", 0)) for n in "08" for e in elements if e.text == n and e.get("text-anchor") == "end"
    )
    dots = [float(e.get("cy", 0)) for e in elements if e.get("class") == "value"]
    assert (floor - max(dots), ceiling - min(dots)) == (MIDDLE, MIDDLE)  # the numbers are at the heights of their dots
    assert count(drawn(kayles, up_to=50), "value") == 51
    assert count(drawn(gg.heap_game("grundy", 60)), "band") == 0
    assert count(drawn(gg.heap_game(".0", 0)), "value") == 1


def test_a_sum_shows_its_nim_sum() -> None:
    nim = gg.by_rule(range)
    total = gg.Sum.of(gg.heap_game(".77", 50), (5,)) + 3 * nim.at(6) + 2 * nim.at(9)
    elements = drawn(total)
    assert [w for w in words(elements) if set(w) <= {"0", "1"} and len(w) == 4] == ["0100", "0110", "1001", "0010"]
    endless = gg.by_rule(lambda n: [n + 1, n + 2])
    assert "not known yet" in words(drawn(gg.Sum.of(endless, 0)))
    loop = gg.grundy_values(gg.Arena.from_edges([(0, 0)]), loopy=True)
    assert "infinity()" in words(drawn(gg.Sum.of(loop, 0)))
    assert "nim-sum" in words(drawn(gg.Sum()))


def test_where_there_is_nothing_to_draw_a_notebook_shows_the_text() -> None:
    solution = solved("great-game", "0\n")
    assert solution._repr_svg_() is None
    with pytest.raises(gg.GameError, match="no test 1; the input has 0"):
        solution.draw()
