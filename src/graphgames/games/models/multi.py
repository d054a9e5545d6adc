"""Several objectives at once, ``multi(...)``: what one policy can achieve, with memory and random choices.

Storm finds the Pareto curve in exact numbers, by weighted sums (Forejt, Kwiatkowska, Parker, *Pareto Curves for
Probabilistic Model Checking*, 2012): points that can be achieved, and points around them. What is asked with bounds is
read off the two polygons, and lies between them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from graphgames.core.errors import GameError, counted
from graphgames.core.value import Bracket, Exact, in_words, plain
from graphgames.games.models.language import Program, stormpy
from graphgames.games.models.trees import Node

Point = tuple[Fraction, Fraction]
_REWRITTEN = re.compile(r"\s*([PR])\s*(\{[^}]*\})?\s*(?:max|min)?\s*(?:=\s*\?|[<>]=?[^\[]*)\s*(\[.*\])\s*", re.DOTALL)


@dataclass(frozen=True)
class Objective:
    """One of the objectives: its text as an optimum, whether it is to be large, and its bound, None for ``=?``."""

    text: str
    large: bool
    bound: Exact | None


def achieved(
    program: Program, node: Node, bounds: Sequence[Any], own: Mapping[str, Any], more: Mapping[str, Any]
) -> tuple[Any, list[tuple[str, Any]]]:
    """Return the answer to ``multi(...)``, and the corners of the curve if that is asked for.

    ``bounds`` are those of the objectives, ``own`` and ``more`` the values of the constants of the program and of the
    properties. Raise `GameError` if something in it is not supported, or Storm finds nothing.
    """
    two = objectives(node, bounds, more)
    inner, outer = curve(program, own, two)
    return answer(two, inner, outer), corners(two, inner, outer)


def objectives(node: Node, bounds: Sequence[Any], constants: Mapping[str, Any]) -> list[Objective]:
    """Return the two objectives of ``multi(...)``, with the bounds that they name."""
    found = []
    for part, text, bound in zip(node.parts, node.more, bounds, strict=True):
        asked, match = part.more, _REWRITTEN.fullmatch(text)
        fits = part.type in ("P", "R") and asked.coalition is None and asked.how not in ("F0", "Fc", "S")
        if match is None or not fits:
            raise GameError(f"{text} is not an objective of multi; expected P or R, as in P>=0.9 [ F a ] or R<=5 [ C ]")
        if bound is None and not asked.best:
            either = f"{part.type}max=? or {part.type}min=?"
            raise GameError(f"{text} does not say what is best; expected {either}, or a bound")
        if asked.sign in ("<", ">"):
            raise GameError(f"{text} has a strict bound; multi takes >= and <=")
        large = asked.best == "max" if bound is None else asked.sign in (">", ">=")
        path = re.sub(r"\b[A-Za-z_]\w*\b(?!\")", lambda name: _given(name[0], constants), match[3])
        optimum = f"{part.type}{match[2] or ''}{'max' if large else 'min'}=? {path}"
        found.append(Objective(optimum, large, bound))
    if len(found) != 2:
        raise GameError(f"multi has {counted(len(found), 'objective')} here; two are supported")
    return found


def _given(name: str, constants: Mapping[str, Any]) -> str:
    return str(constants[name]).lower() if name in constants else name


def curve(program: Program, constants: Mapping[str, Any], two: Sequence[Objective]) -> tuple[list[Point], list[Point]]:
    """Return the corners of what can be achieved, and of what cannot be left, with signs so that more is better."""
    storm, text = stormpy(), f"multi({', '.join(one.text for one in two)})"
    try:
        parsed = program.instantiated(constants or {})
        (asked,) = storm.parse_properties(text, parsed)
        options = storm.BuilderOptions([asked.get_raw_formula()])
        options.set_build_all_labels()
        built = storm.build_model[storm.Rational](parsed, options=options)
        result = storm.model_checking(built, asked, only_initial_states=True)
        sides = result.get_under_approximation().vertices, result.get_over_approximation().vertices
    except (RuntimeError, AttributeError) as error:
        why = str(error).partition("Exception: ")[2] or str(error)
        raise GameError(f"{text} has no answer of Storm: {why.strip()}") from None
    signs = [1 if one.large else -1 for one in two]
    inner, outer = (
        sorted({(signs[0] * Fraction(str(x)), signs[1] * Fraction(str(y))) for x, y in side}) for side in sides
    )
    return inner, outer


def best(points: Sequence[Point], least: Exact) -> Fraction | None:
    """Return the largest first coordinate of a mixture of points whose second is large enough; None if there is none.

    >>> best([(Fraction(0), Fraction(2)), (Fraction(1), Fraction(0))], 1)
    Fraction(1, 2)
    """
    enough = [one for one in points if one[1] >= least]
    mixed = [p[0] + (q[0] - p[0]) * (p[1] - least) / (p[1] - q[1]) for p in enough for q in points if q[1] < least]
    return max([*mixed, *(p[0] for p in enough)], default=None)


def answer(two: Sequence[Objective], inner: Sequence[Point], outer: Sequence[Point]) -> Any:
    """Return the best value of the first objective without a bound, or whether both bounds can be met."""
    order = [1, 0] if two[0].bound is not None and two[1].bound is None else [0, 1]
    first, second = (two[k] for k in order)
    near, far = ([(p[order[0]], p[order[1]]) for p in side] for side in (inner, outer))
    least = min(p[1] for p in far) if second.bound is None else second.bound if second.large else -second.bound
    low, high = best(near, least), best(far, least)
    if first.bound is not None:
        wanted = first.bound if first.large else -first.bound
        if low is not None and low >= wanted:
            return True
        if high is None or high < wanted:
            return False
    elif high is None:
        raise GameError(f"no policy meets the bound {in_words(plain(second.bound))} of the other objective")
    if low is None or first.bound is not None:
        raise GameError("what Storm found is too wide to decide whether the bounds can be met")
    ends = sorted((low, high) if first.large else (-low, -high))
    return plain(ends[0]) if low == high else Bracket(*map(plain, ends))


def corners(two: Sequence[Objective], inner: Sequence[Point], outer: Sequence[Point]) -> list[tuple[str, Any]]:
    """Return the corners of the Pareto curve, where both objectives ask for the best."""
    if any(one.bound is not None for one in two):
        return []
    if inner != outer:
        raise GameError("the curve is found only roughly; give one of the objectives a bound")
    signs = [1 if one.large else -1 for one in two]
    words = [(in_words(plain(signs[0] * x)), plain(signs[1] * y)) for x, y in inner]
    return [(f"{two[0].text} is {first}, {two[1].text}", second) for first, second in words]
