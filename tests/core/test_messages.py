"""Messages are sentences of one form, all over the program.

They begin in lower case, since a file or the program's name comes before them, and have no full stop, since what was
expected may follow. They say "x is not a number", never "x is no number", and "after" for what comes after something.
"""

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from textwrap import dedent

import pytest

SOURCES = Path(__file__).parents[2] / "src" / "graphgames"
LONGEST = 30
"""So many lines of a statement that raises an error are looked at."""

FORBIDDEN = {
    "ends in a full stop": r"(?<!\.\.)\.$|[:!;,]$",
    "begins like a sentence": r"[A-Z][a-z]+ [a-z]",
    "says 'is no x' for 'is not a x'": r"(?<!here )\b(is|are) no [a-z]",
    "says 'behind' where 'after' is meant": r"\bbehind\b",
    "has two spaces": r"\S  \S",
}


def said(node: ast.expr) -> str | None:
    """Return a text with {} for what is put into it, None if it is no text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return None


def raised(lines: list[str]) -> ast.Raise | None:
    """Return the statement that begins with the first of some lines, None if it is no such statement."""
    for end in range(1, len(lines) + 1):
        with suppress(SyntaxError):  # it goes on
            statement = ast.parse(dedent("".join(lines[:end]))).body[0]
            return statement if isinstance(statement, ast.Raise) else None
    return None


def messages() -> Iterator[tuple[str, str]]:
    """Yield the texts that errors are raised with, and where.

    Only the lines with such statements are parsed; all files take a second.
    """
    for path in sorted(SOURCES.rglob("*.py")):
        lines = path.read_text("utf-8").splitlines(keepends=True)
        for number, line in enumerate(lines):
            node = raised(lines[number : number + LONGEST]) if line.lstrip().startswith("raise ") else None
            if node is not None and isinstance(node.exc, ast.Call):
                for message in filter(None, map(said, node.exc.args)):
                    yield f"{path.relative_to(SOURCES)}:{number + 1}", message


@pytest.mark.slow
def test_messages_have_one_form() -> None:
    found = list(messages())
    assert len(found) > 400
    wrong = [
        f"{place}: {text!r} {what}"
        for place, text in found
        for what, pattern in FORBIDDEN.items()
        if (re.match if what.startswith("begins") else re.search)(pattern, text)
    ]
    assert wrong == []
