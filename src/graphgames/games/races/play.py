"""A play of a race."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphgames.core.adapter import Ending, GameAdapter, refuse_start
from graphgames.core.errors import require_test
from graphgames.games.races.great_game import GreatGameSolution, inside
from graphgames.games.races.problem import Position
from graphgames.games.races.solution import RaceSolution


def player(solution: RaceSolution | GreatGameSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of a race, or of one test, which begins where the tokens stand."""
    refuse_start(start)
    race, begin = solution.problem, None
    if isinstance(solution, GreatGameSolution):
        require_test(test, solution.problem.tests)
        race = solution.race(test).problem
        begin = test, tuple(place + 1 for place in race.starts), 0

    def at(position: Any) -> Position:
        return position if begin is None else inside(position)

    def stop(positions: Sequence[Any], mover: int) -> Ending | None:
        token = race.arrived(at(positions[-1]))
        return None if token is None else Ending(race.wants[token], f"{race.tokens[token]} is home")

    return GameAdapter(
        solution,
        race.start if begin is None else begin,
        race.players,
        lambda position, made: race.mover(at(position)),
        lambda position: race.render(at(position)),
        lambda position, move: str(move.move),
        stop,
    )
