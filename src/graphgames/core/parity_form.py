"""Games with other objectives as parity games on the same vertices, so that two strategies alone can prove them.

Other tools write down a winner and a move for each vertex, and nothing more. For a parity game that is a proof. Büchi
and co-Büchi games are parity games with two priorities; a reachability or safety game becomes one when the vertices
where it is decided (targets, unsafe vertices, dead ends) keep the play for ever in a self-loop.
"""

from __future__ import annotations

import numpy as np

from graphgames.core.arena import Arena
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.objectives import Buchi, CoBuchi, Parity, Reach, Safe


def parity_form(game: Game) -> Game:
    """Give a parity game over the same vertices with the same winning regions; O(n + m).

    A strategy that wins one wins the other; at a vertex that was given a self-loop the only move is to stay.

    Raises
    ------
    GameError
        If the objective is of another kind (play to the last move, with draws).

    Examples
    --------
    >>> game = Game(Arena.from_edges([(0, 1), (1, 0), (1, 1)], owner=[0, 1]), Reach([1]))
    >>> form = parity_form(game)
    >>> form.objective.priority, form.arena.successors_of(1)
    (array([1, 2], dtype=int32), array([1], dtype=int32))
    """
    objective, arena = game.objective, game.arena
    match objective:
        case Parity():
            return game
        case Buchi():
            return Game(arena, Parity(1 + np.asarray(objective.accepting, np.int32)), game.start, game.players)
        case CoBuchi():
            return Game(arena, Parity(np.asarray(objective.rejecting, np.int32)), game.start, game.players)
        case Reach():
            target = np.asarray(objective.target, np.bool_)
            return Game(_with_loops(arena, target), Parity(1 + target.astype(np.int32)), game.start, game.players)
        case Safe():
            unsafe = ~np.asarray(objective.safe, np.bool_)
            return Game(_with_loops(arena, unsafe), Parity(unsafe.astype(np.int32)), game.start, game.players)
    raise GameError(f"a {objective.name} game is no parity game; its solutions need a certificate of their own")


def _with_loops(arena: Arena, decided: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Arena:
    """Let the decided vertices and the dead ends go nowhere but to themselves."""
    degree = arena.out_degree
    stays = decided | (degree == 0)
    kept = np.repeat(~stays, degree)
    tails = np.concatenate([arena.tails[kept], np.flatnonzero(stays).astype(np.int32)])
    heads = np.concatenate([arena.successors[kept], np.flatnonzero(stays).astype(np.int32)])
    return Arena.from_arrays(tails, heads, arena.n, arena.owner, arena.labels)
