"""Solutions whose arrays are spread over processes, and how a part of a solution is seen as a whole one.

A vertex belongs to one process, with its owner, its mark, the edges out of it, and what a solution says of it. All that
is asked of a solution, and every condition of a certificate, concerns a vertex and its successors. So a process makes a
`View` for some of its vertices: an ordinary solution on a small arena of these and their successors, of which the other
processes tell what is claimed there. Checkers look at views, and answers come from them.

The processes are a team, which is passed in (`graphgames.engines.team`). The exchange here is its own, so that a fault
in the one that the solvers use cannot hide itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.arrays import offsets
from graphgames.core.certificate import Certificate
from graphgames.core.errors import counted
from graphgames.core.game import Game
from graphgames.core.oracle import DRAW, Outcome, RatedMove
from graphgames.core.report import Report
from graphgames.core.solution import ArenaSolution, View
from graphgames.core.solution_base import Solution
from graphgames.core.strategy import Strategy
from graphgames.engines.spread_game import Ints, Share, SpreadArena, SpreadGame
from graphgames.engines.team import NOTHING, Team

T = TypeVar("T")

_FAULTS = 20
"""At most so many faults are reported."""


@dataclass(frozen=True, eq=False, repr=False)
class SpreadSolution(Solution[int]):
    """A solved `SpreadGame`; a position is the number of a vertex.

    Each process has what is said of its own vertices. All processes must ask the same questions at the same time.
    """

    problem: SpreadGame
    winner: NDArray[np.uint8]
    """The player who wins from each own vertex, 2 for a draw."""
    moves: NDArray[np.int32]
    """The strategy's move at each own vertex, a number of the whole arena, -1 where there is none."""
    solver: str
    certificate: Certificate
    """Its arrays are over the own vertices."""
    values: NDArray[np.int32] | None
    stats: Mapping[str, Any] = field(default_factory=dict)
    engine = "mpi"

    @property
    def numbered(self) -> SpreadSolution:
        """The same answers by vertex number."""
        return self

    @property
    def won(self) -> tuple[int, ...]:
        """The number of vertices that each player wins; draws third if the objective allows them."""
        count = 3 if self.problem.objective.has_draws else 2
        own = np.bincount(self.winner, minlength=count)[:count]
        return self.remember("won", lambda: tuple(self.problem.team.total(own).tolist()))

    @property
    def labels(self) -> dict[str, NDArray[Any]]:
        """All arrays over the own vertices, by name."""
        found: dict[str, NDArray[Any]] = {"winner": self.winner, "strategy": self.moves}
        found |= {} if self.values is None else {"value": self.values}
        proof = {name: array for name, array in vars(self.certificate).items() if isinstance(array, np.ndarray)}
        return found | {f"certificate.{name}": array for name, array in proof.items()}

    def view(self, rows: Ints) -> View:
        """Return what is claimed of some own vertices and their successors; all processes call it together."""
        game, share = self.problem, self.problem.arena.share
        indptr, heads = game.arena.rows(rows)
        numbers, moves = share.numbers(rows), self.moves[rows]
        named = np.unique(np.concatenate([heads, moves[(moves >= 0) & (moves < share.n)]])).astype(np.int64)
        foreign = np.setdiff1d(named, numbers, assume_unique=True)
        fetched = _fetched(game.team, share, foreign, self.labels)
        claims = {name: np.concatenate([array[rows], fetched[name]]) for name, array in self.labels.items()}
        numbers = np.concatenate([numbers, foreign])
        order = np.argsort(numbers)

        def place(some: NDArray[Any]) -> Ints:
            at = np.searchsorted(numbers, some, sorter=order)
            found = order[np.minimum(at, numbers.size - 1)]
            return np.where(some < 0, some, np.where(some < share.n, found, numbers.size))

        claims["strategy"][: rows.size] = place(moves)
        claims["strategy"][rows.size :] = -1
        loops = np.arange(rows.size, numbers.size)
        indptr = np.concatenate([indptr, indptr[-1] + 1 + np.arange(loops.size)])
        successors = np.concatenate([place(heads), loops]).astype(np.int32)
        owner = None
        if game.arena.owner is not None:
            owner = np.concatenate([game.arena.owner[rows], np.zeros(loops.size, np.uint8)])
        arena = Arena.trusted(indptr, successors, owner, numbers.tolist())
        objective = game.objective.renumbered(np.concatenate([rows, np.full(loops.size, -1)]))
        seen = Game(arena, objective, None, game.players)
        vars(seen)["idle"] = game.idle()  # who has no vertex in a part may have some elsewhere
        return self._claimed(View, seen, claims, rows.size, self.problem.arena.n)

    def _claimed(self, make: Callable[..., T], game: Game, claims: Mapping[str, NDArray[Any]], *more: int) -> T:
        """Return the claims about the vertices of a game as a solution, or a view."""
        proof = {name.partition(".")[2]: array for name, array in claims.items() if name.startswith("certificate.")}
        certificate, moves = replace(self.certificate, **proof), Strategy(claims["strategy"])
        value = claims.get("value")
        return make(game, claims["winner"], moves, self.solver, certificate, value, self.stats, *more)

    def gathered(self, whole: Game | None = None) -> ArenaSolution:
        """Return the whole solution, in each process, of the game if this has it; for what fits into its memory."""
        game, objective = self.problem, self.problem.objective
        parts = game.team.gather((game.arena, objective.arrays, self.labels))
        numbers = np.argsort(np.concatenate([arena.share.numbers() for arena, _, _ in parts]))
        degrees = np.concatenate([np.diff(arena.indptr) for arena, _, _ in parts])
        heads = np.concatenate([arena.successors for arena, _, _ in parts])
        owner = None if game.impartial else np.concatenate([arena.owner for arena, _, _ in parts])[numbers]
        starts = offsets(degrees)
        indptr, heads = SpreadArena(game.arena.share, starts, heads, None, game.arena.m).rows(numbers)
        joined = {name: np.concatenate([data[name] for _, data, _ in parts])[numbers] for name in objective.arrays}
        objective = replace(objective, **joined)
        whole = whole or Game(Arena.trusted(indptr, heads, owner), objective, game.start, game.players)
        claims = {name: np.concatenate([labels[name] for *_, labels in parts])[numbers] for name in self.labels}
        return self._claimed(ArenaSolution, whole, claims)

    def verified(self, check: Callable[[ArenaSolution], Report]) -> Report:
        """Return what the checker of the certificate says of views of all vertices; the same in each process."""
        reports: list[Report] = []
        self.problem.team.each(
            lambda rows: check(self.view(rows)), self.problem.arena.pieces(), reports.append, NOTHING
        )
        everybody = [report for some in self.problem.team.gather(reports) for report in some]
        faults = sorted((f for report in everybody for f in report.failures), key=lambda fault: fault.vertex or 0)
        return Report(sum(r.checked for r in everybody), tuple(faults[:_FAULTS]), sum(r.found for r in everybody))

    def _answer(self, v: int, ask: Callable[[View, Any], T]) -> T:
        """Return what the process to whom vertex v belongs finds in a view of it."""
        v, share = self.problem.arena.vertex(v), self.problem.arena.share
        rank = int(v >> share.bits) % share.size
        mine = rank == share.rank
        view = self.view(share.local(np.array([v] * mine, np.int64)))
        found: T = self.problem.team.gather(ask(view, view.arena.label(0)) if mine else None)[rank]
        return found

    def mover(self, position: int) -> int:
        return self._answer(position, ArenaSolution.mover)

    def outcome(self, position: int) -> Outcome:
        return self._answer(position, ArenaSolution.outcome)

    def value(self, position: int) -> Any:
        return self._answer(position, ArenaSolution.value)

    def best_moves(self, position: int) -> tuple[RatedMove, ...]:
        return tuple(self._answer(position, ArenaSolution.best_moves))

    def explain(self, position: int | None = None) -> str:
        """Return the reason for the outcome of a vertex; without one, how many each player wins."""
        if position is not None:
            return self._answer(position, ArenaSolution.explain)
        names = ("the player to move", "the player not to move") if self.problem.impartial else self.problem.players
        pairs = zip(names, self.won, strict=False)
        wins = [f"{name} wins from {counted(won, 'vertex', 'vertices')}" for name, won in pairs]
        draws = [f"{counted(self.won[DRAW], *self.problem.objective.draw_words)}"] if len(self.won) > DRAW else []
        return ", ".join([*wins, *draws])

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """Return the solution as plain Python; with ``full`` the arrays of all processes."""
        if full:
            return self.gathered().to_dict()
        game = self.problem
        data = {"solver": self.solver, "objective": game.objective.name, "vertices": game.arena.n}
        return data | {"edges": game.arena.m, "won": list(self.won), "processes": game.team.size}

    def __str__(self) -> str:
        game = self.problem
        size = f"{counted(game.arena.n, 'vertex', 'vertices')}, {counted(game.arena.m, 'edge')}"
        return f"{game.objective.name} game, {size}, on {counted(game.team.size, 'process', 'processes')}"

    def __repr__(self) -> str:
        return f"SpreadSolution({self.problem!r}, solver={self.solver!r})"


def _fetched(team: Team, share: Share, numbers: Ints, arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Return the entries of arrays for vertices, of which those tell to whom the vertices belong."""
    owners = share.owner_ranks(numbers)
    order = np.argsort(owners, kind="stable")
    cuts = np.searchsorted(owners[order], np.arange(share.size + 1))
    asked = team.swap([numbers[order[a:b]] for a, b in pairwise(cuts)])
    answers = team.swap([{name: array[share.local(some)] for name, array in arrays.items()} for some in asked])
    found = {}
    for name, array in arrays.items():
        found[name] = np.empty(numbers.size, array.dtype)
        found[name][order] = np.concatenate([answer[name] for answer in answers])
    return found
