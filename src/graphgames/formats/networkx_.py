"""Graphs that NetworkX reads (GraphML, GML, GEXF, Pajek, adjacency and edge lists) as games.

The nodes' attribute ``owner`` (0 or 1) makes an arena with owners, ``priority`` a game of priorities; without them the
graph is an impartial game of normal play. The nodes become the labels.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from graphgames.core.arena import Arena
from graphgames.core.catalogue import objective_class
from graphgames.core.errors import ArenaError, Fault, FormatError, MissingDependencyError
from graphgames.core.game import Game
from graphgames.formats.priorities import Priorities, objective_of
from graphgames.readers.sniff import EMPTY, looks_like
from graphgames.readers.source import Data


def read_game(
    data: Data,
    source: str = "<input>",
    objective: str | None = None,
    priorities: Priorities | None = None,
    dialect: str = "graphml",
) -> Game:
    r"""Read a graph through NetworkX and make a game of it.

    Parameters
    ----------
    data, source, priorities
        As in `graphgames.formats`.
    objective : str, optional
        By default ``parity`` if the nodes have owners and priorities, else ``normal``.
    dialect : str
        ``graphml``, ``gml``, ``gexf``, ``pajek``, ``adjlist`` or ``edgelist``.

    Raises
    ------
    FormatError
        If NetworkX cannot read it, or an attribute is missing or wrong.
    MissingDependencyError
        If NetworkX is not installed.

    Examples
    --------
    >>> read_game(b"a b\nb c\n", dialect="edgelist").arena.labels
    ('a', 'b', 'c')
    """
    if looks_like(data) is EMPTY:
        raise FormatError([Fault(EMPTY.what, expected=f"a graph in the format {dialect}")], source)
    graph = _graph(data, source, dialect)
    try:
        arena = Arena.from_networkx(graph)
    except ArenaError as error:
        raise FormatError([Fault(str(error))], source) from None
    given = [value for _, value in graph.nodes(data="priority")]
    plain = arena.owner is None or all(value is None for value in given)
    name = objective or ("normal" if plain else "parity")
    if not objective_class(name).reads_priorities:
        given = [0] * arena.n
    return Game(arena, objective_of(name, _priority(given, arena, source, name), priorities))


def _priority(given: list[Any], arena: Arena, source: str, objective: str) -> Any:
    """Return the priorities as an array, if each is one."""
    for v, value in enumerate(given):
        if type(value) is not int or not 0 <= value < 2**31:
            has = "no priority" if value is None else f"the priority {value!r}"
            message = f"node {arena.label(v)!r} has {has}, and a {objective} game needs one from 0 to 2147483647"
            hint = "give every node an integer attribute 'priority', or read the file as a normal or misere game"
            raise FormatError([Fault(message, hint=hint)], source)
    return np.array(given, np.int32)


def _graph(data: Data, source: str, dialect: str) -> Any:
    """Read the file with NetworkX; any error means that the file is not in the format."""
    try:
        import networkx as nx
    except ImportError:
        raise MissingDependencyError("networkx", "networkx") from None
    readers: dict[str, Callable[[Any], Any]] = {
        "graphml": nx.read_graphml,
        "gml": nx.read_gml,
        "gexf": nx.read_gexf,
        "pajek": nx.read_pajek,
        "adjlist": lambda file: nx.read_adjlist(file, create_using=nx.DiGraph),
        "edgelist": lambda file: nx.read_edgelist(file, create_using=nx.MultiDiGraph, data=False),
    }
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what it takes for granted is not for the user of a game to mend
            return readers[dialect](io.BytesIO(bytes(data[:])))
    except Exception as error:
        message = f"NetworkX cannot read this as {dialect}: {type(error).__name__}: {str(error)[:200]}"
        looks = looks_like(data)
        hint = "" if looks.name in (None, dialect) else f"it looks like {looks.what}"
        raise FormatError([Fault(message, hint=hint)], source) from None
