"""Zielonka's algorithm for parity games: attract the highest priority, solve the rest, repair what is lost.

McNaughton (1993), Zielonka (1998). Textbook versions solve a subgame anew whenever part of it turns out to be lost;
this one keeps reasons and puts only what leaned on the lost part back into play, and its work on the way back is
proportional to the top vertices, so that many priorities cost little. See `graphgames.games.parity.kernels.zielonka`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.games.parity.kernels import zielonka as kernel
from graphgames.games.parity.stepwise import ParityResult, SolverRun, dense, solve_by
from graphgames.graphs.order import owners


def zielonka(game: Game) -> ArenaSolution:
    """Solve a parity game by Zielonka's algorithm, with the strategies of both players.

    Parameters
    ----------
    game : Game
        With a `Parity` objective.

    Returns
    -------
    ArenaSolution
        Its stats count ``edges`` looked at, ``levels`` opened and ``repairs`` of levels that lost vertices.

    Notes
    -----
    Exponential in the number of priorities at worst, O(m) for each level opened or repaired; on most games close to
    linear. Memory: 4 bytes an edge and about 50 a vertex beside the arena.

    Examples
    --------
    >>> from graphgames import Arena, Parity
    >>> arena = Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 2)], owner=[0, 1, 0])
    >>> zielonka(Game(arena, Parity([2, 0, 1]))).winner
    array([1, 1, 1], dtype=uint8)
    """
    return solve_by(start, "zielonka", game)


def start(arena: Arena, priority: NDArray[np.int32]) -> SolverRun:
    """Begin to solve; see `graphgames.games.parity.stepwise.SolverRun`."""
    n = arena.n
    if n and int(priority.max()) > 4 * n + 1000:
        priority = dense(priority)
    order, number, parity = np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n, np.uint8)
    place = np.zeros(int(priority.max()) + 2 if n else 1, np.int64)
    kernel.number_by_priority(priority, place, order, number, parity)
    backward = np.empty(n + 1, np.int64), np.empty(arena.m, np.int32)
    node, choice = np.empty(2 * n, np.uint32), np.zeros(n, np.int32)
    forward = arena.indptr, arena.successors
    kernel.begin(forward, owners(arena), order, number, backward, np.zeros(n, np.int64), node)
    machine = kernel.Zielonka(forward, backward, order, number, parity, node, choice)

    def collect() -> ParityResult:
        winner, moves = np.empty(n, np.uint8), np.empty(n, np.int32)
        kernel.write_result(node, choice, order, winner, moves)
        return ParityResult(winner, moves, dict(zip(("edges", "levels", "repairs"), machine.counts(), strict=True)))

    return SolverRun(machine, collect)
