"""What boards of several games share: two colours, and men of chess on squares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphgames.draw import pieces
from graphgames.draw.places import PlaceBoard, alone, grid, squares
from graphgames.games.tables.squares import Men, Squares

BLUE, RED = "#0b5d94", "#b24a00"
"""Of the first player and of the second."""


def chessmen(title: str, board: Squares, standing: Callable[[Any], Men], light: str, dark: str) -> PlaceBoard:
    """Return a board of squares in two colours, on which men of chess stand."""
    return PlaceBoard(
        title,
        grid(board.width, board.height),
        men=lambda position: {board.name(at): man for at, man in standing(position).items()},
        man=lambda man, place: alone(man, place, pieces.chess, man),
        ground=squares(board.width, board.height, light, dark),
    )
