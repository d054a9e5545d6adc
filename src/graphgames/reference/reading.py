"""Read JSON strictly: each value has a type and a range, and nothing is missing, doubled or left over.

A *reader* is a function that takes what JSON holds and where it stands, and returns the value or raises `RefusedError`.
Numbers are exact: integers, or fractions as text (``"1/3"``); a float is refused. An infinity is a word of its own,
`Infinite`, and no number: Python refuses to compare or add the two.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Exact: TypeAlias = int | Fraction
"""A number as a file says it: whole ones are integers, with which Python computes faster."""
Reader: TypeAlias = Callable[[object, str], T]


class RefusedError(Exception):
    """Something in a file that cannot be; the message says where it stands and what was expected."""


class Infinite(Enum):
    """The two infinite values."""

    PLUS = "inf"
    MINUS = "-inf"


@contextmanager
def any_digits() -> Iterator[None]:
    """Let integers have any number of digits, as text and from text."""
    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(digits)


@any_digits()
def document(text: str | bytes) -> object:
    """Return what a JSON text holds, in UTF-8; refuse a key that stands twice, and the words NaN and Infinity."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise RefusedError(f"a key appears twice among {', '.join(key for key, _ in pairs)}")
        return found

    def no_number(word: str) -> object:
        raise RefusedError(f"{word} is not a number")

    try:
        decoded = text if isinstance(text, str) else text.decode("utf-8-sig")  # else json takes UTF-16 and UTF-32, too
        return json.loads(decoded, object_pairs_hook=once, parse_constant=no_number)
    except (ValueError, RecursionError) as error:
        raise RefusedError(f"this is not JSON: {error}") from None


class Integer:
    """The reader of integers in a range; true and false are none."""

    def __init__(self, low: int | None = None, high: int | None = None):
        self.low, self.high = low, high

    def __call__(self, given: object, where: str) -> int:
        low, high = self.low, self.high
        if type(given) is not int or (low is not None and given < low) or (high is not None and given > high):
            raise refused(given, where, f"an integer from {low} to {high}" if high is not None else "an integer")
        return given

    def hold(self, given: list[Any]) -> bool:
        """Return whether all entries of a list are such integers."""
        if set(map(type, given)) != {int}:
            return not given
        return (self.low is None or min(given) >= self.low) and (self.high is None or max(given) <= self.high)


integer = Integer
rank = integer(1 - 2**63, 2**63 - 1)
"""The reader of integers of 64 bits, as ranks and counts are."""


def whole(given: object, where: str) -> int:
    """Read an integer of any size; one of more than 64 bits may stand as text, ``"0x8000000000000000"``."""
    if isinstance(given, str) and re.fullmatch(r"-?0x[1-9a-f][0-9a-f]*", given) and abs(int(given, 16)) >= 2**63:
        return int(given, 16)
    return integer()(given, where)


def exact(given: object, where: str) -> Exact:
    """Read an exact number: an integer, or text such as ``"-7/3"`` or ``"0.1"``."""
    if type(given) is int:
        return given
    if isinstance(given, str) and (found := fraction(given)) is not None:
        return found
    raise refused(given, where, 'an exact number, such as 3 or "1/3"')


@cache
def fraction(given: str) -> Fraction | None:
    """Return the number of a text, None if it is none; files say the same one often."""
    found = ratio(given)
    return None if found is None else Fraction(*found)


def ratio(given: str) -> tuple[int, int] | None:
    """Return numerator and denominator of the number of a text, as they stand there; None if it is none."""
    top, over, bottom = given.partition("/")
    if not over:
        return Fraction(given).as_integer_ratio() if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", given) else None
    return (int(top), natural(bottom)) if are_digits(top.removeprefix("-")) and natural(bottom) else None


@cache
def natural(given: str) -> int:
    """Return the number that digits write, 0 for anything else; many fractions have the same denominator."""
    return int(given) if are_digits(given) else 0


def are_digits(given: str) -> bool:
    """Return whether a text is made of the digits 0 to 9 alone, at least one."""
    return given.isascii() and given.encode().isdigit()  # bytes are quicker


def count(given: object, where: str) -> int:
    """Read an integer from 0 on, which may stand as text."""
    found = exact(given, where)
    if found < 0 or found.denominator > 1:
        raise refused(given, where, "an integer from 0 on")
    return found.numerator


def extended(given: object, where: str) -> Exact | Infinite:
    """Read an exact number or an infinity, ``"inf"`` or ``"-inf"``."""
    return Infinite(given) if given in ("inf", "-inf") else exact(given, where)


def bracket(given: object, where: str) -> tuple[Exact | Infinite, Exact | Infinite]:
    """Read the two ends of a bracket, ``"[1/3, 1/2]"``, which differ; any other value is both of its ends."""
    if type(given) is int:
        return given, given
    ends = re.fullmatch(r"\[([^,\[\]]+), ?([^,\[\]]+)\]", given) if isinstance(given, str) else None
    if ends is None:
        return (extended(given, where),) * 2
    low, high = (extended(end, where) for end in ends.groups())
    if not isinstance(low, Infinite) and not isinstance(high, Infinite):
        rises = low < high
    else:
        rises = low != high and low is not Infinite.PLUS and high is not Infinite.MINUS
    if not rises:
        raise refused(given, where, "a bracket whose first end is below the second")
    return low, high


