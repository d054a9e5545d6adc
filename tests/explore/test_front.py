"""The types and the style of the page's JavaScript, where `make lint` has installed what checks them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = Path(sys.prefix, "front", "node_modules", ".bin")
WRONG = "/** @type {number} */\nvar count = 'one';\nif (count == 2) count = 3;\n"
FRONT = ROOT / "src/graphgames/draw/front"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (TOOLS / "tsc").exists(), reason="the tools are not installed; mend it with: make lint"),
]


def said(*command: object, text: str = "") -> str:
    """Return what a tool has to say, of a text if there is one."""
    parts = [str(part) for part in command]
    return subprocess.run(parts, cwd=ROOT, input=text, capture_output=True, text=True, check=False).stdout


def test_types_and_style_of_the_page_are_right() -> None:
    assert said(TOOLS / "tsc", "-p", "tools/front/tsconfig.json") == ""
    assert said(TOOLS / "eslint", "--config", "tools/front/eslint.config.mjs", FRONT) == ""


def test_a_wrong_type_and_a_wrong_style_are_found(tmp_path: Path) -> None:
    options = json.dumps({"extends": str(ROOT / "tools/front/tsconfig.json"), "include": ["*.js"]})
    (tmp_path / "tsconfig.json").write_text(options)
    (tmp_path / "wrong.js").write_text(WRONG)
    assert "TS2322" in said(TOOLS / "tsc", "-p", tmp_path)
    found = said(TOOLS / "eslint", "--config", "tools/front/eslint.config.mjs", "--stdin", text=WRONG)
    assert "no-var" in found and "eqeqeq" in found
