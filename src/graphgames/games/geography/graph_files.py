"""Graphs for geography from files: Haskell lists, edge lists of numbers or names, and formats of NetworkX.

The contents decide the format, or else the name of the file. Self-loops and repeated arcs are treated alike in all.
"""

from __future__ import annotations

import re

from graphgames.core.errors import Fault, FormatError
from graphgames.formats import by_ending, game_in
from graphgames.formats.priorities import Priorities
from graphgames.games.geography.lists import ListedGraph, read_lists
from graphgames.games.geography.problem import Geography, from_lists
from graphgames.readers.sniff import TEXT, looks_like
from graphgames.readers.source import Source

_MARK = b"\xef\xbb\xbf"
_TWO_NAMES = re.compile(rb"(?:\s*#[^\n]*\n)*\s*[^\s#]+[ \t]+[^\s#]+[ \t\r]*(?:\n|\Z)")


def read(source: Source, name: str, priorities: Priorities | None = None, format: str | None = None) -> Geography:
    r"""Read one graph, or several as Haskell lists, for the game of that name.

    ``format`` is a name from the table in `graphgames.formats`, for where the contents and the ending do not say it;
    there are no priorities. Raise `FormatError` if it cannot be read, or the vertices have owners, which geography has
    no use for.
    """
    data = source.data
    start = bytes(data[:4096]).removeprefix(_MARK).lstrip()
    if format is None and start[:1] == b"[":
        return from_lists(name, read_lists(source.to_bytes().removeprefix(_MARK), source.name))
    if format is None and by_ending(source.name) is None:
        found = looks_like(data)
        if found.name == "edges":
            format = "edges"
        elif found is TEXT and _TWO_NAMES.match(start):
            format = "edgelist"
    arena = game_in(source, "normal", None, format).arena
    if arena.owner is not None:
        message = "its vertices have owners, and in geography either player moves from any vertex"
        raise FormatError([Fault(message, expected="a graph without owners")], source.name)
    labels = tuple(range(arena.n)) if arena.labels is None else tuple(arena.labels)
    tails = arena.tails.tolist()
    return from_lists(name, [ListedGraph(0, labels, tuple(zip(tails, arena.successors.tolist(), strict=True)))])
