"""Reachability and safety games by the attractor: ranks, and a winning strategy for both players, O(n + m).

Zielonka, *Infinite games on finitely coloured graphs with applications to automata on infinite trees*, TCS 200 (1998);
Fijalkow et al., *Games on Graphs*, chapter 2.
"""

from __future__ import annotations

import numpy as np

from graphgames.core.arena import owners
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.games.reachability.certificate import AttractorRanks
from graphgames.games.reachability.objective import Reach, Safe
from graphgames.graphs.kernels import attractor as kernel
from graphgames.graphs.kernels.csr import Graph
from graphgames.graphs.order import adjacency


def attractor(game: Game) -> ArenaSolution:
    """Solve a reachability or safety game.

    Player 0 attracts the play to the target; in a safety game player 1 attracts it to the unsafe vertices. What is
    attracted is won by the attracting player, the rest by the other. A play that stops has visited what it has visited:
    a dead end outside the target is lost for `Reach`, a safe one is won for `Safe`.

    ``value`` holds the ranks, int32 of shape (n,): the moves until the set is reached, -1 outside the attractor.
    """
    arena, objective = game.arena, game.objective
    assert isinstance(objective, (Reach, Safe))
    player, target = int(isinstance(objective, Safe)), objective.over
    rank, moves = np.empty(arena.n, np.int32), np.empty(arena.n, np.int32)
    graph, owner = Graph(*adjacency(arena)), owners(arena)
    looked = kernel.attract(graph, owner, target.view(np.uint8), player, rank, moves)
    winner = np.where(rank >= 0, player, 1 - player).astype(np.uint8)
    kernel.stay(graph, owner, winner, 1 - player, moves)
    stats = {"edges": looked, "layers": int(rank.max(initial=-1)) + 1}
    return ArenaSolution(game, winner, Strategy(moves), "attractor", AttractorRanks(player, rank), rank, stats)
