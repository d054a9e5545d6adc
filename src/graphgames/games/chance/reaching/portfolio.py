"""The default for games of chance: exact values, or brackets where those are too expensive."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.games.chance.numbers.brackets import exact_else_bracketed
from graphgames.games.chance.reaching.improvement import strategy_improvement
from graphgames.games.chance.reaching.intervals import interval_iteration

BEFORE_BRACKETS = 2_000_000
"""What exact values may cost before brackets are preferred: the ``most`` of `strategy_improvement`."""


def exact_or_bracketed(game: Game, precision: Any = None) -> ArenaSolution:
    """Solve a game of chance exactly, or by brackets.

    ``precision``: how wide brackets may be; by default the values are exact, or where that is too expensive brackets of
    width 1e-6.

    As of the solver that was taken, whose name its stats hold (``by``).
    """
    exact, bracketed = partial(strategy_improvement, game, BEFORE_BRACKETS), partial(interval_iteration, game)
    found = exact_else_bracketed(exact, bracketed, precision)
    return replace(found, solver="exact-or-bracketed", stats={**found.stats, "by": found.solver})
