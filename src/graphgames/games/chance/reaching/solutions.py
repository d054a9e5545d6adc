"""The solution of a game of chance, from what its solvers find in its plain form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.chance import CHANCE
from graphgames.core.game import Game
from graphgames.core.oracle import DRAW
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import Strategy
from graphgames.core.value import Brackets
from graphgames.games.chance.certificate import ReachingRanks
from graphgames.games.chance.numbers.brackets import complement
from graphgames.games.chance.objective import Probability
from graphgames.games.chance.reaching_form import MIN, Reaching
from graphgames.games.weighted.improving import heads_of


def answer(
    game: Game,
    form: Reaching,
    values: NDArray[np.object_] | Brackets,
    choice: NDArray[np.int64],
    rank: NDArray[np.int64],
    solver: str,
    stats: Mapping[str, Any],
) -> ArenaSolution:
    """Return the solution of a game whose plain form has these values, chosen edges of both players, and ranks."""
    assert isinstance(game.objective, Probability)
    moving = (form.owner != CHANCE) & ~(form.target | form.lost) & (form.arena.out_degree > 0)
    moves = heads_of(form.arena, np.where(moving, choice, -1))
    player = game.objective.reaching(game.arena)[2]
    values = complement(values) if player == MIN else values
    winner = np.full(form.arena.n, DRAW, np.uint8)
    winner[form.sure], winner[form.hopeless] = player, 1 - player
    numbers: Any = values
    return ArenaSolution(game, winner, Strategy(moves), solver, ReachingRanks(rank), numbers, stats)
