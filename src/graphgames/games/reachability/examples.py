"""Reachability and safety games: small ones to begin with."""

from graphgames.catalogue.rows import Example

_MAZE = """parity 11;
0 1 0 1,4 "door";
1 1 1 2,5;
2 1 1 1,3;
3 1 0 2,7;
4 1 0 0,8;
5 1 0 4,6;
6 1 0 7,10;
7 1 1 3,6;
8 1 0 4,9;
9 1 1 5,10;
10 1 0 6,9,11;
11 2 0 11 "gold";
"""

EXAMPLES = (
    Example(
        "reachability",
        "A maze",
        "Eve wants to come to the gold, Adam leads her astray: a reachability game.",
        "Plays on a graph",
        _MAZE,
        {"objective": "reach"},
        "maze.pg",
        0,
    ),
)