def choice(*words: T) -> Reader[T]:
    """Return the reader of one of some words or numbers."""

    def read(given: object, where: str) -> T:
        for word in words:
            if type(given) is type(word) and given == word:
                return word
        raise refused(given, where, " or ".join(json.dumps(word) for word in words))

    return read


def text(given: object, where: str) -> str:
    """Read a string."""
    if not isinstance(given, str):
        raise refused(given, where, "a string")
    return given


def nothing(given: object, where: str) -> None:
    """Read null: nothing may stand here, for no condition proves it."""
    if given is not None:
        raise refused(given, where, "null, since no condition proves it")


def anything(given: object, where: str) -> object:
    """Read whatever stands here, to be read by another reader."""
    return given


def listing(reader: Reader[T], size: int | None = None) -> Reader[list[T]]:
    """Return the reader of arrays of so many entries, each read by a reader."""

    def read(given: object, where: str) -> list[T]:
        if not isinstance(given, list) or (size is not None and len(given) != size):
            raise refused(given, where, "an array" if size is None else f"an array of {size} entries")
        if isinstance(reader, Integer) and reader.hold(given):  # quick, as it mostly is so
            return [*given]
        try:
            return [reader(entry, where) for entry in given]
        except RefusedError:  # then where exactly
            return [reader(entry, f"{where}[{k}]") for k, entry in enumerate(given)]

    return read


def pairs(reader: Reader[T]) -> Reader[tuple[list[T], list[T]]]:
    """Return the reader of arrays of two entries each, as a list of the first ones and one of the second ones."""

    def read(given: object, where: str) -> tuple[list[T], list[T]]:
        if not isinstance(given, list) or not all(type(one) is list and len(one) == 2 for one in given):
            listing(listing(anything, 2))(given, where)  # where exactly
        first, second = ([one[k] for one in given] for k in (0, 1))  # type: ignore[attr-defined]
        try:
            return listing(reader)(first, where), listing(reader)(second, where)
        except RefusedError:
            listing(listing(reader, 2))(given, where)
            raise

    return read


def table(reader: Reader[T], rows: int | None, columns: int) -> Reader[list[list[T]]]:
    """Return the reader of tables, an object with ``shape`` and ``numbers``, as a list of rows, so many if it says."""

    def read(given: object, where: str) -> list[list[T]]:
        fields = Fields(given, where)
        height, width = fields.take("shape", listing(integer(0), 2))
        if width != columns or height != (height if rows is None else rows):
            raise refused(given, where, f"a table of {'some' if rows is None else rows} rows and {columns} columns")
        flat = fields.take("numbers", listing(reader, height * columns))
        fields.end()
        return [flat[row * columns : (row + 1) * columns] for row in range(height)]

    return read


def row(*readers: Reader[Any]) -> Reader[list[Any]]:
    """Return the reader of an array with a reader for each of its entries."""

    def read(given: object, where: str) -> list[Any]:
        entries = listing(anything, len(readers))(given, where)
        return [reader(entry, f"{where}[{k}]") for k, (reader, entry) in enumerate(zip(readers, entries, strict=True))]

    return read


def optional(reader: Reader[T]) -> Reader[T | None]:
    """Return the reader of null or what a reader reads."""
    return lambda given, where: None if given is None else reader(given, where)


def refused(given: object, where: str, expected: str) -> RefusedError:
    """Return the error that says what stands somewhere and what was expected."""
    shown = json.dumps(given)
    return RefusedError(f"{where} is {shown if len(shown) < 60 else shown[:57] + '...'}; expected {expected}")


class Fields:
    """A JSON object on its way to be read: key by key, and `end` refuses what nobody has read."""

    def __init__(self, given: object, where: str):
        if not isinstance(given, dict):
            raise refused(given, where, "an object")
        self.given: dict[str, Any] = given
        self.where = where
        self.read: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self.given

    def take(self, key: str, reader: Reader[T]) -> T:
        """Return the value of a key that must be there."""
        if key not in self.given:
            raise RefusedError(f'{self.where} has no "{key}"')
        self.read.add(key)
        return reader(self.given[key], f"{self.where}.{key}")

    def maybe(self, key: str, reader: Reader[T], default: T) -> T:
        """Return the value of a key, or the default where the key is missing."""
        return self.take(key, reader) if key in self.given else default

    def fields(self, key: str) -> Fields:
        """Return the object under a key that must be there."""
        return self.take(key, Fields)

    def end(self, allowed: Iterable[str] = ()) -> None:
        """Refuse the object if it has a key that was not read."""
        left = self.given.keys() - self.read - set(allowed)
        if left:
            raise RefusedError(f"{self.where} has {', '.join(sorted(left))}, which no condition uses")


def dictionary(given: object, where: str) -> dict[str, Any]:
    """Read an object whose values may be anything."""
    return Fields(given, where).given
