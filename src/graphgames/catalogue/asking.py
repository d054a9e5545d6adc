"""What is asked before there is anything to solve: models, which are asked by properties.

The row of the kind says who answers (`Kind.ask`) and shows what can be asked (`Kind.question`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from graphgames.catalogue.find import function_for, kinds


class Askable:
    """What can be asked properties: a model, or the text of one."""

    def asked(self, properties: str, constants: Mapping[str, Any] | None = None, **how: Any) -> Iterator[Any]:
        """Yield the answers to properties; arguments and errors as for the function that the row of the kind names."""
        answers = function_for(self, "ask")
        assert answers is not None
        found: Iterator[Any] = answers(self, properties, constants, **how)
        return found

    def ask(self, properties: str, constants: Mapping[str, Any] | None = None, **how: Any) -> list[Any]:
        """Return the answers to properties, as `asked`."""
        return list(self.asked(properties, constants, **how))


def endings() -> list[str]:
    """Return the endings of the files that hold what can be asked."""
    return [ending for kind in kinds() if kind.ask for entry in kind.formats for ending in entry.endings if entry.asked]


def questions() -> list[str]:
    """Return an example of what can be asked, of each kind that has some."""
    return [kind.question for kind in kinds() if kind.question]
