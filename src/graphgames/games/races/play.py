"""A play of a race."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphgames.core.adapter import Ending, GameAdapter, refuse_start
from graphgames.core.errors import require_test
from graphgames.games.races.great_game import GreatGameSolution
from graphgames.games.races.problem import Position
from graphgames.games.races.solution import RaceSolution


def player(solution: RaceSolution | GreatGameSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of a race, or of one test, which begins where the tokens stand."""
    refuse_start(start)
    if isinstance(solution, GreatGameSolution):
        require_test(test, solution.problem.tests)
        solution = solution.race(test)
    race = solution.problem

    def stop(positions: Sequence[Position], mover: int) -> Ending | None:
        token = race.arrived(positions[-1])
        return None if token is None else Ending(race.wants[token], f"{race.tokens[token]} is home")

    return GameAdapter(
        solution,
        race.start,
        race.players,
        lambda position, made: race.mover(position),
        race.render,
        lambda position, move: str(move.move),
        stop,
    )
