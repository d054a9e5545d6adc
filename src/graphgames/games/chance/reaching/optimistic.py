"""Optimistic iteration: lower bounds rise from 0 until they hardly move; then upper bounds near them are guessed.

The guess is improved by value iteration in which every step costs a little. Where that comes to an end, no step is
worth more than the upper bounds, with something to spare, which is the proof. Where a player can go round for ever it
has no end: if it takes many sweeps, the bounds so far are narrowed as by `interval_iteration`.

Hartmanns, Kaminski, *Optimistic value iteration* (2020); Azeem, Evangelidis, Kretinsky, Slivinskiy, Weininger,
*Optimistic and topological value iteration for simple stochastic games* (2022).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.games.chance.kernels.iteration import settle
from graphgames.games.chance.numbers.brackets import width_of
from graphgames.games.chance.reaching.intervals import GRID, Bounds
from graphgames.games.chance.reaching_form import Reaching

_LEAST = 2.0**-44
"""A cost of a step below this does not outweigh rounding."""


def optimistic_iteration(game: Game, precision: Any = "1e-6") -> ArenaSolution:
    """Solve a game of chance by brackets whose upper ends are guessed and then proved.

    ``precision``: how wide the brackets may be, as an exact number or text.

    As that of `interval_iteration`. Its stats count the ``sweeps`` and the ``guesses``.

    Raise `SolverError` if the precision is not above 0.
    """
    wanted = width_of(precision)
    bounds = Bounds(Reaching.of(game))
    form, arena = bounds.game, bounds.game.arena
    rows = arena.indptr, arena.successors, form.owner, form.factor, np.zeros(arena.m)
    cost, sweeps, guesses = float(wanted) / 8, 0, 0
    while cost >= _LEAST:
        sweeps += bounds.raise_low(cost / 8)
        guess, patience = bounds.low.copy(), sweeps // 4 + 20
        took = settle(*rows, form.in_order[0], guess, cost, 0.0, patience)
        sweeps, guesses = sweeps + took, guesses + 1
        if took > patience:
            break
        bounds.high = np.where(form.unknown, np.minimum(np.ceil(guess * GRID) / GRID, 1.0), bounds.high)
        bounds.downward = bounds.least_edges(bounds.high)
        if bounds.width <= wanted:
            break
        cost *= min(0.25, float(wanted) / bounds.width / 2)
    if bounds.width > wanted:
        sweeps += bounds.narrow(wanted)
    return bounds.solution(game, "optimistic-iteration", {"sweeps": sweeps, "guesses": guesses})
