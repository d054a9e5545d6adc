"""Solutions as files for the reference checker, and what can be altered in them."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import graphgames as gg
from graphgames import GraphGamesError
from graphgames.formats.json_ import write_solution
from graphgames.formats.problem_json import write_problem
from graphgames.readers.source import Source
from graphgames.reference.check import check

Path = tuple[str | int, ...]

FREE = ("solver", "stats")
"""What a file says that no condition proves; the report names it."""


def game_file(problem: Any) -> bytes:
    """Return a problem in full as its file."""
    file = io.BytesIO()
    write_problem(problem, file)
    return file.getvalue()


def solution_file(solution: Any) -> dict[str, Any]:
    """Return the document that a solution file holds."""
    file = io.BytesIO()
    write_solution(solution, file)
    document: dict[str, Any] = json.loads(file.getvalue())
    return document


def by_reference(game: bytes, document: Any) -> bool:
    """Return whether the reference checker believes a document."""
    return check(game, json.dumps(document)).ok


def by_fast_checker(problem: Any, document: Any) -> bool:
    """Return whether the fast checker believes a document."""
    try:
        return gg.verify(gg.read_solution(problem, Source(json.dumps(document).encode(), "solution.json"))).ok
    except GraphGamesError:
        return False


def leaves(document: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Go through all that a document holds: every value of an object, every entry of an array, inside them, too."""
    inside = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in inside:
        yield (*path, key), value
        if isinstance(value, dict | list):
            yield from leaves(value, (*path, key))


def with_entry(document: Any, path: Path, value: Any) -> Any:
    """Return a document with another entry at a place."""
    changed = copy.deepcopy(document)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return changed


def without(document: Any, path: Path) -> Any:
    """Return a document that lacks what stands at a place."""
    changed = copy.deepcopy(document)
    place = changed
    for key in path[:-1]:
        place = place[key]
    del place[path[-1]]
    return changed


def other_entries(value: Any, size: int) -> list[Any]:
    """Return what to put for a number or a text: numbers near it, at the ends of ranges, infinities, brackets."""
    number = exact(value)
    if number is None:
        return [one for one in ("inf", "-inf", "0", 0, "reach", "") if one != value]
    near = [number - 1, number + 1, -number, Fraction(0), Fraction(1), Fraction(-1), Fraction(-2)]
    near += [Fraction(size - 1), Fraction(size), Fraction(size + 1), number / 2, number + Fraction(1, 7)]
    ends = [2**31 - 1, 2**31, -(2**31), 2**62, 2**63 - 1, 2**63, -(2**63), 10**30]
    found: list[Any] = [one.numerator if one.denominator == 1 else str(one) for one in dict.fromkeys(near)]
    found += ends
    if isinstance(value, str) or number.denominator > 1:
        found += ["inf", "-inf", f"[{number - 1}, {number}]", f"[{number}, {number + 1}]", f"[{number}, inf]"]
    return [one for one in found if one != value and exact(one) != number]


def other_spellings(value: Any) -> list[Any]:
    """Return other ways to write a number, each of which a file may have or not."""
    number = exact(value)
    if number is None:
        return []
    top, bottom = number.as_integer_ratio()
    found: list[Any] = [
        f"{top}",
        f"{top}/{bottom}",
        f"{2 * top}/{2 * bottom}",
        f"+{top}",
        f" {top}",
        f"0{top}",
        f"{top}.0",
    ]
    found += [f"{top:#x}", f"{top:#x}".replace("0x", "0x0"), f"-{abs(top)}/{bottom}", f"[{top}, {top}]", "-0", "0/7"]
    return [one for one in found if one != value]


def exact(value: Any) -> Fraction | None:
    """Return the number that an entry says, None for anything else."""
    try:
        return None if isinstance(value, bool | float) else Fraction(value)
    except (TypeError, ValueError):
        return None


def no_numbers(value: Any) -> list[Any]:
    """Return what stands for a number and is none."""
    number = exact(value)
    return [[value], {"0": value}, "nan", True] + ([float(number)] if number is not None else [])
