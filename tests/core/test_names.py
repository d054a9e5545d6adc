"""Words that once meant several things name nothing any more, or one thing, in the places that are listed here."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "graphgames"

GONE = {"said", "told", "spoken", "hope", "stage", "worth", "sheet", "desk"}
"""A name says what it holds instead: a sentence, a value, a reason."""

CONDITIONS = {"is_worth_its_form", "no_step_is_worth_less", "no_step_is_worth_more"}
"""Those of checkers are sentences, in which a word is a verb."""

PLACES = {
    "chosen": "core/checking.py|games/.*checker.py",  # the edges that strategies take
    "kind": "catalogue/.*|cli/.*|reference/.*|formats/(__init__|cert|json_).py|explore/gallery.py|engines/dispatch.py|"
    "api.py",  # a row of the catalogue; in the reference checker a certificate's
}
"""Where arguments and variables may have such a name, which means one thing there. Attributes that every problem and
certificate has, such as its kind, may be called so anywhere.
"""


def names(tree: ast.AST) -> Iterator[tuple[str, int, bool]]:
    """Yield the names that are given in a tree, where, and whether it is to attributes of a class or an object."""
    left = [(tree, False)]
    while left:
        tree, attribute = left.pop()
        inside = isinstance(tree, ast.ClassDef)
        for node in ast.iter_child_nodes(tree):
            match node:
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    yield name, node.lineno, inside
                case ast.arg(arg=name):
                    yield name, node.lineno, False
                case ast.Name(id=name, ctx=ast.Store()):
                    yield name, node.lineno, attribute or inside
                case ast.Attribute(attr=name, ctx=ast.Store()):
                    yield name, node.lineno, True
            left.append((node, inside and isinstance(node, ast.Assign | ast.AnnAssign)))


@cache
def words(name: str) -> set[str]:
    """Return the words of a name, in lower case."""
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def given() -> Iterator[tuple[str, int, str, bool]]:
    """Yield the names in files with such a word: the file, the line, the name, and whether an attribute has it."""
    for path in sorted(SOURCE.rglob("*.py")):
        place, text = path.relative_to(SOURCE).as_posix(), path.read_text()
        elsewhere = [rf"(?<!\.)\b{name}\b" for name, places in PLACES.items() if not re.fullmatch(places, place)]
        if re.search("|".join([*GONE, *elsewhere]), text, re.IGNORECASE):  # to parse the others takes seconds
            for name, line, attribute in names(ast.parse(text)):
                yield place, line, name, attribute


@pytest.mark.slow
def test_words_that_meant_several_things_name_nothing_or_one_thing_where_they_mean_it() -> None:
    found = [
        f"{place}:{line}: {name}"
        for place, line, name, attribute in given()
        if (words(name) & GONE and name not in CONDITIONS)
        or (not attribute and name in PLACES and not re.fullmatch(PLACES[name], place))
    ]
    assert not found, "\n".join(found)


def test_names_are_found_wherever_they_are_given() -> None:
    text = "class Told:\n    worth: int\n    kind = 1\ndef f(said):\n    [x for hope in said]\n    self.desk = 0\n"
    made = {name: attribute for name, _, attribute in names(ast.parse(text))}
    assert {one for one in made if words(one) & GONE} == {"Told", "worth", "said", "hope", "desk"}
    assert made["kind"] and made["desk"] and not made["said"]
