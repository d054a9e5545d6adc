"""Exact values of positions: an integer, a fraction, infinity, or a bracket around a number; never a float.

Numbers are read exactly: "0.1" is 1/10. Where a float may be given (`decimal`, `numbers`) it is the decimal that it is
written as, so 0.1 is 1/10, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, ROUND_CEILING, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from functools import total_ordering
from math import inf, lcm
from numbers import Real
from typing import Any, TypeAlias

from graphgames.core.arrays import frozen, owned, sealed
from graphgames.core.errors import GameError, shown
from graphgames.core.late import NDArray, np
from graphgames.core.unknown_attributes import Suggesting


@total_ordering
class Infinite:
    """Infinity: larger than every number; with the sign -1 smaller than every number.

    It equals the float of that name, and a number may be added and subtracted.

    >>> INFINITY > 10**100, -INFINITY < Fraction(1, 3) < INFINITY, max(3, INFINITY)
    (True, True, ∞)
    >>> INFINITY == float("inf"), INFINITY + 1, 5 - INFINITY
    (True, ∞, -∞)
    """

    __slots__ = ("sign",)

    def __init__(self, sign: int = 1):
        self.sign = 1 if sign > 0 else -1

    def __float__(self) -> float:
        return self.sign * inf

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Infinite):
            return self.sign == other.sign
        return isinstance(other, Real | Decimal) and bool(float(self) == other)

    def __lt__(self, other: Any) -> bool:
        if isinstance(other, Infinite):
            return self.sign < other.sign
        return bool(other > float(self)) if isinstance(other, Real | Decimal) else NotImplemented  # type: ignore[operator]

    def __hash__(self) -> int:
        return hash(float(self))

    def __neg__(self) -> Infinite:
        return Infinite(-self.sign)

    def __add__(self, other: object) -> Infinite:
        if not isinstance(other, Infinite | Real | Decimal) or other != other:  # which is true of "not a number"
            return NotImplemented
        if other == -self:
            raise GameError(f"{self!r} and {-self!r} have no sum")
        return self

    __radd__ = __add__

    def __sub__(self, other: Any) -> Infinite:
        return self.__add__(-other)

    def __rsub__(self, other: object) -> Infinite:
        return (-self).__add__(other)

    def __repr__(self) -> str:
        return "∞" if self.sign > 0 else "-∞"


INFINITY = Infinite()
"""Larger than every number."""

Exact: TypeAlias = int | Fraction
"""A number that is known exactly."""


@dataclass(frozen=True)
class Bracket(Suggesting):
    """Two exact numbers with the value between them, both included.

    Raise `GameError` if the low end is above the high end.

    Examples
    --------
    >>> bracket = Bracket(Fraction(1, 3), 1)
    >>> print(bracket, float(bracket), bracket.width, Fraction(1, 2) in bracket)
    0.7 ± 0.4 0.6666666666666666 2/3 True
    >>> bracket > 0, bracket >= Bracket(0, Fraction(1, 3))
    (True, True)
    >>> bracket > Fraction(1, 2)
    Traceback (most recent call last):
        ...
    graphgames.core.errors.GameError: 0.7 ± 0.4 may be above 1/2 or not; a smaller precision may decide, and
    float(value), or a column's astype(float), orders by the middles
    """

    low: Exact | Infinite
    high: Exact | Infinite

    def __post_init__(self) -> None:
        if self.low > self.high:
            ends = f"{written(self.low)} to {written(self.high)}"
            raise GameError(f"a bracket runs from {ends}; expected the smaller number first")

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, Infinite | Real | Decimal):
            raise GameError(f"{shown(number)} is not a number; expected one that may lie in the bracket {self}")
        given: Any = number
        return bool(self.low <= given <= self.high)

    @property
    def width(self) -> Exact | Infinite:
        """How far the ends are apart."""
        width: Exact | Infinite = 0 if self.low == self.high else plain(self.high - self.low)
        return width

    def __float__(self) -> float:
        """Return the middle; of a bracket with one infinite end that end, and of all numbers nan."""
        low, high = self.low, self.high
        if isinstance(low, Infinite) or isinstance(high, Infinite):
            return (float(low) + float(high)) / 2
        return float(Fraction(low + high, 2))

    def __lt__(self, other: Any) -> bool:
        return _decided(self, "below", other, lambda one, two: one < two)

    def __le__(self, other: Any) -> bool:
        return _decided(self, "at most", other, lambda one, two: one <= two)

    def __gt__(self, other: Any) -> bool:
        return _decided(self, "above", other, lambda one, two: one > two)

    def __ge__(self, other: Any) -> bool:
        return _decided(self, "at least", other, lambda one, two: one >= two)

    def __str__(self) -> str:
        return in_words(self)

    def __format__(self, layout: str) -> str:
        """Return the middle as a layout such as ``.3f`` writes it; without one what ``str`` does."""
        return format(float(self), layout) if layout else str(self)


def _decided(bracket: Bracket, how: str, other: Any, compare: Callable[[Any, Any], bool]) -> bool:
    """Return what holds for all numbers in brackets; raise `GameError` if it holds for some and not for others."""
    if not isinstance(other, Bracket | Infinite | Real | Decimal):
        return NotImplemented  # type: ignore[no-any-return]
    given: Any = other
    answers = {compare(one, two) for one in ends(bracket) for two in ends(given)}
    if len(answers) > 1:
        raise GameError(
            f"{in_words(bracket)} may be {how} {in_words(given)} or not; a smaller precision may decide, and "
            "float(value), or a column's astype(float), orders by the middles"
        )
    return answers.pop()


class Brackets:
    """A bracket for each vertex, as integers over one denominator: what an array of `Bracket` says, in less room.

    ``low`` and ``high`` are arrays of int64, shape (n,). An entry, a slice and ``tolist`` give integers and Fractions
    where both ends are the same, and brackets elsewhere.

    Raise `GameError` if a low end is above the high end.

    >>> Brackets(np.array([0, 2, 4]), np.array([0, 3, 4]), 4).tolist()
    [0, Bracket(low=Fraction(1, 2), high=Fraction(3, 4)), 1]
    """

    def __init__(self, low: NDArray[np.int64], high: NDArray[np.int64], denominator: int):
        self.low, self.high, self.denominator = owned(low, np.int64), owned(high, np.int64), denominator
        self.size, self.shape = self.low.size, self.low.shape
        if (self.low > self.high).any():
            raise GameError("a bracket runs from a larger to a smaller number; expected the smaller number first")

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type that an array of the entries has."""
        return np.dtype(object)

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, int | np.integer):
            return self._value(int(self.low[place]), int(self.high[place]))
        return Brackets(self.low[place], self.high[place], self.denominator)

    def _value(self, low: int, high: int) -> Value:
        ends = [_whole(Fraction(end, self.denominator)) for end in (low, high)]
        return ends[0] if low == high else Bracket(*ends)

    def __repr__(self) -> str:
        return f"Brackets({shown(self[:8].tolist() if self.size > 8 else self.tolist())}, size={self.size})"

    def tolist(self) -> list[Value]:
        """Return the entries as a list; what is the same is one object."""
        values: list[Value] = self.__array__().tolist()
        return values

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        array = mapped(lambda pair: self._value(*pair), zip(self.low.tolist(), self.high.tolist(), strict=True))
        return array if dtype is None else array.astype(dtype)

    def astype(self, dtype: Any) -> NDArray[Any]:
        """Return an array of another type: of floats the middles."""
        return self.__array__(dtype)


