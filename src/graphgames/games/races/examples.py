"""Races of tokens on an acyclic graph: small ones to begin with."""

from graphgames.catalogue.find import concrete_game
from graphgames.catalogue.rows import Example

EXAMPLES = (
    Example(
        "great-game",
        "The Great Game",
        "Holmes wants the red meeple home first, Moriarty the black one; each moves both.",
        "Tokens on a graph",
        concrete_game("great-game").example,
        {"game": "great-game"},
        "great-game.in",
    ),
)
