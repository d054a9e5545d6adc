"""The objectives of reachability and safety games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arrays import Vertices
from graphgames.core.ending import Ending, came_back
from graphgames.core.objective import Marking


@dataclass(frozen=True, eq=False)
class Reach(Marking):
    """Player 0 wants the play to visit the target; a play that stops before has not visited it.

    Attributes
    ----------
    target : iterable, ndarray or callable
        Labels in a list, set or the like; or a function that is true of the labels meant; or a NumPy array, of vertex
        numbers or a boolean mask of length n. Once bound a boolean mask.

    Examples
    --------
    >>> from graphgames import Reach, solve
    >>> ways = {"start": ["left", "right"], "left": ["goal"], "right": ["start"], "goal": ["goal"]}
    >>> solution = solve(ways, Reach(["goal"]), owner={"start": 0, "left": 1, "right": 1, "goal": 0})
    >>> solution.winner_of("right"), solution.strategy["start"], solution.value("right")
    (0, 'left', 3)
    """

    target: Vertices
    name: ClassVar[str] = "reach"
    endless: ClassVar[int | None] = 1
    title: ClassVar[str] = "reachability game"
    chance_form: ClassVar[str] = "reach-probability"
    aims: ClassVar[tuple[str, str]] = ("to visit the target", "to keep away from the target")
    loop_rule: ClassVar[str] = "A play that comes back to a vertex is over, and {1} wins."
    data: ClassVar[str] = "target"
    mark: ClassVar[str] = "target"
    value_name: ClassVar[str] = "rank"
    counts_moves: ClassVar[bool] = True
    allows_dead_ends: ClassVar[bool] = True
    has_parity_form: ClassVar[bool] = True

    @property
    def over(self) -> NDArray[np.bool_]:
        """The target."""
        return self.mask

    def describe(self, v: int) -> str:
        """Return that a vertex is the target."""
        return ", the target" if self.mask[v] else ""

    def ending(self, arena: Arena, v: int, mover: int) -> Ending | None:
        """Return how a play ends at the target or at a dead end."""
        if self.mask[v]:
            return Ending(0, f"{arena.display_name(v)} is the target")
        return None if arena.successors_of(v).size else Ending(1, f"the play stops at {arena.display_name(v)}")

    def cycle_ending(self, arena: Arena, cycle: Sequence[int]) -> Ending:
        """Return that a play without end did not come to the target."""
        return Ending(1, f"{came_back(arena, cycle[0])} without a visit to the target")


@dataclass(frozen=True, eq=False)
class Safe(Marking):
    """Player 0 wants the play never to leave the safe vertices; a play may stop in a safe dead end.

    Attributes
    ----------
    safe : iterable, ndarray or callable
        Labels in a list, set or the like; or a function that is true of the labels meant; or a NumPy array, of vertex
        numbers or a boolean mask of length n. Once bound a boolean mask.

    Examples
    --------
    >>> from graphgames import Safe, solve
    >>> ways = {"road": ["road", "bridge"], "bridge": ["road", "river"], "river": ["river"]}
    >>> solution = solve(ways, Safe(["road", "bridge"]), owner={"road": 0, "bridge": 1, "river": 0})
    >>> solution.outcome("road"), solution.strategy["road"]
    ('win', 'road')
    """

    safe: Vertices
    name: ClassVar[str] = "safe"
    endless: ClassVar[int | None] = 0
    title: ClassVar[str] = "safety game"
    chance_form: ClassVar[str] = "avoid-probability"
    aims: ClassVar[tuple[str, str]] = ("to stay on safe vertices", "to force a visit to an unsafe vertex")
    loop_rule: ClassVar[str] = "A play that comes back to a vertex is over, and {0} wins."
    data: ClassVar[str] = "safe"
    mark: ClassVar[str] = "unsafe"
    value_name: ClassVar[str] = "rank"
    counts_moves: ClassVar[bool] = True
    allows_dead_ends: ClassVar[bool] = True
    has_parity_form: ClassVar[bool] = True

    @property
    def marked(self) -> NDArray[np.bool_]:
        """The unsafe vertices."""
        return ~self.mask

    @property
    def over(self) -> NDArray[np.bool_]:
        """The unsafe vertices."""
        return ~self.mask

    def describe(self, v: int) -> str:
        """Return that a vertex is unsafe."""
        return "" if self.mask[v] else ", which is unsafe"

    def priorities(self, arena: Arena) -> NDArray[np.int32]:
        """Return 0 for a safe vertex and 1 for an unsafe one."""
        return (~self.mask).astype(np.int32)

    def ending(self, arena: Arena, v: int, mover: int) -> Ending | None:
        """Return how a play ends at an unsafe vertex or at a dead end."""
        if not self.mask[v]:
            return Ending(1, f"{arena.display_name(v)} is unsafe")
        return None if arena.successors_of(v).size else Ending(0, f"the play stops at {arena.display_name(v)}")

    def cycle_ending(self, arena: Arena, cycle: Sequence[int]) -> Ending:
        """Return that a play without end never came to an unsafe vertex."""
        return Ending(0, f"{came_back(arena, cycle[0])} and was safe all the time")
