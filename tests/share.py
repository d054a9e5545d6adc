"""The share of what is enumerated or drawn that `make test` looks at; ``EXHAUSTIVE=1`` (`make exhaustive`): all of it.

The share is drawn from a seed, so that it is the same every time, on every machine.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator
from typing import TypeVar

EXHAUSTIVE = os.environ.get("EXHAUSTIVE", "") not in ("", "0")

Item = TypeVar("Item")


def share(items: Iterable[Item], part: float) -> Iterator[Item]:
    """Return about this part of some items, drawn from a seed, in their order; all of them in an exhaustive run."""
    chance = random.Random(1)
    return (item for item in items if EXHAUSTIVE or chance.random() < part)


def cases(count: int, part: float) -> int:
    """Return how many of so many random cases are tried: this part of them; all of them in an exhaustive run."""
    return count if EXHAUSTIVE else max(1, round(count * part))
