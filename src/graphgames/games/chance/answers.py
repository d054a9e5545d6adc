"""The solution of a game of chance, from what its solvers find in its plain form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.chance import CHANCE
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.core.value import Bracket
from graphgames.games.chance.certificate import ReachingRanks
from graphgames.games.chance.objective import Probability
from graphgames.games.chance.reaching import Reaching


def answer(
    game: Game,
    form: Reaching,
    values: NDArray[np.object_],
    choice: NDArray[np.int64],
    rank: NDArray[np.int64],
    solver: str,
    stats: Mapping[str, Any],
) -> ArenaSolution:
    """Return the solution of a game whose plain form has these values, chosen edges of both players, and ranks."""
    assert isinstance(game.objective, Probability)
    moves = np.full(form.arena.n, -1, np.int32)
    moving = (form.owner != CHANCE) & ~(form.target | form.lost) & (form.arena.out_degree > 0)
    moves[moving] = form.arena.successors[choice[moving]]
    if game.objective.reaching(game.arena)[2] == 1:
        values = _others(values)
    ends = [(one.low, one.high) if isinstance(one, Bracket) else (one, one) for one in values.tolist()]
    winner = np.array([0 if low == 1 else 1 if high == 0 else 2 for low, high in ends], np.uint8)
    return ArenaSolution(game, winner, Strategy(moves), solver, ReachingRanks(rank), values, stats)


def _others(values: NDArray[np.object_]) -> NDArray[np.object_]:
    """Return what is left of 1."""
    found: dict[Any, Any] = {}
    for one in values.tolist():
        if one not in found:
            low: Any
            high: Any
            low, high = (one.low, one.high) if isinstance(one, Bracket) else (one, one)
            found[one] = Bracket(1 - high, 1 - low) if low != high else 1 - low
    turned = np.empty(values.size, object)
    turned[:] = [found[one] for one in values.tolist()]
    return turned
