"""The conditions of a claim, opened: what each says, where it fails, and what it reads at a place."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from inspect import getattr_static, getsource
from textwrap import dedent
from types import CodeType, FunctionType, MethodType
from typing import Any, NamedTuple

from graphgames.reference.check import KINDS, read_problem
from graphgames.reference.kind import in_turn, places_of
from graphgames.reference.reading import Fields, choice

SIGNS: dict[type[ast.cmpop], str] = {ast.Eq: "=", ast.NotEq: "≠", ast.Lt: "<", ast.LtE: "≤", ast.Gt: ">", ast.GtE: "≥"}
NOT = {"=": "≠", "≠": "=", "<": "≥", "≤": ">", ">": "≤", "≥": "<"}
MEANS: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq, "≠": operator.ne, "<": operator.lt, "≤": operator.le, ">": operator.gt, "≥": operator.ge,
}  # fmt: skip

FAILURES = 5
"""So many places where a condition fails are opened."""


class Read(NamedTuple):
    """An entry that was looked at: of which list or table of the claim, where in it, and what stands there."""

    name: str
    at: Any
    value: Any


class Instance(NamedTuple):
    """A condition at a place."""

    place: Any
    holds: bool
    read: list[Read]
    compared: list[str]
    """Its comparisons of numbers, in the order in which they were made, such as ``"3 > 2"``."""


class Condition(NamedTuple):
    """A condition of a certificate: at how many places it was looked at, at how many it fails, and some of them."""

    name: str
    says: str
    places: str
    checked: int
    failed: int
    instances: list[Instance]


class _Noting:
    """A list or table that notes which entries are asked for."""

    note: Callable[[Any, Any], None]

    def __getitem__(self, at: Any) -> Any:
        value = super().__getitem__(at)  # type: ignore[misc]
        self.note(at, value)
        return value


class _List(_Noting, list[Any]):
    """A list of that kind."""


class _Table(_Noting, dict[Any, Any]):
    """A table of that kind."""


class _Watched:
    """A claim that notes which entries of its lists and tables are asked for, each once."""

    def __init__(self, claim: Any):
        self._claim, self._noted, self._read = claim, {}, []  # type: ignore[var-annotated]

    def __getattr__(self, name: str) -> Any:
        kind: Any = type(self._claim)
        found = _of_class(kind, name)
        if isinstance(found, FunctionType):
            return MethodType(found, self)
        if isinstance(found, property) and found.fget:
            return found.fget(self)
        value = getattr(self._claim, name)
        if type(value) not in (list, dict):
            return value
        watched: Any = _List(value) if type(value) is list else _Table(value)
        watched.note = lambda at, entry: self._note(name, at, entry)
        return watched

    def _note(self, name: str, at: Any, value: Any) -> None:
        if (name, str(at)) not in self._noted:
            self._noted[name, str(at)] = True
            self._read.append(Read(name, at, value))


@cache
def _of_class(kind: Any, name: str) -> Any:
    """Return what a class itself has under a name, None if that is nothing."""
    return getattr_static(kind, name, None)


class _Comparisons(ast.NodeTransformer):
    """Gives every comparison of two operands to a function, with its sign."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """Return the call."""
        self.generic_visit(node)
        sign = SIGNS.get(type(node.ops[0]))
        if sign is None or len(node.ops) > 1:
            return node
        operands: list[ast.expr] = [ast.Constant(sign), node.left, node.comparators[0]]
        return ast.copy_location(ast.Call(ast.Name("_compared", ast.Load()), operands, []), node)


def comparing(condition: Callable[[Any, Any], bool], notes: list[str]) -> Callable[[Any, Any], bool]:
    """Return a condition that writes its comparisons of numbers down, each once; as it is where it has no source."""

    def compared(sign: str, left: Any, right: Any) -> bool:
        holds: bool = MEANS[sign](left, right)
        words = f"{left} {sign if holds else NOT[sign]} {right}"
        if {type(left), type(right)} <= {int, Fraction} and words not in notes:
            notes.append(words)
        return holds

    code = _rewritten(condition)
    if code is None:
        return condition
    names: dict[str, Any] = {**getattr(condition, "__globals__", {}), "_compared": compared}
    exec(code, names)
    made: Callable[[Any, Any], bool] = names[condition.__name__]
    return made


@cache
def _rewritten(condition: Callable[[Any, Any], bool]) -> CodeType | None:
    """Return the code of a condition that gives its comparisons to ``_compared``; None where it has no source."""
    if getattr(condition, "__closure__", None):
        return None
    try:
        tree = _Comparisons().visit(ast.parse(dedent(getsource(condition))))
    except (OSError, TypeError):
        return None
    return compile(ast.fix_missing_locations(tree), "<condition>", "exec")


def conditions(
    game: object,
    solution: object,
    wanted: Callable[[str, int, Any], bool],
    read: Callable[[str, object], tuple[Any, Any]] = read_problem,
) -> Iterator[Condition]:
    """Yield the conditions of a solution, those after the first that fails left out, as they may rest on it.

    Both are documents as they stand in files; whether the solution is of this very game is not asked. A condition is
    opened at the places for which ``wanted`` holds of what these are, the number of the place, and the place itself.
    Whoever looks at many solutions of one problem may ``read`` that once for each kind of certificate.
    Raise `RefusedError` if the documents are none that a condition could be looked at in.
    """
    answers = Fields(solution, "solution")
    proof = answers.fields("certificate")
    kind = proof.take("kind", choice(*KINDS))
    claim = KINDS[kind].claim(read(kind, game)[0], answers, proof)
    for part, one, places, condition in in_turn(KINDS[kind], claim):
        checked, failed, instances = 0, 0, []
        for place in places_of(one, places):
            holds = condition(one, place)
            failed += not holds
            if (not holds and failed <= FAILURES) or wanted(places, checked, place):
                watched = _Watched(one)
                notes: list[str] = []
                instances.append(Instance(place, comparing(condition, notes)(watched, place), watched._read, notes))
            checked += 1
        says = " ".join((condition.__doc__ or "").split())
        yield Condition(part + condition.__name__.replace("_", " "), says, places, checked, failed, instances)
        if failed:
            return
