"""Numbers by their two ends, as marks of policies compare them; an infinity is a float, which no fraction equals."""

from __future__ import annotations

from typing import Any

from graphgames.reference.reading import Exact, Infinite, RefusedError, bracket, exact, integer, listing

Pair = tuple[Any, Any]
"""The two ends of a number."""


def numbers(given: object, where: str) -> Pair:
    """Read the two ends of a number, infinities as floats."""
    if type(given) is int:
        return given, given
    low, high = (float(one.value) if isinstance(one, Infinite) else one for one in bracket(given, where))
    return low, high


def shown(given: object, where: str) -> Pair:
    """Read the two ends of a number as marks show it: in lowest terms, a whole one without quotes."""
    low, high = numbers(given, where)
    single = isinstance(given, str) and low == high and not isinstance(low, float)
    if single and (str(low) != given or (low.denominator == 1 and abs(low) < 2**63)):
        raise RefusedError(f"{where} is {given!r}; expected it in lowest terms, a whole number without quotes")
    return low, high


def probability(given: object, where: str) -> Exact:
    """Read the value of a draw."""
    if not 0 <= (found := exact(given, where)) <= 1:
        raise RefusedError(f"{where} is {found}; expected a number from 0 to 1")
    return found


def values(solution: dict[str, Any], valued: bool) -> list[Pair]:
    """Return the values that a solution claims; where who wins is all, 1 where player 0 does."""
    if valued:
        return listing(numbers)(solution["value"], "value")
    return [(1 - one, 1 - one) for one in listing(integer(0, 1))(solution["winner"], "winner")]


def doubled(number: Exact | None) -> Pair | None:
    """Return a number as its two ends."""
    return None if number is None else (number, number)


def less(one: Any, other: Any) -> Any:
    """Return a difference; infinities of one sign are the same."""
    return 0 if one == other else one - other
