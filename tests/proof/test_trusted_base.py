"""What there is to trust: as long as the page says, and short."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "explanation" / "trusted-base.md"
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
