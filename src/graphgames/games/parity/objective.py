"""The objective of parity games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from graphgames.core.acceptance import FALSE, TRUE, Formula, Passed, both, either, finitely, infinitely
from graphgames.core.arena import Arena
from graphgames.core.arrays import ByVertex, Vertices, owned, per_vertex, plain_array
from graphgames.core.conventions import as_max_even, known_convention
from graphgames.core.data import over_edges
from graphgames.core.ending import Ending, came_back
from graphgames.core.errors import GameError, counted, shown
from graphgames.core.naming import quoted_label
from graphgames.core.objective import Objective
from graphgames.games.parity.certificate import StrategyPair

LARGEST_PRIORITY = 2**31 - 1
_MOST_SETS = 1000


@dataclass(frozen=True, eq=False)
class Parity(Objective):
    """Player 0 wants the largest priority that is seen infinitely often to be even, or as another convention has it.

    Attributes
    ----------
    priority : array_like, dict, callable or str, optional
        One integer from 0 to 2^31 - 1 for each vertex: an array or a list by vertex number, a dictionary by label, or
        a function of a label; or the name of a vertex attribute of a graph. Once bound ``int32``.
    edge_priority : array_like or str, optional
        Instead of that, one for each edge, in the order of ``arena.edges()``, or the name of edge data of the arena.
        By default the graph's attribute ``priority`` or ``edge_priority`` is taken.
    convention : str
        ``"max-even"``, ``"max-odd"``, ``"min-even"`` or ``"min-odd"``: whether the largest or the smallest priority
        that is seen infinitely often decides, and whether even or odd ones are good for player 0.

    Examples
    --------
    >>> from graphgames import Parity, solve
    >>> graph = {"idle": ["idle", "request"], "request": ["grant", "request"], "grant": ["idle"]}
    >>> priority = {"idle": 0, "request": 1, "grant": 2}
    >>> solution = solve(graph, Parity(priority), owner={"idle": 1, "request": 0, "grant": 0})
    >>> solution.winner_of("request"), solution.strategy.to_dict()
    (0, {'request': 'grant', 'grant': 'idle'})
    """

    priority: ByVertex | None = None
    edge_priority: ArrayLike | str | None = None
    convention: str = "max-even"
    settings: ClassVar[tuple[str, ...]] = ("convention",)
    name: ClassVar[str] = "parity"
    title: ClassVar[str] = "parity game"
    by_priority: ClassVar[bool] = True
    aims: ClassVar[tuple[str, str]] = (
        "the largest priority seen again and again to be even",
        "the largest priority seen again and again to be odd",
    )
    data: ClassVar[str] = "priority"
    edges: ClassVar[str] = "edge_priority"
    random_options: ClassVar[tuple[str, ...]] = ("priorities",)
    reads_priorities: ClassVar[bool] = True
    has_parity_form: ClassVar[bool] = True
    allows_chance: ClassVar[bool] = True
    has_draws_by_chance: ClassVar[bool] = True
    draw_words: ClassVar[tuple[str, str]] = ("left to chance", "left to chance")

    def bind(self, arena: Arena) -> Self:
        """Return the objective with its data as an array over the vertices or the edges of this arena."""
        self._either()
        known_convention(self.convention)
        if self.priority is not None:
            given = per_vertex(self.priority, arena, "priority")
            wrong = (
                next((v for v, one in enumerate(given) if not _is_whole(one)), None) if type(given) is list else None
            )
            if wrong is not None and len(given) == arena.n:
                name = quoted_label(arena.label(wrong))
                raise GameError(f"vertex {name} has priority {shown(given[wrong])}; expected a whole number from 0 on")
            row = _bound(plain_array(given, "priority"), arena.n, "priority", ("vertex", "vertices"))
            self._in_range(row, lambda v: f"vertex {quoted_label(arena.label(v))}")
            return replace(self, priority=owned(row, np.int32))
        given = self.edge_priority
        row = (
            over_edges(arena, given, "edge_priority") if isinstance(given, str) else plain_array(given, "edge_priority")
        )
        row = _bound(row, arena.m, "edge_priority", ("edge", "edges"))
        ends = arena.tails, arena.successors
        self._in_range(row, lambda e: "edge " + " -> ".join(quoted_label(arena.label(int(at[e]))) for at in ends))
        return replace(self, edge_priority=owned(row, np.int32))

    def _in_range(self, row: NDArray[Any], named: Callable[[int], str]) -> None:
        """Raise `GameError` for the first priority out of range; ``named`` says what has it."""
        if row.size and (int(row.min()) < 0 or int(row.max()) > self._largest):
            k = int(np.argmax((row < 0) | (row > self._largest)))
            raise GameError(f"{named(k)} has priority {row[k]}; expected 0 to {self._largest}")

    @property
    def _largest(self) -> int:
        """The largest priority that there may be: one less where the convention is turned into that of the solvers."""
        return LARGEST_PRIORITY - (self.convention != "max-even")

    def in_convention(self, convention: str) -> Self:
        """Return the objective by which the same plays are won, with priorities of another convention.

        It is bound to an arena before.
        """

        def turned(row: Any) -> Any:
            return None if row is None else as_max_even(as_max_even(row, self.convention), known_convention(convention))

        priority, edge_priority = turned(self.priority), turned(self.edge_priority)
        return replace(self, priority=priority, edge_priority=edge_priority, convention=convention)

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
        return self._keys if self.edge_data is None else ()

    @property
    def edge_keys(self) -> Sequence[tuple[str, str]]:
        """The sign before the priority of an edge."""
        return self._keys if self.edge_data is not None else ()

    @property
    def _keys(self) -> Sequence[tuple[str, str]]:
        return (("p", "priority" + f" ({self.convention})" * bool(self.changed_settings())),)

    def edge_note(self, e: int) -> str:
        """Return the priority of edge number e."""
        return f"p {self.edge_data[e]}" if self.edge_data is not None else ""

    @property
    def _smallest(self) -> bool:
        return self.convention.startswith("min")

    @property
    def which(self) -> tuple[str, str]:
        """The priority that decides, as an adjective and as a bound: ``("highest", "at most")`` or the opposite."""
        return ("lowest", "at least") if self._smallest else ("highest", "at most")

    def good_for(self, player: int) -> str:
        """Return the parity of the priorities that are good for a player, as a word."""
        return ("even", "odd")[player ^ self.convention.endswith("odd")]

    @property
    def neutral(self) -> int:
        """The priority that no play is decided by where others are seen."""
        data = self.numbers if self.edge_data is None else self.edge_data
        return int(data.max(initial=0)) if self._smallest and data is not None else 0

    def preference(self, data: NDArray[Any]) -> NDArray[np.int64]:
        """Return numbers that are larger where a priority is better for player 0."""
        wide = as_max_even(data, self.convention).astype(np.int64)
        return np.where(wide & 1, -wide, wide)

    @property
    def aims_in_words(self) -> tuple[str, str]:
        """What each player wants, in the words of the convention."""
        which = "smallest" if self._smallest else "largest"
        wish = f"the {which} priority seen again and again to be"
        return f"{wish} {self.good_for(0)}", f"{wish} {self.good_for(1)}"

    @property
    def loop_rule(self) -> str:
        which = "smallest" if self._smallest else "largest"
        rule = f"{{0}} wins if the {which} priority on the way round is {self.good_for(0)}"
        return f"A play that comes back to a vertex is over: {rule}, {{1}} if it is {self.good_for(1)}."

    def cycle_ending(self, arena: Arena, cycle: Sequence[int]) -> Ending:
        """Return who wins a play around a cycle, by the priority that decides."""
        seen = self.data_on(arena, cycle)
        top = int(seen.min() if self._smallest else seen.max())
        return Ending(top % 2 ^ self.convention.endswith("odd"), came_back(arena, cycle[0]) + self._decided(top))

    @property
    def way_round(self) -> Passed:
        given = np.unique(np.asarray(self._on_vertices() if self.edge_data is None else self.edge_data))
        order = np.argsort(as_max_even(given.astype(np.int32), self.convention))  # as `acceptance` numbers them
        tops = given[order].tolist()
        return [(infinitely(i), self._decided(tops[i])) for i in reversed(range(len(tops)))], ()

    def _decided(self, top: int) -> str:
        return f"; the {'smallest' if self._smallest else 'largest'} priority on the way round is {top}"

    @classmethod
    def from_priorities(cls, priority: NDArray[Any], marked: NDArray[np.bool_] | None = None) -> Self:
        """Return the objective with these priorities."""
        cls._refuse_set(marked)
        return cls(priority)

    def priorities(self, arena: Arena) -> NDArray[np.int32]:
        """Return the priorities, turned into those of which the largest decides and even ones are good."""
        return as_max_even(np.asarray(self._on_vertices(), np.int32), self.convention)

    def acceptance(self) -> tuple[Formula, tuple[Vertices, ...]]:
        """Return the condition on the sets of vertices of each priority."""
        given: Any = self._on_vertices()
        if callable(given):
            raise GameError("priorities given by a function cannot be joined; give them as a dictionary or a list")
        by_label = isinstance(given, Mapping)
        row = np.asarray(list(given.values()) if by_label else given)
        priorities = as_max_even(row.astype(np.int32), self.convention)
        numbers = np.unique(priorities)
        if numbers.size > _MOST_SETS:
            raise GameError(f"there are {numbers.size:,} priorities; a condition on sets is written of {_MOST_SETS}")
        formula = TRUE if numbers.size and numbers[0] % 2 == 0 else FALSE
        for i, one in enumerate(numbers.tolist()[1:], 1):  # the larger ones decide before the others
            formula = both(finitely(i), formula) if one % 2 else either(infinitely(i), formula)
        masks = tuple(priorities == one for one in numbers)
        if by_label:
            return formula, tuple([name for name, held in zip(given, mask, strict=True) if held] for mask in masks)
        return formula, masks

    def strategy_certificate(self) -> StrategyPair:
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
        if isinstance(priority, bool) or not isinstance(priority, int) or not 0 <= priority <= self._largest:
            raise GameError(f"{shown(priority)} is not a priority; expected a whole number from 0 to {self._largest}")
        changed = np.array(self._on_vertices(), np.int32)
        changed[v] = priority
        return replace(self, priority=changed)


def _bound(given: NDArray[Any], size: int, what: str, names: tuple[str, str]) -> NDArray[Any]:
    """Return priorities, if they are as many as there should be and integers."""
    if given.shape != (size,):
        raise GameError(f"{what} has shape {given.shape}, but the arena has {counted(size, *names)}")
    if given.size and given.dtype.kind not in "iu":
        raise GameError(f"{what} has dtype {given.dtype}; expected integers")
    return given


def _is_whole(one: object) -> bool:
    return isinstance(one, int | np.integer) and not isinstance(one, bool)
