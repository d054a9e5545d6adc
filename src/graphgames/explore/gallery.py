"""The examples of the explorer: a small game of every kind, each as the text of a file and what is said of it."""

from __future__ import annotations

from typing import NamedTuple

from graphgames.core.catalogue import concrete_game
from graphgames.explore.problems import HEAPS


class Example(NamedTuple):
    """One example: its name, a title and a line for people, its group, its text, how to read it, where to begin."""

    name: str
    title: str
    summary: str
    group: str
    text: str
    options: dict[str, str]
    file: str = "example"
    start: int | None = None


ENDLESS, RACES, COUNTING, STRIPS = "Plays on a graph", "Tokens on a graph", "Stones and heaps", "Boards"

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
_LADDER = "".join(f"{n} {n - k}\n" for n in range(1, 11) for k in (1, 2, 4) if n >= k)
_RING = "0 1\n1 2\n2 3\n3 0\n2 4\n4 5\n5 6\n6 4\n5 7\n3 8\n8 7\n"
_BLANK = 'parity 1;\n0 0 0 1 "a";\n1 1 1 0 "b";\n'

TABLE: tuple[Example, ...] = (
    Example(
        "reachability",
        "A maze",
        "Eve wants to come to the gold, Adam leads her astray: a reachability game.",
        ENDLESS,
        _MAZE,
        {"objective": "reach"},
        "maze.pg",
        0,
    ),
    Example(
        "green-game",
        "The Green Game",
        "A pawn runs into a loop; Ania wants a green field in it. From the Polish olympiad.",
        ENDLESS,
        concrete_game("gra-w-zielone").example,
        {"game": "gra-w-zielone"},
        "green-game.in",
    ),
    Example(
        "buchi",
        "A lift",
        "Eve wants the doors to open again and again: a Büchi game.",
        ENDLESS,
        _LIFT,
        {"objective": "buchi"},
        "lift.pg",
        0,
    ),
    Example(
        "parity",
        "Parity",
        "The largest priority that comes again and again decides: even is Eve's, odd is Adam's.",
        ENDLESS,
        _PARITY,
        {},
        "parity.pg",
    ),
    Example(
        "blank",
        "An empty sheet",
        "Two vertices to begin with: draw a game of your own.",
        ENDLESS,
        _BLANK,
        {},
        "mine.pg",
    ),
    Example(
        "great-game",
        "The Great Game",
        "Holmes wants the red meeple home first, Moriarty the black one; each moves both.",
        RACES,
        concrete_game("great-game").example,
        {"game": "great-game"},
        "great-game.in",
    ),
    Example(
        "edge-geography",
        "Edge geography",
        "One token; no arc is used twice. Who cannot move loses.",
        RACES,
        concrete_game("edge-geography").example,
        {"game": "edge-geography"},
        "geography.txt",
    ),
    Example(
        "vertex-geography",
        "Geography on a map",
        "No vertex is visited twice: a matching tells who wins on an undirected map.",
        RACES,
        concrete_game("undirected-vertex-geography").example,
        {"game": "undirected-vertex-geography"},
        "map.txt",
    ),
    Example(
        "ladder",
        "Down the ladder",
        "One, two or four rungs down in turn; who cannot move loses. Small numbers: moves to the end.",
        COUNTING,
        _LADDER,
        {"objective": "normal", "format": "edges"},
        "ladder.edges",
        10,
    ),
    Example(
        "draws",
        "A game with draws",
        "Who cannot move loses, but a play may go round for ever.",
        COUNTING,
        _RING,
        {"objective": "normal", "format": "edges"},
        "ring.edges",
    ),
    Example(
        "stones-on-graph",
        "Stones on a graph",
        "Move a stone along an arrow; vertices know their Grundy values.",
        COUNTING,
        concrete_game("games-are-important").example,
        {"game": "games-are-important"},
        "stones.in",
    ),
    Example(
        "nim",
        "Nim",
        "Take any number from one heap; who takes the last stone wins.",
        COUNTING,
        ".33333333 3,5,7",
        {"game": HEAPS},
        "nim.txt",
    ),
    Example(
        "kayles",
        "Kayles",
        "Knock down one pin or two neighbours, which may split a row in two.",
        COUNTING,
        "kayles 5,7",
        {"game": HEAPS},
        "kayles.txt",
    ),
    Example(
        "halving",
        "Halving piles",
        "Take at least one and at most half of a pile.",
        COUNTING,
        concrete_game("playing-with-stones").example,
        {"game": "playing-with-stones"},
        "piles.in",
    ),
    Example(
        "boxes",
        "Stone boxes",
        "Add up to the square of a box's stones, never above its size.",
        COUNTING,
        concrete_game("stone-game").example,
        {"game": "stone-game"},
        "boxes.in",
    ),
    Example(
        "treblecross",
        "Treblecross",
        "Tic-tac-toe on a strip with crosses alone: three in a row win.",
        STRIPS,
        concrete_game("treblecross").example,
        {"game": "treblecross"},
        "treblecross.in",
    ),
    Example(
        "tic-tac-toe",
        "Goodbye to tic-tac-toe",
        "Write X or O, never beside its like.",
        STRIPS,
        concrete_game("say-goodbye-to-tic-tac-toe").example,
        {"game": "say-goodbye-to-tic-tac-toe"},
        "strip.in",
    ),
    Example(
        "grid",
        "A pawn among walls",
        "Left or down, any distance, not through a wall; the losing cells stand on diagonals.",
        STRIPS,
        concrete_game("gridgame").example,
        {"game": "gridgame"},
        "grid.in",
    ),
)


def find(name: object) -> Example | None:
    """Return the example of that name, or None."""
    return next((example for example in TABLE if example.name == name), None)
