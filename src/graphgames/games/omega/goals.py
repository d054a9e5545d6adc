"""GR(1), generalised Büchi and generalised co-Büchi games, solved directly by attractors.

Where player 0 wins, she remembers the guarantee to see next; where player 1 wins, he remembers the assumption.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import FiniteMemoryStrategy
from graphgames.games.omega.certificate import GoalRanks
from graphgames.games.omega.kernels.goals import Goals
from graphgames.graphs.order import adjacency


def goals(game: Game) -> ArenaSolution:
    """Solve a game with a `GR1`, `GeneralizedBuchi` or `GeneralizedCoBuchi` objective.

    For g guarantees and a assumptions the strategy has a row of moves for each pair of them; player 0 moves alike for
    all assumptions, player 1 for all guarantees. ``stats`` counts how often a part was found to be lost, and the edges
    looked at.
    """
    arena = game.arena
    assert arena.owner is not None and game.memory is not None
    assumptions, guarantees = cast("Any", game.objective).goals
    g, a, n = len(guarantees), max(len(assumptions), 1), arena.n
    rank, level, steps, table = (np.empty(shape, np.int32) for shape in ((g, n), n, (a, n), (g * a, n)))
    found = rank, level, steps, table
    graph = (*adjacency(arena), arena.owner)
    rounds, looked = Goals(*graph, assumptions.view(np.uint8), guarantees.view(np.uint8), found).solve()
    for one in found:  # what cannot be changed any more is not copied
        one.flags.writeable = False
    proof = GoalRanks(rank, level, steps)
    strategy = FiniteMemoryStrategy(arena, table, game.memory)
    stats = {"rounds": rounds, "edges": looked}
    return ArenaSolution(game, (level >= 0).astype(np.uint8), strategy, "goals", proof, None, stats)
