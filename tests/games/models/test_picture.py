"""Pictures of models: their states, choices, probabilities and labels."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames.cli.main import run
from tests.games.models.test_prism import WALK


def test_the_states_of_a_model_with_probabilities_and_labels(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("stormpy")
    model, out = tmp_path / "walk.prism", tmp_path / "walk.svg"
    model.write_text(WALK)
    assert run(["show", str(model), "--const", "N=3", "-o", str(out), "--quiet"]) == 0
    drawn = out.read_text(encoding="utf-8")
    assert drawn.count('class="vertex"') == 4 and ">1/3<" in drawn and ">home<" in drawn and ">(x=0)<" in drawn
    assert run(["show", str(model), "-o", str(out)]) == 2
    assert "leaves N open" in capfd.readouterr().err
    assert run(["show", str(model), "--const", "N=3", "-o", str(tmp_path / "walk.html")]) == 2
    assert "is a model" in capfd.readouterr().err


def test_the_legend_counts_states() -> None:
    """Choices that are left to chance are vertices of their own, in nobody's colour."""
    rows = [
        ("s", "x", "s", "7/10", 1),
        ("s", "x", "t", "3/10", 1),
        ("s", "y", "t", "1/2", 0),
        ("s", "y", "u", "1/2", 0),
    ]
    model = gg.Model.from_table([*rows, ("t", "z", "t", 1, 0), ("u", "z", "t", 1, 0)])
    drawn = gg.solve(model, gg.Discounted("9/10")).draw().svg
    assert drawn.count('class="vertex"') == 5 and ">worth at least 0 (3)<" in drawn


def test_a_state_of_one_action_is_drawn_as_its_player_and_the_policy_takes_all_that_chance_may_bring() -> None:
    rows = [("ok", "run", "ok", "9/10", 10), ("ok", "run", "worn", "1/10", 10), ("worn", "fix", "ok", 1, -3)]
    look = gg.Discounted("9/10")
    drawn = gg.solve(gg.Model.from_table([*rows, ("worn", "wait", "worn", 1, 0)]), look).draw().svg
    assert "<polygon" not in drawn and "chance moves" not in drawn and drawn.count('class="edge strategy"') == 3
    drawn = (
        gg.solve(
            gg.Model.from_table([*rows, ("worn", "wait", "ok", "1/2", 0), ("worn", "wait", "worn", "1/2", 0)]), look
        )
        .draw()
        .svg
    )
    assert drawn.count("<polygon") == 2 and "chance moves" in drawn  # the action and the sample of the legend


ROWS = [("s", "x", "s", "1/2", 6), ("s", "x", "t", "1/2", -4), ("s", "z", "s", 1, "1/2"), ("t", "y", "s", 1, -2)]


@pytest.mark.parametrize(
    ("rows", "objective"),
    [
        (ROWS, gg.Discounted("9/10")),
        (ROWS, gg.MeanPayoff()),
        ([(*row[:4], -abs(Fraction(str(row[4])))) for row in ROWS], gg.ExpectedReward(target=["t"])),
    ],
    ids=["discounted", "mean", "costs"],
)
def test_edges_have_the_rewards_of_the_table(rows: list[Any], objective: Any) -> None:
    """The arena divides some by the discount, doubles them for averages and turns the sign of costs."""
    drawn = gg.solve(gg.Model.from_table(rows), objective).draw().svg
    shown = {text.rpartition("r ")[2] for text in re.findall(r">([^<>]*r -?[0-9][^<>]*)<", drawn)}
    assert shown == {str(row[4]) for row in rows}


def test_the_legend_names_the_discount_and_rewards_if_there_are_any() -> None:
    drawn = gg.solve(gg.Model.from_table(ROWS), gg.Discounted("9/10")).draw().svg
    assert ">beside an edge: reward (discount 9/10 a step)<" in drawn
    without = [(*row[:4], 0) for row in ROWS]
    assert "reward" not in gg.solve(gg.Model.from_table(without), gg.MeanPayoff()).draw().svg
