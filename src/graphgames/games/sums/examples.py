"""Sums of stones, boxes and strips: small ones to begin with."""

from graphgames.catalogue.find import concrete_game
from graphgames.catalogue.rows import Example

EXAMPLES = (
    Example(
        "stones-on-graph",
        "Stones on a graph",
        "Move a stone along an arrow; vertices know their Grundy values.",
        "Stones and heaps",
        concrete_game("games-are-important").example,
        {"game": "games-are-important"},
        "stones.in",
    ),
    Example(
        "halving",
        "Halving piles",
        "Take at least one and at most half of a pile.",
        "Stones and heaps",
        concrete_game("playing-with-stones").example,
        {"game": "playing-with-stones"},
        "piles.in",
    ),
    Example(
        "boxes",
        "Stone boxes",
        "Add up to the square of a box's stones, never above its size.",
        "Stones and heaps",
        concrete_game("stone-game").example,
        {"game": "stone-game"},
        "boxes.in",
    ),
    Example(
        "treblecross",
        "Treblecross",
        "Tic-tac-toe on a strip with crosses alone: three in a row win.",
        "Boards",
        concrete_game("treblecross").example,
        {"game": "treblecross"},
        "treblecross.in",
    ),
    Example(
        "tic-tac-toe",
        "Goodbye to tic-tac-toe",
        "Write X or O, never beside its like.",
        "Boards",
        concrete_game("say-goodbye-to-tic-tac-toe").example,
        {"game": "say-goodbye-to-tic-tac-toe"},
        "strip.in",
    ),
)
