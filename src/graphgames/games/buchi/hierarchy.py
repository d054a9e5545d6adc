"""Büchi and co-Büchi games in O(n^2) by hierarchical graph decomposition.

Chatterjee & Henzinger, *Efficient and dynamic algorithms for alternating Büchi games and maximal end-component
decomposition*, J. ACM 61(3), 2014. The answer to the question with which the document of the Green Game ends.
"""

from __future__ import annotations

import numpy as np

from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.games.buchi.kernels.hierarchy import Hierarchy
from graphgames.games.buchi.labels import BuchiView


def buchi_n2(game: Game) -> ArenaSolution:
    """Solve a Büchi or co-Büchi game without parallel edges in O(n^2), however many edges there are.

    Traps are looked for in subgraphs of width 1, 2, 4, ...; one that shows only at width w has more than w / 2
    vertices. With parallel edges it is right, too, but the bound is O(n^2) times the most that run in parallel.

    ``stats`` counts the traps, the searches, the widest of them, and the edges looked at.
    """
    return decompose(game, "buchi-n2")


def decompose(game: Game, solver: str) -> ArenaSolution:
    """Solve the game, for the solver of that name."""
    view = BuchiView.of(game)
    winner, moves = np.empty(game.arena.n, np.uint8), np.full(game.arena.n, -1, np.int32)
    rounds, searches, widest, looked = Hierarchy(*view.arrays).solve(winner, moves)
    view.attract(winner, moves)
    stats = {"decided": "buchi-n2", "rounds": rounds, "searches": searches, "widest": widest, "edges": looked}
    return view.solution(game, solver, winner, moves, stats)
