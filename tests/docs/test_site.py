"""The site builds without a warning, and its pages name everything that is public."""

from __future__ import annotations

import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

import graphgames
from graphgames.catalogue.find import kinds
from tests.docs.pages import ROOT
from tests.test_campaign import tool

DOCS = ROOT / "docs"
DIRECTIVES = {"code-block", "eval-rst", "generated", "glossary", "literalinclude", "toctree"}


@pytest.mark.nightly
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    """Every page is read, every reference resolved, those of docstrings too, and every page written."""
    options = ["-q", "-W", "--keep-going", "-n", "-b", "html", "-d", str(tmp_path / "trees")]
    command = [sys.executable, "-m", "sphinx", *options, str(DOCS), str(tmp_path / "html")]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 0 and not done.stderr, done.stderr


def directives(page: Path) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the directives of a page: the name, the argument and the lines inside."""
    pattern = r"^(`{3,}|:{3,})\{([\w-]+)\} *(.*)\n((?:.*\n)*?)\1$"
    for _, name, argument, inside in re.findall(pattern, page.read_text(encoding="utf-8"), re.MULTILINE):
        yield name, argument, inside.splitlines()


def test_every_page_is_in_a_table_of_contents_and_includes_what_there_is() -> None:
    """What can go wrong in a page most easily; the site itself is built by `make docs` and `make nightly`."""
    listed = {DOCS / "index.md"}
    for page in DOCS.rglob("*.md"):
        for name, argument, inside in directives(page):
            assert name in DIRECTIVES, f"{page}: there is no directive {name}"
            if name == "toctree":
                for line in inside:
                    if line and not line.startswith(":"):
                        meant = list(page.parent.glob(f"{line}.md"))
                        assert meant, f"{page}: there is no page {line}"
                        listed.update(meant)
            elif name == "literalinclude":
                text = (page.parent / argument).read_text(encoding="utf-8")
                options = dict(re.findall(r"^:([\w-]+): *(.*)$", "\n".join(inside), re.MULTILINE))
                assert not options.keys() - {"language", "pyobject", "start-at", "end-before"}, f"{page}: {options}"
                for ends in options.keys() & {"start-at", "end-before"}:
                    assert options[ends] in text, f"{page}: {argument} has no {options[ends]!r}"
                for last in [options["pyobject"].split(".")[-1]] if "pyobject" in options else []:
                    assert re.search(rf"^ *(def|class) {last}\b", text, re.MULTILINE), (
                        f"{page}: {argument} has no {last}"
                    )
    made = set(DOCS.glob("_build/**/*.md"))
    assert {path.resolve() for path in listed} == set(DOCS.rglob("*.md")) - made


def test_the_reference_describes_what_there_is() -> None:
    page = (DOCS / "reference" / "python.md").read_text(encoding="utf-8")
    module = ""
    for directive, name in re.findall(r"^\.\. (currentmodule|auto\w+):: (\S+)$", page, re.MULTILINE):
        if directive in ("currentmodule", "automodule"):
            module = name
            import_module(module)
            continue
        place, _, attribute = (name if name.startswith("graphgames.") else f"{module}.{name}").rpartition(".")
        found: Any = attrgetter(attribute)(pkgutil.resolve_name(place))
        assert found is not None and (directive == "autodata" or found.__doc__), name


def test_the_reference_has_every_public_name() -> None:
    page = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    listed = re.findall(r"\.\. auto\w+:: (?:graphgames\.)?(\w+)$", page, re.MULTILINE)
    assert sorted([*listed, "__version__"]) == sorted(graphgames.__all__)


@pytest.mark.slow
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
