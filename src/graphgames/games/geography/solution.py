"""Solutions of geography: the winner from each first vertex, as an oracle over positions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arguments import place
from graphgames.core.arrays import owned
from graphgames.core.errors import LimitExceededError
from graphgames.core.naming import quoted_label
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.solution import Solution
from graphgames.games.geography.certificate import GeographyProof
from graphgames.games.geography.problem import Geography, Position, ways

MOVER, PICKER, UNDECIDED = 0, 1, 3
"""Codes in ``winner``: the player to move from the vertex, the player who put the token there, not known."""


@dataclass(frozen=True, eq=False, repr=False)
class GeographySolution(Solution[Any]):
    """A solution of geography: who wins from each first vertex, and why.

    Parameters
    ----------
    problem : Geography
        The problem that was solved.
    winner : tuple of ndarray of uint8
        For each graph and vertex: 0 if the player to move from there wins (N), 1 if the player who picked it does (P),
        3 if a limit came first. The first vertices, by their numbers; ``winner_of`` is for any position.
    theorem : tuple of tuple of str
        For each graph and vertex the name of the theorem, or of the search, that decided it; empty if undecided.
    solver : str
        The name of the solver.
    proof : GeographyProof or callable
        The certificate, or how to make it when it is first asked for.
    solve_position : callable
        Solves a position of problem and graph: the vertex and what has been used; gives a code as in ``winner``.
    stats : mapping
        What the solver counted; ``stopped`` says which limit stopped it, if one did.

    Examples
    --------
    >>> import graphgames as gg
    >>> words = gg.Arena.from_edges([("tea", "apple"), ("apple", "egg"), ("egg", "gin"), ("apple", "eel")])
    >>> solution = gg.solve(gg.Geography("vertex-geography", [words]))
    >>> print(solution.explain("tea"))
    Whoever picks tea wins (by backward induction): every move from it can be answered.
    """

    problem: Geography
    winner: tuple[NDArray[np.uint8], ...]
    theorem: tuple[tuple[str, ...], ...]
    solver: str
    proof: GeographyProof | Callable[[], GeographyProof]
    solve_position: Callable[[Geography, int, int, frozenset[int]], int]
    stats: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "winner", tuple(owned(winner, np.uint8) for winner in self.winner))

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle: the certificate in place of the function that makes it."""
        kept = {name: value for name, value in self.__dict__.items() if not name.startswith("_")}
        return kept | {"proof": self.certificate}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.__post_init__()  # what was read-only is so again

    @cached_property
    def certificate(self) -> GeographyProof:
        """The proof of the solution, computed on first use."""
        return self.proof() if callable(self.proof) else self.proof

    def picks(self, graph: int = 0) -> list[Any]:
        """Return the labels of the first vertices that win for the player who picks."""
        arena = self.problem.graphs[self._place(graph)]
        return [arena.label(int(v)) for v in np.flatnonzero(self.winner[graph] == PICKER)]

    def explain(self, position: Hashable = None, graph: int = 0) -> str:
        """Return in one sentence who wins from a position and what decided it; without one, a line for each vertex."""
        if position is None:
            lines = list(self.problem.notes)
            for i, arena in enumerate(self.problem.graphs):
                lines += [f"graph {i + 1}:"] if len(self.problem.graphs) > 1 else []
                lines += [self.explain((v, frozenset()), i) for v in range(arena.n)]
            return "\n".join(lines)
        v, used = self._read(position, graph)
        label, code = self.problem.graphs[graph].label, self._code(v, used, graph)
        here = quoted_label(label(v))
        if code == UNDECIDED:
            return f"{here} is not decided: the search was stopped."
        how = "" if used else self.theorem[graph][v]
        moves = list(self._ways((v, used), graph))
        if code == PICKER:
            return self.problem.reason(here, how, "", not moves)
        e, after = next(way for way in moves if self._code(*way[1], graph) == PICKER)
        move = quoted_label(self.problem.move(graph, e, after[0]))
        return self.problem.reason(here, how, move, not any(self._ways(after, graph)))

    def _place(self, graph: int) -> int:
        return place(graph, len(self.problem.graphs), "a graph")

    def _read(self, position: Hashable, graph: int) -> Position:
        """Return the position that is meant: a first vertex is named by its label."""
        graph = self._place(graph)
        if isinstance(position, tuple) and len(position) == 2 and isinstance(position[1], frozenset):
            return place(position[0], self.problem.graphs[graph].n, "a vertex"), position[1]
        return self.problem.graphs[graph].vertex(position), frozenset()

    def _code(self, v: int, used: frozenset[int], graph: int) -> int:
        return self.solve_position(self.problem, graph, v, used) if used else int(self.winner[graph][v])

    def outcome(self, position: Hashable, graph: int = 0) -> Outcome:
        """Return the outcome for the player to move at a position.

        Parameters
        ----------
        position : label or (int, frozenset of int)
            A first vertex by its label; or the number of the vertex where the token stands and what has been used:
            numbers of arcs of the arena, or in vertex geography of the vertices visited, this one among them.
        graph : int
            Which graph, from 0.

        Raises
        ------
        LimitExceededError
            If it is a first vertex that a limit left undecided.

        Notes
        -----
        What is left of the graph is solved anew, so later positions cost what smaller games cost.

        Examples
        --------
        >>> from graphgames import Arena, solve
        >>> ring = solve(Geography("edge-geography", [Arena.from_edges([(0, 1), (1, 2), (2, 0)])]))
        >>> ring.outcome(0), ring.outcome((1, frozenset({0})))
        ('win', 'loss')
        """
        v, used = self._read(position, graph)
        code = self._code(v, used, graph)
        if code == UNDECIDED:
            raise LimitExceededError(f"a limit came before vertex {self.problem.graphs[graph].label(v)} was decided")
        return Outcome.LOSS if code == PICKER else Outcome.WIN

    def best_moves(self, position: Hashable, graph: int = 0) -> Sequence[RatedMove]:
        """Return every move from a position (see `outcome`), the winning ones first.

        A move is the label it leads to, or in word chains the word.

        The ``position`` of a move is one as `outcome` reads it: ask of it what is best next.

        Examples
        --------
        >>> from graphgames import Arena, solve
        >>> solution = solve(Geography("edge-geography", [Arena.from_edges([(0, 1), (0, 2), (2, 3)])]))
        >>> [(move.move, move.result) for move in solution.best_moves(0)]
        [(1, 'win'), (2, 'loss')]
        """
        moves, called = self._ways(self._read(position, graph), graph), self.problem.move
        rated = [
            RatedMove(called(graph, e, at[0]), at, self.outcome(at, graph).for_the_other) for e, at in sorted(moves)
        ]
        return tuple(sorted(rated, key=lambda move: move.result != Outcome.WIN))

    def _ways(self, position: Position, graph: int) -> Iterator[tuple[int, Position]]:
        """Yield the moves from a position: the number of the arc, and the position after it."""
        by_vertex, (v, used) = self.problem.by_vertex, position
        used = used | {v} if by_vertex else used
        for e, w in ways(self.problem, graph, v, used):
            yield e, (w, used | {w if by_vertex else e})

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        data: dict[str, Any] = {"solver": self.solver, "objective": self.problem.kind, "graphs": len(self.winner)}
        counts = self._counts()
        data |= {"won": counts[:2], "undecided": counts[UNDECIDED]}
        if full:
            data["winner"] = [winner.tolist() for winner in self.winner]
            data["theorem"] = [list(names) for names in self.theorem]
        return data | {"stats": dict(self.stats)}

    def _counts(self) -> list[int]:
        """How many first vertices each code of a winner stands at, over all graphs."""
        counts: list[int] = np.bincount(np.concatenate([*self.winner, np.zeros(0, np.uint8)]), minlength=4).tolist()
        return counts

    def __str__(self) -> str:
        counts = self._counts()
        undecided = f", {counts[UNDECIDED]} undecided" * (counts[UNDECIDED] > 0)
        mover, picker = counts[MOVER], counts[PICKER]
        return (
            f"{self.problem.kind}: {picker} first vertices win for whoever picks them, {mover} for the other{undecided}"
        )

    def __repr__(self) -> str:
        counts = self._counts()
        return f"GeographySolution({self.problem.kind}, N={counts[0]}, P={counts[1]}, undecided={counts[3]})"
