"""GR(1), generalised Büchi and generalised co-Büchi games, solved directly by attractors.

Where player 0 wins, she remembers the guarantee to see next; where player 1 wins, he remembers the assumption.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

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
    rank, moves = np.empty((2, len(guarantees), arena.n), np.int32)
    steps, answers = np.zeros((2, max(len(assumptions), 1), arena.n), np.int32)
    level = np.empty(arena.n, np.int32)
    graph = (*adjacency(arena), arena.owner)
    rounds, looked = Goals(
        *graph, assumptions.view(np.uint8), guarantees.view(np.uint8), (rank, moves, steps, answers, level)
    ).solve()
    lost = level >= 0
    table: NDArray[np.int32] = np.where(lost, answers[None], moves[:, None])  # a row for each pair
    for one, nobody in ((rank, lost), (level, ~lost), (steps, ~lost), (table, arena.owner != lost)):
        np.copyto(one, np.int32(-1), where=nobody)
        one.flags.writeable = False  # what cannot be changed any more is not copied
    proof = GoalRanks(rank, level, steps)
    strategy = FiniteMemoryStrategy(arena, table.reshape(-1, arena.n), game.memory)
    stats = {"rounds": rounds, "edges": looked}
    return ArenaSolution(game, lost.astype(np.uint8), strategy, "goals", proof, None, stats)
