"""The Grundy value of every vertex of an arena, as an oracle over its vertices."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arrays import owned
from graphgames.core.errors import counted
from graphgames.core.label_arrays import by_label
from graphgames.core.naming import either
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.solution import OnArena
from graphgames.core.tabular import aligned
from graphgames.games.impartial.certificate import GrundyValues, LoopyValues
from graphgames.games.impartial.nimbers import LoopyNimber, Nimber, nim_outcome
from graphgames.games.impartial.problem import NimberProblem
from graphgames.games.impartial.sum import Sum

_SHOWN = 20
"""So many values are printed."""


@dataclass(frozen=True, eq=False, repr=False)
class NimberSolution(OnArena):
    """The Grundy value of every vertex: an ``Oracle`` over the vertices, under normal play.

    Examples
    --------
    >>> from graphgames import Arena, grundy_values
    >>> solution = grundy_values(Arena.from_edges([(2, 1), (2, 0), (1, 0)]))
    >>> solution.values, solution.outcome(2), solution.value(2)
    (array([0, 1, 2], dtype=int32), 'win', 2)
    >>> print(solution.explain(2))
    2 has Grundy value 2: the mex of its successors' values {0, 1}. The player to move wins by moving to 0.
    """

    problem: NimberProblem
    values: NDArray[np.int32]
    """The Grundy values, -1 for infinity, shape (n,)."""
    solver: str
    certificate: GrundyValues | LoopyValues
    """The proof."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", by_label(owned(self.values, np.int32), getattr(self.problem, "arena", None)))

    @property
    def vertex_values(self) -> NDArray[np.int32]:
        """The values, as files hold them, shape (n,)."""
        return np.asarray(self.values)

    def _columns(self) -> dict[str, list[Any]]:
        """Return the labels of all vertices and their values, column by column."""
        vertices = range(self.arena.n)
        return {"label": [*map(self.arena.name_of_one, vertices)], "nimber": [*map(self._value, vertices)]}

    @property
    def arena(self) -> Arena:
        return self.problem.arena

    def _value(self, v: int) -> Nimber:
        value = int(self.values[v])
        return value if value >= 0 else LoopyNimber(frozenset(self.finite_after(v)))

    def nimber(self, position: Hashable = None) -> Nimber:
        """Return the value of a vertex, by default of the start.

        If it is infinite, it is a `LoopyNimber` with the values it reaches.
        """
        return self._value(self._vertex(position))

    def finite_after(self, v: int) -> list[int]:
        """Return the finite values among the successors of vertex number v, ascending."""
        after = np.unique(self.values[self.arena.successors_of(v)])
        finite: list[int] = after[after >= 0].tolist()
        return finite

    def at(self, position: Hashable) -> Sum:
        """Return the game at a vertex, to be added to others."""
        return Sum.of(self, position)

    def standard(self, position: Hashable) -> Hashable:
        """Return the label of a vertex."""
        found: Hashable = self.arena.label(self.arena.vertex(position))
        return found

    def moves(self, position: Hashable) -> Sequence[Any]:
        """Return the successors of a vertex, each once."""
        heads = dict.fromkeys(self.arena.successors_of(self.arena.vertex(position)).tolist())
        return tuple(self.arena.label(w) for w in heads)

    def _outcome(self, v: int) -> Outcome:
        return nim_outcome(self._value(v))

    def _best_moves(self, v: int) -> Sequence[RatedMove]:
        heads = dict.fromkeys(self.arena.successors_of(v).tolist())
        least = min((self._counter(w) for w in heads if not self.values[w]), default=0)
        rated = []
        for w in heads:
            result = self._outcome(w).for_the_other
            nearer = self._counter(w) - least if result is Outcome.WIN else 0
            rated.append((-result.rank, nearer, RatedMove(w, w, result, progress=nearer == 0)))
        return tuple(move for *_, move in sorted(rated, key=lambda entry: entry[:2]))

    def _counter(self, v: int) -> int:
        counter: NDArray[np.int32] | None = getattr(self.certificate, "counter", None)
        return 0 if counter is None or self.values[v] < 0 else int(counter[v])

    def measure(self, position: Hashable) -> tuple[int, int]:
        """Return what decreases while the winner follows the best moves: the value of a vertex, then its counter.

        The counter is that of Fraenkel & Yesha (1986): a move upwards is answered with the same value and a smaller
        counter, so the least counter among the winning moves is how a play on a cycle comes to an end. Both are 0 where
        there is no cycle, and where the value is infinite.
        """
        v = self.arena.vertex(position)
        loopy = isinstance(self.certificate, LoopyValues) and self.values[v] >= 0
        return (int(self.values[v]), self._counter(v)) if loopy else (0, 0)

    def _explain(self, v: int) -> str:
        label, outcome = self.arena.display_name, self._outcome(v)
        text = f"{label(v)} has Grundy value {self._value(v)}: {self.certificate.explain(self, v)}."
        if outcome is Outcome.WIN:
            best = [move.position for move in self._best_moves(v) if move.result is Outcome.WIN and move.progress]
            return f"{text} The player to move wins by moving to {either([str(label(w)) for w in best])}."
        return f"{text} {'The play need not end.' if outcome is Outcome.DRAW else 'The player to move loses.'}"

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        arena = self.problem.arena
        data: dict[str, Any] = {
            "solver": self.solver,
            "objective": self.problem.kind,
            "vertices": arena.n,
            "edges": arena.m,
        }
        return data | {"values": self.values.tolist(), "certificate": self.certificate.to_dict()} if full else data

    def __len__(self) -> int:
        return self.values.size

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.values, dtype)

    def __str__(self) -> str:
        """Return what it is, and the values of the first vertices."""
        n, name = self.problem.arena.n, self.problem.arena.display_name
        rows = [("vertex", "value"), *((str(name(v)), str(self._value(v))) for v in range(n)[:_SHOWN])]
        lines = aligned(rows) if n else []
        more = [f"... {n - _SHOWN:,} more rows"] if n > _SHOWN else []
        return "\n".join([f"Grundy values of {counted(n, 'vertex', 'vertices')}", *lines, *more])

    def __repr__(self) -> str:
        return f"NimberSolution({self.problem.arena!r}, solver={self.solver!r})"
