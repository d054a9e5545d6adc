"""From priorities to objectives and back: one file of priorities is read as any of the objectives, and any is written.

A set of priorities says which vertices are meant: the target, the safe, the accepting or the rejecting ones. Unless it
is given, even priorities are good for player 0, as in a parity game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.objective import Objective
from graphgames.games.buchi.objective import Buchi, CoBuchi
from graphgames.games.lastmove.objective import MiserePlay, NormalPlay
from graphgames.games.parity.objective import Parity
from graphgames.games.reachability.objective import Reach, Safe

Priorities: TypeAlias = str | Iterable[int]
"""A set of priorities: integers, or a text like ``"2,4-6"``."""

OBJECTIVES: dict[str, type[Objective]] = {
    kind.name: kind for kind in (Reach, Safe, Buchi, CoBuchi, Parity, NormalPlay, MiserePlay)
}
"""What a file of priorities can be read as."""

_PART = re.compile(r"\s*(\d+)\s*(?:(?:-|\.\.)\s*(\d+)\s*)?")
_LARGEST = 2**31 - 1


def objective_class(name: str) -> type[Objective]:
    """Return the class of an objective by its name.

    Raises
    ------
    GameError
        If there is none; the message names them all.
    """
    if name not in OBJECTIVES:
        raise GameError(f"there is no objective {name!r}; the objectives are: {', '.join(OBJECTIVES)}")
    return OBJECTIVES[name]


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
    kind = objective_class(name)
    if priorities is not None and kind in (Parity, NormalPlay, MiserePlay):
        raise GameError(f"a set of priorities has no meaning for a {name} objective")
    if kind is Parity:
        return Parity(priority)
    if kind in (NormalPlay, MiserePlay):
        return kind()
    if priorities is None:
        return kind((priority & 1) == (1 if kind is CoBuchi else 0))  # type: ignore[call-arg]
    chosen = np.zeros(priority.size, np.bool_)
    for low, high in parse_priorities(priorities):
        if low <= _LARGEST:
            chosen |= (priority >= max(low, 0)) & (priority <= min(high, _LARGEST))
    return kind(chosen)  # type: ignore[call-arg]


def priorities_of(game: Game) -> NDArray[np.int32]:
    """Return priorities by which `objective_of` makes the game's objective again, shape (n,).

    For Büchi and co-Büchi games the parity game with these priorities has the same winners: accepting 2 and others 1,
    rejecting 1 and others 0. For the other objectives good vertices are 2 or 0 and bad ones 1.

    Examples
    --------
    >>> from graphgames import Arena
    >>> priorities_of(Game(Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1]), Buchi([1])))
    array([1, 2], dtype=int32)
    """
    match game.objective:
        case Parity(priority=priority):
            return np.asarray(priority, np.int32)
        case Buchi(accepting=good) | Reach(target=good):
            return np.asarray(good, np.int32) + 1
        case CoBuchi(rejecting=bad):
            return np.asarray(bad, np.int32)
        case Safe(safe=good):
            return 1 - np.asarray(good, np.int32)
        case _:
            return np.zeros(game.arena.n, np.int32)