Value: TypeAlias = int | Fraction | Infinite | Bracket
"""What a position is worth. ``str(value)`` writes it for people ("7/3", "∞", "0.4 ± 0.1"), `written` exactly."""


def ends(value: Value) -> tuple[Exact | Infinite, Exact | Infinite]:
    """Return the two ends of a bracket; of any other value twice itself.

    >>> ends(Bracket(0, 1)), ends(3)
    ((0, 1), (3, 3))
    """
    return (value.low, value.high) if isinstance(value, Bracket) else (value, value)


_NUMBER = r"[-+]?(?:[0-9]+(?:/[0-9]+)?|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?)"
_BRACKET = r"\[([^,\[\]]*),([^,\[\]]*)\]"
_INFINITE = {"inf": INFINITY, "+inf": INFINITY, "-inf": -INFINITY, "∞": INFINITY, "+∞": INFINITY, "-∞": -INFINITY}
SAFE = 2**62
"""Numbers below it are computed with in 64 bits: the sum or difference of two of them fits."""

_MANY = 1000  # entries, of which it is quicker to look at each object once
_EXACT = 2**53  # any program reads an integer of JSON exactly that is no larger
_LONGEST = 4000  # digits, of a number that Python reads and writes by itself
_FRACTION = r"(?<![\w/.])(-?[0-9]+)/([1-9][0-9]*)(?![\w/])"
_QUOTED = 60  # characters, of a number in a message
_ROOM = 9  # characters, of a fraction that people read exactly
_LARGE = 15  # digits, of an integer that people read exactly
_PLACES = 12  # decimals, at most, of the middle of a bracket
_LONG = r"(?P<sign>[-+]?)(?P<digits>[0-9]+(?:/[0-9]+)?)"


