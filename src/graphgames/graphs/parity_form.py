"""Games with other objectives as parity games on the same vertices, so that two strategies alone can prove them.

Other tools write down a winner and a move for each vertex, and nothing more. For a parity game that is a proof. Büchi
and co-Büchi games are parity games with two priorities; a reachability or safety game becomes one when the vertices
where it is decided (targets, unsafe vertices, dead ends) keep the play for ever in a self-loop.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from graphgames.core import catalogue
from graphgames.core.arena import Arena
from graphgames.core.errors import GameError
from graphgames.core.game import Game


def parity_form(game: Game) -> tuple[Game, NDArray[np.bool_]]:
    """Return a parity game over the same vertices with the same winning regions; O(n + m).

    Returns
    -------
    form : Game
        A strategy that wins the game wins the form.
    stays : ndarray of bool, shape (n,)
        The vertices that were given a self-loop as their only move.

    Raises
    ------
    GameError
        If the objective is of another kind (play to the last move, with draws).

    Examples
    --------
    >>> from graphgames import Reach
    >>> game = Game(Arena.from_edges([(0, 1), (1, 0), (1, 1)], owner=[0, 1]), Reach([1]))
    >>> form, stays = parity_form(game)
    >>> form.objective.priority, form.arena.successors_of(1), stays
    (array([1, 2], dtype=int32), array([1], dtype=int32), array([False,  True]))
    """
    objective, arena = game.objective, game.arena
    if not objective.has_parity_form:
        raise GameError(f"a {objective.name} game is no parity game; its solutions need a certificate of their own")
    stays = np.zeros(arena.n, np.bool_)
    if objective.strategy_certificate() is not None:
        return game, stays
    if objective.over is not None:
        arena, stays = _with_loops(arena, objective.over)
    form = catalogue.objective_class("parity").from_priorities(objective.priorities(game.arena))
    return Game(arena, form, game.start, game.players), stays


def _with_loops(arena: Arena, decided: NDArray[np.bool_]) -> tuple[Arena, NDArray[np.bool_]]:
    """Return the arena with self-loops as the only edges of decided vertices and dead ends."""
    degree = arena.out_degree
    stays: NDArray[np.bool_] = decided | (degree == 0)
    kept, loops = np.repeat(~stays, degree), np.flatnonzero(stays).astype(np.int32)
    tails = np.concatenate([arena.tails[kept], loops])
    heads = np.concatenate([arena.successors[kept], loops])
    return Arena.from_arrays(tails, heads, arena.n, arena.owner, arena.labels), stays
