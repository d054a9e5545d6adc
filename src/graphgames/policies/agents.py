"""A solution as an agent: it plays the best moves, or now and then any move; as a policy it can be marked exactly."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from graphgames.core.arguments import integer
from graphgames.core.errors import GameError, shown
from graphgames.core.oracle import Oracle
from graphgames.core.strategy import FiniteMemoryStrategy
from graphgames.core.unknown_attributes import Suggesting
from graphgames.core.value import decimal, in_words, plain


@dataclass(eq=False)
class Agent(Suggesting):
    """A player who makes the best moves of a solution, except that with a given probability any move is as likely.

    It is a policy: called with a position it returns the exact probabilities of the moves, for `evaluate` and as the
    opponent in an environment.

    Attributes
    ----------
    solution : Oracle
        The solution; a table on disk is one, too.
    blunder : number
        How likely a move is left to chance.
    seed : int, optional
        Makes what `move` draws the same every time.

    Examples
    --------
    >>> import graphgames as gg
    >>> class Nim:
    ...     start = 7
    ...     def moves(self, n):
    ...         return [n - k for k in (1, 2, 3) if n >= k]
    >>> agent = gg.solve(Nim()).agent(blunder=0.3, seed=1)
    >>> agent(7)
    {4: Fraction(4, 5), 6: Fraction(1, 10), 5: Fraction(1, 10)}
    >>> [agent.move(7) for _ in range(5)]
    [4, 4, 5, 4, 4]
    >>> gg.evaluate(Nim(), agent).exploitability
    Fraction(9, 25)
    """

    solution: Oracle
    blunder: Fraction | int | float | str = 0
    seed: int | None = None

    def __post_init__(self) -> None:
        if not callable(getattr(self.solution, "best_moves", None)):
            raise GameError(
                f"{shown(self.solution)} is not a solution, so it knows no best moves; solve the game first"
            )
        self._rate = Fraction(decimal(self.blunder))
        if not 0 <= self._rate <= 1:
            raise GameError(f"the rate of blunders is {in_words(plain(self._rate))}; expected from 0 to 1")
        if isinstance(getattr(self.solution, "strategy", None), FiniteMemoryStrategy):
            raise GameError("the best move depends on what was played before; take solution.strategy, which has memory")
        self._rng = np.random.default_rng(None if self.seed is None else integer(self.seed, "the seed"))

    def __call__(self, position: Any) -> dict[Any, Fraction]:
        """Return how likely each move is at a position."""
        moves = self._moves(position)
        stray = self._rate / len(moves)
        return {moves[0]: 1 - self._rate + stray} | (dict.fromkeys(moves[1:], stray) if stray else {})

    def move(self, position: object) -> Hashable:
        """Return the move that it makes at a position, as ``best_moves`` of the solution names it."""
        moves = self._moves(position)
        strays = self._rng.random() < self._rate
        taken: Hashable = moves[int(self._rng.integers(len(moves)))] if strays else moves[0]
        return taken

    def _moves(self, position: Any) -> Sequence[Any]:
        """Return the moves at a position, the best one first."""
        moves = list(dict.fromkeys(one.move for one in self.solution.best_moves(position)))
        if not moves:
            raise GameError(f"there is no move at {shown(position)}")
        return moves
