"""The certificates of heap games: the values of the heaps with their period, and a misère quotient."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate
from graphgames.core.claim import Each, Integer, Maybe, Record, Truth, Word


@dataclass(frozen=True)
class HeapPeriod:
    """Where the values of a heap game begin to repeat: G(n + period) = G(n) + saltus for all n >= preperiod."""

    preperiod: Annotated[int, Integer(0)]
    """The heaps from 0 on that do not belong to the repetition."""
    period: Annotated[int, Integer(1)]
    """After how many heaps the values come again."""
    saltus: Annotated[int, Integer(0)]
    """By how much they have grown then; 0 for every octal game."""
    needed: Annotated[int, Integer(0)]
    """The proof needs the values of the heaps below this. For a code with k digits behind the point whose moves leave
    at most h heaps, agreement for preperiod <= n < h preperiod + (h - 1) period + k proves the period for ever (Guy
    & Smith 1956 for h = 2): of the heaps that a larger one leaves, the largest is one period beyond the preperiod."""
    proved: Annotated[bool, Truth()]
    """Whether so many values were at hand; otherwise the repetition was only seen."""

    def __str__(self) -> str:
        growth = f", saltus {self.saltus}" if self.saltus else ""
        proof = "proved for ever" if self.proved else "seen, not proved"
        return f"pre-period {self.preperiod}, period {self.period}{growth} ({proof})"

    def index(self, n: int) -> tuple[int, int]:
        """Return a heap below preperiod + period of the same value, and what to add to that value."""
        if n < self.preperiod + self.period:
            return n, 0
        times, rest = divmod(n - self.preperiod, self.period)
        return self.preperiod + rest, times * self.saltus


@dataclass(frozen=True, eq=False)
class HeapValues(Certificate):
    """The values of the heaps of a game, each the least that no option has.

    Attributes
    ----------
    values : ndarray of int32, shape (n,)
        Of heaps 0 to n - 1.
    mask : int
        Values with an even number of bits in it are rare. A rare heap and a common one make a common sum, so that for a
        heap of common value only the splits with a rare heap need to be looked at: any mask is right, a good one makes
        the check fast.
    period : HeapPeriod or None
        Where the values repeat, if it is proved; then only the first ``needed + period`` are checked one by one.
    code : str
        The rules: the code of the game, with three points where its last digit repeats for ever.
    """

    kind: ClassVar[str] = "heap-values"
    proves: ClassVar[Mapping[str, str]] = {
        "values": "two_heap_faults three_heap_faults",
        "period": "period_faults",
        "game": "rule_faults",
    }
    values: Annotated[NDArray[np.int32], Each(Integer(0))]
    mask: Annotated[int, Integer(0, 2**62 - 1)]
    period: Annotated[HeapPeriod | None, Maybe(Record())]
    code: Annotated[str, Word()]


@dataclass(frozen=True, eq=False)
class QuotientTable(Certificate):
    """The misère quotient of a heap game: a finite commutative monoid, and what each heap is in it."""

    kind: ClassVar[str] = "misere-quotient"
    proves: ClassVar[Mapping[str, str]] = {
        "product": "_monoid_faults",
        "losing": "_outcome_faults",
        "game": "rule_faults",
    }
    product: Annotated[NDArray[np.int64], Each(Integer(0, "elements-1"), "elements", "elements")]
    """The multiplication table; element 0 is the identity, shape (k, k)."""
    losing: Annotated[NDArray[np.bool_], Each(Truth(), "elements")]
    """Whether the player to move loses the sums of an element, shape (k,)."""
    heaps: Annotated[NDArray[np.int64], Each(Integer(0, "elements-1"), "heaps")]
    """The element of each heap, shape (up_to + 1,)."""
    elements: Annotated[tuple[tuple[int, ...], ...], Each(Each(Integer(0)))]
    """Heaps that together make each element."""
    code: Annotated[str, Word()]
    """The rules: the code of the game, with three points where its last digit repeats for ever."""
