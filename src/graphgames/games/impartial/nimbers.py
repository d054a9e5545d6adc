"""Nimbers: Sprague-Grundy arithmetic, with the loopy values of games that may not end.

A value is an ``int`` for a position that is as good as a nim heap, or `LoopyNimber` where the play can be kept going
(Smith 1966; Fraenkel & Perl 1975; Fraenkel & Yesha, *The generalized Sprague-Grundy function and its invariance under
certain mappings*, 1986).
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from functools import reduce

from graphgames.core.arguments import integer, integers
from graphgames.core.errors import GameError, shown
from graphgames.core.oracle import Outcome
from graphgames.core.unknown_attributes import Suggesting


@dataclass(frozen=True)
class LoopyNimber(Suggesting):
    """A loopy value: an infinite value with the set of nimbers that one move can reach.

    Attributes
    ----------
    reached : frozenset of int
        The K of infinity(K). The player to move wins if 0 is among them; otherwise it is a draw.

    Examples
    --------
    >>> print(LoopyNimber(frozenset({0, 2})))
    infinity(0, 2)
    """

    reached: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if not isinstance(self.reached, Set) or not all(isinstance(value, int) for value in self.reached):
            raise GameError(
                f"the nimbers that are reached are {shown(self.reached)}; expected a set of whole numbers; "
                "nimber(graph, vertex) is the value of a vertex, and grundy_values(graph) has all"
            )

    def __str__(self) -> str:
        return f"infinity({', '.join(map(str, sorted(self.reached)))})"


Nimber = int | LoopyNimber
"""The value of a position."""


def mex(values: Iterable[int] | int, *more: int) -> int:
    """Return the least number, from 0 on, that is not among the values, in a list or one by one.

    The mex of the nimbers of the options is the nimber of a position.

    Raise `GameError` if they are not whole numbers.

    Examples
    --------
    >>> mex([0, 1, 3, 1]), mex(0, 2)
    (2, 1)
    """
    return least_absent(set(integers((values, *more) if isinstance(values, int) else values, "the values")))


def least_absent(seen: Set[int]) -> int:
    """Return the `mex` of a set of whole numbers, which are not looked at: searches ask at every position."""
    return next(least for least in range(len(seen) + 1) if least not in seen)


def nim_add(a: Nimber, b: Nimber) -> Nimber:
    """Return the value of a sum of two games.

    Two nimbers add bit by bit without carry; infinity(A) + n is infinity(A with n added to each); two infinities make a
    sum that nobody can be forced to lose, infinity().

    >>> nim_add(3, 5), nim_add(LoopyNimber(frozenset({1, 4})), 1), nim_add(LoopyNimber(), LoopyNimber(frozenset({0})))
    (6, LoopyNimber(reached=frozenset({0, 5})), LoopyNimber(reached=frozenset()))
    """
    if isinstance(a, int):
        return a ^ b if isinstance(b, int) else nim_add(b, a)
    return LoopyNimber(frozenset(k ^ b for k in a.reached)) if isinstance(b, int) else LoopyNimber()


def nim_sum(*values: Nimber | Iterable[Nimber]) -> Nimber:
    """Return the nim-sum of values: the value of a sum of games that have these values; 0 for none.

    The values may stand in a list, too. Raise `GameError` if one is no nimber.

    Examples
    --------
    >>> nim_sum(3, 5), nim_sum([1, 2, 4]), nim_sum()
    (6, 7, 0)
    """
    nothing: Nimber = 0
    if len(values) == 1 and isinstance(values[0], Iterable) and not isinstance(values[0], str | bytes):
        values = tuple(values[0])
    given = (one if isinstance(one, LoopyNimber) else integer(one, "a value") for one in values)
    return reduce(nim_add, given, nothing)


def nim_product(a: int, b: int) -> int:
    """Return the nim-product of two nimbers below 2**512, with which they are a field (Conway, ONAG, chapter 6).

    It is the mex of a'b + ab' + a'b' over all smaller a' and b', and is found by splitting at Fermat powers of 2, whose
    square is 3/2 of them: O(k^2) for k bits. Raise `GameError` if one is no whole number from 0.

    Examples
    --------
    >>> nim_product(2, 2), nim_product(4, 6), nim_product(16, 16)
    (3, 14, 24)
    """
    return _product(integer(a, "a value", 0, 2**512 - 1), integer(b, "a value", 0, 2**512 - 1))


def _product(a: int, b: int) -> int:
    if a < 2 or b < 2:
        return a * b
    half = 1  # 2**half is the largest Fermat power that is no larger than both
    while max(a, b) >> 2 * half:
        half *= 2
    power = 1 << half
    low, high = _product(a % power, b % power), _product(a >> half, b >> half)
    mixed = _product(a % power ^ a >> half, b % power ^ b >> half)
    return (mixed ^ low) << half ^ low ^ _product(high, power >> 1)


def nim_outcome(value: Nimber) -> Outcome:
    """Return what a value means for the player to move under normal play: ``"win"``, ``"draw"`` or ``"loss"``.

    >>> nim_outcome(0), nim_outcome(3)
    ('loss', 'win')
    >>> nim_outcome(LoopyNimber(frozenset({0}))), nim_outcome(LoopyNimber(frozenset({1})))
    ('win', 'draw')
    """
    if isinstance(value, LoopyNimber):
        return Outcome.WIN if 0 in value.reached else Outcome.DRAW
    return Outcome.WIN if value else Outcome.LOSS
