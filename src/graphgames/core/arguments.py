"""Checks of arguments: the error says in one sentence what was passed and what was expected."""

from __future__ import annotations

from operator import index

from graphgames.core.errors import GameError, GraphGamesError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def integer(value: object, what: str, least: int = 0, most: int | None = None) -> int:
    """Return a whole number within bounds.

    Raise `GameError` if it is none; booleans and fractions are none.

    >>> integer(3, "the limit")
    3
    >>> integer(0.5, "the limit", 1)
    Traceback (most recent call last):
        ...
    graphgames.core.errors.GameError: the limit is 0.5; expected a whole number of at least 1
    """
    number = _whole(value)
    if number is None or number < least or (most is not None and number > most):
        there = f"from {least} to {most}" if most is not None else f"of at least {least}"
        raise GameError(f"{what} is {shown(value)}; expected a whole number {there}")
    return number


def place(value: object, count: int, what: str, error: type[GraphGamesError] = GameError, hint: str = "") -> int:
    """Return the number of one of so many things, from 0; raise the error if there is none of that number.

    >>> place(2, 3, "a vertex")
    2
    >>> place(3, 3, "a vertex")
    Traceback (most recent call last):
        ...
    graphgames.core.errors.GameError: 3 is not the number of a vertex; expected one from 0 to 2
    """
    number = value if type(value) is int else _whole(value)
    if number is None or not 0 <= number < count:
        there = f"expected one from 0 to {count - 1}" if count else "there is none"
        raise error(f"{shown(value)} is not the number of {what}; {there}{hint}")
    return number


def integers(values: object, what: str, least: int = 0, most: int | None = None) -> tuple[int, ...]:
    """Return several whole numbers within bounds, in their order.

    Raise `GameError` if they are not that.

    >>> integers([3, 1], "the heaps")
    (3, 1)
    """
    found = items(values, what)
    numbers = tuple(number for number in map(_whole, found) if number is not None)
    if len(numbers) < len(found) or any(number < least or (most is not None and number > most) for number in numbers):
        there = f"from {least} to {most}" if most is not None else f"of at least {least}"
        raise GameError(f"{what} are {shown(values)}; expected whole numbers {there}")
    return numbers


def items(values: Any, what: str, error: type[GraphGamesError] = GameError) -> list[Any]:
    """Return the items of a list, a set or another iterable that is not text; raise `GameError` if it is none."""
    if not isinstance(values, str | bytes):
        try:
            return list(values)
        except TypeError:
            pass
    raise error(f"{what} are {shown(values)}; expected a list or another iterable")


def function(value: object, what: str) -> Any:
    """Return a callable, or None; raise `GameError` if it cannot be called."""
    if value is not None and not callable(value):
        raise GameError(f"{what} is {shown(value)}; expected a function or None")
    return value


def replies(opponent: Any) -> Any:
    """Return the moves of an opponent as a function, given as one or as a dictionary; or None."""
    if not hasattr(opponent, "keys"):
        return function(opponent, "the opponent")

    def reply(position: Any) -> Any:
        if position not in opponent:
            raise GameError(f"the opponent has no move from {shown(position)}; add it to the dictionary")
        return opponent[position]

    return reply


def instance(value: object, cls: type, what: str) -> Any:
    """Return an object of a class; raise `GameError` if it is of another."""
    if not isinstance(value, cls):
        article = "an" if cls.__name__[:1] in "AEIOU" else "a"
        raise GameError(f"{what} is {shown(value)}; expected {article} {cls.__name__}")
    return value


def two_names(players: object, error: type[GraphGamesError] = GameError) -> tuple[str, str]:
    """Return the names of the two players; raise the error if they are not that."""
    if not isinstance(players, tuple | list) or len(players) != 2 or not all(isinstance(one, str) for one in players):
        raise error(f"players is {shown(players)}; expected the names of player 0 and player 1")
    return players[0], players[1]


def _whole(value: Any) -> int | None:
    """Return a whole number as Python's own, None if it is none."""
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return None
    try:
        return index(value)
    except TypeError:
        return None
