"""Every page: its examples run and show what they show, its pictures are those that its examples draw, its links lead
somewhere.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from graphgames.cli.main import commands
from tests.docs.pages import ROOT, Run, pages
from tests.share import each

PICTURES = ROOT / "docs" / "images"
UPDATE = "UPDATE_PICTURES" in os.environ


@pytest.mark.slow
@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_examples(
    page: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    hidden = tmp_path_factory.mktemp("hidden")  # the pictures are laid out by our own code, on every machine alike
    (hidden / "pygraphviz.py").write_text("raise ImportError")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(hidden), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    run = Run(page, tmp_path)
    run.all()
    assert not run.wrong, "\n".join(["", *run.wrong])
    for picture in sorted((tmp_path / "images").iterdir()):
        kept = PICTURES / picture.name
        if UPDATE:
            kept.write_bytes(picture.read_bytes())
        assert kept.exists() and _alike(picture, kept), f"{kept} is not as drawn: make pictures"


@each(
    "page",
    sorted({*pages(), *ROOT.glob("*.md")}),
)
def test_local_links(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\(<?([^)\s>]+)>?\)", text) + re.findall(r"^\[[^\]]+\]: (\S+)", text, re.MULTILINE)
    local = [link for link in links if not re.match(r"[a-z]+:", link)]
    for link in local:
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{page}: the link {link} leads nowhere"
        assert not anchor or anchor in _anchors(target), f"{page}: there is no heading {anchor!r} in {target}"


def test_the_readme_names_every_command() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert not [name for name in commands() if f"`graphgames {name}" not in text]


def test_every_picture_is_drawn_and_shown_by_a_page() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages())
    for picture in PICTURES.iterdir():
        assert len(re.findall(rf"images/{re.escape(picture.name)}", text)) >= 2, f"{picture} is of no use"


def _alike(picture: Path, kept: Path) -> bool:
    """Whether two pictures differ at most in their numbers, and there by little: other machines round otherwise."""
    texts = [path.read_text(encoding="utf-8") for path in (picture, kept)]
    number = re.compile(r"-?\d+(?:\.\d+)?")
    if number.sub("#", texts[0]) != number.sub("#", texts[1]):
        return False
    ours, theirs = (map(float, number.findall(text)) for text in texts)
    return all(abs(a - b) < 0.5 for a, b in zip(ours, theirs, strict=True))


def _anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub and MyST make them."""
    headings = re.findall(r"^#+ +(.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}
