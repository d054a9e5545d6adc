"""Solutions as paritysol and as JSON: what is written, what is read again, what does not fit."""

from __future__ import annotations

import io
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphgames import Arena, ArenaSolution, Buchi, FormatError, Game, GameError, NormalPlay, Parity, Reach
from graphgames.certificates import AttractorRanks, BuchiLabels, Certificate, Remoteness, StrategyPair
from graphgames.core.objective import Objective
from graphgames.formats import fields, json_, paritysol
from graphgames.formats.solutions import solution_from_arrays
from tests.share import cases

ARENA = Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 2)], owner=[0, 1, 0])


def ints(*values: int) -> Any:
    return np.array(values, np.int32)


def solution(objective: Objective, certificate: Certificate | None, value: Any = None) -> ArenaSolution:
    game = Game(ARENA, objective)
    return solution_from_arrays(game, np.array([1, 1, 0], np.uint8), ints(-1, 0, 2), certificate, value, "test")


def written(module: Any, thing: ArenaSolution) -> bytes:
    file = io.BytesIO()
    module.write_solution(thing, file)
    return file.getvalue()


def test_paritysol_golden() -> None:
    text = written(paritysol, solution(Parity([1, 1, 2]), None))
    assert text == b"paritysol 2;\n0 1;\n1 1 0;\n2 0 2;\n"
    again = paritysol.read_solution(text, "f.sol", Game(ARENA, Parity([1, 1, 2])))
    assert again.winner.tolist() == [1, 1, 0] and again.strategy.moves.tolist() == [-1, 0, 2]
    assert isinstance(again.certificate, StrategyPair)


@pytest.mark.parametrize(
    "text",
    [
        b"paritysol 3;\n0 1;\n1 1 0;\n2 0 2;\n",
        b"2 0 2;1 1 0;\r\n0 1;",
        b"\xef\xbb\xbf paritysol\n2 ; 1 1\t0 ; 2 0 2 ; 0 1 ;",
    ],
)
def test_ways_to_say_the_same(text: bytes) -> None:
    for n in (3, None):
        winner, moves = paritysol.read_arrays(text, "f.sol", n)
        assert winner.tolist() == [1, 1, 0] and moves.tolist() == [-1, 0, 2]


@pytest.mark.parametrize("named", [0, 1, 4, 2**31 - 1])
def test_a_header_that_says_another_largest_id_is_refused(named: int) -> None:
    text = b"paritysol %d;\n0 1;\n1 1 0;\n2 0 2;\n" % named
    for n in (3, None):
        with pytest.raises(FormatError, match=f"the largest id is 2, not {named}") as refused:
            paritysol.read_arrays(text, "f.sol", n)
        assert (refused.value.faults[0].line, refused.value.faults[0].column) == (1, 11)


@settings(max_examples=cases(40, 2))
@given(st.lists(st.tuples(st.integers(0, 1), st.integers(-1, 2**31 - 2)), min_size=1, max_size=20))
def test_paritysol_is_read_again(rows: list[tuple[int, int]]) -> None:
    n = len(rows)
    game = Game(Arena(range(n + 1), range(n), [0] * n), Parity([0] * n))
    winner = np.array([w for w, _ in rows], np.uint8)
    moves = np.array([m if m < 0 else m % n for _, m in rows], np.int32)
    again = paritysol.read_solution(written(paritysol, solution_from_arrays(game, winner, moves)), "f.sol", game)
    assert np.array_equal(again.winner, winner) and np.array_equal(again.strategy.moves, moves)


def test_paritysol_is_not_written_where_it_proves_nothing() -> None:
    game = Game(Arena.from_edges([(0, 0)]), NormalPlay())
    with pytest.raises(GameError, match="winners and moves, which prove nothing about a normal game; write it as JSON"):
        written(paritysol, solution_from_arrays(game, np.array([2], np.uint8), ints(-1), Remoteness(ints(-1))))


@pytest.mark.parametrize(
    ("objective", "certificate", "value"),
    [
        (Parity([1, 1, 2]), StrategyPair(), None),
        (Buchi([2]), BuchiLabels(0, ints(-1, -1, 0), ints(0, 0, -1)), ints(0, 0, 0)),
        (Reach([2]), AttractorRanks(0, ints(-1, -1, 0)), ints(-1, -1, 0)),
        (NormalPlay(), Remoteness(ints(2, 3, -1)), np.array([2, 3, -1])),
    ],
)
def test_json_is_read_again(objective: Objective, certificate: Certificate, value: Any) -> None:
    thing = solution(objective, certificate, value)
    again = json_.read_solution(written(json_, thing), "f.json", thing.problem)
    assert again.to_dict() == thing.to_dict()
    assert again.certificate.to_dict() == certificate.to_dict() and type(again.certificate) is type(certificate)


@pytest.mark.slow
@given(st.lists(st.one_of(st.integers(-3, 30), st.integers(-(2**31), 2**31), st.integers(-(2**40), 2**40)), max_size=9))
def test_arrays_are_written_as_json(values: list[int]) -> None:
    assert json.loads(fields.text(np.array(values, np.int64))) == values


def test_a_byte_order_mark_before_json() -> None:
    thing = solution(Parity([1, 1, 2]), None)
    text = b"\xef\xbb\xbf" + written(json_, thing)
    assert json_.read_solution(text, "f.json", thing.problem).to_dict() == thing.to_dict()


def test_two_strategies_prove_a_solution_without_a_certificate() -> None:
    game = Game(ARENA, Buchi([2]))
    arrays = np.array([1, 1, 0], np.uint8), ints(-1, 0, 2)
    assert isinstance(solution_from_arrays(game, *arrays).certificate, StrategyPair)
    with pytest.raises(GameError, match="its solutions need a certificate of their own"):
        solution_from_arrays(Game(ARENA, NormalPlay()), *arrays)


def test_arrays_of_another_length() -> None:
    with pytest.raises(GameError, match="the solution has 2 winners and 3 moves, but the game has 3 vertices"):
        solution_from_arrays(Game(ARENA, Parity([0, 0, 0])), np.array([0, 1], np.uint8), ints(1, 1, 1))