def parse(text: str) -> Value:
    """Return the value that a text says exactly: "7/3", "-1.25", "1e-6", "inf" or "[1/3, 1/2]".

    Raise `GameError` if it is none.

    >>> parse("-1.25"), parse("4/2"), parse("inf"), parse("[0, 1/2]")
    (Fraction(-5, 4), 2, ∞, Bracket(low=0, high=Fraction(1, 2)))
    """
    words = text.strip()
    if words.lower() in _INFINITE:
        return _INFINITE[words.lower()]
    if bracket := re.fullmatch(_BRACKET, words):
        ends: Any = map(parse, bracket.groups())
        return Bracket(*ends)
    return number(text)


def number(given: object) -> Exact:
    """Return an argument as an exact number: an integer, a Fraction, a Decimal, or text as in `parse`.

    Raise `GameError` if it is no number, or a float.

    >>> number("0.1"), number(Fraction(4, 2))
    (Fraction(1, 10), 2)
    >>> number(0.5)
    Traceback (most recent call last):
        ...
    graphgames.core.errors.GameError: 0.5 is a float, which is rounded; give it exactly, as the text "0.5" or a Fraction
    """
    if isinstance(given, float | np.floating):
        raise GameError(f'{given} is a float, which is rounded; give it exactly, as the text "{given}" or a Fraction')
    if isinstance(given, int | np.integer) and not isinstance(given, bool):
        return int(given)
    if isinstance(given, Fraction) or (isinstance(given, Decimal) and given.is_finite()):
        return _whole(Fraction(given))
    if isinstance(given, str) and (long := re.fullmatch(_LONG, given.strip())):
        top, *bottom = [whole(digits) for digits in long["digits"].split("/")]
        signed = -top if long["sign"] == "-" else top
        if not bottom:
            return signed
        if bottom[0]:
            return _whole(Fraction(signed, bottom[0]))
    if isinstance(given, str) and len(given) <= _LONGEST and re.fullmatch(_NUMBER, given.strip()):
        try:
            return _whole(Fraction(given.strip()))
        except ZeroDivisionError:
            raise GameError(f'"{given}" divides by zero') from None
    raise GameError(f'{shown(given)} is not a number; expected an integer, a Fraction, or text like "7/3" or "0.1"')


def is_number(given: object) -> bool:
    """Return whether something is an exact number, as `number` reads it."""
    try:
        number(given)
    except GameError:
        return False
    return True


def decimal(given: object) -> Exact:
    """Return an argument as `number` does, but a float as the decimal that it is written as: 0.1 is 1/10."""
    return number(repr(float(given)) if isinstance(given, float | np.floating) else given)


