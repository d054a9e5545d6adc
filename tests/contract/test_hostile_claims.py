"""Lies made for the checkers, not mutated truths: each once was believed, or is the best of what never was."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest

import graphgames as gg
from graphgames.certificates import AttractorRanks, EnergyLifts, MeanPotentials
from graphgames.core.solution import View
from graphgames.core.value import INFINITY
from graphgames.formats import cert


def arena(*edges: tuple[int, int], owner: list[int]) -> gg.Arena:
    return gg.Arena.from_edges(list(edges), n=len(owner), owner=owner)


def test_a_part_of_a_solution_is_not_proved_as_the_whole() -> None:
    """What looks at the first 0 vertices found no fault in anything."""
    game = gg.Game(arena((0, 1), (1, 0), owner=[0, 1]), gg.Reach([1]))
    winner, moves, proof = (
        np.array([1, 1], np.uint8),
        gg.Strategy(np.array([-1, -1])),
        AttractorRanks(0, np.array([7, 7])),
    )
    for seen in (0, 1, 2):
        assert "a part of a solution" in str(gg.verify(View(game, winner, moves, "by hand", proof, None, {}, seen, 2)))


def test_a_reason_of_geography_is_one_of_its_proof() -> None:
    """It is shown beside the answer."""
    solution = gg.solve(gg.Geography("edge-geography", [arena((0, 1), (1, 2), (2, 0), owner=[0, 0, 0])]))
    assert gg.verify(solution) and solution.theorem == (("search",) * 3,)
    for name in ("a miracle", "backward induction"):
        report = gg.verify(replace(solution, theorem=(("search", name, "search"),)))
        assert [failure.vertex for failure in report.failures] == [1] and name in str(report)


def test_an_infinite_average_is_no_certificate_file() -> None:
    """It ended with a traceback."""
    game = gg.Game(arena((0, 0), owner=[0]), gg.MeanPayoff([1]))
    proof = MeanPotentials(np.array([0]), np.array([0]))
    claim = gg.ArenaSolution(game, np.array([0], np.uint8), gg.Strategy([0]), "by hand", proof, np.array([INFINITY]))  # type: ignore[arg-type]
    with pytest.raises(gg.GameError, match="a value is infinite"):
        cert.write_solution(claim, io.BytesIO())


def test_a_certificate_of_a_class_of_its_own_is_refused() -> None:
    """It could declare its fields as it likes: here a step at the vertex before the first one."""

    class Anything(EnergyLifts):
        kind: ClassVar[str] = "energy-lifts"

    game = gg.Game(arena((0, 0), owner=[0]), gg.Energy([-1], cap=0))
    numbers = np.array([INFINITY], object)
    claims = [
        gg.ArenaSolution(
            game, np.array([1], np.uint8), gg.Strategy(np.array([-1])), "by hand", kind((0,), (INFINITY,)), numbers
        )
        for kind in (EnergyLifts, Anything)
    ]
    assert gg.verify(claims[0])
    assert "is a Anything that calls itself 'energy-lifts'" in str(gg.verify(claims[1]))
