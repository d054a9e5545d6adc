"""Turn priorities into objectives and back, so that a file of priorities can be read as any of them.

A set of priorities selects the target, safe, accepting or rejecting vertices. By default even priorities are good for
player 0, as in a parity game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from graphgames.core.catalogue import objective_class
from graphgames.core.errors import GameError
from graphgames.core.objective import Objective

Priorities: TypeAlias = str | Iterable[int]
"""A set of priorities: integers, or a text like ``"2,4-6"``."""

_PART = re.compile(r"\s*(\d+)\s*(?:(?:-|\.\.)\s*(\d+)\s*)?")
_LARGEST = 2**31 - 1


def parse_priorities(given: Priorities) -> list[tuple[int, int]]:
    """Turn a set of priorities into ranges, both ends included.

    Parameters
    ----------
    given : str or iterable of int
        Integers, or a text of numbers and ranges with commas between.

    Raises
    ------
    GameError
        If a part of it is neither a number nor a range, or a range runs backwards.

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


def objective_of(name: str, priority: NDArray[np.int32], priorities: Priorities | None = None) -> Objective:
    """Make an objective from the priorities of the vertices.

    Parameters
    ----------
    name : str
        ``parity`` takes the priorities as they are; ``reach``, ``safe``, ``buchi`` and ``cobuchi`` take the vertices
        whose priority is in the set; ``normal`` and ``misere`` pass over them.
    priority : ndarray of int32, shape (n,)
        The priority of each vertex.
    priorities : str or iterable of int, optional
        The set: the target, safe, accepting or rejecting priorities. By default what is good for player 0 is even: the
        set is the even ones, for ``cobuchi`` the odd ones.

    Raises
    ------
    GameError
        If there is no such objective, or the set is given for an objective that has none.

    Examples
    --------
    >>> objective_of("buchi", np.array([1, 2, 4], np.int32), "4-6").accepting
    array([False, False,  True])
    """
    if priorities is None:
        return objective_class(name).from_priorities(priority)
    chosen = np.zeros(priority.size, np.bool_)
    for low, high in parse_priorities(priorities):
        if low <= _LARGEST:
            chosen |= (priority >= max(low, 0)) & (priority <= min(high, _LARGEST))
    return objective_class(name).from_priorities(priority, chosen)
