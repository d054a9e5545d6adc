"""Heap games by code: small ones to begin with."""

from graphgames.catalogue.rows import Example

EXAMPLES = (
    Example(
        "nim",
        "Nim",
        "Take any number from one heap; who takes the last stone wins.",
        "Stones and heaps",
        "nim 3,5,7",
        {"game": "heaps"},
        "nim.txt",
    ),
    Example(
        "kayles",
        "Kayles",
        "Knock down one pin or two neighbours, which may split a row in two.",
        "Stones and heaps",
        "kayles 5,7",
        {"game": "heaps"},
        "kayles.txt",
    ),
)
