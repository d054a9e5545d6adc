"""The game adapter of a solved game: for games on arenas here, for other kinds by the ``player`` of their row."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from graphgames.catalogue.find import function_for
from graphgames.core.errors import GameError, require_test
from graphgames.core.solution import ArenaSolution
from graphgames.play.adapter import GameAdapter, arena_adapter
from graphgames.play.recalling import Recalling


def adapter_for(solution: Any, start: Hashable = None, test: int = 0, person: int | None = None) -> GameAdapter:
    """Set up a solved game for a session, which begins at a vertex, a cell or heaps, if a start is given.

    Of an input of many tests it is one by its number, from 0. Where no start is given or known, the play begins at a
    vertex that ``person`` wins. Raise ``GameError`` if the solution cannot be played, or the start or the test does not
    exist.
    """
    require_test(test, getattr(solution, "tests", 1))
    made = function_for(solution, "player")
    if made is not None:
        adapter: GameAdapter = made(solution, start, test, person)
        return adapter
    if isinstance(solution, ArenaSolution):
        plain = arena_adapter(solution, start, test, person)
        return plain if solution.strategy.automaton.states == 1 else Recalling(solution, plain).adapter()
    raise GameError(f"a {type(solution).__name__} cannot be played")
