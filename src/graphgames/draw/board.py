"""Boards of a play: the picture of a position, and the places on it where moves are chosen.

A target is a rectangle on such a picture, with the names of the moves that a click on it means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from graphgames.core.oracle import RatedMove
from graphgames.draw.picture import Picture

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
