"""Impartial games for a person: write the moves, and ask for nimbers, outcomes and best moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from graphgames.core.game import Game
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.rules import expand
from graphgames.games.impartial.by_rule import ByRule
from graphgames.games.impartial.sum import Sum


class ImpartialGame(ABC):
    """A game by its rules, under normal play: write ``moves``, and perhaps ``components``, and ask.

    What is found out is remembered; nothing recurses, so plays may be millions of moves long. Class attributes set the
    ``limit`` of positions to remember, a ``progress`` function that is called with their number now and then, and a
    ``start``.

    Examples
    --------
    >>> class Kayles(ImpartialGame):
    ...     def moves(self, rows):
    ...         for i, n in enumerate(rows):
    ...             for left in [n - k for k in (1, 2) if k <= n]:
    ...                 for a in range(left // 2 + 1):
    ...                     yield tuple(sorted(r for r in (*rows[:i], a, left - a, *rows[i + 1:]) if r))
    ...     def components(self, rows):
    ...         return [(n,) for n in rows]
    >>> kayles = Kayles()
    >>> [kayles.nimber((n,)) for n in range(10)], kayles.outcome((3, 5, 6)), kayles.best_moves((2, 3))[0].move
    ([0, 1, 2, 3, 1, 4, 3, 2, 1, 4], 'win', (2, 2))
    """

    limit: ClassVar[int] = 10_000_000
    progress: Callable[[int], None] | None = None
    start: Any = None

    @abstractmethod
    def moves(self, position: Any) -> Iterable[Any]:
        """Return the positions that can be reached in one move; positions must be hashable."""

    @cached_property
    def solver(self) -> ByRule:
        """What answers the questions, and remembers."""
        return ByRule(self, limit=self.limit, progress=self.progress)

    def nimber(self, position: Any) -> int:
        """Return the Grundy value of a position.

        Raises
        ------
        CycleError
            If the play can come back to a position.
        LimitExceededError
            If more positions than ``limit`` would have to be remembered.
        """
        return self.solver.nimber(position)

    def loses(self, position: Any, heap: int = 0) -> bool:
        """Return whether the player to move loses a position with a nim heap beside it; raises as `nimber` does."""
        return self.solver.loses(position, heap)

    def outcome(self, position: Any) -> Outcome:
        """Return the outcome for the player to move; often far cheaper than the nimber."""
        return self.solver.outcome(position)

    def best_moves(self, position: Any) -> Sequence[RatedMove]:
        """Return every move, winning ones first."""
        return self.solver.best_moves(position)

    def explain(self, position: Any) -> str:
        """Say what the components are worth and what to do."""
        return self.solver.explain(position)

    def expand(self, start: Any, limit: int = 10_000_000) -> Game:
        """Return all positions that can be reached from one, as an explicit game; vertex 0 is the start."""
        return expand(_Started(start, self.moves), limit)

    def at(self, position: Any) -> Sum:
        """Return the game at a position, to be added to others."""
        return Sum.of(self, position)


@dataclass(frozen=True)
class _Started:
    start: Any
    moves: Callable[[Any], Iterable[Any]]


class _ByFunction(ImpartialGame):
    def __init__(
        self, moves: Callable[[Any], Iterable[Any]], components: Callable[[Any], Iterable[Any]] | None, **options: Any
    ):
        self._moves = moves
        if components is not None:
            self.components = components
        for name, value in options.items():
            setattr(self, name, value)

    def moves(self, position: Any) -> Iterable[Any]:
        return self._moves(position)


def by_rule(
    moves: Callable[[Any], Iterable[Any]],
    components: Callable[[Any], Iterable[Any]] | None = None,
    limit: int = 10_000_000,
    progress: Callable[[int], None] | None = None,
) -> ImpartialGame:
    """Make an impartial game of a function from a position to the positions that can be reached.

    Parameters
    ----------
    moves : callable
        Positions must be hashable.
    components : callable, optional
        Gives the independent parts, themselves positions, that a position is the sum of.
    limit : int
        Stop with an error rather than remember more positions than this.
    progress : callable, optional
        Called now and then with the number of positions remembered.

    Examples
    --------
    >>> nim = by_rule(lambda heap: range(heap))
    >>> nim.nimber(7), nim.outcome(0), (nim.at(5) + 3 * nim.at(4)).nimber()
    (7, 'loss', 1)
    """
    return _ByFunction(moves, components, limit=limit, progress=progress)
