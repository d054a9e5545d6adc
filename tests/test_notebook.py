"""The example notebook: every cell runs, and what it shows last is a picture or an answer."""

from __future__ import annotations

import ast
import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[1] / "examples" / "pictures.ipynb"


def test_every_cell_runs_and_shows_what_it_showed(monkeypatch: Any) -> None:
    monkeypatch.chdir(NOTEBOOK.parent)
    names: dict[str, Any] = {}
    pictures = 0
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        *before, last = ast.parse("".join(cell["source"])).body
        exec(compile(ast.Module(before, []), str(NOTEBOOK), "exec"), names)
        assert isinstance(last, ast.Expr)
        shown = eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), names)
        kept = cell["outputs"][0]["data"]
        if hasattr(shown, "_repr_svg_"):
            pictures += 1
            tags = [element.tag for element in ET.fromstring(shown._repr_svg_()).iter()]
            assert tags == [element.tag for element in ET.fromstring("".join(kept["image/svg+xml"])).iter()]
        else:
            assert repr(shown) == "".join(kept["text/plain"])
    assert pictures >= 5
