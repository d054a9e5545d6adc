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

    Examples
    --------
    >>> from graphgames import Arena, Buchi
    >>> game = Game(Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 2)], owner=[0, 0, 1]), Buchi([0]))
    >>> solution = buchi_lifting(game)
    >>> solution.winner, solution.strategy[1], solution.values
    (array([0, 0, 1], dtype=uint8), 0, array([0, 1, 0], dtype=int32))
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
