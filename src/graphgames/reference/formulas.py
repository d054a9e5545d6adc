"""Formulas over Boolean and whole numbers, as the sets of steps in which they hold; nothing is proved here."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import accumulate, product

from graphgames.reference.diagrams import Diagrams, Set
from graphgames.reference.reading import RefusedError

Number = dict[int, Set]
"""A whole number that depends on the step: for each value the steps in which it has that."""


MOST = 4096
"""At most so many values of a number are looked at, one by one."""


DEEPEST = 150
"""At most so many brackets of a formula stand in each other."""


NAME = r"[A-Za-z_][\w@.$]*"
WORD = re.compile(rf"{NAME}'?|[0-9]+|!=|<=|>=|[^\s]")


class Formulas:
    """Reads formulas: parts joined by one sign, in brackets where they are joined themselves."""

    def __init__(self, sets: Diagrams, variables: dict[str, Set | Number]):
        self.sets, self.variables = sets, variables
        self.words: list[str] = []

    def set(self, formula: str) -> Set:
        """Return the steps in which a formula holds."""
        self.words = WORD.findall(formula)
        if (
            max(accumulate({"(": 1, ")": -1}.get(word, 0) for word in self.words), default=0) > DEEPEST
            or "!!!" in formula
        ):
            raise RefusedError(f"a formula has brackets more than {DEEPEST} deep, or three signs of negation in a row")
        found = self.joined()
        if self.words or isinstance(found, dict):
            raise RefusedError(f"the formula {formula!r} cannot be read, or is a number")
        return found

    def joined(self) -> Set | Number:
        """Read parts with one sign between them."""
        found, first = self.part(), self.words[:1]
        while self.words and self.words[0] != ")":
            sign = self.words.pop(0)
            if [sign] != first:
                raise RefusedError(f"{first[0]} and {sign} join parts without brackets")
            found = self.two(sign, found, self.part())
        return found

    def part(self) -> Set | Number:
        """Read a variable, a constant, a negation, or what stands in brackets."""
        word = self.words.pop(0) if self.words else ""
        if word == "(":
            found = self.joined()
            if not self.words or self.words.pop(0) != ")":
                raise RefusedError("a bracket of a formula is not closed")
            return found
        if word == "!" and not isinstance(inner := self.part(), dict):
            return self.sets.no(inner)
        if word == "-" and self.words and re.fullmatch("[0-9]+", self.words[0]):
            return {-int(self.words.pop(0)): 1}
        if re.fullmatch("[0-9]+", word):
            return {int(word): 1}
        if word in ("TRUE", "FALSE"):
            return int(word == "TRUE")
        if word not in self.variables:
            raise RefusedError(f"{word!r} in a formula is not a variable")
        return self.variables[word]

    def two(self, sign: str, a: Set | Number, b: Set | Number) -> Set | Number:
        """Return what a sign makes of two parts."""
        s = self.sets
        if isinstance(a, dict) and isinstance(b, dict):
            if sign in ("+", "-"):
                return number(s, [((x + y if sign == "+" else x - y), s.both(a[x], b[y])) for x, y in product(a, b)])
            if sign in ("=", "!="):
                same = s.either(*(s.both(a[x], b[x]) for x in a.keys() & b.keys()))
                return same if sign == "=" else s.no(same)
            if sign in ("<", ">="):
                return less(s, a, b) if sign == "<" else s.no(less(s, a, b))
            if sign in (">", "<="):
                return less(s, b, a) if sign == ">" else s.no(less(s, b, a))
        elif not isinstance(a, dict) and not isinstance(b, dict) and sign in ("&", "|", "^", "=", "!="):
            unlike = s.choose(a, s.no(b), b)
            made = {"&": s.both(a, b), "|": s.either(a, b), "=": s.no(unlike)}
            return made.get(sign, unlike)
        raise RefusedError(f"{sign} does not join such parts")


def less(sets: Diagrams, a: Number, b: Number) -> Set:
    """Return the steps in which a number is less than another, from the largest value down."""
    found = above = 0
    for value in sorted(a.keys() | b.keys(), reverse=True):
        found = sets.either(found, sets.both(a.get(value, 0), above))
        above = sets.either(above, b.get(value, 0))
    return found


def number(sets: Diagrams, cases: Collection[tuple[int, Set]]) -> Number:
    """Return the number that has these values where they are named."""
    found: Number = {}
    for value, where in cases:
        if where:
            found[value] = sets.either(found.get(value, 0), where)
    if len(found) > MOST:
        raise RefusedError(f"a number has more than {MOST} values, which are looked at one by one")
    return found
