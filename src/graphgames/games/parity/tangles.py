"""Tangle learning for parity games: remember the closed parts of regions, and attract them as a whole.

van Dijk, *Attracting tangles to solve parity games*, CAV 2018. It is quick on families that make Zielonka's algorithm
exponential (recursive ladders, for instance), and slow on games with very many priorities.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.games.parity.kernels import tangles as kernel
from graphgames.games.parity.stepwise import SolverRun, dense, make_run, solve_by
from graphgames.graphs.order import adjacency, owners


def tangles(game: Game) -> ArenaSolution:
    """Solve a parity game by tangle learning, with the strategies of both players.

    Parameters
    ----------
    game : Game
        With a `Parity` objective.

    Returns
    -------
    ArenaSolution
        Its stats count ``edges`` looked at, ``rounds`` and ``tangles`` learned.

    Notes
    -----
    Exponential at worst, in time and in the memory for tangles. O(m) a round, and what the tangles add.

    Examples
    --------
    >>> from graphgames import Arena, Parity
    >>> arena = Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 2)], owner=[0, 1, 0])
    >>> tangles(Game(arena, Parity([2, 0, 1]))).winner
    array([1, 1, 1], dtype=uint8)
    """
    return solve_by(start, "tangles", game)


def start(arena: Arena, priority: NDArray[np.int32]) -> SolverRun:
    """Begin to solve; see `graphgames.games.parity.stepwise.SolverRun`."""
    return start_machine(kernel.Tangles, arena, priority)


def start_machine(kind: type[kernel.Tangles], arena: Arena, priority: NDArray[np.int32]) -> SolverRun:
    """Begin to solve with plain or recursive tangle learning."""
    priority = dense(priority)
    order = np.argsort(priority, kind="stable").astype(np.int32)
    winner, moves = np.zeros(arena.n, np.uint8), np.full(arena.n, -1, np.int32)
    machine = kind(*adjacency(arena), owners(arena), priority, order, winner, moves)
    run = make_run(machine, winner, moves, ("edges", "rounds", "tangles"))
    return SolverRun(machine, run.collect, machine.memory_bytes)
