"""What a solver raises comes to the user as a sentence."""

from __future__ import annotations

import pytest

import graphgames as gg


def test_a_number_too_large_for_floats_is_refused_in_a_sentence() -> None:
    model = gg.Model.from_table([("s", "x", "s", "1/2", 10**400), ("s", "x", "t", "1/2", 0), ("t", "y", "t", 1, 0)])
    for objective in (gg.ExpectedReward(target=["t"]), gg.Discounted("9/10")):
        with pytest.raises(gg.SolverError, match="a number is too large for this solver"):
            gg.solve(model, objective)
