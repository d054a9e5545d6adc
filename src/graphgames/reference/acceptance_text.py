"""Acceptance conditions: what is to be seen again and again, as a tuple, read from text.

A condition is ``inf`` or ``fin`` with the number of a set, which is seen again and again, or is not; ``and`` or ``or``
with conditions.
"""

from __future__ import annotations

import re
from typing import Any

from graphgames.reference.reading import RefusedError

Condition = tuple[Any, ...]


def parsed(source: str, count: int) -> Condition:
    """Return the condition that a text says: Inf(0), Fin(0), t, f, &, | and brackets; & binds closer."""
    words = re.findall(r"(?:Inf|Fin)\s*\(\s*[0-9]+\s*\)|[tf()&|]|[^\s]", source)

    def one() -> Condition:
        word = words.pop(0) if words else ""
        number = re.search("[0-9]+", word) if word[0:1] in ("I", "F") else None
        if number and int(number[0]) < count:
            return ("inf" if word.startswith("Inf") else "fin", int(number[0]))
        if word == "(":
            inner = several()
            if words and words.pop(0) == ")":
                return inner
        if word in ("t", "f"):
            return ("and",) if word == "t" else ("or",)
        raise RefusedError(f"the condition {source!r} cannot be read")

    def several() -> Condition:
        either = [["and", one()]]
        while words and words[0] in ("&", "|"):
            if words.pop(0) == "&":
                either[-1].append(one())
            else:
                either.append(["and", one()])
        return ("or", *map(tuple, either))

    found = several()
    if words:
        raise RefusedError(f"the condition {source!r} cannot be read")
    return found


def opposite(condition: Condition) -> Condition:
    """Return the condition that is true where this one is false."""
    sign, *parts = condition
    signs = {"inf": "fin", "fin": "inf", "and": "or", "or": "and"}
    return (signs[sign], *(parts if sign in ("inf", "fin") else map(opposite, parts)))


def put(condition: Condition, known: dict[Condition, bool]) -> Condition:
    """Return a condition in which some of the ``inf`` and ``fin`` are known, without what is superfluous then."""
    sign, *parts = condition
    if sign in ("inf", "fin"):
        return {None: condition, True: ("and",), False: ("or",)}[known.get(condition)]
    kept: dict[Condition, None] = {}
    for one in (put(part, known) for part in parts):
        kept |= dict.fromkeys(one[1:] if one[0] == sign else (one,))
    decided = ("or",) if sign == "and" else ("and",)
    return decided if decided in kept else next(iter(kept)) if len(kept) == 1 else (sign, *kept)


def unseen(numbers: set[int]) -> dict[Condition, bool]:
    """Return what is known of sets that are not seen again and again."""
    return {(sign, i): sign == "fin" for i in numbers for sign in ("inf", "fin")}


def atoms(condition: Condition, word: str = "fin") -> set[int]:
    """Return the sets whose ``fin``, or whose ``inf``, stands in a condition."""
    sign, *parts = condition
    if sign in ("inf", "fin"):
        return {parts[0]} if sign == word else set()
    return set[int]().union(*(atoms(part, word) for part in parts))
