"""A play of a race."""

from __future__ import annotations

from typing import Any

from graphgames.core.adapter import Ending, GameAdapter, arena_board, refuse_start
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

    def board(position: Position) -> str:
        marks = {race.goal: "home"}
        for name, v in zip(race.tokens, position[0], strict=True):
            marks[v] = f"{marks[v]} {name}" if v in marks else name
        return f"{arena_board(race.arena, marks)}\n{race.render(position)}"

    def ending(position: Position, mover: int) -> Ending | None:
        token = race.arrived(position)
        return None if token is None else Ending(race.wants[token], f"{race.tokens[token]} is home")

    def aim(player: int) -> str:
        wanted = [name for name, who in zip(race.tokens, race.wants, strict=True) if who == player]
        return f"to have {' or '.join(wanted)} home first" if wanted else "no token to come home"

    moves = ", ".join(f"{race.players[player]} {race.tokens[token]}" for player, token in race.schedule)
    return GameAdapter(
        solution,
        race.start,
        f"The players move tokens along the edges, over and over in this order: {moves}.",
        race.players,
        (aim(0), aim(1)),
        lambda position, made: race.mover(position),
        race.render,
        board=board,
        ending=ending,
        loop_ending=lambda cycle: Ending(None, "no token can move any more"),
        loop_rule="If no token can move any more, the race is a draw.",
    )
