"""Büchi and co-Büchi games: small ones to begin with."""

from graphgames.catalogue.find import concrete_game
from graphgames.catalogue.rows import Example

_LIFT = """parity 8;
0 1 0 1,2 "wait";
1 1 1 3,4 "up";
2 1 1 6,5 "down";
3 2 0 0 "open";
4 1 0 3,7 "full";
5 1 0 0,2 "between";
6 1 1 2,7 "calm";
7 1 0 7 "stuck";
8 1 1 7,6 "broken";
"""

EXAMPLES = (
    Example(
        "green-game",
        "The Green Game",
        "A pawn runs into a loop; Ania wants a green field in it. From the Polish olympiad.",
        "Plays on a graph",
        concrete_game("gra-w-zielone").example,
        {"game": "gra-w-zielone"},
        "green-game.in",
    ),
    Example(
        "buchi",
        "A lift",
        "Eve wants the doors to open again and again: a Büchi game.",
        "Plays on a graph",
        _LIFT,
        {"objective": "buchi"},
        "lift.pg",
        0,
    ),
)
