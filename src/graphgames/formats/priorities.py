"""Turn priorities into objectives and back, so that a file of priorities can be read as any of them.

A set of priorities selects the target, safe, accepting or rejecting vertices. By default even priorities are good for
player 0, as in a parity game, where the largest priority seen infinitely often counts. Files of other conventions, in
which the smallest counts or odd ones are good, are turned into this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from graphgames.core.catalogue import objective_class
from graphgames.core.errors import GameError, did_you_mean
from graphgames.core.objective import Objective
from graphgames.formats import CONVENTIONS


class Meant(NamedTuple):
    """How the priorities of a file are meant, by one of `CONVENTIONS`."""

    convention: str


Priorities: TypeAlias = str | Iterable[int] | Meant
"""A set of priorities: integers, or a text like ``"2,4-6"``; or what all of them mean."""

_PART = re.compile(r"\s*(\d+)\s*(?:(?:-|\.\.)\s*(\d+)\s*)?")
_LARGEST = 2**31 - 1


def parse_priorities(given: str | Iterable[int]) -> list[tuple[int, int]]:
    """Turn a set of priorities into ranges, both ends included.

    The set is given as integers or as a text of numbers and ranges with commas between. Raise `GameError` if a part of
    it is neither a number nor a range, or a range runs backwards.

    Examples
    --------
    >>> parse_priorities("2, 4-6"), parse_priorities({1})
    ([(2, 2), (4, 6)], [(1, 1)])
    """
    if not isinstance(given, str):
        return [(int(number), int(number)) for number in given]
    ranges = []
    for part in given.split(","):
        match = _PART.fullmatch(part)
        if match is None:
            raise GameError(f"{part.strip()!r} is no set of priorities; expected numbers and ranges like 2,4-6")
        low, high = match[1], match[2] or match[1]
        if max(len(low), len(high)) > 10 or int(low) > int(high):
            raise GameError(f"{part.strip()!r} holds no priority; a range runs from the smaller number to the larger")
        ranges.append((int(low), int(high)))
    return ranges


def meant(convention: str | None, priorities: Priorities | None) -> Priorities | None:
    """Return what a reader is to be told: the set of priorities, or the convention, of which there can be one.

    Raise `GameError` if both are given, or there is no such convention.
    """
    if convention is None:
        return priorities
    if priorities is not None:
        raise GameError(
            "a set of priorities says which are good for player 0; it leaves nothing for a convention to say"
        )
    return Meant(_known(convention))


def _known(convention: str) -> str:
    if convention not in CONVENTIONS:
        suggestion = did_you_mean(convention, CONVENTIONS)
        raise GameError(f"there is no convention {convention!r}{suggestion} They are: {', '.join(CONVENTIONS)}")
    return convention


def as_max_even(priority: NDArray[np.int32], convention: str) -> NDArray[np.int32]:
    """Return priorities of which the largest decides, even ones for player 0, and every play is won as before.

    Examples
    --------
    >>> as_max_even(np.array([0, 1, 2], np.int32), "min-even"), as_max_even(np.array([0, 3], np.int32), "max-odd")
    (array([2, 1, 0], dtype=int32), array([1, 4], dtype=int32))
    """
    if not priority.size or convention == "max-even":
        return priority
    largest, odd = int(priority.max()), convention.endswith("odd")
    if convention.startswith("max"):
        if largest == _LARGEST:
            raise GameError(f"the priority {_LARGEST} leaves no room for one more, which the convention max-odd needs")
        return priority + np.int32(1)
    return (largest + (largest + odd) % 2 - priority.astype(np.int64)).astype(np.int32)


def objective_of(
    name: str, priority: NDArray[np.int32], priorities: Priorities | None = None, convention: str = "max-even"
) -> Objective:
    """Make an objective from the priorities of the vertices, of which the file has a convention.

    ``parity`` takes the priorities as they are; ``reach``, ``safe``, ``buchi`` and ``cobuchi`` take the vertices whose
    priority is in the set ``priorities``; ``normal`` and ``misere`` pass over them. By default what is good for player
    0 is even: the set is the even ones, for ``cobuchi`` the odd ones. Instead of a set there may be the convention of
    all of them. Raise `GameError` if there is no such objective, the set is given for an objective that has none, or no
    vertex is in it.

    Examples
    --------
    >>> objective_of("buchi", np.array([1, 2, 4], np.int32), "4-6").accepting
    array([False, False,  True])
    """
    kind, convention = objective_class(name), _known(convention)
    if isinstance(priorities, Meant):
        if not kind.reads_priorities:
            raise GameError(f"a {name} game has no priorities, and so no convention for them")
        convention, priorities = priorities.convention, None
    greater_is_even = as_max_even(priority, convention)
    if priorities is None:
        return kind.from_priorities(greater_is_even)
    chosen = np.zeros(priority.size, np.bool_)
    for low, high in parse_priorities(priorities):
        if low <= _LARGEST:
            chosen |= (priority >= max(low, 0)) & (priority <= min(high, _LARGEST))
    made = kind.from_priorities(greater_is_even, chosen)
    if priority.size and not chosen.any():
        there = np.unique(priority).tolist()
        listed = ", ".join(map(str, there[:8])) + (f", ... {there[-1]}" if len(there) > 8 else "")
        raise GameError(f"no vertex has a priority of the set; the priorities of the file are {listed}")
    return made
