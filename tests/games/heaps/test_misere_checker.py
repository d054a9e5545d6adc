"""The checker of misère quotients: tables made by hand, each wrong in one respect, and what must be said of it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from graphgames import HeapGame, misere_quotient, verify
from graphgames.games.heaps import misere_checker as misere
from graphgames.games.heaps.certificate import QuotientTable
from graphgames.games.heaps.misere import QuotientProblem

COINS = HeapGame.from_code(".1")  # heaps of 1 can be taken, larger ones not: an odd number of them is lost
TABLE = QuotientTable(np.array([[0, 1], [1, 0]]), np.array([False, True]), np.array([0, 1, 0]), ((), (1,)), ".1")

FIRST = "vertex 0: the first element is not the identity, or not that of the empty heap"


def said(**changes: Any) -> list[str]:
    """The failures of the table of an element of order two, with changes."""
    arrays = {name: np.array(value) for name, value in changes.items() if name not in ("elements", "code")}
    table = QuotientTable(**(vars(TABLE) | changes | arrays))
    losing = frozenset(np.flatnonzero(table.losing).tolist())
    report = verify(SimpleNamespace(problem=QuotientProblem(COINS, 2), certificate=table, losing=losing))
    return [str(failure) for failure in report.failures]


def test_a_right_table_is_believed() -> None:
    assert not said()


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"product": [[1, 0], [0, 1]], "heaps": [0, 0, 1], "elements": ((2,), (1,))}, FIRST),
        ({"heaps": [1, 1, 0]}, FIRST),
        ({"elements": ((), (2,))}, "vertex 1: the heaps (2,) do not make this element"),
        # no heap at all, the last heap but one from behind, and one that is too large
        ({"elements": ((0,), (1,))}, "vertex 0: the heaps (0,) do not make this element"),
        ({"elements": ((), (-2,))}, "elements[1][0] is -2; expected a whole number from 0 on"),
        ({"elements": ((), (3,))}, "vertex 1: the heaps (3,) do not make this element"),
        ({"losing": [False, False]}, "vertex 1: is winning, but its options [0] say not"),
        ({"losing": [True, True]}, "vertex 0: is losing, but its options [] say not"),
        ({"losing": [True, False]}, "vertex 0: is losing, but its options [] say not"),
        ({"heaps": [0, 1, 1]}, "vertex 1: is losing, but its options [] say not"),
        # of another game, or of fewer heaps
        ({"code": ".1..."}, "the certificate is of the game '.1...', and not of '.1'"),
        ({"code": ".1 (unequal heaps)"}, "the certificate is of the game '.1 (unequal heaps)', and not of '.1'"),
        ({"code": ".x"}, "the certificate is of the game '.x', and not of '.1'"),
        ({"heaps": [0, 1]}, "heaps has 2 entries; expected 3 entries"),
    ],
)
def test_a_table_that_is_wrong_in_one_respect(changes: dict[str, Any], fault: str) -> None:
    assert any(one.startswith(fault) for one in said(**changes))


def test_products_that_are_no_commutative_monoid() -> None:
    """Three elements of which the first is the identity, and xy is x in one table and the least of both in another."""
    three = {"losing": [False, True, True], "heaps": [0, 1, 2], "elements": ((), (1,), (2,))}
    assert "the product is not commutative" in said(product=[[0, 1, 2], [1, 1, 1], [2, 2, 2]], **three)
    assert "the product is not associative" in said(product=[[0, 1, 2], [1, 2, 1], [2, 1, 1]], **three)


def test_elements_that_are_the_same_beside_every_third() -> None:
    four = [[(x + y) % 4 for y in range(4)] for x in range(4)]
    losing, elements = [False, True, False, True], ((), (1,), (1, 1), (1, 1, 1))
    faults = said(product=four, losing=losing, elements=elements)
    assert faults == ["two elements have the same outcomes beside every third, so they should be one"]


@pytest.mark.parametrize(("pairs", "faults"), [(1, 20), (1000, 0)])
def test_a_proof_that_is_too_long_is_given_up(pairs: int, faults: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """After too many pairs, or too many faults; every element is said to be lost."""
    monkeypatch.setattr(misere, "_PAIRS", pairs)
    monkeypatch.setattr(misere, "LIMIT", faults)
    assert any(fault.endswith("pairs and gave up") for fault in said(losing=[True, True]))


def test_the_solution_loses_where_its_certificate_does() -> None:
    """A number from behind names the same element to NumPy, and none to whoever asks for an outcome."""
    quotient = misere_quotient(HeapGame.from_code(".333"), 3)
    behind = replace(quotient, losing=frozenset(x - len(quotient) for x in quotient.losing))
    assert quotient.outcome((1,)) == "loss" and behind.outcome((1,)) == "win"
    assert "the solution and its certificate have different losing elements" in str(verify(behind))
