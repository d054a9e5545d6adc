"""Write answers and certificates as JSON text, and read them back by the declarations of their fields.

What is written: whole numbers, of more than 64 bits as ``"0x..."``; other exact values as text
(`graphgames.core.value`); bytes in hexadecimal; arrays as lists of numbers, of more than one dimension as ``{"shape":
..., "numbers": ...}``; records as objects, many of them as lists of their fields in order; certificates as objects with
their ``kind``. Nothing here knows any certificate: the catalogue names their classes, and a class declares its fields
(`graphgames.core.claim`).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any, get_args, get_origin

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue import find
from graphgames.core.arena import Arena
from graphgames.core.certificate import Certificate
from graphgames.core.claim import (
    LARGEST,
    Declaration,
    Declared,
    Each,
    Integer,
    Maybe,
    Number,
    Position,
    Record,
    Row,
    Truth,
    UnfitError,
    Word,
    declared,
    fitted_record,
    parts,
    without_none,
)
from graphgames.core.errors import GameError
from graphgames.core.value import Bracket, Brackets, Infinite, from_json, listed, objects, to_json
from graphgames.formats.kernels import pg_write
from graphgames.readers.json_text import Path

_HEXADECIMAL = re.compile(r"-?0x[1-9a-f][0-9a-f]*")
_NUMBER = r"(-?[0-9]+(/[0-9]+|\.[0-9]+)?|-?inf)"
_EXACT = re.compile(rf"{_NUMBER}|\[{_NUMBER}, ?{_NUMBER}\]")
_DIMENSIONS = 4
_LONGEST = 2**19


class WrongError(Exception):
    """Something in a document that cannot be: where it is, and what is wrong, ``{}`` standing for its name."""

    def __init__(self, path: Path, message: str, expected: str = "", hint: str = ""):
        super().__init__(message)
        self.path, self.message, self.expected, self.hint = path, message, expected, hint

    def named(self) -> str:
        """Return what is wrong, with the name of the part."""
        expected = f"; expected {self.expected}" if self.expected else ""
        return self.message.replace("{}", name_of(self.path), 1) + expected


def name_of(path: Path) -> str:
    """Return the last key on the way to something, with the places after it."""
    key = max((i for i, step in enumerate(path) if isinstance(step, str)), default=0)
    return "".join([f'"{step}"' for step in path[key : key + 1]] + [f"[{i}]" for i in path[key + 1 :]]) or "the whole"


def text(value: object) -> str:
    """Return a value as JSON.

    >>> text({"a": (1, None), "b": np.array([[1], [2]]), "c": 2**64, "d": Fraction(1, 3), "e": b"ab"})
    '{"a":[1,null],"b":{"shape":[2,1],"numbers":[1,2]},"c":"0x10000000000000000","d":"1/3","e":"6162"}'
    """
    match value:
        case np.ndarray():
            return _array_text(value)
        case Brackets():
            return text(value.tolist())
        case np.generic():
            return text(value.item())
        case bool() | None | str() | float():
            return json.dumps(value)
        case int():
            return str(value) if -(2**63) < value < 2**63 else f'"{value:#x}"'
        case Fraction() | Infinite() | Bracket():
            return json.dumps(to_json(value))
        case bytes():
            return f'"{value.hex()}"'
        case Certificate():
            entries = {"kind": value.kind} | _record(value)
            return "{" + ",\n".join(f'"{key}": {text(entry)}' for key, entry in entries.items()) + "}"
        case frozenset():
            return '{"set":[' + ",".join(sorted(map(text, value))) + "]}"
        case dict():
            return "{" + ",".join(f"{json.dumps(key)}:{text(entry)}" for key, entry in value.items()) + "}"
        case list() | tuple():
            return "[" + ",".join(text([*_record(x).values()] if _is_record(x) else x) for x in value) + "]"
        case _ if _is_record(value):
            return text(_record(value))
    raise GameError(f"a {type(value).__name__} cannot be written as JSON")


def _is_record(value: object) -> bool:
    return is_dataclass(value) and not isinstance(value, Certificate | Bracket)


def _record(value: Any) -> dict[str, Any]:
    record: Any = type(value)
    if isinstance(value, Certificate):
        return {name: plainly(hint, getattr(value, name)) for name, hint in declared(record).items()}
    return {field.name: getattr(value, field.name) for field in fields(value)}


def plainly(hint: Declared, value: Any) -> Any:
    """Return a value of a declared type for `text`, with exact numbers as `graphgames.core.value.to_json` has them."""
    return _plainly(parts(hint)[1], value)


def _plainly(what: Declaration, value: Any) -> Any:
    match what:
        case Maybe() if value is not None:
            return _plainly(what.of, value)
        case Number():
            return to_json(value)
        case Each(of=Number()) if isinstance(value, np.ndarray) and value.dtype == object:
            return listed(value)
        case Each() if isinstance(value, tuple):
            return tuple(_plainly(what.of, entry) for entry in value)
    return value


def _array_text(values: NDArray[Any]) -> str:
    if values.ndim != 1:
        return f'{{"shape":{text(values.shape)},"numbers":{_array_text(values.ravel())}}}'
    if values.dtype == object or values.dtype == np.uint64:
        return text(values.tolist())
    wide = np.ascontiguousarray(values, np.int64)
    if wide.size and max(int(wide.max()), -int(wide.min())) >= 1 << 32:
        return text(wide.tolist())
    out = np.empty(wide.size * 12, np.uint8)
    return f"[{out[: pg_write.number_list(wide, out)].tobytes().decode()}]"


def value_of(hint: Declared, given: object, path: Path) -> Any:
    """Return what a part of a JSON document, which stands at ``path``, means as the value of a declared type.

    Whether it fits the problem is for `graphgames.core.claim.fitted` to say. Raise `WrongError` if it is no such value.

    >>> from typing import Annotated
    >>> value_of(Annotated[tuple[NDArray[np.int8], ...], Each(Each(Integer()))], [[1, 2], [3]], ("rows",))
    (array([1, 2]), array([3]))
    """
    return _value(*parts(hint), given, path)


def _value(stored: Any, what: Declaration, given: Any, path: Path) -> Any:
    match what:
        case Maybe():
            return None if given is None else _value(without_none(stored), what.of, given, path)
        case Each() if get_origin(stored) is np.ndarray:
            return _array(get_args(get_args(stored)[1])[0], what, given, path)
        case Each():
            one, entries = get_args(stored)[0], enumerate(_list(given, path, "entries"))
            as_rows = isinstance(what.of, Record) and not issubclass(one, Certificate)
            if as_rows:
                return tuple(_row(one, entry, (*path, i)) for i, entry in entries)
            return tuple(_value(one, what.of, entry, (*path, i)) for i, entry in entries)
        case Row():
            values = _list(given, path, "entries")
            if len(values) != len(what.of):
                raise WrongError(path, f"{{}} has {len(values)} entries", f"{len(what.of)} entries")
            inside = zip(get_args(stored), what.of, values, strict=True)
            return tuple(_value(*one, (*path, i)) for i, one in enumerate(inside))
        case Record():
            return certificate(stored, given, path) if issubclass(stored, Certificate) else _made(stored, given, path)
        case Number():
            return exact(given, path, (int, *what.types))
        case Position():
            return _free(given, path)
        case Integer():
            return _integer(given, path)
        case Truth() | Word():
            wanted, expected = (bool, "true or false") if isinstance(what, Truth) else (str, "a string")
            if type(given) is not wanted:
                raise WrongError(path, f"{{}} is {shown(given)}", expected)
            return given


def _numbers(given: Any, path: Path, dtype: Any) -> NDArray[Any]:
    """Return a list of whole numbers: of any size, or of 64 bits; or, for booleans, of 0 and 1."""
    if dtype is Any:
        return _wide(given, path)
    truths = dtype is np.bool_
    low, high = (0, 1) if truths else (-LARGEST, LARGEST)
    values = _list(given, path, "numbers")
    if set(map(type, values)) - {int} or (values and (min(values) < low or max(values) > high)):
        at = next(i for i, x in enumerate(values) if type(x) is not int or not low <= x <= high)
        expected = "0 or 1" if truths else "a whole number of at most 64 bits"
        raise WrongError((*path, at), f"{{}} is {shown(values[at])}", expected)
    return np.array(values, np.bool_ if truths else np.int64)


def _wide(given: object, path: Path) -> NDArray[Any]:
    """Return whole numbers of any size: as ``int64``, or as Python's own if one does not fit."""
    values = [_integer(x, (*path, i)) for i, x in enumerate(_list(given, path, "numbers"))]
    fits = all(-(2**63) < value < 2**63 for value in values)
    return np.array(values, np.int64 if fits else object)


