"""Build an `ArenaSolution` from the arrays of a solution file; shared by the readers of solutions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.graphs.parity_form import parity_form

Certify: TypeAlias = Callable[[Game, NDArray[np.uint8], NDArray[np.int32]], Certificate]
"""Makes a certificate from a game, the winners and the moves."""


def solution_from_arrays(
    game: Game,
    winner: NDArray[np.uint8],
    moves: NDArray[np.int32],
    certificate: Certificate | Certify | None = None,
    value: NDArray[Any] | None = None,
    solver: str = "file",
) -> ArenaSolution:
    """Return a solution of a game from its winners and moves.

    Parameters
    ----------
    game : Game
        The game that was solved.
    winner : ndarray of uint8, shape (n,)
        0, 1 or, for a draw, 2.
    moves : ndarray of int32, shape (n,)
        The next vertex or -1. Whether they are right is for the verifier to say.
    certificate : Certificate or callable, optional
        What proves it, or how to make that of the game, the winners and the moves when it is first asked for. Without
        one the two strategies alone must prove it, as a solution of the game's parity form.
    value : ndarray, optional
        A number for each vertex.
    solver : str
        The name of the solver.

    Raises
    ------
    GameError
        If the arrays have another length than the game has vertices, or no certificate was given and the game has no
        parity form.

    Examples
    --------
    >>> from graphgames import Arena, Parity
    >>> game = Game(Arena.from_edges([(0, 0)], owner=[0]), Parity([2]))
    >>> solution_from_arrays(game, np.array([0], np.uint8), np.array([0], np.int32)).certificate.kind
    'strategy-pair'
    """
    n = game.arena.n
    if winner.size != n or moves.size != n:
        raise GameError(f"the solution has {winner.size} winners and {moves.size} moves, but the game has {n} vertices")
    if isinstance(certificate, Certificate):
        return ArenaSolution(game, winner, Strategy(moves), solver, certificate, value)
    if certificate is not None:
        make = certificate
        return ArenaSolution(game, winner, Strategy(moves), solver, lambda: make(game, winner, moves), value)
    form, stays = parity_form(game)
    if stays.any():
        here = np.arange(n, dtype=np.int32)
        moves = np.where(stays, np.where(winner == form.arena.owner, here, np.int32(-1)), moves)
    pair = form.objective.strategy_certificate()
    assert pair is not None
    return ArenaSolution(form, winner, Strategy(moves), solver, pair, value)
