"""The concrete games, one file each: its rules, its own text format, its story.

A game's module has ``read(data, source) -> problem`` for the exact input of its document (a whole file, however many
tests it holds, is one problem, so that ten thousand small tests cost no more than one large one), ``write(solution) ->
str`` for the exact output, and ``KIND``, the kind of problem that the table of solvers knows. Where it says ``MAPPED =
True`` the data of a large input may be a memory map. Games do not import each other, nor any solver.
"""

from __future__ import annotations

from importlib import import_module

from graphgames.core.errors import GameError, did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType


class Entry:
    """One concrete game: its name, a line about it, and the document it is from."""

    def __init__(self, name: str, title: str, summary: str, source: str):
        self.name, self.title, self.summary, self.source = name, title, summary, source

    def load(self) -> ModuleType:
        """Import the game's module."""
        return import_module(f"graphgames.games.{self.name.replace('-', '_')}")


TABLE: tuple[Entry, ...] = (
    Entry(
        "gra-w-zielone",
        "The Green Game",
        "a pawn on a two-sided board; Ania wants the loop it runs into to hold a green field",
        "8th Polish Olympiad in Informatics, 2000/2001, Gra w zielone",
    ),
    Entry(
        "great-game",
        "The Great Game",
        "a red and a black meeple race to the last position; each player wants one home first",
        "ETH Algorithms Lab, The Great Game",
    ),
    Entry(
        "edge-geography",
        "Edge geography",
        "a token on a directed graph; each arc may be used once; who cannot move loses",
        "CSC324/CSCC24 2018, assignment 2; Schaefer 1978",
    ),
    Entry(
        "vertex-geography",
        "Vertex geography",
        "a token on a directed graph; each vertex may be visited once; who cannot move loses",
        "Lichtenstein & Sipser 1980",
    ),
    Entry(
        "undirected-edge-geography",
        "Undirected edge geography",
        "a token on an undirected graph; each edge may be used once; who cannot move loses",
        "Fraenkel, Scheinerman, Ullman 1993",
    ),
    Entry(
        "undirected-vertex-geography",
        "Undirected vertex geography",
        "a token on an undirected graph; each vertex may be visited once; who cannot move loses",
        "Fraenkel, Scheinerman, Ullman 1993",
    ),
    Entry(
        "games-are-important",
        "Games Are Important",
        "stones on the vertices of an acyclic graph, moved along its edges",
        "UVa 11927",
    ),
    Entry(
        "playing-with-stones",
        "Playing With Stones",
        "take at least one and at most half of a pile",
        "UVa 1482, ACM ICPC Jakarta 2010",
    ),
    Entry(
        "say-goodbye-to-tic-tac-toe",
        "Say Goodbye to Tic-Tac-Toe",
        "write X or O into a strip, never beside its like",
        "UVa 11534",
    ),
    Entry(
        "stone-game",
        "Stone Game",
        "add up to the square of its stones to a box, not above its size",
        "HDU 1729",
    ),
    Entry(
        "treblecross",
        "Treblecross",
        "write an X into a strip; three in a row win",
        "UVa 10561",
    ),
    Entry(
        "gridgame",
        "GRIDGAME",
        "a pawn goes left or down among impassable cells; who cannot move loses",
        "CodeChef, GRIDGAME",
    ),
)


def find(name: str) -> Entry:
    """Give the game of that name.

    Raises
    ------
    GameError
        If there is none; the message names the games.
    """
    for entry in TABLE:
        if entry.name == name:
            return entry
    names = [entry.name for entry in TABLE]
    raise GameError(f"there is no game {name!r}{did_you_mean(name, names)} The games are: {', '.join(names)}")
