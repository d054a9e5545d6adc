"""A play of a race."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from graphgames.core.adapter import Ending, GameAdapter, refuse_start
from graphgames.core.errors import GameError, require_test
from graphgames.games.races.great_game import GreatGameSolution, inside
from graphgames.games.races.problem import Position, Race
from graphgames.games.races.solution import RaceSolution


@singledispatch
def player(solution: Any, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of a solution of this kind."""
    raise GameError(f"a {type(solution).__name__} cannot be played")


@player.register
def race_player(solution: RaceSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of a race, which begins at the current places of the tokens."""
    refuse_start(start)
    race = solution.problem
    return GameAdapter(
        solution,
        race.start,
        race.players,
        lambda position, made: race.mover(position),
        race.render,
        lambda position, move: str(move.move),
        lambda positions, mover: _home(race, positions[-1]),
    )


@player.register
def great_game_player(solution: GreatGameSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of one test."""
    refuse_start(start)
    require_test(test, solution.problem.tests)
    race = solution.race(test).problem
    return GameAdapter(
        solution,
        (test, tuple(place + 1 for place in race.starts), 0),
        race.players,
        lambda position, made: race.mover(inside(position)),
        lambda position: race.render(inside(position)),
        lambda position, move: str(move.move),
        lambda positions, mover: _home(race, inside(positions[-1])),
    )


def _home(race: Race, position: Position) -> Ending | None:
    """Return who wins when a token is home."""
    token = race.arrived(position)
    return None if token is None else Ending(race.wants[token], f"{race.tokens[token]} is home")
