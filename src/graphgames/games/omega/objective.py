"""Generalised Büchi objectives: several sets, each to be visited infinitely often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import Vertices, as_mask
from graphgames.core.ending import Ending
from graphgames.core.errors import GameError, shown
from graphgames.core.memory import Automaton
from graphgames.core.objective import Objective

if TYPE_CHECKING:
    from graphgames.core.arena import Arena

MOST_SETS = 31
"""A priority has a bit for each set, and no more bits than this."""


@dataclass(frozen=True, eq=False)
class GeneralizedBuchi(Objective):
    """Player 0 wants the play to visit each of several sets of vertices infinitely often.

    In files of priorities, bit i of a vertex's priority says whether it is in set i: 5 is in the sets 0 and 2.

    Attributes
    ----------
    sets : sequence of iterables, ndarrays or callables
        The sets, at least one and at most 31. Each is labels in a list, set or the like; or a function that is true of
        the labels meant; or a NumPy array, of vertex numbers or a boolean mask of length n. Once bound each is a mask.

    Examples
    --------
    >>> import graphgames as gg
    >>> robot = gg.Game.from_graph({"dock": ["hall"], "hall": ["dock", "yard"], "yard": ["hall"]},
    ...                            GeneralizedBuchi([["dock"], ["yard"]]), owner=lambda room: 0)
    >>> solution = gg.solve(robot)
    >>> solution.outcome("hall"), solution.play("hall", limit=4)
    ('win', ['hall', 'dock', 'hall', 'yard', 'hall'])
    """

    sets: Sequence[Vertices]
    name: ClassVar[str] = "generalized-buchi"
    title: ClassVar[str] = "generalised Büchi game"
    aims: ClassVar[tuple[str, str]] = (
        "to visit every set again and again",
        "to visit some set only finitely often",
    )
    data: ClassVar[str] = "sets"
    reads_priorities: ClassVar[bool] = True
    random_options: ClassVar[tuple[str, ...]] = ("share", "priorities")

    @property
    def masks(self) -> NDArray[np.bool_]:
        """The sets, shape (k, n), once bound."""
        return np.array(self.sets, np.bool_)

    def bind(self, arena: Arena) -> Self:
        """Return the objective with a mask over the vertices of this arena for each set."""
        given: Any = self.sets
        listed = given.ndim > 1 if isinstance(given, np.ndarray) else isinstance(given, list | tuple)
        if not listed or not 0 < len(given) <= MOST_SETS:
            raise GameError(f"sets is {shown(given)}; expected a list of sets of vertices, 1 to {MOST_SETS} of them")
        return replace(self, sets=tuple(as_mask(one, arena, f"set {i}") for i, one in enumerate(given)))

    def memory(self, arena: Arena) -> Automaton:
        """Return the counter: it holds the set to visit next, and goes on when a play leaves a vertex of that."""
        masks, tails, k = self.masks, arena.tails, len(self.sets)
        names = [f"set {i} next" for i in range(k)]
        return Automaton(k, 0, lambda goal, edge: (goal + masks[goal, tails[edge]]) % k, names)

    def holding(self, v: int) -> str:
        """Return the numbers of the sets that hold vertex v, with commas between."""
        return ",".join(map(str, np.flatnonzero(self.masks[:, v])))

    def describe(self, v: int) -> str:
        """Return in which sets vertex v is."""
        held = self.holding(v)
        return f", in set {held}" if held else ""

    def note(self, v: int) -> str:
        """Return the numbers of the sets that hold vertex v."""
        return self.holding(v)

    @property
    def note_keys(self) -> Sequence[tuple[str, str]]:
        """The numbers of the sets."""
        return (("i", "in a vertex: the sets that hold it"),)

    @property
    def loop_rule(self) -> str:
        """What `cycle_ending` says in general."""
        return (
            "A play that comes back to a vertex with the same set to visit next is over: "
            "{0} wins if the way round passed every set, {1} if not."
        )

    def cycle_ending(self, arena: Arena, cycle: Sequence[int]) -> Ending:
        """Return who wins a play around a cycle, by whether it passes every set."""
        missed = np.flatnonzero(~self.masks[:, list(cycle)].any(axis=1))
        passed = f"past no vertex of set {missed[0]}" if missed.size else "past every set"
        return Ending(int(missed.size > 0), f"the play has come back to {arena.display_name(cycle[0])}, {passed}")

    @classmethod
    def from_priorities(cls, priority: NDArray[Any], chosen: NDArray[np.bool_] | None = None) -> Self:
        """Return the objective in which bit i of a vertex's priority says whether it is in set i."""
        cls._refuse_set(chosen)
        count = max(int(priority.max(initial=0)).bit_length(), 1)
        return cls(tuple((priority >> i & 1).astype(np.bool_) for i in range(count)))

    def priorities(self, arena: Arena) -> NDArray[np.int32]:
        """Return priorities with a bit for each set, by which `from_priorities` makes the objective again.

        Raise `GameError` if the last set is empty, since no priority would tell of it.
        """
        if arena.n and not self.masks[-1].any() and len(self.sets) > 1:
            raise GameError(f"set {len(self.sets) - 1} is empty, which priorities cannot say; write the game as .arena")
        return np.asarray((self.masks << np.arange(len(self.sets))[:, None]).sum(axis=0), np.int32)

    @classmethod
    def random(cls, rng: np.random.Generator, n: int, share: float = 0.5, priorities: int = 3) -> Self:
        """Return a random objective of so many sets as ``priorities`` says, none of them empty.

        Each vertex is in each set with probability ``share``, and one more is.
        """
        masks = rng.random((priorities if n else 1, n)) < share
        if n:
            masks[np.arange(len(masks)), rng.integers(0, n, len(masks))] = True
        return cls(tuple(masks))

    def renumbered(self, vertices: NDArray[np.int64]) -> Self:
        """Return the objective on another arena; a new vertex is in no set."""
        return replace(self, sets=tuple(self.masks[:, vertices] & (vertices >= 0)))
