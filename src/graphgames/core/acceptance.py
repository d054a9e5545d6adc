"""Acceptance conditions: Boolean formulas over what a play sees infinitely often (Emerson and Lei, 1987).

``Inf(0)`` says that marked set 0 is seen infinitely often, ``Fin(0)`` that it is not, ``t`` and ``f`` are true and
false; ``&`` binds closer than ``|``. That is the notation of Babiak et al., *The Hanoi Omega-Automata Format* (CAV
2015). A formula is a nested tuple: ``("inf", i)``, ``("fin", i)``, or ``("and", ...)`` and ``("or", ...)`` of formulas;
an ``and`` of nothing is true, an ``or`` of nothing is false.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from graphgames.core.errors import GameError, shown

Formula: TypeAlias = tuple[Any, ...]

TRUE: Formula = ("and",)
FALSE: Formula = ("or",)

_OPPOSITE = {"inf": "fin", "fin": "inf", "and": "or", "or": "and"}
_WORD = r"\s*((Inf|Fin)\s*\(\s*([0-9]{1,9})\s*\)|[tf]\b|[()&|])"
_DEEPEST = 200


def infinitely(i: int) -> Formula:
    """Return the formula that set i is seen infinitely often."""
    return ("inf", i)


def finitely(i: int) -> Formula:
    """Return the formula that set i is seen only finitely often."""
    return ("fin", i)


def both(*parts: Formula) -> Formula:
    """Return the conjunction of formulas, without what is superfluous in it.

    >>> both(infinitely(0), TRUE), both(infinitely(0), FALSE) == FALSE
    (('inf', 0), True)
    """
    return _joined("and", parts)


def either(*parts: Formula) -> Formula:
    """Return the disjunction of formulas, without what is superfluous in it."""
    return _joined("or", parts)


def _joined(sign: str, parts: Collection[Formula]) -> Formula:
    kept: dict[Formula, None] = {}
    for part in parts:
        if part == (_OPPOSITE[sign],):
            return part
        kept |= dict.fromkeys(part[1:] if part[0] == sign else (part,))
    return next(iter(kept)) if len(kept) == 1 else (sign, *kept)


def negated(formula: Formula) -> Formula:
    """Return the formula that is true where this one is false.

    >>> spelled(negated(parsed("Inf(0) & (Fin(1) | t)")))
    'Fin(0)'
    """
    sign, *parts = formula
    if sign in ("inf", "fin"):
        return (_OPPOSITE[sign], *parts)
    return _joined(_OPPOSITE[sign], [negated(part) for part in parts])


def assumed(formula: Formula, seen: Mapping[int, bool]) -> Formula:
    """Return what is left of a formula where it is known of some sets whether they are seen infinitely often.

    >>> spelled(assumed(parsed("Inf(0) & Fin(1) | Inf(2)"), {1: False, 2: False}))
    'Inf(0)'
    """

    def left(atom: Formula) -> Formula:
        known = seen.get(atom[1])
        return atom if known is None else TRUE if known == (atom[0] == "inf") else FALSE

    return _with_atoms(left, formula)


def without(formula: Formula, atom: Formula) -> Formula:
    """Return what is left of a formula where one of its atoms is false."""
    return _with_atoms(lambda one: FALSE if one == atom else one, formula)


def renamed(formula: Formula, number: Callable[[int], int]) -> Formula:
    """Return a formula about sets of other numbers."""
    return _with_atoms(lambda atom: (atom[0], number(atom[1])), formula)


def _with_atoms(make: Callable[[Formula], Formula], formula: Formula) -> Formula:
    """Return a formula in which a function has made something of each atom."""
    sign, *parts = formula
    return make(formula) if sign in ("inf", "fin") else _joined(sign, [_with_atoms(make, part) for part in parts])


def holds(formula: Formula, seen: Collection[int]) -> bool:
    """Return whether a formula is true of a play that sees exactly these sets infinitely often."""
    sign = formula[0]
    if sign in ("inf", "fin"):
        return bool((formula[1] in seen) == (sign == "inf"))
    decisive = bool(sign == "or")
    for part in formula[1:]:  # generators for `all` and `any` take three times as long
        if holds(part, seen) == decisive:
            return decisive
    return not decisive


def rabin_pairs(formula: Formula) -> list[tuple[Collection[int], Collection[int] | None]]:
    """Return pairs of sets such that a formula says: of some pair nothing of the first is seen infinitely often, and
    something of the second. None stands for a second that always is. There are none if it has another form.

    >>> rabin_pairs(parsed("Fin(0) & (Inf(1) | Fin(2))")), rabin_pairs(parsed("Inf(0) & Inf(1)"))
    ([({0}, {1}), ({0, 2}, None)], [])
    """
    sign, *parts = formula
    if sign == "inf":
        return [(set(), set(parts))]
    if sign == "or":
        inner = [rabin_pairs(part) for part in parts]
        return [pair for pairs in inner for pair in pairs] if all(inner) else []
    parts = [formula] if sign == "fin" else parts
    missed = {part[1] for part in parts if part[0] == "fin"}
    others = [rabin_pairs(part) for part in parts if part[0] != "fin"] or [[(set(), None)]]
    return [(missed | set(first), second) for first, second in others[0]] if len(others) == 1 else []


Passed: TypeAlias = tuple[Sequence[tuple[Formula, str]], Sequence[str]]
"""What is said of a way round by the sets that are seen on it, and the names of the sets."""


def passed(sentences: Passed, seen: Collection[int]) -> str:
    """Return what is said of a way round on which exactly these sets are seen.

    It is the first text of which the formula holds; in it ``{}`` stands for the names of the sets.

    >>> passed(([(infinitely(0), ", past {}"), (TRUE, "")], ["the goal"]), [0])
    ', past the goal'
    """
    rows, names = sentences
    text = next(text for formula, text in rows if holds(formula, seen))
    return text.replace("{}", ", ".join(names[i] for i in sorted(seen))) if names else text


def atoms(formula: Formula) -> Iterator[Formula]:
    """Yield the atoms of a formula, in their order, each as often as it stands there."""
    if formula[0] in ("inf", "fin"):
        yield formula
        return
    for part in formula[1:]:
        yield from atoms(part)


def spelled(formula: Formula, name: Callable[[int], str] = str) -> str:
    """Return a formula as text, in which sets are called by their numbers or by other names."""
    sign, *parts = formula
    if sign in ("inf", "fin"):
        return f"{sign.capitalize()}({name(parts[0])})"
    if not parts:
        return "t" if sign == "and" else "f"
    return (" & " if sign == "and" else " | ").join(
        f"({spelled(part, name)})" if part[0] == "or" else spelled(part, name) for part in parts
    )


def parsed(text: str) -> Formula:
    """Return the formula that a text says; raise `GameError` if it says none.

    >>> parsed("Inf(0) & (Fin(1) | Inf(2))")
    ('and', ('inf', 0), ('or', ('fin', 1), ('inf', 2)))
    """
    words: list[re.Match[str]] = []
    word, at = re.compile(_WORD), 0
    while at < len(text.rstrip()):
        match = word.match(text, at)
        if match is None:
            raise _wrong(text, at)
        words.append(match)
        at = match.end()
    formula, rest = _chain(text, words, 0, 0)
    if rest < len(words):
        raise _wrong(text, words[rest].start(1))
    return formula


def _wrong(text: str, at: int) -> GameError:
    expected = "expected Inf(0), Fin(1), t or f, joined by & and |"
    return GameError(f"the acceptance condition is {shown(text)}, wrong from character {at + 1} on; {expected}")


def _chain(text: str, words: list[re.Match[str]], at: int, depth: int, sign: str = "|") -> tuple[Formula, int]:
    """Read parts joined by a sign; return the formula and the place behind it."""
    parts = []
    while True:
        part, at = _chain(text, words, at, depth, "&") if sign == "|" else _atom(text, words, at, depth)
        parts.append(part)
        if at == len(words) or words[at][1] != sign:
            return _joined("or" if sign == "|" else "and", parts), at
        at += 1


def _atom(text: str, words: list[re.Match[str]], at: int, depth: int) -> tuple[Formula, int]:
    word, sign, number = words[at].groups() if at < len(words) else ("", None, "")
    if sign is not None:
        return (sign.lower(), int(number)), at + 1
    if word in ("t", "f"):
        return (TRUE if word == "t" else FALSE), at + 1
    if word == "(" and depth < _DEEPEST:
        formula, behind = _chain(text, words, at + 1, depth + 1)
        if behind < len(words) and words[behind][1] == ")":
            return formula, behind + 1
        at = behind
    raise _wrong(text, words[at].start(1) if at < len(words) else len(text))
