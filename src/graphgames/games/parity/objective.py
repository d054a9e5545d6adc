"""The objective of parity games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphgames.core.adapter import Ending
from graphgames.core.arrays import ByVertex, owned, per_vertex, plain_array
from graphgames.core.data import over_edges
from graphgames.core.errors import GameError, shown
from graphgames.core.objective import Objective

if TYPE_CHECKING:
    from graphgames.core.arena import Arena
    from graphgames.games.parity.certificate import StrategyPair

LARGEST_PRIORITY = 2**31 - 1


@dataclass(frozen=True, eq=False)
class Parity(Objective):
    """Player 0 wants the largest priority that is seen infinitely often to be even.

    Attributes
    ----------
    priority : array_like, dict or callable, optional
        One integer from 0 to 2^31 - 1 for each vertex: an array or a list by vertex number, a dictionary by label, or
        a function of a label. Once bound ``int32``.
    edge_priority : array_like or str, optional
        Instead of that, one for each edge, in the order of ``arena.edges()``, or the name of edge data of the arena.
    """

    priority: ByVertex | None = None
    edge_priority: ArrayLike | str | None = None
    name: ClassVar[str] = "parity"
    title: ClassVar[str] = "parity game"
    aims: ClassVar[tuple[str, str]] = (
        "the largest priority seen again and again to be even",
        "the largest priority seen again and again to be odd",
    )
    data: ClassVar[str] = "priority"
    edges: ClassVar[str] = "edge_priority"
    random_options: ClassVar[tuple[str, ...]] = ("priorities",)
    reads_priorities: ClassVar[bool] = True
    has_parity_form: ClassVar[bool] = True

    def bind(self, arena: Arena) -> Self:
        """Return the objective with its data as an array over the vertices or the edges of this arena."""
        self._either()
        if self.priority is not None:
            row = plain_array(per_vertex(self.priority, arena, "priority"), "priority")
            return replace(self, priority=_bound(row, arena.n, "priority", "vertex", "vertices"))
        given = self.edge_priority
        row = (
            over_edges(arena, given, "edge_priority") if isinstance(given, str) else plain_array(given, "edge_priority")
        )
        return replace(self, edge_priority=_bound(row, arena.m, "edge_priority", "edge", "edges"))

    @property
    def numbers(self) -> NDArray[np.int32] | None:
        """The priorities of the vertices, None where the edges have them."""
        return None if self.edge_data is not None else np.asarray(self.priority, np.int32)

    def describe(self, v: int) -> str:
        """Return the priority of vertex v."""
        return f", priority {self.numbers[v]}" if self.numbers is not None else ""

    def note(self, v: int) -> str:
        """Return the priority of vertex v."""
        return f"p {self.numbers[v]}" if self.numbers is not None else ""

    @property
    def note_keys(self) -> Sequence[tuple[str, str]]:
        """The sign before a priority."""
        return (("p", "priority"),) if self.edge_data is None else ()

    @property
    def edge_keys(self) -> Sequence[tuple[str, str]]:
        """The sign before the priority of an edge."""
        return (("p", "priority"),) if self.edge_data is not None else ()

    def edge_note(self, e: int) -> str:
        """Return the priority of edge number e."""
        return f"p {self.edge_data[e]}" if self.edge_data is not None else ""

    def preference(self, data: NDArray[Any]) -> NDArray[np.int64]:
        """Return the even priorities as they are and the odd ones negative."""
        wide = data.astype(np.int64)
        return np.where(wide & 1, -wide, wide)

    @property
    def loop_rule(self) -> str:
        """What `cycle_ending` says in general."""
        even = "{0} wins if the largest priority on the way round is even"
        return f"A play that comes back to a vertex is over: {even}, {{1}} if it is odd."

    def cycle_ending(self, arena: Arena, cycle: Sequence[int]) -> Ending:
        """Return who wins a play around a cycle, by its largest priority."""
        top = int(self.data_on(arena, cycle).max())
        again = f"the play has come back to {arena.label(cycle[0])}"
        return Ending(top % 2, f"{again}; the largest priority on the way round is {top}")

    @classmethod
    def from_priorities(cls, priority: NDArray[Any], chosen: NDArray[np.bool_] | None = None) -> Self:
        """Return the objective with these priorities."""
        cls._refuse_set(chosen)
        return cls(priority)

    def priorities(self, arena: Arena) -> NDArray[np.int32]:
        """Return the priorities."""
        return np.asarray(self._on_vertices(), np.int32)

    def strategy_certificate(self) -> StrategyPair:
        """Return the certificate that consists of the two strategies alone."""
        from graphgames.games.parity.certificate import StrategyPair

        return StrategyPair()

    @classmethod
    def random(cls, rng: np.random.Generator, n: int, share: float = 0.5, priorities: int = 3) -> Self:
        """Return a random objective: priorities 0 to ``priorities - 1``, each as likely."""
        return cls(rng.integers(0, priorities, n, np.int32))

    def with_priority(self, v: int, priority: int) -> Self:
        """Return the objective with another priority of vertex v.

        Raises
        ------
        GameError
            If it is no number from 0 to 2^31 - 1.
        """
        if isinstance(priority, bool) or not isinstance(priority, int) or not 0 <= priority <= LARGEST_PRIORITY:
            raise GameError(f"{shown(priority)} is no priority; expected a whole number from 0 to {LARGEST_PRIORITY}")
        changed = np.array(self._on_vertices(), np.int32)
        changed[v] = priority
        return replace(self, priority=changed)


def _bound(given: NDArray[Any], size: int, what: str, one: str, several: str) -> NDArray[np.int32]:
    """Return priorities as a read-only array, if they are right."""
    if given.shape != (size,):
        raise GameError(f"{what} has shape {given.shape}, but the arena has {size} {several}")
    if given.size and given.dtype.kind not in "iu":
        raise GameError(f"{what} has dtype {given.dtype}; expected integers")
    if given.size and (int(given.min()) < 0 or int(given.max()) > LARGEST_PRIORITY):
        v = int(np.argmax((given < 0) | (given > LARGEST_PRIORITY)))
        raise GameError(f"{one} {v} has priority {given[v]}; expected 0 to {LARGEST_PRIORITY}")
    bound: NDArray[np.int32] = owned(given, np.int32)
    return bound
