"""What the fields of a claim hold, said once, and the door through which every claim comes.

A field of a certificate, or an answer of a solution, says what it is by its type::

    rank: Annotated[NDArray[np.int32], PerVertex(Integer(-1, "most"))]

The type in front says how the data are stored, the declaration behind it what they are: the axis they run along, what
each entry is, and its range. JSON is read and written by the one (`graphgames.formats.fields`), and every checker gets
what it reads from `fitted`, which holds the data against the other. A range may speak of a size of the problem (``n``
vertices, ``m`` edges, ``most`` labels) or of how many entries another field has, by its name: ``"n-1"``,
``"elements"``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeAlias, get_args, get_origin, get_type_hints

from graphgames.core.errors import counted, shown
from graphgames.core.late import Late, NDArray, fractions, np

if TYPE_CHECKING:
    from graphgames.core import value
else:
    value = Late("graphgames.core.value")

LIMIT = 20
"""At most so many failures are put into words; all are counted."""

LARGEST = 2**63 - 1
"""A number of 64 bits is between this and its negative, so that its negative fits as well."""

Bound: TypeAlias = int | str | None
"""A number; the name of a size, perhaps with a number added or taken away; or None, where there is no bound."""

Sizes: TypeAlias = Mapping[str, Any]
"""The sizes of a problem by name. One that is a sequence has a size for each entry of the first list gone into."""

Path: TypeAlias = tuple[str | int, ...]
"""Where something stands in a claim: fields and indices, from the outside in."""


class Integer:
    """A whole number from ``low`` to ``high``, both included: of 64 bits, or of any size."""

    def __init__(self, low: Bound = None, high: Bound = None, any_size: bool = False):
        self.low, self.high, self.any_size = low, high, any_size


class Number:
    """An exact number: an integer, or of one of some types: `Fraction`, `Infinite`, `Bracket`; the first by default."""

    def __init__(self, types: tuple[type, ...] | None = None):
        self.types = (fractions.Fraction,) if types is None else types


class Truth:
    """True or false."""


class Word:
    """A string, one of these where there are any."""

    def __init__(self, choices: tuple[str, ...] = ()):
        self.choices = choices


class Position:
    """A position of a game by rules, or what else can be hashed: what it may be is for the rules to say."""


class Record:
    """An object whose class declares its fields."""


class Maybe:
    """None, or what is declared."""

    def __init__(self, of: Declaration):
        self.of = of


class Row:
    """A tuple of some entries, each with a declaration of its own."""

    def __init__(self, of: tuple[Declaration, ...]):
        self.of = of


class Each:
    """A list of so many entries, or a table of so many rows and columns; as many as there are where a size is None."""

    def __init__(self, of: Declaration, *sizes: Bound):
        self.of, self.sizes = of, sizes or (None,)


Declaration: TypeAlias = Integer | Number | Truth | Word | Position | Record | Maybe | Row | Each


def PerVertex(of: Declaration) -> Each:  # noqa: N802
    """Return the declaration of an entry for each vertex."""
    return Each(of, "n")


def PerEdge(of: Declaration) -> Each:  # noqa: N802
    """Return the declaration of an entry for each edge."""
    return Each(of, "m")


PLAYER = Integer(0, 1)
VERTEX = Integer(0, "n-1")
MOVE = Integer(-1, "n-1")
"""A vertex, or -1 for none."""
LABEL = Integer(-1, "most")
"""A rank, a remoteness or a number of visits: at most the number of vertices; -1 stands for none or for ever."""
BITS = Integer(0, None, any_size=True)
"""A set, bit by bit."""

Declared: TypeAlias = Any
"""A type with its declaration: ``Annotated[type, declaration]``."""


class UnfitError(Exception):
    """Something in a claim is not what its field says.

    ``faults`` are the first places with what is wrong there, ``found`` how many there are; ``vertices`` tells whether
    the last index of a place is a vertex.
    """

    def __init__(
        self, faults: Sequence[tuple[Path, str]], expected: str, found: int = 1, vertices: bool = False, looked: int = 1
    ):
        super().__init__(faults[0][1])
        self.faults, self.expected, self.found, self.vertices, self.looked = faults, expected, found, vertices, looked

    def sentences(self) -> list[tuple[int | None, str]]:
        """Return what is wrong in sentences, each with its vertex if it is at one."""
        end = f"; expected {self.expected}" if self.expected else ""
        if self.vertices:
            return [(int(path[-1]), f"{spelled(path[:-1])} {message}{end}") for path, message in self.faults]
        return [(None, f"{spelled(path)} {message}{end}") for path, message in self.faults]


def spelled(path: Path) -> str:
    """Return the name of a place in a claim.

    >>> spelled(("layers", 2, "rank"))
    'layers[2].rank'
    """
    first, *rest = path
    return f"{first}" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in rest)


def sizes_of(problem: Any) -> dict[str, Any]:
    """Return the sizes that the declarations of a claim about a problem speak of.

    A problem on an arena has ``n`` vertices, ``m`` edges and labels up to ``most``, an input its ``tests``; what else
    there is the problem says by its ``extents``.
    """
    found: dict[str, Any] = {}
    arena = getattr(problem, "arena", None)
    if arena is not None:
        found |= {"n": arena.n, "m": arena.m, "most": arena.n}
    if hasattr(problem, "extents"):
        return found | dict(problem.extents)
    tests = len(problem) if hasattr(problem, "__len__") else getattr(problem, "tests", None)
    return found if tests is None else found | {"tests": tests}


def answers_of(problem: Any) -> dict[str, Declared]:
    """Return what a solution of a problem says besides its certificate, by the names in JSON, with declarations."""
    return dict(getattr(getattr(problem, "solution_type", problem), "answers", {}))


def bound(given: Bound, sizes: Sizes) -> int | None:
    """Return what a bound is where the sizes are these.

    >>> bound("n-1", {"n": 5}), bound(3, {}), bound(None, {})
    (4, 3, None)
    """
    if not isinstance(given, str):
        return given
    name, more = _split(given).groups("0")  # type: ignore[union-attr]
    if name not in sizes:
        raise UnfitError([(("certificate",), f"speaks of {name}, which the problem does not have")], "")
    size = sizes[name]
    return None if size is None else int(size) + int(more)


@cache
def _split(given: str) -> re.Match[str] | None:
    return re.fullmatch(r"(\w+)([+-]\d+)?", given)


@cache
def declared(record: Any) -> dict[str, Declared]:
    """Return the fields of a class with their declarations."""
    hints = get_type_hints(record, include_extras=True)
    return {field.name: hints[field.name] for field in fields(record)}


def parts(hint: Declared) -> tuple[Any, Declaration]:
    """Return the type and the declaration; raise `TypeError` if there is none."""
    for what in getattr(hint, "__metadata__", ()):
        if isinstance(what, Declaration):
            return hint.__origin__, what
    raise TypeError(f"{hint} has no declaration")


def without_none(stored: Any) -> Any:
    """Return the type that is left of a union with None; `Any` contains None and stays."""
    return next((option for option in get_args(stored) if option is not NoneType), stored)


def fitted(hint: Declared, given: Any, sizes: Sizes, path: Path) -> Any:
    """Return data as their field declares them, arrays in its type; raise `UnfitError` if they are something else."""
    return _fitted(*parts(hint), given, sizes, path)


def fitted_claim(solution: Any) -> tuple[Any, dict[str, Any]]:
    """Return the certificate and the answers of a solution, all fields as they are declared; as `fitted`."""
    sizes, claimed = sizes_of(solution.problem), getattr(solution, "claimed", None) or vars(solution)
    answers = {name: fitted(hint, claimed[name], sizes, (name,)) for name, hint in answers_of(solution.problem).items()}
    return fitted_record(solution.certificate, sizes), answers


def fitted_record(given: Any, sizes: Sizes, path: Path = ()) -> Any:
    """Return an object with all its fields as its class declares them; raise `UnfitError` if one is something else."""
    record: Any = type(given)
    hints = declared(record)
    held = {name: getattr(given, name) for name in hints if hasattr(given, name)}
    if len(held) < len(hints):
        raise UnfitError([((*path, name), "is missing") for name in hints if name not in held], "")
    known = {name: _size(one) for name, one in held.items()} | dict(sizes)
    return record(**{name: fitted(hint, held[name], known, (*path, name)) for name, hint in hints.items()})


def rows_of(given: Any) -> int:
    """Return how many rows a table has, 0 if it is none."""
    try:
        shape = np.shape(given)
    except ValueError:  # rows of different lengths
        return 0
    return shape[0] if len(shape) == 2 else 0


def _size(given: object) -> int | None:
    """Return how many entries a field has, None if it is no list, which its own declaration will refuse."""
    if isinstance(given, np.ndarray):
        return len(given) if given.ndim else None
    return len(given) if isinstance(given, tuple | list) else None


def _fitted(stored: Any, what: Declaration, given: Any, sizes: Sizes, path: Path) -> Any:
    match what:
        case Maybe():
            return None if given is None else _fitted(without_none(stored), what.of, given, sizes, path)
        case Each() if get_origin(stored) is np.ndarray:
            return _array(get_args(get_args(stored)[1])[0], what, given, sizes, path)
        case Each():
            return _tuple(get_args(stored)[0], what, given, sizes, path)
        case Row():
            if not isinstance(given, tuple | list) or len(given) != len(what.of):
                raise _wrong(path, given, f"{len(what.of)} entries")
            inside = zip(get_args(stored), what.of, given, strict=True)
            return tuple(_fitted(*one, sizes, (*path, i)) for i, one in enumerate(inside))
        case Record():
            if not is_dataclass(given) or not isinstance(given, stored):
                raise _wrong(path, given, f"a {stored.__name__}")
            return fitted_record(given, sizes, path)
        case Integer():
            return _integer(what, given, sizes, path)
        case Number():
            found = value.plain(given)
            if not _is_exact(found, what.types):
                raise UnfitError([(path, f"is of type {type(given).__name__}")], _types(what))
            return found
        case Truth():
            if type(given) not in (bool, np.bool_):
                raise _wrong(path, given, "true or false")
            return bool(given)
        case Word():
            if not isinstance(given, str) or (what.choices and given not in what.choices):
                raise _wrong(path, given, " or ".join(what.choices) or "a string")
            return given
        case Position():
            try:
                hash(given)
            except TypeError:
                raise _wrong(path, given, "a position, which can be hashed") from None
            return given


def _entries(count: int) -> str:
    return counted(count, "entry", "entries")


def _wrong(path: Path, given: object, expected: str) -> UnfitError:
    return UnfitError([(path, f"is {shown(given)}")], expected)


def _integer(what: Integer, given: object, sizes: Sizes, path: Path) -> int:
    low, high = _range(what, sizes)
    found = int(given) if isinstance(given, int | np.integer) and type(given) is not bool else None
    if found is None or (low is not None and found < low) or (high is not None and found > high):
        raise _wrong(path, given, _between(what, sizes))
    return found


def _range(what: Integer, sizes: Sizes) -> tuple[int | None, int | None]:
    low, high = bound(what.low, sizes), bound(what.high, sizes)
    return (low, high) if what.any_size else (-LARGEST if low is None else low, LARGEST if high is None else high)


def _between(what: Integer, sizes: Sizes) -> str:
    """Return a range in words."""
    low, high = bound(what.low, sizes), bound(what.high, sizes)
    if low is not None and high is not None:
        return f"{low} to {high}"
    size = " of at most 64 bits" if not what.any_size and low is None else ""
    return f"a whole number{'' if low is None else f' from {low} on'}{size}"


def _is_exact(one: object, types: tuple[type, ...]) -> bool:
    """Return whether a number is an integer or of one of these types; so must be both ends of a bracket."""
    if type(one) in (int, fractions.Fraction):  # as most are: to ask for brackets takes far longer
        return type(one) is int or fractions.Fraction in types
    if isinstance(one, value.Bracket) and value.Bracket in types:
        return all(type(end) in (int, fractions.Fraction, value.Infinite) for end in (one.low, one.high))
    return type(one) is int or type(one) in types


def _types(what: Number) -> str:
    return " or ".join(one.__name__ for one in (int, *what.types))


def _tuple(stored: Any, what: Each, given: Any, sizes: Sizes, path: Path) -> tuple[Any, ...]:
    if not isinstance(given, tuple | list):
        raise _wrong(path, given, "a list")
    count = bound(what.sizes[0], sizes)
    if count is not None and len(given) != count:
        raise UnfitError([(path, f"has {_entries(len(given))}")], _entries(count))
    if isinstance(what.of, Integer) and set(map(type, given)) == {int}:  # quick, as it mostly is so
        low, high = _range(what.of, sizes)
        if (low is None or min(given) >= low) and (high is None or max(given) <= high):
            return tuple(given)
    nested = {name: size for name, size in sizes.items() if isinstance(size, list)}
    inside = {name: size for name, size in sizes.items() if name not in nested}
    entries = []
    for index, entry in enumerate(given):
        here = {name: size[index] for name, size in nested.items() if index < len(size)}  # other lists may be longer
        known = inside | here if nested else sizes
        entries.append(_fitted(stored, what.of, entry, known, (*path, index)))
    return tuple(entries)


def _array(dtype: Any, what: Each, given: Any, sizes: Sizes, path: Path) -> Any:
    if isinstance(given, value.Brackets):
        return _brackets(what, given, sizes, path)
    try:
        array = np.asarray(given)
    except (ValueError, TypeError, OverflowError):
        raise UnfitError([(path, "has parts of different lengths")], "one row of values") from None
    shape = tuple(bound(size, sizes) for size in what.sizes)
    if array.ndim == 1 == len(shape) and shape[0] not in (None, array.size):
        raise UnfitError([(path, f"has {_entries(array.size)}")], _entries(int(shape[0])))
    if len(shape) != array.ndim or not all(a in (None, b) for a, b in zip(shape, array.shape, strict=True)):
        expected = ", ".join("any" if size is None else str(size) for size in shape)
        raise UnfitError([(path, f"has shape {array.shape}")], f"({expected}{',' * (len(shape) == 1)})")
    if isinstance(what.of, Truth):
        if array.dtype != np.bool_ and array.size:
            raise UnfitError([(path, f"has dtype {array.dtype}")], "booleans")
        return array.astype(np.bool_, copy=False)
    vertices = what.sizes == ("n",)
    if isinstance(what.of, Number):
        several, which = different(what.of, given if isinstance(given, np.ndarray) else list(given), path, vertices)
        made = np.empty(len(several), object)
        made[:] = several
        return made[which]
    assert isinstance(what.of, Integer)
    return _integers(dtype, what.of, array, sizes, path, vertices)


def _brackets(what: Each, given: value.Brackets, sizes: Sizes, path: Path) -> value.Brackets:
    """Return brackets, which fit wherever brackets may stand."""
    if given.shape != (bound(what.sizes[0], sizes),):
        raise UnfitError([(path, f"has shape {given.shape}")], f"({bound(what.sizes[0], sizes)},)")
    if not isinstance(what.of, Number) or not {fractions.Fraction, value.Bracket} <= set(what.of.types):
        raise UnfitError([(path, "holds brackets")], "exact values")
    if type(given.denominator) is not int or given.denominator < 1:
        raise UnfitError([(path, f"has the denominator {shown(given.denominator)}")], "a positive number")
    return given


def _integers(dtype: Any, what: Integer, array: NDArray[Any], sizes: Sizes, path: Path, vertices: bool) -> NDArray[Any]:
    """Return an array of whole numbers in a type; in the narrower of 64 bits and Python's own if of any size."""
    if what.any_size and array.dtype == object:
        several, which = different(Number(()), array, path, vertices)
        array = value.narrowed(several)[which]
    elif array.dtype.kind not in "iu" and array.size:
        raise UnfitError([(path, f"has dtype {array.dtype}")], "integers")
    if dtype is not Any and not what.any_size:
        what = _within(dtype, *_range(what, sizes))
    low, high = _range(what, sizes)
    least, most = (array.min(), array.max()) if array.size else (0, 0)
    low, high = least if low is None else low, most if high is None else high
    if array.size and (least < low or most > high):
        places = np.argwhere((array < low) | (array > high)).tolist()
        faults = [((*path, *place), f"is {array[tuple(place)]}") for place in places[:LIMIT]]
        raise UnfitError(faults, _between(what, sizes), len(places), vertices, array.shape[0])
    if what.any_size:
        return array if array.dtype == object else value.narrowed(array.tolist()) if array.dtype.kind == "u" else array
    return array.astype(np.int64 if dtype is Any else dtype, copy=False)


def _within(dtype: Any, low: int | None, high: int | None) -> Integer:
    """Return the part of a range that a type can hold; what is outside would come back as another number."""
    most = int(np.iinfo(dtype).max)
    least = max(int(np.iinfo(dtype).min), -most)
    return Integer(least if low is None else max(low, least), most if high is None else min(high, most))


def different(what: Number, given: Iterable[Any], path: Path, vertices: bool) -> tuple[list[Any], NDArray[np.int64]]:
    """Return the objects among exact numbers, each once, and which of them each entry is.

    Most entries share their numbers, so that little is left to look at.
    """
    found, which = value.grouped(given)
    several = [*map(value.plain, found)]
    wrong = np.array([not _is_exact(one, what.types) for one in several], np.bool_)[which]
    if wrong.any():
        places = np.flatnonzero(wrong).tolist()
        faults = [((*path, i), f"is of type {type(found[which[i]]).__name__}") for i in places[:LIMIT]]
        raise UnfitError(faults, _types(what), len(places), vertices, which.size)
    return several, which
