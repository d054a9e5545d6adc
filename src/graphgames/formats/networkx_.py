"""Graphs that NetworkX reads and writes (GraphML, GML, GEXF, Pajek, adjacency and edge lists of names) as games.

What the attributes of nodes, edges and the graph mean is said in `graphgames.formats.labelled`.
"""

from __future__ import annotations

import io
import re
import warnings
from typing import IO, Any
from xml.etree import ElementTree

from graphgames.core.errors import Fault, FormatError, GameError
from graphgames.core.game import Game
from graphgames.core.late import optional
from graphgames.formats.labelled import Labelled, labelled
from graphgames.formats.priorities import Priorities, writes_priorities
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
    """
    if looks_like(data) is EMPTY:
        raise FormatError([Fault(EMPTY.what, expected=f"a graph in the format {dialect}")], source)
    graph = _graph(data, source, dialect)
    directed = graph if graph.is_directed() else graph.to_directed()
    read = Labelled(Faults(b"", source), {name: dict(data) for name, data in graph.nodes(data=True)})
    read.edges = list(directed.edges(data=True))
    if dialect == "gexf":
        read.edges = [(u, w, {"weight": data.get("label"), **data}) for u, w, data in read.edges]
    read.attributes = graph.graph
    return read.game(objective, priorities)


def write_game(game: Game, file: IO[bytes], dialect: str = "graphml") -> None:
    r"""Write a game as a graph in any of the dialects.

    Some hold little, so what was written there is read again before it counts. Raise `GameError` if it is another game
    then; it says what is missing.
    """
    nx = optional("networkx", "networkx")
    names, vertices, edges, attributes = labelled(game, settings=dialect in WITH_ATTRIBUTES)
    graph = nx.MultiDiGraph(**attributes)
    graph.add_nodes_from(zip(names, vertices, strict=True))
    graph.add_edges_from((names[u], names[w], data) for u, w, data in edges)
    try:
        text = _text(nx, graph, dialect)
        if dialect in CHECKED:
            missing = _lost(game, read_game(text, dialect=dialect))
            if missing:
                raise GameError(
                    f"the format {dialect} cannot hold the {missing} of this game; write it as .dot or .arena"
                )
    except (ValueError, TypeError, nx.NetworkXException) as error:
        if isinstance(error, GameError) and not isinstance(error, FormatError):
            raise
        raise GameError(f"NetworkX cannot write this as {dialect}: {str(error)[:200]}") from None
    file.write(text)


WITH_ATTRIBUTES = ("graphml", "gml")
"""Where NetworkX keeps the attributes of the graph."""

_HEAD = re.compile(rb"^([ \t]*[^\s#:]+):(?=\s|$)", re.MULTILINE)
CHECKED = ("pajek", "adjlist", "edgelist")
"""What holds so little that it is read again."""


def _text(nx: Any, graph: Any, dialect: str) -> bytes:
    """Return a graph as the bytes of a file, without the date that NetworkX would write into some."""
    if dialect in ("adjlist", "edgelist"):
        options = {"data": False} if dialect == "edgelist" else {}
        return "".join(f"{line}\n" for line in getattr(nx, f"generate_{dialect}")(graph, **options)).encode()
    if dialect == "pajek":  # which writes text alone
        for _, data in [*graph.nodes(data=True), *((u, data) for u, _, data in graph.edges(data=True))]:
            data.update({name: str(value) for name, value in data.items() if name != "weight"})
    written = io.BytesIO()
    getattr(nx, f"write_{dialect}")(graph, written)
    return written.getvalue()


def _heads(text: bytes) -> bytes:
    """Return lists of successors without the colon behind the first vertex, where each line has one."""
    lines = [line for line in text.splitlines() if line.partition(b"#")[0].strip()]
    found = re.findall(_HEAD, text)
    return re.sub(_HEAD, rb"\1", text) if len(found) == len(lines) else text


def _lost(game: Game, again: Game) -> str:
    """Return what a game has lost that was written and read again; nothing if it is the same."""
    data = [*game.arena.edge_data, *game.arena.vertex_data]
    before, after = _parts(game, data), _parts(again, data)
    return next((name for name, value in before.items() if value != after[name]), "")


def _parts(game: Game, data: list[str]) -> dict[str, Any]:
    """Return what makes a game, by its name, so that neither order nor numbers of vertices matter."""
    arena, objective = game.arena, game.objective
    names = [str(name) for name in arena.names]
    ends = [(names[u], names[w]) for u, w in arena.edges()]
    by_edge = [[row[e] for name in data if (row := arena.edge_data.get(name)) is not None] for e in range(arena.m)]
    by_vertex = [[row[v] for name in data if (row := arena.vertex_data.get(name)) is not None] for v in range(arena.n)]
    likely = [str(arena.probability_of(e)) for e in range(arena.m)]
    owner = [None] * arena.n if arena.owner is None else arena.owner.tolist()
    reads = writes_priorities(objective)
    priority = objective.priorities(arena).tolist() if reads else [0] * arena.n
    return {
        "vertices": sorted(names),
        "edges": sorted(ends),
        "owners": dict(zip(names, owner, strict=True)),
        "objective": (objective.name, repr(objective.changed_settings())),
        "priorities": dict(zip(names, priority, strict=True)),
        "numbers": (
            sorted(map(repr, zip(ends, by_edge, likely, strict=True))),
            dict(zip(names, by_vertex, strict=True)),
        ),
        "start": None if game.start is None else names[game.start],
    }


def _graph(data: Data, source: str, dialect: str) -> Any:
    """Read the file with NetworkX; any error means that the file is not in the format."""
    nx, text, options = optional("networkx", "networkx"), bytes(data[:]), dict[str, Any]()
    try:
        if dialect in XML:
            text = _with_texts(text)
        elif dialect == "adjlist":
            text, options = _heads(text), {"create_using": nx.DiGraph}
        elif dialect == "edgelist":
            options = {"create_using": nx.MultiDiGraph, "data": _weights(text)}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what it takes for granted is not for the user of a game to mend
            return getattr(nx, f"read_{dialect}")(io.BytesIO(text), **options)
    except Exception as error:
        message = f"NetworkX cannot read this as {dialect}: {type(error).__name__}: {str(error)[:200]}"
        guess = looks_like(data)
        hint = "" if guess.name in (None, dialect) else f"it looks like {guess.what}"
        raise FormatError([Fault(message, hint=hint)], source) from None


def _weights(text: bytes) -> Any:
    """Return how NetworkX is to read what follows two words of a line: as weights if each line has a number there, as
    attributes if each has them in braces.
    """
    rows = [row for line in text.splitlines() if (row := line.partition(b"#")[0].split())]
    weighted = rows and all(len(row) == 3 and re.fullmatch(rb"-?\d[\d./]*", row[2]) for row in rows)
    named = rows and all(len(row) > 2 and row[2].startswith(b"{") and row[-1].endswith(b"}") for row in rows)
    return (("weight", str),) if weighted else bool(named)


XML = ("graphml", "gexf")


def _with_texts(data: bytes) -> bytes:
    """Return a graph in XML whose decimals are texts, so that they are read exactly, and weights of GEXF among them."""
    root = ElementTree.fromstring(data)
    for element in root.iter():
        for name in ("attr.type", "type"):
            if element.get(name) in ("double", "float"):
                element.set(name, "string")
        if element.tag.rpartition("}")[2] == "edge" and "weight" in element.attrib:
            element.set("label", element.attrib.pop("weight"))  # NetworkX makes a float of the one, not of the other
    return ElementTree.tostring(root)
