"""``sum-values``: sums of impartial games, which may have cycles; the file lists the moves of each.

The value of a position is the mex of those of its options, if each option without a value that is smaller, or not known
yet, has an option of that value itself, to which a move there is answered. Values that are found in this way are
nimbers: in a sum with a nim heap of that size whoever moves next loses (Smith 1966). Where no more are found, the value
is infinite, with the set of its options' nimbers.

Numbers add without carry. An infinite value beside a number is infinite, each number of its set added to that; it is
won if 0 is in the set, by the move there, and else a draw. So is the sum of two infinite values.
"""

from __future__ import annotations

from collections.abc import Hashable

from graphgames.reference.kind import Kind
from graphgames.reference.listed_rules import Position, position
from graphgames.reference.problem import Problem, expect, mex, read_problem
from graphgames.reference.reading import Fields, RefusedError, choice, integer, listing, optional, row

Value = int | frozenset[int]
"""A nimber, or the numbers in the set of an infinite value."""


class Moves:
    """The options of each position of a game, and the values that follow."""

    def __init__(self, file: Fields):
        self.by_rule = file.take("by_rule", choice(True, False))
        self.after: dict[Hashable, list[Hashable]] = {}
        for here, options in file.take("positions", listing(row(position, listing(position)))):
            if here in self.after:
                raise RefusedError(f"the position {here!r} is listed twice")
            self.after[here] = options
        file.end()
        if not all(option in self.after for options in self.after.values() for option in options):
            raise RefusedError("an option is not listed as a position")
        self.number = self.numbers()

    def numbers(self) -> dict[Hashable, int]:
        """Return the positions that are worth a number, found one after another."""
        found: dict[Hashable, int] = {}
        before: dict[Hashable, list[Hashable]] = {here: [] for here in self.after}
        for here, options in self.after.items():
            for option in options:
                before[option].append(here)
        waiting = list(self.after)
        while waiting:
            here = waiting.pop()
            least = mex({found[w] for w in self.after[here] if w in found})
            open_ones = [w for w in self.after[here] if w not in found]
            if here in found or not all(least in (found.get(x) for x in self.after[w]) for w in open_ones):
                continue
            found[here] = least
            waiting += [v for u in before[here] for v in (u, *before[u])]
        return found

    def value(self, here: Position) -> Value:
        """Return the value of a position."""
        return self.number.get(here, frozenset(self.number[w] for w in self.after[here] if w in self.number))


class Sum:
    """The parts of a sum, what the certificate says of each, and the outcome."""

    def __init__(self, problem: Problem, answers: Fields, proof: Fields):
        expect(problem, "sum")
        self.game = problem
        self.games = [Moves(file) for file in problem.data.take("games", listing(Fields))]
        part = row(integer(0, len(self.games) - 1), position, integer(1))
        self.part = problem.data.take("parts", listing(part))
        self.parts = range(len(self.part))
        answers.take("parts", choice(len(self.part)))
        self.given = proof.take("values", listing(optional(stated), len(self.part)))
        self.unevaluated = proof.take("unevaluated", optional(integer(0, len(self.part) - 1)))
        self.outcome = proof.take("outcome", choice("win", "loss", "draw"))
        answers.take("outcome", choice(self.outcome))
        for game, here, _ in self.part:
            if here not in self.games[game].after:
                raise RefusedError(f"the position {here!r} is not listed")

    def contributes(self, k: int) -> Value:
        """Return the value of a part as often as it comes."""
        game, here, times = self.part[k]
        value = self.games[game].value(here)
        if isinstance(value, int):
            return value if times % 2 else 0
        return value if times == 1 else frozenset()


def stated(given: object, where: str) -> Value:
    """Read a value; an infinite one is its set, alone in an array."""
    if not isinstance(given, list):
        return integer(0)(given, where)
    (infinite,) = row(Fields)(given, where)
    numbers = infinite.take("set", listing(integer(0)))
    infinite.end()
    return frozenset(numbers)


def value_is_right(c: Sum, k: int) -> bool:
    """The value of a part follows from its moves. There is none if the part comes an even number of times, so that one
    player can copy the other, or stands for itself; then its game is by rule and ends.
    """
    game, here, times = c.part[k]
    value, given = c.games[game].value(here), c.given[k]
    if given is None:
        return c.games[game].by_rule and isinstance(value, int) and (times % 2 == 0) != (k == c.unevaluated)
    return k != c.unevaluated and bool(given == value)


def outcome_follows(c: Sum, _: None) -> bool:
    """The parts add to the outcome. One that stands for itself does so beside a number."""
    total: Value = 0
    for k in c.parts:
        total = add(total, c.contributes(k))
    if isinstance(total, int):
        return c.outcome == ("win" if total else "loss")
    return c.unevaluated is None and c.outcome == ("win" if 0 in total else "draw")


def add(a: Value, b: Value) -> Value:
    """Return the sum of two values."""
    if isinstance(a, int) and isinstance(b, int):
        return a ^ b
    if isinstance(a, int):
        a, b = b, a
    return frozenset(k ^ b for k in a) if isinstance(b, int) and isinstance(a, frozenset) else frozenset()


KIND = Kind(
    Sum,
    "who wins the sum, and the values of its parts (by the moves that the file lists)",
    {"parts": (value_is_right,), "whole": (outcome_follows,)},
    read_problem,
)
