"""The objectives of Büchi and co-Büchi games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from numpy.typing import ArrayLike

from graphgames.core.acceptance import TRUE, Formula, Passed, finitely, infinitely, passed
from graphgames.core.arena import Arena
from graphgames.core.arrays import Vertices
from graphgames.core.ending import Ending, came_back
from graphgames.core.naming import with_article
from graphgames.core.objective import Marking
from graphgames.core.value import Value


@dataclass(frozen=True, eq=False)
class _Recurrence(Marking):
    """The base class of both objectives: the winner depends on whether marked vertices are seen infinitely often."""

    has_parity_form: ClassVar[bool] = True
    allows_chance: ClassVar[bool] = True
    has_draws_by_chance: ClassVar[bool] = True
    draw_words: ClassVar[tuple[str, str]] = ("left to chance", "left to chance")

    def acceptance(self) -> tuple[Formula, tuple[Vertices, ...]]:
        """Return that the marked vertices are seen infinitely often, or only finitely often."""
        return (infinitely if self.good else finitely)(0), (self._on_vertices(),)

    @property
    def value_keys(self) -> Sequence[tuple[str, str]]:
        """The labels alpha and beta, and what they count."""
        one, several = self.marked_things
        return (("α", f"moves until the next {one}"), ("β", f"{several} still to come"))

    def value_text(self, value: Value, winner: int) -> str:
        """Return alpha if the winner wants to see the marked vertices, beta otherwise."""
        return f"{'α' if (winner == 0) == self.good else 'β'} {value}"

    @property
    def loop_rule(self) -> str:
        first, second = ("{0}", "{1}") if self.good else ("{1}", "{0}")
        seen = f"{first} wins if the way round passed {self._one(True)}, {second} if not"
        return f"A play that comes back to a vertex is over: {seen}."

    def _one(self, seen: bool) -> str:
        one, _ = self.marked_things
        return with_article(one) if seen else f"no {one}"

    @property
    def way_round(self) -> Passed:
        return ((infinitely(0), f", past {self._one(True)}"), (TRUE, f", past {self._one(False)}")), ()

    def cycle_ending(self, arena: Arena, cycle: Sequence[int]) -> Ending:
        """Return who wins a play around a cycle, by whether it has a marked vertex."""
        seen = bool(self.data_on(arena, cycle).any())
        reason = came_back(arena, cycle[0]) + passed(self.way_round, [0] if seen else [])
        return Ending(0 if seen == self.good else 1, reason)


@dataclass(frozen=True, eq=False)
class Buchi(_Recurrence):
    """Player 0 wants the play to visit the accepting vertices, or take the accepting edges, infinitely often.

    Attributes
    ----------
    accepting : iterable, ndarray or callable, optional
        Labels in a list, set or the like; or a function that is true of the labels meant; or a NumPy array, of vertex
        numbers or a boolean mask of length n; or the name of a vertex attribute of a graph, by default ``accepting``.
        Once bound a boolean mask.
    accepting_edges : array_like or str, optional
        Instead of that, edge numbers, a boolean mask of length m, or the name of edge data of the arena.

    Examples
    --------
    >>> from graphgames import Buchi, solve
    >>> rooms = {"dock": ["hall"], "hall": ["dock", "lift"], "lift": ["lift"]}
    >>> solution = solve(rooms, Buchi(["dock"]), owner={"dock": "Eve", "hall": "Eve", "lift": "Adam"})
    >>> print(solution.explain("hall"))
    Eve wins from hall: move to dock, and an accepting vertex comes within 1 move, and so on for ever.
    """

    accepting: Vertices | None = None
    accepting_edges: ArrayLike | str | None = None
    name: ClassVar[str] = "buchi"
    title: ClassVar[str] = "Büchi game"
    by_priority: ClassVar[bool] = True
    aims: ClassVar[tuple[str, str]] = (
        "to visit accepting vertices again and again",
        "to visit accepting vertices only finitely often",
    )
    data: ClassVar[str] = "accepting"
    edges: ClassVar[str] = "accepting_edges"
    mark: ClassVar[str] = "accepting"


@dataclass(frozen=True, eq=False)
class CoBuchi(_Recurrence):
    """Player 0 wants the play to visit the rejecting vertices, or take the rejecting edges, only finitely often.

    Attributes
    ----------
    rejecting : iterable, ndarray or callable, optional
        Labels in a list, set or the like; or a function that is true of the labels meant; or a NumPy array, of vertex
        numbers or a boolean mask of length n; or the name of a vertex attribute of a graph, by default ``rejecting``.
        Once bound a boolean mask.
    rejecting_edges : array_like or str, optional
        Instead of that, edge numbers, a boolean mask of length m, or the name of edge data of the arena.

    Examples
    --------
    >>> from graphgames import CoBuchi, solve
    >>> states = {"calm": ["calm", "alarm"], "alarm": ["calm"]}
    >>> print(solve(states, CoBuchi(["alarm"]), owner={"calm": 0, "alarm": 0}).explain("alarm"))
    Eve wins from alarm: this vertex is rejecting; move to calm, and no rejecting vertex comes again.
    """

    rejecting: Vertices | None = None
    rejecting_edges: ArrayLike | str | None = None
    name: ClassVar[str] = "cobuchi"
    title: ClassVar[str] = "co-Büchi game"
    by_priority: ClassVar[bool] = True
    aims: ClassVar[tuple[str, str]] = (
        "to visit rejecting vertices only finitely often",
        "to visit rejecting vertices again and again",
    )
    data: ClassVar[str] = "rejecting"
    edges: ClassVar[str] = "rejecting_edges"
    mark: ClassVar[str] = "rejecting"
    good: ClassVar[bool] = False
