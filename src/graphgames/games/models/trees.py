"""Properties as trees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from graphgames.core.errors import Fault


@dataclass(frozen=True)
class Node:
    """A part of a property: what it is, its parts, where it stands, and what else there is to know.

    ``type`` is ``number``, ``name``, ``label``, the sign of an operator, the letter of a path operator or ``release``
    (``more``: its least and most steps, or None), ``call`` (``more``: the function), ``P``, ``R`` or ``S`` (``more``:
    an `Asked`), ``filter`` (``more``: the name of the operator), or ``multi`` (``more``: the texts of the objectives).
    """

    type: str
    parts: tuple[Node, ...] = ()
    at: int = 0
    more: Any = None

    def walk(self) -> Iterator[Node]:
        """Yield the node and all below it."""
        yield self
        for part in self.parts:
            yield from part.walk()
        bound = self.more.bound if isinstance(self.more, Asked) else None
        for part in (bound, *(self.more if isinstance(self.more, tuple) else ())):
            if isinstance(part, Node):
                yield from part.walk()


@dataclass(frozen=True)
class Asked:
    """What an operator P, R or S asks."""

    coalition: tuple[str, ...] | None
    """The players in double angle brackets."""
    best: str
    """``"max"``, ``"min"``, or ``""`` where a bound says it."""
    sign: str
    """``"=?"``, or how the value is compared with the bound."""
    bound: Node | None
    """What it is compared with."""
    structure: str | None = None
    """The reward structure by name, or by number from 1."""
    how: str = ""
    """``"S"`` on average in the long run. For rewards ``"F0"`` or ``"Fc"`` until a target, ``"C"`` for a number of
    steps or for ever, ``"I"`` at a step, or ``"path"`` until a path formula is true."""


@dataclass(frozen=True)
class Property:
    """One property of a text: its name, its text, and its tree; or the fault that is in it."""

    name: str
    text: str
    tree: Node | None
    fault: Fault | None = None


@dataclass(frozen=True)
class Properties:
    """What a text of properties holds: the properties, constants with their values or None, and labels."""

    asked: tuple[Property, ...]
    constants: dict[str, Node | None]
    labels: dict[str, Node]


class PropertyError(Exception):
    """A fault at a place."""

    def __init__(self, at: int, message: str, expected: str = ""):
        super().__init__(message)
        self.at, self.message, self.expected = at, message, expected

    def in_text(self, text: str) -> Fault:
        """Return the fault with its place in a text, which is that of the property."""
        return Fault.at(text.encode(), len(text[: self.at].encode()), self.message, self.expected)
