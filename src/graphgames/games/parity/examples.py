"""Parity games: small ones to begin with."""

from graphgames.catalogue.rows import Example

_PARITY = """parity 9;
0 2 1 1,8,9;
1 2 0 2,4;
2 6 0 3,4;
3 4 0 2,4,6;
4 3 1 6,7;
5 1 0 3,4,6;
6 3 0 4,5,8;
7 5 1 0,6;
8 4 1 6,7;
9 1 0 1,2;
"""
_BLANK = 'parity 1;\n0 0 0 1 "a";\n1 1 1 0 "b";\n'

EXAMPLES = (
    Example(
        "parity",
        "Parity",
        "The largest priority that comes again and again decides: even is Eve's, odd is Adam's.",
        "Plays on a graph",
        _PARITY,
        {},
        "parity.pg",
    ),
    Example(
        "blank",
        "An empty graph_view",
        "Two vertices to begin with: draw a game of your own.",
        "Plays on a graph",
        _BLANK,
        {},
        "mine.pg",
    ),
)
