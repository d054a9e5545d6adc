"""Hostile claims, made from declarations: for each field of a claim, values at and beyond what it declares.

`hostile` yields values for one field, and says of each whether it is outside of the declaration. `altered` puts one in
the place of what a solution says, and leaves the rest as it is. They serve the tests and the exhaustive campaign.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, NamedTuple, get_args, get_origin

import numpy as np

from graphgames import ArenaSolution
from graphgames.core import claim as declarations
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
    Sizes,
    Truth,
    Word,
)
from graphgames.core.value import INFINITY, Bracket


class Hostile(NamedTuple):
    """A value for a field: whether it is outside of what the field declares, and what it is, for people."""

    value: Any
    outside: bool
    what: str


NO_NUMBERS: tuple[Any, ...] = (True, np.True_, 1.0, 0.5, float("nan"), float("inf"), "0", "inf", None, (), b"1", 1j)
WRONG: tuple[Any, ...] = (None, True, 0.5, "x", {}, object)
FAR = (-(2**63), -(2**63) - 1, 2**63 - 1, 2**63, 2**64, 2**31, -(2**31), -1, 0, 1, 10**30)


def hostile(hint: Declared, valid: Any, sizes: Sizes) -> Iterator[Hostile]:
    """Yield values for a field of which a valid value is given."""
    stored, what = declarations.parts(hint)
    yield from _values(stored, what, valid, sizes)


def _values(stored: Any, what: Declaration, valid: Any, sizes: Sizes) -> Iterator[Hostile]:
    match what:
        case Maybe():
            yield Hostile(None, False, "nothing")
            if valid is not None:
                found = _values(declarations.without_none(stored), what.of, valid, sizes)
                yield from (one for one in found if one.value is not None)
        case Each() if get_origin(stored) is np.ndarray:
            yield from _arrays(get_args(get_args(stored)[1])[0], what, np.asarray(valid), sizes)
        case Each():
            yield from _tuples(get_args(stored)[0], what, tuple(valid), sizes)
        case Row():
            yield from (Hostile(one, True, repr(one)) for one in (*WRONG, valid[:-1], (*valid, 0)))
            for k, (kind, of) in enumerate(zip(get_args(stored), what.of, strict=True)):
                for value, outside, said in _values(kind, of, valid[k], sizes):
                    yield Hostile((*valid[:k], value, *valid[k + 1 :]), outside, f"[{k}] {said}")
        case Record():
            yield from (Hostile(one, True, repr(one)) for one in WRONG)
            yield from of_record(valid, sizes)
        case _:
            yield from _entries(what, sizes)


def of_record(record: Any, sizes: Sizes) -> Iterator[Hostile]:
    """Yield a record with one field altered, each in turn, and without it."""
    held = {field.name: getattr(record, field.name) for field in fields(record)}
    known: dict[str, Any] = {name: len(one) for name, one in held.items() if isinstance(one, tuple) or np.ndim(one)}
    known |= sizes
    made: Any = type(record)
    for name, hint in declarations.declared(made).items():
        for value, outside, said in hostile(hint, held[name], known):
            yield Hostile(replace(record, **{name: value}), outside, f"{name} {said}")
        lacking = replace(record)
        object.__delattr__(lacking, name)
        if not hasattr(lacking, name):  # it may have a default
            yield Hostile(lacking, True, f"{name} is missing")


def _entries(what: Declaration, sizes: Sizes) -> Iterator[Hostile]:
    """Yield values for a single entry."""
    if isinstance(what, Integer):
        low, high = declarations.bound(what.low, sizes), declarations.bound(what.high, sizes)
        if not what.any_size:
            low, high = -LARGEST if low is None else low, LARGEST if high is None else high
        near = [edge + by for edge in (low, high) if edge is not None for by in (-1, 0, 1)]
        for number in dict.fromkeys([*near, *FAR]):
            outside = (low is not None and number < low) or (high is not None and number > high)
            yield Hostile(number, outside, str(number))
        yield from (Hostile(one, True, repr(one)) for one in (*NO_NUMBERS, Fraction(1, 2), INFINITY))
    elif isinstance(what, Number):
        exact: list[Any] = [0, -1, 10**30, Fraction(-1, 3), INFINITY, -INFINITY, Bracket(0, 1), Bracket(-INFINITY, 0)]
        for number in exact:
            yield Hostile(number, type(number) not in (int, *what.types), repr(number))
        rounded: Any = 0.5
        yield Hostile(Bracket(rounded, 1), True, "a bracket of a float")
        yield from (Hostile(given, True, repr(given)) for given in NO_NUMBERS)
    elif isinstance(what, Truth):
        yield from (Hostile(one, False, repr(one)) for one in (True, False))
        yield from (Hostile(one, True, repr(one)) for one in (0, 1, 2, "true", None, 0.0))
    elif isinstance(what, Word):
        words: tuple[Any, ...] = (0, None, True, b"x", ("x",))
        yield from (Hostile(word, True, repr(word)) for word in words)
        yield from (Hostile(word, bool(what.choices) and word not in what.choices, repr(word)) for word in ("", "x"))
    elif isinstance(what, Position):
        unhashable: tuple[Any, ...] = ([], {}, {0})
        yield from (Hostile(given, True, repr(given)) for given in unhashable)
        yield from (Hostile(at, False, repr(at)) for at in (None, -1, "x", (), 2**70, 0.5, frozenset({"a"})))


def _arrays(dtype: Any, what: Each, valid: Any, sizes: Sizes) -> Iterator[Hostile]:
    """Yield arrays: of other shapes and types, and with another first entry."""
    yield from (Hostile(one, True, repr(one)) for one in (*WRONG, [[1], [1, 2]]))
    sized = declarations.bound(what.sizes[0], sizes) is not None
    yield Hostile(valid[None], True, "one more dimension")
    if sized:
        yield Hostile(np.concatenate([valid, valid[:1]]) if len(valid) else [0], True, "an entry too many")
    if not valid.size:
        return
    if sized:
        yield Hostile(valid[:-1], True, "an entry too few")
    yield Hostile(valid.ravel()[0], True, "a single entry")
    if isinstance(what.of, Integer):
        yield Hostile(valid.astype(float), True, "floats")
        yield Hostile(valid.astype(bool), True, "booleans")
        yield Hostile(valid.astype(str), True, "strings")
    if isinstance(what.of, Truth):
        yield Hostile(valid.astype(np.int64), True, "integers")
    held = None if dtype in (Any, np.object_, np.bool_) or not isinstance(what.of, Integer) else np.iinfo(dtype)
    for value, outside, said in _entries(what.of, sizes):
        array = valid.astype(object)
        array.flat[0] = value
        try:
            plain = np.array(array.tolist())
        except (ValueError, OverflowError, TypeError):
            plain = array
        mixed = isinstance(what.of, Integer) and plain.dtype.kind not in "iu"  # nothing else stands in such an array
        beyond = held is not None and type(value) is int and not held.min <= value <= held.max
        if isinstance(what.of, Number) or (isinstance(what.of, Integer) and what.of.any_size and mixed):
            yield Hostile(array, outside, f"[0] {said}")
        elif plain.shape == valid.shape and not (isinstance(value, bool | np.bool_) and not outside):
            lost = isinstance(value, bool | np.bool_) and plain.dtype.kind in "iu"  # as numbers they are numbers
            if not lost:
                yield Hostile(plain, outside or beyond or mixed, f"[0] {said}")


def _tuples(stored: Any, what: Each, valid: tuple[Any, ...], sizes: Sizes) -> Iterator[Hostile]:
    """Yield tuples: with an entry too many or too few, with another first entry, and what is none."""
    yield from (Hostile(one, True, repr(one)) for one in WRONG)
    if not valid:
        return
    if declarations.bound(what.sizes[0], sizes) is not None:
        yield Hostile(valid[:-1], True, "an entry too few")
        yield Hostile((*valid, valid[-1]), True, "an entry too many")
    nested = {name: size[0] if isinstance(size, list | tuple) else size for name, size in sizes.items()}
    for value, outside, said in _values(stored, what.of, valid[0], nested):
        yield Hostile((value, *valid[1:]), outside, f"[0] {said}")


def altered(solution: Any, certificate: Any = None, **answers: Any) -> Any:
    """Return a solution that says something else: with another certificate, or with other answers by name in JSON."""
    changed: dict[str, Any] = {"claimed": solution.claimed | answers}
    changed |= {name: value for name, value in answers.items() if hasattr(solution, name)}
    if "strategy" in answers:
        changed["strategy"] = SimpleNamespace(**vars(solution.strategy) | {"moves": answers["strategy"]})
    if "value" in answers and hasattr(solution, "values"):
        changed["vertex_values" if isinstance(solution, ArenaSolution) else "values"] = answers["value"]
    changed["certificate"] = solution.certificate if certificate is None else certificate
    made: Any = object.__new__(type(type(solution).__name__, (type(solution),), changed))
    made.__dict__.update({name: value for name, value in vars(solution).items() if name not in changed})
    made.__dict__.pop("in_vertex_form", None)  # it would be that of the true solution
    return made


def of_solution(solution: Any, sizes: Sizes, proof_sizes: Sizes) -> Iterator[tuple[Any, bool, str]]:
    """Yield a solution with one field altered, each in turn; whether that is outside; and what was altered."""
    said = solution.claimed
    for name, hint in declarations.answers_of(solution.problem).items():
        for value, outside, what in hostile(hint, said[name], sizes):
            yield altered(solution, **{name: value}), outside, f"{name} {what}"
    assert is_dataclass(solution.certificate)
    for certificate, outside, what in of_record(solution.certificate, proof_sizes):
        yield altered(solution, certificate), outside, what
