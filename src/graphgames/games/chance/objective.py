"""The objectives of games of chance: to reach a target, or to avoid something, with a large probability."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arrays import Vertices, as_mask
from graphgames.core.ending import Ending, came_back
from graphgames.core.errors import GameError, shown
from graphgames.core.memory import Automaton
from graphgames.core.naming import NOBODY
from graphgames.core.objective import Marking
from graphgames.core.value import Bracket, Value, ends, in_words, number, plain

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Probability(Marking, ABC):
    """The base class of objectives whose value is the probability with which a play ends well for player 0.

    Player 0 wants it to be large, player 1 small. Player 0 wins where it is 1, player 1 where it is 0; elsewhere it is
    left to chance who wins a play.
    """

    allows_chance: ClassVar[bool] = True
    allows_dead_ends: ClassVar[bool] = True
    has_draws: ClassVar[bool] = True
    value_types: ClassVar[tuple[type, ...]] = (Fraction, Bracket)
    value_name: ClassVar[str] = "probability"
    _goal: ClassVar[str] = ""
    draw_words: ClassVar[tuple[str, str]] = ("left to chance", "left to chance")

    @abstractmethod
    def reaching(self, arena: Arena) -> tuple[Mask, Mask, int]:
        """Return where a play has reached its target, where it no longer can, and which player wants it to."""

    def value_text(self, value: Value, winner: int) -> str:
        return in_words(value)

    def answer(self, name: str, value: Value, winner: int, players: Sequence[str]) -> str:
        """Return with which probability player 0 wins from a vertex of this name, or player 1 where it is 0."""
        if players[0] == NOBODY:
            return f"from {name} {players[1]} loses with probability {in_words(value)}"
        if value == 0 and players[1] != NOBODY:
            return f"from {name} {players[1]} wins with probability 1"
        return f"from {name} {players[0]} wins with probability {in_words(value)}"

    def values_of_moves(self, arena: Arena, v: int, values: NDArray[Any]) -> dict[int, Any]:
        heads = dict.fromkeys(arena.successors_of(v).tolist())
        return {w: ends(values[w])[0] for w in heads}

    def ending(self, arena: Arena, v: int, mover: int) -> Ending | None:
        """Return how a play ends at the target, and where it can no longer come there."""
        target, lost, player = self.reaching(arena)
        if target[v]:
            return Ending(player, f"{arena.display_name(v)} is {self._goal}")
        if lost[v]:
            return Ending(1 - player, f"{arena.display_name(v)} is a vertex that the play must not visit")
        return None if arena.successors_of(v).size else Ending(1 - player, f"the play stops at {arena.display_name(v)}")


@dataclass(frozen=True, eq=False)
class ReachProbability(Probability):
    """Player 0 wants the play to visit the target with a large probability; a play that stops before has not.

    Attributes
    ----------
    target : iterable, ndarray or callable
        Labels in a list, set or the like; or a function that is true of the labels meant; or a NumPy array, of vertex
        numbers or a boolean mask of length n. Once bound a boolean mask.
    within : iterable, ndarray or callable, optional
        The vertices that the play may visit before; by default all. Once it comes to another it cannot win any more.

    Examples
    --------
    >>> from graphgames import Arena, Game, ReachProbability, solve
    >>> ways = [("try", "heads"), ("try", "tails"), ("tails", "try"), ("tails", "stop"), ("heads", "heads"),
    ...         ("stop", "stop")]
    >>> owner = {"try": "chance", "tails": 0, "heads": 0, "stop": 0}
    >>> arena = Arena.from_edges(ways, owner=owner, probability=["1/2", "1/2", None, None, None, None])
    >>> solution = solve(Game(arena, ReachProbability(["heads"])))
    >>> print(solution.value("try"), solution.strategy["tails"])
    1 try
    """

    target: Vertices
    within: Vertices | None = None
    name: ClassVar[str] = "reach-probability"
    endless: ClassVar[int | None] = 1
    title: ClassVar[str] = "game of chance"
    aims: ClassVar[tuple[str, str]] = ("to visit the target", "to keep away from the target")
    loop_rule: ClassVar[str] = "A play that comes back to a vertex is lost by {0}."
    data: ClassVar[str] = "target"
    mark: ClassVar[str] = "target"
    _goal: ClassVar[str] = "the target"

    def bind(self, arena: Arena) -> Self:
        bound = super().bind(arena)
        return bound if self.within is None else replace(bound, within=as_mask(self.within, arena, "within"))

    def reaching(self, arena: Arena) -> tuple[Mask, Mask, int]:
        """Return the target, where a play that came there has lost, and player 0."""
        lost = np.zeros(arena.n, np.bool_) if self.within is None else ~(np.asarray(self.within) | self.mask)
        return self.mask, lost, 0

    @property
    def over(self) -> Mask:
        return self.mask if self.within is None else self.mask | ~np.asarray(self.within)

    def priorities(self, arena: Arena) -> NDArray[np.int32]:
        """Return priorities that are even at the target; raise `GameError` where the play must stay within a set."""
        if self.within is not None:
            raise GameError("priorities cannot say within which vertices the play must stay; write the game as .arena")
        return super().priorities(arena)

    def renumbered(self, vertices: NDArray[np.int64]) -> Self:
        """Return the objective on another arena, as the base class says; a new vertex may be visited."""
        moved = super().renumbered(vertices)
        if self.within is None:
            return moved
        old = np.append(np.asarray(self.within), True)
        return replace(moved, within=old[vertices])

    def cycle_ending(self, arena: Arena, cycle: Sequence[int]) -> Ending:
        """Return that a play that only goes round does not come to the target."""
        return Ending(1, f"{came_back(arena, cycle[0])} without a visit to the target")


@dataclass(frozen=True, eq=False)
class BoundedReachProbability(ReachProbability):
    """Player 0 wants the play to visit the target after at most so many moves, with a large probability.

    Each edge that the play takes is a move, also of chance. What is best depends on how many moves are left.

    Attributes
    ----------
    target, within
        As in `ReachProbability`.
    steps : int
        The most moves, by default 10; with 0 only the target itself is won.

    Examples
    --------
    >>> from graphgames import Arena, BoundedReachProbability, Game, solve
    >>> ways = [("throw", "six"), ("throw", "other"), ("other", "throw"), ("six", "six")]
    >>> owner = {"throw": "chance", "six": 0, "other": 0}
    >>> arena = Arena.from_edges(ways, owner=owner, probability=["1/6", "5/6", None, None])
    >>> print(solve(Game(arena, BoundedReachProbability(["six"], steps=3))).value("throw"))
    11/36
    """

    steps: int = 10
    name: ClassVar[str] = "bounded-reach-probability"
    aims: ClassVar[tuple[str, str]] = ("to visit the target in time", "to keep away from the target until then")
    settings: ClassVar[tuple[str, ...]] = ("steps",)

    def bind(self, arena: Arena) -> Self:
        """Return the objective with masks over the vertices; raise `GameError` if ``steps`` is no count."""
        steps = plain(number(self.steps))
        if not isinstance(steps, int) or steps < 0:
            raise GameError(f"steps is {shown(self.steps)}; expected a whole number from 0 on")
        return replace(super().bind(arena), steps=steps)

    @property
    def extents(self) -> dict[str, int]:
        return {"steps": self.steps}

    def memory(self, arena: Arena) -> Automaton:
        return Automaton(
            self.steps + 1, self.steps, lambda left, edge: np.maximum(left - 1, 0), lambda left: f"{left} left"
        )

    def counted_down(self, vertices: NDArray[np.int64], left: NDArray[np.int64]) -> ReachProbability:
        """Return the objective on pairs of these vertices and of how many moves are left: no move is made with none."""
        target = self.mask[vertices]
        inside = np.ones(target.size, np.bool_) if self.within is None else np.asarray(self.within)[vertices]
        return ReachProbability(target, within=inside & ((left > 0) | target))

    @property
    def within_moves(self) -> str:
        """In how many moves the target is to be visited, in words."""
        return f"within {self.steps} move{'' if self.steps == 1 else 's'}"

    @property
    def aims_in_words(self) -> tuple[str, str]:
        """What each player wants, with the number of moves."""
        return f"to visit the target {self.within_moves}", self.aims[1]

    @property
    def settings_in_words(self) -> str:
        return f" ({self.within_moves})"

    @property
    def move_words(self) -> str:
        """That the strategy that is drawn is for the first of the moves."""
        return f"the first of {self.steps} moves"

    def values_of_moves(self, arena: Arena, v: int, values: NDArray[Any]) -> dict[int, Any]:
        """Return nothing: behind a move there is one move less, of which the values say nothing."""
        return {}


@dataclass(frozen=True, eq=False)
class AvoidProbability(Probability):
    """Player 0 wants the play never to visit what is to be avoided, with a large probability.

    Attributes
    ----------
    avoid : iterable, ndarray or callable
        Labels in a list, set or the like; or a function that is true of the labels meant; or a NumPy array, of vertex
        numbers or a boolean mask of length n. Once bound a boolean mask.

    Examples
    --------
    >>> from graphgames import Arena, AvoidProbability, Game, solve
    >>> ways = [("ridge", "wind"), ("ridge", "valley"), ("wind", "fall"), ("wind", "hut"), ("valley", "hut"),
    ...         ("fall", "fall"), ("hut", "hut")]
    >>> arena = Arena.from_edges(ways, owner={"ridge": 0, "wind": "chance", "valley": 0, "fall": 0, "hut": 0},
    ...                          probability=[None, None, "1/10", "9/10", None, None, None])
    >>> solution = solve(Game(arena, AvoidProbability(["fall"])))
    >>> solution.value("ridge"), solution.value("wind"), solution.strategy["ridge"]
    (1, Fraction(9, 10), 'valley')
    """

    avoid: Vertices
    name: ClassVar[str] = "avoid-probability"
    endless: ClassVar[int | None] = 0
    title: ClassVar[str] = "game of chance"
    aims: ClassVar[tuple[str, str]] = (
        "to stay away from the vertices to be avoided",
        "to visit a vertex to be avoided",
    )
    loop_rule: ClassVar[str] = "A play that comes back to a vertex is won by {0}."
    data: ClassVar[str] = "avoid"
    mark: ClassVar[str] = "to be avoided"
    good: ClassVar[bool] = False
    _goal: ClassVar[str] = "to be avoided"

    def reaching(self, arena: Arena) -> tuple[Mask, Mask, int]:
        """Return what is to be avoided, nothing, and player 1."""
        return self.mask, np.zeros(arena.n, np.bool_), 1

    @property
    def over(self) -> Mask:
        return self.mask

    def cycle_ending(self, arena: Arena, cycle: Sequence[int]) -> Ending:
        """Return that a play that only goes round stays away from what is to be avoided."""
        return Ending(0, f"{came_back(arena, cycle[0])} and will stay away for ever from what is to be avoided")
