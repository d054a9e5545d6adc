"""Büchi and co-Büchi games by lifting the labelling beta of the Green Game.

From the document of the *Green Game* (Gra w zielone), Polish Olympiad in Informatics VIII, 2000/2001; the same idea
for parity games: Jurdziński, *Small progress measures for solving parity games*, STACS 2000.
"""

from __future__ import annotations

import numpy as np

from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.games.buchi.kernels.game import BuchiGame
from graphgames.games.buchi.kernels.lifting import Lifting, descend
from graphgames.games.buchi.labels import BuchiView


def buchi_lifting(game: Game) -> ArenaSolution:
    """Solve a Büchi or co-Büchi game with k accepting (rejecting) vertices in O(k m).

    beta(v) is how many of them one player can force from v, the other holding against it; if it rises above k some of
    them can be forced again and again.

    ``stats`` counts the ``accepting`` vertices, the lifts and the edges looked at.
    """
    view = BuchiView.of(game)
    beta = np.empty(game.arena.n, np.int32)
    count, lifts, looked = Lifting(*view.arrays).lift(beta)
    winner = np.where(beta > count, view.player, 1 - view.player).astype(np.uint8)
    moves = np.full(game.arena.n, -1, np.int32)
    descend(BuchiGame(*view.arrays), winner, beta, moves)
    view.attract(winner, moves)
    stats = {"accepting": count, "lifts": lifts, "edges": looked}
    return view.solution(game, "buchi-lifting", winner, moves, stats)
