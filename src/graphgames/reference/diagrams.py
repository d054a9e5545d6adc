"""Sets of steps as decision diagrams, and formulas over Boolean and whole numbers as such sets.

A diagram is a node: a level, and the nodes where the bit of that level is 0 and where it is 1; 0 and 1 are the empty
set and all steps. There is one node for each, so that equal sets have equal numbers (Bryant 1986). Level 2k is bit k
before the step, level 2k + 1 the same bit after it.

The file is long, since it holds both the sets and the language of formulas; nothing is proved here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from itertools import accumulate, product

from graphgames.reference.reading import RefusedError

Set = int
Number = dict[int, Set]
"""A whole number that depends on the step: for each value the steps in which it has that."""
MOST = 4096
"""At most so many values of a number are looked at, one by one."""
DEEPEST = 150
"""At most so many brackets of a formula stand in each other."""
WORD = re.compile(r"[A-Za-z_][\w@.$]*'?|[0-9]+|!=|<=|>=|[^\s]")


class Diagrams:
    """The nodes that there are."""

    def __init__(self) -> None:
        self.nodes = [(2**31, 0, 0), (2**31, 1, 1)]
        self.number: dict[tuple[int, int, int], Set] = {}
        self.known: dict[tuple[Set, Set, Set], Set] = {}

    def node(self, level: int, low: Set, high: Set) -> Set:
        """Return the node of a level above these two."""
        if low == high:
            return low
        if (level, low, high) not in self.number:
            self.number[level, low, high] = len(self.nodes)
            self.nodes.append((level, low, high))
        return self.number[level, low, high]

    def choose(self, a: Set, b: Set, c: Set) -> Set:
        """Return b where a holds, and c elsewhere."""
        if a < 2 or b == c:
            return b if a else c
        if (a, b, c) not in self.known:
            level = min(self.nodes[one][0] for one in (a, b, c))
            low, high = ([self.branch(one, level, bit) for one in (a, b, c)] for bit in (1, 2))
            self.known[a, b, c] = self.node(level, self.choose(*low), self.choose(*high))
        return self.known[a, b, c]

    def branch(self, a: Set, level: int, bit: int) -> Set:
        """Return what is left of a set where the bit of a level is 0 (1) or 1 (2)."""
        return self.nodes[a][bit] if self.nodes[a][0] == level else a

    def both(self, *sets: Set) -> Set:
        """Return what is in all of these sets."""
        found = 1
        for one in sets:
            found = self.choose(one, found, 0)
        return found

    def either(self, *sets: Set) -> Set:
        """Return what is in one of these sets."""
        found = 0
        for one in sets:
            found = self.choose(one, 1, found)
        return found

    def no(self, a: Set) -> Set:
        """Return what is not in a set."""
        return self.choose(a, 0, 1)

    def mapped(self, a: Set, made: Callable[[int, Set, Set], Set]) -> Set:
        """Return a set made anew, node by node, from the last levels to the first."""
        found: dict[Set, Set] = {0: 0, 1: 1}

        def of(one: Set) -> Set:
            if one not in found:
                level, low, high = self.nodes[one]
                found[one] = made(level, of(low), of(high))
            return found[one]

        return of(a)

    def some(self, levels: Collection[int], a: Set) -> Set:
        """Return where some values of these bits lead into a set."""
        return self.mapped(a, lambda k, low, high: self.either(low, high) if k in levels else self.node(k, low, high))

    def every(self, levels: Collection[int], a: Set) -> Set:
        """Return where all values of these bits lead into a set."""
        return self.no(self.some(levels, self.no(a)))

    def then(self, states: Set) -> Set:
        """Return the steps that lead to some states: what was said of a bit before the step is said of it after."""
        return self.mapped(states, lambda k, low, high: self.node(k + 1, low, high))


class Formulas:
    """Reads formulas: parts joined by one sign, in brackets where they are joined themselves."""

    def __init__(self, sets: Diagrams, variables: dict[str, Set | Number]):
        self.sets, self.variables = sets, variables
        self.words: list[str] = []

    def set(self, said: str) -> Set:
        """Return the steps in which a formula holds."""
        self.words = WORD.findall(said)
        if max(accumulate({"(": 1, ")": -1}.get(word, 0) for word in self.words), default=0) > DEEPEST or "!!!" in said:
            raise RefusedError(f"the brackets of a formula are more than {DEEPEST} deep, or it says not not not")
        found = self.joined()
        if self.words or isinstance(found, dict):
            raise RefusedError(f"the formula {said!r} cannot be read, or is a number")
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
        if word == "-" and self.words and self.words[0].isdecimal():
            return {-int(self.words.pop(0)): 1}
        if word.isdecimal():
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
        elif not isinstance(a, dict) and not isinstance(b, dict) and sign in "&|^=!=":
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
