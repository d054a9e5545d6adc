"""The checker of heap values: tables made by hand, each wrong in one respect, and what must be said of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphgames import HeapGame, heap_game, verify
from graphgames.games.heaps.certificate import HeapPeriod, HeapValues
from graphgames.games.heaps.problem import HeapProblem
from graphgames.games.heaps.solution import HeapSolution

SAME, INCOMPLETE = "an option has the same value", "no option has some smaller value"


def said(code: str, given: Any, mask: Any = 0, period: HeapPeriod | None = None, told: Any = None) -> list[str]:
    """The failures of values, and of what the solution tells where that is not the same."""
    values = np.asarray(given)
    problem = HeapProblem(HeapGame.from_code(code), len(values) - 1)
    proof = HeapValues(values, mask, period, problem.game.code)
    solution = HeapSolution(problem, values if told is None else told, "by hand", proof)
    return [str(failure) for failure in verify(solution).failures]


@pytest.mark.parametrize(
    ("code", "values", "mask", "fault"),
    [
        # the whole heap is taken, or a part of it
        (".1", [0, 0], 0, f"vertex 1: {SAME}"),
        (".2", [0, 0, 0], 0, f"vertex 2: {SAME}"),
        # a split of which a heap is rare, of a heap of common value; two common heaps, of a heap of rare value
        (".4", [0, 0, 0, 1, 1, 1], 1, f"vertex 5: {SAME}"),
        (".4", [0, 0, 0, 1, 1, 2, 0, 0], 1, f"vertex 7: {SAME}"),
        (".4", [0, 0, 0, 1, 1, 2, 0, 0], 0, f"vertex 7: {SAME}"),
        ("grundy", [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 0], 2, f"vertex 13: {SAME}"),  # 5 + 8, both of value 2
        # 1 and 4 have an odd number of the bits of 5, and so has 5 not
        (".777", [0, 1, 2, 3, 4, 1, 5], 5, f"vertex 6: {SAME}"),
        # a smaller value is missing, unless what the digit does not allow is allowed
        (".3", [0, 2], 0, f"vertex 1: {INCOMPLETE}"),
        (".01", [0, 0, 1, 1], 0, f"vertex 3: {INCOMPLETE}"),
        (".02", [0, 0, 0, 1, 1, 2], 0, f"vertex 5: {INCOMPLETE}"),
        ("grundy", [0, 0, 1], 0, f"vertex 2: {INCOMPLETE}"),
        ("grundy", [0, 0, 1] + [0, 1] * 20, 0, f"vertex 2: {INCOMPLETE}"),
        # heap 1 has no split, however long the others are searched
        ("4.", [0, 1] + [2] * 20, 0, f"vertex 1: {INCOMPLETE}"),
        # of codes that split in three
        (".81", [0, 0, 0], 0, "vertex 2: has value 0, but the least that no option has is 1"),
        (".81", [0, 0, 1, 1], 0, "vertex 3: has value 1, but the least that no option has is 0"),
        (".82", [0, 0, 0, 0], 0, "vertex 3: has value 0, but the least that no option has is 1"),
        (".84", [0, 0, 0, 0, 0], 0, "vertex 4: has value 0, but the least that no option has is 1"),
        (".08", [0, 0, 0, 0, 0, 0], 0, "vertex 5: has value 0, but the least that no option has is 1"),
        (".0048", [0, 0, 1], 0, "vertex 2: has value 1, but the least that no option has is 0"),
    ],
)
def test_values_that_are_not_the_least_that_no_option_has(code: str, values: list[int], mask: int, fault: str) -> None:
    assert fault in said(code, values, mask)


@pytest.mark.parametrize(
    ("code", "values", "mask", "fault"),
    [
        (".3", [0.0, 1.0], 0, "values has dtype float64; expected integers"),
        (".3", [False, True], 0, "values has dtype bool; expected integers"),
        (".3", [[0, 1], [0, 1]], 0, "values has shape (2, 2); expected (any,)"),
        (".3", [0, 1], -1, "mask is -1; expected 0 to 4611686018427387903"),
        (".3", [0, 1], 1 << 62, "mask is 4611686018427387904; expected 0 to 4611686018427387903"),
        # two digits, each with at most two options that leave no heap or one
        (".3", [0, -1], 0, "values[1] is -1; expected 0 to 2147483647"),
        (".3", [0, 5], 0, "vertex 1: has value 5; expected 0 to 4, as it has no more options"),
        (".7", [0, 7], 0, "vertex 1: has value 7; expected 0 to 6, as it has no more options"),
        (".F", [0, 9], 0, "vertex 1: has value 9; expected 0 to 8, as it has no more options"),
        (".3", [0, 2**32 + 1], 0, "values[1] is 4294967297; expected 0 to 2147483647"),
        (".3", np.array([0, 2**64 - 1], np.uint64), 0, "values[1] is 18446744073709551615; expected 0 to 2147483647"),
    ],
)
def test_what_is_no_table_of_values(code: str, values: Any, mask: Any, fault: str) -> None:
    """Said before anything is looked up in it; the solution itself tells the truth."""
    right = heap_game(HeapGame.from_code(code), len(values) - 1).values
    assert any(one.startswith(fault) for one in said(code, values, mask, told=right))


def test_the_solution_has_the_values_of_its_certificate() -> None:
    assert said(".3", [0, 1, 0], told=[0, 1, 1]) == ["the solution and its certificate have different values"]
    problem, values = HeapProblem(HeapGame.from_code(".3"), 3), np.arange(2, dtype=np.int32)
    report = verify(HeapSolution(problem, values, "by hand", HeapValues(values, 0, None, ".3")))
    assert [str(failure) for failure in report.failures] == ["values has 2 entries; expected 4 entries"]


@pytest.mark.parametrize("code", [".01", ".0007", ".008", ".0048"])
def test_heaps_smaller_than_the_code(code: str) -> None:
    for size in range(1, 8):
        assert not said(code, heap_game(HeapGame.from_code(code), size - 1).values), size


KAYLES = HeapPeriod(71, 12, 0, 2 * 71 + 12 + 2, True)
ALTERNATE = [0, 1, 0, 1, 0, 1]
NO_CONDITION = "there is no proof condition for that"


@pytest.mark.parametrize(
    ("code", "values", "period", "fault"),
    [
        (
            ".3",
            ALTERNATE,
            HeapPeriod(0, 2, 1, 2, True),
            f"pre-period 0, period 2, saltus 1 (proved for ever): {NO_CONDITION}",
        ),
        (".3", ALTERNATE, HeapPeriod(0, 2, 0, 2, False), f"pre-period 0, period 2 (seen, not proved): {NO_CONDITION}"),
        ("grundy", [0] * 3, HeapPeriod(0, 1, 0, 2, True), f"pre-period 0, period 1 (proved for ever): {NO_CONDITION}"),
        # .3 needs agreement below 1 + 1, 4. below 2 + 2, and .8 below 3 + 2 + 1
        (".3", ALTERNATE, HeapPeriod(0, 2, 0, 1, True), "the proof needs agreement up to heap 1, so 4 values"),
        (".3", ALTERNATE[:3], HeapPeriod(0, 2, 0, 2, True), "the proof needs agreement up to heap 1, so 4 values"),
        ("4.", [0, *ALTERNATE], HeapPeriod(1, 2, 0, 3, True), "the proof needs agreement up to heap 3, so 6 values"),
        (
            "4.",
            [0, *ALTERNATE[:4]],
            HeapPeriod(1, 2, 0, 4, True),
            "the proof needs agreement up to heap 3, so 6 values",
        ),
        (".8", [0] * 4, HeapPeriod(0, 1, 0, 5, True), "the proof needs agreement up to heap 5, so 7 values"),
        (".3", [0, 1, 0, 0], HeapPeriod(0, 2, 0, 2, True), "vertex 3: has not the value of heap 1, one period before"),
        (
            ".3",
            [*ALTERNATE, 1],
            HeapPeriod(0, 2, 0, 2, True),
            "vertex 6: has not the value of heap 4, one period before",
        ),
    ],
)
def test_periods_without_a_proof(code: str, values: list[int], period: HeapPeriod, fault: str) -> None:
    assert fault in said(code, values, period=period)


def test_periods_with_a_proof() -> None:
    assert not said(".3", ALTERNATE[:4], period=HeapPeriod(0, 2, 0, 2, True))
    assert not said("4.", [0, *ALTERNATE[:5]], period=HeapPeriod(1, 2, 0, 4, True))
    kayles = heap_game(".77", 167).values
    assert not said(".77", kayles, mask=3, period=KAYLES)
    late = "the proof needs agreement up to heap 155, so 168 values"
    assert said(".77", kayles[:-1], mask=3, period=KAYLES) == [late]