def plain(value: object) -> Any:
    """Return a NumPy integer, or a Fraction that is whole, as an ``int``; anything else as it is."""
    return int(value) if isinstance(value, np.integer) else _whole(value) if isinstance(value, Fraction) else value


def _whole(given: Fraction) -> Exact:
    return given.numerator if given.denominator == 1 else given


def to_json(value: Value) -> int | str:
    """Return a value as JSON holds it: an integer as a number unless it is large, else as text that `parse` reads.

    >>> to_json(3), to_json(Fraction(7, 3)), to_json(-INFINITY)
    (3, '7/3', '-inf')
    """
    found = plain(value)
    return found if isinstance(found, int) and abs(found) <= _EXACT else written(found).replace("∞", "inf")


def written(value: Value) -> str:
    """Return a value exactly, an integer of however many digits; `parse` reads it.

    >>> len(written(Fraction(10**5000, 3)))
    5003
    """
    if isinstance(value, Bracket):
        return f"[{written(value.low)}, {written(value.high)}]"
    if isinstance(value, Fraction):
        return f"{written(value.numerator)}/{written(value.denominator)}"
    if not isinstance(value, int) or value.bit_length() < 3 * _LONGEST:
        return str(value)
    return format(Context(MAX_PREC, Emax=MAX_EMAX).create_decimal(value), "f")


def quoted(value: Value) -> str:
    """Return a value for a message, however many digits it has: the first of them.

    >>> quoted(Fraction(1, 3)), quoted(10**5000)
    ('1/3', '100000000000000000000000000000000000000000000000000000000...')
    """
    words = written(value)
    return words if len(words) <= _QUOTED else f"{words[: _QUOTED - 3]}..."


def in_words(value: Value) -> str:
    """Return a value for people to read: short numbers exactly, long ones and brackets rounded, and marked so.

    A number with the sign ≈ has about six digits; it never looks whole where the value is not. One that is a decimal of
    so few digits is written as that. A bracket is written as
    its middle, and how far from it the value may be at most.

    >>> in_words(Fraction(1, 3)), in_words(Fraction(218996703, 3000001)), in_words(1 - Fraction(1, 10**12))
    ('1/3', '≈ 72.9989', '≈ 1 - 1e-12')
    >>> in_words(Bracket(Fraction(32599, 120000), Fraction(32600, 120000))), in_words(Bracket(2, INFINITY))
    ('0.271662 ± 5e-6', 'at least 2')
    """
    if isinstance(value, Bracket):
        return in_words(value.low) if value.low == value.high else _spread(value.low, value.high)
    text = written(value)
    if isinstance(value, Infinite) or len(text) <= (_ROOM if isinstance(value, Fraction) else _LARGE):
        return text
    rounded = _rounded(Fraction(value))
    return rounded if _is_exact(rounded, value) else f"≈ {rounded}"


def _is_exact(text: str, value: Value) -> bool:
    """Return whether a text is a decimal number, and that one."""
    return {" ", "e"}.isdisjoint(text) and Fraction(text) == value


def is_rounded(words: object) -> bool:
    """Return whether `in_words` marked a value in a text as rounded."""
    return isinstance(words, str) and ("≈" in words or "±" in words)


def brief(words: str) -> str:
    """Return words in which every long fraction is as in `in_words`.

    >>> brief("135/8"), brief("worth -78702063968460152320/52630223781936921161")
    ('135/8', 'worth ≈ -1.49538')
    """
    return re.sub(_FRACTION, lambda found: in_words(Fraction(whole(found[1]), whole(found[2]))), words)


def _rounded(value: Fraction) -> str:
    """Return about six digits of a number, and more of one that is large; or how far it is from a whole number."""
    nearest = round(value)
    if abs(nearest) >= 10**_LARGE:
        return _digits(value, 6)
    text, rest = _digits(value, max(6, len(str(abs(nearest))) + 1)), value - nearest
    if rest and Fraction(text) == nearest:
        return f"{nearest} {'-' if rest < 0 else '+'} {_digits(abs(rest), 1)}"
    return text


