"""What the file of a kind of certificate holds, and how its conditions are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from graphgames.reference.arena_game import read_game

SHOWN = 20
"""At most so many faults are put into words; all are counted."""


Condition = Callable[[Any, Any], bool]
"""Whether something holds of a claim, at a place."""
Conditions = Mapping[str, Sequence[Condition]]


class Kind(NamedTuple):
    """A kind of certificate."""

    claim: Callable[..., Any]
    """Reads problem, answers and certificate, and returns the claim that the conditions are about."""
    proves: str
    """What is proved where all conditions hold."""
    conditions: Conditions
    """The conditions, by the attribute of the claim (the first word) that lists the places where they must hold.

    What must hold once stands under ``whole``. They are looked at in this order. Where one fails, those after it, which
    may rest on it, are left out.
    """
    reads: Callable[[object], Any] = read_game
    """Reads the file of the problem, by default a game on an arena."""
    parts: Mapping[type, Conditions] = {}
    """Of a claim that is made of several, the conditions on each of its ``parts``, by what it is."""


class Report(NamedTuple):
    """What the reference checker found."""

    kind: str
    """The kind of the certificate, empty where there is none that is known."""
    proves: str
    """What is proved; empty where something is wrong."""
    unproved: Sequence[str]
    """What the file shows besides, which no condition uses."""
    checked: int
    """How often a condition was looked at."""
    found: int
    """How many of these failed."""
    faults: Sequence[str]
    """The first few, in words."""

    @property
    def ok(self) -> bool:
        """Whether the solution is proved."""
        return not self.found

    def after(self, other: Report) -> Report:
        """Return the report on what was checked besides."""
        proves = f"{other.proves}; {self.proves}" * self.ok
        return self._replace(proves=proves, checked=self.checked + other.checked)

    def __str__(self) -> str:
        if not self.ok:
            more = [f"... and {self.found - len(self.faults)} more"] if self.found > len(self.faults) else []
            return "\n  ".join(["refused by the reference checker", *self.faults, *more])
        lines = [f"proved by the reference checker: {self.checked} conditions hold", f"proved: {self.proves}"]
        return "\n  ".join(lines + [f"not checked: {', '.join(self.unproved)}"] * bool(self.unproved))


def examine(kind: str, rules: Kind, claim: Any, unproved: Sequence[str]) -> Report:
    """Return the report on a claim, after a look at each condition at each place."""
    checked = 0
    for name, one, places, condition in in_turn(rules, claim):
        faults = []
        for place in places_of(one, places):
            checked += 1
            if not condition(one, place):
                faults.append(place)
        if faults:
            says = f"{condition.__name__.replace('_', ' ')}: {condition.__doc__}"
            words = [f"{name}{places}{_at(place)}: this does not hold: {says}" for place in faults[:SHOWN]]
            return Report(kind, "", (), checked, len(faults), words)
    return Report(kind, rules.proves, unproved, checked, 0, ())


def _at(place: Any) -> str:
    return "" if place is None else f" {place}"


def places_of(claim: Any, places: str) -> Iterable[Any]:
    """Return the places of a claim at which a condition is looked at; None alone for the whole of it."""
    where = (None,) if places.startswith("whole") else getattr(claim, places.split()[0])
    found: Iterable[Any] = where() if callable(where) else where
    return found


def in_turn(rules: Kind, claim: Any) -> Iterator[tuple[str, Any, str, Condition]]:
    """Yield the conditions on each part of a claim, then on the whole: of what they are, and of which places."""
    parts = list(claim.parts) if rules.parts else []
    each = [(f"part {k}, ", part, rules.parts[type(part)]) for k, part in enumerate(parts)]
    for name, one, conditions in [*each, ("", claim, rules.conditions)]:
        yield from ((name, one, places, condition) for places, row in conditions.items() for condition in row)
