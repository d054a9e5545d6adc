"""The site builds without a warning, and its pages name everything that is public."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import graphgames
from tests.docs.pages import ROOT


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    options = ["-q", "-W", "--keep-going", "-n", "-b", "html", "-d", str(tmp_path / "trees")]
    command = [sys.executable, "-m", "sphinx", *options, str(ROOT / "docs"), str(tmp_path / "html")]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 0 and not done.stderr, done.stderr
    assert (tmp_path / "html" / "index.html").exists()


def test_the_reference_has_every_public_name() -> None:
    page = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    listed = re.findall(r"\.\. auto\w+:: (\w+)$", page, re.MULTILINE)
    assert sorted([*listed, "__version__"]) == sorted(graphgames.__all__)