def _digits(value: Fraction, count: int, rounding: str = ROUND_HALF_EVEN) -> str:
    """Return a number by so many digits."""
    ends = [Context(MAX_PREC, Emax=MAX_EMAX).create_decimal(end) for end in value.as_integer_ratio()]
    context = Context(count, rounding, MIN_EMIN, MAX_EMAX)
    rounded = context.divide(*ends).normalize(context)
    exponent = rounded.adjusted()
    small = -5 < exponent < _LARGE
    return f"{rounded:f}" if small else f"{rounded.scaleb(-exponent, context):f}e{exponent}"


def _spread(low: Exact | Infinite, high: Exact | Infinite) -> str:
    """Return a bracket as its middle and the most that its ends are away from that."""
    if isinstance(low, Infinite) or isinstance(high, Infinite):
        ends = [f"at least {in_words(low)}"] * (low != -INFINITY) + [f"at most {in_words(high)}"] * (high != INFINITY)
        return ends[0] if ends else "any number"
    half, middle, places = Fraction(high - low, 2), Fraction(high + low, 2), 0
    while half.numerator * 10**places < half.denominator and places < _PLACES:
        places += 1
    about = round(middle, places)
    return f"{decimals(about, places)} ± {_digits(half + abs(middle - about), 1, ROUND_CEILING)}"


def decimals(value: Fraction, places: int) -> str:
    """Return a number that has no more than so many decimals, with all of them."""
    digits = written(abs(int(value * 10**places))).zfill(places + 1)
    point = len(digits) - places
    return "-" * (value < 0) + digits[:point] + "." * (places > 0) + digits[point:]


def whole(digits: str) -> int:
    """Return decimal digits, however many, as an integer.

    >>> whole("1" * 10000) == (10**10000 - 1) // 9
    True
    """
    if len(digits) <= _LONGEST:
        return int(digits)
    half = len(digits) // 2
    return whole(digits[:-half]) * int(10**half) + whole(digits[-half:])


def from_json(given: object) -> Value:
    """Return the value that `to_json` wrote; raise `GameError` if it is none."""
    return parse(given) if isinstance(given, str) else number(given)


def grouped(given: Iterable[Any]) -> tuple[list[Any], NDArray[np.int64]]:
    """Return the objects in a row, each once, and which of them each entry is: most entries share theirs."""
    listed = given.tolist() if isinstance(given, np.ndarray) else list(given)
    marks = np.fromiter(map(id, listed), np.int64, len(listed))
    _, first, which = np.unique(marks, return_index=True, return_inverse=True)
    return [listed[place] for place in first.tolist()], which


