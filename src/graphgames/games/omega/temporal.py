"""Formulas of linear temporal logic, and their normal form: Boolean combinations of what an automaton can read.

A formula is a nested tuple: ``("true",)``, ``("false",)``, ``("atom", k)``, ``("not", k)``, ``("and", ...)``,
``("or", ...)``, ``("X", a)``, ``("U", a, b, least, most)`` or ``("R", a, b, least, most)``, where ``most`` may be None.
``F a`` is ``true U a``, ``G a`` is ``false R a``, ``a W b`` is ``b R (a | b)``, and ``a M b`` is ``b U (a & b)``.

Of the hierarchy of Chang, Manna and Pnueli (1992) the first classes have no R, or no U, without a bound on the steps;
the second have no U below an R, or no R below a U. Every formula is a Boolean combination of the second: a part that
does not depend on where a word begins comes out of the others, and what is left is divided by which parts hold
infinitely often, and which from some point on (Sickert, Esparza, *An Efficient Normalisation Procedure for Linear
Temporal Logic and Very Weak Alternating Automata*, LICS 2020; Esparza, Rubio, Sickert, *Efficient Normalization of
Linear Temporal Logic*, J. ACM 71, 2024).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import chain, combinations
from typing import Any, TypeAlias

from graphgames.core.errors import LimitExceededError, counted

Path: TypeAlias = tuple[Any, ...]
"""A formula."""

LITERALS = ("true", "false", "atom", "not")
"""The kinds of formulas that speak of one letter."""
TRUE: Path = ("true",)
FALSE: Path = ("false",)
_MOST_GUESSED = 12
_SWAP = {"true": "false", "atom": "not", "and": "or", "U": "R"}
_SWAP |= {there: here for here, there in _SWAP.items()}


def negated(path: Path) -> Path:
    """Return the negation of a formula."""
    operator, *rest = path
    return (_SWAP.get(operator, operator), *(negated(one) if isinstance(one, tuple) else one for one in rest))


def parts(path: Path) -> tuple[Path, ...]:
    """Return the formulas that a formula is made of."""
    return tuple(one for one in path[1:] if isinstance(one, tuple))


def within(path: Path) -> Iterator[Path]:
    """Yield a formula and all formulas in it."""
    yield path
    for part in parts(path):
        yield from within(part)


def is_endless(path: Path, operator: str) -> bool:
    """Return whether a formula is of an operator, U or R, without a bound."""
    return path[0] == operator and path[4] is None


def is_cosafe(path: Path) -> bool:
    """Return whether every path that satisfies a formula does so after finitely many states."""
    return not any(is_endless(one, "R") for one in within(path))


def joined(operator: str, given: Iterable[Path]) -> Path:
    """Return the conjunction or disjunction of formulas, without what is superfluous in it."""
    nothing, all_of_it = (TRUE, FALSE) if operator == "and" else (FALSE, TRUE)
    kept: dict[Path, None] = {}
    for one in given:
        kept |= dict.fromkeys(one[1:] if one[0] == operator else (one,))
    kept.pop(nothing, None)
    if all_of_it in kept or any(one[0] == "atom" and ("not", one[1]) in kept for one in kept):
        return all_of_it
    other = _SWAP[operator]
    found = [one for one in kept if one[0] != other or not any(part in kept for part in one[1:])]
    return nothing if not found else found[0] if len(found) == 1 else (operator, *found)


def later(path: Path) -> Path:
    """Return ``X`` of a formula."""
    return path if path in (TRUE, FALSE) or is_limit(path) else ("X", path)


def until(a: Path, b: Path, operator: str = "U") -> Path:
    """Return ``a U b``, or ``a R b``, without a bound."""
    nothing, all_of_it, outer = (FALSE, TRUE, "or") if operator == "U" else (TRUE, FALSE, "and")
    if b in (TRUE, FALSE) or is_limit(b) or a == nothing:
        return b
    if a == all_of_it and b[0] == outer:  # F(a | b) is F a | F b, G(a & b) is G a & G b
        return joined(outer, [until(a, part, operator) for part in b[1:]])
    if is_endless(b, operator) and b[1] in (a, all_of_it):  # F(a U b) is not, but F F a and a U (a U b) are
        return b
    if a == all_of_it and is_endless(b, operator):  # F(a U b) is F b
        return until(a, b[2], operator)
    if a == all_of_it and b[0] == "X":
        return later(until(a, b[1], operator))
    return (operator, a, b, 0, None)


def is_limit(path: Path) -> bool:
    """Return whether the beginning of a word does not matter to a formula: ``G F``, ``F G`` and what joins them."""
    if path[0] in ("and", "or"):
        return all(map(is_limit, path[1:]))
    return any(
        is_endless(path, outer) and path[1] == opposite and is_endless(path[2], inner) and path[2][1] == neutral
        for outer, opposite, inner, neutral in (("R", FALSE, "U", TRUE), ("U", TRUE, "R", FALSE))
    )


@cache
def simplified(path: Path) -> Path:
    """Return a formula with what its operators are known to do to constants, to each other and to limits.

    Bounds stay only around what has no operator without one.
    """
    operator = path[0]
    if operator in LITERALS:
        return path
    inside = [simplified(part) for part in parts(path)]
    if operator in ("and", "or"):
        return joined(operator, inside)
    if operator == "X":
        return later(inside[0])
    a, b = inside
    least, most = path[3:]
    if most is None and not least:
        return until(a, b, operator)
    if most is not None and all(is_cosafe(one) and is_cosafe(negated(one)) for one in inside):
        return (operator, a, b, least, most)
    if most is not None and most < least:
        return FALSE if operator == "U" else TRUE
    outer, inner = ("or", "and") if operator == "U" else ("and", "or")
    rest = (operator, a, b, max(least - 1, 0), None if most is None else most - 1)
    go_on = FALSE if operator == "U" else TRUE
    if most != 0:
        go_on = joined(inner, [a, later(simplified(rest))])
    return go_on if least else joined(outer, [b, go_on])


def is_first(path: Path, operator: str) -> bool:
    """Return whether a formula has no operator U, or R, without a bound but this one."""
    return not any(is_endless(one, _SWAP[operator]) for one in within(path))


def is_second(path: Path, operator: str) -> bool:
    """Return whether a formula has no U, or R, below the other of the two: the class of what this operator begins."""
    if is_endless(path, _SWAP[operator]):
        return is_first(path, _SWAP[operator])
    return all(is_second(part, operator) for part in parts(path))


def normal(path: Path) -> Path:
    """Return an equal formula that is a Boolean combination of formulas of the second classes.

    Raise `LimitExceededError` if it would be far too large.
    """
    return _normal(simplified(path))


@cache
def _normal(path: Path) -> Path:
    if path[0] in ("and", "or"):
        return joined(path[0], [_normal(part) for part in path[1:]])
    for limit in within(path):
        if limit != path and limit[0] not in ("and", "or") and is_limit(limit):
            without, beside = (simplified(_replaced(path, limit, value)) for value in (FALSE, TRUE))
            return joined("or", [_normal(without), joined("and", [_normal(limit), _normal(beside)])])
    if is_second(path, "U") or is_second(path, "R"):
        return path
    if path[0] == "X":
        return _shifted(_normal(path[1]))
    opposite = negated(path)
    if len(_guesses(opposite)) < len(_guesses(path)):
        return negated(_divided(opposite))
    return _divided(path)


def _shifted(path: Path) -> Path:
    """Return ``X`` of a normal form."""
    return joined(path[0], map(_shifted, path[1:])) if path[0] in ("and", "or") else later(path)


def _replaced(path: Path, old: Path, new: Path) -> Path:
    if path == old:
        return new
    return (path[0], *(_replaced(one, old, new) if isinstance(one, tuple) else one for one in path[1:]))


def _guesses(path: Path) -> tuple[Path, ...]:
    """Return the formulas of U below an R, and those of R in these: of each is to be known how often it holds."""
    below = (part for one in within(path) if is_endless(one, "R") for part in chain(*map(within, parts(one))))
    often = dict.fromkeys(one for one in below if is_endless(one, "U"))
    always = dict.fromkeys(one for whole in often for one in within(whole) if is_endless(one, "R"))
    return (*often, *always)


def _divided(path: Path) -> Path:
    """Return the disjunction over what may hold infinitely often, and what from some point on."""
    guesses = _guesses(path)
    if len(guesses) > _MOST_GUESSED:
        what = counted(len(guesses), "operator")
        raise LimitExceededError(f"{what} U and R are nested in each other, and at most {_MOST_GUESSED} are translated")
    found = []
    for held in chain(*(combinations(guesses, size) for size in range(len(guesses) + 1))):
        rows = [_second(path, held)]
        for one in held:
            if one[0] == "U":
                rows.append(until(FALSE, until(TRUE, simplified(_first(one, held, "R"))), "R"))
            else:
                rows.append(until(TRUE, until(FALSE, simplified(_first(one, held, "U")), "R")))
        row = joined("and", [simplified(one) for one in rows])
        found.append(row if row in (TRUE, FALSE) else _normal(row))
    return joined("or", found)


def _first(path: Path, held: Collection[Path], operator: str) -> Path:
    """Return a formula without an operator, R for what holds from some point on, else U for what does infinitely often.

    A formula of that operator which is held becomes true, or one of the other operator; another becomes one of the
    other operator, or false.
    """
    if path[0] in LITERALS:
        return path
    inside = tuple(_first(one, held, operator) if isinstance(one, tuple) else one for one in path[1:])
    if not is_endless(path, operator):
        return (path[0], *inside)
    a, b = inside[:2]
    if operator == "R":
        return TRUE if path in held else ("U", b, ("and", a, b), 0, None)
    return ("R", b, ("or", a, b), 0, None) if path in held else FALSE


def _second(path: Path, held: Collection[Path]) -> Path:
    """Return a formula without U below R, where of each such U is known whether it holds infinitely often."""
    if path[0] in LITERALS:
        return path
    inside = tuple(_second(one, held) if isinstance(one, tuple) else one for one in path[1:])
    if not is_endless(path, "R") or is_first(path, "R"):
        return (path[0], *inside)
    a, b = inside[:2]
    for_ever = ("R", FALSE, _first(path[2], held, "U"), 0, None)
    return ("U", b, ("or", ("and", a, b), for_ever), 0, None)
