"""Zielonka's algorithm for parity games: attract the highest priority, solve the rest, repair what is lost.

McNaughton (1993), Zielonka (1998). Textbook versions solve a subgame anew whenever part of it turns out to be lost;
this one keeps reasons and puts only what leaned on the lost part back into play, and its work on the way back is
proportional to the top vertices, so that many priorities cost little. See `graphgames.games.parity.kernels.zielonka`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.games.parity.kernels import zielonka as kernel
from graphgames.games.parity.stepwise import SolverRun, dense, solve_by, unsolved


def zielonka(game: Game) -> ArenaSolution:
    """Solve a parity game by Zielonka's algorithm, with the strategies of both players.

    Exponential in the number of priorities at worst, O(m) for each level opened or repaired; on most games close to
    linear. Memory: 4 bytes an edge and about 50 a vertex beside the arena. The stats count ``edges`` looked at,
    ``levels`` opened and ``repairs`` of levels that lost vertices.
    """
    return solve_by(start, "zielonka", game)


def start(arena: Arena, priority: NDArray[np.int32]) -> SolverRun:
    """Begin to solve; see `graphgames.games.parity.stepwise.SolverRun`."""
    if arena.n and int(priority.max()) > 4 * arena.n + 1000:
        priority = dense(priority)
    winner, moves = unsolved(arena)
    machine = kernel.Zielonka((arena.indptr, arena.successors), owners(arena), priority, winner, moves)
    return SolverRun(machine, winner, moves, ("edges", "levels", "repairs"))
