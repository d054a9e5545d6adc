"""Views of a solved game: as a graph or as a board.

Games whose positions are the vertices of an arena are shown here, other kinds by the ``view`` or the ``board`` of their
row of the catalogue.
"""

from __future__ import annotations

from typing import Any

from graphgames.core.catalogue import function_for
from graphgames.core.errors import GameError
from graphgames.core.solution import OnArena
from graphgames.draw import sheet_of
from graphgames.draw.board import Board, View


def view_of(solution: Any, test: int, start: Any = None) -> View | None:
    """Return the view of a solved game, None if it does not stand on a graph.

    A game by rules stands on the graph of its positions from the start, which are its labels.
    """
    made = function_for(solution, "view")
    if made is not None:
        view: View = made(solution, test)
        return view
    if isinstance(solution, OnArena):
        return _arena(solution)
    try:
        sheet = sheet_of(solution, {"start": start})[0]
    except GameError:
        return None
    vertex = sheet.arena.vertex
    return View(
        sheet,
        lambda at: (vertex(at),),
        lambda at, move: (vertex(at), vertex(move.position)),
        position=sheet.arena.label,
    )


def board_of(solution: Any) -> Board | None:
    """Return the board of a solved game, None if it stands on a graph."""
    made = function_for(solution, "board")
    board: Board | None = None if made is None else made(solution)
    return board


def _arena(solution: OnArena) -> View:
    """Return the view of a solution whose positions are the vertices."""
    return View(
        sheet_of(solution, {})[0], lambda v: (v,), lambda v, move: (v, int(move.position)), position=lambda v: v
    )
