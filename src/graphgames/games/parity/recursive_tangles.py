"""Recursive tangle learning for parity games: tangles are also looked for inside regions that are open or closed.

Tangles, and how they are learned and attracted, are published in van Dijk, *Attracting tangles to solve parity games*,
CAV 2018. We found no paper on the recursive variant: it is the solver ``rtl`` of his program Oink, and what it does was
read from that program. Oink's documentation says that it takes polynomial time on the two counters of van Dijk, *A
parity game tale of two counters*, GandALF 2019, and that chained counters were made to defeat it.

A region that the opponent can leave gives up the top vertices where he can, and all that he attracts to them inside the
region; one that he cannot leave gives up one top vertex, after its tangles are learned. What is left is a subgame, and
is divided into regions in the same way. Every round learns a new tangle or finds a dominion, as plain tangle learning
does, since the regions of the whole game are the same; so it ends.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.games.parity.kernels.tangles import RecursiveTangles
from graphgames.games.parity.stepwise import SolverRun, solve_by
from graphgames.games.parity.tangles import start_machine


def recursive_tangles(game: Game) -> ArenaSolution:
    """Solve a parity game by recursive tangle learning, with the strategies of both players.

    Exponential at worst, in time and in the memory for tangles. On `two_counters` with b bits b + 2 rounds. The stats
    count ``edges`` looked at, ``rounds`` and ``tangles`` learned.
    """
    return solve_by(start, "recursive-tangles", game)


def start(arena: Arena, priority: NDArray[np.int32]) -> SolverRun:
    """Begin to solve; see `graphgames.games.parity.stepwise.SolverRun`."""
    return start_machine(RecursiveTangles, arena, priority)
