"""A pawn among impassable cells: small ones to begin with."""

from graphgames.catalogue.find import concrete_game
from graphgames.catalogue.rows import Example

EXAMPLES = (
    Example(
        "grid",
        "A pawn among walls",
        "Left or down, any distance, not through a wall; the losing cells stand on diagonals.",
        "Boards",
        concrete_game("gridgame").example,
        {"game": "gridgame"},
        "grid.in",
    ),
)
