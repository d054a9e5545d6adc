"""Dōbutsu shōgi: the compiled loops agree with the plain rules, forwards and backwards."""

from __future__ import annotations

import numpy as np
import pytest

from graphgames.core.errors import GameError
from graphgames.games.tables.dobutsu_shogi import DobutsuShogi
from graphgames.games.tables.indexed_rules import CODES
from tests.share import cases

RULES = DobutsuShogi()


def _some(many: int, seed: int = 5) -> list[str]:
    """Return positions at random numbers, each a number that its position has."""
    index = np.random.default_rng(seed).integers(0, RULES.size(0), many)
    positions = [RULES.unrank(0, number) for number in index.tolist()]
    return [position for position, number in zip(positions, index, strict=True) if RULES.rank(position) == (0, number)]


def _moves(position: str) -> set[int]:
    """Return the numbers that the loops find after a position."""
    batch = RULES.batch(0, [RULES.rank(position)[1]])
    return {int(column[0]) for column in batch.columns if column[0] >= 0}


def test_numbers_and_positions_of_all_kinds_go_together() -> None:
    for position in _some(500):
        assert RULES.parse(RULES.text(position)) == position
        assert RULES.unrank(*RULES.rank(position)) == position


def test_the_number_of_arrangements_is_the_published_one() -> None:
    """Tanaka counts 1,567,925,964 ways to place the pieces; 72 of the 132 places of two lions are no mirror images."""
    assert RULES.size(0) == 1_567_925_964 // 132 * 72


@pytest.mark.slow
def test_moves_and_ends_are_those_of_the_plain_rules() -> None:
    for position in _some(500):
        (code,) = RULES.batch(0, [RULES.rank(position)[1]]).code
        assert _moves(position) == {RULES.rank(after)[1] for after in RULES.moves(position)}, position
        assert code == (0 if RULES.moves(position) else CODES[RULES.outcome(position)]), position


def test_backward_moves_undo_forward_ones_and_nothing_else() -> None:
    for position in _some(120):
        number = RULES.rank(position)[1]
        for after in _moves(position):
            columns = RULES.batch_before(0, np.array([after])).columns
            assert number in {int(column[0]) for column in columns}, (position, RULES.unrank(0, after))
        for column in RULES.batch_before(0, np.array([number])).columns:
            before = RULES.unrank(0, int(column[0])) if column[0] >= 0 else None
            assert before is None or number in _moves(before), (position, before)


def test_a_piece_that_was_taken_and_dropped_belongs_to_the_other_player() -> None:
    taken = "gle/1C1/3/ELG w C"
    assert RULES.moves(RULES.start)[0] == taken
    assert RULES.move_name(RULES.start, taken) == "Cb3xb2"
    names = {RULES.move_name(p, q) for p in ["1l1/3/3/1L1 b C"] for q in RULES.moves(p)}
    assert {"C*a1", "C*b2", "Lb4-b3"} <= names
    assert RULES.moves("1l1/3/3/1L1 b C").count("1l1/3/1C1/1L1 w -") == 1


def test_a_chick_that_moves_to_the_last_row_becomes_a_hen_but_not_one_that_is_dropped() -> None:
    names = {RULES.move_name("2l/C2/3/1L1 b C", after) for after in RULES.moves("2l/C2/3/1L1 b C")}
    assert {"Ca2-a1+", "C*a1"} <= names
    assert any(after.startswith("C1l/") for after in RULES.moves("2l/C2/3/1L1 b C"))


@pytest.mark.parametrize(
    ("position", "outcome"),
    [("1l1/1C1/3/1L1 b -", "win in 1"), ("L2/3/2l/3 w -", "loss"), ("L2/1l1/3/3 w -", "win in 1")],
)
def test_the_game_ends_when_a_lion_can_be_taken_or_is_home(position: str, outcome: str) -> None:
    assert RULES.moves(position) == [] and RULES.outcome(position) == outcome


@pytest.mark.parametrize(
    "text",
    [
        "",
        "gle/1c1/1C1/ELG",
        "gle/1c1/1C1/ELG x -",
        "gle/1c1/1C1/ELG b - -",
        "gle/1c1/1C1/E1G b L",
        "gle/1c1/1C1/EG1 b -",
        "gle/1c1/1C1/ELG b C",
        "glee/c/C/ELG b -",
    ],
)
def test_a_position_that_is_none_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(GameError, match="such as gle/1c1/1C1/ELG b -"):
        RULES.position(text)


def test_each_move_has_its_own_places_on_the_board() -> None:
    board, rng, position = RULES.board(), np.random.default_rng(2), RULES.start
    for _ in range(cases(60, 0.4)):
        after = list(RULES.moves(position))
        touched = [tuple(board.touched(position, one)) for one in after] if board.touched else []
        assert len(set(touched)) == len(after) and {place for path in touched for place in path} <= board.places.keys()
        assert set(board.men(position)) <= board.places.keys()
        for one, (*_, end) in zip(after, touched, strict=True):
            assert board.men(position).get(end) != board.men(one)[end]
        position = after[rng.integers(len(after))] if after else RULES.start
