"""``heap-values``: the nimbers of a heap game that a code defines, and their period.

Each value is the mex of the options'; by induction on the heap the values are determined.

*The period holds for ever.* Let the moves leave at most h heaps, by digits up to k behind the point, and let G(n + p) =
G(n) for all n from the preperiod n0 up to h n0 + (h - 1) p + k. Take a larger heap n + p. Each of its moves leaves
heaps of n + p - j or more together, j <= k, so that the largest is at least n0 + p. Take p from it: that is a move from
n, to the same value by induction. So n and n + p have options of the same values, and the same mex.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from graphgames.reference.heap_code import LARGEST, Characters, Code, values_of_options
from graphgames.reference.kind import Kind
from graphgames.reference.problem import Problem, expect, read_problem
from graphgames.reference.reading import Fields, RefusedError, choice, dictionary, integer, listing, optional, text


class Values:
    """The values of some heaps of a game."""

    code: Code
    value: list[int]

    @cached_property
    def characters(self) -> Characters:
        """The same as characters."""
        return Characters(self.value)


class Heaps(Values):
    """The values of the heaps up to the largest, and the period, if there is one."""

    def __init__(self, problem: Problem, answers: Fields, proof: Fields):
        expect(problem, "heaps")
        self.game = problem
        code, largest = problem.data.take("code", text), problem.data.take("largest", integer(0))
        self.code, self.size = Code(code), largest + 1
        answers.take("code", choice(code))
        answers.take("largest", choice(largest))
        self.shown = answers.take("values", listing(integer(), self.size))
        proof.take("code", choice(code))
        proof.take("mask", integer(0, 2**62 - 1))  # a help for other checkers
        self.value = proof.take("values", listing(integer(0, LARGEST), self.size))
        period = proof.take("period", optional(dictionary))
        shown = answers.take("period", optional(dictionary))
        self.unproved = ["period"] if period is None and shown is not None and shown.get("proved") is False else []
        self.period = None if period is None else Period(Fields(period, "the period"))
        shows = shown if period is None or shown is None else vars(Period(Fields(shown, "solution.period")))
        if shows != (period and vars(self.period)) and not self.unproved:
            raise RefusedError("the solution and its certificate have different periods")

    def heaps(self) -> range:
        """Return the heaps whose values are compared with those of the options; behind them the period goes on."""
        return range(self.size if self.period is None else min(self.size, self.period.needed + self.period.period))

    def all_heaps(self) -> range:
        """Return all heaps."""
        return range(self.size)

    def periods(self) -> list[Period]:
        """Return the period, if there is one."""
        return [] if self.period is None else [self.period]


class Period:
    """The numbers of a period."""

    def __init__(self, file: Fields):
        self.preperiod, self.period, self.needed = (
            file.take(name, integer(low)) for name, low in (("preperiod", 0), ("period", 1), ("needed", 0))
        )
        file.take("saltus", choice(0))
        file.take("proved", choice(True))
        file.end()


def value_is_mex(c: Values, n: int) -> bool:
    """The value of a heap is the least number that no option has, the nim-sum of the heaps that are left."""
    rows = values_of_options(c.code, c.characters, n)
    if c.value[n] > sum(len(row.text) for row in rows):
        return False  # there are fewer options than smaller numbers
    missing = (1 << c.value[n]) - 1  # the smaller values, as bits
    for row in rows:
        missing &= ~row.found  # a row may be of other heaps, too
    ones: Iterable[str] = c.characters.at_bits(missing)
    for row in rows:
        written = row.text
        ones = [one for one in ones if one not in written]
        left = sum([1 << ord(one) for one in ones])
        row.found |= missing ^ left
        missing = left
    return not missing and not any(chr(c.value[n]) in row.text for row in rows)


def period_is_long_enough(c: Heaps, period: Period) -> bool:
    """The code has a last digit, and its values are known as far as the proof of the period needs them."""
    digits = c.code.digits
    heaps = 3 if any(d & 8 for d in digits) else 2 if any(d & 4 for d in digits) else 1
    needed = heaps * max(1, period.preperiod) + (heaps - 1) * period.period + len(digits) - 1
    enough = period.needed == needed and c.size >= needed + period.period
    return enough and not c.code.repeats and not c.code.unequal


def period_is_the_least(c: Heaps, period: Period) -> bool:
    """The values do not repeat from an earlier heap on, nor after fewer heaps: fewer would divide this many."""
    first, p = period.preperiod, period.period
    row = c.value[first : first + p]
    earlier = first > 0 and c.value[first - 1] == c.value[first - 1 + p]
    return not earlier and not any(row[q:] == row[:-q] for q in range(1, p // 2 + 1) if p % q == 0)


def value_repeats(c: Heaps, n: int) -> bool:
    """From the preperiod on, the value of a heap is that of the heap one period before."""
    before = n - (c.period.period if c.period else 0)
    return c.period is None or before < c.period.preperiod or c.value[n] == c.value[before]


def value_is_shown(c: Heaps, n: int) -> bool:
    """The solution shows this value."""
    return c.shown[n] == c.value[n]


KIND = Kind(
    Heaps,
    "the nimber of each heap up to the largest, and the period of the certificate, if it has one, for ever",
    {
        "heaps": (value_is_mex,),
        "periods": (period_is_long_enough, period_is_the_least),
        "all_heaps": (value_repeats, value_is_shown),
    },
    read_problem,
)
