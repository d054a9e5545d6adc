"""Words that once meant several things name nothing any more, or one thing, in the places that are listed here."""

from __future__ import annotations

import re
import symtable
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


KEY = re.compile(r"""["'](\w+)["'](?::(?!:)|\])""")
"""A string before a colon or a closing bracket: the key of a dictionary."""

UNNAMED = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`""", re.DOTALL)
"""Comments and strings of JavaScript."""


def names(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the names that a program gives, and whether attributes have them; of attributes those that it reads, too.

    A scope knows its names without a tree of the program, which would take seconds for all files.
    """
    yield from ((name, True) for name in re.findall(r"\.(\w+)", text))
    yield from ((name, True) for name in KEY.findall(text))
    left = [symtable.symtable(text, "", "exec")]
    while left:
        scope = left.pop()
        inside = scope.get_type() == "class"
        yield from ((one.get_name(), inside) for one in scope.get_symbols() if one.is_assigned() or one.is_parameter())
        left += scope.get_children()


def names_in_javascript(text: str) -> set[str]:
    """Return all names in a program of the page."""
    return set(re.findall(r"[A-Za-z_$][\w$]*", UNNAMED.sub(" ", text)))


@cache
def words(name: str) -> set[str]:
    """Return the words of a name, in lower case."""
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def is_wrong(name: str, place: str, attribute: bool) -> bool:
    """Return whether nothing in a file may have this name, or attributes alone."""
    if words(name) & GONE:
        return name not in CONDITIONS
    return not attribute and name in PLACES and not re.fullmatch(PLACES[name], place)


@pytest.mark.slow
def test_words_that_meant_several_things_name_nothing_or_one_thing_where_they_mean_it() -> None:
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        place = path.relative_to(SOURCE).as_posix()
        wrong = {name for name, attribute in set(names(path.read_text())) if is_wrong(name, place, attribute)}
        found += [f"{place}: {name}" for name in sorted(wrong)]
    for path in sorted((SOURCE / "draw/front").glob("*.js")):
        found += [
            f"{path.name}: {name}" for name in sorted(names_in_javascript(path.read_text())) if words(name) & GONE
        ]
    assert not found, "\n".join(found)


def test_names_are_found_wherever_they_are_given() -> None:
    text = "class Told:\n    worth: int\n    kind = 1\ndef f(said):\n    [x for hope in said]\n    self.desk = 0\n"
    text += "    lambda stage: 0\nasync def spoken(): return {'sheet': 'a hope'}\n"
    made = dict(names(text))
    wrong = {"Told", "worth", "said", "hope", "desk", "stage", "spoken", "sheet"}
    assert {one for one in made if words(one) & GONE} == wrong
    assert made["kind"] and made["desk"] and not made["said"]
    page = "const told = 'said', { worth } = `hope`; /* desk */ say.hope(x => x.stage); // sheet"
    assert {one for one in names_in_javascript(page) if words(one) & GONE} == {"told", "worth", "hope", "stage"}
