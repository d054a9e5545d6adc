"""Explanations of every kind, word for word: golden files that a person has read.

``EXHAUSTIVE=1 UPDATE_GOLDEN=1`` in the environment writes them anew; read what changed before you keep it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from graphgames.catalogue.rows import Kind
from graphgames.core.solution import OnArena
from graphgames.play import adapter_for, argument, steps
from graphgames.play.whole_argument import ABOVE
from tests.contract.test_catalogue import each_solved
from tests.examples import solved_examples
from tests.share import EXHAUSTIVE

GOLDEN = Path(__file__).parents[1] / "golden" / "explanations"
COUNT = 10
"""At least so many sentences of each kind, as far as its examples have so many positions."""


def explanations(kind: Kind) -> Iterator[str]:
    """Yield for each example the reasons of the first positions, and the argument for three moves."""
    for name, _, solution in solved_examples(kind):
        yield f"== {name}"
        if isinstance(solution, OnArena):
            reasons = (solution.numbered.explain(v) for v in range(solution.arena.n))
        else:
            reasons = (step.reason for step in steps(adapter_for(solution)) if step.reason != ABOVE)
        yield from islice(reasons, COUNT)
        yield f"-- {name}, three moves"
        yield argument(solution, depth=3)


@each_solved
def test_explanations_are_as_they_were_read(kind: Kind) -> None:
    path = GOLDEN / f"{kind.name}.txt"
    text = "\n".join(explanations(kind)) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        assert EXHAUSTIVE or not kind.stored, "set EXHAUSTIVE=1, too: only a share of the examples is solved"
        path.write_text(text, encoding="utf-8")
    whole = path.read_text(encoding="utf-8")
    assert text == (whole if EXHAUSTIVE or not kind.stored else "".join(parts_of(whole, kind)))


def parts_of(text: str, kind: Kind) -> Iterator[str]:
    """Yield what is said of the examples that are looked at."""
    names = [name for name, _, _ in solved_examples(kind)]
    for part in re.split(r"^(?=== )", text, flags=re.MULTILINE)[1:]:
        if part.partition("\n")[0].removeprefix("== ") in names:
            yield part
