"""A position of a play on a graph: where the pawns are, and where a move goes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from graphgames.core.oracle import RatedMove
from graphgames.draw.scene import GraphView


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
