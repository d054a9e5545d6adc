"""Tangle learning for parity games: remember the closed parts of regions, and attract them as a whole.

van Dijk, *Attracting tangles to solve parity games*, CAV 2018. It is quick on families that make Zielonka's algorithm
exponential (recursive ladders, for instance), and slow on games with very many priorities.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.games.parity.kernels import tangles as kernel
from graphgames.games.parity.stepwise import SolverRun, dense, solve_by, unsolved
from graphgames.graphs.order import adjacency


def tangles(game: Game) -> ArenaSolution:
    """Solve a parity game by tangle learning, with the strategies of both players.

    Exponential at worst, in time and in the memory for tangles. O(m) a round, and what the tangles add. The stats count
    ``edges`` looked at, ``rounds`` and ``tangles`` learned.
    """
    return solve_by(start, "tangles", game)


def start(arena: Arena, priority: NDArray[np.int32]) -> SolverRun:
    """Begin to solve; see `graphgames.games.parity.stepwise.SolverRun`."""
    return start_machine(kernel.Tangles, arena, priority)


def start_machine(make: type[kernel.Tangles], arena: Arena, priority: NDArray[np.int32]) -> SolverRun:
    """Begin to solve with plain or recursive tangle learning."""
    priority = dense(priority)
    order = np.argsort(priority, kind="stable").astype(np.int32)
    winner, moves = unsolved(arena)
    machine = make(*adjacency(arena), owners(arena), priority, order, winner, moves)
    return SolverRun(machine, winner, moves, ("edges", "rounds", "tangles"), machine.memory_bytes)
