"""How the position of a play looks: as a board with the places where moves are chosen, or as a view of a graph.

A target is a rectangle on the picture of a board, with the names of the moves that a click on it means.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from graphgames.core.oracle import RatedMove
from graphgames.draw.picture import Picture
from graphgames.draw.scene import GraphView

Moves = Mapping[str, RatedMove]
"""The moves of a position by their names."""


class Target(NamedTuple):
    """A place on a board, and the moves that can be meant by it."""

    x: float
    y: float
    width: float
    height: float
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Board:
    """How a position looks, and where its moves are.

    Attributes
    ----------
    paint : callable
        From a position to its picture.
    aim : callable
        From a position and its moves by name to the targets.
    """

    paint: Callable[[Any], Picture]
    aim: Callable[[Any, Moves], list[Target]]


@dataclass(frozen=True)
class View:
    """The view of a game on a graph, and of its positions.

    Attributes
    ----------
    sheet : GraphView
        At the beginning.
    pawns : callable
        From a position to the vertices where one should look.
    ends : callable
        From a position and a move to the vertices it goes from (-1: none) and to.
    dress : callable
        From the sheet, a position and its moves to the sheet of that position.
    spent : callable
        From a position to the edges and the vertices that may not be used again.
    position : callable, optional
        From a vertex to the position with which a play from there begins; None where the input says how it begins.
    """

    sheet: GraphView
    pawns: Callable[[Any], tuple[int, ...]]
    ends: Callable[[Any, RatedMove], tuple[int, int]]
    dress: Callable[[GraphView, Any, Collection[RatedMove]], GraphView] = lambda sheet, position, moves: sheet
    spent: Callable[[Any], tuple[Collection[int], Collection[int]]] = lambda position: ((), ())
    position: Callable[[int], Any] | None = None
