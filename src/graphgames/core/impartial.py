"""Impartial games on an arena, by their Grundy values: the problem, the certificates and the solution.

Grundy values say more than who wins: they say who wins a sum. A `NimberSolution` is an `Oracle` over the vertices that
also gives each vertex its value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.certificates import Certificate
from graphgames.core.drawing import Drawable
from graphgames.core.nimbers import Infinity, Nimber, nim_outcome
from graphgames.core.objectives import frozen
from graphgames.core.oracle import RatedMove


@dataclass(frozen=True, eq=False)
class NimberProblem:
    """Ask for the Grundy value of every vertex of an arena; its owners, if it has any, do not matter."""

    kind: ClassVar[str] = "nimbers"
    arena: Arena


@dataclass(frozen=True, eq=False)
class GrundyValues(Certificate):
    """Grundy values of an acyclic arena, each the least that no successor has.

    Attributes
    ----------
    grundy : ndarray of int32, shape (n,)
        The values.
    depth : ndarray of int32, shape (n,)
        A number that falls along every edge: the arena has no cycle, so the values are determined by the mex property.
    """

    kind: ClassVar[str] = "grundy-values"
    grundy: NDArray[np.int32]
    depth: NDArray[np.int32]

    def explain(self, solution: Any, v: int) -> str:
        """See `Certificate.explain`."""
        return _mex_sentence(solution, v)


@dataclass(frozen=True, eq=False)
class LoopyValues(Certificate):
    """Generalised Grundy values of any finite arena, with the counter function that proves them.

    Attributes
    ----------
    grundy : ndarray of int32, shape (n,)
        The value, -1 for infinity.
    counter : ndarray of int32, shape (n,)
        Along a move to a larger value or to infinity and the answer that restores the value, the counter falls; so
        reverting moves come to an end. It means nothing where the value is infinity.

    Notes
    -----
    Fraenkel & Yesha (1986) prove that the three conditions which the verifier checks determine the values.
    """

    kind: ClassVar[str] = "loopy-values"
    grundy: NDArray[np.int32]
    counter: NDArray[np.int32]

    def explain(self, solution: Any, v: int) -> str:
        """See `Certificate.explain`."""
        if self.grundy[v] >= 0:
            return _mex_sentence(solution, v)
        least = _least_missing(solution.finite_after(v))
        arena = solution.problem.arena
        onward = next(
            w for w in arena.successors_of(v).tolist() if self.grundy[w] < 0 and least not in solution.finite_after(w)
        )
        return (
            f"Nobody can be held to a number here: after the move to {arena.label(onward)}, infinite too, "
            f"no answer leads to the value {least}."
        )


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


def _least_missing(ascending: list[int]) -> int:
    return next((least for least, value in enumerate(ascending) if least != value), len(ascending))


def _mex_sentence(solution: NimberSolution, v: int) -> str:
    after = solution.finite_after(v)
    if not after:
        return "it has no move." if not solution.moves(v) else "none of its successors has a finite value."
    shown = ", ".join(map(str, after[:12])) + (", ..." if len(after) > 12 else "")
    return f"its successors have the value{'s' if len(after) > 1 else ''} {shown}."


@dataclass(frozen=True, eq=False)
class StackNimbers(Certificate):
    """The nimbers of the parts of many sums: test after test, part after part.

    Attributes
    ----------
    nimbers : ndarray, shape (parts,)
        ``int64``, or Python numbers where they are larger.
    first : ndarray of int64, shape (tests + 1,)
        The parts of test i are numbers ``first[i]`` to ``first[i + 1] - 1``.
    proof : Certificate, optional
        What the nimbers are taken from: the values of an arena's vertices, or of a heap game's heaps. Without it they
        follow a closed form that the checker knows.
    """

    kind: ClassVar[str] = "stack-nimbers"
    nimbers: NDArray[Any]
    first: NDArray[np.int64]
    proof: Certificate | None = None

    def explain(self, solution: Any, v: int) -> str:
        """See `Certificate.explain`; v is the number of a test."""
        return str(solution.explain(v))

    def to_dict(self) -> dict[str, Any]:
        """Give the certificate as plain Python."""
        proof = None if self.proof is None else self.proof.to_dict()
        return {"kind": self.kind, "nimbers": self.nimbers.tolist(), "first": self.first.tolist(), "proof": proof}