def exact(given: object, path: Path, kinds: tuple[type, ...] = (int, Fraction, Infinite, Bracket)) -> Any:
    """Return an exact value of one of these types."""
    whole = _hexadecimal(given)
    if whole is not None and int in kinds:
        return whole
    try:
        fits = type(given) is int or (isinstance(given, str) and _EXACT.fullmatch(given))
        found = from_json(given) if fits else None
    except GameError:
        found = None
    if not isinstance(found, kinds) or (isinstance(found, Bracket) and found.low == found.high):
        raise WrongError(path, f"{{}} is {shown(given)}", 'a number, as 3 or "1/3" or "inf"')
    return found


def _array(dtype: object, what: Each, given: object, path: Path) -> NDArray[Any]:
    if not isinstance(given, dict) or len(what.sizes) == 1:
        if isinstance(what.of, Number):
            entries, types = _list(given, path, "numbers"), (int, *what.of.types)
            return objects(exact(x, (*path, i), types) for i, x in enumerate(entries))
        return _numbers(given, path, dtype)
    _only(given, ("shape", "numbers"), path)
    shape = _numbers(given.get("shape"), (*path, "shape"), np.int64).tolist()
    flat = _numbers(given.get("numbers"), (*path, "numbers"), dtype)
    size = math.prod(shape)
    large = not size and max(shape, default=0) > _LONGEST  # no numbers, but more rows than NumPy can count
    if size != flat.size or large or min(shape, default=0) < 0 or not 0 < len(shape) <= _DIMENSIONS:
        raise WrongError((*path, "shape"), f"{{}} is {shown(shape)} for {flat.size} numbers")
    return flat.reshape(shape)


