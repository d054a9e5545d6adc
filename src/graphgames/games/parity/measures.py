"""Small progress measures for parity games, lifted to their least fixpoint.

Jurdziński, *Small progress measures for solving parity games*, STACS 2000. The measures give player 0 his strategy; for
player 1 the part that he wins is solved once more with the roles exchanged, where he wins everywhere.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.errors import SolverError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.games.parity.kernels import measures as kernel
from graphgames.games.parity.preprocess import Reduction
from graphgames.games.parity.stepwise import ParityResult, SolverRun, dense, solve_by
from graphgames.graphs.order import adjacency, owners

LARGEST = 1 << 29
"""How many numbers the measures of a game may hold, 4 bytes each."""


def measures(game: Game) -> ArenaSolution:
    """Solve a parity game by small progress measures, with the strategies of both players.

    Parameters
    ----------
    game : Game
        With a `Parity` objective.

    Returns
    -------
    ArenaSolution
        Its stats count ``edges`` looked at, each as often as a measure has places, and ``lifts``.

    Raises
    ------
    SolverError
        If the measures, a number for each vertex and odd priority, would not fit in 2 GB.

    Notes
    -----
    O(d m (n / k)^k) for d priorities, k of them odd; O(n k) memory.

    Examples
    --------
    >>> from graphgames import Arena, Parity
    >>> arena = Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 2)], owner=[0, 1, 0])
    >>> measures(Game(arena, Parity([2, 0, 1]))).winner
    array([1, 1, 1], dtype=uint8)
    """
    return solve_by(start, "measures", game)


def start(arena: Arena, priority: NDArray[np.int32]) -> SolverRun:
    """Begin to solve; see `graphgames.games.parity.stepwise.SolverRun`."""
    both = BothPlayers(arena, dense(priority))
    return SolverRun(both, both.collect)


class BothPlayers:
    """Measures for player 0 on the whole game, then for player 1 where he wins, with the roles exchanged."""

    def __init__(self, arena: Arena, priority: NDArray[np.int32]):
        self.game = Reduction(arena, priority)
        self.winner, self.moves = np.zeros(arena.n, np.uint8), np.full(arena.n, -1, np.int32)
        self.first = machine(arena, priority, self.winner, self.moves)
        self.second: kernel.Measures | None = None
        self.lost = np.empty(0, np.int32)
        self.theirs = np.empty(0, np.int32)

    def run(self, budget: int) -> bool:
        """Return True once everything is decided, False after about ``budget`` edges."""
        if self.second is None:
            if not self.first.run(budget):
                return False
            self.first.choose()
            self.second = self._exchange()
            return False
        return self.second.run(budget)

    def _exchange(self) -> kernel.Measures:
        self.lost = np.flatnonzero(self.winner).astype(np.int32)
        arena, priority = self.game.part(self.lost)
        exchanged = Arena.trusted(arena.indptr, arena.successors, 1 - owners(arena))
        self.theirs = np.full(self.lost.size, -1, np.int32)
        return machine(exchanged, priority + np.int32(1), np.zeros(self.lost.size, np.uint8), self.theirs)

    def counts(self) -> tuple[int, ...]:
        """Return the number of edges looked at and the other counts."""
        runs = [run.counts() for run in (self.first, self.second) if run is not None]
        return tuple(map(sum, zip(*runs, strict=True)))

    def collect(self) -> ParityResult:
        """Return the outcome when all is decided."""
        assert self.second is not None
        self.second.choose()
        chosen = self.theirs >= 0
        self.moves[self.lost[chosen]] = self.lost[self.theirs[chosen]]
        edges, lifts = self.counts()
        return ParityResult(self.winner, self.moves, {"edges": edges, "lifts": lifts})


def machine(
    arena: Arena, priority: NDArray[np.int32], winner: NDArray[np.uint8], moves: NDArray[np.int32]
) -> kernel.Measures:
    """Make the machine for player 0: a place for each odd priority, the highest first."""
    counts = np.bincount(priority, minlength=2)[1::2].astype(np.int32)
    places = counts.size
    if arena.n * places > LARGEST:
        raise SolverError(
            f"progress measures of {arena.n} vertices with {places} odd priorities would hold {arena.n * places} "
            f"numbers, and at most {LARGEST} are allowed; take another solver"
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
