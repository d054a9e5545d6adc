"""The site builds without a warning, and its pages name everything that is public."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import graphgames
from graphgames.catalogue.find import kinds
from tests.docs.pages import ROOT
from tests.share import EXHAUSTIVE
from tests.test_campaign import tool


@pytest.mark.slow(seconds=12)
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    """Every page is read and every reference resolved; pages are written in an exhaustive run and by `make docs`."""
    options = ["-q", "-W", "--keep-going", "-n", "-b", "html" if EXHAUSTIVE else "dummy", "-d", str(tmp_path / "trees")]
    command = [sys.executable, "-m", "sphinx", *options, str(ROOT / "docs"), str(tmp_path / "html")]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 0 and not done.stderr, done.stderr


def test_the_reference_has_every_public_name() -> None:
    page = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    listed = re.findall(r"\.\. auto\w+:: (?:graphgames\.)?(\w+)$", page, re.MULTILINE)
    assert sorted([*listed, "__version__"]) == sorted(graphgames.__all__)


def test_the_gallery_shows_boards_and_sets_its_width_for_phones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site: Any = tool("site")
    monkeypatch.setattr(site, "kinds", lambda: [kind for kind in kinds() if kind.name == "heaps"])
    site.main(tmp_path)
    index = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.html", "kayles.html", "nim.html"]
    assert index.count('class="match"') == 3 + 5 + 7 + 5 + 7  # the rows of Nim and of Kayles, no plot of their values
    assert 'name="viewport"' in index
