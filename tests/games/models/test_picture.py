"""Pictures of models: their states, choices, probabilities and labels."""

from __future__ import annotations

from pathlib import Path

import pytest

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
