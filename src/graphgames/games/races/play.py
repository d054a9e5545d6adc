"""A play of a race."""

from __future__ import annotations

from typing import Any

from graphgames.core.ending import Ending
from graphgames.games.races.great_game import GreatGameSolution, inside
from graphgames.games.races.problem import Position
from graphgames.games.races.solution import RaceSolution
from graphgames.play.adapter import GameAdapter, arena_board, drawn_where, refuse_start


def player(solution: RaceSolution | GreatGameSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter of a race, or of one test, which begins where the tokens stand."""
    refuse_start(start)
    race, begin = solution.problem, None
    if isinstance(solution, GreatGameSolution):
        race = solution.race(test).problem
        begin = test, tuple(place + 1 for place in race.starts), 0

    def at(position: Any) -> Position:
        return position if begin is None else inside(position)

    def board(position: Any) -> str:
        places, _ = at(position)
        marks = {race.goal: "home"}
        for name, v in zip(race.tokens, places, strict=True):
            marks[v] = f"{marks[v]} {name}" if v in marks else name
        return f"{arena_board(race.arena, marks)}\n{race.render(at(position))}"

    def ending(position: Any, mover: int) -> Ending | None:
        token = race.arrived(at(position))
        return None if token is None else Ending(race.wants[token], f"{race.tokens[token]} is home")

    def aim(player: int) -> str:
        wanted = [name for name, who in zip(race.tokens, race.wants, strict=True) if who == player]
        return f"to have {' or '.join(wanted)} home first" if wanted else "no token to come home"

    moves = ", ".join(f"{race.players[player]} {race.tokens[token]}" for player, token in race.schedule)
    return GameAdapter(
        solution,
        race.start if begin is None else begin,
        f"The players move tokens along the edges, over and over in this order: {moves}.",
        race.players,
        (aim(0), aim(1)),
        lambda position, made: race.mover(at(position)),
        lambda position: race.render(at(position)),
        board=board,
        ending=ending,
        **drawn_where(lambda at: "no token can move any more", "If no token can move any more, the race is a draw."),
    )
