"""Priority promotion for parity games: closed regions are merged into the higher ones that they lead to.

Benerecetti, Dell'Erba, Mogavero, *Solving parity games via priority promotion*, CAV 2016.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.arrays import offsets
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.games.parity.kernels import promotion as kernel
from graphgames.games.parity.stepwise import SolverRun, dense, solve_by, unsolved
from graphgames.graphs.order import adjacency


def promotion(game: Game) -> ArenaSolution:
    """Solve a parity game by priority promotion, with the strategies of both players.

    Exponential in the number of priorities at worst; O(n + m) memory. The stats count ``edges`` looked at,
    ``promotions``, and ``dominions`` won one after the other.
    """
    return solve_by(start, "promotion", game)


def start(arena: Arena, priority: NDArray[np.int32]) -> SolverRun:
    """Begin to solve; see `graphgames.games.parity.stepwise.SolverRun`."""
    priority = dense(priority)
    order = np.argsort(priority, kind="stable").astype(np.int32)
    bucket = offsets(np.bincount(priority)).astype(np.int64)
    winner, moves = unsolved(arena)
    machine = kernel.Promotion(*adjacency(arena), owners(arena), priority, order, bucket, winner, moves)
    return SolverRun(machine, winner, moves, ("edges", "promotions", "dominions"))
