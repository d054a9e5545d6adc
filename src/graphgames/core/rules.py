"""Games given by rules: positions are the user's own, and `expand` turns them into an arena."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Protocol, runtime_checkable

import numpy as np

from graphgames.core.arena import Arena, Vertex
from graphgames.core.catalogue import objective_class
from graphgames.core.errors import GameError, LimitExceededError
from graphgames.core.game import Game
from graphgames.core.objective import Objective


@runtime_checkable
class Rules(Protocol):
    """A game by its moves. Positions are hashable; the players alternate unless ``mover`` says who is to move.

    A class may also have

    - ``mover(position) -> int``: 0 or 1, who moves there (then it is no longer impartial);
    - ``objective``: an `Objective` other than `NormalPlay`;
    - ``components(position) -> iterable of positions``: independent parts that the position is the sum of;
    - ``render(position) -> str``: the position for a person.
    """

    @property
    def start(self) -> Any:
        """The position where the play begins."""

    def moves(self, position: Any) -> Iterable[Any]:
        """Return the positions that can be reached in one move."""


def expand(
    rules: Rules,
    limit: int = 10_000_000,
    objective: Objective | None = None,
    progress: Callable[[int], None] | None = None,
) -> Game:
    """Enumerate the positions that can be reached from the start, breadth first, as an explicit game.

    Parameters
    ----------
    rules : Rules
        The game; positions must be hashable.
    limit : int
        Stop with an error rather than make more positions than this.
    objective : Objective, optional
        By default the one of the rules, else `NormalPlay`.
    progress : callable, optional
        Called now and then with the number of positions so far.

    Returns
    -------
    Game
        The start is vertex 0; the positions are the arena's labels.

    Raises
    ------
    LimitExceededError
        If there are more positions than ``limit``.
    GameError
        If ``mover`` answers neither 0 nor 1.

    Notes
    -----
    One dictionary entry a position and four bytes a move.

    Examples
    --------
    >>> class Countdown:
    ...     start = 5
    ...     def moves(self, n):
    ...         return [n - k for k in (1, 2) if n >= k]
    >>> expand(Countdown())
    Game(Arena(n=6, m=9, impartial), normal)
    """
    number: dict[Hashable, int] = {rules.start: 0}
    positions: list[Hashable] = [rules.start]
    mover: Callable[[Any], int] | None = getattr(rules, "mover", None)
    successors, offsets, owner = array("i"), array("q", [0]), bytearray()
    for v, position in enumerate(positions):  # the list grows while it is walked: breadth first
        for target in rules.moves(position):
            w = number.setdefault(target, len(positions))
            if w == len(positions):
                if w >= limit:
                    raise LimitExceededError(
                        f"the game has more than {limit} positions; raise the limit or ask a smaller one"
                    )
                positions.append(target)
            successors.append(w)
        offsets.append(len(successors))
        if mover is not None:
            player = mover(position)
            if player not in (0, 1):
                raise GameError(f"mover({position!r}) is {player!r}; expected 0 or 1")
            owner.append(player)
        if progress is not None and v % 65536 == 0:
            progress(len(positions))
    arena = Arena.trusted(
        np.frombuffer(offsets, np.int64),
        np.frombuffer(successors, np.int32) if successors else np.empty(0, np.int32),
        np.frombuffer(owner, np.uint8) if mover is not None else None,
        positions,
    )
    return Game(arena, objective or getattr(rules, "objective", None) or objective_class("normal")(), start=Vertex(0))
