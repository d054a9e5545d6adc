"""The share of what is enumerated or drawn that `make test` looks at; ``EXHAUSTIVE=1`` (`make exhaustive`): all of it.

The share is drawn from a seed, so that it is the same every time, on every machine. A test with the mark
``share(part)`` runs with this part of its parameters, at least with one, spread over all, so that every kind has some.
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar
from zlib import crc32

import pytest

EXHAUSTIVE = os.environ.get("EXHAUSTIVE", "") not in ("", "0")

Item = TypeVar("Item")


def share(items: Iterable[Item], part: float) -> Iterator[Item]:
    """Return about this part of some items, drawn from a seed, in their order; all of them in an exhaustive run."""
    chance = random.Random(1)
    return (item for item in items if EXHAUSTIVE or chance.random() < part)


def cases(count: int, part: float) -> int:
    """Return how many of so many random cases are tried: this part of them; all of them in an exhaustive run."""
    return count if EXHAUSTIVE else max(1, round(count * part))


def spread(count: int, part: float, name: str) -> set[int]:
    """Return the places of a part of so many, at least one, at equal distances; the name says where they begin."""
    kept = max(1, round(count * part))
    return {(k * count + crc32(name.encode()) % count) // kept for k in range(kept)} if count else set()


def left_out(items: Sequence[pytest.Item]) -> set[int]:
    """Return the places of the tests marked ``share`` that are not in their share; none in an exhaustive run."""
    alike: dict[str, list[int]] = defaultdict(list)
    for place, item in enumerate(() if EXHAUSTIVE else items):
        if item.get_closest_marker("share"):
            alike[item.nodeid.partition("[")[0]].append(place)
    found: set[int] = set()
    for name, places in alike.items():
        mark = items[places[0]].get_closest_marker("share")
        assert mark is not None
        kept = spread(len(places), mark.args[0], name)
        found.update(place for k, place in enumerate(places) if k not in kept)
    return found
