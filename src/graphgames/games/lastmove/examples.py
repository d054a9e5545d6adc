"""Normal and misère play: small ones to begin with."""

from graphgames.catalogue.rows import Example

_LADDER = "".join(f"{n} {n - k}\n" for n in range(1, 11) for k in (1, 2, 4) if n >= k)
_RING = "0 1\n1 2\n2 3\n3 0\n1 4\n3 6\n4 5\n6 5\n7 4\n7 6\n8 7\n8 0\n9 2\n9 8\n"
"""Who leaves the ring of 0 to 3 lets the other move into the end, 5; so nobody does."""

EXAMPLES = (
    Example(
        "ladder",
        "Down the ladder",
        "One, two or four rungs down in turn; who cannot move loses. Small numbers: moves to the end.",
        "Stones and heaps",
        _LADDER,
        {"objective": "normal", "format": "edges"},
        "ladder.edges",
        10,
    ),
    Example(
        "draws",
        "A game with draws",
        "Who cannot move loses, but a play may go round for ever.",
        "Stones and heaps",
        _RING,
        {"objective": "normal", "format": "edges"},
        "ring.edges",
        0,
    ),
)
