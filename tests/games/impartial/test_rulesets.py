"""Games that have names and no octal codes, against Winning Ways and theorems; sums of named games."""

from __future__ import annotations

from math import floor, sqrt
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames.cli.main import run


def values(game: str, first: int, count: int) -> list[object]:
    return [gg.nimber(game, coin) for coin in range(first, first + count)]


def test_single_coins_have_the_values_of_winning_ways() -> None:
    """Winning Ways, ch. 14: Turning Turtles and Twins are Nim, Mock Turtles has odious numbers, Ruler powers of 2."""
    odious = [n for n in range(30) if n.bit_count() % 2]
    assert values("turning turtles", 1, 12) == list(range(1, 13))
    assert values("twins", 0, 12) == list(range(12))
    assert values("mock turtles", 0, 13) == odious[:13] == [1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21, 22, 25]
    assert values("triplets", 0, 12) == [0, 0, *odious[:10]]
    assert values("ruler", 1, 16) == [n & -n for n in range(1, 17)]


def test_a_row_of_coins_is_the_sum_of_its_heads() -> None:
    assert gg.nimber("mock turtles", "TTHTH") == gg.nimber("mock-turtles", (2, 4)) == 4 ^ 8
    assert gg.nimber("ruler", "HTTH") == gg.nimber("ruler", (1, 4)) == 1 ^ 4
    for text in ("twins 2 2", "twins TTT"):
        assert gg.solve(text).nimber() == 0
    moves = {move.position for move in gg.solve("twins 1 3").best_moves()}
    assert moves == {(0, 3), (0, 1), (), (1, 2)}


def test_two_heaps_are_lost_where_the_theorems_say_so() -> None:
    """Wythoff 1907; Cole and Davie 1969: the mover loses Euclid where the ratio is under the golden one."""
    golden = (1 + sqrt(5)) / 2
    cold = {(floor(k * golden), floor(k * golden**2)) for k in range(9)}
    wythoff, euclid = gg.by_rule("wythoff"), gg.by_rule("euclid")
    for a in range(13):
        for b in range(a, 13):
            assert wythoff.loses((a, b)) is ((a, b) in cold)
            if a:
                assert euclid.loses((a, b)) is (a < b < golden * a)
    assert [wythoff.nimber((0, n)) for n in range(5)] == [0, 1, 2, 3, 4] and wythoff.nimber((1, 1)) == 2


@pytest.mark.parametrize(
    ("text", "nimber"),
    [
        ("kayles 5 + nim 3", 7),
        ("kayles 5 + nim 3 + 4", 3),
        ("kayles 3,5 + .137 7", 3 ^ 4 ^ 1),
        ("wythoff 3,4+nim 3", 1),
        ("mock turtles 0 2 + ruler 4", 1 ^ 4 ^ 4),
    ],
)
def test_named_games_are_added_by_a_sign(text: str, nimber: int) -> None:
    solution = gg.solve(text)
    assert solution.nimber() == nimber and gg.verify(solution)


def test_what_has_no_such_position_is_refused() -> None:
    for text, says in (
        ("wythoff 3", "two heaps, such as 3,5"),
        ("euclid 3 x", "'3 x' is not a position of euclid; expected numbers, such as 3,5"),
        ("ruler 0", "the first coin of ruler has number 1"),
        ("kayles 5 + tennis 3", "is neither the name of a game nor of a file"),
    ):
        with pytest.raises(gg.GameError, match=says):
            gg.solve(text)
    with pytest.raises(gg.GameError, match="graphgames solve 'mock turtles' solves it"):
        gg.heap_game("mock turtles")


def test_the_commands_take_such_names(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words, says in (
        (["solve", "wythoff 3 5", "--verify"], "(3, 5) has nimber 0: the player to move loses"),
        (["solve", "wythoff", "3", "4"], "wins by moving to (1, 2)"),
        (["explain", "mock turtles TTHTH"], "the nim-sum is 12"),
        (["kayles", "5", "+", "nim", "3"], "the nim-sum of Kayles 5 + Nim 3 is 7"),
        (["show", "wythoff 2 3", "-o", "w.svg"], "w.svg"),
        (["play", "wythoff 3 5", "--as", "none"], "Second wins"),
        (["solve", "kayles 5 + nim 3", "-o", "sum.json"], "is 7"),
        (["verify", "kayles 5 + nim 3", "sum.json"], "proved"),
    ):
        assert run(words) == 0
        out, err = capfd.readouterr()
        assert says in out + err


def test_a_strip_is_not_taken_for_a_heap() -> None:
    """A strip of 7 cells is a heap of 9, of value 3; the heap of 7 has value 2."""
    cells: Any = 7
    with pytest.raises(gg.GameError, match="is this one"):
        gg.solve("treblecross", cells)
    assert gg.solve(".007 9").value() == 3 and "nim-sum 3" in gg.solve("treblecross 7").explain()
