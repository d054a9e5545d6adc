"""Graphs that NetworkX reads and writes (GraphML, GML, GEXF, and others that it reads only) as games.

What the attributes of nodes, edges and the graph mean is said in `graphgames.formats.labelled`.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from typing import IO, Any

from graphgames.core.errors import Fault, FormatError, GameError, MissingDependencyError
from graphgames.core.game import Game
from graphgames.formats.labelled import Labelled, labelled
from graphgames.formats.priorities import Priorities
from graphgames.readers.faults import Faults
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

    By default it is of parity if there are owners and priorities, else of normal play. The dialect is ``graphml``,
    ``gml``, ``gexf``, ``pajek``, ``adjlist`` or ``edgelist``. Raise `FormatError` if NetworkX cannot read it, or an
    attribute is missing or wrong; `MissingDependencyError` if NetworkX is not installed.

    Examples
    --------
    >>> read_game(b"a b\nb c\n", dialect="edgelist").arena.labels
    ('a', 'b', 'c')
    """
    if looks_like(data) is EMPTY:
        raise FormatError([Fault(EMPTY.what, expected=f"a graph in the format {dialect}")], source)
    graph = _graph(data, source, dialect)
    directed = graph if graph.is_directed() else graph.to_directed()
    read = Labelled(Faults(b"", source), {name: dict(said) for name, said in graph.nodes(data=True)})
    read.edges = list(directed.edges(data=True))
    read.attributes = graph.graph
    return read.game(objective, priorities)


def write_game(game: Game, file: IO[bytes], dialect: str = "graphml") -> None:
    r"""Write a game as a graph with attributes, in ``graphml``, ``gml`` or ``gexf``.

    Examples
    --------
    >>> file = io.BytesIO()
    >>> write_game(read_game(b"a b\nb c\n", dialect="edgelist"), file, "gml")
    >>> read_game(file.getvalue(), dialect="gml").arena.labels
    ('a', 'b', 'c')
    """
    nx = _networkx()
    names, vertices, edges, attributes = labelled(
        game, settings=dialect != "gexf"
    )  # there NetworkX drops those of the graph
    graph = nx.MultiDiGraph(**attributes)
    graph.add_nodes_from(zip(names, vertices, strict=True))
    graph.add_edges_from((names[u], names[w], said) for u, w, said in edges)
    try:
        getattr(nx, f"write_{dialect}")(graph, file)
    except (ValueError, TypeError, nx.NetworkXException) as error:
        raise GameError(f"NetworkX cannot write this as {dialect}: {str(error)[:200]}") from None


def _networkx() -> Any:
    try:
        import networkx
    except ImportError:
        raise MissingDependencyError("networkx", "networkx") from None
    return networkx


def _graph(data: Data, source: str, dialect: str) -> Any:
    """Read the file with NetworkX; any error means that the file is not in the format."""
    nx = _networkx()
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