def _list(given: object, path: Path, what: str) -> list[Any]:
    if isinstance(given, list):
        return given
    raise WrongError(path, "{} is not an array", f"an array of {what}")


def _free(given: object, path: Path) -> Any:
    """Return what is hashable of what JSON can say, as a position of a game by rules is."""
    if isinstance(given, list):
        return tuple(_free(part, (*path, i)) for i, part in enumerate(given))
    if isinstance(given, dict) and set(given) == {"set"} and isinstance(given["set"], list):
        return frozenset(_free(given["set"], (*path, "set")))
    if isinstance(given, dict | float):
        raise WrongError(path, f"{{}} is {shown(given)}", "a number, a string, null, a list of them, or a set")
    return given


def _row(record: type, given: object, path: Path) -> Any:
    hints = declared(record)
    if not isinstance(given, list) or len(given) != len(hints):
        raise WrongError(path, f"{{}} is {shown(given)}", f"a list of {', '.join(hints)}")
    pairs = zip(hints.values(), given, strict=True)
    return record(*(value_of(hint, entry, (*path, i)) for i, (hint, entry) in enumerate(pairs)))


def _made(record: type, given: object, path: Path) -> Any:
    hints = declared(record)
    if not isinstance(given, dict):
        raise WrongError(path, f"{{}} is {shown(given)}", f"an object with {', '.join(hints)}")
    for name in hints:
        if name not in given:
            raise WrongError((*path, name), "there is no {}")
    _only(given, [*hints, *(["kind"] if issubclass(record, Certificate) else [])], path)
    return record(**{name: value_of(hint, given[name], (*path, name)) for name, hint in hints.items()})


def _only(given: dict[str, Any], names: Collection[str], path: Path) -> None:
    """Raise `WrongError` if an object has other keys."""
    for name in given:
        if name not in names:
            expected = ", ".join(one for one in names if one != "kind")
            raise WrongError((*path, name), "there should be no {}", f"only {expected}" if expected else "nothing")


def record_of(record: Any, given: object, path: Path) -> Any:
    """Return the object of a class that a part of a document is, every field as it is declared.

    Raise `WrongError` if one is missing, too much, or something else.
    """
    made = _made(record, given, path)
    try:
        return fitted_record(made, {}, path)
    except UnfitError as unfit:
        place, message = unfit.faults[0]
        raise WrongError(place, f"{{}} {message}", unfit.expected) from None


def certificate(wanted: type, given: object, path: Path, kinds: Sequence[str] | None = None) -> Any:
    """Return a certificate of a class; of these kinds, if there are any given."""
    name = given.get("kind") if isinstance(given, dict) else None
    known = isinstance(name, str) and (kinds is None or name in kinds)
    found = find.certificate_class(str(name)) if known else None
    if found is None or not issubclass(found, wanted):
        expected = f'"kind": {" or ".join(kinds)}' if kinds else 'an object with its "kind"'
        raise WrongError(path, "this is not a certificate", expected)
    return _made(found, given, path)


def _integer(given: object, path: Path) -> int:
    found = given if type(given) is int else _hexadecimal(given)
    if found is None:
        raise WrongError(path, f"{{}} is {shown(given)}", "a whole number")
    return found


def _hexadecimal(given: object) -> int | None:
    """Return the number that a text stands for; None unless it is one that is written so, of more than 64 bits."""
    found = int(given, 16) if isinstance(given, str) and _HEXADECIMAL.fullmatch(given) else 0
    return found if abs(found) > LARGEST else None


def solver_in(given: object) -> str:
    """Return the name of a solver in a file; ``"file"`` for none, or for words, which could be taken for a verdict."""
    return given if isinstance(given, str) and re.fullmatch(r"[\w.+-]{1,60}", given) else "file"


def shown(value: object) -> str:
    """Return something of a document for a message, shortened."""
    written = json.dumps(value, ensure_ascii=False)
    return written if len(written) <= 40 else f"{written[:37]}..."


def graph_in_full(arena: Arena) -> dict[str, Any]:
    """Return the graph of an arena, without owners and names, as plain data."""
    return {"vertices": arena.n, "edges": np.stack((arena.tails, arena.successors), axis=1).tolist()}
