"""A play of a race."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import Any

from graphgames.core.adapter import Ending, GameAdapter, arena_board, refuse_start
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
    return _adapter(solution, race, race.start, lambda position: position)


@player.register
def great_game_player(solution: GreatGameSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of one test."""
    refuse_start(start)
    require_test(test, solution.problem.tests)
    race = solution.race(test).problem
    return _adapter(solution, race, (test, tuple(place + 1 for place in race.starts), 0), inside)


def _adapter(oracle: Any, race: Race, start: Any, inside: Callable[[Any], Position]) -> GameAdapter:
    """Return the game adapter of a race, whose positions `inside` turns into those of the race."""

    def board(position: Any) -> str:
        places, _ = inside(position)
        marks = {race.goal: "home"}
        for name, v in zip(race.tokens, places, strict=True):
            marks[v] = f"{marks[v]} {name}" if v in marks else name
        return f"{arena_board(race.arena, marks)}\n{race.render(inside(position))}"

    def ending(position: Any, mover: int) -> Ending | None:
        token = race.arrived(inside(position))
        return None if token is None else Ending(race.wants[token], f"{race.tokens[token]} is home")

    def aim(player: int) -> str:
        wanted = [name for name, who in zip(race.tokens, race.wants, strict=True) if who == player]
        return f"to have {' or '.join(wanted)} home first" if wanted else "no token to come home"

    moves = ", ".join(f"{race.players[player]} {race.tokens[token]}" for player, token in race.schedule)
    return GameAdapter(
        oracle,
        start,
        f"The players move tokens along the edges, over and over in this order: {moves}.",
        race.players,
        (aim(0), aim(1)),
        lambda position, made: race.mover(inside(position)),
        lambda position: race.render(inside(position)),
        board=board,
        ending=ending,
        loop_ending=lambda cycle: Ending(None, "no token can move any more"),
        loop_rule="If no token can move any more, the race is a draw.",
    )
