"""The Grundy value of every vertex of an arena, as an oracle over its vertices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import frozen
from graphgames.core.drawing import Drawable
from graphgames.core.oracle import RatedMove
from graphgames.games.impartial.certificate import GrundyValues, LoopyValues
from graphgames.games.impartial.nimbers import Infinity, Nimber, nim_outcome
from graphgames.games.impartial.problem import NimberProblem


@dataclass(frozen=True, eq=False, repr=False)
class NimberSolution(Drawable):
    """The Grundy value of every vertex: an `Oracle` over the vertices, under normal play.

    Parameters
    ----------
    problem : NimberProblem
        What was solved.
    values : ndarray of int32, shape (n,)
        The Grundy values, -1 for infinity.
    solver : str
        Who found them.
    certificate : GrundyValues or LoopyValues
        What proves them.

    Examples
    --------
    >>> from graphgames import Arena, grundy_values
    >>> solution = grundy_values(Arena.from_edges([(2, 1), (2, 0), (1, 0)]))
    >>> solution.values, solution.outcome(2), solution.value(2)
    (array([0, 1, 2], dtype=int32), 'win', 2)
    >>> print(solution.explain(2))
    2 has Grundy value 2: its successors have the values 0, 1. The player to move wins by moving to 0.
    """

    problem: NimberProblem
    values: NDArray[np.int32]
    solver: str
    certificate: GrundyValues | LoopyValues

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", frozen(self.values, np.int32))

    def value(self, v: int) -> Nimber:
        """Give the value of a vertex, `Infinity` with what it reaches where it is infinite."""
        value = int(self.values[v])
        return value if value >= 0 else Infinity(frozenset(self.finite_after(v)))

    def finite_after(self, v: int) -> list[int]:
        """Give the finite values among the successors of a vertex, ascending."""
        after = np.unique(self.values[self.problem.arena.successors_of(v)])
        finite: list[int] = after[after >= 0].tolist()
        return finite

    nimber = value

    def moves(self, v: int) -> Sequence[int]:
        """Give the successors of a vertex, each once."""
        return tuple(dict.fromkeys(self.problem.arena.successors_of(v).tolist()))

    def outcome(self, position: int) -> str:
        """Say ``"win"``, ``"draw"`` or ``"loss"`` for the player to move at a vertex."""
        return nim_outcome(self.value(position))

    def best_moves(self, position: int) -> Sequence[RatedMove]:
        """Give every move from a vertex, best first."""
        turned = {"win": "loss", "draw": "draw", "loss": "win"}
        rated = [RatedMove(w, w, turned[self.outcome(w)]) for w in self.moves(position)]
        return tuple(sorted(rated, key=lambda move: ("win", "draw", "loss").index(move.result)))

    def explain(self, position: int | None = None) -> str:
        """Say why a vertex has its value and what to do there; without a vertex, all of them, one a line."""
        if position is None:
            return "\n".join(self.explain(v) for v in range(self.problem.arena.n))
        label, outcome = self.problem.arena.label, self.outcome(position)
        text = f"{label(position)} has Grundy value {self.value(position)}: {self.certificate.explain(self, position)}"
        if outcome == "win":
            return f"{text} The player to move wins by moving to {label(self.best_moves(position)[0].position)}."
        return f"{text} {'The play need not end.' if outcome == 'draw' else 'The player who moved last wins.'}"

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """Give the solution as plain Python."""
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

    def __str__(self) -> str:
        return f"Grundy values of {self.problem.arena.n} vertices"

    def __repr__(self) -> str:
        return f"NimberSolution({self.problem.arena!r}, solver={self.solver!r})"
