"""Small progress measures for parity games, lifted to their least fixpoint.

Jurdziński, *Small progress measures for solving parity games*, STACS 2000. The measures give player 0 his strategy; for
player 1 the part that he wins is solved once more with the roles exchanged, where he wins everywhere.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.errors import SolverError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.games.parity.kernels import measures as kernel
from graphgames.games.parity.preprocess import Reduction
from graphgames.games.parity.stepwise import SolverRun, dense, solve_by, unsolved
from graphgames.graphs.order import adjacency

LARGEST = 1 << 29
"""How many numbers the measures of a game may hold, 4 bytes each."""


def measures(game: Game) -> ArenaSolution:
    """Solve a parity game by small progress measures, with the strategies of both players.

    O(d m (n / k)^k) for d priorities, k of them odd; O(n k) memory. The stats count ``edges`` looked at, each as often
    as a measure has places, and ``lifts``. Raise `SolverError` if the measures, a number for each vertex and odd
    priority, would not fit in 2 GB.
    """
    return solve_by(start, "measures", game)


def start(arena: Arena, priority: NDArray[np.int32]) -> SolverRun:
    """Begin to solve; see `graphgames.games.parity.stepwise.SolverRun`."""
    both = BothPlayers(arena, dense(priority))
    return SolverRun(both, both.winner, both.moves, ("edges", "lifts"))


class BothPlayers:
    """Measures for player 0 on the whole game, then for player 1 where he wins, with the roles exchanged."""

    def __init__(self, arena: Arena, priority: NDArray[np.int32]):
        self.game = Reduction(arena, priority)
        self.winner, self.moves = unsolved(arena)
        self.first = machine(arena, priority, self.winner, self.moves)
        self.second: kernel.Measures | None = None
        self.lost = np.empty(0, np.int32)
        self.theirs = np.empty(0, np.int32)

    def run(self, budget: int) -> bool:
        """Return True once everything is decided, False after about ``budget`` edges."""
        if self.second is None:
            if self.first.run(budget):
                self.first.choose()
                self.second = self._exchange()
            return False
        if not self.second.run(budget):
            return False
        self.second.choose()
        moved = self.theirs >= 0
        self.moves[self.lost[moved]] = self.lost[self.theirs[moved]]
        return True

    def _exchange(self) -> kernel.Measures:
        self.lost = np.flatnonzero(self.winner).astype(np.int32)
        arena, priority = self.game.part(self.lost)
        exchanged = Arena.trusted(arena.indptr, arena.successors, 1 - owners(arena))
        winner, self.theirs = unsolved(arena)
        return machine(exchanged, priority + np.int32(1), winner, self.theirs)

    def counts(self) -> tuple[int, ...]:
        """Return the number of edges looked at and the other counts."""
        runs = [run.counts() for run in (self.first, self.second) if run is not None]
        return tuple(map(sum, zip(*runs, strict=True)))


def machine(
    arena: Arena, priority: NDArray[np.int32], winner: NDArray[np.uint8], moves: NDArray[np.int32]
) -> kernel.Measures:
    """Make the machine for player 0: a place for each odd priority, the highest first."""
    counts = np.bincount(priority, minlength=2)[1::2].astype(np.int32)
    places = counts.size
    if arena.n * places > LARGEST:
        raise SolverError(
            f"progress measures of {arena.n} vertices with {places} odd priorities would hold {arena.n * places} "
            f"numbers, and at most {LARGEST} are allowed; use another solver"
        )
    width = (places - priority // 2).astype(np.int32)
    return kernel.Measures(
        *adjacency(arena),
        owners(arena),
        width,
        (priority & 1).astype(np.uint8),
        np.ascontiguousarray(counts[::-1]),
        winner,
        moves,
    )
