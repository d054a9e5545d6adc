"""What the project says of itself in several files is said alike."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import grimp
import pytest

import graphgames

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_the_citation_names_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {graphgames.__version__}\n" in citation
    assert f"\nlicense: {PROJECT['license']}\n" in citation
    assert all(f"name: {author['name']}" in citation for author in PROJECT["authors"])


def test_versions_are_semantic_and_the_changelog_knows_what_comes() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?", graphgames.__version__)
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d", heading) for heading in headings[1:])


def test_the_oldest_python_is_the_first_that_is_named() -> None:
    named = [line.split(" :: ")[-1] for line in PROJECT["classifiers"] if re.search(r"Python :: 3\.\d+$", line)]
    assert PROJECT["requires-python"] == f">={named[0]}"


@pytest.mark.slow
def test_a_checker_rests_on_core_and_other_checkers_alone() -> None:
    """Of other packages on NumPy and SciPy; that of specifications on CUDD, with which no solver computes."""
    graph = grimp.build_graph("graphgames", cache_dir=None, exclude_type_checking_imports=True)
    checkers = {module for module in graph.modules if re.search(r"\.(games|policies)\..*checker$", module)}
    foreign = {
        (checker, module)
        for checker in checkers
        for module in graph.find_upstream_modules(checker) - checkers
        if not module.startswith("graphgames.core.")
    }
    assert len(checkers) > 20 and not foreign
    outer = grimp.build_graph("graphgames", cache_dir=None, include_external_packages=True)
    found = {(c, one) for c in checkers for one in outer.find_modules_directly_imported_by(c)}
    others = {(c, one) for c, one in found if not one.startswith("graphgames") and one not in sys.stdlib_module_names}
    assert {one for _, one in others} == {"numpy", "scipy", "dd"}
    assert [c for c, one in others if one == "dd"] == ["graphgames.games.synthesis.spec_checker"]
