"""Solutions as files for the reference checker, and what can be altered in them."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Iterator
from typing import Any

import graphgames as gg
from graphgames import Game, GraphGamesError
from graphgames.formats.arena_json import write_game
from graphgames.formats.json_ import write_solution
from graphgames.readers.source import Source
from graphgames.reference.check import check

Path = tuple[str | int, ...]

FREE = ("solver", "stats")
"""What a file says that no condition proves; the report names it."""


def game_file(problem: Game) -> bytes:
    """Return a game as its file."""
    file = io.BytesIO()
    write_game(problem, file)
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


def other_numbers(value: int, size: int) -> list[int]:
    """Return numbers near a number, at the ends of ranges, and out of them."""
    near = (value - 1, value + 1, -value, 0, 1, -1, -2, size - 1, size, size + 1)
    ends = (2**31 - 1, 2**31, -(2**31), 2**62, 2**63 - 1, 2**63, -(2**63), 10**30)
    return [number for number in dict.fromkeys(near + ends) if number != value]


def no_numbers(value: int) -> list[Any]:
    """Return what stands for a number and is none."""
    return [bool(value), float(value), str(value), [value], {"0": value}, "nan"]