def integers(exact: NDArray[Any]) -> tuple[NDArray[Any], int]:
    """Return exact numbers times their common denominator, int64 if they all fit, else objects; and the denominator.

    >>> integers(numbers(["1/2", "1/3", 2], "weight"))
    (array([ 3,  2, 12]), 6)
    """
    if exact.dtype != object:
        return exact, 1
    several, which = grouped(exact)
    denominator = lcm(*{one.denominator for one in several})
    whole = (one.numerator * (denominator // one.denominator) for one in several)
    return narrowed(whole)[which], denominator


def objects(given: Iterable[Any]) -> NDArray[np.object_]:
    """Return values, whatever they are, as an array of objects in one row."""
    row = list(given)
    array = np.empty(len(row), object)
    array[:] = row
    return array


def coprime(numerator: int, denominator: int) -> Fraction:
    """Return a fraction whose numerator and positive denominator are known to have no common factor.

    >>> coprime(3, 4)
    Fraction(3, 4)
    """
    made = object.__new__(Fraction)
    made._numerator, made._denominator = numerator, denominator  # type: ignore[attr-defined]
    return made


def rounded_off(exact: NDArray[Any] | Brackets) -> NDArray[np.float64]:
    """Return exact numbers in floating point, of `Brackets` their middles; raise `OverflowError` for too large ones."""
    if isinstance(exact, Brackets):
        return (exact.low / 2 + exact.high / 2) / exact.denominator
    row = exact.tolist()
    if set(map(type, row)) <= {int}:
        return np.array(row, np.float64)
    if len(set(map(id, row))) == 1:
        return np.full(len(row), float(row[0]))
    return np.array([p / q for p, q in (one.as_integer_ratio() for one in row)], np.float64)


def mapped(make: Callable[[Any], Any], given: Iterable[Any], mark: Callable[[Any], Any] | None = None
           ) -> NDArray[np.object_]:  # fmt: skip
    """Return what a function makes of each value; it is one object for those that are equal, or have equal marks.

    >>> mapped(lambda pair: Fraction(*pair), [(1, 2), (3, 1), (1, 2)])
    array([Fraction(1, 2), Fraction(3, 1), Fraction(1, 2)], dtype=object)
    """
    row = list(given)
    marks = row if mark is None else list(map(mark, row))
    made = {key: make(one) for key, one in dict(zip(marks, row, strict=True)).items()}
    return objects(made[key] for key in marks)


def narrowed(given: Iterable[int]) -> NDArray[Any]:
    """Return integers as an array of int64 if they all fit, else of objects."""
    whole = list(given)
    if not whole or (min(whole) >= -(2**63) and max(whole) < 2**63):
        return np.array(whole, np.int64)
    return objects(whole)


def largest(*arrays: NDArray[Any]) -> int:
    """Return the largest absolute value in some arrays of integers; 0 if there is none.

    >>> largest(np.array([-(2**63), 5]), np.array([7])) == 2**63
    True
    """
    return max((max(-int(one.min()), int(one.max())) for one in arrays if one.size), default=0)


def sized(most: int, *arrays: NDArray[Any], room: int = SAFE) -> list[NDArray[Any]]:
    """Return arrays of integers for a computation in which no number is larger than ``most``.

    They are of int64 where that is less than the ``room`` that the computation has, else of Python's integers. Whoever
    negates, adds or multiplies weights says here how large the results can be.
    """
    dtype = np.int64 if most < room else object
    return [one.astype(dtype, copy=False) for one in arrays]


def listed(values: NDArray[Any]) -> list[Any]:
    """Return an array as a list that JSON can hold, exact values as `to_json` writes them."""
    return [to_json(one) for one in values.tolist()] if values.dtype == object else values.tolist()


def numbers(given: Iterable[Any], what: str) -> NDArray[Any]:
    """Return exact numbers as a read-only array: int64 if they all fit, else objects, each an int or a Fraction.

    A float is read as the decimal that it is written as. Raise `GameError` if they do not stand in one row, or one is
    no number.

    >>> numbers([1, "2.50", 0.1], "weight")
    array([1, Fraction(5, 2), Fraction(1, 10)], dtype=object)
    """
    if isinstance(given, np.ndarray) and given.ndim == 1 and given.dtype.kind in "iu" and given.dtype != np.uint64:
        return frozen(given, np.int64)
    if isinstance(given, str) or not isinstance(given, Iterable) or getattr(given, "ndim", 1) != 1:
        raise GameError(f"{what} is not a row of numbers")
    if isinstance(given, np.ndarray) and given.dtype.kind in "fO" and given.size > _MANY:
        of_floats = given.dtype.kind == "f"
        several, which = np.unique(given, return_inverse=True) if of_floats else grouped(given)
        if len(several) <= given.size // 2 and (of_floats or not any(isinstance(one, float) for one in several)):
            return sealed(numbers(several, what)[which])
    exact = []
    for place, one in enumerate(given):
        try:
            exact.append(decimal(one))
        except GameError as error:
            raise GameError(f"{what}, entry {place}: {error}") from None
    if all(isinstance(one, int) and -(2**63) <= one < 2**63 for one in exact):
        return frozen(np.array(exact, np.int64), np.int64)
    return sealed(objects(exact))
