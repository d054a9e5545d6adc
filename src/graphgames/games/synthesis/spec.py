"""Specifications: variables, initial conditions, steps and goals of both sides, or any other acceptance condition.

Variables are Boolean or integers in a range; the environment chooses the inputs, then the system the outputs, step by
step. A formula speaks of the values now and, by ``x'`` or ``next(x)``, of those after the step: ``x' = x + 1 | !go``.
The system must meet every one of its goals again and again if the environment keeps to its steps and meets its own:
that is generalised reactivity (1). Instead of goals there may be a formula over what is seen infinitely often, or
something to reach.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import and_, eq, ge, gt, le, lt, ne, or_
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, Self, TypeAlias

from graphgames.core import acceptance
from graphgames.core.acceptance import Formula, atoms, both, either, finitely, infinitely
from graphgames.core.claim import Declared, Truth
from graphgames.core.errors import GameError, counted, shown, warn_caller
from graphgames.core.unknown_attributes import Suggesting

if TYPE_CHECKING:
    from graphgames.core.game import Game

Expression: TypeAlias = tuple[Any, ...]
"""``("const", b)``, ``("var", name, primed)``, ``("not", f)``, ``("and" | "or" | "xor", f, ...)`` and
``("cmp", sign, a, b)``; integers are ``("num", k)``, ``("var", name, primed)``, ``("add" | "sub", a, b)``."""

Values: TypeAlias = Mapping[str, int]
"""The value of each variable; 0 and 1 of a Boolean one."""

Node: TypeAlias = Any
"""A set in some package for decision diagrams, joined by ``&``, ``|``, ``~`` and ``equiv``."""

PARTS = ("env_init", "sys_init", "env_trans", "sys_trans", "env_goals", "sys_goals")
_TOKEN = re.compile(
    r"\s*(?:(<--?>|--?>|&&|\|\||/\\|\\/|<=|>=|!=|==|[-!&|^=<>+()'~\[\]])|([0-9]+(?![\w@]))|([A-Za-z_][\w@.$]*))"
)
_JOINS = {
    "<->": (0, "iff"), "<-->": (0, "iff"), "->": (1, "imp"), "-->": (1, "imp"), "|": (2, "or"), "||": (2, "or"),
    "\\/": (2, "or"), "^": (3, "xor"), "&": (4, "and"), "&&": (4, "and"), "/\\": (4, "and"),
}  # fmt: skip
"""What joins formulas: how closely, and as what."""
_CLOSED = {"(": ")", "[": "]"}
_COMPARED = {"=": eq, "==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
_SIGNS = {"var", "const", "num", "cmp", "and", "or", "xor", "not", "add", "sub"}
_DEEPEST = 150


class Range(NamedTuple):
    """The values of a variable, both ends included; of a Boolean one 0 and 1."""

    low: int
    high: int
    boolean: bool

    @property
    def bits(self) -> int:
        """How many bits a value takes, counted from the lowest."""
        return (self.high - self.low).bit_length()


@dataclass(frozen=True, eq=False, repr=False)
class Spec(Suggesting):
    """What a system is to do, whatever its environment does.

    Attributes
    ----------
    inputs, outputs : dict
        From the name of each variable to ``bool``, or to the least and the largest value of an integer.
    env_init, sys_init : sequence of str
        What holds in the beginning; ``env_init`` speaks of inputs alone.
    env_trans, sys_trans : sequence of str
        What holds of every step; ``env_trans`` does not speak of outputs after it.
    env_goals, sys_goals : sequence of str
        What is to hold, of a state or of a step, again and again.
    marks : sequence of str
        In place of goals, formulas of which ``acceptance`` speaks by their numbers.
    acceptance : str
        What the system wants of a play, such as ``"Inf(0) & (Fin(1) | Inf(2))"``: that mark 0 is seen infinitely often,
        and so on; ``"t"`` if it only has to keep to its steps.
    reach : str, optional
        The system also wins a play in which this holds once.

    Examples
    --------
    >>> import graphgames as gg
    >>> spec = gg.Spec({"request": bool}, {"grant": bool}, sys_trans=["grant' -> request"],
    ...                env_goals=["request"], sys_goals=["grant"])
    >>> answer = gg.synthesize(spec)
    >>> answer.realizable, gg.verify(answer).ok
    (True, True)
    >>> gg.solve(gg.Spec({"go": bool}, {"n": (0, 3)}, sys_init=["n = 0"], sys_trans=["n' <= n + 1"], reach="n = 3"))
    TreeSolution(realizable, 4 layers)
    """

    players: ClassVar[tuple[str, str]] = ("the system", "the environment")
    written_as: ClassVar[str] = "specification"
    answers: ClassVar[Mapping[str, Declared]] = {"realizable": Annotated[bool, Truth()]}
    inputs: Mapping[str, Any]
    outputs: Mapping[str, Any]
    env_init: Sequence[Any] = ()
    sys_init: Sequence[Any] = ()
    env_trans: Sequence[Any] = ()
    sys_trans: Sequence[Any] = ()
    env_goals: Sequence[Any] = ()
    sys_goals: Sequence[Any] = ()
    marks: Sequence[Any] = ()
    acceptance: str = ""
    reach: str | Expression | None = None
    ranges: dict[str, Range] = field(init=False, repr=False)
    formulas: dict[str, tuple[Expression, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for side in ("inputs", "outputs"):
            if not isinstance(getattr(self, side), Mapping):
                raise GameError(f"{side} is {shown(getattr(self, side))}; expected a dictionary from names to values")
        for part in (*PARTS, "marks"):
            if not isinstance(getattr(self, part), list | tuple):
                raise GameError(f"{part} is {shown(getattr(self, part))}; expected a list of formulas")
        if not isinstance(self.acceptance, str):
            raise GameError(
                f"acceptance is {shown(self.acceptance)}; expected a formula over the marks, such as 'Inf(0) & Fin(1)'"
            )
        both = set(self.inputs) & set(self.outputs)
        if both:
            raise GameError(
                f"{shown(min(both, key=str))} is an input and an output; expected a variable to be one of them"
            )
        ranges = {name: _range(name, values) for name, values in (*self.inputs.items(), *self.outputs.items())}
        object.__setattr__(self, "ranges", ranges)
        made = {part: tuple(self._read(part, one) for one in getattr(self, part)) for part in (*PARTS, "marks")}
        made["reach"] = () if self.reach is None else (self._read("reach", self.reach),)
        object.__setattr__(self, "formulas", made)
        if self.kind != "specification" and (self.env_goals or self.sys_goals):
            raise GameError("there are goals beside an acceptance condition; put them into the condition")
        if self.acceptance and any(i >= len(self.marks) for _, i in atoms(self.condition()[0])):
            raise GameError(f"{self.acceptance} uses more marks than the {len(self.marks)} that there are")
        if self.marks and not self.acceptance:
            raise GameError("there are marks, and no acceptance condition that uses them")

    @classmethod
    def from_game(cls, game: Game) -> Self:
        """Return the specification that a game on an arena is, with player 0 as the system.

        So the solvers of both can be held against each other. The output ``at`` is the number of the vertex where a
        play is, the input ``choice`` that of the vertex to which player 1 moves when it is his turn. The system begins
        at the game's start; without one it chooses where.

        Raise `GameError` if a play may end in a draw, more counts than who wins, or chance moves.

        Examples
        --------
        >>> import graphgames as gg
        >>> ways = {"hall": ["attic", "cellar"], "attic": ["hall"], "cellar": ["hall", "cellar"]}
        >>> game = gg.Game.from_graph(ways, gg.Buchi(["attic"]), owner={"hall": 0, "attic": 1, "cellar": 1})
        >>> answer, cellar = gg.solve(gg.Spec.from_game(game)), game.arena.vertex("cellar")
        >>> answer.winner_of({"choice": 0, "at": cellar}), gg.solve(game).winner_of("cellar")
        (1, 1)
        """
        from graphgames.games.synthesis.arena_specs import parts_of  # which needs all that games on arenas are made of

        return cls(**parts_of(game))

    @property
    def kind(self) -> str:
        """``"specification"``, or ``"acceptance-specification"`` where the goals are no goals of both sides."""
        return "acceptance-specification" if self.acceptance or self.reach is not None else "specification"

    def condition(self) -> tuple[Formula, list[Expression]]:
        """Return what the system wants to see infinitely often, as a formula and the marks that it numbers."""
        if self.kind != "specification":
            return acceptance.parsed(self.acceptance or "f"), list(self.formulas["marks"])
        assumed, wanted = self.goals()
        count = len(assumed)
        met = both(*(infinitely(count + k) for k in range(len(wanted))))
        return either(*map(finitely, range(count)), met), [*assumed, *wanted]

    def _read(self, part: str, given: Any) -> Expression:
        """Return a formula of one of the parts, if it speaks of what it may speak of."""
        if not isinstance(given, str) and not (isinstance(given, tuple) and given and isinstance(given[0], str)):
            raise GameError(f"{part} holds {shown(given)}; expected formulas as text")
        try:
            formula = parsed(given) if isinstance(given, str) else given
            type = self._type_of(formula, part)
        except RecursionError:
            raise GameError(f"{part} holds a formula that is nested too deeply") from None
        if type != "bool":
            raise GameError(f"{part} holds {shown(given)}, which is a number; expected something true or false")
        for _, name, primed in variables(formula):
            if primed and part.endswith("init"):
                raise GameError(f"{part} uses {name}' after a step, but there is no step yet")
            if name in self.outputs and (part == "env_init" or (part == "env_trans" and primed)):
                what = f"{name}'" if primed else name
                raise GameError(f"{part} uses the output {what}, which the environment does not know yet")
        return formula

    def _type_of(self, formula: Expression, part: str) -> str:
        """Return whether an expression is a truth value or a number; raise `GameError` where its parts do not fit."""
        sign, *inner = formula
        if sign not in _SIGNS:
            raise GameError(f"{part} holds {shown(formula)}; expected formulas as text")
        if sign == "var":
            if inner[0] not in self.ranges:
                raise GameError(f"{part} names {inner[0]}, which is neither an input nor an output")
            return "bool" if self.ranges[inner[0]].boolean else "int"
        if sign in ("const", "num"):
            return "bool" if sign == "const" else "int"
        if sign == "cmp":
            self._tell_out_of_range(part, *inner)
        types = {self._type_of(one, part) for one in inner[sign == "cmp" :]}
        if sign == "cmp" and types == {"bool"} and inner[0] in ("=", "!="):
            return "bool"
        expected, wanted = ("int", "a number") if sign in ("add", "sub", "cmp") else ("bool", "true or false")
        if types - {expected}:
            raise GameError(f"{part}: a side of {sign} is not {wanted}")
        return "int" if sign in ("add", "sub") else "bool"

    def _tell_out_of_range(self, part: str, sign: str, one: Expression, other: Expression) -> None:
        """Warn of a variable that is compared with a number that it never is."""
        (one_sign, name, *_), (other_sign, number, *_) = (one, other) if one[0] == "var" else (other, one)
        if (one_sign, other_sign) == ("var", "num") and sign in ("=", "!=") and name in self.ranges:
            low, high, _ = self.ranges[name]
            if not low <= number <= high:
                warn_caller(f"{part}: {name} = {number} never holds, since {name} is from {low} to {high}")

    def __repr__(self) -> str:
        count = sum(map(len, self.formulas.values()))
        return f"Spec({len(self.inputs)} inputs, {len(self.outputs)} outputs, {counted(count, 'formula')})"

    def builder(self, literal: Callable[[str, int, bool], Node], true: Node, false: Node) -> Builder:
        """Return what makes sets of the formulas in some package for decision diagrams."""
        return Builder(self, literal, true, false)

    def bits(self) -> list[tuple[str, int]]:
        """Return the bits of all variables, each with its name and number, inputs first."""
        return [(name, k) for name in (*self.inputs, *self.outputs) for k in range(self.ranges[name].bits)]

    def holds(self, formula: Expression, now: Values, then: Values | None = None) -> bool:
        """Return whether a formula is true of a state, or of a step from one state to another."""
        return bool(evaluated(formula, now, now if then is None else then))

    def domain(self, names: Mapping[str, Any], primed: bool) -> list[Expression]:
        """Return that variables are in their ranges, where bits could say more."""
        wide = [(name, one) for name in names if (one := self.ranges[name]).high - one.low + 1 < 1 << one.bits]
        return [("cmp", "<=", ("var", name, primed), ("num", one.high)) for name, one in wide]

    def goals(self) -> tuple[list[Expression], list[Expression]]:
        """Return the goals of the environment and of the system; one that always holds where there are none."""
        true: Expression = ("const", True)
        return list(self.formulas["env_goals"]) or [true], list(self.formulas["sys_goals"]) or [true]

    def rules(self) -> dict[str, list[Expression]]:
        """Return initial conditions and steps, with the ranges of the variables."""
        return {
            f"{side}_{part}": [*self.formulas[f"{side}_{part}"], *self.domain(names, part == "trans")]
            for part in ("init", "trans")
            for side, names in (("env", self.inputs), ("sys", self.outputs))
        }


def _range(name: str, values: Any) -> Range:
    if not re.fullmatch(r"[A-Za-z_][\w@.$]*", str(name)) or name in ("TRUE", "FALSE", "next"):
        raise GameError(f"{shown(name)} is not the name of a variable; expected letters, digits and _")
    if values is bool:
        return Range(0, 1, True)
    fits = isinstance(values, tuple | list) and len(values) == 2 and all(type(end) is int for end in values)
    if not fits or values[0] > values[1] or values[1] - values[0] >= 1 << 30:
        raise GameError(
            f"the values of {name} are {shown(values)}; expected bool, or the least and the largest integer"
        )
    return Range(values[0], values[1], False)


def variables(formula: Expression) -> Iterator[Expression]:
    """Yield the variables in an expression, each as often as it stands there."""
    waiting = [formula]
    while waiting:
        one = waiting.pop()
        if one[0] == "var":
            yield one
        else:
            waiting += [part for part in reversed(one) if isinstance(part, tuple)]


def evaluated(formula: Expression, now: Values, then: Values) -> int:
    """Return the value of an expression for values now and after the step."""
    sign, *inner = formula
    if sign in ("const", "num"):
        return int(inner[0])
    if sign == "var":
        return int((then if inner[1] else now)[inner[0]])
    if sign == "cmp":
        return int(_COMPARED[inner[0]](*(evaluated(one, now, then) for one in inner[1:])))
    if sign in ("and", "or"):
        return int((all if sign == "and" else any)(evaluated(one, now, then) for one in inner))
    parts = [evaluated(one, now, then) for one in inner]
    if sign == "not":
        return 1 - parts[0]
    return sum(parts) % 2 if sign == "xor" else parts[0] + parts[1] if sign == "add" else parts[0] - parts[1]


_BETWEEN = {"and": " & ", "or": " | ", "xor": " ^ ", "iff": " <-> ", "add": " + ", "sub": " - "}


def spelled(formula: Expression) -> str:
    """Return an expression as text, which `parsed` reads as the same.

    >>> spelled(parsed("go -> floor' = floor + 1"))
    "!go | (floor' = (floor + 1))"
    """
    sign, *inner = formula
    if sign in ("const", "num"):
        return str(inner[0]).upper()
    if sign == "var":
        return f"{inner[0]}'" if inner[1] else str(inner[0])
    compared = f" {inner[0]} " if sign == "cmp" else ""
    parts = [spelled(one) for one in (inner[1:] if compared else inner)]
    inside = [part if re.fullmatch(r"!*-?[\w@.$]+'?", part) else f"({part})" for part in parts]
    return f"!{inside[0]}" if sign == "not" else (compared or _BETWEEN[sign]).join(inside)


def _unlike(a: Node, b: Node) -> Node:
    return ~a.equiv(b)


_OF_SETS = {"and": and_, "or": or_, "xor": _unlike}


class Builder:
    """Makes sets of steps from formulas: in any package for decision diagrams.

    ``literal`` says in which steps a bit of a variable is 1, by its name, its number, and whether it is after the step.
    """

    def __init__(self, spec: Spec, literal: Callable[[str, int, bool], Node], true: Node, false: Node):
        self.spec, self.literal, self.true, self.false = spec, literal, true, false

    def all(self, formulas: Sequence[Expression]) -> Node:
        """Return the steps in which all these formulas hold; joined two by two, few are large."""
        sets = self.parts(formulas) or [self.true]
        while len(sets) > 1:
            last = sets[-1:] if len(sets) % 2 else []
            sets = [one & other for one, other in zip(sets[::2], sets[1::2], strict=False)] + last
        return sets[0]

    def parts(self, formulas: Sequence[Expression]) -> list[Node]:
        """Return sets of which the steps in which all these formulas hold are the meet."""
        return [self.set(one) for formula in formulas for one in (formula[1:] if formula[0] == "and" else (formula,))]

    def set(self, formula: Expression) -> Node:
        """Return the steps in which a formula holds."""
        sign, *inner = formula
        if sign == "const":
            return self.true if inner[0] else self.false
        if sign == "var":
            return self.literal(inner[0], 0, inner[1])
        if sign == "not":
            return ~self.set(inner[0])
        if sign == "cmp":
            return self._compared(*inner)
        return reduce(_OF_SETS[sign], map(self.set, inner))

    def _compared(self, sign: str, a: Expression, b: Expression) -> Node:
        if self.spec.ranges[a[1]].boolean if a[0] == "var" else a[0] not in ("num", "add", "sub"):
            same = self.set(a).equiv(self.set(b))
            return same if sign == "=" else ~same
        if sign in (">", "<="):  # by the opposite of the other
            less = self._sum(self._number(b), self._number(a), True)[-1]
            return less if sign == ">" else ~less
        difference = self._sum(self._number(a), self._number(b), True)
        if sign in ("<", ">="):
            return difference[-1] if sign == "<" else ~difference[-1]
        some = reduce(or_, difference)
        return ~some if sign == "=" else some

    def _number(self, one: Expression) -> list[Node]:
        """Return the bits of a number, the least first and the sign last (two's complement)."""
        sign, *inner = one
        if sign == "num":
            return self._constant(inner[0])
        if sign == "var":
            wide = self.spec.ranges[inner[0]]
            bits = [self.literal(inner[0], k, inner[1]) for k in range(wide.bits)]
            return self._sum([*bits, self.false], self._constant(wide.low), False) if wide.low else [*bits, self.false]
        return self._sum(self._number(inner[0]), self._number(inner[1]), sign == "sub")

    def _constant(self, number: int) -> list[Node]:
        return [self.true if number >> k & 1 else self.false for k in range(number.bit_length() + 1)]

    def _sum(self, a: list[Node], b: list[Node], less: bool) -> list[Node]:
        """Return the sum or the difference of two numbers."""
        width = max(len(a), len(b)) + 1
        carry, found = self.true if less else self.false, []
        for k in range(width):
            x, y = a[min(k, len(a) - 1)], b[min(k, len(b) - 1)]
            y = ~y if less else y
            half = _unlike(x, y)
            found.append(_unlike(half, carry))
            carry = (x & y) | (half & carry)
        return found


def parsed(text: str) -> Expression:
    """Return the expression that a text says; raise `GameError` if it says none.

    >>> parsed("!go & floor' = floor + 1")
    ('and', ('not', ('var', 'go', False)), ('cmp', '=', ('var', 'floor', True), ('add', ('var', 'floor', False), ('num',
    1))))
    """
    return _Infix(text).read()


def joined(sign: str, *parts: Expression) -> Expression:
    """Return a formula of others, with ``imp`` and ``iff`` said by ``or`` and ``xor``; chains become one list."""
    if sign == "imp":
        return joined("or", ("not", parts[0]), parts[1])
    if sign == "iff":
        return ("not", joined("xor", *parts))
    inner = [one for part in parts for one in (part[1:] if part[0] == sign and sign != "not" else (part,))]
    return (sign, *inner)


class _Infix:
    """Reads a formula in which signs stand between what they join."""

    def __init__(self, text: str):
        self.text, self.depth, self.at, at, end = text, 0, 0, 0, len(text.rstrip())
        self.words: list[str] = []
        self.places: list[int] = []
        while at < end:
            match = _TOKEN.match(text, at)
            if match is None:
                raise self._wrong(at)
            found = match.lastindex or 1
            self.words.append(match[found])
            self.places.append(match.start(found))
            at = match.end()
        self.words.append("")
        self.places.append(len(text))

    def read(self) -> Expression:
        """Return the whole formula."""
        found = self._joined(0)
        if self.words[self.at]:
            raise self._wrong(self.places[self.at])
        return found

    def _wrong(self, at: int) -> GameError:
        return GameError(f"the formula {shown(self.text)} is wrong from character {at + 1} on")

    def _takes(self, *words: str) -> str:
        word = self.words[self.at]
        if word not in words:
            return ""
        self.at += 1
        return word

    def _joined(self, least: int) -> Expression:
        """Read parts joined by signs that bind at least so closely; what binds closer is joined first."""
        found, last = self._compared(), -1
        while (join := _JOINS.get(self.words[self.at])) and join[0] >= least:
            level, sign = join
            if sign == "imp" and last == level:
                raise GameError(
                    f"the formula {shown(self.text)} has two -> in a row, which is (a -> b) -> c for Slugs and "
                    "a -> (b -> c) for others; expected brackets around two of the parts"
                )
            self.at += 1
            found, last = joined(sign, found, self._joined(level + 1)), level
        return found

    def _compared(self) -> Expression:
        if self.depth < _DEEPEST and self._takes("!", "~"):
            self.depth += 1
            found: Expression = ("not", self._compared())
            self.depth -= 1
            return found
        found = self._sum()
        while (sign := self.words[self.at]) in _COMPARED:
            self.at += 1
            found = ("cmp", "=" if sign == "==" else sign, found, self._sum())
        return found

    def _sum(self) -> Expression:
        found = self._atom()
        while word := self._takes("+", "-"):
            found = ("add" if word == "+" else "sub", found, self._atom())
        return found

    def _atom(self) -> Expression:
        word, place = self.words[self.at], self.places[self.at]
        self.at += bool(word)
        if word in _CLOSED and self.depth < _DEEPEST:
            self.depth += 1
            found = self._joined(0)
            self.depth -= 1
            if not self._takes(_CLOSED[word]):
                raise self._wrong(self.places[self.at])
            return self._after(found)
        if word.isdigit():
            return ("num", int(word))
        if word == "-" and self.words[self.at].isdigit():
            self.at += 1
            return ("num", -int(self.words[self.at - 1]))
        if word in ("TRUE", "FALSE", "true", "false"):
            return ("const", word.upper() == "TRUE")
        if word in ("next", "X") and self._begins():
            return self._after_step(self._compared() if self.words[self.at] in ("!", "~") else self._atom())
        if word and (word[0].isalpha() or word[0] == "_"):
            return self._after(("var", word, False))
        raise self._wrong(place)

    def _begins(self) -> bool:
        """Return whether what comes next begins an expression, so that a word before it is no variable."""
        word = self.words[self.at]
        return word in ("(", "[", "!", "~") or word[:1].isalnum() or word[:1] == "_"

    def _after(self, found: Expression) -> Expression:
        return self._after_step(found) if self._takes("'") else found

    def _after_step(self, found: Expression) -> Expression:
        if any(primed for _, _, primed in variables(found)):
            raise GameError(
                f"the formula {shown(self.text)} speaks of two steps; expected X or ' once on each variable"
            )
        return primed(found)


def primed(formula: Expression) -> Expression:
    """Return an expression about the values after the step."""
    if formula[0] == "var":
        return ("var", formula[1], True)
    return tuple(primed(part) if isinstance(part, tuple) else part for part in formula)
