"""Turn the argument of `solve` into a problem: rules are expanded, graphs get an objective."""

from __future__ import annotations

from typing import Any

from graphgames.core.errors import GameError, shown
from graphgames.core.game import Game
from graphgames.core.objective import Objective
from graphgames.core.rules import expand


def problem_of(
    given: Any, objective: Objective | None = None, owner: Any = None, players: tuple[str, str] | None = None
) -> Game:
    """Return the game of an object and an objective.

    Raises
    ------
    GameError
        If it is nothing to solve, or the objective is missing or one too many.

    Examples
    --------
    >>> from graphgames import NormalPlay
    >>> problem_of([("a", "b"), ("b", "c")], NormalPlay())
    Game(Arena(n=3, m=2, impartial), normal)
    """
    if isinstance(given, type):
        raise GameError(f"{given.__name__} is a class; solve an object of it, such as {given.__name__}(...)")
    if isinstance(given, Game) or isinstance(getattr(given, "kind", None), str):
        _refuse_more(given, objective, owner)
        game: Game = given
        return game
    if hasattr(given, "start") and callable(getattr(given, "moves", None)):
        if owner is not None:
            raise GameError("rules say who moves by their method mover(position), not by owner")
        return expand(given, objective=objective)
    if isinstance(given, Objective):
        raise GameError(f"{shown(given)} is an objective; expected a game, or a graph before the objective")
    if not _is_graph(given):
        raise GameError(
            f"{shown(given)} is nothing to solve; expected a game, a graph with an objective, or rules: an object with "
            "start and moves(position)"
        )
    if objective is None:
        raise GameError(
            f"{shown(given)} has no objective; give one, as in solve(graph, Reach([0])) or solve(graph, NormalPlay())"
        )
    return Game.from_graph(given, objective, owner, players=players)


def _is_graph(given: Any) -> bool:
    if isinstance(given, str | bytes | set | frozenset):
        return False
    return any(hasattr(given, name) for name in ("indptr", "is_directed", "tocsr", "__iter__"))


def _refuse_more(game: Any, objective: Any, owner: Any) -> None:
    """Raise `GameError` where a problem that is complete comes with more."""
    if objective is not None:
        raise GameError(
            f"{shown(game)} comes with an objective of its own; for another one: solve(game.arena, objective)"
        )
    if owner is not None:
        raise GameError(f"{shown(game)} says itself who moves where; owner is for plain graphs")
