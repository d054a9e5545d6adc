"""Nimbers: a small arena to begin with."""

from graphgames.catalogue.rows import Example

_STAIRS = "".join(f"{n} {n - k}\n" for n in range(1, 10) for k in (1, 2, 3) if n >= k)

EXAMPLES = (
    Example(
        "nimbers",
        "Grundy values",
        "One, two or three steps down in turn. Each vertex shows its Grundy value; whoever must move at 0 loses.",
        "Stones and heaps",
        _STAIRS,
        {"objective": "nimbers", "format": "edges"},
        "stairs.edges",
        9,
    ),
)
