"""The share of what is enumerated or drawn that `make test` looks at; ``EXHAUSTIVE=1`` (`make exhaustive`): all of it.

The share is drawn from a seed, so that it is the same every time, on every machine. A test with the mark
``share(part)`` runs with this part of its parameters, at least with one, spread over all, so that every kind has some.
Each test names its part, and ``SHARE`` multiplies them all: a twentieth if none is given (``SHARE=1 make test``).
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from inspect import Signature, signature
from typing import Any, TypeVar
from zlib import crc32

import pytest

EXHAUSTIVE = os.environ.get("EXHAUSTIVE", "") not in ("", "0")

SHARE = float(os.environ.get("SHARE", "0.05"))
"""What all parts are multiplied with."""

Item = TypeVar("Item")


def share(items: Iterable[Item], part: float, name: str = "", least: int = 1) -> Iterator[Item]:
    """Return about this part of some items, in their order, and not fewer than the least that shows what is tested.

    They are drawn from a seed; with a name, others are for each name. All are returned in an exhaustive run.
    """
    chance, some = random.Random(name or 1), items if isinstance(items, Sequence) else list(items)
    places = [place for place in range(len(some)) if EXHAUSTIVE or chance.random() < SHARE * part]
    if len(places) < min(least, len(some)):
        places = sorted(spread(len(some), least / len(some), name))
    return (some[place] for place in places)


def cases(count: int, part: float, least: int = 1) -> int:
    """Return how many of so many random cases are tried: this part, or the least that shows what is tested.

    In an exhaustive run all of them are tried.
    """
    return count if EXHAUSTIVE else max(least, round(count * SHARE * part))


def spread(count: int, part: float, name: str) -> set[int]:
    """Return the places of a part of so many, at least one, at equal distances; the name says where they begin."""
    kept = max(1, round(count * part))
    return {(k * count + crc32(name.encode()) % count) // kept for k in range(kept)} if count else set()


def left_out(items: Sequence[pytest.Item], most: int | None = None) -> set[int]:
    """Return the places of the tests that are not in the share of their mark, or more than so many cases of one test.

    None is left out in an exhaustive run.
    """
    alike: dict[str, list[int]] = defaultdict(list)
    for place, item in enumerate(() if EXHAUSTIVE else items):
        if not most or not item.get_closest_marker("slow"):  # which are not run where few are
            alike[item.nodeid.partition("[")[0]].append(place)
    found: set[int] = set()
    for name, places in alike.items():
        mark = items[places[0]].get_closest_marker("share")
        part = min(SHARE * mark.args[0] if mark else 1, (most or len(places)) / len(places))
        kept = spread(len(places), part, name)
        found.update(place for k, place in enumerate(places) if k not in kept)
    return found


def each(names: str, items: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test on every case of a list, as `pytest.mark.parametrize` does, but as one test.

    It is for cases by the dozen that each take less than a test by itself does. Those that fail are named.
    """
    arguments, some = names.split(", "), list(items)
    assert some, "no cases"

    def of(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def whole(**fixtures: Any) -> None:
            wrong = []
            for case in some:
                values = case if len(arguments) > 1 else (case,)
                try:
                    test(**dict(zip(arguments, values, strict=True)), **fixtures)
                except Exception as error:
                    error.add_note(f"with {names} = {case!r}")
                    wrong.append(error)
            if wrong:
                raise wrong[0] if len(wrong) == 1 else ExceptionGroup(f"{len(wrong)} cases", wrong)

        rest = [one for one in signature(test).parameters.values() if one.name not in arguments]
        vars(whole)["__signature__"] = Signature(rest)
        return whole

    return of
