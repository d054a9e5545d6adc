"""Build an `ArenaSolution` from the arrays of a solution file; shared by the readers of solutions.

Other tools write down a winner and a move for each vertex, and nothing more. For a parity game that is a proof. Büchi
and co-Büchi games are parity games with two priorities; a reachability or safety game becomes one when the vertices
where it is decided (targets, unsafe vertices, dead ends) keep the play for ever in a self-loop.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue import find
from graphgames.core.arena import Arena
from graphgames.core.certificate import Certificate
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.naming import with_article
from graphgames.core.solution import ArenaSolution


def solution_from_arrays(
    game: Game,
    winner: NDArray[np.uint8],
    moves: NDArray[np.int32],
    certificate: Certificate | None = None,
    value: NDArray[Any] | None = None,
    solver: str = "file",
) -> ArenaSolution:
    """Return a solution of a game from its winners (0, 1 or, for a draw, 2) and moves (the next vertex or -1).

    An objective with memory has a row of moves for each of its states. Whether they are right is for the verifier to
    say. Without a certificate the two strategies alone must prove it, as a solution of the game's parity form.
    ``value`` is a number for each vertex. Raise `GameError` if the arrays have another length than the game has
    vertices, or no certificate was given and the game has no parity form.

    >>> from graphgames import Arena, Parity
    >>> game = Game(Arena.from_edges([(0, 0)], owner=[0]), Parity([2]))
    >>> solution_from_arrays(game, np.array([0], np.uint8), np.array([0], np.int32)).certificate.kind
    'strategy-pair'
    """
    n = game.arena.n
    count = moves.shape[-1]
    if winner.size != n or count != n:
        raise GameError(f"the solution has {winner.size} winners and {count} moves, but the game has {n} vertices")
    if certificate is None:
        game, stays = parity_form(game)
        here = np.where(winner == game.arena.owner, np.arange(n, dtype=np.int32), np.int32(-1))
        moves = np.where(stays, here, moves)
        certificate = game.objective.strategy_certificate()
        assert certificate is not None
    strategy = certificate.played(game, moves)
    return ArenaSolution(game, winner, strategy, solver, certificate, value)


def in_parity(game: Game) -> Game:
    """Return the parity game of a game: that of its `parity_form`, or one with a memory on a larger arena.

    Edges that the objective speaks of become vertices.

    Raise `GameError` if there is neither.
    """
    game = game.vertex_form
    made = game.objective.parity_game(game.arena)
    return parity_form(game)[0] if made is None else Game(*made, game.start, game.players)


def parity_form(game: Game) -> tuple[Game, NDArray[np.bool_]]:
    """Return a parity game over the same vertices with the same winning regions; O(n + m).

    A strategy that wins the game wins the form. Also return the mask of the vertices that were given a self-loop as
    their only move. Raise `GameError` if the objective is of another kind (play to the last move, with draws).

    >>> from graphgames import Reach
    >>> game = Game(Arena.from_edges([(0, 1), (1, 0), (1, 1)], owner=[0, 1]), Reach([1]))
    >>> form, stays = parity_form(game)
    >>> form.objective.priority, form.arena.successors_of(1), stays
    (array([1, 2], dtype=int32), array([1], dtype=int32), array([False,  True]))
    """
    objective, arena = game.objective, game.arena
    if not objective.has_parity_form:
        raise GameError(
            f"{with_article(objective.name)} game is not a parity game; its solutions need a certificate of their own"
        )
    stays = np.zeros(arena.n, np.bool_)
    if objective.strategy_certificate() is not None:
        return game, stays
    if objective.over is not None:
        degree = arena.out_degree
        stays = objective.over | (degree == 0)
        kept, loops = np.repeat(~stays, degree), np.flatnonzero(stays).astype(np.int32)
        tails = np.concatenate([arena.tails[kept], loops])
        heads = np.concatenate([arena.successors[kept], loops])
        arena = Arena.from_arrays(tails, heads, arena.n, arena.owner, arena.labels)
    form = find.objective_class("parity").from_priorities(objective.priorities(game.arena))
    return Game(arena, form, game.start, game.players), stays
