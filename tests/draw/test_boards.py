"""Boards: what is on them is drawn, and nothing else."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

import graphgames as gg
from graphgames.draw import picture
from graphgames.games import find


def solved(name: str, text: str) -> Any:
    return gg.solve(find(name).load().read(text.encode()))


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
    looks = [e.get("fill") for e in elements if e.tag.endswith("rect") and len(e)]
    assert len(looks) == 5 + 7 + 12 and looks.count("#cfe5f5") == sum(map(len, solution.winning_cells))
    assert looks.count("url(#graphgames-hatched)") == 4 + 4
    assert [w for w in words(elements) if w.isdigit()] == ["1", "2", "2", "1", "3"]  # tests, and two runs' nimbers
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
    assert count(piles, "stone") == 4 + 7 + 20 and "(2)" in words(piles) and "2000000000000000000" in words(piles)
    boxes = drawn(solved("stone-game", "2\n6 3\n12 2\n0\n"))
    assert count(boxes, "box") == 2 and {"3/6", "2/12"} <= set(words(boxes))
    many = drawn(solved("playing-with-stones", "1\n30\n" + "3 " * 30))
    assert "... 14 more" in words(many)
