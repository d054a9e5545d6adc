"""Pictures of models: their states, choices, probabilities and labels."""

from __future__ import annotations

from pathlib import Path

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


def test_the_legend_counts_the_vertices_that_are_drawn() -> None:
    """Choices that are left to chance are vertices of their own, in the colour of who wins there."""
    rows = [
        ("s", "x", "s", "7/10", 1),
        ("s", "x", "t", "3/10", 1),
        ("s", "y", "t", "1/2", 0),
        ("s", "y", "u", "1/2", 0),
    ]
    model = gg.Model.from_table([*rows, ("t", "z", "t", 1, 0), ("u", "z", "t", 1, 0)])
    drawn = gg.solve(model, gg.Discounted("9/10")).draw().svg
    assert drawn.count('class="vertex"') == 5 and ">worth at least 0 (5)<" in drawn


def test_a_reward_behind_chance_is_said_to_be_divided_by_the_discount() -> None:
    rows = [("s", "x", "s", "1/2", 6), ("s", "x", "t", "1/2", -4), ("s", "z", "s", 1, 1), ("t", "y", "s", 1, 1)]
    drawn = gg.solve(gg.Model.from_table(rows), gg.Discounted("9/10")).draw().svg
    assert "w 20/3" in drawn and "(behind an action with a vertex of its own: the reward divided by 9/10)" in drawn
    same = [(s, a, t, p, 1) for s, a, t, p, _ in rows]
    for as_given in (same, rows[:2] + rows[3:]):
        assert "divided by" not in gg.solve(gg.Model.from_table(as_given), gg.Discounted("9/10")).draw().svg
