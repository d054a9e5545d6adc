"""Sets of steps as decision diagrams.

A diagram is a node: a level, and the nodes where the bit of that level is 0 and where it is 1; 0 and 1 are the empty
set and all steps. There is one node for each, so that equal sets have equal numbers (Bryant 1986). Level 2k is bit k
before the step, level 2k + 1 the same bit after it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

Set = int


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

    def levels(self, a: Set) -> set[int]:
        """Return the levels of the bits that a set depends on."""
        found = set[int]()

        def noted(level: int, low: Set, high: Set) -> Set:
            found.add(level)
            return self.node(level, low, high)

        self.mapped(a, noted)
        return found

    def some(self, levels: Collection[int], a: Set) -> Set:
        """Return where some values of these bits lead into a set."""
        return self.mapped(a, lambda k, low, high: self.either(low, high) if k in levels else self.node(k, low, high))

    def every(self, levels: Collection[int], a: Set) -> Set:
        """Return where all values of these bits lead into a set."""
        return self.no(self.some(levels, self.no(a)))

    def then(self, states: Set) -> Set:
        """Return the steps that lead to some states: what was said of a bit before the step is said of it after."""
        return self.mapped(states, lambda k, low, high: self.node(k + 1, low, high))
