"""Games of several sets: a small one to begin with."""

from graphgames.catalogue.rows import Example

_ROUND = """parity 7;
0 1 0 3,1 "post";
1 0 1 0,2 "bridge";
2 2 0 1,3 "mill";
3 0 0 0,4 "ford";
4 0 0 5,2 "wood";
5 4 0 4,3 "farm";
6 0 1 6,5 "moor";
7 0 1 7,6 "marsh";
"""

EXAMPLES = (
    Example(
        "errands",
        "Errands",
        "Eve wants to come by the post, the mill and the farm again and again: a generalised Büchi game.",
        "Plays on a graph",
        _ROUND,
        {"objective": "generalized-buchi"},
        "errands.pg",
        0,
    ),
)
