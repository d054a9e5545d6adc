"""Generalised Büchi games as Büchi games: each vertex with the set that is to be visited next.

Player 0 needs the counter. Player 1 does not: at each vertex he moves as with that state of the counter from which it
goes on least often, the first of several. What is left then never grows, and falls where the counter goes on; while it
stays, that state can only become smaller. So from some moment on it is the same, and its set is not visited.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from graphgames.core.game import Game
from graphgames.core.memory import product
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import FiniteMemoryStrategy
from graphgames.games.buchi.auto import buchi_auto
from graphgames.games.buchi.certificate import BuchiLabels
from graphgames.games.buchi.labels import BuchiView
from graphgames.games.buchi.objective import Buchi
from graphgames.games.omega.certificate import CounterLabels
from graphgames.games.omega.objective import GeneralizedBuchi


def counter(game: Game) -> ArenaSolution:
    """Solve a game with a `GeneralizedBuchi` objective of k sets.

    Returns
    -------
    ArenaSolution
        The strategy has k states of memory; player 1 moves alike in all of them. ``stats`` are those of the Büchi game.

    Examples
    --------
    >>> from graphgames import Arena
    >>> arena = Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 1)], owner=[0, 0, 0])
    >>> solution = counter(Game(arena, GeneralizedBuchi([[0], [2]])))
    >>> solution.winner, solution.strategy.moves
    (array([0, 0, 0], dtype=uint8), array([[1, 0, 1],
           [1, 2, 1]], dtype=int32))
    """
    arena, objective = game.arena, game.objective
    assert isinstance(objective, GeneralizedBuchi) and arena.owner is not None
    automaton, shape = objective.memory(arena), (len(objective.sets), arena.n)
    pairs = product(arena, automaton)
    buchi = Game(pairs.arena, Buchi(objective.masks.ravel()))
    solved = buchi_auto(buchi)
    winner, moves = solved.winner[: arena.n], solved.strategy.opening
    moves = np.where(moves < 0, -1, pairs.vertex[moves]).reshape(shape)
    positional = winner.astype(np.bool_) & (arena.owner == 1)
    least = np.argmin(cast("BuchiLabels", solved.certificate).beta.reshape(shape), axis=0)
    moves[:, positional] = moves[least, np.arange(arena.n)][positional]
    found = FiniteMemoryStrategy(arena, moves, automaton)
    labels = BuchiView.of(buchi).prove(solved.winner, pairs.lifted(found.moves))
    proof = CounterLabels(labels.alpha.reshape(shape), labels.beta.reshape(shape))
    return ArenaSolution(game, winner, found, "counter", proof, None, solved.stats)
