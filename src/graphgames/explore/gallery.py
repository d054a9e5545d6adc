"""The examples of the explorer, from every kind: the text of a file and its description."""

from __future__ import annotations

from functools import cache

from graphgames.catalogue import find as catalogue
from graphgames.catalogue.rows import Example

FIRST = "nim"
"""The example with which the page begins."""


@cache
def examples() -> tuple[Example, ...]:
    """Return the examples of all kinds, group by group."""
    known = [example for kind in catalogue.kinds() for example in catalogue.examples(kind.package)]
    groups = list(dict.fromkeys(example.group for example in known))
    return tuple(sorted(known, key=lambda example: groups.index(example.group)))


def find(name: object) -> Example | None:
    """Return the example of that name, or None."""
    return next((example for example in examples() if example.name == name), None)
