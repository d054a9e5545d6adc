"""Büchi and co-Büchi games by lifting the labelling beta of the Green Game.

From the document of the *Green Game* (Gra w zielone), Polish Olympiad in Informatics VIII, 2000/2001; the same idea
for parity games: Jurdziński, *Small progress measures for solving parity games*, STACS 2000.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.games.buchi.kernels.game import BuchiGame
from graphgames.games.buchi.kernels.lifting import Lifting, descend
from graphgames.games.buchi.labels import BuchiView


def buchi_lifting(game: Game) -> ArenaSolution:
    """Solve a Büchi or co-Büchi game with k accepting (rejecting) vertices in O(k m).

    beta(v) is how many green vertices one player can force from v, the other holding against it; if it rises above k
    some of them can be forced again and again.

    Parameters
    ----------
    game : Game
        With a `Buchi` or `CoBuchi` objective.

    Returns
    -------
    ArenaSolution
        ``stats`` counts the green vertices, the lifts and the edges looked at.

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
    count, lifts, looked, _ = Lifting(*view.arrays).lift(0, beta)
    stats = {"green": count, "lifts": lifts, "edges": looked}
    return extract_solution(game, view, beta, count, "buchi-lifting", stats)


def extract_solution(
    game: Game, view: BuchiView, beta: NDArray[np.int32], count: int, solver: str, stats: dict[str, int]
) -> ArenaSolution:
    """Read winners and strategies off the labelling: one moves to the least beta, the other towards view."""
    winner = np.where(beta > count, view.player, 1 - view.player).astype(np.uint8)
    moves = np.full(game.arena.n, -1, np.int32)
    descend(BuchiGame(*view.arrays), winner, beta, moves)
    view.attract(winner, moves)
    return view.solution(game, solver, winner, moves, stats)
