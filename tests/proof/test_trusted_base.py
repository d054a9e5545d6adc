"""What there is to trust: as long as the page says, and short."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from graphgames.catalogue import find

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "explanation" / "trusted-base.md"
CERTIFICATES = PAGE.with_name("certificates.md")
COUNT = runpy.run_path(str(ROOT / "proof" / "count.py"))


def test_the_page_says_how_many_lines_there_are_to_read() -> None:
    rows = [line.split("|")[1:-1] for line in PAGE.read_text().splitlines() if line.startswith("|")]
    counted = [row for row in rows if row[2].strip().isdigit()]
    said = {row[1].strip(" `").removeprefix("proof/"): (int(row[2]), int(row[3])) for row in counted}
    found = COUNT["counts"]()
    assert said.pop("") == tuple(map(sum, zip(*found.values(), strict=True)))
    assert said == found


def test_there_are_fewer_than_500_lines_of_code_to_trust() -> None:
    assert sum(code for code, _ in COUNT["counts"]().values()) < 500


def test_comments_and_blank_lines_are_not_code() -> None:
    assert COUNT["code_lines"]("(* one\n two *)\n\nlet a = 1 (* three *)\n  let b = 2\n") == 2


def test_every_word_of_a_claim_is_in_a_trusted_file() -> None:
    imports = re.compile(r"From Graphgames Require (?:Import|Export) ([^.]*)\.")
    for name in ("Games.v", "Claims.v", "Machine.v"):
        found = " ".join(imports.findall((ROOT / "proof" / name).read_text())).split()
        assert {f"{one}.v" for one in found} <= set(COUNT["TRUSTED"]), name


def test_the_page_states_every_theorem_of_the_kinds_and_says_where_they_end() -> None:
    page, kinds = CERTIFICATES.read_text(), (ROOT / "proof" / "Kinds.v").read_text()
    for theorem in {*re.findall(r"\w+_proved\b", kinds), "what_is_proved_is_true"}:
        files = [file for file in (ROOT / "proof").glob("*.v") if f"Theorem {theorem}" in file.read_text()]
        assert len(files) == 1, theorem
        assert f"{{literalinclude}} ../../proof/{files[0].name}\n:language: coq\n:start-at: Theorem {theorem}\n" in page
    named = {*re.findall(r'Kind "[\w-]+ ([\w-]+)"', kinds), "strategy-pair"}  # of which a progress measure is made
    without = {name for kind in find.kinds() for name in kind.checkers} - named
    end = page[page.index("Here the theorems end.") : page.index("## How the checkers are tested")]
    assert {*re.findall(r"`([\w-]+)`", end)} == without
