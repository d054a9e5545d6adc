"""Values for people: rounded and marked so; as floats and compared, where that can be said."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.value import INFINITY, Bracket, Brackets, Value, brief, in_words, to_json
from tests.share import cases


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (Fraction(135, 8), "135/8"),
        (Fraction(10**40, 3 * 10**40 + 1), "≈ 0.333333"),
        (Fraction(729989 * 10**20 + 1, 10**24), "≈ 72.9989"),
        (Fraction(729989, 10**4), "72.9989"),
        (1 - Fraction(1, 10**40), "≈ 1 - 1e-40"),
        (-1 + Fraction(1, 10**40), "≈ -1 + 1e-40"),
        (Fraction(1, 10**40), "≈ 1e-40"),
        (Fraction(10**30, 7), "≈ 1.42857e29"),
        (Fraction(864197531, 7), "≈ 123456790.1"),
        (123456789012345, "123456789012345"),
        (10**40, "≈ 1e40"),
        (INFINITY, "∞"),
        (Bracket(Fraction(729989, 10**4), Fraction(729989, 10**4) + Fraction(2, 10**6)), "72.998901 ± 1e-6"),
        (Bracket(-INFINITY, Fraction(7, 2)), "at most 7/2"),
    ],
)
def test_what_people_read_is_short_and_says_that_it_is_rounded(value: Value, said: str) -> None:
    assert in_words(value) == said


def test_a_rounded_value_never_looks_whole_and_is_near() -> None:
    random = Random(1)
    for _ in range(cases(300, 0.4)):
        value = Fraction(random.randint(-(10 ** random.randint(1, 30)), 10**20), random.randint(10**6, 10**20))
        words = in_words(value).removeprefix("≈ ")
        first, sign, rest = words.partition(" - ") if " - " in words else words.partition(" + ")
        near = Fraction(first) + (Fraction(rest) * (-1 if sign == " - " else 1) if rest else 0)
        assert abs(near - value) <= abs(value) / 10**5
        assert near.denominator > 1 or value.denominator == 1 or abs(value) >= 10**15


def test_the_middle_and_the_distance_cover_the_bracket() -> None:
    random = Random(2)
    for _ in range(cases(300, 0.4)):
        low = Fraction(random.randint(-(10**9), 10**9), random.randint(1, 10**6))
        bracket = Bracket(low, low + Fraction(random.randint(1, 10**6), 10 ** random.randint(1, 15)))
        middle, far = map(Fraction, in_words(bracket).split(" ± "))
        assert middle - far <= bracket.low and bracket.high <= middle + far <= bracket.high + 5 * float(bracket.width)


def test_brief_rounds_numbers_of_any_length() -> None:
    assert brief(f"worth 1{'0' * 4999}1/3{'0' * 5000}, 1/2") == "worth ≈ 0.333333, 1/2"


def test_every_value_is_a_float_and_brackets_compare_where_that_is_decided() -> None:
    bracket = Bracket(Fraction(1, 4), Fraction(1, 2))
    assert float(bracket) == 0.375 and bracket.width == Fraction(1, 4) and Bracket(2, 2).width == 0
    assert float(Bracket(3, INFINITY)) == float("inf") and Bracket(3, INFINITY).width == INFINITY
    assert bracket < 1 and bracket <= 0.5 and bracket > Fraction(1, 5) and bracket < INFINITY
    assert not bracket < Fraction(1, 4) and bracket < Bracket(Fraction(2, 3), 1) and bracket > -INFINITY
    with pytest.raises(gg.GameError, match=r"0.4 ± 0.2 may be above 1/3 or not"):
        bracket > Fraction(1, 3)  # noqa: B015
    with pytest.raises(TypeError):
        bracket < "1"  # noqa: B015


def test_arrays_of_brackets_become_floats() -> None:
    brackets = Brackets(np.array([0, 2, 4]), np.array([0, 3, 4]), 4)
    assert brackets.astype(float).tolist() == np.asarray(brackets, float).tolist() == [0.0, 0.625, 1.0]


def test_a_column_of_values_becomes_floats() -> None:
    arena = gg.Arena.from_edges(
        [("a", "b"), ("a", "c"), ("b", "a"), ("b", "c"), ("c", "c")],
        owner={"a": 0, "b": 2, "c": 1},
        probability=[None, None, "1/3", "2/3", None],
    )
    solution = gg.solve(gg.Game(arena, gg.Discounted([3, 1, -1, 2, 1], discount="9/10")), precision="1e-3")
    values = solution.to_pandas().value.astype(float)
    assert all(
        abs(float(solution.value(v)) - values[k]) < 1e-9 for k, v in enumerate("abc")
    ) and "±" in solution.explain("a")


def test_whole_numbers_in_json_are_those_that_every_program_reads_exactly() -> None:
    assert [to_json(sign * 2**53) for sign in (1, -1)] == [2**53, -(2**53)]
    assert [to_json(sign * (2**53 + 1)) for sign in (1, -1)] == ["9007199254740993", "-9007199254740993"]


def test_a_bracket_is_formatted_by_its_middle() -> None:
    half = Bracket(Fraction(1, 4), Fraction(3, 4))
    assert f"{half:.2f} {half:8.1f}|{half}" == f"0.50      0.5|{half!s}"
