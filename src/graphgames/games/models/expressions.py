"""Expressions over the variables of a model, for all its states at once, in exact numbers.

A value is a number or a boolean where it is the same in every state, else an array with one for each.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError
from graphgames.core.value import Bracket, ends, objects, plain
from graphgames.games.models.trees import Node, PropertyError

_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}
_LOGIC: dict[str, Callable[..., Any]] = {
    "!": lambda a: ~a if isinstance(a, np.ndarray) else not a,
    "&": operator.and_,
    "|": operator.or_,
    "=>": lambda a, b: _LOGIC["!"](a) | b,
    "<=>": operator.eq,
}
_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda a, b: _each(Fraction, a, b),
}
_FUNCTIONS: dict[str, tuple[int, Callable[..., Any]]] = {
    "floor": (1, lambda a: _each(lambda one, _: int(one // 1), a, 0)),
    "ceil": (1, lambda a: _each(lambda one, _: int(-(-one // 1)), a, 0)),
    "round": (1, lambda a: _each(lambda one, _: int((one + Fraction(1, 2)) // 1), a, 0)),
    "mod": (2, lambda a, b: _remainder(a, b)),
    "pow": (2, lambda a, b: _each(_power, a, b)),
}
"""Functions with the number of their arguments."""
PATHS = ("X", "F", "G", "U", "W", "release")
"""The kinds of nodes that speak of paths."""

_LARGE = 2**62
_MOST_BITS = 100_000
"""A power of more bits is refused."""


def evaluate(node: Node, leaf: Callable[[Node], Any]) -> Any:
    """Return the value of an expression; ``leaf`` gives that of names, labels and operators of properties.

    Raise `PropertyError`, with the place, if it has none.
    """
    if node.type == "number":
        return node.more
    if node.type in ("name", "label", "P", "R", "S", "filter", "multi"):
        return leaf(node)
    if node.type in PATHS:
        raise PropertyError(node.at, f"{node.type} is a path operator, which must stand inside P or R")
    parts = [evaluate(part, leaf) for part in node.parts]
    try:
        return _applied(node, parts)
    except (ZeroDivisionError, OverflowError):
        raise PropertyError(node.at, f"{node.more or node.type!r} divides by zero or is too large") from None


def _applied(node: Node, parts: list[Any]) -> Any:
    """Return what an operator makes of values."""
    sign = node.type
    if sign in _LOGIC:
        _expect(True, node, parts)
        return _LOGIC[sign](*parts)
    if sign == "?":
        _expect(True, node, parts[:1])
        return np.where(*parts) if isinstance(parts[0], np.ndarray) else parts[1 if parts[0] else 2]
    _expect(sign in ("=", "!=") and any(map(_is_boolean, parts)), node, parts)
    if sign in _COMPARISONS:
        return compared(sign, *parts)
    if sign == "call":
        return _called(node, parts)
    return _ARITHMETIC[sign](*map(_wide, parts))


def compared(sign: str, left: Any, right: Any) -> Any:
    """Return how values compare; raise `GameError` where that is open, as one lies in a bracket."""
    if not (_is_objects(left) or _is_objects(right)):
        if not any(isinstance(part, Bracket) for part in (left, right)):
            return _COMPARISONS[sign](left, right)
        return _sure(sign, left, right)
    return _each(lambda a, b: _sure(sign, a, b), left, right).astype(np.bool_)


def _sure(sign: str, left: Any, right: Any) -> bool:
    """Return how two values compare that may be brackets."""
    (low, high), (least, most) = ends(left), ends(right)
    found = {_COMPARISONS[sign](a, b) for a in (low, high) for b in (least, most)}
    meet = sign in ("=", "!=") and max(low, least) <= min(high, most) and not low == high == least == most
    if len(found) > 1 or meet:
        raise GameError(
            f"whether {left} {sign} {right} is undecided; of a game a smaller --precision narrows the bracket"
        )
    return bool(found.pop())


def _called(node: Node, parts: list[Any]) -> Any:
    name, found = node.more, [_wide(part) for part in parts]
    if name in ("min", "max") and found:
        return reduce(lambda a, b: _each(min if name == "min" else max, a, b), found)
    if name not in _FUNCTIONS:
        exact = f"{', '.join(_FUNCTIONS)}, min and max"
        raise PropertyError(node.at, f"there is no exact function {name!r}", exact)
    wanted, function = _FUNCTIONS[name]
    if wanted != len(found):
        raise PropertyError(node.at, f"{name} has {len(found)} arguments", str(wanted))
    return function(*found)


def _remainder(left: Any, right: Any) -> Any:
    if np.any(right == 0):
        raise ZeroDivisionError
    return left % right


def _power(base: Any, exponent: Any) -> Any:
    size = Fraction(base).numerator.bit_length() + Fraction(base).denominator.bit_length()
    if not isinstance(plain(exponent), int) or abs(exponent) * size > _MOST_BITS:
        raise OverflowError
    return Fraction(base) ** int(exponent)


def _each(function: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    """Return a function of numbers, once for each pair of distinct ones."""
    if not any(isinstance(part, np.ndarray) for part in (left, right)):
        return plain(function(left, right))
    lefts, rights = np.broadcast_arrays(left, right)
    known: dict[Any, Any] = {}
    pairs = list(zip(lefts.tolist(), rights.tolist(), strict=True))
    for pair in pairs:
        if pair not in known:
            known[pair] = plain(function(*pair))
    row = objects(known[pair] for pair in pairs)
    small = all(isinstance(one, int) and abs(one) < _LARGE for one in known.values())
    return row.astype(np.int64) if small else row


def _wide(value: Any) -> Any:
    """Return numbers that cannot overflow when two of them meet: those of 31 bits as int64, else as Python's."""
    if isinstance(value, np.ndarray) and value.dtype != object and value.size:
        return value if max(abs(int(value.min())), abs(int(value.max()))) < 2**31 else value.astype(object)
    return value


def _is_objects(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.dtype == np.object_


def _is_boolean(value: Any) -> bool:
    return isinstance(value, bool) or (isinstance(value, np.ndarray) and value.dtype == np.bool_)


def _expect(boolean: bool, node: Node, values: list[Any]) -> None:
    """Raise `PropertyError` unless all of the first parts of a node have truth values, or numbers."""
    for part, value in zip(node.parts, values, strict=False):
        if boolean and not _is_boolean(value):
            raise PropertyError(part.at, "this is a number", f"something true or false for {node.type!r}")
        if not boolean and _is_boolean(value):
            raise PropertyError(part.at, "this is true or false", f"a number for {node.more or node.type!r}")


def mask(value: Any, states: int) -> NDArray[np.bool_]:
    """Return a value that is true or false as an array."""
    return np.full(states, value) if isinstance(value, bool) else np.asarray(value, np.bool_)
