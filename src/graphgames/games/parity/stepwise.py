"""Shared by the solvers of parity games: runs in portions, dense priorities, and the solution."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.compiled import poll
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.games.parity.certificate import StrategyPair
from graphgames.games.parity.objective import Parity

EDGES_PER_POLL = 1 << 22
"""Edges looked at between two looks at Ctrl-C."""


class ParityResult(NamedTuple):
    """The result of a solver: winners, moves (-1 where the owner does not win), and counts."""

    winner: NDArray[np.uint8]
    moves: NDArray[np.int32]
    stats: Mapping[str, Any]


def dense(priority: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return priorities of the same order and parities, as small as can be.

    Neighbouring priorities of one parity become one, so that those left alternate; O(n + d) for priorities below d, or
    O(n log n) where d is much larger than n.
    """
    if priority.size == 0:
        return priority
    highest = int(priority.max())
    if highest <= 4 * priority.size + 1000:
        present = np.zeros(highest + 1, np.bool_)
        present[priority] = True
        used = np.flatnonzero(present)
        table = np.zeros(highest + 1, np.int32)
        table[used] = _alternating(used)
        return table[priority]
    used, place = np.unique(priority, return_inverse=True)
    return _alternating(used)[place]


def _alternating(used: NDArray[Any]) -> NDArray[np.int32]:
    steps = np.empty(used.size, np.int32)
    steps[0] = used[0] & 1
    steps[1:] = (used[1:] ^ used[:-1]) & 1
    return np.cumsum(steps, dtype=np.int32)


class StepwiseSolver(Protocol):
    """A kernel that works in portions; ``counts`` gives first how many edges it has looked at."""

    def run(self, budget: int) -> bool:
        """Return True once everything is decided, False after about ``budget`` edges."""

    def counts(self) -> tuple[int, ...]:
        """Return the number of edges looked at and the other counts."""


class SolverRun(NamedTuple):
    """A run of a solver: the machine, the arrays that it writes, what it counts, and how many bytes it keeps."""

    machine: StepwiseSolver
    winner: NDArray[np.uint8]
    moves: NDArray[np.int32]
    counted: Sequence[str]
    memory_bytes: Callable[[], int] = int

    def advance(self, budget: int) -> bool:
        """Run for about ``budget`` edges, polling for Ctrl-C; return whether everything is decided."""
        until = self.machine.counts()[0] + budget
        while not self.machine.run(min(EDGES_PER_POLL, until - self.machine.counts()[0])):
            poll()
            if self.machine.counts()[0] >= until:
                return False
        return True

    def finish(self) -> ParityResult:
        """Run until everything is decided."""
        while not self.advance(EDGES_PER_POLL):
            pass
        return self.collect()

    def collect(self) -> ParityResult:
        """Return the result once everything is decided."""
        return ParityResult(self.winner, self.moves, dict(zip(self.counted, self.machine.counts(), strict=True)))


def unsolved(arena: Arena) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """Return arrays for winners and moves, 0 and -1 everywhere."""
    return np.zeros(arena.n, np.uint8), np.full(arena.n, -1, np.int32)


Start = Callable[[Arena, NDArray[np.int32]], SolverRun]
"""How a solver begins with an arena and its priorities."""


def solve_by(start: Start, solver: str, game: Game) -> ArenaSolution:
    """Return the solution that one solver finds."""
    return to_solution(game, start(game.arena, priorities(game)).finish(), solver)


def to_solution(game: Game, outcome: ParityResult, solver: str) -> ArenaSolution:
    """Return the solution of a game that a solver has solved."""
    winner, moves, stats = outcome
    return ArenaSolution(game, winner, Strategy(moves), solver, StrategyPair(), stats=stats)


def priorities(game: Game) -> NDArray[np.int32]:
    """Return the priorities of a game with a `Parity` objective."""
    assert isinstance(game.objective, Parity)
    return game.objective.priorities(game.arena)
