"""How the solution of a model is played: as any game of chance, or of weights."""

from __future__ import annotations

from typing import Any

from graphgames.core.solution import ArenaSolution
from graphgames.games.chance import play as chance
from graphgames.games.weighted import play as weighted
from graphgames.games.weighted.payoff import MeanPayoff
from graphgames.play.adapter import GameAdapter


def player(solution: ArenaSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter."""
    averaged = isinstance(solution.problem.objective, MeanPayoff)
    return (weighted if averaged else chance).player(solution, start, test, person)
