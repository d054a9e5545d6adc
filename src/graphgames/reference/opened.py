"""The conditions of a claim, opened: what each says, where it fails, and what it reads at a place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import getattr_static
from types import FunctionType, MethodType
from typing import Any, NamedTuple

from graphgames.reference.check import KINDS, claimed
from graphgames.reference.reading import Fields, choice

FAILURES = 5
"""So many places where a condition fails are opened."""


class Read(NamedTuple):
    """An entry that was looked at: of which list or table of the claim, where in it, and what stands there."""

    name: str
    at: Any
    value: Any


class Opened(NamedTuple):
    """A condition at a place."""

    place: Any
    holds: bool
    read: list[Read]


class Condition(NamedTuple):
    """A condition of a certificate: at how many places it was looked at, at how many it fails, and some of them."""

    name: str
    says: str
    places: str
    checked: int
    failed: int
    opened: list[Opened]


class _List(list[Any]):
    """A list that notes which entries are asked for."""

    note: Callable[[Any, Any], None]

    def __getitem__(self, at: Any) -> Any:
        value = super().__getitem__(at)
        self.note(at, value)
        return value


class _Table(dict[Any, Any]):
    """A table that notes which entries are asked for."""

    note: Callable[[Any, Any], None]

    def __getitem__(self, at: Any) -> Any:
        value = super().__getitem__(at)
        self.note(at, value)
        return value


class _Watched:
    """A claim that notes which entries of its lists and tables are asked for, each once."""

    def __init__(self, claim: Any):
        self._claim, self._noted, self._read = claim, {}, []  # type: ignore[var-annotated]

    def __getattr__(self, name: str) -> Any:
        found = getattr_static(type(self._claim), name, None)
        if isinstance(found, FunctionType):
            return MethodType(found, self)
        if isinstance(found, property) and found.fget:
            return found.fget(self)
        value = getattr(self._claim, name)
        if type(value) not in (list, dict):
            return value
        watched: Any = _List(value) if type(value) is list else _Table(value)
        watched.note = lambda at, entry: self._note(name, at, entry)
        return watched

    def _note(self, name: str, at: Any, value: Any) -> None:
        if (name, str(at)) not in self._noted:
            self._noted[name, str(at)] = True
            self._read.append(Read(name, at, value))


def conditions(game: object, solution: object, wanted: Callable[[str, int, Any], bool]) -> Iterator[Condition]:
    """Yield the conditions of a solution, those after the first that fails left out, as they may rest on it.

    Both are documents as they stand in files; whether the solution is of this very game is not asked. A condition is
    opened at the places for which ``wanted`` holds of what these are, the number of the place, and the place itself.
    Raise `RefusedError` if the documents are none that a condition could be looked at in.
    """
    answers = Fields(solution, "solution")
    proof = answers.fields("certificate")
    kind = proof.take("kind", choice(*KINDS))
    claim, _ = claimed(kind, game, answers, proof)
    for places, some in KINDS[kind].conditions.items():
        for condition in some:
            where, checked, failed, opened = getattr(claim, places.split()[0]), 0, 0, []
            for place in where() if callable(where) else where:
                holds = condition(claim, place)
                failed += not holds
                if (not holds and failed <= FAILURES) or wanted(places, checked, place):
                    watched = _Watched(claim)
                    opened.append(Opened(place, condition(watched, place), watched._read))
                checked += 1
            says = " ".join((condition.__doc__ or "").split())
            yield Condition(condition.__name__.replace("_", " "), says, places, checked, failed, opened)
            if failed:
                return
