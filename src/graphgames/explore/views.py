"""What of a solved game stands on a graph, for every kind of game: where the pawns are, and where a move goes.

The sheets are those of the pictures; a view adds what a position changes about them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from graphgames.core.catalogue import function_for
from graphgames.core.errors import GameError
from graphgames.core.oracle import RatedMove
from graphgames.core.solution import OnArena
from graphgames.draw import sheet_of, tokens
from graphgames.draw.scene import GraphView
from graphgames.draw.style import BLANK
from graphgames.draw.view import View


def view_of(solution: Any, test: int) -> View | None:
    """Return the view of a solved game, None if it does not stand on a graph."""
    made = function_for(solution, "view")
    if made is not None:
        view: View = made(solution, test)
        return view
    if isinstance(solution, OnArena):
        return _arena(solution)
    for kind in type(solution).__mro__:
        if kind.__name__ in _MAKERS:
            return _MAKERS[kind.__name__](solution, test)
    return None


def _arena(solution: OnArena) -> View:
    """Return the view of a solution whose positions are the vertices."""
    return View(sheet_of(solution, {})[0], lambda v: (v,), lambda v, move: (v, int(move.position)))


def _race(solution: Any, test: int) -> View:
    return _racing(sheet_of(solution, {})[0], solution.problem, lambda position: position)


def _great_game(solution: Any, test: int) -> View:
    def inside(position: Any) -> Any:
        return tuple(place - 1 for place in position[1]), position[2]

    return _racing(sheet_of(solution, {"test": test})[0], solution.race(test).problem, inside)


def _racing(sheet: GraphView, race: Any, inside: Callable[[Any], Any]) -> View:
    """Return the view of a race, whose positions are the tokens' places and the turn."""

    def ends(position: Any, move: RatedMove) -> tuple[int, int]:
        places, turn = inside(position)
        token = race.schedule[turn][1]
        return places[token], inside(move.position)[0][token]

    def pawns(position: Any) -> tuple[int, ...]:
        places, turn = inside(position)
        token = race.schedule[turn][1]
        return (places[token], *places[:token], *places[token + 1 :])

    def dress(sheet: GraphView, position: Any, moves: Collection[RatedMove]) -> GraphView:
        best = next((ends(position, move) for move in moves), (-1, -1))
        stand = tokens.meeples(race, inside(position)[0])
        return replace(sheet, tokens=stand, chosen=lambda v: best[1] if v == best[0] else -1)

    return View(sheet, pawns, ends, dress)


def _stones(solution: Any, test: int) -> View:
    def ends(position: Any, move: RatedMove) -> tuple[int, int]:
        before, after = Counter(position[1]), Counter(move.position[1])
        return next((before - after).elements()), next((after - before).elements())

    def dress(sheet: GraphView, position: Any, moves: Collection[RatedMove]) -> GraphView:
        return replace(sheet, tokens=tokens.stacks(Counter(position[1])))

    return View(
        sheet_of(solution, {"test": test})[0], lambda position: tuple(dict.fromkeys(position[1]))[:4], ends, dress
    )


def _geography(solution: Any, test: int) -> View:
    problem = solution.problem

    def dress(sheet: GraphView, position: Any, moves: Collection[RatedMove]) -> GraphView:
        """Show what is known of a position that came up: which vertices win for who moves there."""
        if position is None:
            return sheet
        region = {move.position[0]: int(move.result == "win") for move in moves}
        marked = tokens.on_vertex(position[0], "the token")
        return replace(sheet, region=lambda v: region.get(v, BLANK), tokens=marked)

    def spent(position: Any) -> tuple[Collection[int], Collection[int]]:
        used = frozenset() if position is None else position[1]
        return ((), used) if problem.by_vertex else (used, ())

    def ends(position: Any, move: RatedMove) -> tuple[int, int]:
        return -1 if position is None else position[0], move.position[0]

    sheet = sheet_of(solution, {"test": test})[0]
    return View(sheet, lambda position: (0,) if position is None else (position[0],), ends, dress, spent)


def require_test(test: Any, count: int) -> int:
    """Return the number of a test, from 0.

    Raises
    ------
    GameError
        If there is none of that number.
    """
    if not isinstance(test, int) or not 0 <= test < count:
        raise GameError(f"there is no test {test!r}; the input has {count}, counted from 0")
    return test


_MAKERS: dict[str, Callable[[Any, int], View]] = {
    "RaceSolution": _race,
    "GreatGameSolution": _great_game,
    "StonesSolution": _stones,
    "GeographySolution": _geography,
}
